import { expect, test } from "vitest";
import { sinceWords, type WorkItem } from "./work.ts";

const NOW = new Date("2026-11-24T09:00:00Z");

test.each<[kind: WorkItem["kind"], since: string, words: string]>([
  ["order", "2026-11-23T21:00:00Z", "since 00:00"],
  ["order", "2026-11-23T20:59:59Z", "since 23 Nov 2026"],
  ["lapsing", "2026-11-08T21:00:00Z", "ends 24 Nov 2026"],
  ["lapsing", "2026-11-08T20:59:59Z", "ended 23 Nov 2026"],
  ["lapsing", "2026-11-24T08:00:00Z", "ends 9 Dec 2026"],
])("a row of the work list about %s that waits since %s says %j", (kind, since, words) => {
  expect(sinceWords({ kind, since }, NOW)).toBe(words);
});
