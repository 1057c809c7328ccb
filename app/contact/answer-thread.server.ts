import { createHmac } from "node:crypto";
import { mailSite } from "#app/mail/mail-site.server.ts";
import { env } from "#app/platform/env.server.ts";
import { failure, type Result } from "#app/platform/result.ts";
import type { Staff } from "#app/platform/settings/staff.ts";
import { isMailbox } from "#app/platform/text/one-line.ts";
import { answerMail } from "./answer-mail.ts";
import { addThreadPart, type Thread } from "./desk.table.server.ts";
import type { PartSide } from "./thread.ts";
import { threadHref } from "./thread-link.server.ts";

type NewPart = { side: PartSide; body: string; seen: number };

/**
 * Adds an answer, a note, or what came by mail to a thread. An answer is mailed to the visitor in the same transaction. The same form
 * adds one part, and so do the same words within a minute. Fails with 400 if no mail server takes the visitor's address. Source:
 * docs/product/desk.md, "Messages".
 */
export async function addPart(staff: Staff, thread: Thread, part: NewPart): Promise<Result<null>> {
  const { id, email, subject } = thread;
  const key = createHmac("sha256", env.appSecret)
    .update(JSON.stringify(["message part", id, part.side, part.body, part.seen]))
    .digest("hex");
  if (part.side !== "us") return addThreadPart(staff, id, { ...part, key }, []);
  if (!isMailbox(email)) return failure(400, "No mail reaches this address. Call, or close the message.");
  const mail = answerMail({ key, to: email, subject, answer: part.body, href: threadHref(id) }, mailSite());
  return addThreadPart(staff, id, { ...part, key }, [mail]);
}
