import { z } from "zod";
import { env } from "#app/env.server.ts";
import { type Answer, answer } from "#app/model/answer.ts";
import { brandFrom } from "#app/model/brand.ts";
import { confirmMail, type ToConfirm } from "#app/model/confirm-mail.ts";
import { requestJson } from "./request-json.server.ts";
import { confirmToken, UNCONFIRMED_DAYS } from "./unconfirmed.server.ts";
import { textIn } from "./upstream/reply.server.ts";

const MAIL_NOT_SENT = "The mail could not be sent.";

type Mail = { to: string; subject: string; text: string; html: string };

/**
 * Sends a mail of our own, once. A service that knows the key does not send it twice. A refusal's message is the service's
 * `error`; `isUnknown` when the answer was lost.
 */
async function sendMail(mail: Mail, idempotencyKey: string): Promise<Answer<null>> {
  const sent = await requestJson({
    service: "mail",
    op: "send",
    base: env.mail.url,
    path: [],
    method: "POST",
    headers: { Authorization: `Bearer ${env.mail.key}`, "Idempotency-Key": idempotencyKey },
    body: mail,
    // Whatever a service says when it has taken a mail.
    schema: z.unknown(),
    fallbackMessage: MAIL_NOT_SENT,
    messageOf: (body) => textIn(body, "error") ?? MAIL_NOT_SENT,
  });
  return sent.ok ? answer(null) : sent;
}

const PATHS = { newsletter: "/newsletter/confirm", school: "/stride/confirm" };

/** Sends the mail with the link by which the owner of an address confirms a row. */
export function askToConfirm(
  kind: ToConfirm,
  { id, email }: { id: string; email: string },
  idempotencyKey: string,
): Promise<Answer<null>> {
  const href = `${env.origin}${PATHS[kind]}?token=${confirmToken(kind, id)}`;
  const mail = confirmMail(kind, { href, brandName: brandFrom(env.brand).name, days: UNCONFIRMED_DAYS });
  return sendMail({ to: email, ...mail }, idempotencyKey);
}
