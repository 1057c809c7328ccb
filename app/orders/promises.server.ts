import type { ServicePromises } from "#app/platform/brand.ts";
import { env } from "#app/platform/env.server.ts";
import type { Order } from "./order.ts";
import { orderRun } from "./order-run.server.ts";

/** The promises in the steps of an order. "How you pay" beside the steps says how to pay, unless the site takes payments. */
export const stepPromises = {
  answerTime: env.promises.answerTime,
  payment: env.payment.later,
};

/**
 * Returns by when orders are done, as part of a sentence: names that the site itself registers or renews at the provider need
 * no person; for all others it is the agency's promise, or "".
 */
export function doneWithin(orders: readonly Pick<Order, "kind" | "domain" | "priceKsh">[]): string {
  const isAtOnce = orders.every((order) => ["register", "renew"].includes(order.kind) && orderRun.isDirect(order));
  return isAtOnce && orders.length > 0 ? "typically in a few minutes" : env.promises.answerTime;
}

/** What the agency promises customers: its settings, or cautious defaults. */
export const promises: ServicePromises = env.promises;

/** How to pay, and whether prices include VAT: sentences for pages with prices; empty if the settings say neither. */
export const terms = [promises.payment, promises.vat].filter(Boolean).join(" ");
