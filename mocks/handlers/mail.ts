import { HttpResponse, http } from "msw";
import { z } from "zod/v4";
import { faultOfEmail, neverAnswer, waitAs } from "../faults.ts";
import { malformed, unknownCall } from "../malformed.ts";
import { outbox } from "../outbox.ts";

const mailSchema = z.strictObject({
  to: z.string().includes("@"),
  subject: z.string().min(1),
  text: z.string().optional(),
  html: z.string().optional(),
});

/** The mail service: whatever is posted here lies in the outbox. */
export const mailHandlers = [
  http.post("*/mail", async ({ request }) => {
    const mail = mailSchema.safeParse(await request.json().catch(() => undefined)).data;
    if (!mail) return malformed(request, "the body must be { to, subject, text, html } as JSON");
    const fault = faultOfEmail(mail.to);
    if (fault === "timeout") return neverAnswer(request);
    await waitAs(fault);
    if (fault === "fail") return HttpResponse.json({ error: "The mail server is not answering." }, { status: 500 });
    if (fault === "refuse") return HttpResponse.json({ error: "This address does not take mail." }, { status: 422 });
    const { text = "", ...rest } = mail;
    outbox.add({ kind: "mail", text, ...rest });
    return HttpResponse.json({ success: true });
  }),
  http.all("*/mail", unknownCall),
];
