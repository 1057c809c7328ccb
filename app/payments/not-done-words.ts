import type { OrderKind } from "#app/domains/order-kinds.ts";
import type { Order } from "#app/orders/order.ts";
import { formatKsh } from "#app/platform/money.ts";
import { dateOf, dayNumber } from "#app/platform/text/nairobi-day.ts";
import { type PayWay, paidByWords } from "./pay-ways.ts";

/** What did not happen to an order that was paid and could not be carried out. */
const NOT_DONE: Record<OrderKind, string> = {
  register: "Not registered",
  renew: "Not renewed",
  transfer: "Not moved",
  hosting: "Not set up",
  certificate: "SSL not put in place",
  mail: "Not set up",
  extend: "Not renewed",
  upgrade: "Plan not changed",
};

/** The longest reason that a heading has. */
const MOST_IN_TITLE = 70;
/** The first words of reasons that may stand within a sentence. A name keeps its capital letter. */
const COMMON_START = /^(?:The|It|We|You|Your|Somebody|Nobody|There|This)\b/;

/**
 * Returns what of a bill could not be done and why, as a heading without its full stop and the sentences below it; undefined if no
 * order failed. A short reason stands in the heading: "Not renewed: the registry refused it".
 */
export function notDoneWords(orders: readonly Pick<Order, "kind" | "status" | "reason">[]) {
  const failed = orders.filter(({ status }) => status === "failed");
  const [first] = failed;
  if (!first) return undefined;
  const reasons = [...new Set(failed.flatMap(({ reason }) => reason ?? []))].map(sentence);
  if (orders.length > 1) {
    const count = failed.length === orders.length ? "Your" : `${failed.length} of your ${orders.length}`;
    return { title: `${count} orders could not be done`, text: reasons.join(" ") };
  }
  const [, why = "", more = ""] = /^(.*?)[.!?](?: (.*))?$/s.exec(reasons[0] ?? "") ?? [];
  const title = NOT_DONE[first.kind];
  if (why === "" || why.length > MOST_IN_TITLE) return { title, text: reasons.join(" ") };
  const inside = COMMON_START.test(why) ? `${why[0]?.toLowerCase()}${why.slice(1)}` : why;
  return { title: `${title}: ${inside}`, text: more };
}

const sentence = (words: string) => (/[.!?]$/.test(words) ? words : `${words}.`);

type SentBack = { at: string; ksh: number; way: PayWay; code: string };
type Money = { code: string; amount_ksh: number; state: string; source: string };

/** Returns what went back of a bill, a sentence for each time. `payments`: those of the bill, of which some went back whole. */
export function sentBackWords(back: readonly SentBack[], payments: readonly Money[]): string[] {
  return [
    ...back.map(({ at, ksh, way, code }) => {
      const day = dateOf(dayNumber(new Date(at))).words;
      return `We sent your ${formatKsh(ksh)} back on ${day}, ${paidByWords({ source: way, code })}.`;
    }),
    ...payments
      .filter(({ state }) => state === "returned")
      .map(({ amount_ksh, ...money }) => `We sent your ${formatKsh(amount_ksh)} back, ${paidByWords(money)}.`),
  ];
}
