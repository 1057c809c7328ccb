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
  did,
  expectSums,
  LIST,
  page,
  payment,
  post,
  said,
  today,
  wanjiku,
} from "./desk-payment-fixtures.ts";
import { billFor, database, rows, run } from "./payment-fixtures.ts";
import { readPage } from "./read-page.ts";
import { renderPage } from "./render-page.ts";
import { first } from "./two-customers.ts";

const file = async () => (await renderPage(wanjiku, "/desk/payments.csv")).html.trim().split("\r\n").slice(1);
const totals = async () => {
  const [sums] = await rows(`select
    (select coalesce(sum(gross_ksh), 0) from receipts) - (select coalesce(sum(gross_ksh), 0) from credit_notes) as issued,
    (select coalesce(sum(amount_ksh), 0) from bills where paid_at is not null) as paid`);
  return sums;
};

describe("a cheque that counted and bounced", () => {
  test("opens its bill again, cancels the receipt by a credit note, and the next payment makes a new one", async () => {
    const { id, reference } = await billFor({ "duka.co.ke": 1500 });
    await countCheque(reference);
    await run();
    const before = await readReceipt(id);
    await database.query("update bills set etims_number = 'KRA/1'");
    expect((await said(wanjiku, CHEQUE, "void", { ksh: "150" }))[0]).toBe(400);
    for (const _press of [1, 2]) expect((await post(wanjiku, CHEQUE, "void", { ksh: "1500" })).status).toBe(303);
    expect((await said(baraka, CHEQUE, "void", { ksh: "1500" }))[0]).toBe(409);
    expect(await payment(CHEQUE)).toMatchObject({ state: "void" });
    expect(await bill()).toMatchObject({ amount_ksh: 1500, paid_ksh: 0, surplus_ksh: 0, number: null });
    expect(await page(`${LIST}/${CHEQUE}`)).toMatch(
      /Not paid after all.*noted that nobody paid this payment: KSh 1,500/,
    );
    const [mail] = await rows("select body_text from mails where subject like '%did not reach us'");
    expect(mail?.body_text).toContain("did not reach us: Cheque 000123, KCB, account ending 4417");
    expect((await readPage(`/dashboard/orders/pay/${id}`, first)).texts(".bill-sum")).toEqual(["KSh 1,500"]);
    expect(await totals()).toEqual({ issued: 0, paid: 0 });
    expect((await readPage(`/dashboard/orders/receipt/${id}`, first)).texts("nav a").join()).toContain(
      "Credit note CN-",
    );
    await arrive({ reference, confirmedBy: "token" });
    expect(await bill()).toMatchObject({ paid_ksh: 1500, number: expect.stringMatching(/-00002$/) });
    const after = await readReceipt(id);
    expect(after).toMatchObject({
      ok: true,
      value: { paid_with: [{ code: CODE }], notes: [], lines: before.ok && before.value.lines },
    });
    expect(await totals()).toEqual({ issued: 1500, paid: 1500 });
    const numbers = before.ok && after.ok ? [before.value.number, after.value.number] : [];
    const receipt = `/dashboard/orders/receipt/${id}`;
    const [current, cancelled] = [
      await readPage(receipt, first),
      await readPage(`${receipt}?number=${numbers[0]}`, first),
    ];
    expect(current.texts("nav[aria-label^='This bill has other receipts'] a")).toEqual([`Receipt ${numbers[0]}`]);
    expect([...current.texts("h1"), ...cancelled.texts("h1")]).toEqual([
      `Receipt ${numbers[1]}`,
      `Cancelled receipt ${numbers[0]}`,
    ]);
    const [noteLink = ""] = cancelled.links("nav[aria-label='Credit notes'] a").flatMap((one) => one ?? []);
    const note = await readPage(noteLink, first);
    expect(note.texts("main tbody tr")[0]).toMatch(/Cancelled: the payment did not reach us\u22121,500\.00$/);
    expect((await renderPage(first, `${receipt}?note=CN-0`)).status).toBe(404);
    expect((await renderPage(first, `${receipt}?number=R-0`)).status).toBe(404);
    expect(await file()).toEqual([
      expect.stringMatching(/receipt,.*-00001,.*1500,"Cheque 000123, KCB, account ending 4417",KRA\/1$/),
      expect.stringMatching(/credit note,CN-.*-00001,.*-00001,.*-1500,CHEQUE-KCB-4417-123,$/),
      expect.stringMatching(/receipt,.*-00002,.*1500,SG722NMVXQ,$/),
    ]);
    expect(await did()).toEqual(["payment-entered", "payment-confirmed", "payment-void"]);
    await expectSums();
  });

  test("leaves what else was paid: a part stays, and a second payment takes its place", async () => {
    const [part, twice] = [await billFor({ "duka.co.ke": 1500 }), await billFor({ "shamba.co.ke": 900 })];
    await arrive({ amountKsh: 500, reference: part.reference, confirmedBy: "token" });
    await countCheque(part.reference, "1000");
    await post(wanjiku, CHEQUE, "void", { ksh: "1000" });
    expect(await rows(`select paid_ksh, paid_at from bills where id = '${part.id}'`)).toEqual([
      { paid_ksh: 500, paid_at: null },
    ]);
    const cash = { number: "17", takenBy: "W", paidAt: today(), ksh: "900", reference: twice.reference };
    await post(wanjiku, "", "enter-cash", cash);
    await post(baraka, "CASH-17", "confirm", { ksh: "900", expectedKsh: "900" });
    await arrive({ code: "PAIDTWICE2", amountKsh: 900, reference: twice.reference, confirmedBy: "token" });
    const number = async () =>
      (await rows(`select paid_ksh, surplus_ksh, number from bills where id = '${twice.id}'`))[0];
    const before = await number();
    expect(before).toMatchObject({ paid_ksh: 900, surplus_ksh: 900 });
    await post(wanjiku, "CASH-17", "void", { ksh: "900" });
    // Its receipt named the cash.
    expect(await number()).toEqual({ paid_ksh: 900, surplus_ksh: 0, number: expect.stringMatching(/-00003$/) });
    expect(await readReceipt(twice.id)).toMatchObject({
      ok: true,
      value: { paid_with: [{ code: "PAIDTWICE2" }], notes: [] },
    });
    expect(await payment("PAIDTWICE2")).toMatchObject({ state: "counted" });
    expect(await rows("select from credit_notes")).toHaveLength(2);
    expect(await totals()).toEqual({ issued: 900, paid: 900 });
    await expectSums();
  });

  test("after an order failed asks for the other one only; after money went back the site refuses in words", async () => {
    const { id, reference } = await billFor({ "duka.co.ke": 1500, "shamba.co.ke": 500 });
    await countCheque(reference, "2000");
    await database.query("update orders set status = 'failed' where domain = 'shamba.co.ke'");
    await post(wanjiku, CHEQUE, "void", { ksh: "2000" });
    expect(await bill()).toMatchObject({ amount_ksh: 1500, paid_ksh: 0, number: null });
    expect(await rows("select sum(refund_due_ksh)::int as due from orders")).toEqual([{ due: 0 }]);
    expect((await readPage(`/dashboard/orders/pay/${id}`, first)).texts(".bill-sum")).toEqual(["KSh 1,500"]);
    await database.query("update payments set state = 'counted'");
    await database.query("update bills set refunded_ksh = 500");
    expect(await said(wanjiku, CHEQUE, "void", { ksh: "2000" })).toEqual([
      409,
      expect.stringContaining("sent back already"),
    ]);
  });

  test("is not for M-PESA's payments, nor for one that does not count", async () => {
    const { reference } = await billFor({ "duka.co.ke": 1500 });
    await arrive({ reference, confirmedBy: "token" });
    expect(await page(`${LIST}/${CODE}`)).not.toContain("It was not paid");
    expect((await said(wanjiku, CODE, "void", { ksh: "1500" }))[0]).toBe(409);
    await post(wanjiku, "", "enter-cash", { number: "17", takenBy: "W", paidAt: today(), ksh: "900", reference: "" });
    expect((await said(wanjiku, "CASH-17", "void", { ksh: "900" }))[0]).toBe(409);
    expect(await payment()).toMatchObject({ state: "counted" });
  });
});
