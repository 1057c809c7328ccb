import { toDisplayName } from "#app/domains/display-name.ts";
import type { Link } from "#app/mail/mail-frame.ts";
import { formatKsh } from "#app/platform/money.ts";
import { dateOf } from "#app/platform/text/nairobi-day.ts";
import { AFTER_SERVICE, countedFrom, deletedFrom, type Service } from "#app/services/service.ts";
import { nextYearPriceOf, serviceWords } from "#app/services/service-price.ts";
import { dayWords, type NextYear, stopWords } from "#app/services/service-state.ts";
import type { ToPay } from "./order-mail.ts";
import { ON_ITS_WAY } from "./order-words.ts";
import { isReminder, type RenewalStep } from "./renewal-step.ts";

/**
 * A service that ends, in the customer's reminder. Days are dayNumbers. `toPay`: the open bill of the next
 * year; `isOnItsWay`: its money is being confirmed or looked for. `orderedOn`:
 * when the next year was ordered, if that order is still open. `nextYear`: how far that order is.
 */
export type EndingService = {
  service: Pick<Service, "id" | "domain" | "state" | "priceKsh" | "holdUntil" | "pricedOn" | "suspendedOn"> &
    Parameters<typeof nextYearPriceOf>[0];
  lastDay: number;
  step: RenewalStep;
  toPay?: (ToPay & { isOnItsWay: boolean }) | undefined;
  orderedOn?: number | undefined;
  nextYear: NextYear;
};

/** Returns "Deluxe hosting for njeri.co.ke". */
export function endingTitle({ service }: EndingService): string {
  return `${serviceWords(service)} for ${toDisplayName(service.domain)}`;
}

/** Returns what follows the last day, what the next year costs, and the number of its bill. */
export function endingLines(ending: EndingService, today: number): string[] {
  const { toPay, orderedOn } = ending;
  const isInWork = toPay === undefined && orderedOn !== undefined;
  const isPaid = ending.nextYear === "paid" ? ", and it is paid" : "";
  return [
    ...afterLines(ending, today),
    ...(isInWork
      ? [`You ordered the next year on ${dateOf(orderedOn).words}${isPaid}. We are working on it.`]
      : toPay?.isOnItsWay
        ? [ON_ITS_WAY]
        : priceLines(ending)),
    ...(toPay && !toPay.isOnItsWay ? [`Bill number: ${toPay.reference}.`] : []),
  ];
}

/** Returns the link to the bill or, without one, to the service. */
export function endingLink(ending: EndingService, origin: string): Link {
  const { service, toPay } = ending;
  const name = toDisplayName(service.domain);
  if (toPay) return { label: toPay.isOnItsWay ? `See the bill of ${name}` : `Pay for ${name}`, href: toPay.href };
  return { label: `See ${name}`, href: `${origin}/dashboard/services/${service.id}` };
}

function afterLines({ service, lastDay, step, nextYear }: EndingService, today: number): string[] {
  const from = countedFrom(dateOf(lastDay).iso, service);
  // As its page says it.
  const stop = nextYear === "paid" ? "It works on." : stopWords(service, dateOf(lastDay).iso, { today, nextYear });
  if (isReminder(step)) return step === "1" ? [stop] : [];
  const now = service.state === "suspended" ? "It does not work any more." : stop;
  if (nextYear === "paid") return [now];
  const lost =
    service.kind === "certificate"
      ? ""
      : ` From ${dayWords(deletedFrom(dateOf(lastDay).iso, service))} on we may delete what is in it.`;
  return [now, `You can renew it until ${dayWords(from, AFTER_SERVICE.renewable)}.${lost}`];
}

/** Both prices, if the year costs another sum than the one before; and what the customer chose for the next year. */
function priceLines({ service, toPay }: EndingService): string[] {
  const { priceKsh, nextPlan, nextSeats, plan, seats } = service;
  const ksh = toPay?.ksh ?? nextYearPriceOf(service)?.ksh;
  const next = { ...service, plan: nextPlan ?? plan, seats: nextSeats ?? seats };
  const isOther = nextPlan !== null || nextSeats !== null;
  return [
    ...(isOther ? [`From then on: ${serviceWords(next)}.`] : []),
    ksh === undefined
      ? "We tell you the price before anything is charged."
      : ksh === priceKsh || priceKsh === 0
        ? `Another year costs ${formatKsh(ksh)}.`
        : `Another year costs ${formatKsh(ksh)}. This year cost ${formatKsh(priceKsh)}.`,
  ];
}
