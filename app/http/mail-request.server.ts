import type { ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod/v4";
import { sendOnce } from "#app/gateways/submissions.server.ts";
import { emailOnlySchema } from "#app/model/account-forms.ts";
import type { Answer } from "#app/model/answer.ts";
import { placed } from "./account-refusal.server.ts";
import { startEvenTime } from "./even-time.server.ts";
import { readForm, refuse } from "./form.server.ts";
import { askIfTrapped, askUnlessAnswered } from "./human-check.server.ts";
import { findOwnSuccess } from "./mail-form.server.ts";
import { mustAnswerForMail } from "./mail-quota.server.ts";
import { redirectWithNotice } from "./notice.server.ts";
import { type LinkForm, mustAnswerForLink, refusalForLink, sendLink } from "./recovery-quota.server.ts";

type MailRequest = {
  form: LinkForm;
  /** Where the form is, and where the notice is shown. */
  path: string;
  send: (email: string, address: string | undefined) => Promise<Answer<null>>;
};

/** For so long whoever asks again means the mail that is on its way: another one would take the worth of its link. */
const SAME_MAIL_MS = 5 * 60_000;

/** A form's mail to an address, by which the same press is known again. */
export function linkSending(form: LinkForm, email: string) {
  return { form, owner: "anonymous", body: { email: email.toLowerCase() }, value: z.null(), replayMs: SAME_MAIL_MS };
}

/**
 * The action of a form that asks for an e-mail address and has a mail sent to it. Its reply is the same for every address:
 * nobody learns here who has an account, not by the time it takes either.
 */
export async function sendMailTo({ request, context }: ActionFunctionArgs, { form, path, send }: MailRequest) {
  const evenTime = startEvenTime("mail");
  const submission = await readForm(request, emailOnlySchema);
  const refused = { context, form, submission };
  if (submission.status !== "success") return refuse(refused);
  const { email } = submission.value;
  const enough = await refusalForLink(form, email);
  const sending = linkSending(form, email);
  if (enough) return (await findOwnSuccess(enough, () => sending)) ? told() : refuse({ ...refused, ...enough });
  const mustAnswer = (await mustAnswerForMail(context)) || (await mustAnswerForLink(email));
  const question = mustAnswer ? askUnlessAnswered(submission, form) : askIfTrapped(submission, form);
  if (question) return refuse({ ...refused, question });
  const sent = await sendOnce(sending, () => sendLink({ form, email, context }, () => send(email, context?.address)));
  await evenTime();
  return sent.ok ? told() : refuse({ ...refused, ...placed(sent, { email: "email" }) });

  function told() {
    return redirectWithNotice(path, {
      about: form,
      title: "Check your e-mail",
      text: `If there is an account for ${email} that needs it, a mail with a link is on its way.`,
    });
  }
}
