/**
 * Sets the clock of a process of tests: loaded first by `node --import`, it shifts `Date` by CLOCK_OFFSET_MS, or so that the
 * process starts at TEST_CLOCK. Child processes inherit CLOCK_OFFSET_MS. `tests/integration/temporary-postgres.ts` shifts a
 * PostgreSQL server. Not shifted are Redis, TLS certificates, and what `shift-date.js` names. A sandbox alone takes
 * SANDBOX_CLOCK.
 */
import { shiftDate } from "../mocks/workbench/shift-date.js";
import { QUIET_HOUR, startAt } from "./clock.js";

// Vitest loads this file more than once.
if (globalThis.clockOffsetMs === undefined) {
  process.env.CLOCK_OFFSET_MS ??= startAt(process.env.TEST_CLOCK ?? QUIET_HOUR).CLOCK_OFFSET_MS;
  shiftDate(Number(process.env.CLOCK_OFFSET_MS));
}
