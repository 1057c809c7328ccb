import { dateOf, dayNumber } from "#app/platform/text/nairobi-day.ts";

/** How far our talks with a school are. Any stage may follow any other. */
export const STAGES = [
  { value: "new", label: "New" },
  { value: "called", label: "Called" },
  { value: "visited", label: "Visited" },
  { value: "won", label: "Won" },
  { value: "lost", label: "Lost" },
] as const;
export type Stage = (typeof STAGES)[number]["value"];

export function stageLabel(stage: unknown): string {
  return STAGES.find(({ value }) => value === stage)?.label ?? "New";
}

/** Returns when somebody calls or visits next: "today", "late: 1 Dec 2026". `today` is a day number. */
export function nextWords(day: string, today: number): string {
  const next = dayNumber(new Date(`${day}T12:00:00Z`));
  const days = next - today;
  if (days === 0) return "today";
  return days < 0 ? `late: ${dateOf(next).words}` : `next ${dateOf(next).words}`;
}

/** Returns the words for a changed school in the log. The detail has each change as a pair: before and after. */
export function schoolWords({ stage, next_on }: Record<string, unknown>): string {
  const day = (iso: string) => dateOf(dayNumber(new Date(`${iso}T12:00:00Z`))).words;
  const changes = [
    ...(Array.isArray(stage) ? [`${stageLabel(stage[0])} to ${stageLabel(stage[1])}`] : []),
    ...(Array.isArray(next_on) ? [typeof next_on[1] === "string" ? `next ${day(next_on[1])}` : "no next date"] : []),
  ];
  return changes.length === 0 ? "" : `: ${changes.join(", ")}`;
}
