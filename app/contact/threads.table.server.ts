import { z } from "zod";
import type { Mail } from "#app/mail/mail.ts";
import { callWithMails } from "#app/mail/queue.table.server.ts";
import { trustedClient } from "#app/platform/database/client.api.server.ts";
import { readRows } from "#app/platform/database/rows.table.server.ts";
import { log } from "#app/platform/log.server.ts";
import { failure, type Result, success } from "#app/platform/result.ts";
import { foundOrFailed } from "./messages.table.server.ts";

const MAX_PARTS = 200;
const NOT_READ = "Your messages could not be read. Please try again.";

const messageSchema = z.object({
  name: z.string(),
  email: z.string(),
  subject: z.string(),
  message: z.string(),
  domain: z.string().nullable(),
  created_at: z.string(),
});
const partSchema = z.object({ side: z.enum(["us", "them"]), body: z.string(), created_at: z.string() });

/** A part of a thread as the visitor sees it; the first message is a part too. `at` is its time (ISO 8601). */
type PublicPart = { isOurs: boolean; body: string; at: string };

/** A visitor's message with the last 200 parts that the visitor may see, oldest first. It never has notes or names of staff. */
export type PublicThread = {
  name: string;
  email: string;
  subject: string;
  domain: string | undefined;
  parts: PublicPart[];
};

/** Returns a visitor's thread, or null if it is not a visitor's or was deleted. The caller must have verified the link. */
export async function findPublicThread(id: string): Promise<Result<PublicThread | null>> {
  const client = trustedClient();
  const message = client.from("messages").select("name,email,subject,message,domain,created_at");
  const parts = client.from("message_parts").select("side,body,created_at");
  const [messages, added] = await Promise.all([
    readRows(message.eq("id", id).eq("kind", "visitor").limit(1), messageSchema, "thread not read"),
    readRows(
      parts.eq("message_id", id).neq("side", "note").order("id", { ascending: false }).limit(MAX_PARTS),
      partSchema,
      "thread not read",
    ),
  ]);
  if (!messages || !added) return failure(503, NOT_READ);
  const [first] = messages;
  if (!first) return success(null);
  const { message: body, created_at, domain, ...about } = first;
  const shown = [{ side: "them", body, created_at }, ...added.reverse()];
  return success({
    ...about,
    domain: domain ?? undefined,
    parts: shown.map((part) => ({ isOurs: part.side === "us", body: part.body, at: part.created_at })),
  });
}

const outcomeSchema = z.enum(["done", "same"]).nullable();

/**
 * Adds what a visitor wrote to their thread, once per key, with the mail that tells the agency. Returns "same" if the reply is
 * stored already, also after a lost answer of the database, and null if the thread was deleted. Fails as `foundOrFailed`.
 */
export async function addReply(id: string, words: string, key: string, mails: readonly Mail[]) {
  const { row, error } = await callWithMails("reply_to_message", { thread_id: id, words, part_key: key }, mails);
  const parsed = outcomeSchema.safeParse(row);
  if (!error && parsed.success) return success(parsed.data);
  log.error({ reason: error?.message ?? "an outcome of another shape" }, "reply not stored");
  const found = await foundOrFailed(trustedClient().from("message_parts").select("key").eq("key", key).limit(1));
  return found.ok ? success("same" as const) : found;
}
