import { setTimeout as wait } from "node:timers/promises";
import { nowDate } from "#app/platform/clock.ts";
import { env } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.server.ts";
import { deadlineMs } from "#app/platform/upstream/deadlines.server.ts";
import { claimCallback } from "./callbacks.table.server.ts";
import { mpesa, type PayProvider } from "./daraja.api.server.ts";
import { followPrompt } from "./follow-prompt.server.ts";
import { issueReceipts } from "./issue-receipts.server.ts";
import { listMissed } from "./list-missed.server.ts";
import { fulfilBill, remindOfBills, tellCustomers, tellOfDoubts } from "./notify.server.ts";
import { claimPaidBill, endUnpaidBills, shrinkBills } from "./payments.table.server.ts";
import { processCallback } from "./process-callback.server.ts";
import { claimPromptQuery } from "./prompts.table.server.ts";
import { onCallback } from "./receive-callback.server.ts";

/** How often a process looks for work that it did not get itself. */
const INTERVAL_MS = 15_000;
const LIST_MS = 10 * 60_000;

/**
 * Does everything that is due: callbacks, queries, paid bills, mails. Any number of processes may do so at once; each step is claimed
 * in the database and can be repeated after a crash. Source: docs/decisions, "M-PESA".
 */
export async function runPayments(provider: PayProvider, stopped?: AbortSignal): Promise<void> {
  const each = async <T>(claim: () => Promise<T | undefined>, process: (one: T) => Promise<void>) => {
    for (let one = await claim(); one !== undefined && !stopped?.aborted; one = await claim()) await process(one);
  };
  await each(claimCallback, processCallback);
  await each(claimPromptQuery, (prompt) => followPrompt(provider, prompt));
  await shrinkBills();
  await issueReceipts();
  await tellCustomers();
  await each(claimPaidBill, fulfilBill);
  await tellOfDoubts();
  await remindOfBills();
  const ended = await endUnpaidBills();
  if (ended > 0) log.info({ ended }, "unpaid bills ended");
}

let stop: () => Promise<void> = async () => {};

/** Runs payments every fifteen seconds and at once after a callback; nothing without M-PESA. */
export function startPaymentRun(): void {
  if (!mpesa) return;
  const stopping = new AbortController();
  const running = run(mpesa, stopping.signal);
  stop = async () => {
    stopping.abort();
    await Promise.race([running, wait(deadlineMs("stopPayments"), undefined, { ref: false })]);
  };
}

/** Stops after the step in hand, or after twenty seconds. */
export function stopPaymentRun(): Promise<void> {
  return stop();
}

async function run(provider: PayProvider, stopped: AbortSignal): Promise<void> {
  let wakeUp = new AbortController();
  onCallback(() => wakeUp.abort());
  stopped.addEventListener("abort", () => wakeUp.abort());
  let listAt = performance.now();
  while (!stopped.aborted) {
    wakeUp = new AbortController();
    try {
      await runPayments(provider, stopped);
      if (env.mpesa?.hasPull && performance.now() >= listAt) {
        await listMissed(provider, nowDate());
        listAt = performance.now() + LIST_MS;
      }
    } catch (error) {
      log.error({ err: error }, "payment run failed");
    }
    if (!stopped.aborted) await wait(INTERVAL_MS, undefined, { ref: false, signal: wakeUp.signal }).catch(() => {});
  }
}
