const MAX_LENGTH = 2048;
/** Control characters and backslashes: browsers drop the former and read the latter as slashes. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what this is about
const SUSPECT = /[\u0000-\u0020\u007f\\]/;
/** Never a redirect target. The router ignores case, and `.data` behind a name is the same page. */
const SIGN_IN_OR_OUT = /^\/+log(?:in|out)/i;

/**
 * Returns the path if it is a safe redirect target on this site, else undefined: one leading slash, no other host in any
 * browser's reading, and neither sign-in nor sign-out. The normalised path counts (`/.//evil.test` is `//evil.test`), so the
 * function is idempotent. `origin` is the site's own. (OWASP, "Unvalidated Redirects and Forwards"; URL Standard, "path
 * state".)
 */
export function safePath(path: unknown, origin: string): string | undefined {
  const normal = normalise(path, origin);
  return normal !== undefined && normalise(normal, origin) === normal && !isSignInOrOut(normal) ? normal : undefined;
}

function normalise(path: unknown, origin: string): string | undefined {
  if (typeof path !== "string" || path.length > MAX_LENGTH || SUSPECT.test(path)) return undefined;
  if (!path.startsWith("/") || path.startsWith("//") || !URL.canParse(path, origin)) return undefined;
  const url = new URL(path, origin);
  return url.origin === origin ? url.pathname + url.search + url.hash : undefined;
}

/** Compares the decoded path, as the router does; an undecodable path is unsafe. */
function isSignInOrOut(path: string): boolean {
  try {
    return SIGN_IN_OR_OUT.test(decodeURIComponent(path.replace(/[?#].*/s, "")));
  } catch {
    return true;
  }
}
