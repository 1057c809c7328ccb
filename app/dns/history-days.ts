import { clockOf, dateOf, dayNumber } from "#app/platform/text/nairobi-day.ts";
import type { JobLine } from "./job-line.ts";

/** A line of the history with its time of day: "08:15". */
type TimedLine = JobLine & { clock: string };

/** Groups history lines, the latest first, by their day in Nairobi: "Today", "Yesterday", "21 Nov 2026". */
export function historyDays(lines: readonly JobLine[], now: Date): { day: string; lines: TimedLine[] }[] {
  const days = new Map<string, TimedLine[]>();
  for (const line of lines) {
    const at = new Date(line.when.iso);
    const day = dayName(dayNumber(at), dayNumber(now));
    days.set(day, [...(days.get(day) ?? []), { ...line, clock: clockOf(at).slice(0, 5) }]);
  }
  return [...days].map(([day, ofDay]) => ({ day, lines: ofDay }));
}

function dayName(day: number, today: number): string {
  if (day === today) return "Today";
  return day === today - 1 ? "Yesterday" : dateOf(day).words;
}
