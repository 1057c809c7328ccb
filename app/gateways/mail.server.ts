import { z } from "zod";
import { env } from "#app/env.server.ts";
import { type Answer, answer } from "#app/model/answer.ts";
import { brandFrom } from "#app/model/brand.ts";
import { confirmMail, type ToConfirm } from "#app/model/confirm-mail.ts";
import type { Letter } from "#app/model/mail/letter.ts";
import { queueMail } from "./mail-queue.server.ts";
import { requestJson } from "./request-json.server.ts";
import { confirmToken, UNCONFIRMED_DAYS } from "./unconfirmed.server.ts";
import { textIn } from "./upstream/reply.server.ts";

const MAIL_NOT_SENT = "The mail could not be sent.";

/**
 * Has a mail of our own sent, once: by the mail service, or by ourselves where there is none. A service that knows the key does
 * not send it twice. A refusal's message is the service's `error`; `isUnknown` when the answer was lost.
 */
async function sendMail(mail: Letter): Promise<Answer<null>> {
  if (!env.mail) return queueMail(mail);
  const { key, to, subject, text, html } = mail;
  const sent = await requestJson({
    service: "mail",
    op: "send",
    base: env.mail.url,
    path: [],
    method: "POST",
    headers: { Authorization: `Bearer ${env.mail.key}`, "Idempotency-Key": key },
    body: { to, subject, text, html },
    // Whatever a service says when it has taken a mail.
    schema: z.unknown(),
    fallbackMessage: MAIL_NOT_SENT,
    messageOf: (body) => textIn(body, "error") ?? MAIL_NOT_SENT,
  });
  return sent.ok ? answer(null) : sent;
}

const PATHS = { newsletter: "/newsletter/confirm", school: "/stride/confirm" };

type Row = { id: string; email: string };

/** The mail with the link by which the owner of an address confirms a row. */
function confirmationOf(kind: ToConfirm, { id, email }: Row, key: string): Letter {
  const href = `${env.origin}${PATHS[kind]}?token=${confirmToken(kind, id)}`;
  const mail = confirmMail(kind, { href, brandName: brandFrom(env.brand).name, days: UNCONFIRMED_DAYS });
  return { key, kind: "confirm", to: email, tags: [{ name: kind, value: "confirm" }], ...mail };
}

/** The same, to be written together with the row; undefined where a mail service sends it afterwards. */
export function confirmationWith(kind: ToConfirm, row: Row, key: string): Letter | undefined {
  return env.mail ? undefined : confirmationOf(kind, row, key);
}

/** Has that mail sent. One that was written together with its row is not sent twice. */
export function askToConfirm(kind: ToConfirm, row: Row, key: string): Promise<Answer<null>> {
  return sendMail(confirmationOf(kind, row, key));
}
