import { setTimeout as wait } from "node:timers/promises";
import { messageTurn } from "#app/contact/notify-agency.server.ts";
import { onImport } from "#app/imports/imports.table.server.ts";
import { IMPORT_INTERVAL_MS, importTurn } from "#app/imports/run.server.ts";
import { mailTurn } from "#app/mail/process-queue.server.ts";
import { onQueued } from "#app/mail/queue.table.server.ts";
import { ISSUE_INTERVAL_MS, issueTurn } from "#app/newsletter/issue-run.server.ts";
import { runServiceCycle } from "#app/orders/service-cycle.server.ts";
import { serviceTurns } from "#app/orders/service-run.server.ts";
import { onCallback } from "#app/payments/receive-callback.server.ts";
import { paymentListTurn, paymentTurn } from "#app/payments/run.server.ts";
import { nowDate } from "#app/platform/clock.ts";
import { log } from "#app/platform/log.server.ts";
import { deadlineMs } from "#app/platform/upstream/deadlines.server.ts";
import { purgeExpiredRows } from "./housekeeping.server.ts";
import { createNotifications } from "./notification-run.server.ts";

const LOOK_MS = 15_000;
const MINUTE_MS = 60_000;
const TEN_MINUTES_MS = 10 * MINUTE_MS;

/** The loops of a process. A loop has no `turn` if the settings leave it nothing to do. */
function listLoops(): (Omit<Loop, "turn"> & Partial<Pick<Loop, "turn">>)[] {
  const sendNotifications = createNotifications();
  return [
    { name: "mail run", intervalMs: LOOK_MS, turn: mailTurn("others"), onWork: onQueued },
    { name: "issue run", intervalMs: ISSUE_INTERVAL_MS / 2, turn: mailTurn("issues") },
    { name: "message run", intervalMs: LOOK_MS, turn: messageTurn() },
    { name: "payment run", intervalMs: LOOK_MS, turn: paymentTurn(), onWork: onCallback },
    { name: "payment list", intervalMs: TEN_MINUTES_MS, turn: paymentListTurn() },
    { name: "notification run", intervalMs: LOOK_MS, turn: (stopped) => sendNotifications(nowDate(), stopped) },
    ...serviceTurns().map((turn) => ({ name: "service run", intervalMs: LOOK_MS, turn })),
    { name: "service cycle", intervalMs: MINUTE_MS, turn: (stopped) => runServiceCycle(nowDate(), stopped) },
    { name: "newsletter run", intervalMs: ISSUE_INTERVAL_MS, turn: issueTurn() },
    { name: "import run", intervalMs: IMPORT_INTERVAL_MS, turn: (stopped) => importTurn(stopped), onWork: onImport },
    { name: "housekeeping", intervalMs: TEN_MINUTES_MS, turn: purgeExpiredRows, isFirstDelayed: true },
  ];
}

/**
 * Starts everything that this process does without a request. Any number of processes may do so at once: each step is claimed
 * in the database. Returns a function that stops the loops, each after the turn in progress.
 */
export function startBackgroundLoops(): () => Promise<void> {
  const stops = listLoops().flatMap(({ turn, ...loop }) => (turn ? [startLoop({ ...loop, turn })] : []));
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}

/** Work that a process repeats in the background. */
export type Loop = {
  /** Names the loop in the log. */
  name: string;
  /** The time between the end of a turn and the next one. */
  intervalMs: number;
  /** Does what is due, and returns early when the signal aborts. May return the ms until more is due. */
  turn: (stopped: AbortSignal) => Promise<number> | Promise<void>;
  /** Is called once with a function that starts the next turn at once. */
  onWork?: (wake: () => void) => void;
  /** Whether the first turn comes one interval after the start, and not at once. */
  isFirstDelayed?: boolean;
};

/**
 * Repeats a loop's turn, one at a time. A turn that throws is logged, and the next one follows as usual. Returns a function
 * that stops the loop and waits for the turn in progress, but not beyond a deadline, which starts with the first call.
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
