import { toDisplayName } from "./dns/display-name.ts";
import { expiryOf, relativeDay } from "./expiry.ts";
import { dayNumber } from "./nairobi-day.ts";
import { canBeRenewed, STEP_DAYS } from "./notices/renewal-step.ts";
import type { Choice, Order } from "./order.ts";
import { maxYearsOf, renewalPriceOf, yearChoices } from "./order-price.ts";
import type { OwnedDomain } from "./owned-domain.ts";

/** So many names are renewed by one press: at worst the provider is asked for each while its customer waits. */
export const MOST_RENEWED = 20;
/** A renewal that was done stands for so long for a date that nobody has moved yet, as in `is_renewal_ordered`. */
const SETTLED_DAYS = 30;

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
    const order = orders.find(({ kind, domain }) => kind === "renew" && domain === name);
    if (order && isUnderWay(order, now)) return [{ ...due, state: "ordered" }];
    if (!canBeRenewed(name, daysLeft)) return [{ ...due, state: "late" }];
    const price = renewalPriceOf(name);
    const choices = yearChoices(price && { first: price, after: price }, maxYearsOf(name));
    return [{ ...due, state: "offered", price: price?.ksh ?? 0, choices }];
  });
}

function isUnderWay({ status, updatedAt }: Order, now: Date): boolean {
  if (status === "done") return dayNumber(now) - dayNumber(new Date(updatedAt)) < SETTLED_DAYS;
  return status !== "failed";
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
