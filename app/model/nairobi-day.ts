const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Kenya has been three hours ahead of UTC since 1960, in summer and winter: no table of time zones is needed to count. */
const AHEAD_MS = 3 * HOUR_MS;
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"] as const;

/** A day, for machines ("2026-11-21") and for people ("21 November 2026"). */
export type Day = { iso: string; words: string };

/** Made once: a date format takes longer to make than a small page to draw. */
const LONG = new Intl.DateTimeFormat("en-GB", {
  timeZone: "Africa/Nairobi",
  year: "numeric",
  month: "long",
  day: "numeric",
});

/** The day that it is in Nairobi at a moment; the server may stand anywhere. */
export function nairobiDay(moment: Date): Day {
  return { iso: dateOf(dayNumber(moment)).iso, words: LONG.format(moment) };
}

/** The calendar day in Nairobi at a moment, counted from 1 January 1970: two of them can be subtracted. */
export function dayNumber(moment: Date): number {
  return Math.floor((moment.getTime() + AHEAD_MS) / DAY_MS);
}

/** The moment at which a day begins in Nairobi. Takes a dayNumber. */
export function startOfDay(day: number): Date {
  return new Date(day * DAY_MS - AHEAD_MS);
}

/** For how many seconds it is still the same day in Nairobi. */
export function secondsToMidnight(now: Date): number {
  return Math.ceil((startOfDay(dayNumber(now) + 1).getTime() - now.getTime()) / 1000);
}

/**
 * A dayNumber as a date: `month` counts the months since year 0, so that two can be subtracted; `words` are short
 * ("2 Dec 2026"), and cheap enough for a list of hundreds, which a date format of the system is not.
 */
export function dateOf(day: number): Day & { month: number } {
  const date = new Date(day * DAY_MS);
  const [year, index] = [date.getUTCFullYear(), date.getUTCMonth()];
  const iso = date.toISOString().slice(0, 10);
  return { iso, words: `${date.getUTCDate()} ${MONTHS[index]} ${year}`, month: year * 12 + index };
}

/** The same day and hour some years later, by the calendar of Nairobi; of a leap day, the 28th of February. */
export function addYears(moment: Date, years: number): Date {
  const date = new Date(moment.getTime() + AHEAD_MS);
  const month = date.getUTCMonth();
  date.setUTCFullYear(date.getUTCFullYear() + years);
  if (date.getUTCMonth() !== month) date.setUTCDate(0);
  return new Date(date.getTime() - AHEAD_MS);
}

/** The short name of a month, counted from any January: 0 and 12 are "Jan". */
export function monthName(index: number): string {
  return MONTHS[index % 12] ?? "";
}

/** A moment as people in Nairobi say it: "21 Nov 2026, 16:05". */
export function nairobiTime(moment: Date): string {
  return `${dateOf(dayNumber(moment)).words}, ${clockOf(moment).slice(0, 5)}`;
}

/** The time of day in Nairobi at a moment, to the second: "14:05:09". */
export function clockOf(moment: Date): string {
  return new Date(moment.getTime() + AHEAD_MS).toISOString().slice(11, 19);
}

/** A moment to come as somebody in Nairobi says it now: "14:05", "14:05 tomorrow", "14:05 on 24 Nov 2026". */
export function clockWords(moment: Date, now: Date): string {
  const days = dayNumber(moment) - dayNumber(now);
  const clock = clockOf(moment).slice(0, 5);
  if (days === 0) return clock;
  return days === 1 ? `${clock} tomorrow` : `${clock} on ${dateOf(dayNumber(moment)).words}`;
}
