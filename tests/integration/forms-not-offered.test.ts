/** Forms that their page does not offer any more: what the page says of them. Source: docs/product/forms.md, "Forms". */
import { JSDOM } from "jsdom";
import { beforeAll, describe, expect, test } from "vitest";
import { DESK_SERVICE_ACTS } from "#app/services/desk-forms.ts";
import { FORMS } from "../forms.ts";
import type { Browser } from "./browser.ts";
import { signedIn } from "./demo-customers.ts";
import { made } from "./order-fixtures.ts";
import { textOf } from "./read-page.ts";
import { renderPage } from "./render-page.ts";
import { STAFF, staffBrowser } from "./staff.ts";
import { database, FIRST } from "./two-customers.ts";

const ID = "0f5d1c9e-6f0a-4a53-9a41-6d2b7f3c1a01";

let customer: Browser | undefined;
let staff: Browser | undefined;
beforeAll(async () => {
  [customer, staff] = [await signedIn(FIRST.email), await staffBrowser(STAFF)];
});
const browserFor = (path: string) => (path.startsWith("/desk") ? staff : customer) as Browser;

/** A failed order, and its service, which has ended. Returns their ids. */
async function ended() {
  const order = await made("hosting", "duka.co.ke");
  await database.query("update orders set status = 'failed', reason = 'other' where id = $1", [order.id]);
  const [service] = await database.query("select service_id as id from orders where id = $1", [order.id]);
  return { order: order.id, service: String(service?.id) };
}

/** Posts a form. Returns the status, whether the title says "Error:", and what the page brings into view. */
async function post(path: string, fields: Record<string, string>) {
  const { status, html } = await renderPage(browserFor(path), path, Object.entries(fields));
  const { document } = new JSDOM(html.replace(/<style[^>]*>[^<]*<\/style>/g, "")).window;
  const shown = [...document.querySelectorAll('[tabindex="-1"][autofocus]')].map(textOf).join();
  // No page says it a second time.
  const errors = [...document.querySelectorAll(".banner.is-bad .banner-title")].map(textOf);
  expect(new Set(errors).size, errors.join()).toBe(errors.length);
  return { status, isRefused: document.title.startsWith("Error: "), shown, document };
}

describe("a form of a service that has ended", () => {
  const own = ["renew", "upgrade", "seats", "smaller", "fewer", "end", "keep", "secret", "open"];
  test.each(own)("says at the top of the customer's page why %s is refused", async (form) => {
    const { service } = await ended();
    const { status, shown, document } = await post(`/dashboard/services/${service}`, { form });
    expect([status, shown]).toEqual([409, expect.stringMatching(/(?:Nothing was (?:changed|ordered)|ask us)\.$/)]);
    // It is read before the page itself, which has no script that would take it away.
    const [first] = document.querySelectorAll("h1, [autofocus]");
    expect([first?.tagName, document.querySelectorAll("script[src], #page-module").length]).toEqual(["DIV", 0]);
  });

  test.each(DESK_SERVICE_ACTS.filter((act) => act !== "server"))(
    "says at the top of the desk's page why %s is refused",
    async (form) => {
      const { service } = await ended();
      const { shown, isRefused } = await post(`/desk/services/${service}`, { form, sure: form });
      expect([isRefused, shown]).toEqual([true, expect.stringMatching(/\w/)]);
    },
  );
});

/** The forms of the account and the desk that are told apart by a hidden field, as a page offers only some of them. */
const ALL = FORMS.filter(([path, , along]) => /^\/(?:dashboard|desk|profile)\b/.test(path) && along?.form).map(
  ([path, , along = {}]) => [path, along] as const,
);

test.each(ALL)("%s shows why it refuses the form %j, also if it does not offer it", async (path, along) => {
  const ids = await ended();
  const its = path.includes("/services/") ? ids.service : path.startsWith("/desk/people/") ? FIRST.id : ids.order;
  const { isRefused, shown } = await post(path.replace(ID, its), along);
  if (isRefused) expect(shown).toMatch(/\w/);
});
