import { ORDER_TO_DO, type OrderKind } from "#app/domains/order-kinds.ts";
import { LAPSING_DAYS } from "#app/domains/renewal-days.ts";
import { dateOf, dayNumber } from "#app/platform/text/nairobi-day.ts";

/** What waits for staff. In the order of the digest. */
export const WORK_KINDS = [
  "order",
  "order-stuck",
  "refund",
  "message",
  "closing",
  "step-off",
  "address",
  "credit",
  "school",
  "mail",
  "payment-held",
  "payment-unmatched",
  "payment-surplus",
  "payment-refund",
  "payment-part",
  "payment-claimed",
  "request",
  "name-differs",
  "name-missing",
  "name-moving",
  "lapsing",
] as const;
export type WorkKind = (typeof WORK_KINDS)[number];

export const WORK_PARTS = ["paid", "others", "domains"] as const;

/** One thing that waits. `since`: ISO 8601; `title`: what it is about, which a stranger may have typed; `taker`: who has it. */
export type WorkItem = {
  kind: WorkKind;
  id: string;
  title: string;
  since: string;
  /** The part of the list: paid orders come first, and nobody waits for domains that end soon. */
  part: (typeof WORK_PARTS)[number];
  taker: { id: string; name: string } | null;
  /** Of an order; null for other kinds. */
  orderKind: OrderKind | null;
};

/** Returns what somebody does next for a thing that waits: the first words of its row. */
export function nextStep({ kind, orderKind }: Pick<WorkItem, "kind" | "orderKind">): string {
  return kind === "order" && orderKind !== null ? ORDER_TO_DO[orderKind] : WORK_WORDS[kind].next;
}

type Words = {
  /** What somebody does next, in front of the title of its row. */
  next: string;
  /** What it is, on its row. */
  label: string;
  /** The one button of the row. */
  button: string;
  /** In the digest: "1 order", "2 orders". */
  one: string;
  many: string;
  /** `title`: as in WorkItem. */
  href: (id: string, title: string) => string;
};

/** The words of each kind. Source: docs/product/desk.md, "The work list". */
export const WORK_WORDS: Record<WorkKind, Words> = {
  order: {
    next: "Carry out",
    label: "Order",
    button: "Open",
    one: "order",
    many: "orders",
    href: (id) => `/desk/orders/${id}`,
  },
  "order-stuck": {
    next: "Look at the provider, then close",
    label: "Order that the site left unfinished",
    button: "Open",
    one: "order without an end",
    many: "orders without an end",
    href: (id) => `/desk/orders/${id}`,
  },
  refund: {
    next: "Pay back",
    label: "Refund due",
    button: "Open",
    one: "refund due",
    many: "refunds due",
    href: (id) => `/desk/orders/${id}`,
  },
  message: {
    next: "Answer",
    label: "Message",
    button: "Answer",
    one: "message without an answer",
    many: "messages without an answer",
    href: (id) => `/desk/messages/${id}`,
  },
  closing: {
    next: "Close the account",
    label: "Account to close",
    button: "Open",
    one: "account to close",
    many: "accounts to close",
    href: (id) => `/desk/people/${id}`,
  },
  "step-off": {
    next: "Confirm, after you have called",
    label: "Second step to disable",
    button: "Confirm",
    one: "second step to switch off",
    many: "second steps to switch off",
    href: (id) => `/desk/people/${id}`,
  },
  address: {
    next: "Confirm, after you have called",
    label: "Address to change",
    button: "Confirm",
    one: "address to change",
    many: "addresses to change",
    href: (id) => `/desk/people/${id}`,
  },
  credit: {
    next: "Confirm",
    label: "Credit to confirm",
    button: "Confirm",
    one: "credit to confirm",
    many: "credits to confirm",
    href: (id) => `/desk/people/${id}`,
  },
  school: {
    next: "Call",
    label: "School",
    button: "Call",
    one: "school",
    many: "schools",
    href: (id) => `/desk/schools/${id}`,
  },
  mail: {
    next: "Send again, or delete",
    label: "Failed mail",
    button: "Open",
    one: "failed mail",
    many: "failed mails",
    href: () => "/desk/mails",
  },
  "payment-held": {
    next: "Check where it arrived, then confirm",
    label: "Payment to confirm",
    button: "Confirm",
    one: "payment to confirm",
    many: "payments to confirm",
    href: (id) => `/desk/payments/${id}`,
  },
  "payment-unmatched": {
    next: "Match with a bill, or send back",
    label: "Payment without a bill",
    button: "Match",
    one: "payment without a bill",
    many: "payments without a bill",
    href: (id) => `/desk/payments/${id}`,
  },
  "payment-surplus": {
    next: "Send back, or keep as credit",
    label: "Paid too much",
    button: "Open",
    one: "payment that is too much",
    many: "payments that are too much",
    href: (id) => `/desk/payments/${id}`,
  },
  "payment-refund": {
    next: "Pay back",
    label: "Refund due on a bill",
    button: "Open",
    one: "refund due on a bill",
    many: "refunds due on bills",
    href: (id) => `/desk/payments/${id}`,
  },
  "payment-part": {
    next: "Call about what is missing",
    label: "Not paid in full",
    button: "Open",
    one: "bill not paid in full",
    many: "bills not paid in full",
    href: (id) => `/desk/payments/${id}`,
  },
  "payment-claimed": {
    next: "Look for it in the M-PESA portal",
    label: "Said to be paid",
    button: "Open",
    one: "payment that a customer told us of",
    many: "payments that customers told us of",
    href: (id) => `/desk/payments?q=${id}&state=todo`,
  },
  request: {
    next: "Do it at the registry",
    label: "Change at the registry",
    button: "Open",
    one: "request about a name",
    many: "requests about names",
    href: (id) => `/desk/requests/${id}`,
  },
  "name-differs": {
    next: "Compare with the provider",
    label: "The provider says otherwise",
    button: "Compare",
    one: "name that the provider has otherwise",
    many: "names that the provider has otherwise",
    href: (id) => `/desk/names/${id}`,
  },
  "name-missing": {
    next: "Ask the provider",
    label: "Not at the provider",
    button: "Open",
    one: "name that the provider does not have",
    many: "names that the provider does not have",
    href: (id) => `/desk/names/${id}`,
  },
  "name-moving": {
    next: "Ask the provider about the transfer",
    label: "Transfer for over a week",
    button: "Open",
    one: "transfer for over a week",
    many: "transfers for over a week",
    href: (id) => `/desk/names/${id}`,
  },
  lapsing: {
    next: "Remind",
    label: "Domain",
    button: "Remind",
    one: "name that ends soon",
    many: "names that end soon",
    href: (id, name) => `/desk/people/${id}?remind=${encodeURIComponent(name)}`,
  },
};

/** Returns the last day of a domain that ends soon and waits since this moment: "ends 6 Dec 2026". */
export function lastDayWords(since: string, now: Date): string {
  const last = dayNumber(new Date(since)) + LAPSING_DAYS;
  return `${last < dayNumber(now) ? "ended" : "ends"} ${dateOf(last).words}`;
}

/** How many things need staff in some areas of the desk, each counted to MOST_COUNTED and one more. */
export type WaitingCounts = { orders: number; messages: number; payments: number; mails: number };
/** Above it the navigation says "99+". The database has the same limit (desk_counts). */
export const MOST_COUNTED = 99;

/** What waits: the oldest things, and how many there are of each kind, also of those that are not in the list. */
export type Work = { items: readonly WorkItem[]; counts: Partial<Record<WorkKind, number>> };

/** Returns how many things of each kind wait in words, in the order of WORK_KINDS, and how many in all. */
export function countWork({ counts }: Pick<Work, "counts">): { words: string[]; all: number } {
  const found = WORK_KINDS.flatMap((kind) => {
    const count = counts[kind] ?? 0;
    const { one, many } = WORK_WORDS[kind];
    return count === 0 ? [] : [{ words: `${count} ${count === 1 ? one : many}`, count }];
  });
  return { words: found.map(({ words }) => words), all: found.reduce((sum, { count }) => sum + count, 0) };
}
