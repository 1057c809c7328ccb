import type { ActionFunctionArgs } from "@remix-run/node";
import { emailOnlySchema } from "#app/model/account-forms.ts";
import type { Answer } from "#app/model/answer.ts";
import { readForm, refuse } from "./form.server.ts";
import { askIfTrapped, askUnlessAnswered } from "./human-check.server.ts";
import { mustAnswerForMail, refusalForMail, sendCounted, statusOfMail } from "./mail-quota.server.ts";
import { redirectWithNotice } from "./notice.server.ts";

type MailRequest = {
  form: string;
  /** Where the form is, and where the notice is shown. */
  path: string;
  send: (email: string, address: string | undefined) => Promise<Answer<null>>;
};

/**
 * The action of a form that asks for an e-mail address and has a mail sent to it. Its reply is the same for every address:
 * nobody learns here who has an account.
 */
export async function sendMailTo({ request, context }: ActionFunctionArgs, { form, path, send }: MailRequest) {
  const submission = await readForm(request, emailOnlySchema);
  const refused = { context, form, submission };
  if (submission.status !== "success") return refuse(refused);
  const { email } = submission.value;
  const question = (await mustAnswerForMail(context)) ? askUnlessAnswered(submission) : askIfTrapped(submission);
  if (question) return refuse({ ...refused, question });
  const enough = await refusalForMail(email);
  if (enough) return refuse({ ...refused, ...enough });
  const sent = await sendCounted(email, context, () => send(email, context?.address));
  if (!sent.ok) return refuse({ ...refused, message: sent.message, status: statusOfMail(sent) });
  return redirectWithNotice(path, {
    about: form,
    title: "Check your e-mail",
    text: `If there is an account for ${email} that needs it, a mail with a link is on its way.`,
  });
}
