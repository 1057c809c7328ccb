import { type ExpiryState, expiryOf } from "#app/domains/expiry.ts";
import type { ListedDomain, OwnedDomain } from "#app/domains/owned-domain.ts";
import { renewalPriceOf } from "#app/orders/order-price.ts";
import { addPrices, type Price } from "#app/platform/money.ts";
import { dateOf, dayNumber, monthName } from "#app/platform/text/nairobi-day.ts";

const MONTHS_AHEAD = 12;

/** The dashboard's figures. Source: docs/product/dashboard.md, "Dashboard". */
export type Portfolio = {
  all: number;
  /** `active` and not expired; `expired`; `other` is the rest. They add up to `all`. */
  active: number;
  expired: number;
  other: number;
  withSsl: number;
  withDns: number;
  /** Days until the next expiry; missing if there is none. */
  nextDays?: number;
  /** Endings with the number of domains, most frequent first. */
  endings: { ending: string; count: number }[];
  /** The price of a year of all domains, and how many have no listed price. */
  yearly: Price;
  unpriced: number;
};

/** Returns the figures at a moment. Takes the domains sorted by expiry date. */
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

/** A month with the number of domains that expire in it, by urgency. */
export type ExpiryMonth = { name: string } & Record<ExpiryState, number>;

/** Returns twelve months from the current one in Nairobi. Expired domains count in the first, because they are due now. */
export function expiriesByMonth(domains: readonly ListedDomain[], now: Date): ExpiryMonth[] {
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
