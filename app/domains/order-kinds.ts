/** What is ordered for a name, on the order page. */
export const OFFER_KINDS = ["register", "renew", "hosting", "mail", "transfer", "certificate"] as const;
export type OfferKind = (typeof OFFER_KINDS)[number];

/**
 * Everything that costs money is an order (docs/product/orders.md, "Orders"). "extend" and "upgrade": another year and a larger
 * plan of a service.
 */
export const ORDER_KINDS = [...OFFER_KINDS, "extend", "upgrade"] as const;
export type OrderKind = (typeof ORDER_KINDS)[number];

export const ORDER_STATES = ["requested", "processing", "done", "failed"] as const;
export type OrderState = (typeof ORDER_STATES)[number];

/** Names of the order kinds in lists. */
export const ORDER_NAMES: Record<OrderKind, string> = {
  renew: "Renewal",
  certificate: "SSL certificate",
  register: "Registration",
  transfer: "Transfer to us",
  hosting: "Hosting",
  mail: "Mailboxes",
  extend: "Next year",
  upgrade: "Larger plan",
};

/**
 * Returns the number of an order that customers and the agency read: "W3F2A-91BC", the first eight digits of its id, so that
 * the agency finds its row. The letter keeps spreadsheets from reading "123E-0045" as a number and "DEC1-2026" as a day.
 */
export function orderNumber(id: string): string {
  return `W${id.slice(0, 4)}-${id.slice(4, 8)}`.toUpperCase();
}

export function isOrderKind(word: unknown): word is OrderKind {
  return ORDER_KINDS.some((kind) => kind === word);
}

export function isOfferKind(word: unknown): word is OfferKind {
  return OFFER_KINDS.some((kind) => kind === word);
}

/** What staff do for an order of each kind. */
export const ORDER_TO_DO: Record<OrderKind, string> = {
  register: "Register",
  renew: "Renew",
  transfer: "Transfer to us",
  hosting: "Set up hosting",
  certificate: "Put the SSL certificate in place",
  mail: "Set up mailboxes",
  extend: "Renew the service",
  upgrade: "Change the plan",
};
