import { HttpResponse, http } from "msw";
import { z } from "zod";
import { delayIfSlow, faultOfEmail, neverRespond } from "../faults.ts";
import { malformed, unknownCall } from "../malformed.ts";
import { outbox } from "../outbox.ts";

const requiredText = z.string().min(1);
const messageSchema = z.strictObject({
  name: requiredText,
  email: z.string().includes("@"),
  subject: requiredText,
  message: requiredText,
  domain: requiredText.optional(),
});
type Message = z.infer<typeof messageSchema>;
type Reply = { status: number; body: { success: boolean; error?: string } };

/** For each Idempotency-Key, the body of the first call and its response. Rejected messages are not kept. */
const responses = new Map<string, { body: string; response: Promise<Reply> }>();

/** Forgets every Idempotency-Key. */
export function forgetContactKeys(): void {
  responses.clear();
}

/**
 * The contact service. The same Idempotency-Key makes one message in the outbox. After a rejected message the key may be used
 * again, for a new call.
 */
export const contactHandlers = [
  http.post("*/contact", async ({ request }) => {
    const key = request.headers.get("Idempotency-Key") ?? "";
    if (!/^[\w-]{8,128}$/.test(key)) return malformed(request, "the header Idempotency-Key is missing or odd");
    if (!request.headers.get("Content-Type")?.startsWith("application/json")) {
      return malformed(request, "the header Content-Type must be application/json");
    }
    const body = await request.text();
    const message = readMessage(body);
    if (!message) return malformed(request, "the body must be the fields of the contact form as JSON");

    if (faultOfEmail(message.email) === "timeout") return neverRespond(request);

    const before = responses.get(key);
    if (before && before.body !== body) return malformed(request, "this Idempotency-Key came with another message");
    const response = before?.response ?? replyTo(message);
    responses.set(key, { body, response });
    const { status, body: result } = await response;
    if (!result.success) responses.delete(key);
    return HttpResponse.json(result, { status });
  }),
  http.all("*/contact", unknownCall),
];

function readMessage(body: string): Message | undefined {
  try {
    return messageSchema.safeParse(JSON.parse(body)).data;
  } catch {
    return undefined;
  }
}

async function replyTo(message: Message): Promise<Reply> {
  const fault = faultOfEmail(message.email);
  await delayIfSlow(fault);
  if (fault === "fail") return refuse(500, "The mail server is not answering.");
  if (fault === "refuse") return refuse(422, "We cannot take messages from this address.");
  const { name, email, subject, message: text, domain } = message;
  const domainLine = domain ? `\n\nDomain: ${domain}` : "";
  outbox.add({ kind: "contact", to: "the agency", subject, text: `From: ${name} <${email}>\n\n${text}${domainLine}` });
  return { status: 200, body: { success: true } };
}

function refuse(status: number, error: string): Reply {
  return { status, body: { success: false, error } };
}
