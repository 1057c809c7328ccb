/**
 * Sets the clock and the deadlines of a process (`deadlines.js`): loaded first by `node --import`, it shifts `Date` by CLOCK_OFFSET_MS, or so that the process starts
 * at TEST_CLOCK. Child processes inherit CLOCK_OFFSET_MS. PGlite takes `now()` from `Date`;
 * `tests/integration/temporary-postgres.ts` shifts a PostgreSQL server. Not shifted are timers, `performance.now()`, Redis, TLS
 * certificates, file times, and the `Date` header that Node adds to HTTP responses.
 */
import { QUIET_HOUR, startAt } from "./clock.js";
import { setDeadlines } from "./deadlines.js";

setDeadlines(JSON.parse(process.env.TEST_DEADLINES ?? "{}"));

// Playwright loads its configuration, and this file, more than once.
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
