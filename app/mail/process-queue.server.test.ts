import { expect, test } from "vitest";
import { nextLookMs } from "./process-queue.server.ts";

test("looks again just after a retry is due, and at least every fifteen seconds", () => {
  expect(nextLookMs([], 1000)).toBe(15_000);
  expect(nextLookMs([61_000], 1000)).toBe(15_000);
  expect(nextLookMs([61_000, 300_000], 58_000)).toBe(3100);
  expect(nextLookMs([61_000], 61_000)).toBe(100);
  // A past due time was already looked for.
  expect(nextLookMs([61_000], 61_200)).toBe(15_000);
});
