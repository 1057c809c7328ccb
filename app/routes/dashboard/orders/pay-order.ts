import { redirectDocument } from "@remix-run/node";
import { z } from "zod";
import { findOwnBill } from "#app/orders/bills.table.server.ts";
import { payRedirect, takesPayments } from "#app/orders/new-bill.server.ts";
import { listBillOrders, type StoredOrder } from "#app/orders/orders.table.server.ts";
import { askSchema } from "#app/payments/schema.server.ts";
import { type PayableBill, startPrompt } from "#app/payments/start-prompt.server.ts";
import type { Supabase } from "#app/platform/database/client.api.server.ts";
import type { Account } from "#app/platform/http/account.ts";
import { redirectDocumentWithFlash } from "#app/platform/http/flash.server.ts";

/** Returns whether the button that also pays sent the form of an order. */
export function paysNow(typed: FormData): boolean {
  return takesPayments && typed.get("pay") === "now";
}

const notAsked = z.object({
  phone: z
    .unknown()
    .optional()
    .transform(() => ""),
});

/** The phone to which the form of an order has the prompt sent; any text if it sends none. */
export const phoneSchema = (isPaidNow: boolean) => (isPaidNow ? askSchema : notAsked);

/**
 * Sends the payment prompt of an order's new bill to a phone (E.164), and leads to the bill's page, which says what M-PESA
 * makes of it. If nothing could be sent, the page says why: the order is stored. `about`: the form. Source:
 * docs/product/payments.md, "Ordering and paying at once".
 */
export async function payOrder(bill: PayableBill, phone: string, about: string): Promise<Response> {
  const started = await startPrompt(bill, phone, { isFirst: true });
  const { to, words } = payRedirect(bill.id);
  if (started.kind !== "refused") return redirectDocument(`${to}?n=0`, 303);
  return redirectDocumentWithFlash(to, { about, ...words, text: started.message, isUnsure: true });
}

const AGAIN = { title: "You have ordered this already", text: "We did not order it twice. This is its bill." };

type Known = { billId: string; typed: FormData; about: string; account: Account; supabase: Supabase };

/**
 * Pays orders that exist already, because their form was sent before or in another tab: sends the prompt of their bill, unless
 * it has had one, and leads to its page. `isSame`: whether an order is one that the form asks for. If the bill has another
 * order, its sum is not what the customer agreed to, and nothing is sent. Undefined if the bill cannot be read.
 */
export async function payKnownOrders(
  { billId, typed, about, account, supabase }: Known,
  isSame: (order: StoredOrder) => boolean,
): Promise<Response | undefined> {
  const [bill, orders] = await Promise.all([findOwnBill(supabase, account.id, billId), listBillOrders(billId)]);
  if (!bill.ok || !bill.value || !orders) return undefined;
  const phone = askSchema.shape.phone.safeParse(typed.get("phone"));
  if (phone.success && orders.every(isSame)) return payOrder(bill.value, phone.data, about);
  return redirectDocumentWithFlash(payRedirect(billId).to, { about, ...AGAIN });
}
