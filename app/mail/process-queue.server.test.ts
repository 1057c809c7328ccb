import { expect, test } from "vitest";
import { nextRetryMs } from "./process-queue.server.ts";

test("a queue's next turn is just after the first retry is due", () => {
  expect(nextRetryMs([], 1000)).toBe(Number.POSITIVE_INFINITY);
  expect(nextRetryMs([61_000, 300_000], 58_000)).toBe(3100);
  expect(nextRetryMs([61_000], 61_000)).toBe(100);
  // A past due time was already looked for.
  expect(nextRetryMs([61_000], 61_200)).toBe(Number.POSITIVE_INFINITY);
});
