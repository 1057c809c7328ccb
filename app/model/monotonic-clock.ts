import { nowMs } from "./clock.ts";

/**
 * How far a moment lies from now, in ms, whichever way; both in ms since 1970. A moment that is written down and lies ahead
 * was written by a clock that was wrong, or is this one now: were it simply "younger than", what it guards would wait until
 * the clock comes there, for years if need be.
 */
export function msFromNow(at: number, now = nowMs()): number {
  return Math.abs(now - at);
}

let last = 0;
let lastTick = 0;
let lead = 0;

/**
 * The clock for what one process remembers for a while: ms, forward as the system's clock goes. When that one is set back this
 * one goes on from where it was, by the ticks of the process, so that nothing is kept longer than it should.
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
