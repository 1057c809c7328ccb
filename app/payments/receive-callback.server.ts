import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { env } from "#app/platform/env.server.ts";
import { hashForLog, log } from "#app/platform/log.server.ts";
import { keepCallback } from "./callbacks.table.server.ts";
import { readPaybillCallback, readStkCallback } from "./daraja-callback.server.ts";

const KEY = Buffer.from(hkdfSync("sha256", env.appSecret, "", "payment callback", 32));
const STK = /^\/pay\/k\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([0-9a-f]{64})$/;
const PAYBILL = /^\/pay\/c\/([\w-]{32,128})(\/v)?$/;

/**
 * Safaricom's addresses as integrators list them. Safaricom does not publish them, so another one is logged and not refused.
 */
const KNOWN_SENDERS = new Set([
  ...["196.201.214.200", "196.201.214.206", "196.201.214.207", "196.201.214.208", "196.201.213.114", "196.201.213.44"],
  ...["196.201.212.127", "196.201.212.138", "196.201.212.129", "196.201.212.136", "196.201.212.74", "196.201.212.69"],
]);

/** What an address of ours is for: the end of one prompt, a Pay Bill payment, or the question whether to take one. */
type CallbackTarget = { kind: "stk"; promptId: string } | { kind: "paybill" } | { kind: "validation" };

/** Returns the address to which the provider reports the end of a prompt. Nobody else can make it. */
export function promptCallbackUrl(promptId: string): string {
  return `${env.origin}/pay/k/${promptId}.${tokenOf(promptId)}`;
}

/**
 * Returns what a path is for if its secret is ours, compared in constant time. Undefined for every other path, and without M-PESA.
 * Source: docs/decisions, "M-PESA".
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

/** In hexadecimal, because base64 spells one of Daraja's refused words (REFUSED_WORDS) in one of 270 tokens. */
function tokenOf(promptId: string): string {
  return createHmac("sha256", KEY).update(promptId).digest("hex");
}

/** Hashes first, because only texts of one length can be compared in constant time. */
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
 * Stores a callback for the payment run, without names and phone numbers. Nothing in it is believed yet. Returns the status to send:
 * 200 if it is stored, 400 for a body that is no callback, 503 if the database failed.
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
