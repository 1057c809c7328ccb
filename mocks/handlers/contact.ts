import { HttpResponse, http } from "msw";
import { z } from "zod";
import { faultOfEmail, neverAnswer, waitAs } from "../faults.ts";
import { malformed, unknownCall } from "../malformed.ts";
import { outbox } from "../outbox.ts";

const text = z.string().min(1);
const messageSchema = z.strictObject({
  name: text,
  email: z.string().includes("@"),
  subject: text,
  message: text,
  domain: text.optional(),
});
type Message = z.infer<typeof messageSchema>;
type Reply = { status: number; body: { success: boolean; error?: string } };

/** The answer to each Idempotency-Key whose message was taken, or just comes in, and the body it was given for. */
const answered = new Map<string, { body: string; reply: Promise<Reply> }>();

/** Forgets every Idempotency-Key. */
export function forgetContactKeys(): void {
  answered.clear();
}

/**
 * The contact service. The same Idempotency-Key is one message in the outbox; one whose message was not taken may come again, and is
 * a new call.
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

    if (faultOfEmail(message.email) === "timeout") return neverAnswer(request);

    const before = answered.get(key);
    if (before && before.body !== body) return malformed(request, "this Idempotency-Key came with another message");
    const reply = before?.reply ?? replyTo(message);
    answered.set(key, { body, reply });
    const { status, body: answer } = await reply;
    if (!answer.success) answered.delete(key);
    return HttpResponse.json(answer, { status });
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
  await waitAs(fault);
  if (fault === "fail") return refuse(500, "The mail server is not answering.");
  if (fault === "refuse") return refuse(422, "We cannot take messages from this address.");
  const { name, email, subject, message: words, domain } = message;
  const about = domain ? `\n\nDomain: ${domain}` : "";
  outbox.add({ kind: "contact", to: "the agency", subject, text: `From: ${name} <${email}>\n\n${words}${about}` });
  return { status: 200, body: { success: true } };
}

function refuse(status: number, error: string): Reply {
  return { status, body: { success: false, error } };
}
