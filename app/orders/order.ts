import type { OfferKind, OrderKind, OrderState } from "#app/domains/order-kinds.ts";
import type { Price } from "#app/platform/money.ts";
import type { ServicePayload } from "#app/services/service-order.ts";
import type { Step } from "./order-steps.ts";

/** The most years that any registry allows; each ending has its own limit in the price list. */
export const MAX_YEARS = 10;

/**
 * One choice of an offer. `price` is for the whole choice or, if `isYearly`, for each year; undefined if we must ask for the
 * price first.
 */
export type Choice = { value: string; label: string; note?: string; price?: Price | undefined; isYearly?: boolean };

/**
 * The buttons of an order form. The label of the first one is `before` and `after`, with the sum between them, led by `joint`,
 * if the page knows the sum. `later`: the label of the second one, which orders without paying. Above `mostKsh` there is
 * only the second one.
 */
export type OrderButtons = { before: string; joint: string; after: string; later?: string; mostKsh?: number };

/** What a customer can order, with the price of each choice. */
export type Offer = {
  kind: OfferKind;
  /** The ASCII name. */
  domain: string;
  /** The name for display. */
  display: string;
  choices: Choice[];
  /** The preselected value. */
  chosen: string;
  /** The plan of mailboxes, which the URL of the form keeps. Their price is for one mailbox. */
  plan?: string;
  /** All prices as one string. The form posts the string, by which the server notices a price that changed meanwhile. */
  priceFingerprint: string;
  /** Notes to read before ordering. */
  notes: string[];
  /** Sent to the provider at once, without a confirmation of the price. */
  isDirect: boolean;
  /** Paid by M-PESA before it is carried out: its form asks for the phone, and sends the payment prompt. */
  isPaidFirst?: true;
  /** The sentence above the button that says when the customer is charged; empty without a price, or if the button says it. */
  charge: string;
  submit: OrderButtons;
  steps: Step[];
  /** How to pay, in the agency's words. */
  payment: string;
};

/** What was chosen with an order, without a transfer code. */
export type Chosen = ServicePayload & { years?: number | undefined };

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
  /** When a member of staff took it or ended it (ISO 8601); null if nobody did. */
  takenAt: string | null;
  /** When the agency named the price of an order that had none (ISO 8601). */
  priceNamedAt: string | null;
  /** What the customer gets back, in whole shillings; 0 for nothing. */
  refundDueKsh: number;
  /** When it was paid back (ISO 8601). */
  refundedAt: string | null;
  /** The service that it creates, extends or changes; only of orders that their customer reads. */
  serviceId?: string | null | undefined;
  /** What was chosen, if it was read. */
  chosen?: Chosen | undefined;
};

/** A bill as its orders show it: what is paid and what is still to be paid for all its orders, in whole KSh. */
export type OrderBill = {
  id: string;
  isPaid: boolean;
  paidKsh: number;
  missingKsh: number;
  /** The customer typed a code, which staff have not dealt with. */
  hasTyped?: true;
  /** What the customer asked to have sent back, and was not sent yet. */
  wantedBackKsh?: number;
  /** Its money is being confirmed or looked for: no page asks for it. */
  isOnItsWay?: true;
};
