import { ADDRESSES } from "#app/routes/addresses.ts";

const DNS = "/dashboard/domains/:domain/dns";
const OWN_DNS = "/dashboard/domains/mamamboga.co.ke/dns";

/** URLs with parameters or a query, by the path of their page, with names that exist in the sandbox. */
const EXAMPLES: Record<string, readonly string[]> = {
  "/domains": ["/domains?q=njeri-shop.com", "/domains?q=taken-njeri.com", "/domains?q=njeri.co.ke"],
  "/domains/board": ["/domains/board?names=njeri-shop.com%0Ataken-njeri.com", "/domains/board?name=njeri-shop"],
  "/projects/:id": ["/projects/1", "/projects/2?demo=1"],
  "/contact": ["/contact?domain=njeri.co.ke", "/contact?plan=deluxe"],
  "/login": ["/login?tab=signup"],
  "/blog": ["/blog?page=4", "/blog?category=%23ThatsTheSPIRIT", "/blog?q=mail"],
  "/blog/:slug": [
    "/blog/what-are-tlds-and-why-they-matter-for-your-brand",
    // The longest post.
    "/blog/your-first-dns-records-explained-over-chai",
  ],
  "/stride/confirm": ["/stride/confirm?token=x"],
  "/newsletter/confirm": ["/newsletter/confirm?token=x"],
  "/newsletter/unsubscribe": ["/newsletter/unsubscribe?token=x"],
  "/copies/confirm": ["/copies/confirm?token=x"],
  "/copies/stop": ["/copies/stop?token=x"],
  "/dashboard": ["/dashboard?q=njeri"],
  "/login/step": [],
  "/dashboard/orders/new": ["/dashboard/orders/new?kind=renew&domain=mamamboga.co.ke"],
  "/dashboard/orders/statement": ["/dashboard/orders/statement?year=2020"],
  "/dashboard/orders/several": ["/dashboard/orders/several?domain=njeri-shop.com&domain=njeri-shop.co.ke"],
  "/*": ["/nowhere"],
  "/dashboard/*": ["/dashboard/nowhere"],
  "/desk/*": ["/desk/nowhere"],
  "/desk/posts/:id": ["/desk/posts/new"],
  "/desk/projects/:id": ["/desk/projects/new"],
  "/desk/newsletter/:id": ["/desk/newsletter/new"],
  // Ids of the rows of a test.
  "/desk/schools/:id": ["/desk/schools/0f5d1c9e-6f0a-4a53-9a41-6d2b7f3c1a01"],
  "/desk/people/:id": ["/desk/people/0f5d1c9e-6f0a-4a53-9a41-6d2b7f3c1a01"],
  "/desk/people/:id/statement": ["/desk/people/0f5d1c9e-6f0a-4a53-9a41-6d2b7f3c1a01/statement"],
  "/desk/people/:id/order": ["/desk/people/0f5d1c9e-6f0a-4a53-9a41-6d2b7f3c1a01/order"],
  "/desk/import/:id": ["/desk/import/0f5d1c9e-6f0a-4a53-9a41-6d2b7f3c1a01"],
  "/desk/names": ["/desk/names?q=njeri"],
  "/desk/search": ["/desk/search?q=njeri"],
  "/desk/unpaid": ["/desk/unpaid?age=week"],
  "/desk/names/:name": ["/desk/names/mamamboga.co.ke"],
  "/desk/orders": ["/desk/orders?state=all&kind=renew&q=njeri"],
  // These have ids that do not exist before a test.
  "/desk/orders/:id": [],
  "/desk/orders/:id/proforma": [],
  "/desk/messages/:id": [],
  "/desk/requests/:id": ["/desk/requests/0f5d1c9e-6f0a-4a53-9a41-6d2b7f3c1a01"],
  "/desk/services": ["/desk/services?state=all&kind=hosting&q=njeri"],
  "/desk/services/:id": [],
  "/desk/payments/:code": [],
  "/thread/:token": [],
  "/stop/:token": [],
  "/move/:token": [],
  "/dashboard/domains/:domain": ["/dashboard/domains/mamamboga.co.ke"],
  "/dashboard/domains/:domain/control": ["/dashboard/domains/mamamboga.co.ke/control"],
  "/dashboard/domains/:domain/website": [
    "/dashboard/domains/mamamboga.co.ke/website",
    "/dashboard/domains/mamamboga.co.ke/website?with=vercel",
  ],
  [DNS]: [OWN_DNS],
  [`${DNS}/add`]: [`${OWN_DNS}/add`],
  [`${DNS}/import`]: [`${OWN_DNS}/import`],
  [`${DNS}/history`]: [`${OWN_DNS}/history`],
  [`${DNS}/live`]: [`${OWN_DNS}/live`],
  [`${DNS}/mail`]: [`${OWN_DNS}/mail`],
  // These URLs have ids that do not exist before a test.
  [`${DNS}/:record/edit`]: [],
  [`${DNS}/:record/delete`]: [],
  [`${DNS}/history/:job`]: [],
  // It has a page only if its form fails.
  [`${DNS}/selection`]: [],
  "/dashboard/services/:id": [],
  "/dashboard/orders/change/:order": [],
  "/dashboard/orders/pay/:bill": [],
  "/dashboard/orders/receipt/:bill": [],
  "/dashboard/orders/proforma/:bill": [],
  "/pay/:token": [],
  "/pay/:token/receipt": [],
  "/pay/:token/proforma": [],
};

/** Pages that need a query, or the cookie of a right password. */
const NEED_QUERY = ["/dashboard/orders/new", "/login/step"];

type Page = { path: string; file: string; imageText: string | undefined; visits: readonly string[] | undefined };

/** Every page with the URLs at which tests request it; undefined if its path has a parameter and EXAMPLES lacks it. */
export const PAGES: readonly Page[] = ADDRESSES.filter(({ file }) => file.endsWith(".tsx")).map((address) => {
  const { path } = address;
  return {
    ...address,
    visits: /[:*]/.test(path) || NEED_QUERY.includes(path) ? EXAMPLES[path] : [path, ...(EXAMPLES[path] ?? [])],
  };
});
