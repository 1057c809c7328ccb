import { clockOf, dayNumber, nairobiTime } from "../nairobi-day.ts";

/** A line of what was done to something, or a note in its place. `at` is ISO 8601. */
export type TrailLine = {
  at: string;
  who: string;
  did: string;
  detail: Record<string, unknown>;
  note: string | null;
};

/** Who did something before this member of staff, and when. `isAgain`: the same form was sent twice. */
export type LastDone = { did: string; who: string; at: string; detail: Record<string, unknown>; isAgain: boolean };

/** Returns the sentence for a form that came too late: "Baraka Otieno erased it at 14:05." Without who, the other sentence. */
export function lateWords(last: LastDone | null, did: string, now: Date, nobody: string): string {
  if (last === null) return nobody;
  const at = new Date(last.at);
  const isToday = dayNumber(at) === dayNumber(now);
  return `${last.who} ${did} ${isToday ? `at ${clockOf(at).slice(0, 5)}` : `on ${nairobiTime(at)}`}.`;
}
