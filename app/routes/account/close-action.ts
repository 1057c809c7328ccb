import type { ActionFunctionArgs } from "@remix-run/node";
import { formErrorsOf } from "#app/http/account-failure.server.ts";
import { requireUser } from "#app/http/auth.server.ts";
import { redirectWithFlash } from "#app/http/flash.server.ts";
import { readForm, refuse } from "#app/http/form.server.ts";
import { closingSchema } from "#app/model/account-forms.ts";
import { LONGEST_REASON } from "#app/model/closing.ts";
import { statusOf } from "#app/model/form-result.ts";
import { waitInWords } from "#app/model/wait-words.ts";
import { askToClose } from "#app/use-cases/account/closing.server.ts";
import { findPassword } from "#app/use-cases/account/own-password.server.ts";
import { CLOSE_FORM } from "./ui/close-form.tsx";
import { CLOSE_SECTION } from "./ui/close-section.tsx";

/** Asks the agency to close the account of whoever knows its password. */
export async function closeAction({ request, context }: ActionFunctionArgs) {
  const { account, supabase } = await requireUser(request, context);
  const submission = await readForm(request, closingSchema, { reason: LONGEST_REASON });
  const refused = { context, form: CLOSE_FORM, submission, hideFields: ["password"] };
  if (submission.status !== "success") return refuse(refused);

  const { password, reason } = submission.value;
  const found = await findPassword(account, { current: password }, context?.address);
  if (found.kind === "wait") {
    const message = `Wrong password too many times. Please wait ${waitInWords(found.seconds)}, then try again.`;
    return refuse({ ...refused, message, status: 429, retryAfterSeconds: found.seconds });
  }
  if (found.kind === "lost") return refuse({ ...refused, ...formErrorsOf(found.why, {}), title: NOT_ASKED });
  if (found.kind !== "current") return refuse({ ...refused, fieldErrors: { password: ["This is not your password"] } });

  const asked = await askToClose({ account, supabase, reason });
  if (!asked.ok) {
    const { message, retryAfterSeconds, isUnknown } = asked;
    return refuse({ ...refused, ...(isUnknown ? LOST : { message }), status: statusOf(asked), retryAfterSeconds });
  }
  return redirectWithFlash(`/profile#${CLOSE_SECTION}`, {
    about: CLOSE_SECTION,
    title: "We have your request",
    isNear: true,
  });
}

const NOT_ASKED = "We could not check your password, so no request was made.";
const LOST = {
  title: "We could not confirm it",
  message: "We may have your request anyway. Type your password and send it again: it counts only once.",
};
