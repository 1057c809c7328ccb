import { expect, test } from "vitest";
import { nextLookMs, retryInSeconds } from "./queue-schedule.ts";

test("a mail is tried again after 1 and 5 minutes, half an hour, 2 and 12 hours, and then never", () => {
  const waits = [1, 2, 3, 4, 5, 6, 7].map((attempts) => retryInSeconds(attempts, { isFinal: false }));
  const hour = 3600;
  expect(waits).toEqual([60, 300, hour / 2, 2 * hour, 12 * hour, undefined, undefined]);
});

test("what the server will never take is not tried again", () => {
  expect(retryInSeconds(1, { isFinal: true })).toBeUndefined();
});

test("a process looks again when its own mail is due, just after and not before, and four times a minute in any case", () => {
  expect(nextLookMs([], 1000)).toBe(15_000);
  expect(nextLookMs([61_000], 1000)).toBe(15_000);
  expect(nextLookMs([61_000, 300_000], 58_000)).toBe(3100);
  expect(nextLookMs([61_000], 61_000)).toBe(100);
  // What is over was looked for.
  expect(nextLookMs([61_000], 61_200)).toBe(15_000);
});
