/**
 * The time at which the processes of tests start, unless a test or TEST_CLOCK sets another: 05:00 in Nairobi, when no reminders
 * are sent, far from midnight, 08:00 and the end of a month. The date is fixed, because cached data was created at it.
 */
export const QUIET_HOUR = "2026-12-02T05:00:00+03:00";

/**
 * The times at which `npm run test:long` starts the processes. In the cached data safarinjema.com expires on 2 January 2027.
 */
export const INSTANTS = {
  "00:30": "2026-12-03T00:30:00+03:00",
  "07:59": "2026-12-03T07:59:45+03:00",
  "08:00": "2026-12-03T08:00:00+03:00",
  "28 February": "2027-02-28T10:00:00+03:00",
  "31 December": "2026-12-31T23:59:45+03:00",
  "a domain ends tomorrow": "2027-01-01T09:00:00+03:00",
};

/** Returns the setting that starts a process at a time (ISO 8601 with its UTC offset). Throws if it is invalid. */
export function startAt(moment) {
  const own = globalThis.clockOffsetMs ?? 0;
  const offset = Date.parse(moment) - (Date.now() - own);
  if (Number.isNaN(offset)) throw new Error(`${moment} is not a date and time.`);
  return { CLOCK_OFFSET_MS: String(offset) };
}

/** The setting that gives a process the machine's clock instead of the fake one. */
export const REAL_CLOCK_SETTING = { CLOCK_OFFSET_MS: "0" };

/** The arguments of node that set a process's clock and its deadlines. */
export const SET_CLOCK = ["set-clock.js", "set-deadlines.js"].flatMap((name) => [
  "--import",
  new URL(name, import.meta.url).href,
]);
