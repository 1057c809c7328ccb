import { z } from "zod";
import { runOnce } from "#app/platform/database/idempotency.server.ts";
import { log } from "#app/platform/log.server.ts";
import { failure, type Result, success } from "#app/platform/result.ts";
import { sendWithinLimits } from "./contact-limits.server.ts";
import { agencyMessage, notifyAgency } from "./notify-agency.server.ts";
import { addReply, type PublicThread } from "./threads.table.server.ts";

type Reply = { id: string; thread: PublicThread; message: string; seen: number; ipAddress: string | undefined };

/** The failure of a reply to a thread that was deleted. */
export const THREAD_GONE = failure(404, "This conversation is over.");

/**
 * Adds what a visitor wrote to their thread, once however often the same page is sent, and notifies the agency once: by a mail in
 * the same transaction or, with a contact service, by a message of its own after it. If the service fails, the reply stands and its
 * queue tries again. Counts as a contact message. Source: docs/product/desk.md, "Messages".
 */
export function replyToThread({ id, thread, message, seen, ipAddress }: Reply): Promise<Result<null>> {
  const identity = { form: "thread", owner: id, body: { message, seen }, resultSchema: z.null() };
  return runOnce(identity, (key) =>
    sendWithinLimits({ key, ipAddress, email: thread.email }, async () => {
      const { name, email, domain } = thread;
      const words = { name, email, subject: `Re: ${thread.subject}`.slice(0, 300), message, domain };
      const told = agencyMessage(words, key, { kind: "reply" });
      const added = await addReply(id, message, key, told ? [told.mail] : []);
      if (!added.ok) return added;
      if (added.value === null) return THREAD_GONE;
      const failed = told ? undefined : await notifyAgency(words, key, { kind: "reply" });
      if (failed) log.error({ reason: failed.message }, "reply notification failed");
      return success(null);
    }),
  );
}
