import { purgeAccountChanges } from "#app/gateways/change-notifications.server.ts";
import { purgeDesk } from "#app/gateways/desk/log.server.ts";
import { purgeSubmissions } from "#app/gateways/idempotency-keys.server.ts";
import { purgeMails } from "#app/gateways/mail-queue.server.ts";
import { purgeMessages } from "#app/gateways/messages.server.ts";
import { forgetPhones } from "#app/gateways/payments/prompts.server.ts";
import { purgeRenewalReminders } from "#app/gateways/renewal-reminders.server.ts";
import { isDatabaseReady } from "#app/gateways/supabase/ready.server.ts";
import { purgeUnconfirmed } from "#app/gateways/unconfirmed.server.ts";
import { log } from "#app/log.server.ts";

export { onPublicChange } from "#app/gateways/redis/changes.server.ts";
export { closeRedis, openRedis, redisState } from "#app/gateways/redis.server.ts";
export { missingMigrations } from "#app/gateways/supabase/ready.server.ts";
export { countPaymentBacklog, countWaiting } from "#app/gateways/waiting.server.ts";

/** /readyz is public, and a load balancer calls it every two seconds. */
const CHECK_MS = 1000;
let check = Promise.resolve(false);
let checkAgainAt = 0;

/**
 * Returns whether this build can work with the database. All calls within a second share one check: a flood of calls would
 * otherwise slow the database down for visitors, and make the load balancer remove every process.
 */
export function isBackendReady(): Promise<boolean> {
  if (performance.now() >= checkAgainAt) {
    checkAgainAt = Number.POSITIVE_INFINITY;
    check = isDatabaseReady().finally(() => {
      checkAgainAt = performance.now() + CHECK_MS;
    });
  }
  return check;
}

const HOUSEKEEPING_MS = 10 * 60_000;
let housekeeping: NodeJS.Timeout | undefined;

/** Deletes expired rows from the database every ten minutes, with or without traffic. */
export function startHousekeeping(): void {
  housekeeping = setInterval(purgeExpiredRows, HOUSEKEEPING_MS).unref();
}

export function stopHousekeeping(): void {
  clearInterval(housekeeping);
}

/** Each purge runs on its own: one that fails is repeated next time and does not stop the others. */
async function purgeExpiredRows(): Promise<void> {
  const done = await Promise.allSettled([
    purgeUnconfirmed("school"),
    purgeUnconfirmed("newsletter"),
    purgeSubmissions(),
    purgeMails(),
    purgeMessages(),
    purgeRenewalReminders(),
    purgeAccountChanges(),
    purgeDesk(),
    forgetPhones(),
  ]);
  for (const one of done) if (one.status === "rejected") log.warn({ err: one.reason }, "expired rows not deleted");
}
