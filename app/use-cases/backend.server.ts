import { purgeAccountChanges } from "#app/gateways/change-notifications.server.ts";
import { purgeSubmissions } from "#app/gateways/idempotency-keys.server.ts";
import { purgeMails } from "#app/gateways/mail-queue.server.ts";
import { purgeMessages } from "#app/gateways/messages.server.ts";
import { purgeRenewalReminders } from "#app/gateways/renewal-reminders.server.ts";
import { isDatabaseReady } from "#app/gateways/supabase/ready.server.ts";
import { purgeUnconfirmed } from "#app/gateways/unconfirmed.server.ts";
import { log } from "#app/log.server.ts";

export { onPublicChange } from "#app/gateways/redis/changes.server.ts";
export { closeRedis, openRedis, redisState } from "#app/gateways/redis.server.ts";
export { missingMigrations } from "#app/gateways/supabase/ready.server.ts";
export { countWaiting } from "#app/gateways/waiting.server.ts";

/** Anybody may ask /readyz, as often as they like; a proxy does so every two seconds. */
const LOOK_KEPT_MS = 1000;
let look = Promise.resolve(false);
let lookAgainAt = 0;

/**
 * Whether the database is one that this build can work with: one look at a time, whose answer is everybody's for a second. A flood of
 * questions would keep the database from its visitors, and have a proxy take every process out.
 */
export function isBackendReady(): Promise<boolean> {
  if (performance.now() >= lookAgainAt) {
    lookAgainAt = Number.POSITIVE_INFINITY;
    look = isDatabaseReady().finally(() => {
      lookAgainAt = performance.now() + LOOK_KEPT_MS;
    });
  }
  return look;
}

const HOUSEKEEPING_MS = 10 * 60_000;
let housekeeping: NodeJS.Timeout | undefined;

/** From now on what has had its time is deleted from the database every ten minutes, whether or not anybody comes. */
export function startHousekeeping(): void {
  housekeeping = setInterval(keepHouse, HOUSEKEEPING_MS).unref();
}

/** Until here. */
export function stopHousekeeping(): void {
  clearInterval(housekeeping);
}

/** Each by itself: one that fails is tried again the next time, and holds up no other. */
async function keepHouse(): Promise<void> {
  const done = await Promise.allSettled([
    purgeUnconfirmed("school"),
    purgeUnconfirmed("newsletter"),
    purgeSubmissions(),
    purgeMails(),
    purgeMessages(),
    purgeRenewalReminders(),
    purgeAccountChanges(),
  ]);
  for (const one of done) if (one.status === "rejected") log.warn({ err: one.reason }, "old rows not deleted");
}
