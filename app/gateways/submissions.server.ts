import { createHmac } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { z } from "zod/v4";
import { env } from "#app/env.server.ts";
import { log } from "#app/log.server.ts";
import { type Answer, refusal } from "#app/model/answer.ts";
import { type Claim, claimSubmission, dropSubmission, LOST, settleSubmission } from "./submission-rows.server.ts";

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

/**
 * Carries out a submission once, however often the same one arrives (docs/product.md, "Sent once"). `work` gets a key
 * of 64 hex digits to hand on as idempotency key. For 24 hours a repeat of a success gets that success again, as JSON
 * carries it, and a lost answer where what is kept cannot be read; one that comes while the first is under way waits up to 8 s for its outcome. After a refusal, or when the
 * answer was lost, a repeat is carried out again under the same key; `isRetry` says that an answer was lost before. Without
 * the database the work is done all the same: a lost message is worse than a double one. Throws only what `work` throws.
 */
export async function sendOnce<T>(
  submission: Submission<T>,
  work: (key: string, isRetry: boolean) => Promise<Answer<T>>,
): Promise<Answer<T>> {
  const key = fingerprint(submission);
  let claim: Claim<T>;
  try {
    claim = await claimOrWait({ ...submission, key });
  } catch (error) {
    log.warn({ form: submission.form, reason: reasonOf(error) }, "submission not recorded");
    return work(key, false);
  }
  if (claim.kind === "settled") return claim.outcome;
  if (claim.kind === "busy") return refusal(409, "This is still being sent. Please wait a moment, then try again.");

  const { attempt, isRetry } = claim;
  const settle = (outcome: Answer<T>) =>
    settleSubmission(key, attempt, outcome).catch((error: unknown) =>
      log.warn({ form: submission.form, reason: reasonOf(error) }, "submission not settled"),
    );
  try {
    const outcome = await work(key, isRetry);
    await settle(outcome);
    return outcome;
  } catch (error) {
    await settle(LOST);
    throw error;
  }
}

/** From now on the same again is carried out again. Without the database nothing happens. */
export async function forgetOnce(submission: Submission<unknown>): Promise<void> {
  await dropSubmission(fingerprint(submission)).catch((error: unknown) =>
    log.warn({ form: submission.form, reason: reasonOf(error) }, "submission not forgotten"),
  );
}

async function claimOrWait<T>(row: Submission<T> & { key: string }): Promise<Claim<T>> {
  const patience = AbortSignal.timeout(WAIT_MS);
  let claim = await claimSubmission(row, { hasWaited: false });
  while (claim.kind === "busy" && !patience.aborted) {
    await wait(POLL_MS);
    claim = await claimSubmission(row, { hasWaited: true });
  }
  return claim;
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
