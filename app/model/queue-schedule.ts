/** Minutes until the next attempt after each failure; after the last there is none. */
const WAITS_MINUTES = [1, 5, 30, 120, 720];

/**
 * Returns the seconds until the next attempt. Undefined if the job has failed for good: after six attempts, or if the server will
 * never accept it (RFC 5321, 4.2.1). `attempts` includes the failed one, and any that a crash interrupted.
 */
export function retryInSeconds(attempts: number, { isFinal }: { isFinal: boolean }): number | undefined {
  const minutes = isFinal ? undefined : WAITS_MINUTES[attempts - 1];
  return minutes === undefined ? undefined : minutes * 60;
}

/** How often a process looks for jobs that it did not queue itself, ms. */
const LOOK_MS = 15_000;
/** Added to due times, because a look a moment too early would find nothing. */
const LATE_MS = 100;

/**
 * Returns the ms until the next look at a queue: when the first retry is due, at most fifteen seconds. Takes the due times and
 * the present time, in ms of one clock.
 */
export function nextLookMs(due: readonly number[], now: number): number {
  const ahead = due.filter((moment) => moment + LATE_MS > now);
  return Math.min(LOOK_MS, ...ahead.map((moment) => moment + LATE_MS - now));
}
