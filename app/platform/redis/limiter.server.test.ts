import fc from "fast-check";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { MemoryLimiter } from "./limiter.server.ts";

const LIMIT = { points: 5, duration: 60 };
const OPERATIONS = ["consume", "penalty", "reward", "get", "delete"] as const;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Returns the parts of a limiter's result that both implementations give alike. */
const comparable = (result: unknown) =>
  result instanceof RateLimiterRes ? [result.consumedPoints, result.remainingPoints, result.msBeforeNext] : result;

it("counts exactly as the library's own limiter does", async () => {
  const step = fc.record({
    operation: fc.constantFrom(...OPERATIONS),
    points: fc.integer({ min: 1, max: 4 }),
    key: fc.constantFrom("a", "b"),
    // Includes the millisecond in which a key expires and is counted again.
    afterMs: fc.constantFrom(0, 1, 1000, 30_000, 59_999, 60_000),
  });
  const property = fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
    const [ours, theirs] = [new MemoryLimiter(LIMIT), new RateLimiterMemory(LIMIT)];
    for (const { operation, points, key, afterMs } of steps) {
      vi.advanceTimersByTime(afterMs);
      const run = (limiter: RateLimiterMemory) => {
        if (operation === "get" || operation === "delete") return limiter[operation](key).then(comparable);
        return limiter[operation](key, points).then(comparable, (refused) => ["refused", comparable(refused)]);
      };
      const results = [await run(ours), await run(theirs)];
      // The result of a deletion, whether there was something to delete, is not used.
      if (operation !== "delete") expect(results[0]).toEqual(results[1]);
    }
  });
  await fc.assert(property, { numRuns: 300, seed: 20_261_124 });
});

it("keeps active keys through a flood of other keys and drops the least recently used", async () => {
  const limiter = new MemoryLimiter(LIMIT);
  const use = (key: string) => limiter.consume(key, LIMIT.points);
  await use("long ago");
  for (let key = 0; key < 120_000; key++) {
    await use(`flood ${key}`);
    if (key % 10_000 === 0) await limiter.penalty("busy");
  }
  expect((await limiter.get("busy"))?.consumedPoints).toBe(12);
  expect(await limiter.get("flood 119999")).not.toBeNull();
  const kept = await Promise.all(Array.from({ length: 120_000 }, (_, key) => limiter.get(`flood ${key}`)));
  expect(kept.filter(Boolean).length).toBe(50_000 - 1);
  expect(await limiter.get("long ago")).toBeNull();
});
