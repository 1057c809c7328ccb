import "./mpesa-settings.ts";
import { expect, test } from "vitest";
import { dateOf, dayNumber } from "#app/platform/text/nairobi-day.ts";
import { runServiceDays } from "#app/services/service-days.table.server.ts";
import { sealServicePassword } from "#app/services/service-secret.server.ts";
import { day, make, orders, post, row } from "./own-service-page.ts";
import { readPage } from "./read-page.ts";
import { renderPage } from "./render-page.ts";
import { database, first } from "./two-customers.ts";

test("more mailboxes are ordered, fewer are noted for the next year and taken back", async () => {
  const path = await make({ kind: "mail", plan: "professional", seats: 5, ends: 100 });
  for (const seats of ["5", "0", "301", "x", ""]) expect((await post(path, "seats", { seats })).status).toBe(400);
  expect((await post(path, "fewer", { fewerSeats: "5" })).html).toContain("Type a number from 1 to 4.");
  expect((await post(path, "fewer", { fewerSeats: "3" })).to).toBe(path);
  expect(
    (
      await renderPage(first, path, [
        ["form", "fewer"],
        ["fewerSeats", "3"],
      ])
    ).to,
  ).toBe(path);
  expect(await row()).toMatchObject({ seats: 5, next_seats: 3 });
  expect((await post(path, "same")).to).toBe(path);
  expect((await post(path, "seats", { seats: "8" })).to).toMatch(/\/pay\//);
  expect(await orders()).toMatchObject([{ payload: { seats: 8, fromSeats: 5, yearKsh: 87_264 } }]);
});

test("a smaller plan begins with the next year, and can be taken back", async () => {
  const path = await make({ plan: "deluxe" });
  expect((await post(path, "smaller", { plan: "ultimate" })).status).toBe(400);
  expect((await post(path, "smaller", { plan: "economy" })).to).toBe(path);
  expect(await row()).toMatchObject({ plan: "deluxe", next_plan: "economy" });
  expect((await readPage(path, first)).texts("main").join()).toContain("From the next year: Economy hosting");
  expect((await post(path, "same")).to).toBe(path);
  expect((await renderPage(first, path, [["form", "same"]])).to).toBe(path);
  expect(await row()).toMatchObject({ next_plan: null });
});

test.each([
  ["hosting", "deluxe", null, "smaller", { plan: "economy" }, { next_plan: "economy" }],
  ["mail", "professional", 5, "fewer", { fewerSeats: "3" }, { next_seats: 3 }],
] as const)("who ends %s and keeps it after all has what was chosen for the next year", async (...one) => {
  const [kind, plan, seats, form, typed, chosen] = one;
  const path = await make({ kind, plan, seats });
  for (const [act, fields] of [
    [form, typed],
    ["end", {}],
  ] as const) {
    expect((await post(path, act, fields)).to).toBe(path);
  }
  expect((await readPage(path, first)).texts("main").join()).not.toMatch(/From the next year: [\w ]+\./);
  expect((await post(path, "keep")).to).toBe(path);
  expect(await row()).toMatchObject({ will_end: false, ...chosen });
  expect((await readPage(path, first)).texts("main").join()).toMatch(/From the next year: [\w ]+\./);
});

test("another size than the open order is not said to be ordered, and a form that is over names no numbers", async () => {
  const path = await make({ kind: "mail", plan: "professional", seats: 5, ends: 100 });
  await post(path, "seats", { seats: "8" });
  const send = (form: string, field: string, value: string) =>
    renderPage(first, path, Object.entries({ form, [field]: value }));
  /** The flash message, which the cookie carries in base64. */
  const said = async (seats: string) => {
    const cookie = /flash=([^;.]*)/.exec((await send("seats", "seats", seats)).headers.get("Set-Cookie") ?? "")?.[1];
    return Buffer.from(decodeURIComponent(cookie ?? ""), "base64").toString();
  };
  expect(await said("8")).toContain("You have ordered this already");
  const other = await said("9");
  expect(other).toContain("8 mailboxes");
  expect(other).toContain("Nothing new was ordered.");
  await database.query("delete from orders");
  await post(path, "fewer", { fewerSeats: "3" });
  const late = await send("seats", "seats", "9");
  expect([late.status, late.html.includes("from 1 to 0")]).toEqual([409, false]);
});

test("a next year that is paid says its day, what it has, and what can be ordered from then on", async () => {
  const from = dateOf(dayNumber(new Date()) + 41).words;
  const paid = `next_on = '${day(41)}', next_ksh = 6228`;
  const path = await make({ plan: "deluxe", ends: 405, more: `price_ksh = 17148, next_plan = 'starter', ${paid}` });
  const words = (await readPage(path, first)).texts("main").join();
  expect(words).toContain(`From ${from}: Starter hosting. That year is paid.`);
  expect(words).toContain("Next yearKSh 6,228, paid");
  expect(words).toContain(`can’t take that back here. From ${from} on you can order more.`);
  for (const form of ["same", "smaller", "upgrade"]) {
    expect((await renderPage(first, path, Object.entries({ form, plan: "ultimate" }))).status).toBe(409);
  }
  expect(await row()).toMatchObject({ plan: "deluxe", next_plan: "starter", next_on: expect.anything() });
  expect(await orders()).toEqual([]);

  await database.query("update services set plan = 'starter', price_ksh = 6228, next_plan = null");
  const page = await readPage(path, first);
  expect(page.texts("main").join()).toContain("the difference for the days that are left of both years");
  expect(page.texts("main").join()).toContain(`From ${from} on you can choose less.`);
  expect(page.all("form:has([value=smaller])")).toEqual([]);
  await post(path, "upgrade", { plan: "deluxe" });
  const [upgrade] = await orders();
  const year = 17_148 - 6_228;
  expect(upgrade?.price_ksh).toBeGreaterThan(year);
  expect(upgrade?.price_ksh).toBeLessThan(year + Math.ceil((year * 41) / 365) + 1);
});

test("the first password is shown for ten minutes, then deleted, and kept by no cache", async () => {
  const path = await make();
  await database.query("update services set secret_sealed = $1, secret_at = now()", [sealServicePassword("maembe-7")]);
  const shown = await post(path, "secret");
  expect([shown.status, shown.headers.get("Cache-Control")]).toEqual([200, "private, no-store"]);
  expect(shown.html).toMatch(/maembe-7[\s\S]*We delete it at \d\d:\d\d/);
  // The response was lost on a bad line.
  expect((await readPage(path, first)).texts("main").join()).toMatch(/first password again until \d\d:\d\d/);
  const showAgain = () => renderPage(first, path, [["form", "secret"]]);
  const { secret_shown_at } = await row();
  expect(await showAgain()).toMatchObject({ status: 200, html: expect.stringContaining("maembe-7") });
  expect((await row()).secret_shown_at).toEqual(secret_shown_at);
  await runServiceDays(new Date());
  expect(await row()).toMatchObject({ has_secret: true });

  await database.query("update services set secret_shown_at = now() - interval '10 minutes'");
  expect((await readPage(path, first)).all("form:has([value=secret])")).toEqual([]);
  const late = await showAgain();
  expect([late.status, late.html.includes("maembe-7")]).toEqual([409, false]);
  await runServiceDays(new Date());
  expect(await row()).toMatchObject({ secret_sealed: null, secret_at: null, secret_shown_at: null });
});

test("nothing that would be refused is offered while the next year is paid and not done", async () => {
  const path = await make({ kind: "mail", plan: "professional", seats: 5, ends: 20, more: "next_seats = 3" });
  await post(path, "renew");
  await database.query("update bills set paid_at = now(), paid_ksh = amount_ksh");
  const page = await readPage(path, first);
  expect(page.texts("main").join()).not.toMatch(/take that back|keep it after all/);
  expect(page.all('form:has([name="form"])')).toEqual([]);
  for (const form of ["same", "end"])
    expect((await post(path, form)).html).toContain("Money for it was paid or reported");
});

test("the number of mailboxes may have spaces around it", async () => {
  const path = await make({ kind: "mail", plan: "professional", seats: 5, ends: 100 });
  expect((await post(path, "fewer", { fewerSeats: " 3 " })).to).toBe(path);
  expect((await post(path, "same")).to).toBe(path);
  expect((await post(path, "seats", { seats: " 6 " })).to).toMatch(/\/pay\//);
});
