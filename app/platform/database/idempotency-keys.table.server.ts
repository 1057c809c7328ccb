import { z } from "zod";
import { nowDate, nowMs } from "../clock.ts";
import { failure, type Result } from "../result.ts";
import { distanceFromNowMs } from "../text/monotonic-clock.ts";
import { deadline } from "../upstream/deadlines.server.ts";
import { trustedClient } from "./client.api.server.ts";
import { purgeRows } from "./purge.table.server.ts";

/** The states of a submission. "unknown": it may have been carried out. */
export const SUBMISSION_STATES = ["running", "done", "unknown"] as const;

/** How long a success is returned again. */
const REPLAY_MS = 24 * 3600_000;
/** A submission that began longer ago was interrupted: its process has ended. */
const STALE_MS = 60_000;

/** The result for callers whose outcome cannot be determined. */
export const OUTCOME_UNKNOWN = failure(0, "We could not confirm it. Please try again.", true);

type Submission<T> = { key: string; form: string; owner: string; resultSchema: z.ZodType<T>; replayMs?: number };

export type Claim<T> =
  /** This caller carries the submission out. `isRetry`: an earlier attempt started, and its outcome was lost. */
  | { kind: "ours"; attempt: number; isRetry: boolean }
  | { kind: "settled"; outcome: Result<T> }
  /**
   * Another caller is carrying the submission out, or was a moment ago. This caller should try to claim the submission again.
   */
  | { kind: "busy" };

/**
 * Claims a submission. One database statement decides, so exactly one of any number of callers gets "ours". Throws if the
 * database does not answer; it may then have stored the claim nevertheless, with `now` as its beginning.
 */
export async function claimSubmission<T>(
  { key, form, owner, resultSchema, replayMs = REPLAY_MS }: Submission<T>,
  { hasWaited, now = nowDate() }: { hasWaited: boolean; now?: Date },
): Promise<Claim<T>> {
  const table = submissions();
  const inserted = await rows(
    table
      .upsert({ key, form, owner, started_at: now.toISOString() }, { onConflict: "key", ignoreDuplicates: true })
      .select("attempt"),
  );
  if (inserted.length > 0) return { kind: "ours", attempt: 1, isRetry: false };

  const [existing] = z
    .array(
      z.object({
        state: z.enum(SUBMISSION_STATES),
        attempt: z.number(),
        started_at: z.coerce.date(),
        result: z.unknown(),
      }),
    )
    .parse(await rows(table.select("state,attempt,started_at,result").eq("key", key)));
  if (!existing) return { kind: "busy" };

  const age = distanceFromNowMs(existing.started_at.getTime(), now.getTime());
  const isStale = age >= STALE_MS;
  if (existing.state === "running" && !isStale) return { kind: "busy" };
  // An unknown outcome is shared with callers who waited for it; the next submission tries again.
  const isShared = existing.state === "done" ? age < replayMs : existing.state === "unknown" && hasWaited;
  if (isShared && existing.result !== null) {
    const stored = outcomeSchema(resultSchema).safeParse(existing.result);
    // Another release stored a different shape. The outcome then counts as unknown, so the next submission tries again.
    if (!stored.success) await settleSubmission(key, existing.attempt, OUTCOME_UNKNOWN);
    return { kind: "settled", outcome: stored.success ? stored.data : OUTCOME_UNKNOWN };
  }

  const attempt = existing.attempt + 1;
  const taken = await rows(
    table
      .update({ state: "running", attempt, started_at: now.toISOString(), result: null })
      .eq("key", key)
      .eq("attempt", existing.attempt)
      .select("attempt"),
  );
  return taken.length > 0 ? { kind: "ours", attempt, isRetry: existing.state !== "done" } : { kind: "busy" };
}

/** Returns the schema of a stored outcome. Failures may have further fields of their gateway. */
function outcomeSchema<T>(resultSchema: z.ZodType<T>) {
  const failureShape = { status: z.number(), message: z.string(), isUnknown: z.boolean().optional() };
  const more = { code: z.string().optional(), retryAfterSeconds: z.number().optional() };
  return z.union([
    z.object({ ok: z.literal(true), value: resultSchema }),
    z.looseObject({ ok: z.literal(false), ...failureShape, ...more }),
  ]);
}

/** Stores the outcome of a submission. A failure is deleted, so that the same submission can be sent again at once. */
export async function settleSubmission(key: string, attempt: number, outcome: Result<unknown>): Promise<void> {
  await rows(changeTo(outcome).eq("key", key).eq("attempt", attempt).select("key"));
}

/**
 * Stores the outcome of a submission for whose claim the database gave no answer. Does nothing if the database did not store
 * that claim (with `now` as its beginning).
 */
export async function settleLostClaim(key: string, now: Date, outcome: Result<unknown>): Promise<void> {
  await rows(changeTo(outcome).eq("key", key).eq("state", "running").eq("started_at", now.toISOString()).select("key"));
}

function changeTo(outcome: Result<unknown>) {
  const isRefused = !outcome.ok && !outcome.isUnknown;
  const state = outcome.ok ? "done" : "unknown";
  return isRefused ? submissions().delete() : submissions().update({ state, result: outcome });
}

/** Deletes a submission, so that it can be carried out again. */
export async function dropSubmission(key: string): Promise<void> {
  await rows(submissions().delete().eq("key", key).select("key"));
}

/** Deletes submissions that are older than 24 hours. */
export function purgeSubmissions(): Promise<void> {
  return purgeRows("submissions", "started_at", new Date(nowMs() - REPLAY_MS));
}

function submissions() {
  return trustedClient().from("submissions");
}

type Query = {
  abortSignal(signal: AbortSignal): PromiseLike<{ data: unknown[] | null; error: { message: string } | null }>;
};

async function rows(query: Query): Promise<unknown[]> {
  const { data, error } = await query.abortSignal(deadline("idempotencyQuery"));
  if (error) throw new Error(error.message);
  return data ?? [];
}
