/** The cookies of a test's browser, by name. */
export type CookieJar = Map<string, string>;

/** Returns the value of the Cookie header, or undefined without cookies. */
export function cookieHeader(jar: CookieJar): string | undefined {
  return jar.size > 0 ? [...jar].map(([name, value]) => `${name}=${value}`).join("; ") : undefined;
}

/** Stores or deletes the cookie of a Set-Cookie header. */
export function storeCookie(jar: CookieJar, setCookie: string): void {
  const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(setCookie) ?? [];
  if (/Max-Age=0/i.test(setCookie)) jar.delete(name);
  else jar.set(name, value);
}
