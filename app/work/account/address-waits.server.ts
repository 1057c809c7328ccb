import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { steadyClock } from "#app/model/time-apart.ts";

const HOUR_MS = 3600_000;
/** Different accounts that may be tried in vain within an hour from one address, which a carrier's customers share. */
const FREE_ACCOUNTS = 20;
const FIRST_WAIT_MS = 30_000;
/** Whoever shares the address is never kept out for longer. */
const LONGEST_WAIT_MS = 5 * 60_000;
/** More of them make no difference any more. */
const MAX_ACCOUNTS = 2 * FREE_ACCOUNTS;

type Tries = { accounts: LRUCache<string, true>; nextAt: number };
const addresses = new LRUCache<string, Tries>({ max: 10_000, ttl: HOUR_MS, ttlResolution: 0, perf: steadyClock });

/** In how many seconds the next account may be tried from an address; 0: now. */
export function waitOfAddress(address: string | undefined): number {
  const wait = (addresses.get(hashOf(address))?.nextAt ?? 0) - steadyClock.now();
  return Math.max(0, Math.ceil(wait / 1000));
}

/**
 * Counts a try before its outcome is known, so that many at once count as well. Above twenty different accounts within an
 * hour each further try has to wait, 30 seconds at first, twice as long each time, five minutes at most. An account counts
 * until somebody signs in to it from there: of people who mistype most come in at last, of those who guess none.
 * Source: docs/product.md, "Limits".
 */
export function noteTryOfAddress(address: string | undefined, email: string): void {
  const key = hashOf(address);
  const tries = addresses.get(key) ?? {
    accounts: new LRUCache<string, true>({ max: MAX_ACCOUNTS, ttl: HOUR_MS, ttlResolution: 0, perf: steadyClock }),
    nextAt: 0,
  };
  tries.accounts.set(hashOf(email), true);
  tries.accounts.purgeStale();
  const tooMany = tries.accounts.size - FREE_ACCOUNTS;
  if (tooMany > 0) tries.nextAt = steadyClock.now() + Math.min(FIRST_WAIT_MS * 2 ** (tooMany - 1), LONGEST_WAIT_MS);
  addresses.set(key, tries);
}

/** Takes an account out again: it was tried by its owner, or nobody has said whether it was. */
export function forgetTryOfAddress(address: string | undefined, email: string): void {
  const tries = addresses.get(hashOf(address));
  if (!tries) return;
  tries.accounts.delete(hashOf(email));
  if (tries.accounts.size <= FREE_ACCOUNTS) tries.nextAt = 0;
}

function hashOf(whom = "unknown"): string {
  return createHash("sha256").update(whom.toLowerCase()).digest("base64url");
}
