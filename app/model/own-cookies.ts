/**
 * Browsers take a cookie with this in front of its name from a page of the very host alone, over https: no sibling
 * subdomain can put one of its own in the place of ours (RFC 6265bis, "The __Host- Prefix"). It does not exist on http.
 */
const PREFIX = "__Host-";
/** Names of cookies that make a page somebody's. Those of a session come in pieces when it is long: `.0`, `.1` … */
const SESSION = "sb-auth-token";
const OTHERS = ["notice", "recovery"];
const PIECE = /\.(?:0|[1-9]\d*)$/;

/** What a cookie of ours is called on a site of this origin. */
export function cookieName(name: string, origin: string): string {
  return origin.startsWith("https:") ? PREFIX + name : name;
}

/** What the session's cookie is called; its pieces have numbers behind. */
export function sessionCookie(origin: string): string {
  return cookieName(SESSION, origin);
}

/** Whether a cookie is the session's or a piece of it. What a sign-up leaves behind, `…-code-verifier`, is not. */
export function isSessionCookie(name: string, origin: string): boolean {
  return name.replace(PIECE, "") === sessionCookie(origin);
}

/** What nothing reads any more: a session of a time when names had no prefix, and what a sign-up leaves behind. */
export function isLeftOver(name: string, origin: string): boolean {
  return name.replace(PREFIX, "").startsWith(SESSION) && !isSessionCookie(name, origin);
}

/**
 * Whether a request with this Cookie header is somebody's: it has a session, whole or in part, a notice that waits for
 * them, or a password to choose. The page cache, the check of where a post comes from and the session all ask here.
 * Names are compared to the letter, as they are read. Source: docs/product.md, "Sessions".
 */
export function isSomebodys(cookies: string | undefined, origin: string): boolean {
  if (cookies === undefined) return false;
  const personal = OTHERS.map((name) => cookieName(name, origin));
  return namesIn(cookies).some((name) => isSessionCookie(name, origin) || personal.includes(name));
}

/**
 * A Cookie header that has a session under its name of before the first release with `__Host-` alone has it under the present one
 * too: nobody is signed out by the upgrade. The next refresh, within the hour, writes the present name. What stands there twice may
 * have been put in by a sibling subdomain, and is nobody's. Leave this out in the next release (docs/decisions/020-cookie-names.md).
 */
export function withEarlierSession(cookies: string, origin: string): string {
  const isEarlier = (name: string) => name.replace(PIECE, "") === SESSION;
  const names = namesIn(cookies).filter((name) => isEarlier(name) || isSessionCookie(name, origin));
  if (sessionCookie(origin) === SESSION || !names.every(isEarlier) || new Set(names).size < names.length)
    return cookies;
  const pairs = cookies.split(";").map((pair) => pair.trim());
  const earlier = pairs.filter((pair) => isEarlier(namesIn(pair)[0] ?? ""));
  return [cookies, ...earlier.map((pair) => PREFIX + pair)].join("; ");
}

/** The names in a Cookie header (RFC 6265, 4.2.1). What has no "=" has no name. */
export function namesIn(cookies: string): string[] {
  const pairs = cookies.split(";").map((pair) => pair.split("=", 2));
  return pairs.flatMap(([name = "", value]) => (value === undefined ? [] : [name.trim()]));
}
