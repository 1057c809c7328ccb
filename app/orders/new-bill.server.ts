import { randomBytes, randomUUID } from "node:crypto";
import { z } from "zod";
import { seal, unseal } from "#app/platform/abuse/site-seal.server.ts";
import { env } from "#app/platform/env.server.ts";
import { newReference } from "./bill-reference.ts";
import type { Order } from "./order.ts";
import type { NewBill } from "./orders.table.server.ts";

/** Whether customers pay on the site, by M-PESA. */
export const takesPayments = env.mpesa !== null;

/**
 * Returns whether an order is paid when it is ordered: a renewal with a price, hosting, mailboxes, what
 * concerns a service, and a name that the provider itself offers. Other orders get their bill at the desk, after staff have
 * checked them (desk_bill_order). Source: docs/product/payments.md, "Payments".
 */
export function isPayable({ kind, priceKsh }: Pick<Order, "kind" | "priceKsh">, isByHand = false): boolean {
  if (!env.mpesa || priceKsh <= 0) return false;
  if (kind === "register") return !isByHand;
  return kind !== "transfer" && kind !== "certificate";
}

/** Returns a bill for the orders with these ids, or undefined for none. */
export function billFor(orders: readonly Pick<Order, "id">[]): NewBill | undefined {
  return orders.length === 0 ? undefined : newBill(orders);
}

/** Returns a bill for the orders with these ids. */
export function newBill(orders: readonly Pick<Order, "id">[]): NewBill {
  return { id: randomUUID(), reference: newReference(randomBytes), orders: orders.map(({ id }) => id) };
}

/** Where a bill is paid, and what the page says first. */
export function payRedirect(billId: string) {
  return {
    to: `/dashboard/orders/pay/${billId}`,
    words: { title: "We have your order" },
  };
}

/** A mailed link works for sixty days. */
const LINK_MS = 60 * 24 * 3600_000;

const linkSchema = z.object({ payBill: z.uuid() });

/** Returns the mailed address at which a bill can be paid without signing in. */
export function payUrl(billId: string): string {
  return `${env.origin}/pay/${seal({ payBill: billId }, LINK_MS)}`;
}

/**
 * Returns the id of the bill that a mailed address names; undefined if this site did not make the address, or if it is too
 * old.
 */
export function billOfLink(token: string | undefined): string | undefined {
  return linkSchema.safeParse(unseal(token)).data?.payBill;
}
