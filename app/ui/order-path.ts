import type { OrderKind } from "#app/model/order.ts";

/** Where something is ordered; without a name the page asks for it. */
export function orderPath(kind: OrderKind, domain?: string): string {
  return `/dashboard/orders/new?${new URLSearchParams({ kind, ...(domain !== undefined && { domain }) })}`;
}
