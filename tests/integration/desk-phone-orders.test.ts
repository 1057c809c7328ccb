import "./mpesa-settings.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { type Browser, newBrowser } from "./browser.ts";
import { readPage } from "./read-page.ts";
import { renderPage } from "./render-page.ts";
import { SECOND_STAFF, STAFF, staffBrowser } from "./staff.ts";
import { database, FIRST, first, SECOND } from "./two-customers.ts";

const PERSON = `/desk/people/${FIRST.id}`;
const NAME = "mamamboga.co.ke";
let browser: Browser;

beforeEach(async () => {
  await database.query("delete from orders");
  await database.query("delete from services");
  await database.query("delete from bills");
  await database.query("delete from mails");
  // Without triggers: the log refuses it.
  await database.query("set session_replication_role = replica");
  await database.query("delete from desk_log");
  await database.query("set session_replication_role = default");
  browser = await staffBrowser();
  await look(browser, FIRST.id);
});

const look = (by: Browser, id: string) =>
  renderPage(by, `/desk/people/${id}`, Object.entries({ form: "look", reason: "order" }));
const pageOf = (kind: string, domain: string) => `${PERSON}/order?${new URLSearchParams({ kind, domain })}`;
const fingerprintOf = async (page: string) =>
  /name="priceFingerprint" value="([^"]*)"/.exec((await renderPage(browser, page)).html)?.[1] ?? "";
async function order(fields: Record<string, string> = {}, { page = pageOf("renew", NAME), by = browser } = {}) {
  const typed = { choice: "1", ksh: "", why: "", priceFingerprint: await fingerprintOf(page), ...fields };
  return renderPage(by, page, Object.entries(typed));
}
const stored = () =>
  database.query(`select orders.id, user_id, kind, domain, price_ksh, status, bill_id, (select amount_ksh from bills where id = bill_id)
    as amount, (select detail from desk_log where did = 'order-placed' and about_id = orders.id::text) as logged from orders
    order by created_at`);

test("places the order with its bill at the list's price, mails it, and shows how the customer pays", async () => {
  const form = await readPage(pageOf("renew", NAME), browser);
  expect(form.texts("main").join()).toContain("1 year, KSh");
  const response = await order({ choice: "2" });
  const [placed, ...others] = await stored();
  expect(others).toEqual([]);
  expect(response).toMatchObject({ status: 303, to: `${PERSON}/order?placed=${placed?.id}` });
  expect(placed).toMatchObject({ user_id: FIRST.id, kind: "renew", domain: NAME, status: "requested" });
  expect(placed?.price_ksh).toBeGreaterThan(0);
  expect([placed?.amount, placed?.logged]).toEqual([placed?.price_ksh, { ksh: placed?.price_ksh }]);
  const { html } = await renderPage(browser, String(response.to));
  expect(html).toMatch(/href="[^"]*\/pay\/[^"]+"/);
  expect(html).toContain("Write an e-mail");
  const mails = await database.query("select recipient, body_text from mails");
  expect(mails.map(({ recipient }) => recipient)).toEqual([FIRST.email]);
  expect(mails[0]?.body_text).toContain("because you ordered by phone");
  expect((await readPage(`/desk/orders/${placed?.id}`, browser)).texts("main").join()).toContain(
    "placed for the customer",
  );
});

test("takes another price only with a reason, which the log keeps", async () => {
  const without = await order({ ksh: "1,200" });
  expect([without.status, without.html.includes("Say why the price is another one.")]).toEqual([400, true]);
  expect(without.html).toContain('value="1,200"');
  expect(await stored()).toEqual([]);
  expect((await order({ ksh: "1,200", why: "Promised by phone" })).status).toBe(303);
  const [placed] = await stored();
  expect(placed).toMatchObject({ price_ksh: 1200, amount: 1200, logged: { ksh: 1200, reason: "Promised by phone" } });
});

test("two presses at once, and a second member of staff, make one order", async () => {
  const second = await staffBrowser(SECOND_STAFF);
  await look(second, FIRST.id);
  const presses = await Promise.all([order(), order(), order({}, { by: second })]);
  expect(presses.map(({ status }) => status)).toEqual([303, 303, 303]);
  expect(new Set(presses.map(({ to }) => to)).size).toBe(1);
  expect(await stored()).toHaveLength(1);
  expect(await database.query("select from mails")).toHaveLength(1);
});

test("does not count as one of the customer's three orders of a day", async () => {
  for (const name of ["a", "b", "c", "d"])
    expect((await order({ choice: "deluxe" }, { page: pageOf("hosting", `${name}-shop.co.ke`) })).status).toBe(303);
  const page = "/dashboard/orders/new?kind=renew&domain=mamamboga.co.ke";
  const own = await renderPage(first, page);
  const priceFingerprint = /name="priceFingerprint" value="([^"]*)"/.exec(own.html)?.[1] ?? "";
  expect((await renderPage(first, page, Object.entries({ choice: "1", priceFingerprint }))).status).toBeLessThan(400);
  expect(await stored()).toHaveLength(5);
});

describe("refuses", () => {
  test("a member of staff who has not said why they look, a customer, a visitor and staff without the second step", async () => {
    const unseen = await staffBrowser(SECOND_STAFF);
    for (const by of [unseen, first, newBrowser(), await staffBrowser(STAFF, null)]) {
      expect((await order({}, { by })).status).not.toBe(200);
      expect((await renderPage(by, pageOf("renew", NAME))).html).not.toContain("Order it for the customer");
    }
    expect(await stored()).toEqual([]);
  });

  test("a name of another customer, and the order of another customer's page", async () => {
    const [foreign] = await database.query("select name from domains where user_id = $1 limit 1", [SECOND.id]);
    const { html } = await renderPage(browser, pageOf("renew", String(foreign?.name)));
    expect(html).toContain("This customer has no name");
    const sold = await renderPage(browser, pageOf("register", String(foreign?.name)));
    expect(sold.html).toContain("is among our names already");
    await order();
    const [placed] = await stored();
    await look(browser, SECOND.id);
    expect((await renderPage(browser, `/desk/people/${SECOND.id}/order?placed=${placed?.id}`)).status).toBe(404);
  });

  test.each([
    ["a choice that is not offered", { choice: "99" }, 400],
    ["a price that is no number", { ksh: "cheap", why: "x" }, 400],
    ["a price of nothing", { ksh: "0", why: "x" }, 400],
    ["a long reason", { ksh: "100", why: "w".repeat(201) }, 400],
    ["a price that changed meanwhile", { priceFingerprint: "1-2-3", why: "Kept words" }, 409],
  ])("%s, and keeps what was typed", async (_what, fields, status) => {
    const response = await order(fields);
    expect(response.status).toBe(status);
    const { why } = { why: "", ...fields };
    if (why !== "") expect(response.html).toContain(`value="${why}"`);
    expect(await stored()).toEqual([]);
  });

  test.each([
    ["?kind=renew&domain=", "Type the name."],
    ["?kind=rent&domain=njeri.co.ke", "Choose what the customer orders."],
    ["?kind=register&domain=-", "Order for a customer"],
    ["?placed=1", null],
  ])("the address %s", async (query, words) => {
    const { status, html } = await renderPage(browser, `${PERSON}/order${query}`);
    expect(status).toBe(words === null ? 404 : 200);
    if (words !== null) expect(html).toContain(words);
  });
});
