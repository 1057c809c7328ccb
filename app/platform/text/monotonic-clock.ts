import { nowMs } from "../clock.ts";

/**
 * Returns the distance of a moment from now in ms, in either direction; both in ms since 1970. A stored moment in the future
 * was written by a wrong clock, or this clock is wrong now. Without the absolute value, its lock would hold until the clock
 * gets there.
 */
export function distanceFromNowMs(at: number, now = nowMs()): number {
  return Math.abs(now - at);
}

let last = 0;
let lastTick = 0;
let lead = 0;

/**
 * The clock for values that one process keeps for a while: ms, following the system's clock but never going back. If the
 * system's clock is set back, it continues by the ticks of the process, so nothing is kept longer than it should.
 */
export const monotonicMs = {
  now(): number {
    const tick = performance.now();
    const now = nowMs() + lead;
    if (now < last) lead += last - now + Math.max(tick - lastTick, 0);
    last = Math.max(nowMs() + lead, last);
    lastTick = tick;
    return last;
  },
};
