import { trailWords } from "#app/desk/log-words.ts";
import type { OtherMessage, OtherOrder } from "#app/desk/other-rows.ts";
import { type TrailLine, whenWords } from "#app/desk/trail.ts";
import { dateOf, dayNumber } from "#app/platform/text/nairobi-day.ts";
import type { ServiceState } from "#app/services/service.ts";
import type { Order } from "./order.ts";
import { stateWords, WISHES } from "./order-words.ts";

type Note = { author: string; body: string; at: string };

/** An order as its page at the desk shows it. */
export type DeskOrder = Order & {
  userId: string;
  /** The member of staff who has it or ended it. */
  takenBy: string | null;
  takenName: string | null;
  /** What was chosen, without a transfer's code. */
  payload: Record<string, unknown>;
  hasCode: boolean;
  /** It is on a bill. Refunds are then entered at the payment. */
  hasBill: boolean;
  /** The site began to carry it out ten minutes ago or earlier and has not ended it. */
  isAbandoned: boolean;
  /** When its bill was paid (ISO 8601); null if it is not paid or has no bill. */
  paidAt: string | null;
  /** Until when staff may reopen it (ISO 8601); null if they may not. */
  reopensUntil: string | null;
  /** The code of the last payment that counts for its bill. */
  paymentCode: string | null;
  /** The phone that last paid by a payment prompt (E.164); null if none did, or after 30 days. */
  payerPhone: string | null;
  /** The customer cancelled it. */
  isCancelled: boolean;
  /**
   * What it sets up, extends or makes larger; null for an order of a name. `laterKsh`: what was paid for later years and
   * upgrades.
   */
  service: { id: string; state: ServiceState; laterKsh: number } | null;
  /** The customer's newest other orders and messages. */
  otherOrders: OtherOrder[];
  messages: OtherMessage[];
  /** From when staff may take an order that the site carries out (ISO 8601); null for others. */
  abandonedAt: string | null;
  /** Null if the account is gone. Customers typed their name and phone; nobody has checked them. */
  customer: { email: string; name: string | null; phone: string | null } | null;
  /** The row of the order's domain; null if we have none. `expiryDate` is as the database wrote it. */
  owned: { isOwn: boolean; expiryDate: string; sslStatus: string | null } | null;
  /** What staff did, the newest first; `staff` is the id of who did it. Their notes are in `notes`, the newest first too. */
  trail: (TrailLine & { staff: string })[];
  notes: Note[];
};

/**
 * What became of a change. "same": the form was sent twice. "lost": somebody else has the order, or its state does not allow
 * the change any more. "name": another customer has the name. "moved": its last day is not the one that the form showed.
 * "nameless": the customer has no such name. "paying": money came for its bill or may be on its way. "shared": its bill has
 * other orders. "again": the customer ordered the same later. "refunded": its money was paid back or kept as credit. "server":
 * the hosting server is at work on it. "service": it is done at its service, with the way in. "ended": its service has ended,
 * or will. "differs": its service does not allow it now. "years": the paid years differ from those of a larger plan's price.
 * Source: the functions of the migration desk_orders.
 */
export const ORDER_CHANGES = [
  "done",
  "same",
  "lost",
  "name",
  "moved",
  "nameless",
  "paying",
  "shared",
  "again",
  "refunded",
  "server",
  "service",
  "ended",
  "differs",
  "years",
] as const;
export type OrderChange = (typeof ORDER_CHANGES)[number];

export const FAILURES = ["taken", "refused", "papers", "code", "locked", "unpaid", "cancelled", "other"] as const;
/** Why an order was not done: what the customer reads, if nothing else is typed. */
export const FAILURE_REASONS: Record<(typeof FAILURES)[number], string> = {
  taken: "Somebody else has this name now",
  refused: "The registry refused it",
  papers: "We did not get the papers that the registry wants",
  code: "The transfer code is wrong. Ask your current provider for a new one",
  locked: "Your current provider has locked the name. Ask them to unlock it, then order again",
  unpaid: "We did not get your payment in time",
  cancelled: WISHES.told,
  other: "",
};

/**
 * Which forms an order offers a member of staff. `takesPayments`: customers pay on the site. Source: docs/product/desk.md, "The
 * desk".
 */
export function offeredForms(order: DeskOrder, me: string, takesPayments: boolean) {
  const { status, takenBy, priceKsh, refundDueKsh, refundedAt, isAbandoned, hasCode, hasBill, bill } = order;
  const { reopensUntil, service } = order;
  const isOpen = status === "requested" || status === "processing";
  const isMine = status === "processing" && takenBy === me;
  return {
    take: status === "requested" || isAbandoned,
    "give-back": isMine,
    // Sends the bill of an order that was not paid when it was ordered.
    accept: takesPayments && (status === "requested" || isMine) && priceKsh > 0 && !hasBill,
    price: isOpen && priceKsh === 0 && (takenBy === null || isMine),
    reprice: takesPayments && (status === "requested" || isMine) && bill?.isPaid === false && bill.paidKsh === 0,
    // An order that nobody has taken can be ended at once. One that begins a service is done at the service, with the way in.
    done: (status === "requested" || isMine || isAbandoned) && service?.state !== "ordered",
    failed: status === "requested" || isMine || isAbandoned,
    code: isMine && hasCode,
    refund: !isOpen && refundDueKsh === 0 && priceKsh > 0 && !hasBill,
    // The refund of an order on a bill is entered at the payment.
    refunded: refundDueKsh > 0 && refundedAt === null && !hasBill,
    reopen: reopensUntil !== null,
    note: true,
  };
}
export type OrderForm = keyof ReturnType<typeof offeredForms>;

/**
 * Returns what the customer would read after a button is pressed, as a preview beside it. A refund is shown with the whole
 * price.
 */
export function wordsAfter(order: DeskOrder, form: OrderForm, now: Date, takesPayments: boolean): string {
  const at = now.toISOString();
  const billed = { bill: { id: "", isPaid: false, paidKsh: 0, missingKsh: order.priceKsh } };
  switch (form) {
    case "take":
      return stateWords({ ...order, status: "processing", takenAt: at });
    case "give-back":
      return stateWords({ ...order, status: takenFrom(order), takenAt: null });
    case "price":
      return stateWords({ ...order, priceNamedAt: at, ...(takesPayments && billed) });
    case "accept":
      return stateWords({ ...order, ...billed });
    case "done":
      return stateWords({ ...order, status: "done", takenAt: at });
    case "failed":
      return stateWords({
        ...order,
        status: "failed",
        reason: FAILURE_REASONS.taken,
        refundDueKsh: order.bill?.isPaid ? order.priceKsh : 0,
      });
    case "refund":
      return stateWords({ ...order, refundDueKsh: order.priceKsh });
    case "reopen":
      return stateWords({ ...order, status: "processing", takenAt: at });
    case "refunded":
      return stateWords({ ...order, refundedAt: at });
    default:
      return stateWords(order);
  }
}

/**
 * Returns the date that a name had before this renewal of it was done (ISO 8601). Undefined for other orders, if the site did
 * it, or if the name does not have the date of the renewal any more.
 */
export function dateBefore({ kind, status, owned, trail }: DeskOrder): string | undefined {
  const detail = trail.find(({ did }) => did === "order-done")?.detail;
  const isUnchanged = owned?.isOwn && dateOf(dayNumber(new Date(owned.expiryDate))).iso === detail?.until;
  return kind === "renew" && status === "done" && isUnchanged && typeof detail?.from === "string"
    ? detail.from
    : undefined;
}

/** The state of an order that is given back: "processing" if it was taken from the site, which may have carried it out. */
function takenFrom({ trail }: DeskOrder): "requested" | "processing" {
  return trail.find(({ did }) => did === "order-taken")?.detail.from === "processing" ? "processing" : "requested";
}

/** Returns why a change came too late: "Njeri took this order at 14:05". `me` is who reads it. */
export function lostWords(order: DeskOrder, me: string, now: Date): string {
  const last = order.trail.find(({ did }) => did !== "order-code-shown");
  if (last) {
    const who = last.staff === me ? "You" : last.who;
    return `${who} ${trailWords(last.did, {}, "this order")} ${whenWords(new Date(last.at), now)}`;
  }
  const at = whenWords(new Date(order.updatedAt), now);
  if (order.status === "processing") return `The site has been carrying it out since ${at.replace(/^at /, "")}`;
  if (order.status === "requested") return "It is not in your hands";
  return `${order.isCancelled ? "The customer cancelled" : "The site ended"} it ${at}`;
}
