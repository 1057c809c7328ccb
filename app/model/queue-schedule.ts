/** After each attempt that failed the next one comes this many minutes later; after the last one none does. */
const WAITS_MINUTES = [1, 5, 30, 120, 720];

/**
 * In how many seconds a mail, or a message to a service, is tried again; undefined when it has failed for good: at the sixth time,
 * or when the server says that it will never take it (RFC 5321, 4.2.1). `attempts` counts the one that failed, and any that a crash cut off.
 */
export function retryInSeconds(attempts: number, { isFinal }: { isFinal: boolean }): number | undefined {
  const minutes = isFinal ? undefined : WAITS_MINUTES[attempts - 1];
  return minutes === undefined ? undefined : minutes * 60;
}

/** A process looks for what it did not queue itself this often, ms: those of others, and of those that are gone. */
const LOOK_MS = 15_000;
/** A look that came a moment too early would find nothing. */
const LATE_MS = 100;

/**
 * How long a process waits before it looks at a queue again, in ms: till the first that it has to try again is due, fifteen seconds at
 * most. Takes when those are due, and now, in ms of one clock.
 */
export function nextLookMs(due: readonly number[], now: number): number {
  const ahead = due.filter((moment) => moment + LATE_MS > now);
  return Math.min(LOOK_MS, ...ahead.map((moment) => moment + LATE_MS - now));
}
