import { type RateLimiterAbstract, RateLimiterRedis } from "rate-limiter-flexible";
import { askRedis, portion, redisState } from "../redis.server.ts";
import { MemoryLimiter } from "./memory-limiter.server.ts";
import { nameInRedis } from "./names.server.ts";

type EvalOptions = { keys: string[]; arguments: string[] };
/** So many points in so many seconds. */
type Limit = { points: number; duration: number };

/**
 * A limit by this name, counted by all processes together; in this one where there is no Redis, and at half while it is away.
 * A key is one of ours, or a `secretName`.
 */
export function createLimiter(name: string, { points, duration }: Limit): RateLimiterAbstract {
  const alone = new MemoryLimiter({ points: portion(points), duration });
  if (redisState().is === "off") return alone;
  return new RateLimiterRedis({
    storeClient: STORE,
    useRedisPackage: true,
    keyPrefix: nameInRedis("limit", name),
    points,
    duration,
    insuranceLimiter: alone,
  });
}

/** As much of the client as the store uses. Each command goes the way that waits for nobody. */
const STORE = {
  eval: (script: string, options: EvalOptions) => askRedis((redis) => redis.eval(script, options)),
  del: (key: string) => askRedis((redis) => redis.del(key)),
  multi() {
    let read = "";
    const reading = {
      get(key: string) {
        read = key;
        return reading;
      },
      pTTL: () => reading,
      exec: () => askRedis((redis) => Promise.all([redis.get(read), redis.pTTL(read)])),
    };
    return reading;
  },
};
