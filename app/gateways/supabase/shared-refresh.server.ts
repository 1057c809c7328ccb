import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { monotonicMs } from "#app/model/monotonic-clock.ts";
import { isSuccess, type Reply, refreshForAll } from "./refresh-for-all.server.ts";

/** Longer than any request that began with the old token can take, and than a phone keeps a tab waiting. */
const KEPT_MS = 10 * 60_000;
const MAX_KEPT = 5000;

/**
 * A fetch for the auth service that spends each refresh token once, in all processes where they share a Redis. Parallel requests of one browser all
 * carry the same old token, and a refresh whose page had given up waiting would lose the new one: both get the first
 * one's reply. Only a success is remembered. (docs/product.md, "Sessions".)
 */
export function sharingRefreshes(fetchOnce: typeof fetch): typeof fetch {
  const replies = new LRUCache<string, Reply>({ max: MAX_KEPT, ttl: KEPT_MS, perf: monotonicMs });
  const underWay = new Map<string, Promise<Reply>>();

  async function ask(key: string, token: string, refresh: () => Promise<Response>): Promise<Reply> {
    const once = async () => {
      const response = await refresh();
      return { status: response.status, headers: [...response.headers], body: await response.text() };
    };
    const reply = await refreshForAll({ key, token, keptMs: KEPT_MS, refresh: once });
    if (isSuccess(reply)) replies.set(key, reply);
    return reply;
  }

  return async (input, init) => {
    const token = refreshTokenIn(input, init);
    if (token === undefined) return fetchOnce(input, init);
    const key = createHash("sha256").update(token).digest("base64url");
    const known = replies.get(key) ?? (await (underWay.get(key) ?? begin(key, token, () => fetchOnce(input, init))));
    return new Response(known.body, { status: known.status, headers: known.headers });
  };

  function begin(key: string, ...how: [token: string, refresh: () => Promise<Response>]): Promise<Reply> {
    const asking = ask(key, ...how).finally(() => underWay.delete(key));
    underWay.set(key, asking);
    return asking;
  }
}

/** A fetch that tells when a refresh token had been used already: somebody else has the session that came of it. */
export function noticingSpent(inner: typeof fetch, onSpent: () => void): typeof fetch {
  return async (input, init) => {
    const response = await inner(input, init);
    if (!response.ok && refreshTokenIn(input, init) !== undefined) {
      const words = await response.clone().text();
      if (words.includes("refresh_token_already_used")) onSpent();
    }
    return response;
  };
}

/** The refresh token that a call of the auth service spends; undefined for every other call. */
export function refreshTokenIn(input: Parameters<typeof fetch>[0], init: RequestInit | undefined): string | undefined {
  const address = String(input instanceof Request ? input.url : input);
  if (!address.includes("/auth/v1/token?grant_type=refresh_token") || typeof init?.body !== "string") return undefined;
  const body: unknown = JSON.parse(init.body);
  const hasToken = typeof body === "object" && body !== null && "refresh_token" in body;
  return hasToken && typeof body.refresh_token === "string" ? body.refresh_token : undefined;
}
