import { createHmac } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { z } from "zod";
import { env } from "#app/env.server.ts";
import {
  type Claim,
  claimSubmission,
  dropSubmission,
  OUTCOME_UNKNOWN,
  settleSubmission,
} from "#app/gateways/idempotency-keys.server.ts";
import { withTimeout } from "#app/gateways/with-timeout.server.ts";
import { log } from "#app/log.server.ts";
import { failure, type Result, success } from "#app/model/result.ts";

const WAIT_MS = 8000;
const POLL_MS = 250;

export type Submission<T> = {
  form: string;
  /** The customer's id, or one word for all anonymous visitors. */
  owner: string;
  /** What was typed, field by field. */
  body: Record<string, string | number | boolean | null | undefined>;
  /** What a success gives, as JSON carries it: one that is kept is read by this before it is given again. */
  value: z.ZodType<T>;
  /** For how long a success is the answer to the same again, in ms; a day when left out. */
  replayMs?: number;
};

type Work<T> = (key: string, isRetry: boolean) => Promise<Result<T>>;

const BUSY = failure(409, "This is still being sent. Please wait a moment, then try again.");

/** What this process carries out just now, by key: a hundred at once that are the same ask the database once. */
const underWay = new Map<string, Promise<Result<unknown>>>();

/**
 * Carries out a submission once, however often the same one arrives (docs/product.md, "Sent once"). `work` gets a key
 * of 64 hex digits to hand on as idempotency key. For 24 hours a repeat of a success gets that success again, as JSON
 * carries it, and a lost answer where what is kept cannot be read; one that comes while the first is under way, here or in
 * another process, waits up to 8 s for its outcome. After a refusal, or when the answer was lost, a repeat is carried out
 * again under the same key; `isRetry` says that an answer was lost before. Without the database the work is done all the
 * same: a lost message is worse than a double one. Throws only what `work` throws.
 */
export async function runOnce<T>(submission: Submission<T>, work: Work<T>): Promise<Result<T>> {
  const key = fingerprint(submission);
  const patience = AbortSignal.timeout(WAIT_MS);
  for (let others = underWay.get(key); others; others = underWay.get(key)) {
    const outcome = await withTimeout(others, patience);
    if (outcome === undefined) return BUSY;
    // After a refusal whoever comes next in line tries it.
    if (outcome.ok || outcome.isUnknown) return asKept(outcome, submission.value);
  }
  const own = carryOut(submission, key, patience, work);
  const told = own.catch(() => OUTCOME_UNKNOWN).finally(() => underWay.delete(key));
  underWay.set(key, told);
  return own;
}

/** Returns the success that the same submission had before, if it is still kept. Carries nothing out. */
export async function findSuccess<T>(submission: Submission<T>): Promise<{ value: T } | undefined> {
  const before = await runOnce(submission, async () => BUSY);
  return before.ok ? before : undefined;
}

async function carryOut<T>(
  submission: Submission<T>,
  key: string,
  patience: AbortSignal,
  work: Work<T>,
): Promise<Result<T>> {
  let claim: Claim<T>;
  try {
    claim = await claimOrWait({ ...submission, key }, patience);
  } catch (error) {
    log.warn({ form: submission.form, reason: reasonOf(error) }, "submission not recorded");
    return work(key, false);
  }
  if (claim.kind === "settled") return claim.outcome;
  if (claim.kind === "busy") return BUSY;

  const { attempt, isRetry } = claim;
  const settle = (outcome: Result<T>) =>
    settleSubmission(key, attempt, outcome).catch((error: unknown) =>
      log.warn({ form: submission.form, reason: reasonOf(error) }, "submission not settled"),
    );
  try {
    const outcome = await work(key, isRetry);
    await settle(outcome);
    return outcome;
  } catch (error) {
    await settle(OUTCOME_UNKNOWN);
    throw error;
  }
}

/** From now on the same again is carried out again. Without the database nothing happens. */
export async function forgetSubmission(submission: Submission<unknown>): Promise<void> {
  await dropSubmission(fingerprint(submission)).catch((error: unknown) =>
    log.warn({ form: submission.form, reason: reasonOf(error) }, "submission not forgotten"),
  );
}

async function claimOrWait<T>(row: Submission<T> & { key: string }, patience: AbortSignal): Promise<Claim<T>> {
  let claim = await claimSubmission(row, { hasWaited: false });
  while (claim.kind === "busy" && !patience.aborted) {
    await wait(POLL_MS);
    claim = await claimSubmission(row, { hasWaited: true });
  }
  return claim;
}

/** Another one's outcome, in the form that the database would have given it. */
function asKept<T>(outcome: Result<unknown>, value: z.ZodType<T>): Result<T> {
  if (!outcome.ok) return outcome;
  const kept = value.safeParse(JSON.parse(JSON.stringify({ value: outcome.value })).value);
  return kept.success ? success(kept.data) : OUTCOME_UNKNOWN;
}

/** The same thing typed again has the same key: order of fields, outer spaces, line ends and empty fields don't count. */
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
