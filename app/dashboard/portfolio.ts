import { type ExpiryState, expiryOf } from "#app/domains/expiry.ts";
import type { OwnedDomain } from "#app/domains/owned-domain.ts";
import { renewalPriceOf } from "#app/orders/order-price.ts";
import type { DueName } from "#app/orders/renewals.ts";
import { addPrices, formatKsh, type Price } from "#app/platform/money.ts";
import { dateOf, dayNumber, monthName } from "#app/platform/text/nairobi-day.ts";

const MONTHS_AHEAD = 12;

/** The dashboard's figures. Source: docs/product/dashboard.md, "Dashboard". */
export type Portfolio = {
  all: number;
  /** `active` and not expired; `expired`; `other` is the rest. They add up to `all`. */
  active: number;
  expired: number;
  other: number;
  withPadlock: number;
  withDns: number;
  /** The price of renewing what is due for a year, and the last day of these domains; "" if nothing is due. */
  due: { ksh: number; by: string };
  /** Endings with the number of domains, most frequent first. */
  endings: { ending: string; count: number }[];
  /** The price of a year of all domains with us, and how many have no listed price. */
  yearly: Price;
  unpriced: number;
};

type PortfolioParts = { due: readonly DueName[]; hasPadlock: (domain: OwnedDomain) => boolean };

/** Returns the figures at a moment. Takes the domains sorted by expiry date, and those that are due. */
export function portfolioOf(owned: readonly OwnedDomain[], { due, hasPadlock }: PortfolioParts, now: Date): Portfolio {
  const domains = owned.map((domain) => ({ ...domain, expiry: expiryOf(new Date(domain.expiryDate), now) }));
  const count = (is: (domain: (typeof domains)[number]) => boolean) => domains.filter(is).length;
  const expired = count(({ expiry }) => expiry.state === "expired");
  const active = count(({ status, expiry }) => status === "active" && expiry.state !== "expired");
  const offered = due.filter((one) => one.state === "offered");
  const last = domains.findLast(({ name }) => offered.some((one) => one.name === name));
  const ours = domains.filter(({ held }) => held === "us");
  const prices = ours.flatMap((domain) => renewalPriceOf(domain) ?? []);
  return {
    all: domains.length,
    active,
    expired,
    other: domains.length - active - expired,
    withPadlock: owned.filter(hasPadlock).length,
    withDns: count(({ zoneId }) => zoneId !== null),
    due: { ksh: offered.reduce((sum, { price }) => sum + price, 0), by: last?.expiry.words ?? "" },
    endings: endingsOf(domains),
    yearly: addPrices(prices),
    unpriced: ours.length - prices.length,
  };
}

/** A month with the number of domains that expire in it, by urgency, and the price of renewing them for a year. */
export type ExpiryMonth = { name: string; ksh: number } & Record<ExpiryState, number>;

/**
 * Returns twelve months from the current one in Nairobi, with the domains that are renewed with us. Expired domains count in
 * the first, because they are due now.
 */
export function expiriesByMonth(domains: readonly OwnedDomain[], now: Date): ExpiryMonth[] {
  const first = dateOf(dayNumber(now)).month;
  const due = domains.flatMap((domain) => {
    if (domain.held === "elsewhere") return [];
    const expiry = expiryOf(new Date(domain.expiryDate), now);
    const month = expiry.state === "expired" ? first : monthOf(expiry.iso);
    return { state: expiry.state, ksh: renewalPriceOf(domain)?.ksh ?? 0, month };
  });
  return Array.from({ length: MONTHS_AHEAD }, (_, index) => {
    const count = (wanted: ExpiryState) =>
      due.filter(({ month, state }) => month === first + index && state === wanted).length;
    const ksh = due.reduce((sum, one) => sum + (one.month === first + index ? one.ksh : 0), 0);
    return {
      name: monthName(first + index),
      ksh,
      expired: count("expired"),
      soon: count("soon"),
      later: count("later"),
    };
  });
}

const SAID: Record<ExpiryState, string> = { expired: "expired", soon: "due soon", later: "to renew" };

/** Returns the months in words, for screen readers. */
export function yearWords(months: readonly ExpiryMonth[]): string {
  const said = months.flatMap((month) => {
    const parts = (["expired", "soon", "later"] as const)
      .filter((state) => month[state] > 0)
      .map((state) => `${month[state]} ${SAID[state]}`);
    return parts.length === 0 ? [] : [`${month.name}: ${parts.join(" and ")}, ${formatKsh(month.ksh)}`];
  });
  return `Renewals of the next twelve months. ${said.length > 0 ? said.join(", ") : "nothing to renew"}.`;
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
