import { LRUCache } from "lru-cache";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { monotonicMs } from "#app/model/monotonic-clock.ts";

/** Keys. Some 10 MB of memory: a stranger with a /48 has 65,536 addresses to be counted by. */
const MOST_KEYS = 50_000;

/** How much of a limit is used, and when it begins anew, in ms. */
type Count = { used: number; until: number };

/**
 * A limit counted in this process's memory, of which a flood of different keys cannot take more than its share: above the
 * most keys, the one that was not used for longest is counted from the beginning again. The library's own limiter has no
 * bound, and a timer for each key.
 */
export class MemoryLimiter extends RateLimiterMemory {
  // By size, not by `max`, for which the cache takes all its room at once, for each of thirty limits.
  readonly #counts = new LRUCache<string, Count>({ maxSize: MOST_KEYS, sizeCalculation: () => 1 });

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
    return Promise.resolve(count && count.until > monotonicMs.now() ? this.#say(count) : null);
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
    return this.#say(count, now);
  }

  #say({ used, until }: Count, now = monotonicMs.now()): RateLimiterRes {
    return new RateLimiterRes(Math.max(this.points - used, 0), until - now, used);
  }
}
