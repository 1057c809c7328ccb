import { log } from "#app/log.server.ts";
import { type Answer, answer, refusal } from "#app/model/answer.ts";
import type { ContactMessage } from "#app/model/contact.ts";
import type { Letter } from "#app/model/mail/letter.ts";
import { keepRow, queueMail } from "./mail-queue.server.ts";
import { trustedClient } from "./supabase/client.server.ts";
import { ask, UNIQUE_VIOLATION } from "./supabase/rows.server.ts";

const TABLE = "messages";
const KEPT_DAYS = 365;

/**
 * Keeps a message to the agency, once for its key, together with the mail that brings it if there is one. Refused with 503 when the
 * database fails.
 */
export async function keepMessage(message: ContactMessage, key: string, letter?: Letter): Promise<Answer<null>> {
  const handedOn = letter && { handed_on_at: new Date().toISOString() };
  const { error } = await keepRow(TABLE, { key, ...message, ...handedOn }, letter);
  // The very same was kept before: it is told again, if its mail has not just gone out.
  if (error?.code === UNIQUE_VIOLATION) return letter ? queueMail(letter) : answer(null);
  if (!error) return answer(null);
  log.error({ reason: error.message }, "message not kept");
  return refusal(503, "Failed to send message. Please try again.");
}

/** Notes that the contact service has taken a message. That the row does not say so is for the log alone. */
export async function noteHandedOn(key: string): Promise<void> {
  const change = { handed_on_at: new Date().toISOString() };
  const { error } = await ask(trustedClient().from(TABLE).update(change).eq("key", key).select("id"));
  if (error) log.warn({ reason: error.message }, "message not noted as handed on");
}

/** Deletes messages that are older than a year. */
export async function purgeMessages(): Promise<void> {
  const limit = new Date(Date.now() - KEPT_DAYS * 24 * 3600_000).toISOString();
  const { error } = await ask(trustedClient().from(TABLE).delete().lt("created_at", limit).select("id"));
  if (error) throw new Error(error.message);
}
