import "./mpesa-settings.ts";
import { expect, test } from "vitest";
import { findLinkedBill } from "#app/orders/bills.table.server.ts";
import { readPayPage } from "#app/payments/pay-page.server.ts";
import { recordPayment } from "#app/payments/payments.table.server.ts";
import { billFor } from "./payment-fixtures.ts";

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
