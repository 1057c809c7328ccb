const MAX_LENGTH = 2048;
/** Control characters and backslashes: browsers drop the first and read the second as slashes. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what this is about
const SUSPECT = /[\u0000-\u0020\u007f\\]/;

/**
 * A path of this site that somebody may be sent to, or undefined: one leading slash, nothing that a browser could read as
 * another host. `origin` is the site's own. (OWASP, "Unvalidated Redirects and Forwards".)
 */
export function safePath(path: unknown, origin: string): string | undefined {
  if (typeof path !== "string" || path.length > MAX_LENGTH || SUSPECT.test(path)) return undefined;
  if (!path.startsWith("/") || path.startsWith("//")) return undefined;
  try {
    const url = new URL(path, origin);
    return url.origin === origin ? url.pathname + url.search + url.hash : undefined;
  } catch {
    return undefined;
  }
}
