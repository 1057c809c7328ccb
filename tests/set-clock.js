/**
 * Sets the clock of a process: loaded by `node --import` before anything else, it moves `Date` by CLOCK_OFFSET_MS, or so far that the
 * process starts at TEST_CLOCK. What this process starts finds CLOCK_OFFSET_MS in its environment and goes by the same clock.
 *
 * PGlite takes its `now()` from `Date`; `tests/integration/temporary-postgres.ts` moves that of a PostgreSQL server. Left as they are:
 * timers, `performance.now()`, TTLs in Redis (durations, all of them), certificates (OpenSSL asks the system), the times of files, and
 * the `Date` of HTTP replies, by which a browser, whose clock stays the machine's, ages what it keeps.
 */
import { QUIET_HOUR, startAt } from "./clock.js";

// Playwright loads its configuration, and this with it, more than once.
if (globalThis.clockOffsetMs === undefined) {
  process.env.CLOCK_OFFSET_MS ??= startAt(process.env.TEST_CLOCK ?? QUIET_HOUR).CLOCK_OFFSET_MS;
  const offset = Number(process.env.CLOCK_OFFSET_MS);
  globalThis.clockOffsetMs = offset;
  const MachineDate = Date;
  const now = () => MachineDate.now() + offset;
  globalThis.Date = new Proxy(MachineDate, {
    apply: () => new MachineDate(now()).toString(),
    construct: (target, values, type) => Reflect.construct(target, values.length > 0 ? values : [now()], type),
    get: (target, name) => (name === "now" ? now : Reflect.get(target, name)),
  });
  MachineDate.prototype.constructor = globalThis.Date;
}
