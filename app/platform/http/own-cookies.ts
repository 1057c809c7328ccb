/**
 * Browsers accept a cookie with this prefix only from the host itself over https, so a sibling subdomain cannot replace it (RFC
 * 6265bis, "The __Host- Prefix"). The prefix does not work over http.
 */
const PREFIX = "__Host-";
/** Cookies that make a page personal. A long session is split into cookies with the suffixes `.0`, `.1` … */
const SESSION = "sb-auth-token";
/** Proves that this site began the session. */
const BINDING = "sb-binding";
/** A message for the next page, which proves nothing. */
const FLASH = "flash";
/** Allows to set a new password. */
const RECOVERY = "recovery";
const CHUNK = /\.(?:0|[1-9]\d*)$/;

/** Returns the name of one of our cookies on a site of this origin. */
export function cookieName(name: string, origin: string): string {
  return origin.startsWith("https:") ? PREFIX + name : name;
}

/** Returns the name of the session cookie, without the suffix of its chunks. */
export function sessionCookie(origin: string): string {
  return cookieName(SESSION, origin);
}

/** Returns the name of the cookie that binds the browser to a session. */
export function bindingCookie(origin: string): string {
  return cookieName(BINDING, origin);
}

/** Returns whether a cookie is the session's or one of its chunks. The `…-code-verifier` of a sign-up is not. */
export function isSessionCookie(name: string, origin: string): boolean {
  return name.replace(CHUNK, "") === sessionCookie(origin);
}

/** Returns whether a cookie is obsolete: a session from before the prefix, or the rest of a sign-up. */
export function isObsoleteCookie(name: string, origin: string): boolean {
  return name.replace(PREFIX, "").startsWith(SESSION) && !isSessionCookie(name, origin);
}

/**
 * Returns whether a Cookie header has a personal cookie: a session or a chunk of one, a flash message, or a password recovery.
 * The page cache and the session share this rule. Names are case-sensitive. Source: docs/product/accounts.md, "Sessions".
 */
export function hasPersonalCookie(cookies: string | undefined, origin: string): boolean {
  return hasCredentials(cookies, origin) || hasCookie(cookies, cookieName(FLASH, origin));
}

/** Returns whether a Cookie header lets its sender do more than anybody may: by a session or a password recovery. */
export function hasCredentials(cookies: string | undefined, origin: string): boolean {
  const isSession = (name: string) => isSessionCookie(name, origin);
  return cookieNames(cookies ?? "").some(isSession) || hasCookie(cookies, cookieName(RECOVERY, origin));
}

function hasCookie(cookies: string | undefined, name: string): boolean {
  return cookieNames(cookies ?? "").includes(name);
}

/** Returns the names in a Cookie header (RFC 6265, 4.2.1). A pair without "=" has no name. */
export function cookieNames(cookies: string): string[] {
  const pairs = cookies.split(";").map((pair) => pair.split("=", 2));
  return pairs.flatMap(([name = "", value]) => (value === undefined ? [] : [name.trim()]));
}
