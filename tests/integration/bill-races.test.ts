import "./mpesa-settings.ts";
import { afterEach, expect, test, vi } from "vitest";
import { findLinkedBill } from "#app/orders/bills.table.server.ts";
import { readPayPage } from "#app/payments/pay-page.server.ts";
import { recordPayment } from "#app/payments/payments.table.server.ts";
import { billFor, database, PAYER, rows } from "./payment-fixtures.ts";

const NOW = Date.parse("2026-12-02T05:00:00Z");
const ISSUER = { vat_percent: 16, seller: { name: "Agency", address: "" }, what: {} };
const call = async (name: string, ...values: unknown[]) => {
  const given = values.map((_value, at) => `$${at + 1}`).join(", ");
  return (await database.query(`select ${name}(${given}) as is`, values))[0]?.is;
};
const pay = (reference: string, code: string, amount_ksh: number, more: object = {}) =>
  call(
    "record_payment",
    JSON.stringify({ code, amount_ksh, paid_at: "2026-12-02", source: "paybill", reference, ...more }),
  );

afterEach(() => {
  vi.useRealTimers();
});

test("an order that ended while a phone was asked leaves the bill when another one gets other years", async () => {
  // Its new price makes the old sum again.
  for (const ksh of [4000, 3000]) {
    const { id, reference } = await billFor({ [`gone${ksh}.co.ke`]: 1000, [`kept${ksh}.co.ke`]: 2000 });
    await database.query(
      "insert into payment_prompts (bill_id, user_id, phone_e164, amount_ksh, state) values ($1, $2, '678', 3000, 'sent')",
      [id, PAYER.id],
    );
    await database.query("update orders set status = 'failed' where domain = $1", [`gone${ksh}.co.ke`]);
    await database.query("update payment_prompts set asked_at = now() - interval '3 minutes'");
    const [kept] = await rows(`select id from orders where domain = 'kept${ksh}.co.ke'`);
    expect(await call("change_order_years", PAYER.id, kept?.id, 2, ksh)).toBe("done");
    await pay(reference, `PAID${ksh}AB`, ksh, { confirmed_by: "pull" });
    expect(await call("issue_receipt", id, JSON.stringify(ISSUER))).toMatchObject({
      gross_ksh: ksh,
      lines: [{ ksh }],
    });
  }
});

test("a typed code whose money was sent back keeps no bill from being cancelled", async () => {
  const { reference } = await billFor({ "duka.co.ke": 1500 });
  await database.query("update bills set typed_code = 'SG722NMVXQ'");
  await pay(reference, "SG722NMVXQ", 500);
  await call("return_payment", "SG722NMVXQ", null);
  const [order] = await rows("select id from orders");
  expect(await call("cancel_order", PAYER.id, order?.id)).toBe("done");
});

test("a bill that was opened again while its orders were carried out is carried out when it is paid", async () => {
  const { id, reference } = await billFor({ "duka.co.ke": 1500 });
  await database.query("update bills set claimed_until = now() + interval '1 minute'");
  expect(await call("finish_bill", id, "[]", "[]")).toBe(false);
  await pay(reference, "SG722NMVXQ", 1500, { confirmed_by: "pull" });
  expect(await rows("select fulfilled_at from bills")).toEqual([{ fulfilled_at: null }]);
});

test("what went back while a payment waited becomes a credit note of its receipt", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
  const { id, reference } = await billFor({ "duka.co.ke": 1500 });
  await pay(reference, "SG722NMVXA", 500, { confirmed_by: "pull" });
  await database.query("update orders set status = 'failed'");
  const staff = JSON.stringify({ id: PAYER.id, email: PAYER.email, session: PAYER.id });
  const back = JSON.stringify({ ksh: 500, way: "mpesa", code: "SG722BACKA" });
  expect(await call("desk_pay_back", staff, reference, "refund", back, 500)).toEqual({ outcome: "done" });
  // The transaction of the payment began before, and waited for the bill.
  vi.setSystemTime(NOW - 1000);
  await pay(reference, "SG722NMVXB", 1000, { confirmed_by: "pull" });
  await call("issue_receipt", id, JSON.stringify(ISSUER));
  expect(await rows("select gross_ksh from credit_notes")).toEqual([{ gross_ksh: 500 }]);
});

test("a bill whose sum arrives while its page is read never offers to pay", async () => {
  const { id, reference } = await billFor({ "duka.co.ke": 1500 });
  const read = await findLinkedBill(id);
  const before = read.ok ? read.value : null;
  expect(before?.paidKsh).toBe(0);
  const paidAt = "2026-11-20T09:00:00Z";
  await recordPayment({
    code: "SG722NMVXQ",
    amountKsh: 1500,
    paidAt,
    source: "paybill",
    reference,
    confirmedBy: "token",
  });
  const page = await readPayPage(before ?? { id }, 0);
  expect(page).toMatchObject({ ok: true, value: { state: "paid", missing: 0, status: undefined } });
});

test("the database says what is missing of a bill, whether it is open, and what is due back", async () => {
  const { id } = await billFor({ "duka.co.ke": 1500 });
  const stateAt = async (paid: number) => {
    await database.query("update bills set paid_ksh = $1", [paid]);
    const page = await readPayPage({ id }, 0);
    return page.ok && [page.value.state, page.value.missing, page.value.due.ksh];
  };
  expect(await Promise.all([await stateAt(0), await stateAt(300), await stateAt(1500)])).toEqual([
    ["open", 1500, 0],
    ["part", 1200, 0],
    ["paid", 0, 0],
  ]);
  await database.query("update bills set paid_ksh = 300");
  await database.query("alter table orders disable trigger bill_follows_order");
  await database.query("update orders set status = 'failed'");
  expect([await stateAt(300), await stateAt(0)]).toEqual([
    ["closed", 1200, 300],
    ["closed", 1500, 0],
  ]);
});

test("receipts are numbered by year, with at least five digits", async () => {
  await database.query("delete from receipt_numbers");
  const next = async () => (await database.query("select next_document_number('') as number"))[0]?.number;
  const year = new Date(Date.now() + 3 * 3600_000).getUTCFullYear();
  expect([await next(), await next()]).toEqual([`${year}-00001`, `${year}-00002`]);
  await database.query("update receipt_numbers set last = 123455");
  expect(await next()).toBe(`${year}-123456`);
});
