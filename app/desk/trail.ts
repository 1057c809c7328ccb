import { clockOf, dateOf, dayNumber } from "#app/platform/text/nairobi-day.ts";

/** A line of what was done to something, or a note in its place. `at` is ISO 8601. */
export type TrailLine = {
  at: string;
  who: string;
  did: string;
  detail: Record<string, unknown>;
  note: string | null;
};

/** Who did something before this form came, and when. `isAgain`: it was done by the same form, which was sent twice. */
export type LastDone = { did: string; who: string; at: string; detail: Record<string, unknown>; isAgain: boolean };

/**
 * Returns the sentence for a form that came too late: "Baraka Otieno erased it at 14:05." If it is not known who did it,
 * returns `nobody`.
 */
export function lateWords(last: LastDone | null, did: string, now: Date, nobody: string): string {
  if (last === null) return nobody;
  return `${last.who} ${did} ${whenWords(new Date(last.at), now)}.`;
}

/** Why a change of a thread, a saved answer or a domain was refused: who did what before, and when (ISO 8601). */
type DeskConflict = {
  outcome: "taken" | "closed" | "moved" | "titled" | "named";
  by: string | null;
  at: string | null;
};

/** Returns a conflict in words. The day is named if it is not that of `now`. */
export function conflictWords({ outcome, by, at }: DeskConflict, now: Date): string {
  const who = by ?? "Somebody";
  const when = at ? whenWords(new Date(at), now) : "just now";
  if (outcome === "taken") return `${who} took it ${when}. Nothing was changed.`;
  if (outcome === "closed") return `${who} closed it ${when}. Reopen it first.`;
  if (outcome === "named") return "Another row has this name now. Nothing was changed.";
  if (outcome === "titled") return "Another saved answer has this title.";
  return by
    ? `${who} changed it ${when}. Read what it is now, then send yours once more.`
    : "It was changed after you opened this page. Read it, then send yours once more.";
}

/** Returns a past moment in Nairobi time: "at 14:05", or "on 21 Nov 2026 at 14:05" if that is not today. */
export function whenWords(moment: Date, now: Date): string {
  const clock = clockOf(moment).slice(0, 5);
  return dayNumber(moment) === dayNumber(now) ? `at ${clock}` : `on ${dateOf(dayNumber(moment)).words} at ${clock}`;
}
