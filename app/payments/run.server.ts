import { nowDate } from "#app/platform/clock.ts";
import { env } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.server.ts";
import { mpesa, type PayProvider } from "./daraja.api.server.ts";
import { issueReceipts } from "./issue-receipts.server.ts";
import { fulfilBill, notifyCustomers, notifyOfDoubts, remindOfBills } from "./notify.server.ts";
import { claimPaidBill, endUnpaidBills, shrinkBills } from "./payments.table.server.ts";
import { claimCallback, claimPromptQuery } from "./prompts.table.server.ts";
import { processCallback } from "./receive-callback.server.ts";
import { followPrompt, listMissed } from "./send-prompt.server.ts";

/**
 * Does everything that is due: callbacks, queries, paid bills, mails. Any number of processes may do so at once; each step is
 * claimed in the database and can be repeated after a crash. Source: docs/decisions, "M-PESA".
 */
export async function runPayments(provider: PayProvider, stopped?: AbortSignal): Promise<void> {
  const each = async <T>(claim: () => Promise<T | undefined>, process: (one: T) => Promise<void>) => {
    for (let one = await claim(); one !== undefined && !stopped?.aborted; one = await claim()) await process(one);
  };
  await each(claimCallback, processCallback);
  await each(claimPromptQuery, (prompt) => followPrompt(provider, prompt));
  await shrinkBills();
  await issueReceipts();
  await notifyCustomers();
  await each(claimPaidBill, fulfilBill);
  await notifyOfDoubts();
  await remindOfBills();
  const ended = await endUnpaidBills();
  if (ended > 0) log.info({ ended }, "unpaid bills ended");
}

/** Returns the turn of the loop that runs payments, undefined without M-PESA. */
export function paymentTurn() {
  const provider = mpesa;
  return provider ? (stopped: AbortSignal) => runPayments(provider, stopped) : undefined;
}

/** Returns the turn of the loop that fetches the provider's list of payments, undefined if the settings do not allow it. */
export function paymentListTurn() {
  const provider = mpesa;
  if (!provider || !env.mpesa?.hasPull) return undefined;
  return async (): Promise<void> => {
    await listMissed(provider, nowDate());
  };
}
