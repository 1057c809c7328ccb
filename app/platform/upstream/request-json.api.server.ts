import { setTimeout as sleep } from "node:timers/promises";
import { type Failure, failure, type Result } from "../result.ts";
import { attemptCall, type Outcome } from "./attempt.api.server.ts";
import { withBreaker } from "./breaker.server.ts";
import type { UpstreamCall } from "./call.server.ts";
import { deadlineMs } from "./deadlines.server.ts";
import type { FailureReason } from "./failure-kind.server.ts";
import { recordCall } from "./record-call.server.ts";

const READ = { attempts: 2, attempt: "readAttempt", total: "read" } as const;
const WRITE = { attempts: 1, attempt: "write", total: "write" } as const;

/**
 * Calls a provider. Reads are tried twice within 8 seconds, writes once within 6. Redirects are not followed; replies are
 * validated and limited to 1 MB. Never throws. `isUnknown` of a failure means that a write may have been carried out. Writes
 * one log line. Source: docs/product/limits-and-outages.md, "When a provider fails".
 */
export async function requestJson<T>(call: UpstreamCall<T>): Promise<Result<T>> {
  const start = performance.now();
  const progress = { attempt: 0 };
  const hasOddSegment = call.path.some((segment) => /^\.{0,2}$/.test(segment));
  const outcome = hasOddSegment
    ? notCalled<T>(failure(400, call.fallbackMessage))
    : await withBreaker(`${call.service} ${call.base}`, () => attemptAll(call, start, progress));

  const result = outcome?.result ?? failure(0, call.fallbackMessage);
  const status = result.ok ? 200 : result.status;
  const why: FailureReason | undefined = outcome ? outcome.why : { kind: "left alone" };
  const ms = Math.round(performance.now() - start);
  const { service, op } = call;
  const level = levelOf(status, outcome, call);
  const kind = level === "error" ? { kind: "key" as const } : {};
  recordCall(level, { service, op, host: hostOf(call.base), status, ms, ...progress, ...why, ...kind });
  return result;
}

async function attemptAll<T>(call: UpstreamCall<T>, start: number, progress: { attempt: number }): Promise<Outcome<T>> {
  const limits = { ...(call.method === "GET" ? READ : WRITE), ...call.deadlines };
  const end = start + deadlineMs(limits.total);
  for (let last: Outcome<T> | undefined; ; ) {
    const rejected = await call.admit?.();
    if (rejected) return last ?? notCalled(rejected);
    progress.attempt += 1;
    const left = Math.max(end - performance.now(), 1);
    last = await attemptCall(call, Math.min(deadlineMs(limits.attempt), left));
    if (progress.attempt === limits.attempts || last.retryAfterMs === null) return last;
    if (performance.now() + last.retryAfterMs >= end) return last;
    await sleep(last.retryAfterMs);
  }
}

function notCalled<T>(result: Failure): Outcome<T> {
  return { result, isOutage: false, retryAfterMs: null, why: { kind: "not asked" } };
}

/** Returns the host of an address; empty if the setting is not a valid URL. */
function hostOf(base: string): string {
  return URL.canParse(base) ? new URL(base).host : "";
}

type Level = "info" | "warn" | "error";

/** A refused key is the site's own error: the key is wrong or lacks a permission. */
function levelOf(
  status: number,
  outcome: Outcome<unknown> | null,
  { usesVisitorToken }: { usesVisitorToken?: boolean },
): Level {
  if ((status === 401 || status === 403) && !usesVisitorToken) return "error";
  return outcome === null || outcome.isOutage ? "warn" : "info";
}
