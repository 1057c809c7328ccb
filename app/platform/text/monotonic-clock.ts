import { nowMs } from "../clock.ts";

/**
 * Returns how many ms the moment `at` is before or after `now` (both in ms since 1970); never negative. A stored moment in the
 * future was written by a wrong clock, or this clock is wrong now. With a signed difference, a lock with such a moment would
 * hold until the clock reaches it.
 */
export function distanceFromNowMs(at: number, now = nowMs()): number {
  return Math.abs(now - at);
}

let last = 0;
let lastTick = 0;
let lead = 0;

/**
 * The clock for values that a process keeps for a limited time. It returns ms, follows the system's clock, and never goes back.
 * If the system's clock is set back, it continues by the ticks of the process, so nothing is kept longer than it should. `lead`
 * is how far it is then ahead of the system's clock.
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
