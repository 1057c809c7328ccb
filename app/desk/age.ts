const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** From this age on something that waits for staff is late. Customers read "within 24 hours". */
const LATE_MS = 24 * HOUR_MS;
/** From this age on it is marked as one that should come next. */
const SOON_MS = 4 * HOUR_MS;

/** How long something has waited: in words, and as the colour of its row. "still" does not wait for staff. */
export type Age = { words: string; level: "late" | "soon" | "new" | "still" };

/** Returns how long ago a moment (ISO 8601) was, in whole units: "50 min", "26 h", "3 days". */
export function agoWords(since: string, now: Date): string {
  const ms = Math.max(0, now.getTime() - Date.parse(since));
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} min`;
  if (ms < 2 * LATE_MS) return `${Math.floor(ms / HOUR_MS)} h`;
  return `${Math.floor(ms / LATE_MS)} days`;
}

/** Returns how long something has waited for staff since a moment (ISO 8601): "26 h, late". */
export function waitingAge(since: string, now: Date): Age {
  const ms = now.getTime() - Date.parse(since);
  const words = agoWords(since, now);
  if (ms >= LATE_MS) return { words: `${words}, late`, level: "late" };
  return { words, level: ms >= SOON_MS ? "soon" : "new" };
}

/** Returns in how many whole hours something is late that waits since a moment (ISO 8601): "due in 14 h". "" if it is late. */
export function dueWords(since: string, now: Date): string {
  const left = Math.ceil((Date.parse(since) + LATE_MS - now.getTime()) / HOUR_MS);
  return left > 0 ? `due in ${Math.min(left, 24)} h` : "";
}

/** Returns how old something is that does not wait for staff. */
export function stillAge(since: string, now: Date): Age {
  return { words: agoWords(since, now), level: "still" };
}

/** Returns the class that colours an age and the edge of its row. What is neither late nor nearly late has no colour. */
export function ageClass({ level }: Age): string | undefined {
  return { late: "is-bad", soon: "is-warn", new: undefined, still: undefined }[level];
}
