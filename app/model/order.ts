import type { Price } from "./money.ts";
import type { Step } from "./order-steps.ts";

/** Everything that costs money is an order (docs/product.md, "Orders"). */
export const ORDER_KINDS = ["renew", "certificate", "register", "transfer", "hosting"] as const;
export type OrderKind = (typeof ORDER_KINDS)[number];

export const ORDER_STATES = ["requested", "processing", "done", "failed"] as const;
type OrderState = (typeof ORDER_STATES)[number];

/** What registries allow at most; each ending has its own limit in the price list. */
export const MAX_YEARS = 10;
/** Hosting is ordered by the year; its plans are priced by the month. */
export const HOSTING_MONTHS = 12;

/** What is ordered, in a list: "Renewal". */
export const ORDER_NAMES: Record<OrderKind, string> = {
  renew: "Renewal",
  certificate: "SSL certificate",
  register: "Registration",
  transfer: "Transfer to us",
  hosting: "Hosting",
};

/** One way to take an offer. `price` is for all of it; undefined when we have to ask for the price first. */
export type Choice = { value: string; label: string; note?: string; price?: Price | undefined };

/** What a customer may order, with the price of each choice. */
export type Offer = {
  kind: OrderKind;
  /** The name in ASCII, as it is stored. */
  domain: string;
  /** The same as a person reads it. */
  display: string;
  /** One, or several to choose from. */
  choices: Choice[];
  /** The one that is chosen at first. */
  chosen: string;
  /** All prices in one word: what comes back with the form says which prices its reader has seen. */
  shown: string;
  /** What else to know before ordering. */
  notes: string[];
  /** It is carried out at once, and not by a person after the price was confirmed. */
  isDirect: boolean;
  /** What will happen. */
  steps: Step[];
  /** How one pays, in the agency's words. */
  payment: string;
};

/** An order that was made. `createdAt` is ISO 8601; a price of 0 is one that we have still to name. */
export type Order = {
  id: string;
  kind: OrderKind;
  domain: string;
  priceKsh: number;
  status: OrderState;
  /** Why the provider refused it, in our words. */
  reason: string | null;
  createdAt: string;
  /** When its state changed at last, or it was made; ISO 8601. */
  updatedAt: string;
};

export function isOrderKind(word: unknown): word is OrderKind {
  return ORDER_KINDS.some((kind) => kind === word);
}
