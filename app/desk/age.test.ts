import fc from "fast-check";
import { expect, test } from "vitest";
import { ageClass, agoWords, dueWords, stillAge, waitingAge } from "./age.ts";

const NOW = new Date("2026-12-02T02:00:00Z");
const MINUTE = 60_000;
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * MINUTE).toISOString();

test.each([
  [0, "0 min", "new"],
  [59, "59 min", "new"],
  [60, "1 h", "new"],
  [239, "3 h", "new"],
  [240, "4 h", "soon"],
  [1439, "23 h", "soon"],
  [1440, "24 h, late", "late"],
  [2879, "47 h, late", "late"],
  [2880, "2 days, late", "late"],
])("after %d minutes something has waited %s", (minutes, words, level) => {
  expect(waitingAge(ago(minutes), NOW)).toEqual({ words, level });
});

test.each([
  [0, "due in 24 h"],
  [61, "due in 23 h"],
  [1439, "due in 1 h"],
  [1440, ""],
  [-5, "due in 24 h"],
])("says after %d minutes when it is due: %s", (minutes, words) => {
  expect(dueWords(ago(minutes), NOW)).toBe(words);
});

test("what does not wait for staff is never late, and a moment of the future is new", () => {
  expect(stillAge(ago(5000), NOW)).toEqual({ words: "3 days", level: "still" });
  expect(waitingAge(ago(-5), NOW)).toEqual({ words: "0 min", level: "new" });
});

test("only what is late or nearly late colours the edge of its row", () => {
  const levels = ["late", "soon", "new", "still"] as const;
  expect(levels.map((level) => ageClass({ words: "", level }))).toEqual(["is-bad", "is-warn", undefined, undefined]);
});

test("of two things, the older one never has a lower level", () => {
  const levels = ["new", "soon", "late"];
  fc.assert(
    fc.property(fc.nat(10_000), fc.nat(10_000), (one, other) => {
      const [older, newer] = [Math.max(one, other), Math.min(one, other)].map((minutes) =>
        waitingAge(ago(minutes), NOW),
      );
      expect(levels.indexOf(older?.level ?? "")).toBeGreaterThanOrEqual(levels.indexOf(newer?.level ?? ""));
      expect(agoWords(ago(one), NOW)).toMatch(/^\d+ (min|h|days)$/);
    }),
  );
});
