import { purgeSubmissions } from "#app/gateways/submission-rows.server.ts";
import { closeDatabase, openDatabase } from "#app/gateways/supabase/endpoint.server.ts";
import { purgeUnconfirmed } from "#app/gateways/unconfirmed.server.ts";
import { log } from "#app/log.server.ts";

export { isDatabaseReady as isBackendReady } from "#app/gateways/supabase/ready.server.ts";

const HOUSEKEEPING_MS = 10 * 60_000;
let housekeeping: NodeJS.Timeout | undefined;

/**
 * Opens the database behind the site, before the first visitor. From then on what has had its time is deleted every
 * ten minutes, whether or not anybody comes. Throws an error with one clear sentence when it cannot be opened.
 */
export async function openBackend(): Promise<void> {
  await openDatabase();
  housekeeping = setInterval(keepHouse, HOUSEKEEPING_MS).unref();
}

/** Closes it, after the last visitor. */
export async function closeBackend(): Promise<void> {
  clearInterval(housekeeping);
  await closeDatabase();
}

/** Each by itself: one that fails is tried again the next time, and holds up no other. */
async function keepHouse(): Promise<void> {
  const done = await Promise.allSettled([
    purgeUnconfirmed("school"),
    purgeUnconfirmed("newsletter"),
    purgeSubmissions(),
  ]);
  for (const one of done) if (one.status === "rejected") log.warn({ err: one.reason }, "old rows not deleted");
}
