import { expect, test } from "vitest";
import { nextLookMs, retryInSeconds } from "./queue.server.ts";

test("retries a job after 1, 5 and 30 minutes, 2 and 12 hours, and then never", () => {
  const waits = [1, 2, 3, 4, 5, 6, 7].map((attempts) => retryInSeconds(attempts, { isFinal: false }));
  const hour = 3600;
  expect(waits).toEqual([60, 300, hour / 2, 2 * hour, 12 * hour, undefined, undefined]);
});

test("does not retry a final failure", () => {
  expect(retryInSeconds(1, { isFinal: true })).toBeUndefined();
});

test("looks again just after a retry is due, and at least every fifteen seconds", () => {
  expect(nextLookMs([], 1000)).toBe(15_000);
  expect(nextLookMs([61_000], 1000)).toBe(15_000);
  expect(nextLookMs([61_000, 300_000], 58_000)).toBe(3100);
  expect(nextLookMs([61_000], 61_000)).toBe(100);
  // A past due time was already looked for.
  expect(nextLookMs([61_000], 61_200)).toBe(15_000);
});
