import { expect, test } from "vitest";
import { lastDayWords } from "./work.ts";

const NOW = new Date("2026-11-24T09:00:00Z");

test.each([
  ["2026-11-08T21:00:00Z", "ends 24 Nov 2026"],
  ["2026-11-08T20:59:59Z", "ended 23 Nov 2026"],
  ["2026-11-24T08:00:00Z", "ends 9 Dec 2026"],
])("a domain that waits for staff since %s %s", (since, words) => {
  expect(lastDayWords(since, NOW)).toBe(words);
});
