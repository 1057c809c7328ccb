import type { OrderKind, OrderState } from "#app/domains/order-kinds.ts";

/**
 * Returns whether the last year that a service got has a paid bill. Takes its orders, the newest first; without them it is taken
 * for paid. `isUnpaid`: without a paid bill. After its first order failed it is not: that money goes back. Source:
 * docs/product/services.md, "When the first order fails".
 */
export function isLastYearPaid(orders: readonly { kind: OrderKind; status: OrderState; isUnpaid: boolean }[]): boolean {
  const last = orders.find(
    ({ kind, status }) => kind !== "upgrade" && (status === "done" || (status === "failed" && kind !== "extend")),
  );
  return last === undefined || (last.status === "done" && !last.isUnpaid);
}
