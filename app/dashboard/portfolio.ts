import { type ExpiryState, expiryOf } from "#app/domains/expiry.ts";
import type { OwnedDomain } from "#app/domains/owned-domain.ts";
import type { Order } from "#app/orders/order.ts";
import { renewalPriceOf } from "#app/orders/order-price.ts";
import type { DueName } from "#app/orders/renewals.ts";
import { nextYearOf } from "#app/orders/service-offers.ts";
import { formatKsh } from "#app/platform/money.ts";
import { dateOf, dayNumber, monthName, startOfDay } from "#app/platform/text/nairobi-day.ts";
import { AFTER_SERVICE, countedFrom, dayOf, daysLeft, type Service } from "#app/services/service.ts";
import { nextYearPriceOf } from "#app/services/service-price.ts";

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
  /**
   * The price of renewing for a year what is due and not ordered, and until when: "due by 1 Jan 2027", "due now"; "" if there
   * is nothing. `isOrdered`: a due name is ordered, and may be paid.
   */
  due: { ksh: number; by: string; isOrdered: boolean };
  /** Endings with the number of domains, most frequent first. */
  endings: { ending: string; count: number }[];
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
  return {
    all: domains.length,
    active,
    expired,
    other: domains.length - active - expired,
    withPadlock: owned.filter(hasPadlock).length,
    withDns: count(({ zoneId }) => zoneId !== null),
    due: {
      ksh: offered.reduce((sum, { price }) => sum + price, 0),
      by: last ? (last.expiry.daysLeft < 0 ? "due now" : `due by ${last.expiry.words}`) : "",
      isOrdered: due.some(({ state }) => state === "ordered"),
    },
    endings: endingsOf(domains),
  };
}

/** A month with the number of renewals that are due in it, by urgency, and their price for a year. */
export type ExpiryMonth = { name: string; ksh: number } & Record<ExpiryState, number>;

/** What is renewed with us: when it ends, and its price for a year in whole shillings; 0 if the price is not listed. */
type Renewal = { ends: Date; ksh: number };

/** Returns the renewals of domains and services that are with us and not paid yet. Takes the customer's orders. */
export function renewalsOf(
  domains: readonly OwnedDomain[],
  services: readonly Service[],
  orders: readonly Order[],
  now: Date,
): Renewal[] {
  const today = dayNumber(now);
  const named = domains
    .filter(({ held }) => held !== "elsewhere")
    .map((domain) => ({ ends: new Date(domain.expiryDate), ksh: renewalPriceOf(domain)?.ksh ?? 0 }));
  const served = services.flatMap((service) => {
    const { id, endsOn, state, willEnd } = service;
    if (endsOn === null || willEnd || (state !== "active" && state !== "suspended")) return [];
    if (daysLeft(countedFrom(endsOn, service), today) < -AFTER_SERVICE.renewable) return [];
    if (nextYearOf(orders.filter(({ serviceId }) => serviceId === id)) === "paid") return [];
    return { ends: startOfDay(dayOf(endsOn)), ksh: nextYearPriceOf(service)?.ksh ?? 0 };
  });
  return [...named, ...served];
}

/**
 * Returns twelve months from the current one in Nairobi with what is to be renewed, the sum of their prices, and how many have
 * no listed price. What has ended counts in the first month, because it is due now.
 */
export function yearAhead(renewals: readonly Renewal[], now: Date) {
  const first = dateOf(dayNumber(now)).month;
  const due = renewals
    .map(({ ends, ksh }) => {
      const { state, iso } = expiryOf(ends, now);
      return { state, ksh, month: state === "expired" ? first : monthOf(iso) };
    })
    .filter(({ month }) => month < first + MONTHS_AHEAD);
  const months = Array.from({ length: MONTHS_AHEAD }, (_, index): ExpiryMonth => {
    const its = due.filter(({ month }) => month === first + index);
    const count = (wanted: ExpiryState) => its.filter(({ state }) => state === wanted).length;
    return {
      ...{ name: monthName(first + index), ksh: sumOf(its) },
      ...{ expired: count("expired"), soon: count("soon"), later: count("later") },
    };
  });
  return { months, ksh: sumOf(due), unpriced: due.filter(({ ksh }) => ksh === 0).length };
}

const sumOf = (some: readonly { ksh: number }[]) => some.reduce((sum, { ksh }) => sum + ksh, 0);

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
