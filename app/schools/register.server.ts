import { z } from "zod";
import { sendConfirmationMail } from "#app/mail/confirmation.server.ts";
import { mailOf } from "#app/mail/mail.ts";
import { mailSite } from "#app/mail/mail-site.server.ts";
import { createMailWorker, type Delivery, deliverySchema, type Proof } from "#app/mail/mail-worker.api.server.ts";
import type { BotCheckPass } from "#app/platform/abuse/bot-check.server.ts";
import { runOnce } from "#app/platform/database/idempotency.server.ts";
import { env } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.server.ts";
import { type Result, success } from "#app/platform/result.ts";
import {
  confirmInterest,
  findInterest,
  insertInterest,
  markInterestSent,
  markInterestSentWithMail,
  type StoredInterest,
} from "./interest.table.server.ts";
import type { SchoolInterest } from "./schema.server.ts";
import { interestMail, type SchoolDetails } from "./thanks-mail.ts";

const NOT_REGISTERED = "Failed to submit. Please try again.";

/** "asked": a mail with a link to confirm was sent. */
export const registeredSchema = deliverySchema.or(z.literal("asked"));
export type Registered = z.infer<typeof registeredSchema>;

/**
 * Returns "sent" if the mail of the row with this idempotency key was sent, undefined if not, and a failure if the database
 * does not respond: then nothing may be sent.
 */
export async function findRegistered(key: string): Promise<Result<Registered> | undefined> {
  const known = await findInterest({ key });
  if (!known.ok) return known.status === 404 ? undefined : known;
  return known.value.status === "sent" ? success("sent") : undefined;
}

/**
 * Stores a school's interest, then sends its mail. A retry after a failed mail finds the row and only sends the mail. Source:
 * docs/product/schools.md, "Schools".
 */
export async function register(
  interest: SchoolInterest,
  { key, passed }: { key: string; passed: BotCheckPass },
): Promise<Result<Registered>> {
  const stored = await insertInterest(interest, {
    key,
    token: passed.path === "widget" ? passed.token : null,
    needsConfirmation: passed.path === "no-javascript",
  });
  if (!stored.ok) return stored;
  if (passed.path === "widget" && !passed.isVerified) return deliver(stored.value, { token: passed.token });
  if (passed.path === "widget" || stored.value.status === "confirmed") return deliver(stored.value, "proven");
  const asked = await sendConfirmationMail("school", stored.value, key);
  return asked.ok ? success("asked") : { ...asked, message: NOT_REGISTERED };
}

/**
 * Sends a stored school its mail and records that. If the proof is a token, the worker checks by it that a person sent the
 * form. If the proof is "proven", the interest is marked confirmed first, and stays confirmed even if the worker fails. Fails
 * with the message of docs/product/schools.md, "Schools".
 */
async function deliver(stored: StoredInterest, proof: Proof): Promise<Result<Delivery>> {
  if (proof === "proven") {
    const confirmed = await confirmInterest(stored.id);
    if (!confirmed.ok) return confirmed;
  }
  const sent = await thankSchool(stored, { proof, key: `school-${stored.id}` });
  // The school has its mail; a failed update of the row is logged, not shown.
  if (sent.ok && sent.value === "sent") await markInterestSent(stored.id);
  if (sent.ok) return sent;
  log.error({ interest: stored.id, reason: redact(sent.message) }, "school mail failed");
  return { ...sent, message: NOT_REGISTERED };
}

/** A worker's message may repeat personal data or the token. */
function redact(words: string): string {
  return words
    .replace(/\S+/g, (word) => (/.@./.test(word) ? "(address)" : word))
    .replace(/[\w.-]{25,}/g, "(token)")
    .replace(/\+?\d(?:[\s()-]{0,2}\d){5,}/g, "(number)");
}

/**
 * Confirms the interest of the mailed link with this token. Fails with the reason "unknown-link" if the token is unknown or
 * expired. Source: docs/product/schools.md, "Schools".
 */
export async function confirmSchoolInterest(token: string): Promise<Result<{ school: string; delivery: Delivery }>> {
  const found = await findInterest({ token });
  if (!found.ok)
    return found.status === 404 ? { ...found, reason: "unknown-link" } : { ...found, message: NOT_REGISTERED };
  const interest = found.value;
  const submission = {
    form: "school-confirm",
    owner: "anonymous",
    body: { id: interest.id },
    resultSchema: deliverySchema,
  };
  const done = await runOnce(submission, async () =>
    interest.status === "sent" ? success("sent") : deliver(interest, "proven"),
  );
  return done.ok ? success({ school: interest.school, delivery: done.value }) : done;
}

const CONFIRMATION_NOT_SENT = "Failed to send confirmation email";

const worker =
  env.strideMail &&
  createMailWorker({
    service: "stride-mail",
    url: env.strideMail.url,
    words: { refused: CONFIRMATION_NOT_SENT, silent: CONFIRMATION_NOT_SENT },
    keyOf: () => env.workerKey,
  });

/**
 * Sends the thank-you mail by the e-mail worker; see `createMailWorker`. If the settings name no worker, enqueues the mail
 * here. Source: docs/product/schools.md, "Schools".
 */
export async function thankSchool(
  interest: SchoolDetails & { id: string },
  { proof, key }: { proof: Proof; key: string },
): Promise<Result<Delivery>> {
  const mail = interestMail(interest, { site: mailSite() });
  if (worker) return worker(mail, proof, key);
  const thanked = await markInterestSentWithMail(interest.id, mailOf(mail, { kind: "school", key }));
  return thanked.ok ? success("sent") : thanked;
}
