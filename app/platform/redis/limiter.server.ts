import { type RateLimiterAbstract, RateLimiterRedis } from "rate-limiter-flexible";
import { MemoryLimiter } from "./memory-limiter.server.ts";
import { redisKey } from "./names.server.ts";
import { localLimit, redisState, withRedis } from "./redis.api.server.ts";

type EvalOptions = { keys: string[]; arguments: string[] };
/** Points per duration in seconds. */
type Limit = { points: number; duration: number };

/**
 * Creates a rate limiter whose counts all processes share. Without Redis this process counts alone; while Redis is
 * unavailable, with half the points. Keys are constants or results of `keyedHash`.
 */
export function createLimiter(name: string, { points, duration }: Limit): RateLimiterAbstract {
  const alone = new MemoryLimiter({ points: localLimit(points), duration });
  if (redisState().is === "off") return alone;
  return new RateLimiterRedis({
    storeClient: STORE,
    useRedisPackage: true,
    keyPrefix: redisKey("limit", name),
    points,
    duration,
    insuranceLimiter: alone,
  });
}

/** The methods that RateLimiterRedis uses, each by `withRedis`, so that none waits longer than 200 ms. */
const STORE = {
  eval: (script: string, options: EvalOptions) => withRedis((redis) => redis.eval(script, options)),
  del: (key: string) => withRedis((redis) => redis.del(key)),
  multi() {
    let read = "";
    const reading = {
      get(key: string) {
        read = key;
        return reading;
      },
      pTTL: () => reading,
      exec: () => withRedis((redis) => Promise.all([redis.get(read), redis.pTTL(read)])),
    };
    return reading;
  },
};
