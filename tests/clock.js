/** The clocks of the processes that tests start. */

/**
 * When they start, unless a test or TEST_CLOCK says otherwise: Wednesday, 2 December 2026, 05:00 in Nairobi. Nothing is sent at this hour,
 * and midnight, 08:00 and the end of a month are far away. The date is fixed, so that what is kept from an earlier run (a sandbox's
 * folder, the last days of its domains) was made at the same time.
 */
export const QUIET_HOUR = "2026-12-02T05:00:00+03:00";

/**
 * When `npm run test:long` starts the processes: before and in the hour of the reminders, over 08:00, over midnight at the end of a year,
 * at the end of the shortest month, and on the day before safarinjema.com ends in the folder that was made at the quiet hour.
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
 * Returns the setting that starts a process at a moment (a date and time with its offset from UTC), whatever the clock of this process
 * says. Throws for what is not a moment.
 */
export function startAt(moment) {
  const own = globalThis.clockOffsetMs ?? 0;
  const offset = Date.parse(moment) - (Date.now() - own);
  if (Number.isNaN(offset)) throw new Error(`${moment} is not a date and time.`);
  return { CLOCK_OFFSET_MS: String(offset) };
}

/** The setting that leaves a process at the machine's own time. */
export const MACHINE_TIME = { CLOCK_OFFSET_MS: "0" };

/** What sets the clock of a Node process, as arguments of node. */
export const SET_CLOCK = ["--import", new URL("set-clock.js", import.meta.url).href];
