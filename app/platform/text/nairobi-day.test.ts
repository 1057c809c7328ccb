import { expect, test } from "vitest";
import { addYears, clockOf, clockWords, nairobiDay } from "./nairobi-day.ts";

test.each([
  ["2026-11-20T20:30:00Z", "2026-11-20", "20 November 2026"],
  ["2026-11-20T21:30:00Z", "2026-11-21", "21 November 2026"],
  ["2026-12-31T21:00:00Z", "2027-01-01", "1 January 2027"],
])("%s is %s in Nairobi", (moment, iso, words) => {
  expect(nairobiDay(new Date(moment))).toEqual({ iso, words });
});

test.each([
  ["2026-11-20T09:00:00.000Z", 3, "2029-11-20T09:00:00.000Z"],
  // Already New Year in Nairobi.
  ["2026-12-31T22:00:00.000Z", 1, "2027-12-31T22:00:00.000Z"],
  // The 29th of February, and still the 28th in London.
  ["2028-02-28T21:30:00.000Z", 1, "2029-02-27T21:30:00.000Z"],
  ["2028-02-29T09:00:00.000Z", 4, "2032-02-29T09:00:00.000Z"],
])("%s plus %i years is %s", (moment, years, then) => {
  expect(addYears(new Date(moment), years).toISOString()).toBe(then);
});

test.each([
  ["2026-11-21T11:05:09Z", "14:05:09", "14:05"],
  ["2026-11-21T20:59:59Z", "23:59:59", "23:59"],
  ["2026-11-21T21:00:00Z", "00:00:00", "00:00 tomorrow"],
  ["2026-11-22T21:00:00Z", "00:00:00", "00:00 on 23 Nov 2026"],
])("%s is %s in Nairobi, and on the 21st it is called %s", (moment, clock, words) => {
  expect(clockOf(new Date(moment))).toBe(clock);
  expect(clockWords(new Date(moment), new Date("2026-11-20T21:00:00Z"))).toBe(words);
});
