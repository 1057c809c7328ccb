import { type Bill, type Prompt, wholeShillings } from "#app/orders/bill.ts";
import { readReference } from "#app/orders/bill-reference.ts";
import { nowMs } from "#app/platform/clock.ts";
import { env } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.server.ts";
import { failure, type Result, success } from "#app/platform/result.ts";
import { mpesa, type PayProvider } from "./daraja.api.server.ts";
import {
  confirmPayment,
  disputePayment,
  findPaymentsOfPrompt,
  findSettledCodes,
  recordPayment,
} from "./payments.table.server.ts";
import { OVERDUE_MS } from "./prompt-times.ts";
import { endPrompt, markPromptSent, openPrompt } from "./prompts.table.server.ts";
import { promptCallbackUrl } from "./receive-callback.server.ts";
import { isNotPaid, promptResult } from "./results.ts";

type Asked = Prompt & { isOurFault?: boolean };

const NOTHING_TO_PAY = "There is nothing to pay any more.";

/**
 * Sends a payment prompt for what is missing of a bill to a phone (E.164) and returns the prompt. While a prompt is open or
 * money is being checked, sends nothing and returns the last prompt; null if the money came without a prompt. If the reply is
 * lost, the prompt stays open, because the phone may show it. `isFirst`: sends nothing if the bill ever had a prompt.
 * `isOurFault`: M-PESA refused the prompt for a reason that is not the customer's. Source: docs/product/payments.md,
 * "Payments".
 */
export async function askPhone(
  bill: Pick<Bill, "id" | "reference">,
  phone: string,
  isFirst = false,
): Promise<Result<Asked | null>> {
  if (!mpesa) return failure(404, NOTHING_TO_PAY);
  const opened = await openPrompt(bill.id, phone, isFirst);
  if (!opened.ok) return opened;
  if (!opened.value) return failure(409, NOTHING_TO_PAY);
  const { prompt, isNew } = opened.value;
  if (!prompt || !isNew) return success(prompt);
  const { id, amountKsh } = prompt;
  const asked = await mpesa.sendPrompt({
    phone,
    amountKsh,
    reference: bill.reference,
    callbackUrl: promptCallbackUrl(id),
  });
  log.info({ prompt: id, outcome: asked.kind, ...("code" in asked && { code: asked.code }) }, "payment prompt asked");
  if (asked.kind === "sent") await markPromptSent(id, asked);
  if (asked.kind === "refused") {
    await endPrompt(id, "refused", asked);
    const { isOurFault = false } = promptResult(asked.code, asked.text);
    if (isOurFault) log.error({ prompt: id, code: asked.code, reason: asked.text }, "payment prompts are refused");
    return success({
      ...prompt,
      state: "refused",
      resultCode: asked.code,
      resultText: asked.text,
      isOurFault: isOurFault || asked.code === "",
    });
  }
  return success(prompt);
}

/**
 * Asks the provider how a claimed prompt ended. The result "0" confirms the payment that the prompt's callback reported,
 * unless it is more than the prompt asked for. If no callback came, "0" marks the prompt paid; the money counts when its code
 * is known. A failure ends the prompt or, if a callback reported a payment, disputes this payment. Source: docs/decisions,
 * "M-PESA".
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
  // Any other code, such as 4999 ("still under processing"), does not say how the prompt ended.
  if (!isWithin || held.amountKsh > (env.mpesa?.trustKsh ?? 0)) return;
  if (nowMs() - Date.parse(held.receivedAt) >= OVERDUE_MS) await confirmPayment(held.code, "token");
}

/** How far back M-PESA lists payments, in ms: two days. */
const LISTED_MS = 48 * 3600_000;

/**
 * Fetches M-PESA's list of payments, and records and confirms those that the site missed. Returns false if this failed for one
 * of them; the others are recorded all the same.
 */
export async function listMissed(provider: PayProvider, now: Date): Promise<boolean> {
  const listed = await provider.list(new Date(now.getTime() - LISTED_MS), now);
  if (!listed.ok) return false;
  const settled = listed.value.length > 0 ? await findSettledCodes(listed.value.map(({ code }) => code)) : new Set();
  if (!settled) return false;
  let isComplete = true;
  for (const { code, amount, paidAt, reference } of listed.value) {
    if (settled.has(code)) continue;
    const amountKsh = wholeShillings(amount);
    if (amountKsh === undefined) {
      log.error({ payment: code }, "a listed payment needs a person");
      continue;
    }
    const recorded = await recordPayment({
      ...{ code, amountKsh, paidAt: paidAt || now.toISOString(), source: "pull", confirmedBy: "pull" },
      ...{ reference: readReference(reference), typedReference: reference },
    });
    if (!recorded) isComplete = false;
  }
  return isComplete;
}
