import { RateLimiterRes } from "rate-limiter-flexible";
import { env } from "#app/env.server.ts";
import { createLimiter } from "#app/gateways/redis/limiter.server.ts";
import { keyedHash } from "#app/gateways/redis/names.server.ts";
import { noteLimitReached } from "./security-events.server.ts";

/** All testers share two demo customers there, and nobody waits minutes for an import to be through. */
const IN_SANDBOX = env.isSandbox ? 20 : 1;

/** Points per duration (seconds). Many phones share one carrier's address, so limits by address are generous. */
const LIMITS = {
  requests: { points: 600, duration: 60 },
  // Drawn for this visitor alone: neither a file nor out of the page cache.
  pages: { points: 300 * IN_SANDBOX, duration: 10 },
  search: { points: 120, duration: 60 },
  suggestions: { points: 60, duration: 60 },
  // Of the few questions that a registry takes from all of us.
  registryFromAddress: { points: 10, duration: 60 },
  postSearch: { points: 60, duration: 60 },
  contactFromAddress: { points: 20, duration: 3600 },
  contactFromEmail: { points: 5, duration: 3600 },
  signInFromAddress: { points: 20, duration: 900 },
  signInToAccount: { points: 30, duration: 900 },
  dnsWritesOfUser: { points: 30 * IN_SANDBOX, duration: 60 },
  // Of zone files that are read, also when nothing comes of it.
  dnsImportsOfUser: { points: 30 * IN_SANDBOX, duration: 60 },
  // Of plans, one by one.
  dnsBulkWritesOfUser: { points: 100 * IN_SANDBOX, duration: 60 },
  dnsWritesInAll: { points: 200 * IN_SANDBOX, duration: 60 },
  dnsChecksOfUser: { points: 30, duration: 60 },
  closingsOfUser: { points: 3, duration: 86_400 },
  exportsOfUser: { points: 10, duration: 3600 },
  dnsChecksInAll: { points: 200, duration: 60 },
  mailsToEmail: { points: 2, duration: 86_400 },
  // These and what was asked for by signing up, which sends nothing to an address that has an account.
  asksForEmail: { points: 2, duration: 86_400 },
  recoveriesInHour: { points: 3, duration: 3600 },
  recoveriesInDay: { points: 6, duration: 86_400 },
  linksInHour: { points: 3, duration: 3600 },
  linksInDay: { points: 6, duration: 86_400 },
  mailsFromAddress: { points: 10, duration: 3600 },
  mailsInAll: { points: 120, duration: 3600 },
  tokensFromAddress: { points: 120, duration: 3600 },
  badTokensFromAddress: { points: 10, duration: 3600 },
  badTokensInAll: { points: 120, duration: 3600 },
} as const;

type LimitName = keyof typeof LIMITS;
/** A use of a limit, whom it counts, and how many uses it is where not one. */
export type Use = readonly [name: LimitName, whom: string | undefined, uses?: number];
export type Limited = { ok: true } | { ok: false; retryAfterSeconds: number };

const limiters = Object.fromEntries(Object.entries(LIMITS).map(([name, limit]) => [name, createLimiter(name, limit)]));

/**
 * Counts uses of a limit, one unless told otherwise. Takes the limit's name and whom it counts (an address, an e-mail;
 * kept only as a hash; without one all count together).
 * Gives back ok, or in how many seconds it may be tried again. (docs/product.md, "Limits".)
 */
export async function take(name: LimitName, whom: string | undefined, uses = 1): Promise<Limited> {
  try {
    await limiters[name]?.consume(keyedHash(whom), uses);
    return { ok: true };
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    noteLimitReached(name, whom);
    return { ok: false, retryAfterSeconds: Math.max(1, Math.ceil(refused.msBeforeNext / 1000)) };
  }
}

/** Whether one of these limits is used up, without counting. */
export async function isAnyUsedUp(uses: readonly Use[]): Promise<boolean> {
  const waits = await Promise.all(uses.map(([name, whom]) => waitFor(name, whom)));
  return waits.some((wait) => wait !== undefined);
}

/** What `takeAll` would answer, without counting. */
export async function lookAtAll(uses: readonly Use[]): Promise<Limited> {
  return together(
    await Promise.all(
      uses.map(async ([name, whom]): Promise<Limited> => {
        const retryAfterSeconds = await waitFor(name, whom);
        if (retryAfterSeconds === undefined) return { ok: true };
        noteLimitReached(name, whom);
        return { ok: false, retryAfterSeconds };
      }),
    ),
  );
}

/** In how many seconds a limit that is used up begins anew. */
async function waitFor(name: LimitName, whom: string | undefined): Promise<number | undefined> {
  const used = await limiters[name]?.get(keyedHash(whom));
  if (!used || used.remainingPoints > 0) return undefined;
  return Math.max(1, Math.ceil(used.msBeforeNext / 1000));
}

/** Takes what is wanted of each limit, one use unless told otherwise, before it is known whether it comes to anything, or, when one is used up, none of any. */
export async function takeAll(uses: readonly Use[]): Promise<Limited> {
  const taken = together(await Promise.all(uses.map((use) => take(...use))));
  if (!taken.ok) await Promise.all(uses.map((use) => giveBack(...use)));
  return taken;
}

/** Of several limits the one that lasts longest. */
function together(limited: readonly Limited[]): Limited {
  const waits = limited.flatMap((one) => (one.ok ? [] : [one.retryAfterSeconds]));
  return waits.length === 0 ? { ok: true } : { ok: false, retryAfterSeconds: Math.max(...waits) };
}

/** Gives uses back that came to nothing, one unless told otherwise; an unused limit begins anew with its next use. */
export async function giveBack(name: LimitName, whom: string | undefined, uses = 1): Promise<void> {
  const used = await limiters[name]?.reward(keyedHash(whom), uses);
  if (used && used.consumedPoints <= 0) await limiters[name]?.delete(keyedHash(whom));
}

/** Counts one page that is drawn for an address. */
export function takePage(address: string): Promise<Limited> {
  return take("pages", address);
}

/** Counts one POST of an address, whatever it is for. */
export function takeRequest(address: string): Promise<Limited> {
  return take("requests", address);
}
