import "./mpesa-settings.ts";
import { describe, expect, test } from "vitest";
import { payUrl } from "#app/orders/new-bill.server.ts";
import { readReceipt } from "#app/payments/issue-receipts.server.ts";
import { newBrowser } from "./browser.ts";
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
import { billFor, database, rows, run } from "./payment-fixtures.ts";
import { readPage } from "./read-page.ts";
import { renderPage } from "./render-page.ts";
import { first, second } from "./two-customers.ts";

const credits = () => rows("select ksh, why, staff is null as is_own from credits order by created_at, why");
const pathOf = ({ id }: { id: string }) => `/dashboard/orders/pay/${id}`;
const press = (path: string, form: "keep" | "send-back", expectedKsh: number, browser = first) =>
  renderPage(browser, path, [
    ["form", form],
    ["expectedKsh", String(expectedKsh)],
  ]);
const words = async (path: string, browser = first) => (await readPage(path, browser)).texts("main").join(" ");

/** A paid bill with a surplus of 300. */
async function paidTooMuch() {
  const made = await billFor({ "duka.co.ke": 1500 });
  await arrive({ amountKsh: 1800, reference: made.reference, confirmedBy: "token" });
  await run();
  return made;
}

describe("what a bill owes its customer", () => {
  test("is kept for the next bill by one press, however often it is pressed", async () => {
    const made = await paidTooMuch();
    const path = pathOf(made);
    expect((await readPage(path, first)).texts("main form button")).toEqual([
      "Keep it for my next bill",
      "Send it back",
    ]);
    expect((await press(path, "keep", 299)).status).toBe(303);
    expect(await credits()).toEqual([]);
    const pressed = await Promise.all([1, 2, 3].map(() => press(path, "keep", 300)));
    expect(pressed.map(({ status }) => status)).toEqual([303, 303, 303]);
    expect(await credits()).toEqual([{ ksh: 300, why: "surplus", is_own: true }]);
    expect(await bill()).toMatchObject({ surplus_ksh: 300, returned_ksh: 300 });
    expect(await words(path)).toContain("KSh 300 of this bill is kept for your next bill.");
    expect((await readPage(path, first)).all("main form")).toHaveLength(0);
    expect(await page(LIST)).toContain("No open payments");
    expect(await page(`${LIST}/${CODE}`)).toContain("KSh 300 for the next bill");
    expect(await rows("select subject from mails where subject like '%next bill'")).toEqual([
      { subject: "KSh 300 is kept for your next bill" },
    ]);
    await expectSums();
  });

  test("is sent back if the customer presses that, and the other button then changes nothing", async () => {
    const made = await paidTooMuch();
    const path = pathOf(made);
    expect((await press(path, "send-back", 300)).status).toBe(303);
    expect((await press(path, "keep", 300)).status).toBe(303);
    expect(await words(path)).toContain("We send KSh 300 back to you, as you asked.");
    const list = await readPage("/dashboard/orders", first);
    expect(list.texts("article").join()).toContain("Money due back");
    expect(list.texts("article").join()).toContain("We send KSh 300 back to you, as you asked.");
    expect(list.link("Keep it or get it back")).toEqual([]);
    expect(await credits()).toEqual([]);
    expect(await page(`${LIST}/${CODE}`)).toContain("Send KSh 300 back");
    // A part goes back; then an order fails, so there is more to choose.
    const part = { reference: made.reference, ksh: "100", expectedKsh: "300", way: "mpesa", code: "SBACK00001" };
    expect((await post(wanjiku, CODE, "surplus", part)).status).toBe(303);
    expect(await words(path)).toContain("We send KSh 200 back to you, as you asked.");
    await database.query("update orders set status = 'failed'");
    expect((await press(path, "keep", 1700)).status).toBe(303);
    expect(await credits()).toEqual([
      { ksh: 1500, why: "refund", is_own: true },
      { ksh: 200, why: "surplus", is_own: true },
    ]);
    const [order] = await rows("select refund_due_ksh, refunded_at from orders");
    expect(order).toMatchObject({ refund_due_ksh: 1500, refunded_at: expect.anything() });
    expect(await page(LIST)).toContain("No open payments");
    await expectSums();
  });

  test("does one thing when both buttons are pressed at once", async () => {
    const made = await paidTooMuch();
    const both = [press(pathOf(made), "keep", 300), press(pathOf(made), "send-back", 300)];
    expect((await Promise.all(both)).map(({ status }) => status)).toEqual([303, 303]);
    const [row] = await rows("select returned_ksh, wanted_back_ksh from bills");
    expect([
      { returned_ksh: 300, wanted_back_ksh: 0 },
      { returned_ksh: 0, wanted_back_ksh: 300 },
    ]).toContainEqual(row);
    expect(await credits()).toHaveLength(row?.returned_ksh === 300 ? 1 : 0);
  });

  test("may be kept through the mailed link, and not by another customer", async () => {
    const made = await paidTooMuch();
    expect((await press(pathOf(made), "keep", 300, second)).status).toBe(404);
    expect(await credits()).toEqual([]);
    const link = new URL(payUrl(made.id)).pathname;
    expect((await press(link, "keep", 300, newBrowser())).status).toBe(303);
    expect(await rows("select user_id from credits")).toEqual(await rows("select user_id from bills"));
  });

  test("includes a payment that came after the bill was paid, and becomes a credit note if it is a refund", async () => {
    const made = await paidTooMuch();
    await arrive({ code: "PAIDTWICE2", reference: made.reference, confirmedBy: "token" });
    await database.query("update orders set status = 'failed'");
    expect((await press(pathOf(made), "keep", 3300)).status).toBe(303);
    expect(await payment("PAIDTWICE2")).toMatchObject({ state: "kept" });
    expect((await said(wanjiku, "PAIDTWICE2", "returned", { ksh: "1500", way: "mpesa", code: "SBACK00001" }))[0]).toBe(
      409,
    );
    expect(await rows("select sum(ksh)::int as ksh from credits")).toEqual([{ ksh: 3300 }]);
    expect(await readReceipt(made.id)).toMatchObject({
      value: { notes: [{ gross_ksh: 1500, way: "credit", code: made.reference }] },
    });
    const [note] = await rows("select number from credit_notes");
    expect(await words(`/dashboard/orders/receipt/${made.id}?note=${note?.number}`)).toContain(
      "KEPT FOR YOUR NEXT BILL",
    );
    expect(await page(LIST)).toContain("No open payments");
    await expectSums();
  });

  test("that was kept before the bill was paid is a credit note of the later receipt", async () => {
    const made = await billFor({ "duka.co.ke": 1500 });
    await arrive({ amountKsh: 400, reference: made.reference, confirmedBy: "token" });
    await database.query("update orders set status = 'failed'");
    expect(await words(pathOf(made))).toContain("We owe you KSh 400");
    expect((await press(pathOf(made), "keep", 400)).status).toBe(303);
    expect(await credits()).toEqual([{ ksh: 400, why: "refund", is_own: true }]);
    await arrive({ code: "SG722NMVXR", amountKsh: 1500, reference: made.reference, confirmedBy: "token" });
    expect(await readReceipt(made.id)).toMatchObject({ value: { notes: [{ gross_ksh: 400, way: "credit" }] } });
    await expectSums();
  });

  test("is kept by staff, too: of two who press, one succeeds, and the log says who", async () => {
    const made = await paidTooMuch();
    const form = { reference: made.reference, expectedKsh: "300" };
    for (const _press of [1, 2]) expect((await post(wanjiku, CODE, "keep", form)).status).toBe(303);
    expect(await said(baraka, CODE, "keep", form)).toEqual([
      409,
      expect.stringMatching(/Wanjiku Kamau kept for the customer’s next bill what was due of it: KSh\s300/),
    ]);
    const back = { ...form, ksh: "300", way: "mpesa", code: "SBACK00001" };
    expect((await said(baraka, CODE, "surplus", back))[0]).toBe(409);
    expect(await did()).toEqual(["bill-kept"]);
    expect(await credits()).toEqual([{ ksh: 300, why: "surplus", is_own: false }]);
  });
});

test("no credit changes or goes", async () => {
  const made = await paidTooMuch();
  await press(pathOf(made), "keep", 300);
  for (const sql of ["update credits set ksh = 3000", "delete from credits"])
    await expect(database.query(sql)).rejects.toThrow("credits do not change");
});
