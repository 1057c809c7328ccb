import "./mpesa-settings.ts";
import { describe, expect, test } from "vitest";
import { readReceipt } from "#app/payments/issue-receipts.server.ts";
import { env } from "#app/platform/env.server.ts";
import {
  arrive,
  baraka,
  bill,
  CODE,
  did,
  expectSums,
  LIST,
  page,
  payment,
  post,
  said,
  wanjiku,
} from "./desk-payment-fixtures.ts";
import { billFor, database, rows } from "./payment-fixtures.ts";
import { readPage } from "./read-page.ts";
import { renderPage } from "./render-page.ts";
import { first } from "./two-customers.ts";

describe("money that goes back", () => {
  test("is noted once, with its amount, for a payment without a bill and for a whole surplus", async () => {
    const { reference } = await billFor({ "duka.co.ke": 1500 });
    await arrive();
    await arrive({ code: "PAIDTWICE1", reference, confirmedBy: "token" });
    await arrive({ code: "PAIDTWICE2", reference, confirmedBy: "token" });
    expect(await page(LIST)).toMatch(/Too much · PAIDTWICE2/);
    const sent = { ksh: "1500", way: "mpesa", code: "SBACK00001" };
    const { code: _code, ...unsaid } = sent;
    for (const code of [CODE, "PAIDTWICE2"]) {
      expect((await said(wanjiku, code, "returned", unsaid))[0]).toBe(400);
      expect((await said(wanjiku, code, "returned", { ...sent, ksh: "15" }))[0]).toBe(400);
      for (const _press of [1, 2]) expect((await post(wanjiku, code, "returned", sent)).status).toBe(303);
      const [status, html] = await said(baraka, code, "returned", sent);
      expect([status, html]).toEqual([409, expect.stringContaining("Wanjiku Kamau noted the return of it")]);
      expect(await payment(code)).toMatchObject({ state: "returned" });
    }
    expect((await said(wanjiku, "PAIDTWICE1", "returned", sent))[0]).toBe(409);
    expect(await bill()).toMatchObject({ paid_ksh: 1500, surplus_ksh: 0 });
    expect(await did()).toEqual(["payment-returned", "payment-returned"]);
    expect(await page(LIST)).toContain("No open payments");
    await expectSums();
  });

  test("of a larger payment and of an order that failed is noted at its bill, and at the order too", async () => {
    const { id, reference } = await billFor({ "duka.co.ke": 1500, "shamba.co.ke": 500 });
    await arrive({ amountKsh: 2300, reference, confirmedBy: "token" });
    await database.query("update orders set status = 'failed' where domain = 'shamba.co.ke'");
    expect(await page(LIST)).toMatch(
      /KSh 300.*Too much · SG722NMVXQ.*KSh 500.*Refund due · SG722NMVXQ|Refund due · .*Too much · /,
    );
    for (const [form, ksh] of [
      ["refund", "500"],
      ["surplus", "300"],
    ] as const) {
      const back = { reference, expectedKsh: ksh, way: "mpesa", code: "SBACK00001" };
      expect((await said(wanjiku, CODE, form, { ...back, ksh: String(Number(ksh) + 1) }))[0]).toBe(400);
      for (const _press of [1, 2]) expect((await post(wanjiku, CODE, form, { ...back, ksh })).status).toBe(303);
      expect((await said(baraka, CODE, form, { ...back, ksh }))[0]).toBe(409);
    }
    expect(await bill()).toMatchObject({ paid_ksh: 2000, surplus_ksh: 300, refunded_ksh: 500, returned_ksh: 300 });
    const [order] = await rows("select refund_due_ksh, refunded_at from orders where domain = 'shamba.co.ke'");
    expect(order).toMatchObject({ refund_due_ksh: 500, refunded_at: expect.anything() });
    expect(await page(LIST)).toContain("No open payments");
    const receipt = `/dashboard/orders/receipt/${id}`;
    expect((await readPage("/dashboard/orders", first)).link("Receipt and credit note")).toEqual([receipt]);
    expect((await readPage(receipt, first)).texts("nav[aria-label='Credit notes'] p").join()).toMatch(
      /^KSh 500 paid back on \d+ \w+ \d+\. Credit note CN-/,
    );
    // An order that fails later is due back alone.
    await database.query("update orders set status = 'failed' where domain = 'duka.co.ke'");
    expect(await page(LIST)).toMatch(/KSh 1,500.*Refund due · SG722NMVXQ/);
    await expectSums();
  });

  test("of an order that staff end as not done is in the mail and on the page before they press", async () => {
    const { reference } = await billFor({ "duka.co.ke": 1500 });
    await arrive({ reference, confirmedBy: "token" });
    const path = `/desk/orders/${(await rows("select id from orders"))[0]?.id}`;
    await renderPage(wanjiku, path, [["form", "take"]]);
    expect(await page(path)).toMatch(/We pay you back KSh 1,500\..*Close as not done/);
    const ending = { form: "failed", why: "refused", words: "", ksh: "" };
    const asked = await renderPage(wanjiku, path, Object.entries(ending));
    expect([asked.status, asked.html]).toEqual([409, expect.stringContaining("We pay you back KSh\u00A01,500.")]);
    const sure = /name="sure" value="([\w-]+)"/.exec(asked.html)?.[1] ?? "";
    expect((await renderPage(wanjiku, path, Object.entries({ ...ending, sure }))).status).toBe(303);
    const [mail] = await rows("select body_text from mails where subject like 'Not done%'");
    expect(mail?.body_text).toContain("We pay you back KSh 1,500.");
    expect(mail?.body_text).not.toContain("Nothing was charged");
    const [order] = await rows("select status, refund_due_ksh from orders");
    expect(order).toEqual({ status: "failed", refund_due_ksh: 1500 });
  });

  test("is not asked about when a paid order is done on the day with which its form is filled in", async () => {
    const { reference } = await billFor({ "duka.co.ke": 1500 });
    await arrive({ reference, confirmedBy: "token" });
    const path = `/desk/orders/${(await rows("select id from orders"))[0]?.id}`;
    await renderPage(wanjiku, path, [["form", "take"]]);
    const until =
      (await readPage(path, wanjiku)).document.querySelector<HTMLInputElement>("#done-form-until")?.value ?? "";
    const press = (day: string) => renderPage(wanjiku, path, Object.entries({ form: "done", until: day }));
    const asked = await press(until.replace(/^\d{4}/, (year) => String(Number(year) + 1)));
    expect([asked.status, asked.html]).toEqual([409, expect.stringContaining("Is this right?")]);
    expect((await press(until)).status).toBe(303);
    expect(await rows("select status from orders")).toEqual([{ status: "done" }]);
  });

  test("of a part of a bill whose orders all failed is due back, too", async () => {
    const { reference } = await billFor({ "duka.co.ke": 1500 });
    await arrive({ amountKsh: 400, reference, confirmedBy: "token" });
    await database.query("update orders set status = 'failed'");
    expect(await page(LIST)).toMatch(/KSh 400.*Refund due · SG722NMVXQ/);
    const pane = await readPage(`/desk/payments/${CODE}`, wanjiku);
    expect([pane.texts(".desk-tag").join(), pane.field("Amount sent back (KSh)").value]).toEqual([
      "To pay back",
      "400",
    ]);
    const back = { reference, ksh: "400", expectedKsh: "400", way: "cash", code: "17" };
    expect((await post(wanjiku, CODE, "refund", back)).status).toBe(303);
    expect((await readPage(`/desk/payments/${CODE}`, wanjiku)).texts(".desk-tag")).toEqual(["Paid back"]);
    // Nothing was paid in full, so there is no receipt to take a credit note of.
    expect(await rows("select from credit_notes")).toEqual([]);
    expect(await page(LIST)).toContain("No open payments");
  });
});

test("what went back before the bill was paid is a credit note of its receipt, too", async () => {
  const { id, reference } = await billFor({ "duka.co.ke": 1500 });
  await arrive({ amountKsh: 400, reference, confirmedBy: "token" });
  await database.query("update orders set status = 'failed'");
  const back = { reference, ksh: "400", expectedKsh: "400", way: "cash", code: "17" };
  expect((await post(wanjiku, CODE, "refund", back)).status).toBe(303);
  await arrive({ code: "SG722NMVXR", amountKsh: 1500, reference, confirmedBy: "token" });
  await database.query("update bills set paid_at = paid_at + interval '1 second'");
  const receipt = await readReceipt(id);
  expect(receipt).toMatchObject({
    ok: true,
    value: { gross_ksh: 1500, notes: [{ gross_ksh: 400, way: "cash", code: "17" }] },
  });
  expect(await page(LIST)).toMatch(/KSh 1,100.*Refund due · /);
  const rest = { reference, ksh: "1100", expectedKsh: "1100", way: "mpesa", code: "SBACK00001" };
  expect((await post(wanjiku, "SG722NMVXR", "refund", rest)).status).toBe(303);
  expect(await rows("select sum(gross_ksh)::int as back, count(*)::int as notes from credit_notes")).toEqual([
    { back: 1500, notes: 2 },
  ]);
  await expectSums();
});

test("the number of eTIMS is on one receipt only, can be corrected, and the file has the receipts of a month", async () => {
  const { reference } = await billFor({ "duka.co.ke": 1160 });
  await arrive({ amountKsh: 1160, reference, confirmedBy: "token" });
  await database.query("update bills set buyer_pin = 'A012345678Z', paid_at = '2026-11-30T20:59:00Z'");
  const file = async (month: string) => (await renderPage(wanjiku, `/desk/payments.csv?month=${month}`)).html;
  expect(await page(`${LIST}?state=etims`)).toContain(CODE);
  const etims = { reference, expectedNumber: "" };
  expect((await said(wanjiku, CODE, "etims", { ...etims, number: " " }))[0]).toBe(400);
  for (const _press of [1, 2]) {
    expect((await post(wanjiku, CODE, "etims", { ...etims, number: "=KRA/1" })).status).toBe(303);
  }
  expect(await said(baraka, CODE, "etims", { ...etims, number: "KRA/2" })).toEqual([
    409,
    expect.stringContaining("Wanjiku Kamau entered the eTIMS number of it: =KRA/1"),
  ]);
  const before = { ...env.tax };
  Object.assign(env.tax, { pin: "P000000000A", includesVat: true });
  const line = `2026-11-30,receipt,${(await bill())?.number},,A012345678Z,1000,160,1160,${CODE},'=KRA/1\r\n`;
  expect(await file("2026-11")).toContain(line);
  Object.assign(env.tax, before);
  expect(await file("2026-11")).toContain(line);
  expect(await file("2026-12")).not.toContain(CODE);
  const other = await billFor({ "shamba.co.ke": 500 });
  await arrive({ code: "SG722NMVXR", amountKsh: 500, reference: other.reference, confirmedBy: "token" });
  const taken = { reference: other.reference, expectedNumber: "", number: "=KRA/1" };
  expect(await said(baraka, "SG722NMVXR", "etims", taken)).toEqual([400, expect.stringContaining("Another receipt")]);
  expect((await post(baraka, CODE, "etims", { reference, expectedNumber: "=KRA/1", number: "KRA/2" })).status).toBe(
    303,
  );
  expect(await did()).toEqual(["bill-etims", "bill-etims"]);
});
