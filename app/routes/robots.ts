import { txt } from "remix-utils/responses";
import { isIndexable, siteOrigin } from "#app/platform/http/site-origin.server.ts";

/** Paths of pages for one visitor or one moment. */
const PRIVATE = [
  "/dashboard",
  "/profile",
  "/login/",
  "/auth/",
  "/logout",
  "/domains/board",
  "/domains/check",
  "/domains/suggestions",
];

/** Serves robots.txt. Source: RFC 9309. */
export function loader() {
  const rules = isIndexable ? PRIVATE.map((path) => `Disallow: ${path}`) : ["Disallow: /"];
  const text = ["User-agent: *", ...rules, "", `Sitemap: ${siteOrigin}/sitemap.xml`, ""].join("\n");
  return txt(text, { headers: { "Cache-Control": "public, max-age=3600" } });
}
