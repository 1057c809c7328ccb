import fc from "fast-check";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { MemoryLimiter } from "./memory-limiter.server.ts";

const LIMIT = { points: 5, duration: 60 };
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** What a limiter answers, but for how it says that a duration has just begun. */
const said = (answer: unknown) =>
  answer instanceof RateLimiterRes ? [answer.consumedPoints, answer.remainingPoints, answer.msBeforeNext] : answer;

it("counts exactly as the library's own limiter does", async () => {
  const step = fc.record({
    what: fc.constantFrom<"consume" | "penalty" | "reward" | "get" | "delete">(
      "consume",
      "penalty",
      "reward",
      "get",
      "delete",
    ),
    points: fc.integer({ min: 1, max: 4 }),
    of: fc.constantFrom("a", "b"),
    // The same key may begin anew in the very millisecond in which it ends.
    after: fc.constantFrom(0, 1, 1000, 30_000, 59_999, 60_000),
  });
  const property = fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
    const [ours, theirs] = [new MemoryLimiter(LIMIT), new RateLimiterMemory(LIMIT)];
    for (const { what, points, of, after } of steps) {
      vi.advanceTimersByTime(after);
      const does = (limiter: RateLimiterMemory) => {
        if (what === "get" || what === "delete") return limiter[what](of).then(said);
        return limiter[what](of, points).then(said, (refused) => ["refused", said(refused)]);
      };
      // Nobody asks whether there was something to delete.
      if (what !== "delete") expect(await does(ours)).toEqual(await does(theirs));
      else await Promise.all([does(ours), does(theirs)]);
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
