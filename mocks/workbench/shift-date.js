/**
 * Starts the clock of a sandbox at `moment` (ISO 8601), or at the machine's time if it is empty. An invalid moment is reported
 * later, with the other settings.
 */
export function startClock(moment = "") {
  const MachineDate = Date;
  const start = MachineDate.parse(moment);
  shiftDate(Number.isNaN(start) ? 0 : start - MachineDate.now());
}

/**
 * Shifts `Date` of this process by `globalThis.clockOffsetMs`, which may change later. PGlite takes `now()` from `Date`. Not
 * shifted are timers, `performance.now()`, file times, and the `Date` header that Node adds to HTTP responses. Called twice,
 * only the first counts.
 */
export function shiftDate(offsetMs) {
  if (globalThis.clockOffsetMs !== undefined) return;
  globalThis.clockOffsetMs = offsetMs;
  const MachineDate = Date;
  const now = () => MachineDate.now() + globalThis.clockOffsetMs;
  globalThis.Date = new Proxy(MachineDate, {
    apply: () => new MachineDate(now()).toString(),
    construct: (target, values, type) => Reflect.construct(target, values.length > 0 ? values : [now()], type),
    get: (target, name) => (name === "now" ? now : Reflect.get(target, name)),
  });
  MachineDate.prototype.constructor = globalThis.Date;
}
