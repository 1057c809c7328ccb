import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { monotonicMs } from "../text/monotonic-clock.ts";
import { deadline } from "../upstream/deadlines.server.ts";
import { withTimeout } from "../upstream/with-timeout.server.ts";
import { isSuccess, type Reply, refreshAcrossProcesses } from "./refresh-across-processes.server.ts";
import { claimsOf } from "./session-token.server.ts";

/** Any request with the old token ends sooner, and a phone shows a waiting tab again sooner. */
const KEPT_MS = 10 * 60_000;
const MAX_KEPT = 5000;

/**
 * Wraps a fetch so that each refresh token is spent once, across processes if they share a Redis. Parallel requests of a
 * browser carry the same token, and a page that stopped waiting would lose the new token. So all requests with one token get
 * the reply of the first call. Only successes are cached. Source: docs/product/accounts.md, "Sessions".
 */
export function shareRefreshes(fetchOnce: typeof fetch): typeof fetch {
  const replies = new LRUCache<string, Reply>({ max: MAX_KEPT, ttl: KEPT_MS, perf: monotonicMs });
  const pending = new Map<string, Promise<Reply>>();

  async function refreshOnce(key: string, token: string, refresh: () => Promise<Response>): Promise<Reply> {
    const once = async () => {
      const response = await refresh();
      return { status: response.status, headers: [...response.headers], body: await response.text() };
    };
    const response = await refreshAcrossProcesses({ key, token, keptMs: KEPT_MS, refresh: once });
    if (isSuccess(response)) replies.set(key, response);
    return response;
  }

  return async (input, init) => {
    const token = refreshTokenIn(input, init);
    if (token === undefined) return fetchOnce(input, init);
    const key = createHash("sha256").update(token).digest("base64url");
    const known = replies.get(key) ?? (await (pending.get(key) ?? begin(key, token, () => fetchOnce(input, init))));
    return new Response(known.body, { status: known.status, headers: known.headers });
  };

  function begin(key: string, ...how: [token: string, refresh: () => Promise<Response>]): Promise<Reply> {
    const running = refreshOnce(key, ...how).finally(() => pending.delete(key));
    pending.set(key, running);
    return running;
  }
}

/** Wraps a fetch. Calls `onSpent` if the refresh token was already used: then another process has the new session. */
export function detectReusedToken(inner: typeof fetch, onSpent: () => void): typeof fetch {
  return async (input, init) => {
    const response = await inner(input, init);
    if (!response.ok && refreshTokenIn(input, init) !== undefined) {
      const text = await response.clone().text();
      if (text.includes("refresh_token_already_used")) onSpent();
    }
    return response;
  };
}

/**
 * Wraps a fetch. If a refresh returns a session for which `accepts` is false, the caller gets the reply for an unknown token:
 * a cookie may have the access token of one session and the refresh token of another.
 */
export function refuseOtherSessions(inner: typeof fetch, accepts: (sessionId: string) => boolean): typeof fetch {
  return async (input, init) => {
    const response = await inner(input, init);
    if (!response.ok || refreshTokenIn(input, init) === undefined) return response;
    const body: unknown = await response
      .clone()
      .json()
      .catch(() => undefined);
    const session = tokenSchema.safeParse(body).data;
    // Such a reply yields no session, so there is nothing to reject.
    if (session === undefined) return response;
    const sessionId = claimsOf(session.access_token)?.sessionId;
    if (sessionId !== undefined && accepts(sessionId)) return response;
    const msg = "Invalid Refresh Token: Refresh Token Not Found";
    return Response.json({ code: 400, error_code: "refresh_token_not_found", msg }, { status: 400 });
  };
}

const tokenSchema = z.object({ access_token: z.string() });

/** Returns the refresh token that an auth call spends; undefined for every other call. */
export function refreshTokenIn(input: Parameters<typeof fetch>[0], init: RequestInit | undefined): string | undefined {
  const address = String(input instanceof Request ? input.url : input);
  if (!address.includes("/auth/v1/token?grant_type=refresh_token") || typeof init?.body !== "string") return undefined;
  const body: unknown = JSON.parse(init.body);
  const hasToken = typeof body === "object" && body !== null && "refresh_token" in body;
  return hasToken && typeof body.refresh_token === "string" ? body.refresh_token : undefined;
}

/** A failed refresh is not repeated for this long, so that one visitor does not open the breaker. */
const LEFT_ALONE_MS = 10_000;

/**
 * Wraps a fetch. After four seconds, or when all attempts have failed (retry-refresh.server.ts), the caller gets a reply with
 * an error. The library then uses the access token, which may still be valid; otherwise it would retry for 30 seconds. A late
 * reply is kept for the next request (`shareRefreshes`).
 */
export function limitRefreshTime(inner: typeof fetch): typeof fetch {
  const failed = new LRUCache<string, true>({ max: 5000, ttl: LEFT_ALONE_MS, perf: monotonicMs });
  return async (input, init) => {
    const token = refreshTokenIn(input, init);
    if (token === undefined) return inner(input, init);
    if (failed.has(token)) return unreachable();
    const response = inner(input, init).catch(() => undefined);
    const inTime = await withTimeout(response, deadline("sessionRefresh"));
    if (inTime && inTime.status < 500) return inTime;
    failed.set(token, true);
    void response.then((late) => late?.ok && failed.delete(token));
    return unreachable();
  };
}

/** A status that the client does not retry, with a code that the service itself never sends. */
function unreachable(): Response {
  const msg = "The auth service does not answer.";
  return Response.json({ code: 424, error_code: "unreachable", msg }, { status: 424 });
}
