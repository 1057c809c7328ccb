import type { ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { callSchema } from "#app/contact/call.ts";
import { sendContactMessage } from "#app/contact/notify-agency.server.ts";
import { checkFormProofs } from "#app/platform/abuse/form-proofs.server.ts";
import { consume } from "#app/platform/abuse/limits.server.ts";
import { runOnce } from "#app/platform/database/idempotency.server.ts";
import { formPage } from "#app/platform/http/cache-headers.server.ts";
import { redirectWithFlash } from "#app/platform/http/flash.server.ts";
import { readForm, rejectForm } from "#app/platform/http/form.server.ts";
import { statusOf } from "#app/platform/http/form-result.ts";
import { tooMany } from "#app/platform/result.ts";
import { staticMeta } from "#app/ui/shell/page-meta.ts";
import { CALL_FORM, CallForm } from "./ui/call-form.tsx";

export { keepTyped as clientAction, reloadUnlessRefused as shouldRevalidate } from "#app/ui/forms/keep-typed.ts";

export const handle = { hydrate: "intent" };

export const headers = formPage;

export const meta = staticMeta({
  title: "Ask for a call",
  description: "Leave your number, and a person calls you back.",
});

export async function action({ request, context }: ActionFunctionArgs) {
  const submission = await readForm(request, callSchema);
  const rejected = { context, form: CALL_FORM, submission };
  if (submission.status !== "success") return rejectForm(rejected);
  const challenge = await checkFormProofs(submission, CALL_FORM);
  if (challenge) return rejectForm({ ...rejected, challenge });

  const { email, phone } = submission.value;
  const sending = { form: CALL_FORM, owner: "anonymous", body: submission.value, resultSchema: z.null() };
  const sent = await runOnce(sending, async (key) => {
    const limit = await consume("contactFromAddress", context?.address);
    if (!limit.ok) return tooMany("You have asked several times. Please wait a while.", limit.retryAfterSeconds);
    const message = { name: "A visitor", email, subject: "Please call", message: phone, domain: undefined };
    return sendContactMessage(message, key);
  });
  if (!sent.ok) {
    const { message, retryAfterSeconds } = sent;
    return rejectForm({ ...rejected, message, status: statusOf(sent), retryAfterSeconds });
  }
  return redirectWithFlash("/call", { about: CALL_FORM, title: "We will call you back" });
}

export default function CallPage() {
  return (
    <div className="page section">
      <div className="narrow flow">
        <h1>Ask for a call</h1>
        <CallForm />
      </div>
    </div>
  );
}
