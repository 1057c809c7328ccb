import { z } from "zod";
import { type Failure, type Result, success } from "#app/platform/result.ts";
import { textIn } from "#app/platform/upstream/reply.server.ts";
import { requestJson } from "#app/platform/upstream/request-json.api.server.ts";
import type { Mail } from "./mail.ts";
import type { SendFailure, SendResult } from "./smtp.api.server.ts";

const MAIL_NOT_SENT = "The mail could not be sent.";

/** Address of the mail service and the key that it requires. */
type MailService = { url: string; key: string };
type Words = Pick<Mail, "to" | "subject" | "text" | "html">;

/**
 * Sends a mail by the mail service. A service that honours the key delivers a repeated call once. A failure's message is the
 * service's `error`; if the reply was lost, the failure has `isUnknown`.
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
    // Any reply with a success status counts.
    schema: z.unknown(),
    fallbackMessage: MAIL_NOT_SENT,
    messageOf: (body) => textIn(body, "error") ?? MAIL_NOT_SENT,
  });
  return sent.ok ? success(null) : sent;
}

/**
 * Creates a sender of queued mails for sites without an SMTP server. Never throws. A mail has the same key at each attempt. A
 * mail is given up if the service's status is final (`deliveryFailure`).
 */
export function createServiceSender(service: MailService) {
  return async (mail: Words, messageId: string): Promise<SendResult> => {
    const sent = await postMail(service, mail, /^<([^@]+)@/.exec(messageId)?.[1] ?? messageId);
    return sent.ok ? { ok: true } : deliveryFailure(service.url, sent);
  };
}

/** Statuses by which a service says that a retry cannot succeed. */
const FINAL = new Set([200, 400, 413, 422]);

/** Returns a failed delivery to one of the agency's services: its host and status, without its text. */
export function deliveryFailure(url: string, { status, isUnknown = false }: Failure): SendFailure {
  const host = URL.canParse(url) ? new URL(url).host : "";
  return { ok: false, isFinal: !isUnknown && FINAL.has(status), failure: { host, kind: "service", code: status } };
}
