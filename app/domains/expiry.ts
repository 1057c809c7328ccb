import { dateOf, dayNumber } from "#app/platform/text/nairobi-day.ts";

const EXPIRING_SOON_DAYS = 30;

export type ExpiryState = "expired" | "soon" | "later";

/**
 * When a domain expires. `iso` and `words`: the day in Nairobi, for machines and for people. `daysLeft`: days until then,
 * negative afterwards. `state`: what follows from these days.
 */
export type Expiry = { iso: string; words: string; daysLeft: number; state: ExpiryState };

/**
 * Returns the expiry of a domain at a moment. Compares calendar days in Nairobi: a domain that expires today is not expired
 * yet. Below 0 days it is "expired", from 0 to 30 "soon". Source: docs/product/dashboard.md, "Dashboard".
 */
export function expiryOf(expires: Date, now: Date): Expiry {
  const day = dayNumber(expires);
  const daysLeft = day - dayNumber(now);
  const { iso, words } = dateOf(day);
  return { iso, words, daysLeft, state: stateOf(daysLeft) };
}

function stateOf(daysLeft: number): ExpiryState {
  if (daysLeft < 0) return "expired";
  return daysLeft <= EXPIRING_SOON_DAYS ? "soon" : "later";
}

/** "4 days ago", "yesterday", "today", "tomorrow", "in 12 days". */
export function relativeDay(daysLeft: number): string {
  if (daysLeft === 0) return "today";
  if (Math.abs(daysLeft) === 1) return daysLeft < 0 ? "yesterday" : "tomorrow";
  return daysLeft < 0 ? `${-daysLeft} days ago` : `in ${daysLeft} days`;
}
