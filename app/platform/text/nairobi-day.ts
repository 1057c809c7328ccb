const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Kenya has been at UTC+3 since 1960, without summer time, so no time zone table is needed. */
const AHEAD_MS = 3 * HOUR_MS;
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"] as const;

/** A day, for machines ("2026-11-21") and for people ("21 November 2026"). */
export type Day = { iso: string; words: string };

/** Created once: a date format takes longer to create than a small page to render. */
const LONG = new Intl.DateTimeFormat("en-GB", {
  timeZone: "Africa/Nairobi",
  year: "numeric",
  month: "long",
  day: "numeric",
});

/** Returns the day in Nairobi at a moment. The server's time zone does not matter. */
export function nairobiDay(moment: Date): Day {
  return { iso: dateOf(dayNumber(moment)).iso, words: LONG.format(moment) };
}

/** Returns the calendar day in Nairobi at a moment, counted from 1 January 1970, so that two can be subtracted. */
export function dayNumber(moment: Date): number {
  return Math.floor((moment.getTime() + AHEAD_MS) / DAY_MS);
}

/** Returns the moment at which a day begins in Nairobi. Takes a dayNumber. */
export function startOfDay(day: number): Date {
  return new Date(day * DAY_MS - AHEAD_MS);
}

/** Returns the seconds until the day ends in Nairobi. */
export function secondsToMidnight(now: Date): number {
  return Math.ceil((startOfDay(dayNumber(now) + 1).getTime() - now.getTime()) / 1000);
}

/**
 * Converts a dayNumber to a date. `month` counts the months since year 0, so that two can be subtracted. `words` are short ("2
 * Dec 2026") and much cheaper than Intl.DateTimeFormat, which matters in a list of hundreds.
 */
export function dateOf(day: number): Day & { month: number } {
  const date = new Date(day * DAY_MS);
  const [year, index] = [date.getUTCFullYear(), date.getUTCMonth()];
  const iso = date.toISOString().slice(0, 10);
  return { iso, words: `${date.getUTCDate()} ${MONTHS[index]} ${year}`, month: year * 12 + index };
}

/** Returns the same day and hour some years later, by Nairobi's calendar; 29 February becomes the 28th. */
export function addYears(moment: Date, years: number): Date {
  const date = new Date(moment.getTime() + AHEAD_MS);
  const month = date.getUTCMonth();
  date.setUTCFullYear(date.getUTCFullYear() + years);
  if (date.getUTCMonth() !== month) date.setUTCDate(0);
  return new Date(date.getTime() - AHEAD_MS);
}

/** Returns the short name of a month, counted from any January: 0 and 12 are "Jan". */
export function monthName(index: number): string {
  return MONTHS[index % 12] ?? "";
}

/** Formats a moment in Nairobi time: "21 Nov 2026, 16:05". */
export function nairobiTime(moment: Date): string {
  return `${dateOf(dayNumber(moment)).words}, ${clockOf(moment).slice(0, 5)}`;
}

/** Returns the time of day in Nairobi: "14:05:09". */
export function clockOf(moment: Date): string {
  return new Date(moment.getTime() + AHEAD_MS).toISOString().slice(11, 19);
}

/** Formats a future moment in Nairobi time: "14:05", "14:05 tomorrow", "14:05 on 24 Nov 2026". */
export function clockWords(moment: Date, now: Date): string {
  const days = dayNumber(moment) - dayNumber(now);
  const clock = clockOf(moment).slice(0, 5);
  if (days === 0) return clock;
  return days === 1 ? `${clock} tomorrow` : `${clock} on ${dateOf(dayNumber(moment)).words}`;
}
