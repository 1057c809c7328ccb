import { setTimeout as wait } from "node:timers/promises";
import { log } from "#app/platform/log.server.ts";
import { deadlineMs } from "#app/platform/upstream/deadlines.server.ts";

/** Work that a process repeats in the background. */
export type Loop = {
  /** Names the loop in the log. */
  name: string;
  /** The time between the end of a turn and the next one. */
  intervalMs: number;
  /** Does what is due, and returns early when the signal aborts. May return the ms until more is due. */
  turn: (stopped: AbortSignal) => Promise<number> | Promise<void>;
  /** Sets the function that starts the next turn at once. */
  onWork?: (wake: () => void) => void;
  /** Whether the first turn is an interval after the start. */
  isFirstDelayed?: boolean;
};

/**
 * Repeats a loop's turn, one at a time. A turn that throws is logged, and the next one follows as usual. Returns a function that stops
 * the loop and waits for the turn in progress, but not beyond a deadline, which starts with the first call.
 */
export function startLoop({ name, intervalMs, turn, onWork, isFirstDelayed }: Loop): () => Promise<void> {
  const stopping = new AbortController();
  const { signal: stopped } = stopping;
  let waking = new AbortController();
  const wake = () => waking.abort();
  onWork?.(wake);
  stopped.addEventListener("abort", wake);
  const pause = (ms: number) => wait(ms, undefined, { ref: false, signal: waking.signal }).catch(() => {});

  async function run(): Promise<void> {
    if (isFirstDelayed) await pause(intervalMs);
    while (!stopped.aborted) {
      waking = new AbortController();
      const nextMs = await Promise.resolve(turn(stopped)).catch((error: unknown) =>
        log.error({ err: error }, `${name} failed`),
      );
      if (!stopped.aborted) await pause(Math.min(intervalMs, nextMs ?? intervalMs));
    }
  }

  const running = run();
  let end: Promise<void> | undefined;
  return () => {
    stopping.abort();
    end ??= Promise.race([running, wait(deadlineMs("stopLoop"), undefined, { ref: false })]);
    return end;
  };
}
