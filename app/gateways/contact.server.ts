import { z } from "zod";
import { env } from "#app/env.server.ts";
import { type Answer, answer, refusal } from "#app/model/answer.ts";
import { brandFrom } from "#app/model/brand.ts";
import type { ContactMessage } from "#app/model/contact.ts";
import { messageMail } from "#app/model/mail/message-mail.ts";
import type { AgencyNotice } from "./mail-queue.server.ts";
import { keepMessage, noteHandedOn } from "./messages.server.ts";
import { requestJson } from "./request-json.server.ts";
import type { UpstreamCall } from "./upstream/call.server.ts";
import { cleanMessage, textIn } from "./upstream/reply.server.ts";

const MESSAGE_NOT_SENT = "Failed to send message. Please try again.";

/** An empty reply is a success too. */
const replySchema = z.object({ success: z.boolean().optional(), error: z.unknown().optional() }).optional();

type ContactOptions = { url: string } & Pick<UpstreamCall<unknown>, "deadlines">;

/**
 * A sender for one contact service. It sends a message once, and never again by itself; a service that knows the key does
 * not deliver the same message twice. The key is up to 128 letters, digits, "-" and "_". A refusal's message is the
 * service's `error`, else the catalogue's; `isUnknown` when the answer was lost. Source: docs/product.md, "Contact".
 */
export function createContactSender({ url, deadlines }: ContactOptions) {
  return async (message: ContactMessage, idempotencyKey: string): Promise<Answer<null>> => {
    const sent = await requestJson({
      service: "contact",
      op: "send",
      base: url,
      path: [],
      method: "POST",
      headers: { "Idempotency-Key": idempotencyKey },
      body: message,
      schema: replySchema,
      fallbackMessage: MESSAGE_NOT_SENT,
      messageOf: (body) => textIn(body, "error") ?? MESSAGE_NOT_SENT,
      deadlines,
    });
    if (!sent.ok) return sent;
    if (sent.value?.success === false)
      return refusal(200, cleanMessage(textIn(sent.value, "error") ?? MESSAGE_NOT_SENT));
    return answer(null);
  };
}

const url = env.addresses.CONTACT_URL;
const service = url === undefined ? undefined : createContactSender({ url });

/** What the table takes. */
const LONGEST = { name: 200, message: 10_000 };

/**
 * A message to the agency, to be kept and mailed in the transaction of the row that it tells of; undefined where a contact service
 * brings messages: it takes part in no transaction, and is asked afterwards by sendContactMessage.
 */
export function noticeOf(message: ContactMessage, key: string): AgencyNotice | undefined {
  if (service) return undefined;
  const name = message.name.slice(0, LONGEST.name);
  const fitting = { ...message, name, message: message.message.slice(0, LONGEST.message) };
  return { message: { key, ...fitting }, letter: messageMail(fitting, { to: brandFrom(env.brand).email, key }) };
}

/**
 * Keeps a message to the agency, and has it told: by its contact service, see createContactSender, or by a mail where it has
 * none. A service is asked even if the database fails, since a message that arrives is all that its sender wants.
 */
export async function sendContactMessage(message: ContactMessage, idempotencyKey: string): Promise<Answer<null>> {
  if (!service) {
    const to = brandFrom(env.brand).email;
    return keepMessage(message, idempotencyKey, messageMail(message, { to, key: idempotencyKey }));
  }
  const kept = await keepMessage(message, idempotencyKey);
  const sent = await service(message, idempotencyKey);
  if (kept.ok && sent.ok) await noteHandedOn(idempotencyKey);
  return sent;
}
