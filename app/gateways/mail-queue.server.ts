import { randomUUID } from "node:crypto";
import { z } from "zod";
import { env } from "#app/env.server.ts";
import { log } from "#app/log.server.ts";
import { brandFrom } from "#app/model/brand.ts";
import { nowMs } from "#app/model/clock.ts";
import { type Mail, subjectLine } from "#app/model/mail/mail.ts";
import { failure, type Result, success } from "#app/model/result.ts";
import type { MailFailure } from "./smtp.server.ts";
import { trustedClient } from "./supabase/client.server.ts";
import { ask, readRowsOften } from "./supabase/rows.server.ts";

/** Longer than one mail can take: after it a mail belongs to nobody any more, because its process has ended. */
const CLAIM_SECONDS = 300;
/** How long it can be looked up that a mail went out, or that it did not. */
const KEPT_DAYS = 30;

type Row = Record<string, unknown>;
type Failure = { message: string; code?: string };
type Written = { row: unknown; error: Failure | null };

let listener = () => {};

/** From now on `told` is called whenever this process has put a mail into the queue. */
export function onQueued(told: () => void): void {
  listener = told;
}

/** Says that a mail was put into the queue. */
export function tellQueued(): void {
  listener();
}

/** Puts a mail into the queue; one that is there already stays one. Refused with 503 when the database fails. */
export async function queueMail(letter: Mail): Promise<Result<null>> {
  const { error } = await write("queue_mail", {}, letter);
  if (!error) return success(null);
  log.error({ kind: letter.kind, reason: error.message }, "mail not queued");
  return failure(503, "The mail could not be sent.");
}

/** Inserts a row, together with the mail that tells of it if there is one: both, or neither. */
export async function keepRow(place: string, kept: Row, letter: Mail | undefined): Promise<Written> {
  if (letter) return write("keep_with_mail", { place, kept }, letter);
  const { data, error } = await ask(trustedClient().from(place).insert(kept).select("*"));
  return { row: Array.isArray(data) ? data[0] : data, error };
}

/** Changes the row with this id together with the mail that tells of it. The row is null when there is none. */
export function changeWithMail(place: string, id: string, change: Row, letter: Mail): Promise<Written> {
  return write("change_with_mail", { place, row_id: id, change }, letter);
}

function write(operation: string, row: Row, letter: Mail): Promise<Written> {
  return queueBy(operation, { ...row, mail: asRow(letter) });
}

/** Calls a function of the database that notes something and queues the mails that tell of it: all, or nothing. */
export function noteWithMails(operation: string, noted: Row, letters: readonly Mail[]): Promise<Written> {
  return queueBy(operation, { ...noted, mails: letters.map(asRow) });
}

/** What the agency is told of a row, in its transaction: a row of `messages`, and the mail that brings it. */
export type AgencyMessage = { message: Row; letter: Mail };

/** As noteWithMails, with what the agency is told of it; without a notice the row alone is written. */
export function noteTelling(operation: string, noted: Row, notice: AgencyMessage | undefined): Promise<Written> {
  const messages = notice ? [notice.message] : [];
  return noteWithMails(operation, { ...noted, messages }, notice ? [notice.letter] : []);
}

async function queueBy(operation: string, values: Row): Promise<Written> {
  const { data, error } = await ask(trustedClient().rpc(operation, values));
  if (!error) tellQueued();
  return { row: data, error };
}

function asRow({ key, kind, to, replyTo, subject, text, html, tags, unsubscribeUrl }: Mail) {
  const [, domain] = brandFrom(env.brand).email.split("@");
  return {
    // A thing that is asked about and then thanked for is told twice.
    key: `${kind}-${key}`,
    message_id: `<${randomUUID()}@${domain || "localhost"}>`,
    kind,
    recipient: to,
    ...(replyTo !== undefined && { reply_to: replyTo }),
    subject: subjectLine(subject),
    body_text: text,
    body_html: html,
    tags,
    ...(unsubscribeUrl !== undefined && { unsubscribe_url: unsubscribeUrl }),
  };
}

const claimedSchema = z
  .object({
    id: z.string(),
    message_id: z.string(),
    kind: z.string(),
    recipient: z.string(),
    reply_to: z.string().nullable(),
    subject: z.string(),
    body_text: z.string(),
    body_html: z.string(),
    tags: z.array(z.object({ name: z.string(), value: z.string() })),
    unsubscribe_url: z.string().nullable(),
    attempts: z.number(),
  })
  .transform(({ id, message_id, kind, attempts, ...row }) => ({
    id,
    messageId: message_id,
    kind,
    attempts,
    letter: {
      to: row.recipient,
      ...(row.reply_to !== null && { replyTo: row.reply_to }),
      subject: row.subject,
      text: row.body_text,
      html: row.body_html,
      tags: row.tags,
      ...(row.unsubscribe_url !== null && { unsubscribeUrl: row.unsubscribe_url }),
    },
  }));

/** A mail that is ours alone to send, for five minutes. `attempts` counts the one that is now made. */
export type ClaimedMail = z.infer<typeof claimedSchema>;

/** Takes the mail that is due longest; undefined when none is, or the database fails. */
export async function claimMail(): Promise<ClaimedMail | undefined> {
  const query = trustedClient().rpc("claim_mail", { seconds: CLAIM_SECONDS });
  return (await readRowsOften(query, claimedSchema, "mails not claimed"))?.[0];
}

/** Notes that a mail went out, and forgets its words. False when that could not be written. */
export function noteMailSent({ id }: ClaimedMail): Promise<boolean> {
  return note("note_mail_sent", { mail: id });
}

/** Notes that a mail did not go out, and when it is tried again: never without `againInSeconds`. False as above. */
export function noteMailFailed(
  { id, attempts }: ClaimedMail,
  why: MailFailure,
  againInSeconds: number | undefined,
): Promise<boolean> {
  const again = againInSeconds === undefined ? {} : { again_in: againInSeconds };
  return note("note_mail_failed", { mail: id, attempt: attempts, why, ...again });
}

async function note(operation: string, values: Row): Promise<boolean> {
  const { error } = await ask(trustedClient().rpc(operation, values));
  if (error) log.warn({ reason: error.message }, "mail not noted");
  return error === null;
}

/** Deletes mails that were sent, or given up, thirty days ago. */
export async function purgeMails(): Promise<void> {
  const limit = new Date(nowMs() - KEPT_DAYS * 24 * 3600_000).toISOString();
  const table = trustedClient().from("mails");
  const { error } = await ask(table.delete().or(`sent_at.lt.${limit},failed_at.lt.${limit}`).select("id"));
  if (error) throw new Error(error.message);
}
