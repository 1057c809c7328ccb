import type { Prompt } from "#app/orders/bill.ts";
import { nowMs } from "#app/platform/clock.ts";
import { env } from "#app/platform/env.server.ts";
import type { PayProvider } from "./daraja.api.server.ts";
import { confirmPayment, disputePayment, findPaymentsOfPrompt } from "./payments.table.server.ts";
import { endPrompt } from "./prompts.table.server.ts";
import { isNotPaid } from "./results.ts";

/** While the query says nothing, a payment waits this long before its callback alone may count. */
const SILENT_MS = 10 * 60_000;

/**
 * Asks the provider how a claimed prompt ended. "0" confirms the payment that its callback brought; a payment of more than we asked
 * for is never confirmed so. Without a callback, "0" marks the prompt paid: the money counts when its code is known. A refusal ends
 * the prompt, and disputes a payment that a callback claimed. Source: docs/decisions, "M-PESA".
 */
export async function followPrompt(provider: PayProvider, prompt: Prompt): Promise<void> {
  if (prompt.checkoutRequestId === null) return;
  const outcome = await provider.query(prompt.checkoutRequestId);
  const payments = await findPaymentsOfPrompt(prompt.id);
  if (!payments) return;
  const held = payments.find(({ state, isDisputed }) => state === "held" && !isDisputed);
  const isWithin = held !== undefined && held.amountKsh <= prompt.amountKsh;
  if (outcome.kind === "ended" && outcome.code === "0") {
    if (isWithin) await confirmPayment(held.code, "query");
    else if (payments.length === 0) await endPrompt(prompt.id, "paid", outcome);
    return;
  }
  if (outcome.kind === "ended" && isNotPaid(outcome.code)) {
    if (held) await disputePayment(held.code);
    else await endPrompt(prompt.id, "refused", outcome);
    return;
  }
  // Any other code, such as 4999 ("still under processing"), says nothing of the end.
  if (!isWithin || held.amountKsh > (env.mpesa?.trustKsh ?? 0)) return;
  if (nowMs() - Date.parse(held.receivedAt) >= SILENT_MS) await confirmPayment(held.code, "token");
}
