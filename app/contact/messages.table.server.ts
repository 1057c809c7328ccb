import { z } from "zod";
import type { Mail } from "#app/mail/mail.ts";
import { callWithMails, insertWithMail } from "#app/mail/queue.table.server.ts";
import type { MailFailure } from "#app/mail/smtp.api.server.ts";
import { nowDate, nowMs } from "#app/platform/clock.ts";
import { trustedClient } from "#app/platform/database/client.api.server.ts";
import { purgeRows } from "#app/platform/database/purge.table.server.ts";
import {
  pollRows,
  type Query,
  readRows,
  runQuery,
  UNIQUE_VIOLATION,
} from "#app/platform/database/rows.table.server.ts";
import { log } from "#app/platform/log.server.ts";
import { failure, type Result, success } from "#app/platform/result.ts";
import type { ContactMessage } from "./contact.server.ts";
import type { MessageOrigin } from "./thread.ts";

const TABLE = "messages";
const NOT_SENT = "Failed to send message. Please try again.";
const KEPT_DAYS = 365;
/** How long a claim lasts, if the process that made it ends: longer than the contact service may take. */
export const CLAIM_SECONDS = 60;

/** A message to the agency with its idempotency key and origin. */
export type NewMessage = { message: ContactMessage; key: string; origin: MessageOrigin };

/** Returns a message as its row. */
export function messageRow({ message, key, origin: { kind, userId } }: NewMessage): Record<string, unknown> {
  return { key, ...message, kind, user_id: userId ?? null };
}

/**
 * Stores a message to the agency, once per key, and enqueues its mail in one transaction. If the database's answer was lost,
 * looks up whether the message is stored. Fails with 503 if it is not stored. If that cannot be read either, the failure has
 * `isUnknown` and the reason "down".
 */
export async function insertMessageWithMail(message: NewMessage, mail: Mail): Promise<Result<null>> {
  const row = { ...messageRow(message), handed_on_at: nowDate().toISOString() };
  const inserted = await insertWithMail(TABLE, row, mail);
  // The message is stored already: its mail is enqueued again unless it was just sent.
  const isStored = inserted.error?.code === UNIQUE_VIOLATION;
  const { error } = isStored ? await callWithMails("requeue_message", { message_key: message.key }, [mail]) : inserted;
  if (!error) return success(null);
  log.error({ reason: error.message }, "message not kept");
  return foundOrFailed(trustedClient().from(TABLE).select("key").eq("key", message.key).limit(1));
}

/** Returns what became of a message whose write failed: a success if this query finds its row. */
export async function foundOrFailed(query: Query): Promise<Result<null>> {
  const found = await readRows(query, z.object({ key: z.string() }), "message not looked up");
  if (found === undefined) return { ...failure(503, NOT_SENT, true), reason: "down" };
  return found.length > 0 ? success(null) : failure(503, NOT_SENT);
}

const claimSchema = z.enum(["claimed", "sent", "busy"]);

/**
 * Stores a message for the contact service, once per key. "claimed": this process has claimed the message for a minute.
 * "sent": the message was delivered in the last day. "busy": another process has claimed the message. Undefined if the
 * database fails.
 */
export async function insertAndClaimMessage(message: NewMessage): Promise<z.infer<typeof claimSchema> | undefined> {
  const row = messageRow(message);
  const { data, error } = await runQuery(
    trustedClient().rpc("store_message", { new_message: row, seconds: CLAIM_SECONDS }),
  );
  const parsed = claimSchema.safeParse(data);
  if (!parsed.success) log.error({ reason: error?.message ?? "an answer of another shape" }, "message not kept");
  return parsed.data;
}

const claimedSchema = z
  .object({
    key: z.string(),
    attempts: z.number(),
    name: z.string(),
    email: z.string(),
    phone: z.string().nullable(),
    subject: z.string(),
    message: z.string(),
    domain: z.string().nullable(),
  })
  .transform(
    ({ key, attempts, phone, domain, ...words }): ClaimedMessage => ({
      key,
      attempts,
      message: { ...words, phone: phone ?? undefined, domain: domain ?? undefined },
    }),
  );

/** A message that this process has claimed for a minute. `attempts` counts the attempt that follows. */
export type ClaimedMessage = { key: string; attempts: number; message: ContactMessage };

/** Claims the message that has been due longest; undefined if none is due or the database fails, which is logged. */
export async function claimMessage(): Promise<ClaimedMessage | undefined> {
  const query = trustedClient().rpc("claim_message", { seconds: CLAIM_SECONDS });
  return (await pollRows(query, claimedSchema, "messages not claimed"))?.[0];
}

/** Marks a message delivered. Returns false if that failed. */
export function markMessageDelivered({ key }: ClaimedMessage): Promise<boolean> {
  return updateClaim("mark_message_sent", { message_key: key });
}

/**
 * Marks an attempt failed and schedules the next. If `againInSeconds` is undefined, the message is given up. Returns false if
 * that failed.
 */
export function markMessageFailed(
  { key, attempts }: ClaimedMessage,
  why: MailFailure,
  againInSeconds: number | undefined,
): Promise<boolean> {
  const again = againInSeconds === undefined ? {} : { again_in: againInSeconds };
  return updateClaim("mark_message_failed", { message_key: key, attempt: attempts, why, ...again });
}

async function updateClaim(operation: string, values: Record<string, unknown>): Promise<boolean> {
  const { error } = await runQuery(trustedClient().rpc(operation, values));
  if (error) log.warn({ reason: error.message }, "message not noted");
  return error === null;
}

/** Deletes messages a year after their thread was last changed: a part was added, or the thread was taken or closed. */
export function purgeMessages(): Promise<void> {
  return purgeRows(TABLE, "touched_at", new Date(nowMs() - KEPT_DAYS * 24 * 3600_000));
}
