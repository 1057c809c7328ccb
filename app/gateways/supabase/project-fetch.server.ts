import { env } from "#app/env.server.ts";
import { guardedFetch } from "./guarded-fetch.server.ts";

/** No single call may use up the 10 s a page has. */
const CALL_TIMEOUT_MS = 8000;

/** A fetch for the site's Supabase project, with a deadline for each call; see `guardedFetch`. */
export const projectFetch = guardedFetch(env.supabase.url, (input, init) =>
  fetch(input, { ...init, signal: timeLimit(init?.signal) }),
);

function timeLimit(signal: AbortSignal | null | undefined): AbortSignal {
  const limit = AbortSignal.timeout(CALL_TIMEOUT_MS);
  return signal ? AbortSignal.any([signal, limit]) : limit;
}
