import { LRUCache } from "lru-cache";
import { afterEach, expect, test, vi } from "vitest";
import { distanceFromNowMs, monotonicMs } from "./monotonic-clock.ts";

const YEAR = 365 * 86_400_000;

afterEach(() => vi.useRealTimers());

test("the distance of a future moment is positive, as of a past one", () => {
  expect(distanceFromNowMs(1000, 4000)).toBe(3000);
  expect(distanceFromNowMs(4000, 1000)).toBe(3000);
});

test("cache entries expire in time although the system's clock was set back by a year", () => {
  vi.useFakeTimers();
  vi.setSystemTime(Date.now() + YEAR);
  const kept = new LRUCache<string, string>({ max: 5, ttl: 60_000, ttlResolution: 0, perf: monotonicMs });
  kept.set("a", "from next year");
  vi.setSystemTime(Date.now() - YEAR);
  vi.advanceTimersByTime(59_000);
  expect(kept.get("a")).toBe("from next year");
  vi.advanceTimersByTime(2_000);
  expect(kept.get("a")).toBeUndefined();
});

test("the monotonic clock follows the system's forward and never goes back", () => {
  vi.useFakeTimers();
  const start = monotonicMs.now();
  vi.advanceTimersByTime(5_000);
  vi.setSystemTime(Date.now() - YEAR);
  expect(monotonicMs.now() - start).toBe(5_000);
  vi.advanceTimersByTime(5_000);
  expect(monotonicMs.now() - start).toBe(10_000);
  vi.setSystemTime(Date.now() + YEAR);
  expect(monotonicMs.now() - start).toBe(YEAR + 10_000);
});
