import { randomUUID } from "node:crypto";
import { z } from "zod";
import { brandFrom } from "#app/platform/brand.ts";
import { nowMs } from "#app/platform/clock.ts";
import { trustedClient } from "#app/platform/database/client.api.server.ts";
import { purgeRows } from "#app/platform/database/purge.table.server.ts";
import { pollRows, runQuery } from "#app/platform/database/rows.table.server.ts";
import { env } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.server.ts";
import { failure, type Result, success } from "#app/platform/result.ts";
import { type Mail, subjectLine } from "./mail.ts";
import type { MailFailure } from "./smtp.api.server.ts";

/** How long a claim lasts, if the process that made it ends: longer than sending one mail takes. */
const CLAIM_SECONDS = 300;
/** Retention of mails that were sent or failed for good. */
const KEPT_DAYS = 30;

type Row = Record<string, unknown>;
type Failure = { message: string; code?: string };
type WriteResult = { row: unknown; error: Failure | null };

let listener = () => {};

/** Sets the function that is called each time this process enqueues a mail. */
export function onQueued(listen: () => void): void {
  listener = listen;
}

/** Tells the listener that a mail was enqueued. */
export function signalQueued(): void {
  listener();
}

/** Enqueues a mail, once per key. Fails with 503 if the database fails. */
export async function enqueueMail(mail: Mail): Promise<Result<null>> {
  const { error } = await write("queue_mail", {}, mail);
  if (!error) return success(null);
  log.error({ kind: mail.kind, reason: error.message }, "mail not queued");
  return failure(503, "The mail could not be sent.");
}

/** Inserts a row, and its mail if there is one, in one transaction (transactional outbox). */
export async function insertWithMail(table: string, row: Row, mail: Mail | undefined): Promise<WriteResult> {
  if (mail) return write("insert_with_mail", { table_name: table, new_row: row }, mail);
  const { data, error } = await runQuery(trustedClient().from(table).insert(row).select("*"));
  return { row: Array.isArray(data) ? data[0] : data, error };
}

/** Updates the row with this id and enqueues a mail in one transaction. `row` is null in the result if no row has this id. */
export function updateWithMail(table: string, id: string, change: Row, mail: Mail): Promise<WriteResult> {
  return write("update_with_mail", { table_name: table, row_id: id, change }, mail);
}

function write(operation: string, row: Row, mail: Mail): Promise<WriteResult> {
  return callAndSignal(operation, { ...row, mail: asRow(mail) });
}

/** Calls a database function that writes rows and enqueues mails in one transaction. */
export function callWithMails(operation: string, values: Row, mails: readonly Mail[]): Promise<WriteResult> {
  return callAndSignal(operation, { ...values, mails: mails.map(asRow) });
}

/** Calls a database function that writes a row for each mail, such as who gets it, and enqueues the mails. */
export function callWithDeliveries(
  operation: string,
  values: Row,
  deliveries: readonly (Row & { mail: Mail })[],
): Promise<WriteResult> {
  const rows = deliveries.map(({ mail, ...row }) => ({ ...row, mail: asRow(mail) }));
  return callAndSignal(operation, { ...values, deliveries: rows });
}

/** A message to the agency about a row: a row of `messages`, and the mail that delivers it. */
export type AgencyMessage = { message: Row; mail: Mail };

/** Calls a database function that writes rows, and a message to the agency if there is one, in one transaction. */
export function callWithAgencyMessage(
  operation: string,
  values: Row,
  agencyMessage: AgencyMessage | undefined,
): Promise<WriteResult> {
  const messages = agencyMessage ? [agencyMessage.message] : [];
  return callWithMails(operation, { ...values, messages }, agencyMessage ? [agencyMessage.mail] : []);
}

async function callAndSignal(operation: string, values: Row): Promise<WriteResult> {
  const { data, error } = await runQuery(trustedClient().rpc(operation, values));
  if (!error) signalQueued();
  return { row: data, error };
}

function asRow({ key, kind, to, replyTo, subject, text, html, tags, unsubscribeUrl }: Mail) {
  const [, domain] = brandFrom(env.brand).email.split("@");
  return {
    // The kind is part of the key: a confirmation and a thank-you mail may have the same submission key.
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
    copy_token: z.string().nullable(),
    attempts: z.number(),
  })
  .transform(({ id, message_id, kind, copy_token, attempts, ...row }) => ({
    id,
    copyToken: copy_token,
    messageId: message_id,
    kind,
    attempts,
    mail: {
      to: row.recipient,
      ...(row.reply_to !== null && { replyTo: row.reply_to }),
      subject: row.subject,
      text: row.body_text,
      html: row.body_html,
      tags: row.tags,
      ...(row.unsubscribe_url !== null && { unsubscribeUrl: row.unsubscribe_url }),
    },
  }));

/**
 * A mail that this process has claimed for five minutes. `attempts` counts the attempt that follows. `copyToken`: the secret of
 * the link that ends the copies, if the mail is a copy for a billing contact.
 */
export type ClaimedMail = z.infer<typeof claimedSchema>;

/** Which mails a lane sends: those of the newsletter's issues, or the others, so that a receipt waits behind no issue. */
export type MailLane = "issues" | "others";

/** Claims the mail of a lane, or of both, that has been due longest; undefined if none is due or the database fails. */
export async function claimMail(lane?: MailLane): Promise<ClaimedMail | undefined> {
  const issues = lane === undefined ? null : lane === "issues";
  const query = trustedClient().rpc("claim_mail", { seconds: CLAIM_SECONDS, issues });
  return (await pollRows(query, claimedSchema, "mails not claimed"))?.[0];
}

/** Marks a mail sent and deletes its text. Returns false if that failed. */
export function markMailSent({ id }: ClaimedMail): Promise<boolean> {
  return updateClaim("mark_mail_sent", { mail: id });
}

/**
 * Marks an attempt failed and schedules the next. If `againInSeconds` is undefined, the mail is given up. Returns false if
 * that failed.
 */
export function markMailFailed(
  { id, attempts }: ClaimedMail,
  why: MailFailure,
  againInSeconds: number | undefined,
): Promise<boolean> {
  const again = againInSeconds === undefined ? {} : { again_in: againInSeconds };
  return updateClaim("mark_mail_failed", { mail: id, attempt: attempts, why, ...again });
}

async function updateClaim(operation: string, values: Row): Promise<boolean> {
  const { error } = await runQuery(trustedClient().rpc(operation, values));
  if (error) log.warn({ reason: error.message }, "mail not noted");
  return error === null;
}

/** Deletes mails 30 days after they were sent or given up. */
export async function purgeMails(): Promise<void> {
  const limit = new Date(nowMs() - KEPT_DAYS * 24 * 3600_000);
  await purgeRows("mails", "sent_at", limit);
  await purgeRows("mails", "failed_at", limit);
}
