import { ORDER_TO_DO, type OrderKind } from "#app/domains/order-kinds.ts";
import { LAPSING_DAYS } from "#app/domains/renewal-days.ts";
import { dateOf, dayNumber } from "#app/platform/text/nairobi-day.ts";
import { WORK_KINDS, WORK_WORDS, type WorkKind } from "./work-words.ts";

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
  /** Of an order whose service is to be set up; null for others. */
  serviceId: string | null;
  /** The name of the customer, who may have typed anything; null if unknown. */
  customer: string | null;
  /** What an order costs, or the refund that is due; null for others. */
  ksh: number | null;
};

/** Returns what somebody does next for a thing that waits: the first words of its row. */
export function nextStep({ kind, orderKind }: Pick<WorkItem, "kind" | "orderKind">): string {
  return kind === "order" && orderKind !== null ? ORDER_TO_DO[orderKind] : WORK_WORDS[kind].next;
}

/** Returns the page where somebody does it. */
export function workHref({
  kind,
  id,
  title,
  serviceId,
}: Pick<WorkItem, "kind" | "id" | "title" | "serviceId">): string {
  return serviceId === null ? WORK_WORDS[kind].href(id, title) : `/desk/services/${serviceId}`;
}

/** Returns the last day of a domain that ends soon and waits since this moment: "ends 6 Dec 2026". */
export function lastDayWords(since: string, now: Date): string {
  const last = dayNumber(new Date(since)) + LAPSING_DAYS;
  return `${last < dayNumber(now) ? "ended" : "ends"} ${dateOf(last).words}`;
}

/** How many things need staff in some areas of the desk, each counted to MOST_COUNTED and one more. */
export type WaitingCounts = { orders: number; messages: number; payments: number; services: number; mails: number };
/** Above it the desk says "99+". The database has the same limit (desk_counts, and desk_work for domains that end soon). */
export const MOST_COUNTED = 99;

/** Returns a bounded count in words: "99+" above MOST_COUNTED. */
export function countedWords(count: number): string {
  return count > MOST_COUNTED ? `${MOST_COUNTED}+` : String(count);
}

/**
 * What waits: the oldest things, and how many there are of each kind, also of those that are not in the list. Domains that end soon
 * are counted to MOST_COUNTED and one more.
 */
export type Work = { items: readonly WorkItem[]; counts: Partial<Record<WorkKind, number>> };

/**
 * Returns how many things of each kind wait in words, in the order of WORK_KINDS, and how many in all: `all` at least,
 * `allWords` exactly ("12") or with the limit of the count ("112 or more").
 */
export function countWork({ counts }: Pick<Work, "counts">): { words: string[]; all: number; allWords: string } {
  const found = WORK_KINDS.flatMap((kind) => {
    const count = counts[kind] ?? 0;
    const { one, many } = WORK_WORDS[kind];
    const counted = kind === "lapsing" ? countedWords(count) : count;
    return count === 0 ? [] : [{ words: `${counted} ${count === 1 ? one : many}`, count }];
  });
  const all = found.reduce((sum, { count }) => sum + count, 0);
  const allWords = (counts.lapsing ?? 0) > MOST_COUNTED ? `${all} or more` : String(all);
  return { words: found.map(({ words }) => words), all, allWords };
}
