import { registrar } from "#app/domains/registrar.api.server.ts";
import { mailSite } from "#app/mail/mail-site.server.ts";
import { env } from "#app/platform/env.server.ts";
import { dateOf, dayNumber } from "#app/platform/text/nairobi-day.ts";
import { isMailbox } from "#app/platform/text/one-line.ts";
import { AFTER_SERVICE, countedFrom, dayOf } from "#app/services/service.ts";
import { findFirstNames } from "./desk.table.server.ts";
import type { EndingService } from "./ending-service.ts";
import { payUrl } from "./new-bill.server.ts";
import { afterExpiryOf, isEndingByHand } from "./order-price.ts";
import { type ExpiringDomain, renewalMail } from "./renewal-mail.ts";
import { type CustomerToRemind, enqueueReminder, listCustomersToRemind } from "./renewal-reminders.table.server.ts";
import { isReminder, isSuppressedByOrder, type RenewalStep, renewalStep, SERVICE_STEPS } from "./renewal-step.ts";

type DueName = ExpiringDomain & { id: string };
/** Returns the last day (a dayNumber) of a domain at the provider; undefined if unknown. */
type LastDayOf = (name: string) => Promise<number | undefined>;

/**
 * The provider's last day may differ from ours by its clock or rules. A larger difference means that the domain was renewed
 * there.
 */
const TOLERANCE_DAYS = 31;

/**
 * Mails every customer about the domains and services that reached a new renewal step today, in Nairobi time. Any number of
 * processes may run it: the database ensures that each reminder is sent once. Returns false if something could not be read or
 * written, so that the run must be repeated. Source: docs/product/notifications.md, "Notifications".
 */
export async function sendRenewalReminders(now: Date, stopped?: AbortSignal): Promise<boolean> {
  const today = dayNumber(now);
  const lastDayOf = registrarLastDays();
  let isComplete = true;
  let afterId: string | undefined;
  while (!stopped?.aborted) {
    const customers = await listCustomersToRemind(today, afterId);
    if (!customers) return false;
    const firstNames = await findFirstNames(customers.map(({ email }) => email));
    for (const customer of customers) {
      if (stopped?.aborted) return false;
      const named = { ...customer, firstName: firstNames.get(customer.email) ?? "" };
      isComplete = (await remind(named, today, lastDayOf)) && isComplete;
    }
    afterId = customers.at(-1)?.id;
    if (afterId === undefined) return isComplete;
  }
  return false;
}

async function remind(
  customer: CustomerToRemind & { firstName: string },
  today: number,
  lastDayOf: LastDayOf,
): Promise<boolean> {
  if (!isMailbox(customer.email)) return true;
  const names: DueName[] = [];
  for (const one of dueNamesOf(customer, today)) {
    const registrarDay = isEndingByHand(one.name) ? undefined : await lastDayOf(one.name);
    const isRenewed = registrarDay !== undefined && registrarDay - one.lastDay > TOLERANCE_DAYS;
    if (!isRenewed) names.push(one);
  }
  const services = dueServicesOf(customer, today);
  if (names.length + services.length === 0) return true;
  const { id, email, firstName } = customer;
  const mail = renewalMail([...names, ...services], { to: email, firstName, customer: id, today, site: mailSite() });
  const reminders = {
    names: names.map(({ id, ...ending }) => ({ id, ...noticeOf(ending) })),
    services: services.map(({ service, lastDay, step }) => {
      return { id: service.id, expiresOn: countedFrom(dateOf(lastDay).iso, service), step };
    }),
  };
  return (await enqueueReminder(customer.id, { today, ...reminders, mail })) === "queued";
}

function noticeOf({ lastDay, step }: { lastDay: number; step: RenewalStep }) {
  return { expiresOn: dateOf(lastDay).iso, step };
}

/** What decides whether a step is due, beside its day. */
type Sent = { sentSteps: readonly RenewalStep[]; isOrdered: boolean };

/** Returns whether the customer has not been reminded of this step, and has not switched off that reminder. */
function isDue(step: RenewalStep, { sentSteps, isOrdered }: Sent, wantsReminders: boolean): boolean {
  if (sentSteps.includes(step) || (isOrdered && isSuppressedByOrder(step))) return false;
  return wantsReminders || !isReminder(step);
}

/** Returns the domains at a step of which the customer is to be reminded. */
function dueNamesOf({ names, wantsReminders }: CustomerToRemind, today: number): DueName[] {
  return names.flatMap(({ id, name, expiryDate, renewKsh, held, orderedOn, unpaidBill, ...sent }) => {
    const lastDay = dayNumber(new Date(expiryDate));
    const step = renewalStep(afterExpiryOf(name), lastDay - today);
    if (step === undefined || !isDue(step, sent, wantsReminders)) return [];
    const ordered = {
      ...(orderedOn !== null && { orderedOn: dayNumber(new Date(orderedOn)) }),
      ...(env.mpesa && unpaidBill && { bill: { href: payUrl(unpaidBill.id), isOnItsWay: unpaidBill.isOnItsWay } }),
    };
    return [{ id, name, lastDay, step, renewKsh, held, ...ordered }];
  });
}

/** Returns the services at a step of which the customer is to be reminded. */
function dueServicesOf({ services, wantsReminders }: CustomerToRemind, today: number): EndingService[] {
  return services.flatMap(({ endsOn, orderedOn, unpaidBill, sentSteps, isOrdered, ...service }) => {
    const lastDay = dayOf(endsOn);
    const step = renewalStep(AFTER_SERVICE, dayOf(countedFrom(endsOn, service)) - today, SERVICE_STEPS);
    if (step === undefined || !isDue(step, { sentSteps, isOrdered }, wantsReminders)) return [];
    const toPay = env.mpesa && unpaidBill ? { href: payUrl(unpaidBill.id), ...unpaidBill } : undefined;
    const nextYear = unpaidBill ? (unpaidBill.isKept ? "kept" : "unpaid") : orderedOn === null ? undefined : "paid";
    return [{ service, lastDay, step, toPay, nextYear, orderedOn: orderedOn === null ? undefined : dayOf(orderedOn) }];
  });
}

/**
 * Returns a function that fetches all domains from the provider at its first use, because one call for each domain would
 * exceed the rate limit.
 */
function registrarLastDays(): LastDayOf {
  let days: Promise<Map<string, number>> | undefined;
  return async (name) => {
    days ??= lastDays();
    return (await days).get(name.toLowerCase());
  };
}

async function lastDays(): Promise<Map<string, number>> {
  const listed = await registrar?.listDomains();
  const days = (listed?.ok ? listed.value : []).map(
    ({ domain, expires }) => [domain.toLowerCase(), dayNumber(new Date(expires ?? ""))] as const,
  );
  return new Map(days.filter(([, day]) => !Number.isNaN(day)));
}
