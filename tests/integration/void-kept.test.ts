import "./mpesa-settings.ts";
import { describe, expect, test } from "vitest";
import { readReceipt } from "#app/payments/issue-receipts.server.ts";
import {
  arrive,
  baraka,
  bill,
  CHEQUE,
  CODE,
  countCheque,
  expectSums,
  LIST,
  page,
  payment,
  post,
  said,
  wanjiku,
} from "./desk-payment-fixtures.ts";
import { billFor, rows, run } from "./payment-fixtures.ts";

const balance = async () => (await rows("select coalesce(sum(ksh), 0)::int as ksh from credits"))[0]?.ksh;
const credits = () => rows("select ksh, why, payment_code from credits order by created_at, ksh desc");
const bounce = (ksh: number) => post(wanjiku, CHEQUE, "void", { ksh: String(ksh) });
const keep = (reference: string, expectedKsh: number, code = CHEQUE) =>
  post(baraka, code, "keep", { reference, expectedKsh: String(expectedKsh) });

async function countAndRun(...cheque: Parameters<typeof countCheque>) {
  await countCheque(...cheque);
  // The confirmation may have begun a run of its own, which then issues the receipt.
  await expect.poll(async () => [await run(), await rows("select number from receipts")][1]).toHaveLength(1);
}
const issued = async () =>
  (
    await rows(`select (select coalesce(sum(gross_ksh), 0) from receipts)::int
    - (select coalesce(sum(gross_ksh), 0) from credit_notes)::int as ksh`)
  )[0]?.ksh;

describe("a cheque of which money was kept as credit, and which then bounces", () => {
  test("came after the bill was paid: its credit goes, and the bill stays paid", async () => {
    const { reference } = await billFor({ "duka.co.ke": 1500 });
    await arrive({ reference, confirmedBy: "token" });
    await countAndRun(reference, "900", "0");
    await keep(reference, 900);
    expect([await payment(CHEQUE), await balance()]).toMatchObject([{ state: "kept" }, 900]);
    expect(await page(`${LIST}/${CHEQUE}`)).toContain(
      "KSh 900 that was kept is taken back from the customer’s credit.",
    );
    const presses = await Promise.all([bounce(900), bounce(900)]);
    expect(presses.map(({ status }) => status)).toEqual([303, 303]);
    expect((await said(baraka, CHEQUE, "void", { ksh: "900" }))[0]).toBe(409);
    expect([await payment(CHEQUE), await balance()]).toMatchObject([{ state: "void" }, 0]);
    expect(await bill()).toMatchObject({ paid_ksh: 1500, surplus_ksh: 0, number: expect.any(String) });
    expect(await page(`${LIST}/${CHEQUE}`)).toContain("KSh 900, KSh 900 taken back from the credit");
    const [mail] = await rows("select body_text from mails where subject like '%did not reach us'");
    expect(String(mail?.body_text).replaceAll("\u00a0", " ")).toContain(
      "KSh 900 of it was kept for your next bill. We took that from your credit.",
    );
    await expectSums();
  });

  test("was more than the bill, and an order failed: both are taken back, and the bill is open again", async () => {
    const { id, reference } = await billFor({ "duka.co.ke": 1500, "shamba.co.ke": 500 });
    await countAndRun(reference, "2300", "2000");
    await rows("update orders set status = 'failed' where domain = 'shamba.co.ke'");
    await keep(reference, 800);
    expect(await bill()).toMatchObject({ refunded_ksh: 500, returned_ksh: 300 });
    await bounce(2300);
    expect(await credits()).toEqual([
      { ksh: 500, why: "refund", payment_code: null },
      { ksh: 300, why: "surplus", payment_code: null },
      { ksh: -300, why: "surplus", payment_code: CHEQUE },
      { ksh: -500, why: "refund", payment_code: CHEQUE },
    ]);
    expect(await bill()).toEqual({
      amount_ksh: 1500,
      paid_ksh: 0,
      surplus_ksh: 0,
      refunded_ksh: 0,
      returned_ksh: 0,
      number: null,
    });
    expect(await issued()).toBe(0);
    // The next payment makes a receipt without notes.
    await arrive({ reference, confirmedBy: "token" });
    await run();
    const receipt = await readReceipt(id);
    expect(receipt).toMatchObject({ ok: true, value: { gross_ksh: 1500, notes: [] } });
    expect(await issued()).toBe(1500);
    await expectSums();
  });

  test("is fully refunded: no second note cancels its receipt", async () => {
    const { reference } = await billFor({ "duka.co.ke": 1500 });
    await countAndRun(reference, "1500", "1500");
    await rows("update orders set status = 'failed'");
    await keep(reference, 1500);
    await bounce(1500);
    expect([await balance(), await issued(), await rows("select from credit_notes")]).toEqual([0, 0, [{}]]);
    expect(await rows("select refunded_at from orders")).toEqual([{ refunded_at: null }]);
  });

  test("is refused in words that say what to do while its credit is spent, and works once it is there again", async () => {
    const [one, two] = [await billFor({ "duka.co.ke": 1500 }), await billFor({ "shamba.co.ke": 200 })];
    await countAndRun(one.reference, "1800", "1500");
    await keep(one.reference, 300);
    await rows(`select use_credit('${two.reference}', 200)`);
    const [status, html] = await said(wanjiku, CHEQUE, "void", { ksh: "1800" });
    expect([status, html.replaceAll("\u00a0", " ")]).toEqual([
      409,
      expect.stringContaining("Let them pay KSh 200 more"),
    ]);
    expect([await payment(CHEQUE), await balance()]).toMatchObject([{ state: "counted" }, 100]);
    await arrive({ amountKsh: 200, reference: two.reference, confirmedBy: "token" });
    await keep(two.reference, 200, CODE);
    expect((await bounce(1800)).status).toBe(303);
    expect([await payment(CHEQUE), await balance()]).toMatchObject([{ state: "void" }, 0]);
    await expectSums();
  });

  test("is refused if a part of what was due was sent to the customer", async () => {
    const { reference } = await billFor({ "duka.co.ke": 1500 });
    await countAndRun(reference, "1800", "1500");
    const part = { reference, ksh: "100", expectedKsh: "300", way: "mpesa", code: "SBACK00001" };
    await post(wanjiku, CHEQUE, "surplus", part);
    await keep(reference, 200);
    expect(await said(wanjiku, CHEQUE, "void", { ksh: "1800" })).toEqual([
      409,
      expect.stringContaining("sent back already"),
    ]);
    expect(await balance()).toBe(200);
  });
});
