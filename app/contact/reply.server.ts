import { createHmac, hkdfSync } from "node:crypto";
import { z } from "zod";
import { mailSite } from "#app/mail/mail-site.server.ts";
import { createSeal } from "#app/platform/abuse/seal.server.ts";
import { runOnce } from "#app/platform/database/idempotency.server.ts";
import { env } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.server.ts";
import { failure, type Result, success } from "#app/platform/result.ts";
import type { Staff } from "#app/platform/settings/staff.ts";
import { isMailbox } from "#app/platform/text/one-line.ts";
import { answerMail } from "./answer-mail.ts";
import { sendWithinLimits } from "./contact-limits.server.ts";
import { addThreadPart, type Thread } from "./desk.table.server.ts";
import { agencyMessage, notifyAgency } from "./notify-agency.server.ts";
import type { PartSide } from "./thread.ts";
import { addReply, type PublicThread } from "./threads.table.server.ts";

type Reply = { id: string; thread: PublicThread; message: string; partCount: number; ipAddress: string | undefined };

/** The failure of a reply to a thread that was deleted. */
export const THREAD_GONE = failure(404, "This conversation is over.");

/**
 * Adds a visitor's reply to their thread and notifies the agency, both once however often the same form is sent. The
 * notification is a mail in the same transaction or, if the settings name a contact service, a message to it afterwards. If
 * the service fails, the reply stands and the queue tries again. Counts as a contact message. Source: docs/product/desk.md,
 * "Messages".
 */
export function replyToThread({ id, thread, message, partCount, ipAddress }: Reply): Promise<Result<null>> {
  const identity = { form: "thread", owner: id, body: { message, partCount }, resultSchema: z.null() };
  return runOnce(identity, (key) =>
    sendWithinLimits({ key, ipAddress, email: thread.email }, async () => {
      const { name, email, domain } = thread;
      const words = { name, email, subject: `Re: ${thread.subject}`.slice(0, 300), message, domain };
      const notification = agencyMessage(words, key, { kind: "reply" });
      const added = await addReply(id, message, key, notification ? [notification.mail] : []);
      if (!added.ok) return added;
      if (added.value === null) return THREAD_GONE;
      const failed = notification ? undefined : await notifyAgency(words, key, { kind: "reply" });
      if (failed) log.error({ reason: failed.message }, "reply notification failed");
      return success(null);
    }),
  );
}

type NewPart = { side: PartSide; body: string; partCount: number };

/**
 * Adds an answer, a note, or what came by mail to a thread. An answer is mailed to the visitor in the same transaction. The
 * same form, or the same words within a minute, add one part only. Fails with 400 if no mail server takes the visitor's
 * address. Source: docs/product/desk.md, "Messages".
 */
export async function addPart(staff: Staff, thread: Thread, { partCount, ...part }: NewPart): Promise<Result<null>> {
  const { id, email, subject } = thread;
  const key = createHmac("sha256", env.appSecret)
    .update(JSON.stringify(["message part", id, part.side, part.body, partCount]))
    .digest("hex");
  if (part.side !== "us") return addThreadPart(staff, id, { ...part, partCount, key }, []);
  if (!isMailbox(email)) return failure(400, "No mail reaches this address. Call, or close the message.");
  const mail = answerMail({ key, to: email, subject, answer: part.body, href: threadHref(id) }, mailSite());
  return addThreadPart(staff, id, { ...part, partCount, key }, [mail]);
}

/** Thread links are encrypted with a key of their own, so that no other encrypted value of the site opens a thread. */
const { seal, unseal } = createSeal(Buffer.from(hkdfSync("sha256", env.appSecret, "", "thread", 32)));
/** 180 days: longer than anybody waits with a reply. The same words by the contact form start a new thread. */
const LIFE_MS = 180 * 24 * 3600_000;

/** Returns the URL of the public page of a thread. Everybody with this URL can read the thread. */
export function threadHref(threadId: string): string {
  return `${mailSite().origin}/thread/${seal(threadId, LIFE_MS)}`;
}

/** Returns the id of the thread in a link's token, or undefined if the token is invalid or has expired. */
export function openThreadLink(token: unknown): string | undefined {
  return z.uuid().safeParse(unseal(token)).data;
}
