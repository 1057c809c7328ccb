import { z } from "zod";
import { nowDate, nowMs } from "#app/model/clock.ts";
import { msFromNow } from "#app/model/monotonic-clock.ts";
import { failure, type Result } from "#app/model/result.ts";
import { trustedClient } from "./supabase/client.server.ts";

const TIMEOUT_MS = 3000;
/** A success is replayed this long. */
const REPLAY_MS = 24 * 3600_000;
/** Longer than any work takes: whoever began it is gone. */
const STALE_MS = 60_000;

/** What those are told who cannot be told how it ended. */
export const LOST = failure(0, "We could not confirm it. Please try again.", true);

type Claimed<T> = { key: string; form: string; owner: string; value: z.ZodType<T>; replayMs?: number };

export type Claim<T> =
  /** `isRetry`: somebody has begun it before and its answer was lost. */
  | { kind: "ours"; attempt: number; isRetry: boolean }
  | { kind: "settled"; outcome: Result<T> }
  /** Somebody else is at it, or was just now: ask again. */
  | { kind: "busy" };

/**
 * Tries to become the one who carries a submission out. One database statement decides, so of any number of callers
 * exactly one gets "ours". Throws when the database does not answer.
 */
export async function claimSubmission<T>(
  { key, form, owner, value, replayMs = REPLAY_MS }: Claimed<T>,
  { hasWaited }: { hasWaited: boolean },
): Promise<Claim<T>> {
  const table = submissions();
  const now = nowDate();
  const inserted = await rows(
    table
      .upsert({ key, form, owner, started_at: now.toISOString() }, { onConflict: "key", ignoreDuplicates: true })
      .select("attempt"),
  );
  if (inserted.length > 0) return { kind: "ours", attempt: 1, isRetry: false };

  const [seen] = z
    .array(
      z.object({
        state: z.enum(["running", "done", "unknown"]),
        attempt: z.number(),
        started_at: z.coerce.date(),
        result: z.unknown(),
      }),
    )
    .parse(await rows(table.select("state,attempt,started_at,result").eq("key", key)));
  if (!seen) return { kind: "busy" };

  const age = msFromNow(seen.started_at.getTime(), now.getTime());
  const isStale = age >= STALE_MS;
  if (seen.state === "running" && !isStale) return { kind: "busy" };
  // A lost answer is tried again by the next one who sends, but those who waited for it share it.
  const isShared = seen.state === "done" ? age < replayMs : seen.state === "unknown" && hasWaited;
  if (isShared && seen.result !== null) {
    const kept = outcomeSchema(value).safeParse(seen.result);
    // Another version of this site has written it: whoever asks now is told so, and trying again really tries again.
    if (!kept.success) await settleSubmission(key, seen.attempt, LOST);
    return { kind: "settled", outcome: kept.success ? kept.data : LOST };
  }

  const attempt = seen.attempt + 1;
  const taken = await rows(
    table
      .update({ state: "running", attempt, started_at: now.toISOString(), result: null })
      .eq("key", key)
      .eq("attempt", seen.attempt)
      .select("attempt"),
  );
  return taken.length > 0 ? { kind: "ours", attempt, isRetry: seen.state !== "done" } : { kind: "busy" };
}

/** An outcome as it is kept. A refusal has whatever its gateway says beside. */
function outcomeSchema<T>(value: z.ZodType<T>) {
  const refused = { status: z.number(), message: z.string(), isUnknown: z.boolean().optional() };
  const more = { code: z.string().optional(), retryAfterSeconds: z.number().optional() };
  return z.union([
    z.object({ ok: z.literal(true), value }),
    z.looseObject({ ok: z.literal(false), ...refused, ...more }),
  ]);
}

/** Writes down how it ended. A refusal leaves no trace: the same thing may be sent again at once. */
export async function settleSubmission(key: string, attempt: number, outcome: Result<unknown>): Promise<void> {
  const table = submissions();
  const isRefused = !outcome.ok && !outcome.isUnknown;
  const state = outcome.ok ? "done" : "unknown";
  const change = isRefused ? table.delete() : table.update({ state, result: outcome });
  await rows(change.eq("key", key).eq("attempt", attempt).select("key"));
}

/** As if it had never been carried out. */
export async function dropSubmission(key: string): Promise<void> {
  await rows(submissions().delete().eq("key", key).select("key"));
}

/** Deletes what is older than 24 hours. */
export async function purgeSubmissions(): Promise<void> {
  const limit = new Date(nowMs() - REPLAY_MS).toISOString();
  await rows(submissions().delete().lt("started_at", limit).select("key"));
}

function submissions() {
  return trustedClient().from("submissions");
}

type Query = {
  abortSignal(signal: AbortSignal): PromiseLike<{ data: unknown[] | null; error: { message: string } | null }>;
};

async function rows(query: Query): Promise<unknown[]> {
  const { data, error } = await query.abortSignal(AbortSignal.timeout(TIMEOUT_MS));
  if (error) throw new Error(error.message);
  return data ?? [];
}
