import type { RouteConfig, RouteConfigEntry } from "@remix-run/route-config";

/** A route as Remix takes it. A page that search engines may list also has the text of its social image. */
export type RouteEntry = Omit<RouteConfigEntry, "children"> & { imageText?: string; children?: RouteEntry[] };

// In place of Remix's helpers with these names, whose package is not installed on a running site. The site reads this
// file there, for the sitemap and the social images.
const layout = (file: string, children: RouteEntry[]) => ({ file, children });
const route = (path: string, file: string, children?: RouteEntry[]) => ({ path, file, children });
/** A page that search engines may list: it is in the sitemap, and its social image has the text `imageText`. */
const listed = (path: string, file: string, imageText: string, children?: RouteEntry[]) => ({
  path,
  file,
  imageText,
  children,
});

/** The route registry: every URL of the site and its file. `tests/routes.test.ts` checks what each page must export. */
export default [
  layout("routes/site/layout.tsx", [
    { index: true, file: "routes/home/page.tsx", imageText: "Your name, on the network." },
    listed("domains", "routes/domains/search.tsx", "Is your name still free?"),
    route("domains/board", "routes/domains/board.tsx"),
    listed("domains/pricing", "routes/domains/pricing.tsx", "What every ending costs, in shillings"),
    listed("questions", "routes/site/questions.tsx", "Eight questions, answered"),
    listed("contact", "routes/contact/page.tsx", "Ask us. A person answers."),
    route("thread/:token", "routes/contact/thread.tsx"),
    listed("blog", "routes/blog/list.tsx", "Names, mail and websites, explained"),
    route("blog/:slug", "routes/blog/post.tsx"),
    listed("projects", "routes/projects/list.tsx", "Work for shops, schools and cooperatives", [
      route(":id", "routes/projects/detail.tsx"),
    ]),
    listed("newsletter", "routes/newsletter/page.tsx", "What we write, in your inbox"),
    route("newsletter/confirm", "routes/newsletter/confirm.tsx"),
    route("newsletter/unsubscribe", "routes/newsletter/unsubscribe.tsx"),
    route("stride/confirm", "routes/stride/confirm.tsx"),
    route("login", "routes/account/login.tsx"),
    listed("privacy", "routes/site/legal/privacy.tsx", "Privacy Policy"),
    listed("terms", "routes/site/legal/terms.tsx", "Terms and Conditions"),
    listed("cookies", "routes/site/legal/cookies.tsx", "Cookie Policy"),
    route("login/again", "routes/account/again.tsx"),
    route("login/step", "routes/account/step.tsx"),
    route("login/forgot", "routes/account/forgot.tsx"),
    route("login/resend", "routes/account/resend.tsx"),
    route("login/reset", "routes/account/reset.tsx"),
    route("auth/confirm", "routes/account/confirm.tsx"),
    route("logout", "routes/account/logout.tsx"),
    layout("routes/dashboard/layout.tsx", [
      route("profile", "routes/account/profile.tsx"),
      route("profile/step", "routes/account/own-step.tsx"),
      route("profile/close", "routes/account/close.tsx"),
      route("profile/data", "routes/account/own-data.tsx"),
      route("profile/export", "routes/account/export.ts"),
      route("dashboard", "routes/dashboard/overview.tsx", [
        route("domains/:domain/dns", "routes/dashboard/dns/records.tsx", [
          route("add", "routes/dashboard/dns/add.tsx"),
          route(":record/edit", "routes/dashboard/dns/edit.tsx"),
          route(":record/delete", "routes/dashboard/dns/delete.tsx"),
        ]),
        route("domains/:domain/dns/selection", "routes/dashboard/dns/selection.ts"),
        route("domains/:domain/dns/import", "routes/dashboard/dns/import.tsx"),
        route("domains/:domain/dns/export", "routes/dashboard/dns/export.ts"),
        route("domains/:domain/dns/history", "routes/dashboard/dns/history.tsx"),
        route("domains/:domain/dns/live", "routes/dashboard/dns/live.tsx"),
        route("domains/:domain/dns/history/:job", "routes/dashboard/dns/job.tsx"),
        route("domains/:domain/website", "routes/dashboard/dns/website.tsx"),
        route("domains/:domain/dns/mail", "routes/dashboard/dns/mail.tsx"),
      ]),
      route("dashboard/domains/:domain", "routes/dashboard/domain.tsx"),
      route("dashboard/orders", "routes/dashboard/orders/list.tsx"),
      route("dashboard/orders/new", "routes/dashboard/orders/new.tsx"),
      route("dashboard/orders/renew", "routes/dashboard/orders/renew.tsx"),
      route("dashboard/orders/pay/:bill", "routes/pay/own.tsx"),
      route("dashboard/orders/receipt/:bill", "routes/pay/receipt.tsx"),
      route("dashboard/*", "routes/dashboard/unknown-page.tsx"),
    ]),
    route("pay/:token", "routes/pay/link.tsx"),
    route("refused", "routes/site/refused.tsx"),
    route("*", "routes/site/not-found.tsx"),
  ]),
  // The agency's desk. It is not in the browser's build (vite.config.ts).
  layout("routes/desk/layout.tsx", [
    route("desk", "routes/desk/work-list.tsx"),
    route("desk/schools", "routes/desk/schools.tsx"),
    route("desk/schools/:id", "routes/desk/school.tsx"),
    route("desk/people", "routes/desk/people.tsx"),
    route("desk/people/:id", "routes/desk/person.tsx"),
    route("desk/mails", "routes/desk/mails.tsx"),
    route("desk/log", "routes/desk/log.tsx"),
    route("desk/orders", "routes/desk/orders.tsx"),
    route("desk/orders/:id", "routes/desk/order.tsx"),
    route("desk/messages", "routes/desk/messages.tsx"),
    route("desk/messages/answers", "routes/desk/saved-answers.tsx"),
    route("desk/messages/:id", "routes/desk/message.tsx"),
    route("desk/posts", "routes/desk/posts.tsx"),
    route("desk/posts/:id", "routes/desk/post.tsx"),
    route("desk/projects", "routes/desk/projects.tsx"),
    route("desk/projects/:id", "routes/desk/project.tsx"),
    route("desk/newsletter", "routes/desk/newsletter.tsx"),
    route("desk/newsletter/:id", "routes/desk/issue.tsx"),
    route("desk/*", "routes/desk/unknown-page.tsx"),
  ]),
  route("desk/orders.csv", "routes/desk/orders-csv.ts"),
  route("desk/schools.csv", "routes/desk/schools-csv.ts"),
  route("desk/people/:id/export", "routes/desk/person-export.ts"),
  route("desk/log.csv", "routes/desk/log-csv.ts"),
  route("desk/newsletter/:id/mail", "routes/desk/issue-mail.ts"),
  route("newsletter/one-click", "routes/newsletter/one-click.ts"),
  route("domains/suggestions", "routes/domains/suggestions.ts"),
  route("domains/check", "routes/domains/check.ts"),
  route("images", "routes/images.ts"),
  route("card.png", "routes/og-image.ts"),
  route("sitemap.xml", "routes/sitemap.ts"),
  route("robots.txt", "routes/robots.ts"),
  listed("stride", "routes/stride/page.tsx", "A learning platform for Kenyan schools"),
  route("blog/feed.xml", "routes/blog/feed.ts"),
] satisfies RouteConfig;
