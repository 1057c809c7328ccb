import "./mpesa-settings.ts";
import { describe, expect, test } from "vitest";
import { make, orders, post, row } from "./own-service-page.ts";
import { readPage } from "./read-page.ts";
import { renderPage } from "./render-page.ts";
import { database, FIRST, first, SECOND, second } from "./two-customers.ts";

test("the list is empty at first, then has a row for each service with one button", async () => {
  expect((await readPage("/dashboard/services", first)).texts("main .empty-title")).toEqual([
    "No hosting or mailboxes yet",
  ]);
  await make({ ends: 20 });
  const page = await readPage("/dashboard/services", first);
  expect(page.texts("main .lines li").join()).toMatch(
    /duka\.co\.keends in 20 daysStarter hostingUntil .*Next year KSh 6,228Renew/,
  );
  expect((await readPage("/dashboard/services", second)).texts("main .lines li")).toEqual([]);
});

test("the next year is ordered once, with its bill, and the page leads to it", async () => {
  const path = await make({ ends: 20 });
  const response = await post(path, "renew");
  expect(response.to).toMatch(/^\/dashboard\/orders\/pay\//);
  // The answer was lost, and the customer presses again.
  const again = await renderPage(first, path, [["form", "renew"]]);
  expect([again.status, again.to]).toEqual([303, path]);
  expect(await orders()).toMatchObject([
    { kind: "extend", payload: { plan: "starter" }, price_ksh: 6228, status: "requested" },
  ]);
  const page = await readPage(path, first);
  expect(page.link("Pay KSh 6,228")).toEqual([response.to]);
  expect(page.all("form:has([value=renew])")).toEqual([]);
});

test("money that is being confirmed is not asked for again", async () => {
  const path = await make({ ends: 20 });
  const { to: bill = "" } = await post(path, "renew");
  const [{ reference } = {}] = await database.query("select reference from bills");
  const report = { code: "SG722NMVXQ", amount_ksh: 6228, paid_at: "2026-11-30T05:00Z", source: "paybill", reference };
  await database.query("select record_payment($1)", [JSON.stringify(report)]);
  const page = await readPage(path, first);
  const text = page.texts("main").join();
  expect(text).toMatch(/Your KSh.6,228 is here.*Don’t pay again\./);
  expect(text).not.toContain("Not paid yet");
  expect([page.link("Pay KSh 6,228"), page.link("See the bill")]).toEqual([[], [bill]]);
});

test("two presses at once make one order", async () => {
  const path = await make({ ends: 20 });
  const both = await Promise.all([post(path, "renew"), post(path, "renew")]);
  expect(both.map(({ status }) => status)).toEqual([303, 303]);
  expect(await orders()).toHaveLength(1);
});

test("a larger plan costs the difference for the days left, and its price is the one that was shown", async () => {
  const path = await make();
  const page = await readPage(path, first);
  expect(page.texts("form:has([value=upgrade]) .pickone label").join()).toContain("KSh 5,984");
  expect((await post(path, "upgrade", { plan: "deluxe", priceFingerprint: "1-2-3" })).status).toBe(409);
  expect((await post(path, "upgrade", { plan: "gold" })).html).toContain("Choose one of the plans.");
  expect(await orders()).toEqual([]);
  expect((await post(path, "upgrade", { plan: "deluxe" })).to).toMatch(/\/pay\//);
  expect(await orders()).toMatchObject([
    { kind: "upgrade", payload: { plan: "deluxe", from: "starter", yearKsh: 17_148 }, price_ksh: 5984 },
  ]);
  expect((await readPage("/dashboard/orders", first)).texts("main").join()).toContain("Deluxe instead of Starter");
});

test("more mailboxes of a plan without a price in the list are asked for", async () => {
  const path = await make({ kind: "mail", plan: "microsoft-365", seats: 3 });
  const page = await readPage(path, first);
  expect(page.texts("main details").join()).toContain("More mailboxesWe name the price first.");
  expect(page.link("Tell us how many you need")).toEqual(["/contact?domain=duka.co.ke"]);
  expect((await post(path, "seats", { seats: "9" })).status).toBe(409);
});

test("a service is ended and kept, each once, with a mail", async () => {
  const path = await make();
  await database.query("delete from mails");
  expect((await post(path, "end")).to).toBe(path);
  expect((await renderPage(first, path, [["form", "end"]])).to).toBe(path);
  expect(await row()).toMatchObject({ will_end: true });
  expect(await database.query("select kind from mails")).toHaveLength(1);
  const page = await readPage(path, first);
  expect(page.texts("main").join()).toContain("You end it. It works until");
  expect((await post(path, "keep")).to).toBe(path);
  expect(await row()).toMatchObject({ will_end: false });
});

test("money under way refuses the end with its reason", async () => {
  const path = await make({ ends: 20 });
  await post(path, "renew");
  await database.query("update orders set status = 'processing'");
  const refused = await renderPage(first, path, [["form", "end"]]);
  expect([refused.status, refused.html.includes("Money for it was paid or reported")]).toEqual([409, true]);
});

describe("a service that does not allow it", () => {
  test.each(["renew", "upgrade", "seats", "smaller", "fewer", "end", "keep", "open"])(
    "refuses %s with its state",
    async (form) => {
      const path = await make({ state: "ended", ends: -60 });
      const refused = await renderPage(first, path, [
        ["form", form],
        ["plan", "deluxe"],
        ["seats", "9"],
        ["fewerSeats", "1"],
      ]);
      expect([refused.status, refused.html.includes("It ended.")]).toEqual([409, true]);
      expect(await orders()).toEqual([]);
    },
  );
});

test.each<[string, Parameters<typeof make>[0], [string, string]]>([
  ["fewer", {}, ["fewerSeats", "1"]],
  ["smaller", { kind: "mail", plan: "professional", seats: 5 }, ["plan", "starter"]],
])("the form %s of another kind of service is refused as one that is not offered", async (form, kind, field) => {
  const path = await make(kind);
  const refused = await renderPage(first, path, [["form", form], field]);
  expect([refused.status, refused.html.includes("It does not allow this any more")]).toEqual([409, true]);
  expect(await row()).toMatchObject({ next_plan: null, next_seats: null });
});

test("another customer's service is an unknown page, for every form", async () => {
  const path = await make();
  const unknown = "/dashboard/services/0f5d1c9e-6f0a-4a53-9a41-6d2b7f3c1a01";
  for (const form of [undefined, "end", "renew", "secret"]) {
    const fields: [string, string][] | undefined = form === undefined ? undefined : [["form", form]];
    const [theirs, none] = [await renderPage(second, path, fields), await renderPage(second, unknown, fields)];
    expect([theirs.status, none.status]).toEqual([404, 404]);
  }
  expect(await row()).toMatchObject({ will_end: false });
  expect(SECOND.id).not.toBe(FIRST.id);
});

test("mailboxes are ordered with their number, and the same service is not sold twice", async () => {
  const page = "/dashboard/orders/new?kind=mail&domain=duka.co.ke&plan=professional";
  const form = await readPage(page, first);
  const action = form.document.querySelector("main form")?.getAttribute("action") ?? "";
  expect(new URL(action, "http://x").searchParams.get("plan")).toBe("professional");
  const priceFingerprint = form.document.querySelector<HTMLInputElement>("[name=priceFingerprint]")?.value ?? "";
  expect(
    (
      await renderPage(first, action, [
        ["seats", "301"],
        ["priceFingerprint", priceFingerprint],
      ])
    ).status,
  ).toBe(400);
  const placed = await renderPage(first, action, [
    ["seats", "5"],
    ["priceFingerprint", priceFingerprint],
  ]);
  expect(placed.to).toMatch(/\/pay\//);
  expect((await renderPage(first, String(placed.to))).html).toContain("5 mailboxes for duka.co.ke, 1 year");
  expect(await orders()).toMatchObject([
    { kind: "mail", payload: { plan: "professional", seats: 5, months: 12 }, price_ksh: 54_540 },
  ]);
  expect((await readPage(page, first)).texts("h1")).toEqual(["duka.co.ke has 5 mailboxes already"]);
  await database.query("update orders set status = 'done'");
  await database.query("update orders set created_at = now() - interval '2 days'");
  const refused = await renderPage(first, action, [
    ["seats", "5"],
    ["priceFingerprint", priceFingerprint],
  ]);
  expect(refused.status).toBe(409);
});

test("the page that closes the account names no past day as one to come", async () => {
  await make({ ends: -3 });
  const text = async () => (await readPage("/profile/close", first)).texts("main li").join();
  expect(await text()).toMatch(/duka\.co\.kelast day was \d.*, stops with the account/);
  await database.query("update services set ends_on = ends_on + 3");
  expect(await text()).toMatch(/duka\.co\.keuntil \d/);
});

test("a service that has ended is listed below the others, and its page leads to the order form", async () => {
  const path = await make({ state: "ended", ends: -60 });
  const list = await readPage("/dashboard/services", first);
  expect(list.link("Starter hosting for duka.co.ke")).toEqual([path]);
  expect((await readPage(path, first)).link("Order hosting again")).toEqual([
    "/dashboard/orders/new?kind=hosting&domain=duka.co.ke",
  ]);
  await database.query(
    `insert into services (user_id, kind, domain, plan, state, starts_on, ends_on, created_at, ended_at)
     select $1, 'hosting', 'old-' || n || '.co.ke', 'starter', 'ended', '2025-01-01', '2025-12-31', now() - make_interval(days => n), now()
     from generate_series(1, 20) as n`,
    [FIRST.id],
  );
  const all = await readPage("/dashboard/services", first);
  expect(all.all("[aria-labelledby=ended] li")).toHaveLength(20);
  const [older] = all.link("Older ones");
  expect((await readPage((older ?? "").split("#")[0] ?? "", first)).texts("[aria-labelledby=ended] li")).toEqual([
    "Starter hosting for old-20.co.ke",
  ]);
  expect((await readPage("/dashboard/services", second)).all("[aria-labelledby=ended]")).toEqual([]);
});
