import { dateOf, dayNumber, monthName, startOfDay } from "#app/platform/text/nairobi-day.ts";

/**
 * Returns the months in Nairobi from that of `first` to that of `now`, the newest first. `month` is "2026-11", `words` "Nov
 * 2026".
 */
export function receiptMonths(now: Date, first = now): { month: string; words: string }[] {
  const { month } = dateOf(dayNumber(now));
  const count = Math.max(1, month - dateOf(dayNumber(first)).month + 1);
  return Array.from({ length: count }, (_, index) => {
    const [year, ofYear] = [Math.floor((month - index) / 12), (month - index) % 12];
    return { month: `${year}-${String(ofYear + 1).padStart(2, "0")}`, words: `${monthName(ofYear)} ${year}` };
  });
}

/**
 * Returns when a month ("2026-11") begins in Nairobi (`from`) and when the next month begins (`to`); undefined for any other
 * text.
 */
export function monthSpan(typed: string): { from: Date; to: Date } | undefined {
  const [, year, month] = /^(20\d\d)-(0[1-9]|1[0-2])$/.exec(typed)?.map(Number) ?? [];
  if (year === undefined || month === undefined) return undefined;
  const begin = (months: number) => startOfDay(dayNumber(new Date(Date.UTC(year, months, 1))));
  return { from: begin(month - 1), to: begin(month) };
}
