import { z } from "zod";
import { log } from "#app/log.server.ts";
import { nowDate, nowMs } from "#app/model/clock.ts";
import type { ContactMessage } from "#app/model/contact.ts";
import type { Mail } from "#app/model/mail/mail.ts";
import { failure, type Result, success } from "#app/model/result.ts";
import { keepRow, queueMail } from "./mail-queue.server.ts";
import type { MailFailure } from "./smtp.server.ts";
import { trustedClient } from "./supabase/client.server.ts";
import { ask, readRowsOften, UNIQUE_VIOLATION } from "./supabase/rows.server.ts";

const TABLE = "messages";
const KEPT_DAYS = 365;
/** Longer than its service may take: after it a message belongs to nobody any more, because its process has ended. */
export const CLAIM_SECONDS = 60;

/**
 * Keeps a message to the agency, once for its key, together with the mail that brings it. Refused with 503 when the database fails.
 */
export async function keepMailed(message: ContactMessage, key: string, letter: Mail): Promise<Result<null>> {
  const { error } = await keepRow(TABLE, { key, ...message, handed_on_at: nowDate().toISOString() }, letter);
  // The very same was kept before: it is told again, if its mail has not just gone out.
  if (error?.code === UNIQUE_VIOLATION) return queueMail(letter);
  if (!error) return success(null);
  log.error({ reason: error.message }, "message not kept");
  return failure(503, "Failed to send message. Please try again.");
}

const keptSchema = z.enum(["ours", "told", "busy"]);

/**
 * Keeps a message that a service is told of, once for its key: "ours" to tell now, for a minute; "told" when it was within a day;
 * "busy" while somebody else has it in hand. Undefined when the database fails.
 */
export async function keepToTell(
  message: ContactMessage,
  key: string,
): Promise<z.infer<typeof keptSchema> | undefined> {
  const kept = { key, ...message };
  const { data, error } = await ask(trustedClient().rpc("keep_message", { kept, seconds: CLAIM_SECONDS }));
  const parsed = keptSchema.safeParse(data);
  if (!parsed.success) log.error({ reason: error?.message ?? "an answer of another shape" }, "message not kept");
  return parsed.data;
}

const claimedSchema = z
  .object({
    key: z.string(),
    attempts: z.number(),
    name: z.string(),
    email: z.string(),
    subject: z.string(),
    message: z.string(),
    domain: z.string().nullable(),
  })
  .transform(
    ({ key, attempts, domain, ...words }): ClaimedMessage => ({
      key,
      attempts,
      message: { ...words, domain: domain ?? undefined },
    }),
  );

/** A message that is ours alone to tell, for a minute. `attempts` counts the one that is now made. */
export type ClaimedMessage = { key: string; attempts: number; message: ContactMessage };

/** Takes the message that is due longest; undefined when none is, or the database fails, which is then in the log. */
export async function claimMessage(): Promise<ClaimedMessage | undefined> {
  const query = trustedClient().rpc("claim_message", { seconds: CLAIM_SECONDS });
  return (await readRowsOften(query, claimedSchema, "messages not claimed"))?.[0];
}

/** Notes that the service has taken a message. False when that could not be written. */
export function noteMessageTold({ key }: ClaimedMessage): Promise<boolean> {
  return note("note_message_told", { told: key });
}

/** Notes that it has not, and when it is told again: never without `againInSeconds`. False as above. */
export function noteMessageFailed(
  { key, attempts }: ClaimedMessage,
  why: MailFailure,
  againInSeconds: number | undefined,
): Promise<boolean> {
  const again = againInSeconds === undefined ? {} : { again_in: againInSeconds };
  return note("note_message_failed", { told: key, attempt: attempts, why, ...again });
}

async function note(operation: string, values: Record<string, unknown>): Promise<boolean> {
  const { error } = await ask(trustedClient().rpc(operation, values));
  if (error) log.warn({ reason: error.message }, "message not noted");
  return error === null;
}

/** Deletes messages that are older than a year. */
export async function purgeMessages(): Promise<void> {
  const limit = new Date(nowMs() - KEPT_DAYS * 24 * 3600_000).toISOString();
  const { error } = await ask(trustedClient().from(TABLE).delete().lt("created_at", limit).select("id"));
  if (error) throw new Error(error.message);
}
