import { expect, test } from "vitest";
import { nairobiDay } from "./nairobi-day.ts";

test.each([
  ["2026-11-20T20:30:00Z", "2026-11-20", "20 November 2026"],
  ["2026-11-20T21:30:00Z", "2026-11-21", "21 November 2026"],
  ["2026-12-31T21:00:00Z", "2027-01-01", "1 January 2027"],
])("at %s it is %s in Nairobi", (moment, iso, words) => {
  expect(nairobiDay(new Date(moment))).toEqual({ iso, words });
});
