import { brandFrom } from "../brand.ts";
import { env } from "../env.server.ts";

/** The site's origin, as visitors type it. */
export const siteOrigin = env.origin;

/** Whether search engines may index the site; the sandbox must not be found. */
export const isIndexable = !env.isSandbox;

/** The site's name for feeds and other readers. */
export const siteName = brandFrom(env.brand).name;
