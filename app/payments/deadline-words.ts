import type { Bill } from "#app/orders/bill.ts";
import type { Order } from "#app/orders/order.ts";
import { afterExpiryOf } from "#app/orders/order-price.ts";
import { dateOf, dayNumber } from "#app/platform/text/nairobi-day.ts";
import { AFTER_SERVICE, countedFrom, dayOf, type Service } from "#app/services/service.ts";

/** An unpaid bill ends so many days after it was opened; the bill of a larger plan ends sooner. */
const OPEN_DAYS = 30;
const UPGRADE_OPEN_DAYS = 3;
/** A part of the money, or a code that the customer typed, keeps a bill for so many days more. */
const KEPT_DAYS = 30;

type Known = {
  openedAt: string;
  now: Date;
  /** The last day of the one name that is renewed. */
  until: Date | undefined;
  service: Pick<Service, "state" | "endsOn" | "holdUntil" | "pricedOn"> | undefined;
  /** What keeps the bill longer: a part of it is paid, or the customer typed an M-PESA code. */
  keptBy: "part" | "typed" | undefined;
};

/**
 * Returns the day by which an unpaid bill should be paid in words ("26 Dec 2026"; "" if it is over), what follows without a
 * payment, and the last day on which it can be paid, as a dayNumber. Source: docs/product/payments.md, "Unpaid bills".
 */
export function deadlineWords([first, ...others]: readonly Order[], { openedAt, now, until, service, keptBy }: Known) {
  const opened = dayNumber(new Date(openedAt));
  const today = dayNumber(now);
  const end = opened + OPEN_DAYS + (keptBy ? KEPT_DAYS : 0);
  const afterEnd = keptBy === "part" ? "and what you paid comes back to you." : "and you owe nothing.";
  const due = (day: number, text: string) => ({ last: day, by: day < today ? "" : dateOf(day).words, text });
  if (!first || others.length > 0) return due(end, `Without a payment these orders end, ${afterEnd}`);
  const { kind, domain, status } = first;
  // Staff did it before it was paid, or its payment turned out void. Such a bill does not end.
  if (status === "done") {
    return { last: Math.max(end, today), by: "", text: "What you ordered is done, and still to be paid." };
  }
  if (kind === "register") return due(end, "Until it is paid, somebody else can register the name.");
  if (kind === "upgrade") return due(opened + UPGRADE_OPEN_DAYS, "Without a payment the plan stays as it is.");
  if (kind === "extend" && service?.endsOn) {
    const from = dayOf(countedFrom(service.endsOn, service));
    const last = from + AFTER_SERVICE.renewable;
    if (service.state === "suspended") return due(last, "It is off now, and works again when it is paid.");
    if (keptBy)
      return due(last, `${keptBy === "part" ? "A part is paid" : "You typed an M-PESA code"}, so it works until then.`);
    const stops = from + AFTER_SERVICE.stops;
    if (stops > today) return due(stops - 1, `Else it stops on ${dateOf(stops).words}.`);
    // No day is named: it should be paid at once.
    const can = stops === today ? "it stops today or in the next days" : "it can stop any day";
    return { last, by: "", text: `It still works, but ${can}.` };
  }
  if (kind === "renew" && until) {
    const last = dayNumber(until);
    if (last > end)
      return due(end, `Without a payment the order ends. The name stays yours until ${dateOf(last).words}.`);
    const renewable = last + (afterExpiryOf(domain)?.renewable ?? OPEN_DAYS);
    return { ...due(last, nameEnds(domain, last, today)), ...(last < today && { last: Math.min(end, renewable) }) };
  }
  return due(end, `Without a payment the order ends, ${afterEnd}`);
}

function nameEnds(name: string, last: number, today: number): string {
  const rule = afterExpiryOf(name);
  // The day by which to pay is the name's last day, so only an earlier one is named.
  const ended = last < today ? `The name ended on ${dateOf(last).words}.` : "";
  const stops = rule && last + rule.stops;
  const next =
    stops === undefined
      ? "Without a payment its website and mail may stop."
      : stops > today
        ? `The name stops on ${dateOf(stops).words}.`
        : "";
  return [ended, next].filter(Boolean).join(" ");
}

/** Returns what keeps an unpaid bill longer. Source: docs/product/payments.md, "Unpaid bills". */
export function keptBy({ paidKsh, typedCode }: Pick<Bill, "paidKsh" | "typedCode">): Known["keptBy"] {
  if (paidKsh > 0) return "part";
  return typedCode === null ? undefined : "typed";
}
