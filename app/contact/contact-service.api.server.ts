import { z } from "zod";
import { failure, type Result, success } from "#app/platform/result.ts";
import { cleanMessage, textIn } from "#app/platform/upstream/reply.server.ts";
import { requestJson } from "#app/platform/upstream/request-json.api.server.ts";
import type { ContactMessage } from "./contact.server.ts";

export const MESSAGE_NOT_SENT = "Failed to send message. Please try again.";

/** An empty reply is a success too. */
const replySchema = z.object({ success: z.boolean().optional(), error: z.unknown().optional() }).optional();

/**
 * Creates a sender for a contact service. The sender never retries by itself. If a caller sends again with the same
 * Idempotency-Key, a service that honours the key delivers the message once. The key has up to 128 letters, digits, "-" and
 * "_". A failure's message is the service's `error`, else the default text. If the reply was lost, the failure has
 * `isUnknown`. Source: docs/product/contact-and-newsletter.md, "Contact".
 */
export function createContactSender({ url }: { url: string }) {
  return async (words: ContactMessage, idempotencyKey: string): Promise<Result<null>> => {
    const { name, email, phone, subject, message, domain } = words;
    const sent = await requestJson({
      service: "contact",
      op: "send",
      base: url,
      path: [],
      method: "POST",
      headers: { "Idempotency-Key": idempotencyKey },
      // The order of the fields is fixed: a service may compare the bodies of two requests with the same idempotency key.
      body: { name, email, phone, subject, message, domain },
      schema: replySchema,
      fallbackMessage: MESSAGE_NOT_SENT,
      messageOf: (body) => textIn(body, "error") ?? MESSAGE_NOT_SENT,
    });
    if (!sent.ok) return sent;
    if (sent.value?.success === false)
      return failure(200, cleanMessage(textIn(sent.value, "error") ?? MESSAGE_NOT_SENT));
    return success(null);
  };
}
