import { wholeShillings } from "#app/orders/bill.ts";
import { readReference } from "#app/orders/bill-reference.ts";
import { env } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.server.ts";
import { endCallback, type StoredCallback } from "./callbacks.table.server.ts";
import { tellOfProblem } from "./notify.server.ts";
import { recordPayment } from "./payments.table.server.ts";
import { endPrompt, markPromptSent } from "./prompts.table.server.ts";
import { isNotPaid } from "./results.ts";

/** "again": the database failed, and the callback is processed again a minute later. */
type Outcome = "done" | "again" | { problem: string };

const NOT_A_PAYMENT = { problem: "not a code and whole shillings" };
const CODE = /^[A-Z0-9]{6,20}$/;

/** Processes a claimed callback. Any number of times it makes one payment. Source: docs/decisions, "M-PESA". */
export async function processCallback(callback: StoredCallback): Promise<void> {
  const outcome = callback.source === "stk" ? await processStk(callback) : await processPaybill(callback);
  if (outcome === "again") return;
  if (outcome === "done") return endCallback(callback);
  if (await tellOfProblem(callback, outcome.problem)) await endCallback(callback, outcome.problem);
}

/**
 * The end of a prompt. A payment is held until the query confirms it; a failure ends the prompt, unless money has come. The numbers
 * that a lost reply had are taken from here. Money of a prompt that a restored backup does not have is without a bill.
 */
async function processStk({ promptId, body, receivedAt }: StoredCallback): Promise<Outcome> {
  const { merchantRequestId, checkoutRequestId, resultCode: code, resultText: text } = body;
  const payment = paymentOf(body);
  const paidAt = body.paidAt || receivedAt;
  if (promptId === null) {
    if (code !== "0") return "done";
    if (!payment) return NOT_A_PAYMENT;
    return (await recordPayment({ ...payment, source: "stk", paidAt })) ? "done" : "again";
  }
  const stored = await markPromptSent(promptId, { merchantRequestId, checkoutRequestId });
  if (stored === undefined) return "again";
  if (code !== "0") {
    if (isNotPaid(code)) return (await endPrompt(promptId, "refused", { code, text })) ? "done" : "again";
    // What it means is known when the query says so.
    log.warn({ prompt: promptId, code, reason: text }, "payment prompt ended with an unknown code");
    return "done";
  }
  if (!payment) return NOT_A_PAYMENT;
  const isOther = stored !== null && checkoutRequestId !== undefined && stored !== checkoutRequestId;
  const recorded = await recordPayment({ ...payment, source: "stk", promptId, paidAt, isDisputed: isOther });
  return recorded ? "done" : "again";
}

/** A Pay Bill payment. Up to a limit the secret path is proof enough; above it the list of payments or a person confirms it. */
async function processPaybill({ body, receivedAt }: StoredCallback): Promise<Outcome> {
  const { shortcode, till, trustKsh = 0 } = env.mpesa ?? {};
  if (body.shortcode !== undefined && body.shortcode !== shortcode && body.shortcode !== till) {
    return { problem: "paid to another number" };
  }
  const payment = paymentOf(body);
  if (!payment) return NOT_A_PAYMENT;
  const recorded = await recordPayment({
    ...payment,
    source: "paybill",
    paidAt: body.paidAt || receivedAt,
    reference: readReference(body.reference ?? ""),
    typedReference: body.reference,
    confirmedBy: payment.amountKsh <= trustKsh ? "token" : undefined,
  });
  return recorded ? "done" : "again";
}

function paymentOf({ code = "", amount }: StoredCallback["body"]) {
  const amountKsh = wholeShillings(amount);
  return amountKsh !== undefined && CODE.test(code) ? { code, amountKsh } : undefined;
}
