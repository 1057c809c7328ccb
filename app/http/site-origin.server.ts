import { env } from "#app/env.server.ts";

/** The site's own origin, as visitors type it. */
export const siteOrigin = env.origin;

/** Whether search engines may come at all: nobody shall find a sandbox. */
export const isFindable = !env.isSandbox;
