import { createHash } from "node:crypto";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";

/** Points per duration (seconds). Many phones share one carrier's address, so limits by address are generous. */
const LIMITS = {
  requests: { points: 600, duration: 60 },
  search: { points: 120, duration: 60 },
  contactFromAddress: { points: 20, duration: 3600 },
  contactFromEmail: { points: 5, duration: 3600 },
} as const;

export type Limited = { ok: true } | { ok: false; retryAfterSeconds: number };

const limiters = Object.fromEntries(
  Object.entries(LIMITS).map(([keyPrefix, limit]) => [keyPrefix, new RateLimiterMemory({ keyPrefix, ...limit })]),
);

/**
 * Counts one use of a limit. Takes the limit's name and whom it counts (an address, an e-mail; kept only as a hash;
 * without one all count together).
 * Gives back ok, or in how many seconds it may be tried again. (docs/product.md, "Limits".)
 */
export async function take(name: keyof typeof LIMITS, whom: string | undefined): Promise<Limited> {
  const key = createHash("sha256")
    .update((whom ?? "unknown").toLowerCase())
    .digest("base64url");
  try {
    await limiters[name]?.consume(key);
    return { ok: true };
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    return { ok: false, retryAfterSeconds: Math.max(1, Math.ceil(refused.msBeforeNext / 1000)) };
  }
}

/** Counts one POST of an address, whatever it is for. */
export function takeRequest(address: string): Promise<Limited> {
  return take("requests", address);
}
