import { LRUCache } from "lru-cache";
import { monotonicMs } from "#app/model/monotonic-clock.ts";

/** How many tries are free, and how many different accounts from one address, which a carrier's customers share. */
type Free = { tries: number; accounts: number };
export const FREE: Free = { tries: 5, accounts: 20 };
/** An account is counted with an address for so long. */
export const HOUR_MS = 3600_000;
/** The tries of a pair are. */
export const WINDOW_MS = 15 * 60_000;
/** The first wait; each further one is twice as long, that of a pair up to the window. */
export const FIRST_WAIT_MS = 30_000;
/** Whoever shares an address is never kept out for longer. */
export const LONGEST_OF_ADDRESS_MS = 5 * 60_000;
/** So many times the free accounts are remembered; more of them make no difference any more. */
export const ACCOUNTS_KEPT = 2;

/**
 * A try to sign in, by secret names: the pair of account and where it comes from, and the account and the address each by
 * itself. Without an address it counts for the pair alone.
 */
export type Try = { pair: string; account: string; address: string | undefined };
/** For how many ms a pair and an address have to wait; 0: not at all. */
export type Waits = { pair: number; address: number };

type OfAddress = { accounts: LRUCache<string, true>; nextAt: number };

/** The tries to sign in that one process knows of. Nothing here is waited for, so that many at once count as well. */
export function createTries(free: Free) {
  const made = { ttlResolution: 0, perf: monotonicMs };
  const tries = new LRUCache<string, number>({ ...made, max: 50_000, ttl: WINDOW_MS, noUpdateTTL: true });
  /** Until when a pair has to wait, by the steady clock. */
  const waits = new LRUCache<string, number>({ ...made, max: 50_000, ttl: WINDOW_MS });
  const addresses = new LRUCache<string, OfAddress>({ ...made, max: 10_000, ttl: HOUR_MS });

  function look({ pair, address }: Try): Waits {
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
    if (tooMany > 0) known.nextAt = monotonicMs.now() + waitMs(tooMany, LONGEST_OF_ADDRESS_MS);
    addresses.set(address, known);
  }

  return {
    look,

    /** Counts a try, unless it has to wait; gives back how long. */
    count(one: Try): Waits {
      const has = look(one);
      if (has.pair > 0 || has.address > 0) return has;
      if (one.address !== undefined) noteAccount(one.address, one.account);
      const count = (tries.get(one.pair) ?? 0) + 1;
      tries.set(one.pair, count);
      if (count >= free.tries) waits.set(one.pair, monotonicMs.now() + waitMs(count - free.tries + 1, WINDOW_MS));
      return has;
    },

    /** Takes an account out of those that count for its address. */
    forgetAccount({ address, account }: Try): void {
      const known = address === undefined ? undefined : addresses.get(address);
      if (!known) return;
      known.accounts.delete(account);
      if (known.accounts.size <= free.accounts) known.nextAt = 0;
    },

    /** Takes back one try of a pair, which came to nothing, and the wait that it brought. */
    forgetTry({ pair }: Try): void {
      const count = (tries.get(pair) ?? 0) - 1;
      if (count > 0) tries.set(pair, count);
      else tries.delete(pair);
      waits.delete(pair);
    },

    /** The pair starts afresh. */
    forgetPair({ pair }: Try): void {
      tries.delete(pair);
      waits.delete(pair);
    },
  };
}

/** The wait after so many tries above the free ones. */
function waitMs(above: number, longest: number): number {
  return Math.min(FIRST_WAIT_MS * 2 ** (above - 1), longest);
}
