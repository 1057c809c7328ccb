import { env } from "#app/env.server.ts";

/** The site's own origin, as visitors type it. */
export const siteOrigin = env.origin;
