import { messageTurn } from "#app/contact/notify-agency.server.ts";
import { mailTurn } from "#app/mail/mail-run.server.ts";
import { onQueued } from "#app/mail/queue.table.server.ts";
import { ISSUE_INTERVAL_MS, issueTurn } from "#app/newsletter/issue-run.server.ts";
import { onCallback } from "#app/payments/receive-callback.server.ts";
import { paymentListTurn, paymentTurn } from "#app/payments/run.server.ts";
import { nowDate } from "#app/platform/clock.ts";
import { purgeExpiredRows } from "./housekeeping.server.ts";
import { type Loop, startLoop } from "./loop.server.ts";
import { createNotifications } from "./notification-run.server.ts";

const LOOK_MS = 15_000;
const TEN_MINUTES_MS = 10 * 60_000;

/** The loops of a process, without a `turn` if the settings leave nothing to do. */
function listLoops(): (Omit<Loop, "turn"> & Partial<Pick<Loop, "turn">>)[] {
  const sendNotifications = createNotifications();
  return [
    { name: "mail run", intervalMs: LOOK_MS, turn: mailTurn(), onWork: onQueued },
    { name: "message run", intervalMs: LOOK_MS, turn: messageTurn() },
    { name: "payment run", intervalMs: LOOK_MS, turn: paymentTurn(), onWork: onCallback },
    { name: "payment list", intervalMs: TEN_MINUTES_MS, turn: paymentListTurn() },
    { name: "notification run", intervalMs: LOOK_MS, turn: (stopped) => sendNotifications(nowDate(), stopped) },
    { name: "newsletter run", intervalMs: ISSUE_INTERVAL_MS, turn: issueTurn() },
    { name: "housekeeping", intervalMs: TEN_MINUTES_MS, turn: purgeExpiredRows, isFirstDelayed: true },
  ];
}

/**
 * Starts everything that this process does without a request. Any number of processes may do so at once: each step is claimed in the
 * database. Returns a function that stops the loops, each after the turn in progress.
 */
export function startBackgroundLoops(): () => Promise<void> {
  const stops = listLoops().flatMap(({ turn, ...loop }) => (turn ? [startLoop({ ...loop, turn })] : []));
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}
