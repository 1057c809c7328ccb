import { LRUCache } from "lru-cache";
import { monotonicMs } from "#app/platform/text/monotonic-clock.ts";

/**
 * What is allowed without a wait. `tries`: attempts of a pair (see AttemptKeys). `accounts`: accounts tried from one IP
 * address; many, because a mobile carrier's customers share an address.
 */
type Free = { tries: number; accounts: number };
export const FREE: Free = { tries: 5, accounts: 20 };
/** How long an account that was tried from an address counts for this address. */
export const HOUR_MS = 3600_000;
/** How long attempts of a pair count. */
export const WINDOW_MS = 15 * 60_000;
/** The first wait. Each further one is twice as long, up to the window for a pair. */
export const FIRST_WAIT_MS = 30_000;
/** The longest wait of an address, because many people may share it. */
export const MAX_ADDRESS_WAIT_MS = 5 * 60_000;
/** An address remembers this many times its free accounts. More would make no difference. */
export const ACCOUNTS_KEPT = 2;

/**
 * The keyed hashes of an attempt. `pair`: the account with its origin, which is a known browser or an IP address. `address`:
 * the IP address; undefined if unknown or for a known browser, of which only the pair counts.
 */
export type AttemptKeys = { pair: string; account: string; address: string | undefined };
/** The remaining waits of a pair and an address in ms; 0 for none. */
export type WaitTimes = { pair: number; address: number };

type OfAddress = { accounts: LRUCache<string, true>; nextAt: number };

/** Counts the attempts of one process. Every method is synchronous, so parallel attempts count too. */
export function createAttemptCounter(free: Free) {
  const made = { ttlResolution: 0, perf: monotonicMs };
  const tries = new LRUCache<string, number>({ ...made, max: 50_000, ttl: WINDOW_MS, noUpdateTTL: true });
  /** When a pair's wait ends, in ms of the monotonic clock. */
  const waits = new LRUCache<string, number>({ ...made, max: 50_000, ttl: WINDOW_MS });
  const addresses = new LRUCache<string, OfAddress>({ ...made, max: 10_000, ttl: HOUR_MS });

  function look({ pair, address }: AttemptKeys): WaitTimes {
    const now = monotonicMs.now();
    const nextAt = address === undefined ? 0 : (addresses.get(address)?.nextAt ?? 0);
    return { pair: Math.max(0, (waits.get(pair) ?? 0) - now), address: Math.max(0, nextAt - now) };
  }

  function noteAccount(address: string, account: string): void {
    const max = ACCOUNTS_KEPT * free.accounts;
    const known = addresses.get(address) ?? {
      accounts: new LRUCache<string, true>({ ...made, max, ttl: HOUR_MS }),
      nextAt: 0,
    };
    known.accounts.set(account, true);
    known.accounts.purgeStale();
    const tooMany = known.accounts.size - free.accounts;
    if (tooMany > 0) known.nextAt = monotonicMs.now() + waitMs(tooMany, MAX_ADDRESS_WAIT_MS);
    addresses.set(address, known);
  }

  return {
    look,

    /** Counts an attempt unless it has to wait; returns the wait. */
    count(keys: AttemptKeys): WaitTimes {
      const wait = look(keys);
      if (wait.pair > 0 || wait.address > 0) return wait;
      if (keys.address !== undefined) noteAccount(keys.address, keys.account);
      const count = (tries.get(keys.pair) ?? 0) + 1;
      tries.set(keys.pair, count);
      if (count >= free.tries) waits.set(keys.pair, monotonicMs.now() + waitMs(count - free.tries + 1, WINDOW_MS));
      return wait;
    },

    /** Removes an account from those that count for its address. */
    forgetAccount({ address, account }: AttemptKeys): void {
      const known = address === undefined ? undefined : addresses.get(address);
      if (!known) return;
      known.accounts.delete(account);
      if (known.accounts.size <= free.accounts) known.nextAt = 0;
    },

    /** Undoes one attempt of a pair and the wait that it caused. */
    undoAttempt({ pair }: AttemptKeys): void {
      const count = (tries.get(pair) ?? 0) - 1;
      if (count > 0) tries.set(pair, count);
      else tries.delete(pair);
      waits.delete(pair);
    },

    /** Resets the count of a pair. */
    resetPair({ pair }: AttemptKeys): void {
      tries.delete(pair);
      waits.delete(pair);
    },
  };
}

/** Returns the wait in ms after this many attempts above the free ones. */
function waitMs(above: number, longest: number): number {
  return Math.min(FIRST_WAIT_MS * 2 ** (above - 1), longest);
}
