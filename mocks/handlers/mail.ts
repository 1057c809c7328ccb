import { HttpResponse, http } from "msw";
import { z } from "zod";
import { delayIfSlow, faultOfEmail, neverRespond } from "../faults.ts";
import { malformed, unknownCall } from "../malformed.ts";
import { outbox } from "../outbox.ts";
import { MAIL_KEY } from "../workers/keys.ts";

const mailSchema = z.strictObject({
  to: z.string().includes("@"),
  subject: z.string().min(1),
  text: z.string().optional(),
  html: z.string().optional(),
});

/** The bodies of sent mails by Idempotency-Key. */
const sent = new Map<string, string>();

/** Forgets every Idempotency-Key. */
export function forgetMailKeys(): void {
  sent.clear();
}

/** The mail service: puts each mail into the outbox, once for each Idempotency-Key. */
export const mailHandlers = [
  http.post("*/mail", async ({ request }) => {
    if (request.headers.get("Authorization") !== `Bearer ${MAIL_KEY}`) {
      return malformed(request, "the header Authorization must show the mail key");
    }
    const key = request.headers.get("Idempotency-Key");
    const mail = mailSchema.safeParse(await request.json().catch(() => undefined)).data;
    if (!mail) return malformed(request, "the body must be { to, subject, text, html } as JSON");
    const fault = faultOfEmail(mail.to);
    if (fault === "timeout") return neverRespond(request);
    await delayIfSlow(fault);
    if (fault === "fail") return HttpResponse.json({ error: "The mail server is not answering." }, { status: 500 });
    if (fault === "refuse") return HttpResponse.json({ error: "This address does not take mail." }, { status: 422 });
    const body = JSON.stringify(mail);
    const before = key === null ? undefined : sent.get(key);
    if (before !== undefined && before !== body)
      return malformed(request, "this Idempotency-Key came with another mail");
    if (key !== null) sent.set(key, body);
    const { text = "", ...rest } = mail;
    if (before === undefined) outbox.add({ kind: "mail", text, ...rest });
    return HttpResponse.json({ success: true });
  }),
  http.all("*/mail", unknownCall),
];
