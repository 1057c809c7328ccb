import type { OfferKind } from "#app/domains/order-kinds.ts";
import { unpaidLink } from "#app/orders/order-words.ts";
import type { RenewalStanding } from "#app/orders/renewals.ts";

/** The URL of a customer's domain. Its other pages are below it. */
export function domainPath(name: string): string {
  return `/dashboard/domains/${encodeURIComponent(name)}`;
}

/** The URL of the order page. Without a domain the page asks for it. `plan`: a hosting plan, "" if unknown. */
export function orderPath(kind: OfferKind, domain?: string, plan = ""): string {
  const known = { ...(plan !== "" && { plan }), ...(domain !== undefined && { domain }) };
  return `/dashboard/orders/new?${new URLSearchParams({ kind, ...known })}`;
}

/** The URL of the page that pays a bill, which has no scripts. */
export function payPath(bill: string): string {
  return `/dashboard/orders/pay/${bill}`;
}

/** The URL of the page of a service, which has no scripts. */
export function servicePath(id: string): string {
  return `/dashboard/services/${id}`;
}

/** The URL of the page that changes or cancels an unpaid order. */
export function changePath(order: string): string {
  return `/dashboard/orders/change/${order}`;
}

/** The link for a domain that cannot be renewed by a new order: to its bill, the existing order, or the contact form. */
export function renewalLink(
  { state, needsHelp, unpaid }: Exclude<RenewalStanding, { state: "offered" }>,
  domain: string,
) {
  if (state === "elsewhere") return { to: orderPath("transfer", domain), label: "Transfer it to us" };
  if (unpaid) return unpaidLink(unpaid);
  return needsHelp
    ? { to: `/contact?${new URLSearchParams({ domain })}`, label: "Ask us about it" }
    : { to: "/dashboard/orders", label: "See the order" };
}
