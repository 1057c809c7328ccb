import { vi } from "vitest";

/** Gives up a write without a reply after so many milliseconds, instead of the rest of six seconds. */
export function shortenTimeouts(soonMs = 500): void {
  const real = AbortSignal.timeout.bind(AbortSignal);
  vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => real(ms > 5000 && ms <= 6000 ? soonMs : ms));
}
