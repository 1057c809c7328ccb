import { setTimeout as wait } from "node:timers/promises";
import { monotonicMs } from "../text/monotonic-clock.ts";
import { deadlineMs } from "../upstream/deadlines.server.ts";
import { refreshTokenIn } from "./shared-refresh.server.ts";

/** The waits before the further attempts, in ms. */
const WAITS_MS = [200, 400, 800];
/** Statuses of a proxy that did not reach the service (RFC 9110, 15.6.3 to 15.6.5). */
const PASSING = new Set([502, 503, 504]);

/**
 * Wraps a fetch that repeats a refresh after a 502, 503, 504 or a dropped connection, with growing waits, for as long as a page
 * waits for a refresh. Other calls are sent once. `sleep` waits for the given ms. Source: docs/product/accounts.md, "Sessions".
 */
export function retryRefreshes(fetchOnce: typeof fetch, sleep: (ms: number) => Promise<unknown> = wait): typeof fetch {
  return async (input, init) => {
    if (refreshTokenIn(input, init) === undefined) return fetchOnce(input, init);
    const end = monotonicMs.now() + deadlineMs("sessionRefresh");
    const waits = WAITS_MS.values();
    for (;;) {
      const tried = await tryOnce(fetchOnce, input, init);
      const ms = waits.next().value;
      const isLast = ms === undefined || monotonicMs.now() + ms >= end;
      if ("error" in tried && isLast) throw tried.error;
      if ("response" in tried && (isLast || !PASSING.has(tried.response.status))) return tried.response;
      await sleep(ms ?? 0);
    }
  };
}

type Tried = { response: Response } | { error: unknown };

/** Reads the whole reply, because the connection may also drop in the middle of it. */
async function tryOnce(fetchOnce: typeof fetch, ...call: Parameters<typeof fetch>): Promise<Tried> {
  try {
    const response = await fetchOnce(...call);
    return { response: new Response(await response.text(), { status: response.status, headers: response.headers }) };
  } catch (error) {
    return { error };
  }
}
