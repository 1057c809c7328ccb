import { createHash } from "node:crypto";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { env } from "#app/env.server.ts";

/** All testers share two demo customers there, and nobody waits minutes for an import to be through. */
const IN_SANDBOX = env.isSandbox ? 20 : 1;

/** Points per duration (seconds). Many phones share one carrier's address, so limits by address are generous. */
const LIMITS = {
  requests: { points: 600, duration: 60 },
  search: { points: 120, duration: 60 },
  suggestions: { points: 60, duration: 60 },
  postSearch: { points: 60, duration: 60 },
  contactFromAddress: { points: 20, duration: 3600 },
  contactFromEmail: { points: 5, duration: 3600 },
  signInFromAddress: { points: 20, duration: 900 },
  signInToAccount: { points: 30, duration: 900 },
  dnsWritesOfUser: { points: 30 * IN_SANDBOX, duration: 60 },
  // Of plans, one by one.
  dnsBulkWritesOfUser: { points: 100 * IN_SANDBOX, duration: 60 },
  dnsWritesInAll: { points: 200 * IN_SANDBOX, duration: 60 },
  dnsChecksOfUser: { points: 30, duration: 60 },
  dnsChecksInAll: { points: 200, duration: 60 },
  mailsToEmail: { points: 2, duration: 86_400 },
  badTokensToEmail: { points: 10, duration: 86_400 },
  mailsFromAddress: { points: 10, duration: 3600 },
  mailsInAll: { points: 120, duration: 3600 },
  tokensFromAddress: { points: 120, duration: 3600 },
  badTokensFromAddress: { points: 10, duration: 3600 },
  badTokensInAll: { points: 120, duration: 3600 },
} as const;

export type Limited = { ok: true } | { ok: false; retryAfterSeconds: number };

const limiters = Object.fromEntries(
  Object.entries(LIMITS).map(([keyPrefix, limit]) => [keyPrefix, new RateLimiterMemory({ keyPrefix, ...limit })]),
);

/**
 * Counts uses of a limit, one unless told otherwise. Takes the limit's name and whom it counts (an address, an e-mail;
 * kept only as a hash; without one all count together).
 * Gives back ok, or in how many seconds it may be tried again. (docs/product.md, "Limits".)
 */
export async function take(name: keyof typeof LIMITS, whom: string | undefined, uses = 1): Promise<Limited> {
  try {
    await limiters[name]?.consume(keyOf(whom), uses);
    return { ok: true };
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    return { ok: false, retryAfterSeconds: Math.max(1, Math.ceil(refused.msBeforeNext / 1000)) };
  }
}

/** Whether a limit is used up, without counting. */
export async function isUsedUp(name: keyof typeof LIMITS, whom: string | undefined): Promise<boolean> {
  return !(await lookAt(name, whom)).ok;
}

/** What `take` would answer, without counting. */
export async function lookAt(name: keyof typeof LIMITS, whom: string | undefined): Promise<Limited> {
  const used = await limiters[name]?.get(keyOf(whom));
  if (!used || used.remainingPoints > 0) return { ok: true };
  return { ok: false, retryAfterSeconds: Math.max(1, Math.ceil(used.msBeforeNext / 1000)) };
}

/** Gives a use back that came to nothing. */
export async function giveBack(name: keyof typeof LIMITS, whom: string | undefined): Promise<void> {
  await limiters[name]?.reward(keyOf(whom), 1);
}

/** Counts one POST of an address, whatever it is for. */
export function takeRequest(address: string): Promise<Limited> {
  return take("requests", address);
}

function keyOf(whom: string | undefined): string {
  return createHash("sha256")
    .update((whom ?? "unknown").toLowerCase())
    .digest("base64url");
}
