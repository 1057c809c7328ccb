import { accountMails } from "#app/accounts/account-mail.ts";
import { enqueueAccountChangeMails, listAccountChanges } from "#app/accounts/changes.table.server.ts";
import { sendDigests } from "#app/desk/digest.server.ts";
import { dnsMail } from "#app/dns/change-mail.ts";
import { enqueueDnsChangeMails, listChangedZones } from "#app/dns/history.table.server.ts";
import { mailSite } from "#app/mail/mail-site.server.ts";
import { runDueMoves } from "#app/moves/give.server.ts";
import { findFirstNames } from "#app/orders/desk.table.server.ts";
import { sendRenewalReminders } from "#app/orders/remind.server.ts";
import { syncDomains } from "#app/orders/sync-domains.server.ts";
import { env } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.server.ts";
import { clockOf, dayNumber } from "#app/platform/text/nairobi-day.ts";
import { openDueRequests } from "#app/requests/requests.table.server.ts";
import { PRICED_PLANS } from "#app/services/service-price.ts";

/** The wait after a partly failed run. */
const RETRY_MS = 10 * 60_000;

/**
 * What is done once a day, from an hour in Nairobi; mails from eight, so that they wake nobody. Each `run` returns whether all
 * went well; if not, it is tried again ten minutes later. The provider's list comes first: the others read what it changes.
 */
export const DAILY_RUNS = {
  domains: { fromHour: 6, run: syncDomains },
  reminders: { fromHour: 8, run: sendRenewalReminders },
  digest: { fromHour: 8, run: (now: Date) => sendDigests(now, PRICED_PLANS) },
};
type DailyRun = { fromHour: number; run: (now: Date, stopped?: AbortSignal) => Promise<boolean> };

/**
 * Returns a function that sends due notifications at a given moment. It remembers that a day's mails are done. After a
 * restart it looks once more, and finds nothing to send. Never throws.
 */
export function createNotifications() {
  const daily = Object.values(DAILY_RUNS).map(oncePerDay);

  return async (now: Date, stopped?: AbortSignal): Promise<void> => {
    // In the sandbox a tester triggers the daily mails (docs/sandbox.md). Its customers always have expiring domains, so each
    // start would send reminders.
    const mornings = env.isSandbox ? [] : daily.map((send) => send(now, stopped));
    const outcomes = await Promise.allSettled([
      sendAccountNotifications(stopped),
      sendDnsNotifications(now, stopped),
      openDueRequests(now),
      runDueMoves(now, stopped),
      ...mornings,
    ]);
    for (const one of outcomes) if (one.status === "rejected") log.error({ err: one.reason }, "notifications failed");
  };
}

/** Returns a function that runs something once a day from its hour, and ten minutes later again if that failed. */
function oncePerDay({ fromHour, run }: DailyRun) {
  let doneOn: number | undefined;
  let notBefore = 0;
  return async (now: Date, stopped?: AbortSignal): Promise<void> => {
    const isEarly = Number(clockOf(now).slice(0, 2)) < fromHour;
    if (isEarly || doneOn === dayNumber(now) || now.getTime() < notBefore) return;
    if (await run(now, stopped)) doneOn = dayNumber(now);
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
