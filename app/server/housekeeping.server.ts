import { purgeAccountChanges } from "#app/accounts/changes.table.server.ts";
import { eraseAuditEntries } from "#app/accounts/closing-requests.table.server.ts";
import { purgeMessages } from "#app/contact/messages.table.server.ts";
import { purgeDesk } from "#app/desk/log.table.server.ts";
import { deleteLeftZones } from "#app/dns/delete-left-zones.server.ts";
import { purgeDnsJobs } from "#app/dns/jobs.table.server.ts";
import { purgeImports } from "#app/imports/imports.table.server.ts";
import { purgeMails } from "#app/mail/queue.table.server.ts";
import { purgeUnconfirmed } from "#app/mail/unconfirmed-rows.table.server.ts";
import { purgeMoves } from "#app/moves/moves.table.server.ts";
import { settleIssues } from "#app/newsletter/issues.table.server.ts";
import { purgeRenewalReminders } from "#app/orders/renewal-reminders.table.server.ts";
import { forgetPhones, purgeCallbacks } from "#app/payments/prompts.table.server.ts";
import { purgePictures } from "#app/pictures/stored-pictures.table.server.ts";
import { purgeSubmissions } from "#app/platform/database/idempotency-keys.table.server.ts";
import { isDatabaseReady } from "#app/platform/database/ready.api.server.ts";
import { log } from "#app/platform/log.server.ts";
import { purgeRequests } from "#app/requests/requests.table.server.ts";

export { countPaymentBacklog, countWaiting } from "#app/doctor/backlog-counts.table.server.ts";
export { missingMigrations } from "#app/platform/database/ready.api.server.ts";
export { onPublicChange } from "#app/platform/redis/changes.server.ts";
export { closeRedis, openRedis, redisState } from "#app/platform/redis/redis.api.server.ts";

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

/** Deletes expired rows. Each purge runs on its own: one that fails is repeated next time and does not stop the others. */
export async function purgeExpiredRows(): Promise<void> {
  const done = await Promise.allSettled([
    purgeUnconfirmed("school"),
    purgeUnconfirmed("newsletter"),
    purgeUnconfirmed("copies"),
    purgeSubmissions(),
    purgeMails(),
    purgeMessages(),
    purgeRenewalReminders(),
    purgeAccountChanges(),
    purgeDesk(),
    eraseAuditEntries(),
    forgetPhones(),
    purgeCallbacks(),
    purgeDnsJobs(),
    deleteLeftZones(),
    purgePictures(),
    purgeRequests(),
    purgeMoves(),
    purgeImports(),
    settleIssues(),
  ]);
  for (const one of done) if (one.status === "rejected") log.warn({ err: one.reason }, "expired rows not deleted");
}
