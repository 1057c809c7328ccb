import type { Price } from "./money.ts";
import type { Step } from "./order-steps.ts";

/** Everything that costs money is an order (docs/product.md, "Orders"). */
export const ORDER_KINDS = ["renew", "certificate", "register", "transfer", "hosting"] as const;
export type OrderKind = (typeof ORDER_KINDS)[number];

export const ORDER_STATES = ["requested", "processing", "done", "failed"] as const;
export type OrderState = (typeof ORDER_STATES)[number];

/** The most years that any registry allows; each ending has its own limit in the price list. */
export const MAX_YEARS = 10;
/** Hosting is ordered by the year and priced by the month. */
export const HOSTING_MONTHS = 12;

/** Names of the order kinds in lists. */
export const ORDER_NAMES: Record<OrderKind, string> = {
  renew: "Renewal",
  certificate: "SSL certificate",
  register: "Registration",
  transfer: "Transfer to us",
  hosting: "Hosting",
};

/** One choice of an offer. `price` covers all of it, or with `isYearly` a year; undefined if we must ask for the price first. */
export type Choice = { value: string; label: string; note?: string; price?: Price | undefined; isYearly?: boolean };

/** What a customer can order, with the price of each choice. */
export type Offer = {
  kind: OrderKind;
  /** The ASCII name. */
  domain: string;
  /** The name for display. */
  display: string;
  choices: Choice[];
  /** The preselected value. */
  chosen: string;
  /** All prices as one string. The form sends it back, which shows whether a price has changed since. */
  shown: string;
  /** Notes to read before ordering. */
  notes: string[];
  /** Sent to the provider at once, without a confirmation of the price. */
  isDirect: boolean;
  /** Paid by M-PESA on the page after ordering. */
  isPaidFirst?: true;
  /** When it is charged, above the button. */
  charge: string;
  steps: Step[];
  /** How to pay, in the agency's words. */
  payment: string;
};

/** A stored order. `createdAt` is ISO 8601; `priceKsh` is 0 if the price is not known yet. */
export type Order = {
  id: string;
  kind: OrderKind;
  domain: string;
  priceKsh: number;
  status: OrderState;
  /** Why it was not done, in our words. */
  reason: string | null;
  createdAt: string;
  /** Time of the last state change, or of the order; ISO 8601. */
  updatedAt: string;
  /** The bill that is paid before the order is carried out; only where the site takes payments. */
  bill?: OrderBill;
  /** When somebody of the agency took it or ended it (ISO 8601); null if nobody did. */
  takenAt: string | null;
  /** When the agency named the price of an order that had none (ISO 8601). */
  priceNamedAt: string | null;
  /** What the customer gets back, in whole shillings; 0 for nothing. */
  refundDueKsh: number;
  /** When it was paid back (ISO 8601). */
  refundedAt: string | null;
};

/** A bill as its orders show it: what is paid and what is still to be paid for all its orders, in whole KSh. */
export type OrderBill = { id: string; isPaid: boolean; paidKsh: number; missingKsh: number };

/**
 * Returns the number of an order that customers and the agency read: "W3F2A-91BC", the first eight digits of its id, so that the
 * agency finds its row. The letter keeps spreadsheets from reading "123E-0045" as a number and "DEC1-2026" as a day.
 */
export function orderNumber(id: string): string {
  return `W${id.slice(0, 4)}-${id.slice(4, 8)}`.toUpperCase();
}

export function isOrderKind(word: unknown): word is OrderKind {
  return ORDER_KINDS.some((kind) => kind === word);
}
