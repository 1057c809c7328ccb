import { z } from "zod";
import { resendConfirmation, sendRecovery } from "#app/gateways/accounts.server.ts";
import type { MailedForm } from "#app/http/mailed-answer.server.ts";
import { redirectWithNotice } from "#app/http/notice.server.ts";
import { emailOnlySchema } from "#app/model/account-forms.ts";
import type { Answer } from "#app/model/answer.ts";
import { type LinkForm, links } from "#app/work/mail/mail-allowance.server.ts";
import { askIfNeeded } from "#app/work/person/human-check.server.ts";

/** For so long whoever asks again means the mail that is on its way: another one would take the worth of its link. */
const SAME_MAIL_MS = 5 * 60_000;

/** Has a link sent by which a new password is chosen. */
export const FORGOT = linkForm("forgot", sendRecovery);

/** Has the mail sent again that confirms an account. */
export const RESEND = linkForm("resend", resendConfirmation);

type Typed = { email: string };

/** Its reply is the same for every address: nobody learns here who has an account, not by the time it takes either. */
function linkForm(
  form: LinkForm,
  send: (email: string, address: string | undefined) => Promise<Answer<null>>,
): MailedForm<Typed, null> {
  return {
    form,
    schema: emailOnlySchema,
    takesEvenTime: true,
    allowance: (email) => links(form, email),
    check: async ({ submission, mustAnswer }) => {
      const question = askIfNeeded(submission, form, mustAnswer);
      return question ? { ok: false, question } : { ok: true, passed: { door: "B" } };
    },
    same: ({ email }) => ({ email: email.toLowerCase() }),
    sameForMs: SAME_MAIL_MS,
    outcome: z.null(),
    deliver: ({ email }, { context }) => send(email, context?.address),
    fields: { email: "email" },
    thank: ({ email }) =>
      redirectWithNotice(`/login/${form}`, {
        about: form,
        title: "Check your e-mail",
        text: `If there is an account for ${email} that needs it, a mail with a link is on its way.`,
      }),
  };
}
