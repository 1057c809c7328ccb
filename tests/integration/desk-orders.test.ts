import { describe, expect, test } from "vitest";
import type { OfferKind } from "#app/domains/order-kinds.ts";
import { settleOrder } from "#app/orders/claims.table.server.ts";
import { dateOf, dayNumber } from "#app/platform/text/nairobi-day.ts";
import {
  act,
  at,
  baraka,
  expiryOf,
  leave,
  mails,
  NAME,
  page,
  post,
  reads,
  row,
  textAt,
  trail,
  wanjiku,
} from "./desk-order-fixtures.ts";
import { database, FIRST, made, named, stored } from "./order-fixtures.ts";
import { readPage } from "./read-page.ts";
import { renderPage } from "./render-page.ts";
import { STAFF } from "./staff.ts";

test("an order goes from requested to done, and says beforehand what the customer then reads", async () => {
  const order = await made("register", NAME, 1500);
  expect(await page(order)).toMatch(/Not taken yet.*Then the customer reads: Your name is registered\..*We check it/);
  await act(wanjiku, order, "take");
  expect(await reads()).toContain("We are working on it. We e-mail you when it is done.");
  expect(await page(order)).toMatch(/You have this order, taken at \d\d:\d\d.*reads: Your name is registered\./);
  expect(await page(order, baraka)).toMatch(/Wanjiku Kamau has this.*Only they can close it(?!.*Mark as registered)/);
  await act(wanjiku, order, "done", { until: at(365), expectedExpiry: "" });
  expect(await reads()).toContain("Your name is registered.");
  expect(await named(NAME)).toMatchObject({ user_id: FIRST.id, status: "active" });
  expect(dateOf(dayNumber(new Date(await expiryOf(NAME)))).iso).toBe(at(365));
  const until = expect.stringContaining("It is yours until");
  expect(await mails()).toMatchObject([
    { recipient: FIRST.email, subject: `Done: Registration of ${NAME}`, body_text: until },
  ]);
  expect(await trail(order)).toMatchObject([
    { did: "order-taken", staff_email: STAFF.email, customer: FIRST.id, detail: { from: "requested" } },
    { did: "order-done", detail: { until: at(365) } },
  ]);
  expect(await page(order)).toMatch(/Done at .*Closed\. It can be reopened until/);
});

describe("of two members of staff", () => {
  test("the second gets 409 with who and when, at every button, and nothing is stored or sent", async () => {
    const order = await made("register", NAME, 1500);
    await act(wanjiku, order, "take");
    const before = JSON.stringify([await row(order), await trail(order)]);
    const typed = { until: at(365), expectedExpiry: "", why: "other", words: "Words of Baraka", ksh: "5" };
    for (const form of ["take", "give-back", "done", "failed", "refund", "refunded", "price", "code"]) {
      const response = await post(baraka, order, form, typed);
      expect([form, response.status]).toEqual([form, 409]);
      expect(response.html).toMatch(/Wanjiku Kamau took this order at \d\d:\d\d\. Nothing was saved/);
      if (form === "failed") expect(response.html).toContain("Words of Baraka");
    }
    expect(JSON.stringify([await row(order), await trail(order)])).toBe(before);
    expect(await mails()).toEqual([]);
  });

  test("an ending that is sent again by the same person answers as the first; another ending is refused", async () => {
    const order = await made("transfer", NAME, 1500);
    await act(wanjiku, order, "take");
    const ending = { why: "code", words: "", ksh: "1,500" };
    for (const _press of [1, 2]) await act(wanjiku, order, "failed", ending);
    for (const [browser, form, fields] of [
      [wanjiku, "failed", { ...ending, why: "locked" }],
      [wanjiku, "failed", { ...ending, ksh: "1499" }],
      [wanjiku, "failed", { ...ending, words: "Otherwise" }],
      [wanjiku, "done", { until: at(365), expectedExpiry: "" }],
      [baraka, "failed", ending],
    ] as const) {
      const response = await post(browser, order, form, fields);
      expect(response.status).toBe(409);
      expect(response.html).toMatch(/(You|Wanjiku Kamau) marked this order failed at/);
    }
    expect((await trail(order)).map(({ did }) => did)).toEqual(["order-taken", "order-failed"]);
    expect(await mails()).toHaveLength(1);
  });
});

test("an order that is given back can be taken by anybody, and both presses count once", async () => {
  const order = await made("renew", "mamamboga.co.ke", 1500);
  await act(wanjiku, order, "take");
  for (const _press of [1, 2]) await act(wanjiku, order, "give-back");
  expect(await reads()).toContain("We check it and e-mail you.");
  for (const _press of [1, 2]) await act(baraka, order, "take");
  expect((await trail(order)).map(({ did }) => did)).toEqual(["order-taken", "order-given-back", "order-taken"]);
});

test("a price is named once, with a mail, and only where there was none", async () => {
  const order = await made("certificate", "mamamboga.co.ke", 0);
  for (const ksh of ["0", "1000001", "1.5", "-4", "", "99999999999", "4 500 bob"]) {
    const response = await post(wanjiku, order, "price", { ksh });
    expect([ksh, response.status]).toEqual([ksh, 400]);
    expect(response.html).toContain("from 1 to 1,000,000");
  }
  for (const ksh of ["4,500", "KSh 4500"]) await act(wanjiku, order, "price", { ksh });
  expect(await row(order)).toMatchObject({ price_ksh: 4500, status: "requested" });
  expect(await reads()).toMatch(/We have e-mailed you the price.*KSh 4,500, named on /);
  const [mail, ...more] = await mails();
  expect([mail, more]).toMatchObject([{ subject: "KSh 4,500: SSL certificate of mamamboga.co.ke" }, []]);
  expect((await post(wanjiku, order, "price", { ksh: "4600" })).status).toBe(409);
  expect((await post(baraka, order, "price", { ksh: "4500" })).html).toMatch(/Wanjiku Kamau named the price/);
});

describe("the last day of a name", () => {
  test.each<[OfferKind, string, number, string]>([
    ["register", NAME, 0, "Choose a day from"],
    ["register", NAME, 3661, "Choose a day from"],
    ["transfer", NAME, Number.NaN, "Choose a day from"],
    ["renew", "mamamboga.co.ke", 214, "Choose a day from"],
  ])("of %s of %s is refused %d days from today, with what was typed", async (kind, name, days, message) => {
    const order = await made(kind, name, 1500);
    await act(wanjiku, order, "take");
    const until = Number.isNaN(days) ? "2027-02-30" : at(days);
    const response = await post(wanjiku, order, "done", {
      until,
      expectedExpiry: await expiryOf(name).catch(() => ""),
    });
    expect([response.status, (await row(order))?.status]).toEqual([400, "processing"]);
    expect(response.html).toContain(message);
    expect(response.html).toContain(`value="${until}"`);
  });

  test("of a renewal moves only from the date that was shown", async () => {
    const order = await made("renew", "mamamboga.co.ke", 1500);
    await act(wanjiku, order, "take");
    const expectedExpiry = await expiryOf("mamamboga.co.ke");
    await database.query(
      "update domains set expiry_date = expiry_date + interval '1 day' where name = 'mamamboga.co.ke'",
    );
    const moved = await post(wanjiku, order, "done", { until: at(700), expectedExpiry });
    expect([moved.status, await mails()]).toEqual([409, []]);
    expect(moved.html).toContain(`changed meanwhile to ${dateOf(dayNumber(new Date()) + 215).words}`);
    const fresh = await readPage(`/desk/orders/${order.id}`, wanjiku);
    const shown = fresh.document.querySelector<HTMLInputElement>("[name=expectedExpiry]")?.value ?? "";
    for (const _press of [1, 2]) await act(wanjiku, order, "done", { until: at(700), expectedExpiry: shown });
    expect(dateOf(dayNumber(new Date(await expiryOf("mamamboga.co.ke")))).iso).toBe(at(700));
  });

  test.each<[string, OfferKind, string, RegExp]>([
    ["another customer has", "register", "oumaelectronics.co.ke", /Another customer has this name in our list/],
    ["another customer has", "renew", "oumaelectronics.co.ke", /Another customer has this name in our list/],
    ["nobody has", "renew", "nobody-has.co.ke", /no such name/],
  ])("that %s: %s of %s stays open with 409", async (_who, kind, name, message) => {
    const order = await made(kind, name, 1500);
    await act(wanjiku, order, "take");
    const response = await post(wanjiku, order, "done", { until: at(365), expectedExpiry: "" });
    expect([response.status, (await row(order))?.status, await mails()]).toEqual([409, "processing", []]);
    expect(response.html).toMatch(message);
  });

  test("that appeared since the page was shown is not written over", async () => {
    const order = await made("register", "mamamboga.co.ke", 1500);
    await act(wanjiku, order, "take");
    const before = await expiryOf("mamamboga.co.ke");
    expect((await post(wanjiku, order, "done", { until: at(365), expectedExpiry: "" })).status).toBe(409);
    expect(await expiryOf("mamamboga.co.ke")).toBe(before);
    await act(wanjiku, order, "done", { until: at(365), expectedExpiry: before });
    expect(await named("mamamboga.co.ke")).toMatchObject({ user_id: FIRST.id });
  });
});

test("a refund is at most the price, entered once, and the customer reads it until it is paid and afterwards", async () => {
  const order = await made("hosting", NAME, 1500);
  await act(wanjiku, order, "take");
  await act(wanjiku, order, "failed", { why: "other", words: "We ran out of  disks\nsorry", ksh: "" });
  expect(await reads()).toContain("We ran out of disks sorry. Nothing was charged.");
  expect((await post(wanjiku, order, "refund", { ksh: "1501" })).status).toBe(400);
  for (const _press of [1, 2]) await act(wanjiku, order, "refund", { ksh: "1000" });
  expect((await post(wanjiku, order, "refund", { ksh: "1500" })).status).toBe(409);
  expect(await reads()).toContain("We ran out of disks sorry. We pay you back KSh 1,000.");
  expect(await textAt("/desk/orders?state=refund")).toContain("KSh 1,000 to pay back");
  for (const _press of [1, 2]) await act(baraka, order, "refunded");
  expect((await post(wanjiku, order, "refunded")).html).toMatch(/Baraka Otieno noted that the money went back/);
  expect(await reads()).toMatch(/We paid you back KSh 1,000 on \d+ \w+ \d+\./);
  expect((await mails()).map(({ subject }) => subject)).toEqual([
    `Not done: Deluxe hosting for ${NAME}`,
    `We pay you back KSh 1,000: Deluxe hosting for ${NAME}`,
  ]);
});

test("an order that the site carries out is offered after ten minutes, and a late reply then changes nothing", async () => {
  const order = await made("register", NAME, 1500);
  await leave(order, 9);
  expect(await page(order)).toMatch(/The site began to carry it out.*You can take it from \d\d:\d\d/);
  expect((await post(wanjiku, order, "take")).html).toMatch(/The site has been carrying it out since/);
  await leave(order, 10);
  expect(await page(order)).toContain("Look at the provider’s account before you end it.");
  await act(wanjiku, order, "take");
  await act(wanjiku, order, "give-back");
  expect(await row(order)).toMatchObject({ status: "processing", taken_by: null });
  await act(wanjiku, order, "take");
  expect(await settleOrder(order.id, { status: "done" })).toBe(false);
  await act(wanjiku, order, "failed", { why: "refused", words: "", ksh: "" });
  expect(await row(order)).toMatchObject({ status: "failed", reason: "The registry refused it" });
});

test("a transfer's code is shown to who has the order, once for each press, and is in no list, log or file", async () => {
  const order = await made("transfer", NAME, 1500);
  const CODE = "aB3!x";
  expect((await post(wanjiku, order, "code")).status).toBe(409);
  await act(wanjiku, order, "take");
  const shown = await post(wanjiku, order, "code");
  expect([shown.status, shown.headers.get("Cache-Control")]).toEqual([200, "private, no-store"]);
  expect(shown.html).toContain(CODE);
  expect((await post(baraka, order, "code")).html).not.toContain(CODE);
  const csv = await renderPage(wanjiku, "/desk/orders.csv?state=all");
  const others = [
    await page(order),
    await textAt("/desk/orders?state=all"),
    csv.html,
    JSON.stringify(await trail(order)),
  ];
  for (const one of others) expect(one).not.toContain(CODE);
  expect((await trail(order)).map(({ did }) => did)).toEqual(["order-taken", "order-code-shown"]);
  await act(wanjiku, order, "failed", { why: "code", words: "" });
  expect(await stored(order)).toMatchObject({ payload: {} });
  expect((await post(wanjiku, order, "code")).status).toBe(409);
});

test("a note is kept once, for staff only", async () => {
  const order = await made("hosting", NAME, 1500);
  for (const _press of [1, 2]) await act(baraka, order, "note", { body: "Called her.\r\nCall again." });
  expect((await post(baraka, order, "note", { body: "x".repeat(2001) })).status).toBe(400);
  expect((await page(order)).split("Called her.")).toHaveLength(2);
  expect(await reads()).not.toContain("Called her");
});
