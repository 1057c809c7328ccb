import { index, layout, type RouteConfig, route } from "@remix-run/route-config";

/** Pages that the site links to and that are still to be built. */
const COMING = ["projects"];

const LEGAL = ["privacy", "terms", "cookies"];

/** The map: every URL of the site and the one file that answers it. */
export default [
  layout("routes/site/layout.tsx", [
    index("routes/home.tsx"),
    route("domains", "routes/domains/search.tsx"),
    route("domains/board", "routes/domains/board.tsx"),
    route("domains/pricing", "routes/domains/pricing.tsx"),
    route("contact", "routes/contact.tsx"),
    route("blog", "routes/blog/list.tsx"),
    route("blog/:slug", "routes/blog/post.tsx"),
    route("login", "routes/account/login.tsx"),
    ...COMING.map((path) => route(path, "routes/site/coming.tsx", { id: `coming ${path}` })),
    ...LEGAL.map((name) => route(name, `routes/site/legal/${name}.tsx`)),
    route("login/again", "routes/account/again.tsx"),
    route("login/forgot", "routes/account/forgot.tsx"),
    route("login/resend", "routes/account/resend.tsx"),
    route("login/reset", "routes/account/reset.tsx"),
    route("auth/confirm", "routes/account/confirm.tsx"),
    route("logout", "routes/account/logout.tsx"),
    route("profile", "routes/account/profile.tsx"),
    route("dashboard", "routes/dashboard/overview.tsx", [
      route("domains/:domain/dns", "routes/dashboard/dns/records.tsx", [
        route("add", "routes/dashboard/dns/add.tsx"),
        route(":record/edit", "routes/dashboard/dns/edit.tsx"),
        route(":record/delete", "routes/dashboard/dns/delete.tsx"),
      ]),
      route("domains/:domain/dns/selection", "routes/dashboard/dns/selection.ts"),
      route("domains/:domain/dns/history", "routes/dashboard/dns/history.tsx"),
      route("domains/:domain/dns/live", "routes/dashboard/dns/live.tsx"),
      route("domains/:domain/dns/history/:job", "routes/dashboard/dns/job.tsx"),
    ]),
    route("dashboard/orders", "routes/dashboard/orders/list.tsx"),
    route("dashboard/orders/new", "routes/dashboard/orders/new.tsx"),
    route("refused", "routes/site/refused.tsx"),
    route("*", "routes/site/not-found.tsx"),
  ]),
  route("domains/suggestions", "routes/domains/suggestions.ts"),
  route("domains/check", "routes/domains/check.ts"),
  route("blog/feed.xml", "routes/blog/feed.ts"),
  route("stride", "routes/stride/coming.tsx"),
] satisfies RouteConfig;
