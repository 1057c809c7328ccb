import { z } from "zod";
import type { Mail } from "#app/model/mail/mail.ts";
import { type Result, success } from "#app/model/result.ts";
import { deliveryFailure } from "./delivery-failure.server.ts";
import { requestJson } from "./request-json.server.ts";
import type { Sent } from "./smtp.server.ts";
import { textIn } from "./upstream/reply.server.ts";

const MAIL_NOT_SENT = "The mail could not be sent.";

/** Where mails of our own are posted; the key is shown to it. */
type MailService = { url: string; key: string };
type Words = Pick<Mail, "to" | "subject" | "text" | "html">;

/**
 * Hands a mail to the mail service, which does not send it twice if it knows the key. A refusal's message is the service's
 * `error`; `isUnknown` when the answer was lost.
 */
export async function postMail(service: MailService, mail: Words, key: string): Promise<Result<null>> {
  const { to, subject, text, html } = mail;
  const sent = await requestJson({
    service: "mail",
    op: "send",
    base: service.url,
    path: [],
    method: "POST",
    headers: { Authorization: `Bearer ${service.key}`, "Idempotency-Key": key },
    body: { to, subject, text, html },
    // Whatever a service says when it has taken a mail.
    schema: z.unknown(),
    fallbackMessage: MAIL_NOT_SENT,
    messageOf: (body) => textIn(body, "error") ?? MAIL_NOT_SENT,
  });
  return sent.ok ? success(null) : sent;
}

/**
 * A sender of queued mails by the mail service, for sites without a mail server of their own. Never throws. A mail has the same
 * key at each attempt; what the service will never take, as it says (see deliveryFailure), is given up.
 */
export function createServiceSender(service: MailService) {
  return async (letter: Words, messageId: string): Promise<Sent> => {
    const sent = await postMail(service, letter, /^<([^@]+)@/.exec(messageId)?.[1] ?? messageId);
    return sent.ok ? { ok: true } : deliveryFailure(service.url, sent);
  };
}
