import { dateOf, dayNumber, monthName, startOfDay } from "#app/model/nairobi-day.ts";

/** Returns this month and the two before it in Nairobi: "2026-11", "Nov 2026". */
export function receiptMonths(now: Date): { month: string; words: string }[] {
  const { month } = dateOf(dayNumber(now));
  return [month, month - 1, month - 2].map((count) => {
    const year = Math.floor(count / 12);
    return { month: `${year}-${String((count % 12) + 1).padStart(2, "0")}`, words: `${monthName(count % 12)} ${year}` };
  });
}

/** Returns when a month ("2026-11") begins in Nairobi and when the next one does; undefined for another text. */
export function monthSpan(typed: string): { from: Date; to: Date } | undefined {
  const [, year, month] = /^(20\d\d)-(0[1-9]|1[0-2])$/.exec(typed)?.map(Number) ?? [];
  if (year === undefined || month === undefined) return undefined;
  const begin = (months: number) => startOfDay(dayNumber(new Date(Date.UTC(year, months, 1))));
  return { from: begin(month - 1), to: begin(month) };
}
