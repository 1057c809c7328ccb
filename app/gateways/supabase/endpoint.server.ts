import { env } from "#app/env.server.ts";
import { guardedFetch } from "./guarded-fetch.server.ts";
import type { Endpoint } from "./project-endpoint.server.ts";

/** No single call may use up the 10 s a page has. */
const CALL_TIMEOUT_MS = 8000;

const hosted: Endpoint | null = env.supabase && {
  ...env.supabase,
  fetch: guardedFetch(env.supabase.url, (input, init) => fetch(input, { ...init, signal: timeLimit(init?.signal) })),
};

/** The hosted project when its settings are there, else the embedded one, opened on first use. */
export async function findEndpoint(): Promise<Endpoint> {
  // Only here, and only when needed: a production image does not have the embedded database.
  return hosted ?? (await import("./embedded.server.ts")).embeddedEndpoint();
}

/** Makes the database ready before the first visitor. Throws DataFolderError, one sentence, when a person must help. */
export async function openDatabase(): Promise<void> {
  await findEndpoint();
}

/** Closes the embedded database, which frees its folder. Nothing to do for a hosted one. */
export async function closeDatabase(): Promise<void> {
  await (await globalThis.embeddedDatabase)?.close();
}

function timeLimit(signal: AbortSignal | null | undefined): AbortSignal {
  const limit = AbortSignal.timeout(CALL_TIMEOUT_MS);
  return signal ? AbortSignal.any([signal, limit]) : limit;
}
