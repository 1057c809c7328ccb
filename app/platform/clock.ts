/**
 * The current time: the only file of `app/` and `mocks/` that reads the wall clock (`tests/architecture.test.ts`). Tests set it
 * by `vi.setSystemTime`. Durations are measured by `performance.now()`, which does not change with the machine's clock.
 */

/** Returns the current time in milliseconds since 1970 (UTC). */
export const nowMs = (): number => Date.now();

/** Returns the current time as a new `Date`. */
export const nowDate = (): Date => new Date();
