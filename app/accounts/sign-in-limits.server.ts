import { consume, isAnyExhausted, type RateLimitResult } from "#app/platform/abuse/limits.server.ts";
import { logFailedSignIn, logLimitReached } from "#app/platform/abuse/security-events.server.ts";
import { keyedHash, redisKey } from "#app/platform/redis/names.server.ts";
import { localLimit, withRedisOrLocal } from "#app/platform/redis/redis.api.server.ts";
import {
  ACCOUNTS_KEPT,
  type AttemptKeys,
  createAttemptCounter,
  FIRST_WAIT_MS,
  FREE,
  HOUR_MS,
  MAX_ADDRESS_WAIT_MS,
  type WaitTimes,
  WINDOW_MS,
} from "./sign-in-attempts.server.ts";

/** A sign-in attempt. `device` identifies a browser that has signed in to the account before. */
type Attempt = { email: string; address: string | undefined; device: string | undefined };

type Wait = Extract<RateLimitResult, { ok: false }>;

/** Returns the wait before the next attempt, without counting; undefined if there is none. */
export async function requiredWait(attempt: Attempt): Promise<Wait | undefined> {
  return waitFor(attempt, await peekAttempt(attemptKeys(attempt)));
}

/**
 * Returns whether a challenge comes first: after 20 failures from an address, or 30 failures for an account from anywhere. No
 * account is ever locked, because its owner needs it, and a browser that has signed in to it before gets no challenge.
 */
export async function requiresSignInChallenge({ email, address, device }: Attempt): Promise<boolean> {
  if (device !== undefined) return false;
  return isAnyExhausted([
    ["signInFromAddress", address],
    ["signInToAccount", email],
  ]);
}

/**
 * Counts an attempt before its outcome is known, so that parallel attempts count too. After five attempts within 15 minutes for
 * one account from one address, each further one has to wait: 30 seconds, then twice as long each time. Above twenty accounts
 * within an hour from one address, each further attempt from there has to wait too, at most five minutes. An account counts
 * until somebody signs in to it from that address: people who mistype get in eventually, attackers do not. A browser that has
 * signed in to the account before has its own count. Source: docs/product/limits-and-outages.md, "Limits".
 */
export async function admitAttempt(attempt: Attempt): Promise<RateLimitResult> {
  return waitFor(attempt, await countAttempt(attemptKeys(attempt))) ?? { ok: true };
}

/** Records a failed attempt. */
export async function recordFailure({ email, address }: Attempt): Promise<void> {
  logFailedSignIn(email, address);
  await Promise.all([consume("signInFromAddress", address), consume("signInToAccount", email)]);
}

/** Undoes an attempt whose outcome is unknown. */
export async function discardAttempt(attempt: Attempt): Promise<void> {
  await Promise.all([undoAttempt(attemptKeys(attempt)), forgetAccountForAddress(attempt)]);
}

/** Records a successful attempt: the pair's count starts again. */
export async function recordSuccess(attempt: Attempt): Promise<void> {
  await Promise.all([resetPair(attemptKeys(attempt)), forgetAccountForAddress(attempt)]);
}

function forgetAccountForAddress(attempt: Attempt): Promise<void> {
  return forgetAccount(attemptKeys({ ...attempt, device: undefined }));
}

function waitFor({ email, address }: Attempt, { pair, address: ofAddress }: WaitTimes): Wait | undefined {
  const retryAfterSeconds = Math.ceil(Math.max(pair, ofAddress) / 1000);
  if (retryAfterSeconds <= 0) return undefined;
  logLimitReached(pair > 0 ? "sign-in" : "sign-in from address", pair > 0 ? email : address);
  return { ok: false, retryAfterSeconds };
}

/** A known browser has its own count, which does not depend on its address. */
function attemptKeys({ email, address, device }: Attempt): AttemptKeys {
  return {
    pair: keyedHash(JSON.stringify([email, device ?? `from ${address ?? "unknown"}`])),
    account: keyedHash(email),
    address: device === undefined ? keyedHash(address) : undefined,
  };
}

/** The counter of this process: used without Redis, and with half the free attempts while Redis is away. */
const local = createAttemptCounter({ tries: localLimit(FREE.tries), accounts: localLimit(FREE.accounts) });

/** `count` of sign-in-attempts.server.ts as one atomic script, so that parallel attempts in all processes count. */
const COUNT = `
  local account, free_tries, free_accounts = ARGV[1], ${FREE.tries}, ${FREE.accounts}
  local pair, address = redis.call("pttl", KEYS[2]), account == "" and 0 or redis.call("pttl", KEYS[4])
  if pair > 0 or address > 0 then return {pair, address} end
  if account ~= "" then
    local time = redis.call("time")
    local now = time[1] * 1000 + math.floor(time[2] / 1000)
    redis.call("zadd", KEYS[3], now, account)
    redis.call("zremrangebyscore", KEYS[3], "-inf", now - ${HOUR_MS})
    redis.call("zremrangebyrank", KEYS[3], 0, -1 - ${ACCOUNTS_KEPT} * free_accounts)
    redis.call("pexpire", KEYS[3], ${HOUR_MS})
    local above = redis.call("zcard", KEYS[3]) - free_accounts
    if above > 0 then
      redis.call("set", KEYS[4], 1, "px", math.min(${FIRST_WAIT_MS} * 2 ^ (above - 1), ${MAX_ADDRESS_WAIT_MS}))
    end
  end
  local count = redis.call("incr", KEYS[1])
  if count == 1 then redis.call("pexpire", KEYS[1], ${WINDOW_MS}) end
  if count >= free_tries then
    redis.call("set", KEYS[2], 1, "px", math.min(${FIRST_WAIT_MS} * 2 ^ (count - free_tries), ${WINDOW_MS}))
  end
  return {0, 0}
`;

const FORGET_ACCOUNT = `
  redis.call("zrem", KEYS[1], ARGV[1])
  if redis.call("zcard", KEYS[1]) <= ${FREE.accounts} then redis.call("del", KEYS[2]) end
`;

const FORGET_TRY = `
  if redis.call("exists", KEYS[1]) == 1 and redis.call("decr", KEYS[1]) < 1 then redis.call("del", KEYS[1]) end
  redis.call("del", KEYS[2])
`;

/** Returns how long an attempt would have to wait, without counting it. */
export function peekAttempt(keys: AttemptKeys): Promise<WaitTimes> {
  const [, pairWait, , addressWait] = redisKeys(keys);
  return withRedisOrLocal(
    async (redis) => {
      const [pair, address] = await Promise.all([pairWait, addressWait].map((key) => redis.pTTL(key)));
      return waitsIn([pair, keys.address === undefined ? 0 : address]);
    },
    () => local.look(keys),
  );
}

/** Counts an attempt unless it has to wait; returns the wait. */
export function countAttempt(keys: AttemptKeys): Promise<WaitTimes> {
  const account = keys.address === undefined ? "" : keys.account;
  return withRedisOrLocal(
    async (redis) => waitsIn(await redis.eval(COUNT, { keys: redisKeys(keys), arguments: [account] })),
    () => local.count(keys),
  );
}

/** Removes an account from those that count for its address. */
export function forgetAccount(keys: AttemptKeys): Promise<void> {
  local.forgetAccount(keys);
  const [, , ...ofAddress] = redisKeys(keys);
  return withRedisOrLocal(
    async (redis) => void (await redis.eval(FORGET_ACCOUNT, { keys: ofAddress, arguments: [keys.account] })),
    () => undefined,
  );
}

/** Undoes one attempt of a pair and the wait that it caused. */
export function undoAttempt(keys: AttemptKeys): Promise<void> {
  local.undoAttempt(keys);
  const [tries, wait] = redisKeys(keys);
  return withRedisOrLocal(
    async (redis) => void (await redis.eval(FORGET_TRY, { keys: [tries, wait] })),
    () => undefined,
  );
}

/** Resets the count of a pair. */
export function resetPair(keys: AttemptKeys): Promise<void> {
  local.resetPair(keys);
  const [tries, wait] = redisKeys(keys);
  return withRedisOrLocal(
    async (redis) => void (await redis.del([tries, wait])),
    () => undefined,
  );
}

function redisKeys({ pair, address = "none" }: AttemptKeys): [string, string, string, string] {
  const [ofPair, ofAddress] = [redisKey("sign-in", "pair", pair), redisKey("sign-in", "address", address)];
  return [ofPair, `${ofPair}:wait`, ofAddress, `${ofAddress}:wait`];
}

/** Redis returns negative numbers for missing keys. */
function waitsIn(response: unknown): WaitTimes {
  const [pair, address] = Array.isArray(response) ? response.map((ms) => Math.max(0, Number(ms))) : [];
  return { pair: pair ?? 0, address: address ?? 0 };
}
