import { env } from "#app/env.server.ts";
import { brandFrom } from "#app/model/brand.ts";

/** The site's own origin, as visitors type it. */
export const siteOrigin = env.origin;

/** Whether search engines may come at all: nobody shall find a sandbox. */
export const isFindable = !env.isSandbox;

/** The name of the site for those who read it elsewhere. */
export const siteName = brandFrom(env.brand).name;
