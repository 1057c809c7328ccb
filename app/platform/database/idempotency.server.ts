import { createHmac } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { z } from "zod";
import { nowDate } from "../clock.ts";
import { env } from "../env.server.ts";
import { log } from "../log.server.ts";
import { failure, type Result, success } from "../result.ts";
import { deadline as deadlineSignal } from "../upstream/deadlines.server.ts";
import { withTimeout } from "../upstream/with-timeout.server.ts";
import {
  type Claim,
  claimSubmission,
  dropSubmission,
  OUTCOME_UNKNOWN,
  settleLostClaim,
  settleSubmission,
} from "./idempotency-keys.table.server.ts";

const POLL_MS = 250;

export type Submission<T> = {
  form: string;
  /** The customer's id, or a fixed string for visitors who are not signed in. */
  owner: string;
  /** The submitted fields. */
  body: Record<string, string | number | boolean | null | undefined>;
  /** The schema of the value of a success. A stored value is parsed with it, so the value must survive JSON. */
  resultSchema: z.ZodType<T>;
  /** How long a repeat gets the stored success, in ms; a day by default. */
  replayMs?: number;
};

type Work<T> = (key: string, isRetry: boolean) => Promise<Result<T>>;

const BUSY = failure(409, "This is still being sent. Please wait a moment, then try again.");

/** Submissions in progress in this process, by key, so that a hundred identical ones query the database once. */
const inFlight = new Map<string, Promise<Result<unknown>>>();

/**
 * Carries out a submission once, however often it arrives (docs/product/forms.md, "Sent once"). `work` gets an idempotency key
 * of 64 hex digits.
 *
 * - A repeat within `replayMs` of a success gets that success, or a lost-response failure if the stored value cannot be read.
 * - A repeat while the first is in progress, here or in another process, waits up to 8 s for its outcome.
 * - After a failure or a lost response a repeat is carried out again under the same key; `isRetry` says that a response was
 *   lost.
 * - Without the database the work is done anyway, because a lost message is worse than a duplicate.
 *
 * Throws only what `work` throws.
 */
export async function runOnce<T>(submission: Submission<T>, work: Work<T>): Promise<Result<T>> {
  const key = fingerprint(submission);
  const deadline = deadlineSignal("sameSubmission");
  for (let other = inFlight.get(key); other; other = inFlight.get(key)) {
    const outcome = await withTimeout(other, deadline);
    if (outcome === undefined) return BUSY;
    // After a failure, the next of the waiting submissions tries.
    if (outcome.ok || outcome.isUnknown) return asStored(outcome, submission.resultSchema);
  }
  const own = carryOut(submission, key, deadline, work);
  const settled = own.catch(() => OUTCOME_UNKNOWN).finally(() => inFlight.delete(key));
  inFlight.set(key, settled);
  return own;
}

/** Returns the stored success of the same submission, if any. Carries nothing out. */
export async function findSuccess<T>(submission: Submission<T>): Promise<{ value: T } | undefined> {
  const before = await runOnce(submission, async () => BUSY);
  return before.ok ? before : undefined;
}

async function carryOut<T>(
  submission: Submission<T>,
  key: string,
  deadline: AbortSignal,
  work: Work<T>,
): Promise<Result<T>> {
  const noSettling = (error: unknown) =>
    log.warn({ form: submission.form, reason: reasonOf(error) }, "idempotency key not settled");
  const claim = await claimOrWait({ ...submission, key }, deadline);
  if (claim.kind === "settled") return claim.outcome;
  if (claim.kind === "busy") return BUSY;
  if (claim.kind === "lost") {
    log.warn({ form: submission.form, reason: reasonOf(claim.error) }, "idempotency key not recorded");
    const done = work(key, false);
    // The outcome is stored; otherwise a repeat would wait for a submission that has ended. This request does not wait for
    // that, because the database may not respond.
    void done
      .catch(() => OUTCOME_UNKNOWN)
      .then((outcome) => settleLostClaim(key, claim.now, outcome))
      .catch(noSettling);
    return done;
  }

  const { attempt, isRetry } = claim;
  const settle = (outcome: Result<T>) => settleSubmission(key, attempt, outcome).catch(noSettling);
  try {
    const outcome = await work(key, isRetry);
    await settle(outcome);
    return outcome;
  } catch (error) {
    await settle(OUTCOME_UNKNOWN);
    throw error;
  }
}

/** Forgets a submission, so that the same one is carried out again. Does nothing without the database. */
export async function forgetSubmission(submission: Submission<unknown>): Promise<void> {
  await dropSubmission(fingerprint(submission)).catch((error: unknown) =>
    log.warn({ form: submission.form, reason: reasonOf(error) }, "idempotency key not deleted"),
  );
}

/** "lost": the database did not answer. It may have stored the claim, with `now` as its beginning. */
type FoundClaim<T> = Claim<T> | { kind: "lost"; now: Date; error: unknown };

async function claimOrWait<T>(row: Submission<T> & { key: string }, deadline: AbortSignal): Promise<FoundClaim<T>> {
  for (let hasWaited = false; ; hasWaited = true) {
    const now = nowDate();
    const claim = await claimSubmission(row, { hasWaited, now }).catch(
      (error: unknown): FoundClaim<T> => ({ kind: "lost", now, error }),
    );
    if (claim.kind !== "busy" || deadline.aborted) return claim;
    await wait(POLL_MS);
  }
}

/** Returns another call's outcome as the database would return it. */
function asStored<T>(outcome: Result<unknown>, resultSchema: z.ZodType<T>): Result<T> {
  if (!outcome.ok) return outcome;
  const parsed = resultSchema.safeParse(JSON.parse(JSON.stringify({ value: outcome.value })).value);
  return parsed.success ? success(parsed.data) : OUTCOME_UNKNOWN;
}

/** Returns the key of a submission. Field order, outer spaces, line endings and empty fields do not matter. */
function fingerprint({ form, owner, body }: Submission<unknown>): string {
  const fields = Object.entries(body)
    .map(([name, value]) => [
      name,
      String(value ?? "")
        .normalize("NFC")
        .replace(/\r\n?/g, "\n")
        .trim(),
    ])
    .filter(([, value]) => value !== "")
    .sort(([one = ""], [other = ""]) => (one < other ? -1 : 1));
  return createHmac("sha256", env.appSecret)
    .update(JSON.stringify([form, owner, fields]))
    .digest("hex");
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
