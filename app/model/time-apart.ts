/**
 * How far a moment lies from now, in ms, whichever way; both in ms since 1970. A moment that is written down and lies ahead
 * was written by a clock that was wrong, or is this one now: were it simply "younger than", what it guards would wait until
 * the clock comes there, for years if need be.
 */
export function timeApart(at: number, now = Date.now()): number {
  return Math.abs(now - at);
}

/**
 * The clock for what one process remembers for a while: ms since 1970 by the clock that it started with. Nobody can set it
 * forth or back, so nothing is kept longer than it should.
 */
export const steadyClock = { now: () => performance.timeOrigin + performance.now() };
