import { LRUCache } from "lru-cache";
import { monotonicMs } from "#app/model/monotonic-clock.ts";
import { withTimeout } from "../with-timeout.server.ts";
import { refreshTokenIn } from "./shared-refresh.server.ts";

/** What a page waits for a refresh; what is left of its six seconds is for the page. */
const REFRESH_MS = 4000;
/** A refresh that failed is not tried again for so long: one visitor alone must not look like an outage to the breaker. */
const LEFT_ALONE_MS = 10_000;

/**
 * A fetch that gives a refresh up after four seconds, and after a failure of the auth service at once. Its client would try
 * again for half a minute, while the access token may still be good: told that the refresh was refused, it goes on with that
 * token. What comes later is kept for the next request (`sharingRefreshes`).
 */
export function refreshingInTime(inner: typeof fetch): typeof fetch {
  const failed = new LRUCache<string, true>({ max: 5000, ttl: LEFT_ALONE_MS, perf: monotonicMs });
  return async (input, init) => {
    const token = refreshTokenIn(input, init);
    if (token === undefined) return inner(input, init);
    if (failed.has(token)) return unreachable();
    const asked = inner(input, init).catch(() => undefined);
    const inTime = await withTimeout(asked, AbortSignal.timeout(REFRESH_MS));
    if (inTime && inTime.status < 500) return inTime;
    failed.set(token, true);
    void asked.then((late) => late?.ok && failed.delete(token));
    return unreachable();
  };
}

/** A status that the auth service's client does not try again, with a code that is none of the service's. */
function unreachable(): Response {
  const msg = "The auth service does not answer.";
  return Response.json({ code: 424, error_code: "unreachable", msg }, { status: 424 });
}
