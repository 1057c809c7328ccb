import { setTimeout as sleep } from "node:timers/promises";
import { type Failure, failure, type Result } from "#app/model/result.ts";
import { attemptCall, type Outcome } from "./upstream/attempt.server.ts";
import { throughBreaker } from "./upstream/breaker.server.ts";
import type { UpstreamCall } from "./upstream/call.server.ts";
import type { Why } from "./upstream/failure-kind.server.ts";
import { noteCall } from "./upstream/note-call.server.ts";

const READ = { attempts: 2, attemptMs: 5000, totalMs: 8000 };
const WRITE = { attempts: 1, attemptMs: 6000, totalMs: 6000 };

/**
 * The one way to call a provider. Reads are tried twice within 8 seconds, writes once within 6; redirects are not
 * followed; replies are checked and at most 1 MB. Never throws: whatever goes wrong is a refusal, whose `isUnknown` says
 * that a write may have been carried out all the same. Writes one log line.
 * Source: docs/product.md, "When a provider fails".
 */
export async function requestJson<T>(call: UpstreamCall<T>): Promise<Result<T>> {
  const start = performance.now();
  const tries = { attempt: 0 };
  const hasOddSegment = call.path.some((segment) => /^\.{0,2}$/.test(segment));
  const outcome = hasOddSegment
    ? notCalled<T>(failure(400, call.fallbackMessage))
    : await throughBreaker(`${call.service} ${call.base}`, () => attemptAll(call, start, tries));

  const result = outcome?.answer ?? failure(0, call.fallbackMessage);
  const status = result.ok ? 200 : result.status;
  const why: Why | undefined = outcome ? outcome.why : { kind: "left alone" };
  const ms = Math.round(performance.now() - start);
  const { service, op } = call;
  const level = levelOf(status, outcome, call);
  const kind = level === "error" ? { kind: "key" as const } : {};
  noteCall(level, { service, op, host: hostOf(call.base), status, ms, ...tries, ...why, ...kind });
  return result;
}

async function attemptAll<T>(call: UpstreamCall<T>, start: number, tries: { attempt: number }): Promise<Outcome<T>> {
  const limits = { ...(call.method === "GET" ? READ : WRITE), ...call.deadlines };
  const end = start + limits.totalMs;
  for (let last: Outcome<T> | undefined; ; ) {
    const refused = await call.admit?.();
    if (refused) return last ?? notCalled(refused);
    tries.attempt += 1;
    const left = Math.max(end - performance.now(), 1);
    last = await attemptCall(call, Math.min(limits.attemptMs, left));
    if (tries.attempt === limits.attempts || last.retryAfterMs === null) return last;
    if (performance.now() + last.retryAfterMs >= end) return last;
    await sleep(last.retryAfterMs);
  }
}

function notCalled<T>(answer: Failure): Outcome<T> {
  return { answer, isOutage: false, retryAfterMs: null, why: { kind: "not asked" } };
}

/** Whom we called; a base that was never an address has none. */
function hostOf(base: string): string {
  return URL.canParse(base) ? new URL(base).host : "";
}

type Level = "info" | "warn" | "error";

/** A provider that does not let us in is our own mistake: a wrong key, or an account without the right. */
function levelOf(
  status: number,
  outcome: Outcome<unknown> | null,
  { isLetInByVisitor }: { isLetInByVisitor?: boolean },
): Level {
  if ((status === 401 || status === 403) && !isLetInByVisitor) return "error";
  return outcome === null || outcome.isOutage ? "warn" : "info";
}
