import { vi } from "vitest";

/**
 * A write that is not answered is given up after so many milliseconds instead of six seconds, or of what is left of them when it
 * is sent.
 */
export function shortenTimeouts(soonMs = 500): void {
  const real = AbortSignal.timeout.bind(AbortSignal);
  vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => real(ms > 5000 && ms <= 6000 ? soonMs : ms));
}
