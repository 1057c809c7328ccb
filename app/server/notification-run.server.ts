import { accountMails } from "#app/accounts/account-mail.ts";
import { enqueueAccountChangeMails, listAccountChanges } from "#app/accounts/changes.table.server.ts";
import { sendDigests } from "#app/desk/digest.server.ts";
import { dnsMail } from "#app/dns/change-mail.ts";
import { enqueueDnsChangeMails, listChangedZones } from "#app/dns/history.table.server.ts";
import { mailSite } from "#app/mail/mail-site.server.ts";
import { findFirstNames } from "#app/orders/desk.table.server.ts";
import { sendRenewalReminders } from "#app/orders/remind.server.ts";
import { env } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.server.ts";
import { clockOf, dayNumber } from "#app/platform/text/nairobi-day.ts";

/** Daily mails are sent from this hour in Nairobi, so that they wake nobody. */
const FIRST_HOUR = 8;
/** The wait after a partly failed run. */
const RETRY_MS = 10 * 60_000;

/** Mails that are sent once a day. Each returns whether all went well; if not, it is tried again ten minutes later. */
export const DAILY_MAILS = { reminders: sendRenewalReminders, digest: sendDigests };

/**
 * Returns a function that sends due notifications at a given moment. It remembers that a day's mails are done. After a
 * restart it looks once more, and finds nothing to send. Never throws.
 */
export function createNotifications() {
  const daily = Object.values(DAILY_MAILS).map(oncePerDay);

  return async (now: Date, stopped?: AbortSignal): Promise<void> => {
    // In the sandbox a tester triggers the daily mails (docs/sandbox.md). Its customers always have expiring domains, so each
    // start would send reminders.
    const mornings = env.isSandbox ? [] : daily.map((send) => send(now, stopped));
    const outcomes = await Promise.allSettled([
      sendAccountNotifications(stopped),
      sendDnsNotifications(now, stopped),
      ...mornings,
    ]);
    for (const one of outcomes) if (one.status === "rejected") log.error({ err: one.reason }, "notifications failed");
  };
}

/** Returns a function that sends something once a day from eight o'clock, and ten minutes later again if that failed. */
function oncePerDay(send: (now: Date, stopped?: AbortSignal) => Promise<boolean>) {
  let doneOn: number | undefined;
  let notBefore = 0;
  return async (now: Date, stopped?: AbortSignal): Promise<void> => {
    const isEarly = Number(clockOf(now).slice(0, 2)) < FIRST_HOUR;
    if (isEarly || doneOn === dayNumber(now) || now.getTime() < notBefore) return;
    if (await send(now, stopped)) doneOn = dayNumber(now);
    else notBefore = now.getTime() + RETRY_MS;
  };
}

/** Notifies customers of account changes. Source: docs/product/notifications.md, "Notifications". */
export async function sendAccountNotifications(stopped?: AbortSignal): Promise<void> {
  const changes = ((await listAccountChanges()) ?? []).map((change) => ({
    ...change,
    account: change.newEmail ?? change.email,
  }));
  const firstNames = await findFirstNames(changes.map(({ account }) => account));
  for (const { account, ...change } of changes) {
    if (stopped?.aborted) return;
    const firstName = firstNames.get(account) ?? "";
    await enqueueAccountChangeMails(change.id, accountMails({ ...change, firstName }, mailSite()));
  }
}

/** Notifies customers of DNS changes, ten minutes after the first one: one mail for each domain. */
export async function sendDnsNotifications(now: Date, stopped?: AbortSignal): Promise<void> {
  const zones = (await listChangedZones(now)) ?? [];
  const firstNames = await findFirstNames(zones.map(({ email }) => email));
  for (const { name, email, ids, changes } of zones) {
    if (stopped?.aborted) return;
    const recipient = { to: email, firstName: firstNames.get(email) ?? "" };
    const zone = { key: `dns-${ids[0]}`, name, ...recipient, count: ids.length, changes };
    await enqueueDnsChangeMails(ids, [dnsMail(zone, mailSite())]);
  }
}
