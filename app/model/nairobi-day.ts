const ZONE = "Africa/Nairobi";

/** A day, for machines ("2026-11-21") and for people ("21 November 2026"). */
export type Day = { iso: string; words: string };

/** The day that it is in Nairobi at a moment; the server may stand anywhere. */
export function nairobiDay(moment: Date): Day {
  return {
    iso: moment.toLocaleDateString("en-CA", { timeZone: ZONE, year: "numeric", month: "2-digit", day: "2-digit" }),
    words: moment.toLocaleDateString("en-GB", { timeZone: ZONE, year: "numeric", month: "long", day: "numeric" }),
  };
}
