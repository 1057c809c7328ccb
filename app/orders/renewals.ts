import { toDisplayName } from "#app/domains/display-name.ts";
import { expiryOf, relativeDay } from "#app/domains/expiry.ts";
import type { OwnedDomain } from "#app/domains/owned-domain.ts";
import { DONE_ORDER_DAYS, OPEN_ORDER_DAYS } from "#app/domains/renewal-days.ts";
import { dateOf, dayNumber } from "#app/platform/text/nairobi-day.ts";
import type { Choice, Order, OrderBill } from "./order.ts";
import { afterExpiryOf, maxRenewalYears, renewalPriceOf, yearChoices } from "./order-price.ts";
import { stateWords } from "./order-words.ts";
import { canBeRenewed, STEP_DAYS } from "./renewal-step.ts";

/** The most renewals in one submission: in the worst case the provider is called for each while the customer waits. */
export const MAX_RENEWALS = 20;

/**
 * Whether a domain can be renewed. "offered": it can. "ordered": its renewal is ordered already. "late": it expired too long
 * ago. "elsewhere": the customer renews it at another provider. `text` says why it is not offered. `needsHelp`: only the
 * agency can help. `unpaid`: the order's bill, if the customer has not paid it.
 */
export type RenewalStanding =
  | { state: "offered" }
  | { state: "ordered" | "late" | "elsewhere"; text: string; needsHelp: boolean; unpaid?: OrderBill };

/**
 * Returns whether the renewal of a domain can be ordered; all pages share this rule. An open order of any age blocks another,
 * because the provider may have carried it out. Takes the customer's orders, newest first. Source: docs/product/orders.md,
 * "Orders".
 */
export function renewalStanding(
  { name, expiryDate, held }: Pick<OwnedDomain, "name" | "expiryDate" | "held">,
  orders: readonly Order[],
  now: Date,
): RenewalStanding {
  const { daysLeft } = expiryOf(new Date(expiryDate), now);
  const order = orders.find(({ kind, domain }) => kind === "renew" && domain === name);
  if (order && isInForce(order, daysLeft, now)) return ordered(order, now);
  if (held === "elsewhere") return { state: held, text: "You renew it at your provider.", needsHelp: false };
  if (canBeRenewed(afterExpiryOf(name), daysLeft)) return { state: "offered" };
  return { state: "late", text: "It ended too long ago to be renewed here.", needsHelp: true };
}

/**
 * Returns whether an order still blocks another renewal. A completed renewal does so only while the expiry date is still near;
 * a later date shows that the renewal has moved it.
 */
function isInForce({ status, updatedAt }: Order, daysLeft: number, now: Date): boolean {
  if (status === "done") return daysLeft <= STEP_DAYS.before && daysSince(updatedAt, now) < DONE_ORDER_DAYS;
  return status !== "failed";
}

function ordered(order: Order, now: Date): RenewalStanding {
  const { bill } = order;
  if (bill && !bill.isPaid && order.status !== "done") {
    return { state: "ordered", text: stateWords(order), needsHelp: false, unpaid: bill };
  }
  const isOverdue = order.status !== "done" && daysSince(order.createdAt, now) >= OPEN_ORDER_DAYS;
  const day = dateOf(dayNumber(new Date(order.createdAt))).words;
  const text = isOverdue ? `You ordered it on ${day}, and it is not done yet. Please ask us.` : stateWords(order);
  return { state: "ordered", text, needsHelp: isOverdue };
}

function daysSince(iso: string, now: Date): number {
  return dayNumber(now) - dayNumber(new Date(iso));
}

/**
 * A domain that expires soon or has expired, or that was ticked. `price`: a year's price in KSh; 0 if we must ask for it first.
 * `isLater`: it is not paid with the others. "full": it is paid for the longest time already. "unavailable": it cannot be
 * registered, and `ends` says why.
 */
export type DueName = { name: string; display: string; ends: string } & (
  | { state: "offered"; price: number; choices: Choice[]; isLater?: boolean }
  | { state: "ordered" | "late" | "full" | "elsewhere" | "unavailable"; unpaid?: OrderBill | undefined }
);

/**
 * Returns the customer's domains with us that expire within sixty days or have expired, the most urgent first; with `picked`,
 * only these names, whenever they expire. Takes the domains sorted by expiry date and the orders newest first. Source:
 * docs/product/orders.md, "Orders".
 */
export function dueNames(
  owned: readonly OwnedDomain[],
  orders: readonly Order[],
  now: Date,
  picked: readonly string[] = [],
): DueName[] {
  const renewals = grouped(
    orders.filter(({ kind }) => kind === "renew"),
    ({ domain }) => domain,
  );
  return owned.flatMap(({ name, expiryDate, renewKsh, held }): DueName[] => {
    const { daysLeft, words } = expiryOf(new Date(expiryDate), now);
    if (picked.length > 0 ? !picked.includes(name) : daysLeft > STEP_DAYS.before) return [];
    const ends = `${daysLeft < 0 ? "expired" : "ends"} ${relativeDay(daysLeft)}, ${words}`;
    const due = { name, display: toDisplayName(name), ends };
    const standing = renewalStanding({ name, expiryDate, held }, renewals.get(name) ?? [], now);
    if (standing.state === "elsewhere" && picked.length === 0) return [];
    if (standing.state !== "offered") return [{ ...due, state: standing.state, unpaid: standing.unpaid }];
    const price = renewalPriceOf({ name, renewKsh });
    const most = maxRenewalYears(name, new Date(expiryDate), now);
    if (most === 0) return [{ ...due, state: "full" }];
    const choices = yearChoices(price && { first: price, after: price }, most);
    return [{ ...due, state: "offered", price: price?.ksh ?? 0, choices }];
  });
}

/** Returns what the renewal page shows of the due domains: those to renew, as many as one submission allows, and the others. */
export function renewalPage(due: readonly DueName[]) {
  const offered = due.flatMap((one) => (one.state === "offered" ? [one] : []));
  const shown = offered.slice(0, MAX_RENEWALS);
  return {
    offered: shown,
    more: offered.length - shown.length,
    others: due.filter(({ state }) => state !== "offered"),
  };
}

export type OfferedName = ReturnType<typeof renewalPage>["offered"][number];

/** Returns the items of each key in their order. */
export function grouped<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}
