/**
 * Sets the clock and the deadlines of a process (`deadlines.js`): loaded first by `node --import`, it shifts `Date` by CLOCK_OFFSET_MS, or so that the process starts
 * at TEST_CLOCK. Child processes inherit CLOCK_OFFSET_MS. PGlite takes `now()` from `Date`;
 * `tests/integration/temporary-postgres.ts` shifts a PostgreSQL server. Not shifted are timers, `performance.now()`, Redis, TLS
 * certificates, file times, and the `Date` header that Node adds to HTTP responses.
 */
import { shiftDate } from "../mocks/workbench/shift-date.js";
import { QUIET_HOUR, startAt } from "./clock.js";
import { setDeadlines } from "./deadlines.js";

setDeadlines(JSON.parse(process.env.TEST_DEADLINES ?? "{}"));

// Playwright loads its configuration, and this file, more than once.
if (globalThis.clockOffsetMs === undefined) {
  process.env.CLOCK_OFFSET_MS ??= startAt(process.env.TEST_CLOCK ?? QUIET_HOUR).CLOCK_OFFSET_MS;
  shiftDate(Number(process.env.CLOCK_OFFSET_MS));
}
