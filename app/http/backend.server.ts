import { purgeSubmissions } from "#app/gateways/submission-rows.server.ts";
import { closeDatabase, openDatabase } from "#app/gateways/supabase/endpoint.server.ts";
import { purgeUnconfirmed } from "#app/gateways/unconfirmed.server.ts";
import { log } from "#app/log.server.ts";

export { isDatabaseReady as isBackendReady } from "#app/gateways/supabase/endpoint.server.ts";

const HOUR_MS = 3600_000;
let housekeeping: NodeJS.Timeout | undefined;

/**
 * Opens the database behind the site, before the first visitor. From then on what has had its time is deleted every hour,
 * whether or not anybody comes. Throws an error with one clear sentence when it cannot be opened.
 */
export async function openBackend(): Promise<void> {
  await openDatabase();
  housekeeping = setInterval(keepHouse, HOUR_MS).unref();
}

/** Closes it, after the last visitor. */
export async function closeBackend(): Promise<void> {
  clearInterval(housekeeping);
  await closeDatabase();
}

function keepHouse(): void {
  Promise.all([purgeUnconfirmed("school"), purgeUnconfirmed("newsletter"), purgeSubmissions()]).catch((error) => {
    log.warn({ err: error }, "old rows not deleted");
  });
}
