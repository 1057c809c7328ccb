import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import { monotonicMs } from "#app/platform/text/monotonic-clock.ts";
import { createCache } from "#app/platform/upstream/caches.server.ts";
import { redisKey } from "./names.server.ts";
import { localLimit, redisState, withRedis } from "./redis.api.server.ts";

type EvalOptions = { keys: string[]; arguments: string[] };
/** Points per duration in seconds. */
type Limit = { points: number; duration: number };

/**
 * Creates a rate limiter whose counts all processes share. Without Redis this process counts alone; while Redis is unavailable,
 * it counts alone with half the points. Keys are constants or results of `keyedHash`.
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

/** Keys, some 10 MB of memory. One /48 network has 65,536 client addresses. */
const MAX_KEYS = 50_000;

/** The used points, and the end of the period in monotonic milliseconds. */
type Count = { used: number; until: number };

/**
 * An in-memory rate limiter with bounded memory: beyond the most keys, the least recently used is dropped. The
 * library's own limiter has no bound and keeps a timer per key.
 */
export class MemoryLimiter extends RateLimiterMemory {
  // `maxSize` in place of `max`, which would allocate all slots at once for each of thirty limiters.
  readonly #counts = createCache<string, Count>({ maxSize: MAX_KEYS, sizeCalculation: () => 1 });

  override consume(key: string, points = 1): Promise<RateLimiterRes> {
    const counted = this.#add(key, points);
    return counted.consumedPoints > this.points ? Promise.reject(counted) : Promise.resolve(counted);
  }

  override penalty(key: string, points = 1): Promise<RateLimiterRes> {
    return Promise.resolve(this.#add(key, points));
  }

  override reward(key: string, points = 1): Promise<RateLimiterRes> {
    return Promise.resolve(this.#add(key, -points));
  }

  override get(key: string): Promise<RateLimiterRes | null> {
    const count = this.#counts.get(key);
    return Promise.resolve(count && count.until > monotonicMs.now() ? this.#toResult(count) : null);
  }

  override delete(key: string): Promise<boolean> {
    return Promise.resolve(this.#counts.delete(key));
  }

  #add(key: string, points: number): RateLimiterRes {
    const now = monotonicMs.now();
    let count = this.#counts.get(key);
    if (!count || count.until <= now) {
      count = { used: 0, until: now + this.duration * 1000 };
      this.#counts.set(key, count);
    }
    count.used += points;
    return this.#toResult(count, now);
  }

  #toResult({ used, until }: Count, now = monotonicMs.now()): RateLimiterRes {
    return new RateLimiterRes(Math.max(this.points - used, 0), until - now, used);
  }
}
