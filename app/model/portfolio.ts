import { type ExpiryState, expiryOf } from "./expiry.ts";
import type { ListedDomain } from "./listed-domain.ts";
import { addPrices, type Price } from "./money.ts";
import { dateOf, dayNumber, monthName } from "./nairobi-day.ts";
import { renewalPriceOf } from "./order-price.ts";
import type { OwnedDomain } from "./owned-domain.ts";

const MONTHS_AHEAD = 12;

/** The figures of a dashboard. Source: docs/product.md, "Dashboard". */
export type Portfolio = {
  all: number;
  /** Active and not expired; expired; and the rest, which is neither. They add up to all. */
  active: number;
  expired: number;
  other: number;
  withSsl: number;
  withDns: number;
  /** In how many days the next one expires; none when there is none to come. */
  nextDays?: number;
  /** Each ending and how many names have it, the most frequent first. */
  endings: { ending: string; count: number }[];
  /** What a year of all of them costs, and how many have an ending without a listed price. */
  yearly: Price;
  unpriced: number;
};

/** Counts a customer's domains, which are sorted by the day they expire, at a moment. */
export function portfolioOf(owned: readonly OwnedDomain[], now: Date): Portfolio {
  const domains = owned.map((domain) => ({ ...domain, expiry: expiryOf(new Date(domain.expiryDate), now) }));
  const count = (is: (domain: (typeof domains)[number]) => boolean) => domains.filter(is).length;
  const expired = count(({ expiry }) => expiry.state === "expired");
  const active = count(({ status, expiry }) => status === "active" && expiry.state !== "expired");
  const next = domains.find(({ expiry }) => expiry.state !== "expired");
  const prices = domains.flatMap(({ name }) => renewalPriceOf(name) ?? []);
  return {
    all: domains.length,
    active,
    expired,
    other: domains.length - active - expired,
    withSsl: count(({ sslStatus }) => sslStatus === "active"),
    withDns: count(({ zoneId }) => zoneId !== null),
    ...(next && { nextDays: next.expiry.daysLeft }),
    endings: endingsOf(domains),
    yearly: addPrices(prices),
    unpriced: domains.length - prices.length,
  };
}

/** A month with how many names are to be renewed in it, by how urgent that is. */
export type Month = { name: string } & Record<ExpiryState, number>;

/** Twelve months from the one that it is in Nairobi. What has expired stands in the first, because it is due now. */
export function yearAhead(domains: readonly ListedDomain[], now: Date): Month[] {
  const first = dateOf(dayNumber(now)).month;
  const due = domains.map(({ expiry }) => ({
    state: expiry.state,
    month: expiry.state === "expired" ? first : monthOf(expiry.iso),
  }));
  return Array.from({ length: MONTHS_AHEAD }, (_, index) => {
    const count = (wanted: ExpiryState) =>
      due.filter(({ month, state }) => month === first + index && state === wanted).length;
    return { name: monthName(first + index), expired: count("expired"), soon: count("soon"), later: count("later") };
  });
}

function monthOf(iso: string): number {
  return Number(iso.slice(0, 4)) * 12 + Number(iso.slice(5, 7)) - 1;
}

function endingsOf(domains: readonly { name: string }[]): Portfolio["endings"] {
  const counts = new Map<string, number>();
  for (const { name } of domains) {
    const ending = name.slice(name.indexOf("."));
    counts.set(ending, (counts.get(ending) ?? 0) + 1);
  }
  return [...counts].map(([ending, count]) => ({ ending, count })).sort((one, other) => other.count - one.count);
}
