import { Agent, fetch, type RequestInit, type Response } from "undici";
import { nowMs } from "../clock.ts";
import { type Failure, failure, type Result, success } from "../result.ts";
import type { ReplyFailure, UpstreamCall } from "./call.server.ts";
import { deadline, deadlineMs } from "./deadlines.server.ts";
import { codeOf, type FailureReason, failureOf, safeCode } from "./failure-kind.server.ts";
import { cleanMessage, type Reply, readReply, textIn } from "./reply.server.ts";

/** The outcome of an attempt; `why` is the failure for the log. `retryAfterMs` is null if a retry would not help. */
export type Outcome<T> = { result: Result<T>; isOutage: boolean; retryAfterMs: number | null; why?: FailureReason };

/** From the same package as `fetch`: an Agent may not fit the fetch built into another Node version. */
const defaultAgent = new Agent({ connect: { timeout: deadlineMs("connect") } });

/** With these codes the request was never sent, so a write was not carried out. */
const NOT_SENT = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
]);
/** A certificate is verified before the request is sent. Source: Node, "TLS", the codes of X.509 certificate errors. */
const UNTRUSTED =
  /^(?:ERR_TLS_CERT|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH$|INVALID_(?:CA|PURPOSE)$)/;

/**
 * Statuses of a proxy that lost the server's reply (RFC 9110, 15.6.3 and 15.6.5; Cloudflare's own numbers): a write
 * may have been carried out.
 */
const LOST_BEHIND_GATEWAY = new Set([502, 504, 520, 522, 524]);

/** Calls the provider once, for at most `timeoutMs`. Never throws. */
export async function attemptCall<T>(call: UpstreamCall<T>, timeoutMs: number): Promise<Outcome<T>> {
  try {
    const init: RequestInit = {
      method: call.method,
      headers: { Accept: "application/json", "Content-Type": "application/json", ...call.headers },
      body: isWrite(call) ? JSON.stringify(call.body) : null,
      // Redirects are not followed; unlike "error", "manual" keeps the status for the log.
      redirect: "manual",
      signal: deadline(timeoutMs),
      dispatcher: call.dispatcher ?? defaultAgent,
    };
    const response = await fetch(addressOf(call), init);
    const reply = await readReply(response, call.mostBytes);
    return response.ok ? outcomeOfSuccess(call, response.status, reply) : outcomeOfError(call, response, reply);
  } catch (error) {
    const code = codeOf(error) ?? "";
    const wasSent = !NOT_SENT.has(code) && !UNTRUSTED.test(code);
    return {
      result: failure(0, call.fallbackMessage, isWrite(call) && wasSent),
      isOutage: true,
      retryAfterMs: pause(),
      why: failureOf(error),
    };
  }
}

function outcomeOfSuccess<T>(call: UpstreamCall<T>, status: number, reply: Reply): Outcome<T> {
  const found = reply.isReadable ? call.failureIn?.(reply.body) : undefined;
  if (found)
    return { ...statusFailure(failureFrom(found, status, call.fallbackMessage)), isOutage: false, retryAfterMs: null };
  const parsed = reply.isReadable ? call.schema.safeParse(reply.body) : undefined;
  if (parsed?.success) return { result: success(parsed.data), isOutage: false, retryAfterMs: null };
  return {
    result: failure(status, call.fallbackMessage, isWrite(call)),
    isOutage: true,
    retryAfterMs: pause(),
    why: { kind: "reply" },
  };
}

function outcomeOfError<T>(call: UpstreamCall<T>, { status, headers }: Response, reply: Reply): Outcome<T> {
  const body = reply.isReadable ? reply.body : undefined;
  const other = status < 500 || call.reads5xx ? call.otherSchema?.safeParse(body) : undefined;
  if (other?.success) return { result: success(other.data), isOutage: false, retryAfterMs: null };

  const message = call.messageOf ? call.messageOf(body) : textIn(body, "message");
  const isUnknown = isWrite(call) && LOST_BEHIND_GATEWAY.has(status);
  const isOutage = status >= 500 || status === 429;
  return {
    ...statusFailure(
      failureFrom(call.failureIn?.(body) ?? {}, status, message ?? `HTTP error! status: ${status}`, isUnknown),
    ),
    isOutage,
    retryAfterMs: isOutage ? retryDelay(status, headers) : null,
  };
}

function statusFailure(result: Failure): { result: Failure; why: FailureReason } {
  const code = safeCode(result.code);
  return { result, why: { kind: "status", ...(code !== undefined && { code }) } };
}

function failureFrom(
  { message, code, status, fields = [] }: ReplyFailure,
  httpStatus: number,
  fallback: string,
  isUnknown = false,
): Failure {
  const text = cleanMessage(message ?? "") || cleanMessage(fallback) || `HTTP error! status: ${httpStatus}`;
  const fieldFailures = fields.map((field) => ({ ...field, message: cleanMessage(field.message) }));
  return {
    ...failure(status ?? httpStatus, text, isUnknown),
    ...(code !== undefined && { code }),
    ...(fieldFailures.length > 0 && { fields: fieldFailures }),
  };
}

function isWrite(call: { method: string }): boolean {
  return call.method !== "GET" && call.method !== "OPTIONS";
}

function addressOf({ base, path, query }: UpstreamCall<unknown>): string {
  const address = [base, ...path.map(encodeURIComponent)].join("/");
  return query ? `${address}?${new URLSearchParams(query)}` : address;
}

/** Milliseconds between attempts; random, so that callers do not retry together. */
function pause(): number {
  return 100 + Math.random() * 200;
}

/**
 * Returns the milliseconds of Retry-After, given in seconds or as a date (RFC 9110, 10.2.3). Null for a 429 without
 * it.
 */
function retryDelay(status: number, headers: Response["headers"]): number | null {
  const retryAfter = headers.get("Retry-After");
  if (retryAfter === null) return status === 429 ? null : pause();
  const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - nowMs();
  return Number.isNaN(ms) ? null : Math.max(ms, 0) + pause();
}
