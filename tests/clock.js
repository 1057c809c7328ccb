/** The clocks of the processes that tests start. */

/**
 * The time at which they start, unless a test or TEST_CLOCK says otherwise: Wednesday, 2 December 2026, 05:00 in Nairobi. Nothing
 * is sent at this hour, and midnight, 08:00 and the end of a month are far away. The date is fixed, so that cached data (a
 * sandbox's folder, the expiry of its domains) was made at the same time.
 */
export const QUIET_HOUR = "2026-12-02T05:00:00+03:00";

/**
 * The times at which `npm run test:long` starts the processes: before and during the hour of reminders, across 08:00, across
 * midnight at the end of a year, at the end of February, and on the day before safarinjema.com expires in the cached folder.
 */
export const INSTANTS = {
  "00:30": "2026-12-03T00:30:00+03:00",
  "07:59": "2026-12-03T07:59:45+03:00",
  "08:00": "2026-12-03T08:00:00+03:00",
  "28 February": "2027-02-28T10:00:00+03:00",
  "31 December": "2026-12-31T23:59:45+03:00",
  "a domain ends tomorrow": "2027-01-01T09:00:00+03:00",
};

/**
 * Returns the setting that starts a process at a time (a date and time with its UTC offset), independent of this process's clock.
 * Throws for an invalid time.
 */
export function startAt(moment) {
  const own = globalThis.clockOffsetMs ?? 0;
  const offset = Date.parse(moment) - (Date.now() - own);
  if (Number.isNaN(offset)) throw new Error(`${moment} is not a date and time.`);
  return { CLOCK_OFFSET_MS: String(offset) };
}

/** The setting that leaves a process at the machine's time. */
export const MACHINE_TIME = { CLOCK_OFFSET_MS: "0" };

/** The arguments of node that set a process's clock. */
export const SET_CLOCK = ["--import", new URL("set-clock.js", import.meta.url).href];
