import type { ActionFunctionArgs } from "@remix-run/node";
import { emailOnlySchema } from "#app/model/account-forms.ts";
import type { Answer } from "#app/model/answer.ts";
import { readForm, refuse } from "./form.server.ts";
import { askIfTrapped, askUnlessAnswered } from "./human-check.server.ts";
import { mustAnswerForMail, statusOfMail } from "./mail-quota.server.ts";
import { redirectWithNotice } from "./notice.server.ts";
import { type LinkForm, mustAnswerForLink, refusalForLink, sendLink } from "./recovery-quota.server.ts";

type MailRequest = {
  form: LinkForm;
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
  const enough = await refusalForLink(form, email);
  if (enough) return refuse({ ...refused, ...enough });
  const mustAnswer = (await mustAnswerForMail(context)) || (await mustAnswerForLink(email));
  const question = mustAnswer ? askUnlessAnswered(submission) : askIfTrapped(submission);
  if (question) return refuse({ ...refused, question });
  const sent = await sendLink({ form, email, context }, () => send(email, context?.address));
  if (!sent.ok) {
    const { message, retryAfterSeconds } = sent;
    return refuse({ ...refused, message, retryAfterSeconds, status: statusOfMail(sent) });
  }
  return redirectWithNotice(path, {
    about: form,
    title: "Check your e-mail",
    text: `If there is an account for ${email} that needs it, a mail with a link is on its way.`,
  });
}
