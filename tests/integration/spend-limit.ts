import { onTestFinished, vi } from "vitest";
import { consume } from "#app/platform/abuse/limits.server.ts";

/**
 * Uses up a limit, and stops the clock until the test ends: on a slow machine the limit's period would be over before the test.
 */
export async function spendLimit(...limit: Parameters<typeof consume>): Promise<void> {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  while ((await consume(...limit)).ok);
}
