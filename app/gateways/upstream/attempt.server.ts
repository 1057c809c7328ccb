import { Agent, fetch, type RequestInit, type Response } from "undici";
import { nowMs } from "#app/model/clock.ts";
import { type Failure, failure, type Result, success } from "#app/model/result.ts";
import type { ReplyFailure, UpstreamCall } from "./call.server.ts";
import { codeOf, failureOf, shownCode, type Why } from "./failure-kind.server.ts";
import { cleanMessage, type Reply, readReply, textIn } from "./reply.server.ts";

/** How an attempt ended, and for the log why it brought nothing. `retryAfterMs` is null when another one would not help. */
export type Outcome<T> = { answer: Result<T>; isOutage: boolean; retryAfterMs: number | null; why?: Why };

/** Of the package that fetches: another one's connections may not fit, and which one Node has changes with its version. */
const impatient = new Agent({ connect: { timeout: 3000 } });

/** With these the request was never sent, so a write was certainly not carried out. */
const NOT_SENT = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
]);

/**
 * A gateway that lost its server's answer (RFC 9110, 15.6.3 and 15.6.5, and Cloudflare's own numbers for the same): a
 * write may have been carried out.
 */
const LOST_BEHIND_GATEWAY = new Set([502, 504, 520, 522, 524]);

/** Calls the provider once, for at most `timeoutMs`. Never throws. */
export async function attemptCall<T>(call: UpstreamCall<T>, timeoutMs: number): Promise<Outcome<T>> {
  try {
    const init: RequestInit = {
      method: call.method,
      headers: { Accept: "application/json", "Content-Type": "application/json", ...call.headers },
      body: isWrite(call) ? JSON.stringify(call.body) : null,
      // Not followed; unlike "error" it keeps the status for the log.
      redirect: "manual",
      signal: AbortSignal.timeout(Math.ceil(timeoutMs)),
      dispatcher: call.dispatcher ?? impatient,
    };
    const response = await fetch(addressOf(call), init);
    const reply = await readReply(response);
    return response.ok ? accepted(call, response.status, reply) : refused(call, response, reply);
  } catch (error) {
    const wasSent = !NOT_SENT.has(codeOf(error) ?? "");
    return {
      answer: failure(0, call.fallbackMessage, isWrite(call) && wasSent),
      isOutage: true,
      retryAfterMs: pause(),
      why: failureOf(error),
    };
  }
}

function accepted<T>(call: UpstreamCall<T>, status: number, reply: Reply): Outcome<T> {
  const said = reply.isReadable ? call.refusalIn?.(reply.body) : undefined;
  if (said) return { ...saidNo(worded(said, status, call.fallbackMessage)), isOutage: false, retryAfterMs: null };
  const parsed = reply.isReadable ? call.schema.safeParse(reply.body) : undefined;
  if (parsed?.success) return { answer: success(parsed.data), isOutage: false, retryAfterMs: null };
  return {
    answer: failure(status, call.fallbackMessage, isWrite(call)),
    isOutage: true,
    retryAfterMs: pause(),
    why: { kind: "reply" },
  };
}

function refused<T>(call: UpstreamCall<T>, { status, headers }: Response, reply: Reply): Outcome<T> {
  const body = reply.isReadable ? reply.body : undefined;
  const understood = status < 500 ? call.refusalSchema?.safeParse(body) : undefined;
  if (understood?.success) return { answer: success(understood.data), isOutage: false, retryAfterMs: null };

  const words = call.messageOf ? call.messageOf(body) : textIn(body, "message");
  const isUnknown = isWrite(call) && LOST_BEHIND_GATEWAY.has(status);
  const isOutage = status >= 500 || status === 429;
  return {
    ...saidNo(worded(call.refusalIn?.(body) ?? {}, status, words ?? `HTTP error! status: ${status}`, isUnknown)),
    isOutage,
    retryAfterMs: isOutage ? pauseAsked(status, headers) : null,
  };
}

function saidNo(answer: Failure): { answer: Failure; why: Why } {
  const code = shownCode(answer.code);
  return { answer, why: { kind: "status", ...(code !== undefined && { code }) } };
}

function worded(
  { message, code, status, fields = [] }: ReplyFailure,
  httpStatus: number,
  fallback: string,
  isUnknown = false,
): Failure {
  const words = cleanMessage(message ?? "") || cleanMessage(fallback) || `HTTP error! status: ${httpStatus}`;
  const said = fields.map((field) => ({ ...field, message: cleanMessage(field.message) }));
  return {
    ...failure(status ?? httpStatus, words, isUnknown),
    ...(code !== undefined && { code }),
    ...(said.length > 0 && { fields: said }),
  };
}

function isWrite(call: { method: string }): boolean {
  return call.method !== "GET" && call.method !== "OPTIONS";
}

function addressOf({ base, path, query }: UpstreamCall<unknown>): string {
  const address = [base, ...path.map(encodeURIComponent)].join("/");
  return query ? `${address}?${new URLSearchParams(query)}` : address;
}

/** Milliseconds between attempts, never the same, so that many callers do not come back together. */
function pause(): number {
  return 100 + Math.random() * 200;
}

/** What Retry-After asks for, in seconds or as a date (RFC 9110, 10.2.3). A 429 without it is not tried again. */
function pauseAsked(status: number, headers: Response["headers"]): number | null {
  const asked = headers.get("Retry-After");
  if (asked === null) return status === 429 ? null : pause();
  const ms = /^\d+$/.test(asked) ? Number(asked) * 1000 : Date.parse(asked) - nowMs();
  return Number.isNaN(ms) ? null : Math.max(ms, 0) + pause();
}
