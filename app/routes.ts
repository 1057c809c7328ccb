import { index, layout, type RouteConfig, route } from "@remix-run/route-config";

/** Pages that the site links to and that are still to be built. */
const COMING = ["blog", "blog/:slug", "projects", "login", "domains/pricing", "privacy", "terms", "cookies"];

/** The map: every URL of the site and the one file that answers it. */
export default [
  layout("routes/site/layout.tsx", [
    index("routes/home.tsx"),
    route("domains", "routes/domains/search.tsx"),
    route("contact", "routes/contact.tsx"),
    ...COMING.map((path) => route(path, "routes/site/coming.tsx", { id: `coming ${path}` })),
    route("refused", "routes/site/refused.tsx"),
    route("*", "routes/site/not-found.tsx"),
  ]),
] satisfies RouteConfig;
