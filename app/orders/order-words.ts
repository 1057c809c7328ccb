import type { OrderKind } from "#app/domains/order-kinds.ts";
import { formatKsh } from "#app/platform/money.ts";
import { dateOf, dayNumber } from "#app/platform/text/nairobi-day.ts";
import { namesWords } from "#app/platform/text/words.ts";
import type { Order, OrderBill } from "./order.ts";
import type { OrderOutcome } from "./order-outcome.ts";

type Words = { title: string; text: string };

const DONE: Record<OrderKind, Words> = {
  renew: { title: "Your name is renewed", text: "The dashboard shows its new date." },
  certificate: { title: "Your certificate is ordered", text: "The provider puts it in place." },
  register: { title: "Your name is registered", text: "It is on your dashboard, where you can set up its DNS." },
  transfer: {
    title: "Your transfer is under way",
    text: "It takes a few days. Your website and mail stay where they are.",
  },
  hosting: { title: "Your hosting is ordered", text: "We e-mail you when it is set up." },
  mail: { title: "Your mailboxes are ordered", text: "We e-mail you when they are set up." },
  extend: { title: "Your service is renewed", text: "Its page shows the new last day." },
  upgrade: { title: "Your plan is changed", text: "Its last day stays the same." },
};
/** The titles for orders that staff have done. Only then is an order of these kinds complete. */
const DONE_BY_US: Partial<Record<OrderKind, string>> = {
  certificate: "Your certificate is in place",
  transfer: "Your name is with us now",
  hosting: "Your hosting is set up",
  mail: "Your mailboxes are set up",
};
const BILL = "We e-mail you the bill.";
const CHECKING = "We check it and e-mail you. You pay nothing yet.";
const NOTHING_CHARGED = "Nothing was charged.";
const PRICED = "We have e-mailed you the price. Answer that e-mail, and we go on.";
const UNPAID = "Not paid yet. We begin when it is paid.";
/** Of money that is being confirmed, and of a code that the customer typed. */
export const ON_ITS_WAY = "We look for your payment. Don’t pay again.";
const PAID = "Paid. We carry it out and e-mail you.";
const PAID_BACK = "What you have paid for it comes back to you.";
const LOOKING = "We are looking into it. It will not be ordered twice.";

/**
 * The fields that decide the words about an order. The `Partial` fields may be missing if staff have done nothing with the
 * order.
 */
export type WordedOrder = Pick<Order, "kind" | "status" | "reason"> &
  Partial<Pick<Order, "takenAt" | "priceNamedAt" | "refundDueKsh" | "refundedAt" | "bill">>;

type Cancellable = Pick<Order, "status" | "bill" | "priceKsh" | "takenAt">;

/**
 * Returns whether a customer may cancel an order: nothing of its bill is paid or on its way, or only its price was asked
 * for.
 */
export function mayCancel({ status, bill, priceKsh, takenAt }: Cancellable): boolean {
  if (status !== "requested" && status !== "processing") return false;
  if (bill) return !bill.isPaid && bill.paidKsh === 0 && !bill.isOnItsWay;
  return priceKsh === 0 && (status === "requested" || takenAt !== null);
}

/** Returns the state of an order as sentences for the customer. Source: docs/product/orders.md, "Orders". */
export function stateWords(order: WordedOrder): string {
  const { kind, status, reason, takenAt, priceNamedAt, bill } = order;
  switch (status) {
    case "requested":
      if (bill) return bill.isPaid ? PAID : unpaidWords(bill, kind);
      return priceNamedAt ? PRICED : CHECKING;
    case "processing":
      if (bill && !bill.isPaid) return unpaidWords(bill, kind);
      if (priceNamedAt && !bill) return PRICED;
      return takenAt
        ? "We are working on it. We e-mail you when it is done."
        : "It is under way, but not confirmed yet. We are following it up.";
    case "done": {
      const unpaid = bill?.isOnItsWay ? ON_ITS_WAY : isUnpaidOrder(order) && "It is still to be paid.";
      return [`${(takenAt && DONE_BY_US[kind]) || DONE[kind].title}.`, unpaid, refundWords(order)]
        .filter(Boolean)
        .join(" ");
    }
    case "failed":
      return refusedWords(
        reason ?? "It could not be done",
        refundWords(order) ?? (bill?.isOnItsWay ? ON_ITS_WAY : bill && bill.paidKsh > 0 ? PAID_BACK : undefined),
      );
  }
}

/** Returns whether an order is still to be paid by its bill. Staff may have done it before, or its payment turned out void. */
export function isUnpaidOrder({ status, bill }: Pick<WordedOrder, "status" | "bill">): boolean {
  return bill?.isPaid === false && status !== "failed";
}

/** Why an order ended at its customer's own wish: they cancelled it on its page, or told the agency. */
export const WISHES = { cancelled: "You cancelled it", told: "You told us that you do not want it any more" };

/** Returns whether an order ended at its customer's wish. */
export const isWish = (reason: string | null) => Object.values(WISHES).includes(reason ?? "");

/** Returns the state of an order as one or two words with a tone. `owesKsh`: what its bill owes the customer, who has not chosen. */
export function stateBadge(order: WordedOrder, owesKsh = 0): { kind: "ok" | "warn" | "bad" | "neutral"; word: string } {
  const { kind, status, reason, takenAt, priceNamedAt, bill } = order;
  if (owesKsh > 0) return { kind: "neutral", word: "Money due back" };
  if (isUnpaidOrder(order)) {
    return bill?.isOnItsWay ? { kind: "neutral", word: "Checking payment" } : { kind: "warn", word: "To pay" };
  }
  if (status === "failed")
    return isWish(reason) ? { kind: "neutral", word: "Cancelled" } : { kind: "bad", word: "Not done" };
  if (status === "done" && (takenAt || !DONE_BY_US[kind])) return { kind: "ok", word: "Done" };
  if (priceNamedAt && !bill && status !== "done") return { kind: "warn", word: "Price sent" };
  return { kind: "neutral", word: status === "requested" && !bill ? "Being checked" : "Under way" };
}

/** Returns what an unpaid bill waits for. The next year of a service does not begin with its payment. */
export function unpaidWords({ isOnItsWay, paidKsh, missingKsh }: OrderBill, kind?: OrderKind): string {
  if (isOnItsWay) return ON_ITS_WAY;
  if (paidKsh > 0) {
    const begin = kind === "extend" ? "" : " We begin when the rest is paid.";
    return `${formatKsh(paidKsh)} of ${formatKsh(paidKsh + missingKsh)} is here.${begin}`;
  }
  return kind === "extend" ? "Not paid yet." : UNPAID;
}

/** Returns the link to an unpaid bill: its payment, unless its money is on its way. */
export function unpaidLink({ id, missingKsh, isOnItsWay }: OrderBill): { to: string; label: string } {
  return { to: `/dashboard/orders/pay/${id}`, label: isOnItsWay ? "See the bill" : `Pay ${formatKsh(missingKsh)}` };
}

/** Returns what the customer gets back, or undefined. */
export function refundWords({ refundDueKsh = 0, refundedAt }: Pick<WordedOrder, "refundDueKsh" | "refundedAt">) {
  if (refundDueKsh === 0) return undefined;
  if (!refundedAt) return `We pay you back ${formatKsh(refundDueKsh)}.`;
  return `We paid you back ${formatKsh(refundDueKsh)} on ${dateOf(dayNumber(new Date(refundedAt))).words}.`;
}

/** Returns that a bill owes its customer, who chooses what becomes of it. */
export const owedWords = (ksh: number) => `We owe you ${formatKsh(ksh)}.`;

/** Returns that the customer asked to have money of a bill sent back, which was not sent yet. */
export const wantedBackWords = (ksh: number) => `We send ${formatKsh(ksh)} back to you, as you asked.`;

/** Returns why an order was refused, as sentences, followed by `refund`: what is paid back, or that nothing was charged. */
export function refusedWords(reason: string, refund = NOTHING_CHARGED): string {
  return `${/[.!?]$/.test(reason) ? reason : `${reason}.`} ${refund}`;
}

/** Returns the price, or that we send it first. */
export function priceOrPromise(priceKsh: number): string {
  return priceKsh > 0 ? formatKsh(priceKsh) : "We e-mail you the price first";
}

/** Returns the message on the page after ordering. A failure appears at the form instead. */
export function orderedWords(
  kind: OrderKind,
  outcome: Exclude<OrderOutcome, { kind: "failed" }>,
): Words & { isUnsure?: boolean } {
  switch (outcome.kind) {
    case "review":
      return { title: "We have your order", text: CHECKING };
    case "server":
      return { title: "We have your order", text: "We set it up now, and e-mail you when it is ready." };
    case "unpaid":
      return { title: "We have your order", text: UNPAID };
    case "elsewhere":
      return { title: "You have ordered this already", text: "It is in the list. We did not order it twice." };
    case "done": {
      const { title, text } = DONE[kind];
      return { title, text: `${outcome.left === undefined ? text : "We do the rest for you."} ${BILL}` };
    }
    case "unknown":
      return { title: "We could not confirm it yet", text: LOOKING, isUnsure: true };
  }
}

/**
 * Returns the message after several renewals or registrations in one submission, with the total of those that were not refused;
 * the list below it shows the state of each. A `priceKsh` of 0 is unknown.
 */
export function severalWords(
  orders: readonly Pick<Order, "kind" | "domain" | "priceKsh">[],
  outcomes: readonly OrderOutcome[],
): Words & { isUnsure: boolean } {
  const isRenewal = orders[0]?.kind === "renew";
  const names = orders.map(({ domain }) => domain);
  const ordered = orders.filter((_order, index) => outcomes[index]?.kind !== "failed");
  const ksh = ordered.reduce((sum, { priceKsh }) => sum + priceKsh, 0);
  const unpriced = ordered.filter(({ priceKsh }) => priceKsh === 0).length;
  const count = (kind: OrderOutcome["kind"]) => outcomes.filter((outcome) => outcome.kind === kind).length;
  const [done, failed, unknown] = [count("done"), count("failed"), count("unknown")];
  const of = (some: number) => (some === names.length ? "" : ` ${some} of them`);
  const text = [
    `${isRenewal ? "Renewal" : "Registration"} of ${namesWords(names)}.`,
    ksh > 0 && `${formatKsh(ksh)}${ordered.length > 1 ? " together" : ""}.`,
    unpriced > 0 && `We still e-mail you the price of ${unpriced}.`,
    done > 0 && `${isRenewal ? "Renewed" : "Registered"} already:${of(done) || " all"}. ${BILL}`,
    done + failed + unknown < names.length && CHECKING,
    failed > 0 && `Not possible:${of(failed) || " all"}. ${NOTHING_CHARGED} The list says why.`,
    unknown > 0 && `We could not confirm${of(unknown) || " it"} yet. ${LOOKING}`,
  ];
  const title = names.length === 1 ? "We have your order" : `We have your ${names.length} orders`;
  return { title, text: text.filter(Boolean).join(" "), isUnsure: failed + unknown > 0 };
}
