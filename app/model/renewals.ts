import { toDisplayName } from "./dns/display-name.ts";
import { expiryOf, relativeDay } from "./expiry.ts";
import { dateOf, dayNumber } from "./nairobi-day.ts";
import { canBeRenewed, STEP_DAYS } from "./notifications/renewal-step.ts";
import type { Choice, Order } from "./order.ts";
import { maxYearsOf, renewalPriceOf, yearChoices } from "./order-price.ts";
import { stateWords } from "./order-words.ts";
import type { OwnedDomain } from "./owned-domain.ts";

/** So many names are renewed by one press: at worst the provider is asked for each while its customer waits. */
export const MOST_RENEWED = 20;
/** A renewal that was done stands for so long for a date that nobody has moved yet, as in `is_renewal_ordered`. */
const SETTLED_DAYS = 30;
/** An order that is still open after so many days is overdue, as in `is_renewal_ordered`. */
const YOUNG_DAYS = 7;

/**
 * Whether a name can be renewed: it is offered, it has an order that stands, or it ended too long ago. `text` says why it is not
 * offered; `needsHelp`: only the agency can go on from there.
 */
export type RenewalStanding = { state: "offered" } | { state: "ordered" | "late"; text: string; needsHelp: boolean };

/**
 * The one rule that all pages share on whether the renewal of a name may be ordered. An open order of any age stands: the provider
 * may have carried it out. Takes the customer's orders, the newest first. Source: docs/product.md, "Orders".
 */
export function renewalStanding(
  { name, expiryDate }: Pick<OwnedDomain, "name" | "expiryDate">,
  orders: readonly Order[],
  now: Date,
): RenewalStanding {
  const { daysLeft } = expiryOf(new Date(expiryDate), now);
  const order = orders.find(({ kind, domain }) => kind === "renew" && domain === name);
  if (order && stands(order, daysLeft, now)) return ordered(order, now);
  if (canBeRenewed(name, daysLeft)) return { state: "offered" };
  return { state: "late", text: "It ended too long ago to be renewed here.", needsHelp: true };
}

/** A renewal that was done stands only while the last day is as near as before: else the name has its new one. */
function stands({ status, updatedAt }: Order, daysLeft: number, now: Date): boolean {
  if (status === "done") return daysLeft <= STEP_DAYS.before && daysSince(updatedAt, now) < SETTLED_DAYS;
  return status !== "failed";
}

function ordered(order: Order, now: Date): RenewalStanding {
  const isOverdue = order.status !== "done" && daysSince(order.createdAt, now) >= YOUNG_DAYS;
  const day = dateOf(dayNumber(new Date(order.createdAt))).words;
  const text = isOverdue ? `You ordered it on ${day}, and it is not done yet. Please ask us.` : stateWords(order);
  return { state: "ordered", text, needsHelp: isOverdue };
}

function daysSince(iso: string, now: Date): number {
  return dayNumber(now) - dayNumber(new Date(iso));
}

/** A name whose end is near or past. `price`: what a year of it costs, in KSh; 0 when we have to ask for it first. */
export type DueName = { name: string; display: string; ends: string } & (
  | { state: "offered"; price: number; choices: Choice[] }
  | { state: "ordered" | "late" }
);

/**
 * The names of a customer whose end is no further off than sixty days, the most urgent first: each can be renewed, is ordered
 * already, or has been over for too long. Takes their names, sorted by the day they expire, and their orders, the newest first.
 * Source: docs/product.md, "Orders".
 */
export function dueNames(owned: readonly OwnedDomain[], orders: readonly Order[], now: Date): DueName[] {
  return owned.flatMap(({ name, expiryDate }): DueName[] => {
    const { daysLeft, words } = expiryOf(new Date(expiryDate), now);
    if (daysLeft > STEP_DAYS.before) return [];
    const ends = `${daysLeft < 0 ? "expired" : "ends"} ${relativeDay(daysLeft)}, ${words}`;
    const due = { name, display: toDisplayName(name), ends };
    const { state } = renewalStanding({ name, expiryDate }, orders, now);
    if (state !== "offered") return [{ ...due, state }];
    const price = renewalPriceOf(name);
    const choices = yearChoices(price && { first: price, after: price }, maxYearsOf(name));
    return [{ ...due, state, price: price?.ksh ?? 0, choices }];
  });
}

/** What of a customer's due names stands on the page: those to renew as far as one press goes, and what is said of the others. */
export function renewalPage(due: readonly DueName[]) {
  const offered = due.flatMap((one) => (one.state === "offered" ? [one] : []));
  const shown = offered.slice(0, MOST_RENEWED);
  return {
    offered: shown,
    more: offered.length - shown.length,
    others: due.filter(({ state }) => state !== "offered"),
  };
}

export type OfferedName = ReturnType<typeof renewalPage>["offered"][number];
