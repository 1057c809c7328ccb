import type { OrderKind } from "#app/model/order.ts";
import type { RenewalStanding } from "#app/model/renewals.ts";

/** Where something is ordered; without a name the page asks for it. Of hosting the plan may be known, else it is "". */
export function orderPath(kind: OrderKind, domain?: string, plan = ""): string {
  const known = { ...(plan !== "" && { plan }), ...(domain !== undefined && { domain }) };
  return `/dashboard/orders/new?${new URLSearchParams({ kind, ...known })}`;
}

/** Where a customer goes on whose name can't be renewed by another order: to the order that stands, or to somebody who can help. */
export function renewalLink({ needsHelp }: Exclude<RenewalStanding, { state: "offered" }>, domain: string) {
  return needsHelp
    ? { to: `/contact?${new URLSearchParams({ domain })}`, label: "Ask us about it" }
    : { to: "/dashboard/orders", label: "See the order" };
}
