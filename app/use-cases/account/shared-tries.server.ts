import { redisKey } from "#app/gateways/redis/names.server.ts";
import { localLimit, withRedisOrLocal } from "#app/gateways/redis.server.ts";
import {
  ACCOUNTS_KEPT,
  createTries,
  FIRST_WAIT_MS,
  FREE,
  HOUR_MS,
  LONGEST_OF_ADDRESS_MS,
  type Try,
  type Waits,
  WINDOW_MS,
} from "./sign-in-tries.server.ts";

/** What this process counts for itself: all there is without Redis, half of what is free while it is away. */
const alone = createTries({ tries: localLimit(FREE.tries), accounts: localLimit(FREE.accounts) });

/** The same as `count` of sign-in-tries.server.ts in one piece, so that many at once, from all processes, count as well. */
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
      redis.call("set", KEYS[4], 1, "px", math.min(${FIRST_WAIT_MS} * 2 ^ (above - 1), ${LONGEST_OF_ADDRESS_MS}))
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

/** How long a try would have to wait, without counting it. */
export function lookAtTry(one: Try): Promise<Waits> {
  const [, pairWait, , addressWait] = keysOf(one);
  return withRedisOrLocal(
    async (redis) => {
      const [pair, address] = await Promise.all([pairWait, addressWait].map((key) => redis.pTTL(key)));
      return waitsIn([pair, one.address === undefined ? 0 : address]);
    },
    () => alone.look(one),
  );
}

/** Counts a try, unless it has to wait; gives back how long. */
export function countTry(one: Try): Promise<Waits> {
  const account = one.address === undefined ? "" : one.account;
  return withRedisOrLocal(
    async (redis) => waitsIn(await redis.eval(COUNT, { keys: keysOf(one), arguments: [account] })),
    () => alone.count(one),
  );
}

/** Takes an account out of those that count for its address. */
export function forgetAccount(one: Try): Promise<void> {
  alone.forgetAccount(one);
  const [, , ...ofAddress] = keysOf(one);
  return withRedisOrLocal(
    async (redis) => void (await redis.eval(FORGET_ACCOUNT, { keys: ofAddress, arguments: [one.account] })),
    () => undefined,
  );
}

/** Takes back one try of a pair, which came to nothing, and the wait that it brought. */
export function forgetTry(one: Try): Promise<void> {
  alone.forgetTry(one);
  const [tries, wait] = keysOf(one);
  return withRedisOrLocal(
    async (redis) => void (await redis.eval(FORGET_TRY, { keys: [tries, wait] })),
    () => undefined,
  );
}

/** The pair starts afresh. */
export function forgetPair(one: Try): Promise<void> {
  alone.forgetPair(one);
  const [tries, wait] = keysOf(one);
  return withRedisOrLocal(
    async (redis) => void (await redis.del([tries, wait])),
    () => undefined,
  );
}

function keysOf({ pair, address = "none" }: Try): [string, string, string, string] {
  const [ofPair, ofAddress] = [redisKey("sign-in", "pair", pair), redisKey("sign-in", "address", address)];
  return [ofPair, `${ofPair}:wait`, ofAddress, `${ofAddress}:wait`];
}

/** Of what is not there Redis gives negative numbers. */
function waitsIn(reply: unknown): Waits {
  const [pair, address] = Array.isArray(reply) ? reply.map((ms) => Math.max(0, Number(ms))) : [];
  return { pair: pair ?? 0, address: address ?? 0 };
}
