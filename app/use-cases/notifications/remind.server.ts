import { env } from "#app/env.server.ts";
import { findFirstNames } from "#app/gateways/first-names.server.ts";
import { mailSite } from "#app/gateways/mail-site.server.ts";
import { registrar } from "#app/gateways/registrar.server.ts";
import {
  type CustomerToRemind,
  enqueueReminder,
  listCustomersToRemind,
} from "#app/gateways/renewal-reminders.server.ts";
import { dateOf, dayNumber } from "#app/model/nairobi-day.ts";
import { type ExpiringDomain, renewalMail } from "#app/model/notifications/renewal-mail.ts";
import { isReminder, isSuppressedByOrder, renewalStep } from "#app/model/notifications/renewal-step.ts";
import { isMailbox } from "#app/model/one-line.ts";
import { isEndingByHand } from "#app/model/order-price.ts";
import { payUrl } from "../payments/pay-link.server.ts";

type Due = ExpiringDomain & { id: string };
/** Returns the last day (a dayNumber) of a domain at the provider; undefined if unknown. */
type LastDayOf = (name: string) => Promise<number | undefined>;

/**
 * The provider's last day may differ from ours by its clock or rules. A larger difference means that the domain was renewed
 * there.
 */
const TOLERANCE_DAYS = 31;

/**
 * Mails every customer about the domains that reached a new renewal step today, in Nairobi time. Any number of processes may run
 * it: the database ensures that each reminder is sent once. Returns false if something could not be read or written and must be
 * repeated. Source: docs/product.md, "Notifications".
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
  const due: Due[] = [];
  for (const one of dueOf(customer, today)) {
    const registrarDay = isEndingByHand(one.name) ? undefined : await lastDayOf(one.name);
    const isRenewed = registrarDay !== undefined && registrarDay - one.lastDay > TOLERANCE_DAYS;
    if (!isRenewed) due.push(one);
  }
  if (due.length === 0) return true;
  const { id, email, firstName } = customer;
  const mail = renewalMail(due, { to: email, firstName, customer: id, today, site: mailSite() });
  const names = due.map(({ id, lastDay, step }) => ({ id, expiresOn: dateOf(lastDay).iso, step }));
  return (await enqueueReminder(customer.id, { today, names, mail })) === "told";
}

/**
 * Returns the domains at a step that the customer has not been reminded of, unless the customer has switched that reminder off.
 */
function dueOf({ names, wantsReminders }: CustomerToRemind, today: number): Due[] {
  return names.flatMap(({ id, name, expiryDate, told, isHeld, orderedOn, unpaidBill }) => {
    const lastDay = dayNumber(new Date(expiryDate));
    const step = renewalStep(name, lastDay - today);
    if (step === undefined || told.includes(step) || (isHeld && isSuppressedByOrder(step))) return [];
    const ordered = {
      ...(orderedOn !== null && { orderedOn: dayNumber(new Date(orderedOn)) }),
      ...(env.mpesa && unpaidBill && { payUrl: payUrl(unpaidBill) }),
    };
    return wantsReminders || !isReminder(step) ? [{ id, name, lastDay, step, ...ordered }] : [];
  });
}

/** Fetches all domains from the provider at the first use: a call for each would exceed its rate limit. */
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
