import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { wholeShillings } from "#app/orders/bill.ts";
import { readReference } from "#app/orders/bill-reference.ts";
import { env } from "#app/platform/env.server.ts";
import { hashForLog, log } from "#app/platform/log.server.ts";
import { readPaybillCallback, readStkCallback } from "./daraja-callback.server.ts";
import { notifyOfProblem } from "./notify.server.ts";
import { recordPayment } from "./payments.table.server.ts";
import { endCallback, endPrompt, keepCallback, markPromptSent, type StoredCallback } from "./prompts.table.server.ts";
import { isNotPaid } from "./results.ts";

const KEY = Buffer.from(hkdfSync("sha256", env.appSecret, "", "payment callback", 32));
const STK = /^\/pay\/k\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([0-9a-f]{64})$/;
const PAYBILL = /^\/pay\/c\/([\w-]{32,128})(\/v)?$/;

/**
 * Safaricom's addresses as integrators list them. Safaricom does not publish them, so a callback from another address is
 * logged, not refused.
 */
const KNOWN_SENDERS = new Set([
  ...["196.201.214.200", "196.201.214.206", "196.201.214.207", "196.201.214.208", "196.201.213.114", "196.201.213.44"],
  ...["196.201.212.127", "196.201.212.138", "196.201.212.129", "196.201.212.136", "196.201.212.74", "196.201.212.69"],
]);

/**
 * What a URL of the site receives. "stk": the outcome of one prompt. "paybill": a Pay Bill payment. "validation": M-PESA's
 * question whether to accept a Pay Bill payment.
 */
type CallbackTarget = { kind: "stk"; promptId: string } | { kind: "paybill" } | { kind: "validation" };

/** Returns the URL to which M-PESA reports the outcome of a prompt. Only this site can make it. */
export function promptCallbackUrl(promptId: string): string {
  return `${env.origin}/pay/k/${promptId}.${tokenOf(promptId)}`;
}

/**
 * Returns what a path receives if its secret is ours, compared in constant time. Undefined for every other path, and without
 * M-PESA. Source: docs/decisions, "M-PESA".
 */
export function callbackTarget(path: string): CallbackTarget | undefined {
  if (!env.mpesa) return undefined;
  const [, promptId, token] = STK.exec(path) ?? [];
  if (promptId !== undefined && token !== undefined) {
    return isSame(token, tokenOf(promptId)) ? { kind: "stk", promptId } : undefined;
  }
  const [, secret, isValidation] = PAYBILL.exec(path) ?? [];
  if (secret === undefined || !isSame(secret, env.mpesa.callbackPath)) return undefined;
  return { kind: isValidation === undefined ? "paybill" : "validation" };
}

/**
 * Returns the secret in hexadecimal, because in base64 one of 270 secrets would contain a word that Daraja refuses
 * (REFUSED_WORDS).
 */
function tokenOf(promptId: string): string {
  return createHmac("sha256", KEY).update(promptId).digest("hex");
}

/** Hashes both texts first, because only values of equal length can be compared in constant time. */
function isSame(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => createHmac("sha256", KEY).update(text).digest());
  return a !== undefined && b !== undefined && timingSafeEqual(a, b);
}

let listener = () => {};

/** Sets the function that is called after this process has stored a callback. */
export function onCallback(listen: () => void): void {
  listener = listen;
}

/**
 * Stores a callback for the payment run, without names and phone numbers. Its content is not trusted yet. Returns the status
 * to send: 200 if it is stored, 400 for a body that is no callback, 503 if the database failed.
 */
export async function receiveCallback(
  target: Exclude<CallbackTarget, { kind: "validation" }>,
  body: unknown,
  address: string,
): Promise<200 | 400 | 503> {
  const callback = target.kind === "stk" ? readStkCallback(body) : readPaybillCallback(body);
  const addressHash = hashForLog(address);
  if (!callback) {
    log.warn({ source: target.kind, addressHash }, "payment callback not understood");
    return 400;
  }
  if (!env.isSandbox && !KNOWN_SENDERS.has(address))
    log.warn({ addressHash }, "payment callback from an unusual sender");
  const { resultCode, code = "" } = callback;
  const kept = { body: callback, addressHash };
  const isKept =
    target.kind === "stk"
      ? await keepCallback({
          ...kept,
          promptId: target.promptId,
          source: "stk",
          key: `stk:${target.promptId}:${resultCode}:${code}`.slice(0, 300),
        })
      : await keepCallback({ ...kept, source: "paybill", key: `c2b:${code}`.slice(0, 300) });
  if (isKept) listener();
  return isKept ? 200 : 503;
}

/** "again": the database failed, and the callback is processed again a minute later. */
type Outcome = "done" | "again" | { problem: string };

const NOT_A_PAYMENT = { problem: "not a code and whole shillings" };
const CODE = /^[A-Z0-9]{6,20}$/;

/** Processes a claimed callback. Processing it several times makes one payment. Source: docs/decisions, "M-PESA". */
export async function processCallback(callback: StoredCallback): Promise<void> {
  const outcome = callback.source === "stk" ? await processStk(callback) : await processPaybill(callback);
  if (outcome === "again") return;
  if (outcome === "done") return endCallback(callback);
  if (await notifyOfProblem(callback, outcome.problem)) await endCallback(callback, outcome.problem);
}

/**
 * Processes the outcome of a prompt. A payment is held until the query confirms it. A failure ends the prompt, unless money
 * has arrived. If the reply to the prompt was lost, its ids are stored from here. If a restored backup lacks the prompt, the
 * payment has no bill.
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
    // What this code means is known only when the query has answered.
    log.warn({ prompt: promptId, code, reason: text }, "payment prompt ended with an unknown code");
    return "done";
  }
  if (!payment) return NOT_A_PAYMENT;
  const isOther = stored !== null && checkoutRequestId !== undefined && stored !== checkoutRequestId;
  const recorded = await recordPayment({ ...payment, source: "stk", promptId, paidAt, isDisputed: isOther });
  return recorded ? "done" : "again";
}

/**
 * Processes a Pay Bill payment. Up to a limit the secret path is proof enough. Above the limit, M-PESA's list of payments or
 * staff confirm it.
 */
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
