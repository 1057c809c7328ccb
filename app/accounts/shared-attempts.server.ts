import { redisKey } from "#app/platform/redis/names.server.ts";
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
function waitsIn(reply: unknown): WaitTimes {
  const [pair, address] = Array.isArray(reply) ? reply.map((ms) => Math.max(0, Number(ms))) : [];
  return { pair: pair ?? 0, address: address ?? 0 };
}
