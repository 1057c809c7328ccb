import type { Order } from "#app/orders/order.ts";
import { afterExpiryOf } from "#app/orders/order-price.ts";
import { dateOf, dayNumber } from "#app/platform/text/nairobi-day.ts";
import { AFTER_SERVICE, countedFrom, dayOf, type Service } from "#app/services/service.ts";

/** An unpaid bill ends so many days after it was opened; the bill of a larger plan ends sooner. */
const OPEN_DAYS = 30;
const UPGRADE_OPEN_DAYS = 3;
/** A part of the money keeps a bill for so many days more. */
const PART_DAYS = 30;

type Known = {
  openedAt: string;
  now: Date;
  /** The last day of the one name that is renewed. */
  until: Date | undefined;
  service: Pick<Service, "state" | "endsOn" | "holdUntil" | "pricedOn"> | undefined;
  isPart: boolean;
};

/**
 * Returns the day by which an unpaid bill should be paid, as a dayNumber and in words ("26 Dec 2026"; "" if it is over), and what
 * follows without a payment.
 * Source: docs/product/payments.md, "Unpaid bills".
 */
export function deadlineWords([first, ...others]: readonly Order[], { openedAt, now, until, service, isPart }: Known) {
  const opened = dayNumber(new Date(openedAt));
  const end = opened + OPEN_DAYS + (isPart ? PART_DAYS : 0);
  const afterEnd = isPart ? "and what you paid comes back to you." : "and you owe nothing.";
  const due = (day: number, text: string) => ({ day, by: day < dayNumber(now) ? "" : dateOf(day).words, text });
  if (!first || others.length > 0) return due(end, `Without a payment these orders end, ${afterEnd}`);
  const { kind, domain } = first;
  if (kind === "register") return due(end, "Until it is paid, somebody else can register the name.");
  if (kind === "upgrade") return due(opened + UPGRADE_OPEN_DAYS, "Without a payment the plan stays as it is.");
  if (kind === "extend" && service?.endsOn) {
    const last = dayOf(countedFrom(service.endsOn, service));
    if (service.state === "suspended")
      return due(last + AFTER_SERVICE.renewable, "It is off now, and works again when it is paid.");
    if (isPart) return due(last + AFTER_SERVICE.renewable, "A part is paid, so it works until then.");
    const stops = last + AFTER_SERVICE.stops;
    if (stops < dayNumber(now)) return due(stops - 1, "It still works, but it can stop any day.");
    return due(stops - 1, `Without a payment it stops on ${dateOf(stops).words}.`);
  }
  if (kind === "renew" && until) {
    const last = dayNumber(until);
    if (last > end)
      return due(end, `Without a payment the order ends. The name stays yours until ${dateOf(last).words}.`);
    return due(last, nameEnds(domain, last, dayNumber(now)));
  }
  return due(end, `Without a payment the order ends, ${afterEnd}`);
}

function nameEnds(name: string, last: number, today: number): string {
  const rule = afterExpiryOf(name);
  const ends = `The name ${last < today ? "ended" : "ends"} on ${dateOf(last).words}.`;
  if (!rule) return `${ends} Without a payment its website and mail may stop.`;
  const stops = last + rule.stops;
  return stops > today ? `${ends} Without a payment it stops on ${dateOf(stops).words}.` : ends;
}
