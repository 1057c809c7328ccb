import { expect, test } from "vitest";
import { dateOf, dayNumber, nairobiDay, startOfDay } from "#app/platform/text/nairobi-day.ts";
import { expiryOf, relativeDay } from "./expiry.ts";

test.each([
  [-1, "expired"],
  [0, "soon"],
  [30, "soon"],
  [31, "later"],
] as const)("a domain whose last day is %i days from today expires: %s", (days, state) => {
  const noon = new Date("2026-11-21T09:00:00Z");
  const expiry = new Date(noon.getTime() + days * 86_400_000);
  expect(expiryOf(expiry, noon)).toMatchObject({ daysLeft: days, state });
});

test("counts days in Nairobi, where midnight is at 21:00 UTC, and ignores the hour", () => {
  const late = new Date("2026-11-21T20:59:59.999Z");
  const midnight = new Date("2026-11-21T21:00:00Z");
  expect(expiryOf(late, midnight)).toMatchObject({ daysLeft: -1, state: "expired", iso: "2026-11-21" });
  expect(expiryOf(midnight, midnight)).toMatchObject({ daysLeft: 0, state: "soon", words: "22 Nov 2026" });
  expect(expiryOf(midnight, late)).toMatchObject({ daysLeft: 1 });
});

test("days of every year begin at 21:00 UTC, and agree with Intl's calendar of Nairobi", () => {
  for (let hours = 0; hours < 70_000; hours += 679) {
    const moment = new Date(Date.UTC(2020, 0, 1) + hours * 3_600_000);
    expect(dateOf(dayNumber(moment)).iso).toBe(nairobiDay(moment).iso);
    expect(startOfDay(dayNumber(moment)).toISOString()).toMatch(/T21:00:00.000Z$/);
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
