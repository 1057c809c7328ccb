import { registrar } from "#app/gateways/registrar.server.ts";
import {
  type CustomerToRemind,
  enqueueReminder,
  listCustomersToRemind,
} from "#app/gateways/renewal-reminders.server.ts";
import { dateOf, dayNumber } from "#app/model/nairobi-day.ts";
import { type EndingName, renewalMail } from "#app/model/notifications/renewal-mail.ts";
import { isEarly, isReminder, renewalStep } from "#app/model/notifications/renewal-step.ts";
import { isMailbox } from "#app/model/one-line.ts";
import { isEndingByHand } from "#app/model/order-price.ts";
import { siteFacts } from "./site-facts.server.ts";

type Due = EndingName & { id: string };
/** The last day (a dayNumber) of a domain by the provider's word; undefined where that is not known. */
type LastDayOf = (name: string) => Promise<number | undefined>;

/** The provider's last day may be ours by another clock or rule. Above it the name was renewed there, though our date was not moved. */
const OTHER_CLOCK_DAYS = 31;

/**
 * Tells every customer, in one mail, of the domains that are at a step of which they were not told, on the day that it is in
 * Nairobi. Any number of processes may do so at once: the database sees to it that nobody is told twice. False when something
 * could not be read or written, and it has to be done again. Source: docs/product.md, "Notices".
 */
export async function remindOfRenewals(now: Date, stopped?: AbortSignal): Promise<boolean> {
  const today = dayNumber(now);
  const lastDayOf = askRegistrar();
  let isWhole = true;
  let beyond: string | undefined;
  while (!stopped?.aborted) {
    const customers = await listCustomersToRemind(today, beyond);
    if (!customers) return false;
    for (const customer of customers) {
      if (stopped?.aborted) return false;
      isWhole = (await remind(customer, today, lastDayOf)) && isWhole;
    }
    beyond = customers.at(-1)?.id;
    if (beyond === undefined) return isWhole;
  }
  return false;
}

async function remind(customer: CustomerToRemind, today: number, lastDayOf: LastDayOf): Promise<boolean> {
  if (!isMailbox(customer.email)) return true;
  const due: Due[] = [];
  for (const one of dueOf(customer, today)) {
    const theirs = isEndingByHand(one.name) ? undefined : await lastDayOf(one.name);
    const isRenewed = theirs !== undefined && theirs - one.lastDay > OTHER_CLOCK_DAYS;
    if (!isRenewed) due.push(one);
  }
  if (due.length === 0) return true;
  const letter = renewalMail(due, { to: customer.email, customer: customer.id, today, ...siteFacts() });
  const names = due.map(({ id, lastDay, step }) => ({ id, expiresOn: dateOf(lastDay).iso, step }));
  return (await enqueueReminder(customer.id, { today, names, letter })) === "told";
}

/** The domains that are at a step of which the customer was not told, and wants to be. */
function dueOf({ names, wantsReminders }: CustomerToRemind, today: number): Due[] {
  return names.flatMap(({ id, name, expiryDate, told, isHeld, orderedOn }) => {
    const lastDay = dayNumber(new Date(expiryDate));
    const step = renewalStep(name, lastDay - today);
    if (step === undefined || told.includes(step) || (isHeld && isEarly(step))) return [];
    const ordered = orderedOn === null ? {} : { orderedOn: dayNumber(new Date(orderedOn)) };
    return wantsReminders || !isReminder(step) ? [{ id, name, lastDay, step, ...ordered }] : [];
  });
}

/** Asks the provider for all its domains, once and not before somebody wants to know: a call for each would use up its minute. */
function askRegistrar(): LastDayOf {
  let asked: Promise<Map<string, number>> | undefined;
  return async (name) => {
    asked ??= lastDays();
    return (await asked).get(name.toLowerCase());
  };
}

async function lastDays(): Promise<Map<string, number>> {
  const listed = await registrar?.listDomains();
  const days = (listed?.ok ? listed.value : []).map(
    ({ domain, expires }) => [domain.toLowerCase(), dayNumber(new Date(expires ?? ""))] as const,
  );
  return new Map(days.filter(([, day]) => !Number.isNaN(day)));
}
