import "./mpesa-settings.ts";
import { JSDOM } from "jsdom";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import { server } from "#mocks/node.ts";
import { renderPage } from "./render-page.ts";
import { database, first } from "./two-customers.ts";

beforeEach(() => database.query("truncate orders, mails cascade"));

const ORDER = "/dashboard/orders/new?kind=";
/** Forms of orders: the page, and what a customer chooses or types there. */
const CASES: [path: string, typed: Record<string, string>][] = [
  [`${ORDER}renew&domain=njeri-bakes.com`, { choice: "3" }],
  [`${ORDER}register&domain=my-new-shop.com`, { choice: "2" }],
  [`${ORDER}transfer&domain=mamanjeri.com`, { authCode: "Siri-1234-x" }],
  [`${ORDER}hosting&domain=mamanjeri.com`, { choice: "starter" }],
  [`${ORDER}certificate&domain=njeri-bakes.com`, {}],
  ["/dashboard/orders/renew", { pick_njeri_hbakes_dcom: "on", years_njeri_hbakes_dcom: "2" }],
];

test.each(CASES)("the order form %s comes back while the database does not respond", async (path, typed) => {
  const form = formIn((await renderPage(first, path)).html, ({ action }) => !action.includes("/logout"));
  const sent = { ...form, ...typed };
  server.use(http.all("*/rest/v1/*", () => HttpResponse.json({ message: "down" }, { status: 503 })));
  const { status, html } = await renderPage(first, path, Object.entries(sent));
  expect(status).toBe(503);
  expect(formIn(html, ({ textContent }) => textContent.includes("Send it again"))).toEqual(sent);
  expect(await renderPage(first, path)).toMatchObject({ status: 503 });

  server.resetHandlers();
  const again = await renderPage(first, path, Object.entries(sent));
  expect(again.status).toBe(303);
  const names = Object.keys(sent).filter((field) => field.startsWith("pick_"));
  expect(await database.query("select count(*)::int from orders")).toEqual([{ count: names.length || 1 }]);
});

/** Returns the fields of the first form that fits. */
function formIn(html: string, isWanted: (form: HTMLFormElement) => boolean): Record<string, string> {
  const { window } = new JSDOM(html, { url: "http://127.0.0.1:3000/" });
  const form = [...window.document.forms].find(isWanted) ?? expect.fail("no such form");
  return Object.fromEntries([...new window.FormData(form)].map(([name, value]) => [name, String(value)]));
}
