import type { Bill } from "#app/orders/bill.ts";
import { listBillOrders } from "#app/orders/orders.table.server.ts";
import { nowDate } from "#app/platform/clock.ts";
import { env } from "#app/platform/env.server.ts";
import { failure, type Result, success } from "#app/platform/result.ts";
import { readBillSnapshot } from "./bill-payments.table.server.ts";
import { deadlineWords, keptBy } from "./deadline-words.ts";
import { issuerOf } from "./issue-receipts.server.ts";
import { detailsOf } from "./pay-page.server.ts";
import { proformaWords } from "./proforma-words.ts";
import type { SheetWords } from "./receipt-words.ts";

/** What a bill's proforma invoice is: the sheet with the buyer, or only whether the bill is paid or closed. */
export type Proforma =
  | { state: "paid" | "closed" }
  | { state: "open"; sheet: SheetWords; isValid: boolean; buyerName: string; buyerPin: string };

/**
 * Returns the proforma invoice of a bill as the bill is now. Nothing is stored, and no number of a series is used. Source:
 * docs/product/payments.md, "Proforma invoices".
 */
export async function readProforma({ id }: Pick<Bill, "id">): Promise<Result<Proforma>> {
  const [orders, snapshot] = await Promise.all([listBillOrders(id), readBillSnapshot(id)]);
  if (!orders || !snapshot || !env.mpesa) {
    return failure(503, "We can’t read this bill right now. Please try again.");
  }
  const { bill, state } = snapshot;
  if (state === "paid" || state === "closed") return success({ state });
  const { shortcode, till, mostKsh } = env.mpesa;
  const issuer = issuerOf(orders);
  const lines = orders.map((order) => ({ what: issuer.what[order.id] ?? order.domain, ksh: order.priceKsh }));
  const mpesa = bill.missingKsh > mostKsh ? undefined : { value: till ?? shortcode, isTill: till !== undefined };
  const [now, its] = [nowDate(), await detailsOf(bill.userId, orders)];
  const { last } = deadlineWords(orders, { openedAt: bill.openedAt, now, ...its, keptBy: keptBy(bill) });
  const words = proformaWords(bill, lines, issuer, { mpesa, bank: env.bankAccount }, { last, now });
  return success({ state: "open", ...words, buyerName: bill.buyerName ?? "", buyerPin: bill.buyerPin ?? "" });
}
