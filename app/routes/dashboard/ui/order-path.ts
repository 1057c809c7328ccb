import type { OrderKind } from "#app/model/order.ts";

/** Where something is ordered; without a name the page asks for it. Of hosting the plan may be known, else it is "". */
export function orderPath(kind: OrderKind, domain?: string, plan = ""): string {
  const known = { ...(plan !== "" && { plan }), ...(domain !== undefined && { domain }) };
  return `/dashboard/orders/new?${new URLSearchParams({ kind, ...known })}`;
}
