import { describe, expect, test } from "vitest";
import { expiryOf, relativeDay } from "./expiry.ts";
import { dateOf, dayNumber, nairobiDay, startOfDay } from "./nairobi-day.ts";

const NOON = new Date("2026-11-21T09:00:00Z");
const inDays = (days: number) => new Date(NOON.getTime() + days * 24 * 3_600_000);

describe("the expiry of a domain", () => {
  test.each([
    [-1, "expired"],
    [0, "soon"],
    [30, "soon"],
    [31, "later"],
  ] as const)("is, %i days from today, %s", (days, state) => {
    expect(expiryOf(inDays(days), NOON)).toMatchObject({ daysLeft: days, state });
  });

  test("counts days in Nairobi, where midnight is at 21:00 UTC, and ignores the hour", () => {
    const late = new Date("2026-11-21T20:59:59.999Z");
    const midnight = new Date("2026-11-21T21:00:00Z");
    expect(expiryOf(late, midnight)).toMatchObject({ daysLeft: -1, state: "expired", iso: "2026-11-21" });
    expect(expiryOf(midnight, midnight)).toMatchObject({ daysLeft: 0, state: "soon", words: "22 Nov 2026" });
    expect(expiryOf(midnight, late)).toMatchObject({ daysLeft: 1 });
    expect(expiryOf(new Date("2026-11-20T21:00:00Z"), new Date("2026-11-21T20:59:00Z")).daysLeft).toBe(0);
  });

  test.each(["2026-03-29", "2026-10-25", "2028-02-29", "2026-12-31"])(
    "counts 24 hours for %s, without summer time",
    (day) => {
      const start = startOfDay(dayNumber(new Date(`${day}T09:00:00Z`)));
      expect(start.toISOString()).toMatch(/T21:00:00.000Z$/);
      const end = new Date(start.getTime() + 24 * 3_600_000);
      expect(expiryOf(end, start).daysLeft).toBe(1);
      expect(dateOf(dayNumber(start)).iso).toBe(day);
    },
  );

  test("agrees with Intl's calendar of Nairobi", () => {
    for (let hours = 0; hours < 10_000; hours++) {
      const moment = new Date(Date.UTC(2020, 0, 1) + hours * 7 * 3_600_000);
      if (hours % 97 !== 0) continue;
      expect(dateOf(dayNumber(moment)).iso).toBe(nairobiDay(moment).iso);
    }
  });

  test.each([
    [-4, "4 days ago"],
    [-1, "yesterday"],
    [0, "today"],
    [1, "tomorrow"],
    [12, "in 12 days"],
  ])("writes %i days as %s", (days, words) => {
    expect(relativeDay(days)).toBe(words);
  });
});
