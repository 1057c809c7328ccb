import type { ListedDomain } from "./listed-domain.ts";
import { addPrices, type Price } from "./money.ts";
import { dateOf, dayNumber, monthName } from "./nairobi-day.ts";

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
  /** How many the customer has to do something about. */
  needing: number;
  /** The name that expires next, and in how many days. */
  next?: { name: string; daysLeft: number };
  /** Each ending and how many names have it, the most frequent first. */
  endings: { ending: string; count: number }[];
  /** What a year of all of them costs, and how many have an ending without a listed price. */
  yearly: Price;
  unpriced: number;
};

/** Counts a customer's domains, which are sorted by the day they expire. */
export function portfolioOf(domains: readonly ListedDomain[]): Portfolio {
  const count = (is: (domain: ListedDomain) => boolean) => domains.filter(is).length;
  const expired = count(({ expiry }) => expiry.state === "expired");
  const active = count(({ status, expiry }) => status === "active" && expiry.state !== "expired");
  const next = domains.find(({ expiry }) => expiry.state !== "expired");
  return {
    all: domains.length,
    active,
    expired,
    other: domains.length - active - expired,
    withSsl: count(({ hasSsl }) => hasSsl),
    withDns: count(({ hasDns }) => hasDns),
    needing: count(({ status, expiry }) => status !== "active" || expiry.state !== "later"),
    ...(next && { next: { name: next.name, daysLeft: next.expiry.daysLeft } }),
    endings: endingsOf(domains),
    yearly: addPrices(domains.flatMap(({ renewal }) => renewal ?? [])),
    unpriced: count(({ renewal }) => renewal === undefined),
  };
}

export type Bead = "none" | "expired" | "soon" | "later";

/** The months from now on, each with the most urgent renewal in it, and the renewals themselves. */
export type YearAhead = {
  months: { name: string; bead: Bead; count: number }[];
  renewals: { name: string; iso: string; words: string; isSoon: boolean }[];
};

/**
 * The twelve months from the one that it is in Nairobi. What has expired stands in the first, because it is due now;
 * what expires after the twelve is left out.
 */
export function yearAhead(domains: readonly ListedDomain[], now: Date): YearAhead {
  const first = dateOf(dayNumber(now)).month;
  const dated = domains.map(({ name, expiry }) => ({ name, expiry, ...placeOf(expiry.iso) }));
  const months = Array.from({ length: MONTHS_AHEAD }, (_, index) => {
    const here = dated.filter(({ expiry, month }) => (expiry.state === "expired" ? first : month) === first + index);
    const bead = (["expired", "soon", "later"] as const).find((state) =>
      here.some(({ expiry }) => expiry.state === state),
    );
    return { name: monthName(first + index), bead: bead ?? ("none" as const), count: here.length };
  });
  const renewals = dated
    .filter(({ expiry, month }) => expiry.state !== "expired" && month < first + MONTHS_AHEAD)
    .map(({ name, expiry, words }) => ({ name, iso: expiry.iso, words, isSoon: expiry.state === "soon" }));
  return { months, renewals };
}

function placeOf(iso: string): { month: number; words: string } {
  const { month, withoutYear } = dateOf(dayNumber(new Date(iso)));
  return { month, words: withoutYear };
}

function endingsOf(domains: readonly ListedDomain[]): Portfolio["endings"] {
  const counts = new Map<string, number>();
  for (const { name } of domains) {
    const ending = name.slice(name.indexOf("."));
    counts.set(ending, (counts.get(ending) ?? 0) + 1);
  }
  return [...counts].map(([ending, count]) => ({ ending, count })).sort((one, other) => other.count - one.count);
}
