import { expect, test } from "vitest";
import { countWork, lastDayWords } from "./work.ts";

const NOW = new Date("2026-11-24T09:00:00Z");

test.each([
  ["2026-11-08T21:00:00Z", "ends 24 Nov 2026"],
  ["2026-11-08T20:59:59Z", "ended 23 Nov 2026"],
  ["2026-11-24T08:00:00Z", "ends 9 Dec 2026"],
])("a domain that waits for staff since %s %s", (since, words) => {
  expect(lastDayWords(since, NOW)).toBe(words);
});

test.each([
  [{ order: 12 }, ["12 orders"], 12, "12"],
  [{ order: 1, lapsing: 99 }, ["1 order", "99 names that end soon"], 100, "100"],
  [{ order: 12, lapsing: 100 }, ["12 orders", "99+ names that end soon"], 112, "112 or more"],
])("counts what waits, and says so where it stopped counting: %j", (counts, words, all, allWords) => {
  expect(countWork({ counts })).toEqual({ words, all, allWords });
});
