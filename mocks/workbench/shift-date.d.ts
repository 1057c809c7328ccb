declare global {
  /** How far `Date` of this process is ahead of the machine's clock, in ms. Undefined: it is not shifted. */
  var clockOffsetMs: number | undefined;
}
export function shiftDate(offsetMs: number): void;
export function startClock(moment?: string): void;
