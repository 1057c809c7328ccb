import { env } from "#app/platform/env.server.ts";
import { brandFrom } from "../brand.ts";
import { safePath } from "./safe-path.ts";

/** The site's origin, as visitors type it. */
export const siteOrigin = env.origin;

/** Whether search engines may index the site; the sandbox must not be found. */
export const isIndexable = !env.isSandbox;

/** The site's name for feeds and other readers. */
export const siteName = brandFrom(env.brand).name;

/** Returns the path if it is a page of this site, else undefined. */
export function ownPath(target: unknown): string | undefined {
  return safePath(target, env.origin);
}
