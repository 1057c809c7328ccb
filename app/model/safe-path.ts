const MAX_LENGTH = 2048;
/** Control characters and backslashes: browsers drop the first and read the second as slashes. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what this is about
const SUSPECT = /[\u0000-\u0020\u007f\\]/;
/** Who comes from there is not sent back there. Routes match capitals too, and `.data` behind a name is the same page. */
const DOORS = /^\/+log(?:in|out)/i;

/**
 * A path of this site that somebody may be sent to, or undefined: one leading slash, nothing that a browser could read as
 * another host, and neither signing in nor out. What counts is what becomes of it once its dot segments are taken out
 * (`/.//evil.test` is `//evil.test`), so what is given back is given back again. `origin` is the site's own.
 * (OWASP, "Unvalidated Redirects and Forwards"; URL Standard, "path state".)
 */
export function safePath(path: unknown, origin: string): string | undefined {
  const own = normalise(path, origin);
  return own !== undefined && normalise(own, origin) === own && !isDoor(own) ? own : undefined;
}

function normalise(path: unknown, origin: string): string | undefined {
  if (typeof path !== "string" || path.length > MAX_LENGTH || SUSPECT.test(path)) return undefined;
  if (!path.startsWith("/") || path.startsWith("//") || !URL.canParse(path, origin)) return undefined;
  const url = new URL(path, origin);
  return url.origin === origin ? url.pathname + url.search + url.hash : undefined;
}

/** As the router reads a path: decoded. One that cannot be decoded leads nowhere. */
function isDoor(path: string): boolean {
  try {
    return DOORS.test(decodeURIComponent(path.replace(/[?#].*/s, "")));
  } catch {
    return true;
  }
}
