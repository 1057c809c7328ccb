import type { ActionFunctionArgs } from "@remix-run/node";
import { answerByMail } from "#app/http/mailed-answer.server.ts";
import { redirectWithNotice } from "#app/http/notice.server.ts";
import { emailOnlySchema } from "#app/model/account-forms.ts";
import type { Mailed } from "#app/work/mail/mailed.server.ts";

/** Has a link of an account sent. The reply is the same for every address, and so is the time that it takes. */
export function linkAction(args: ActionFunctionArgs, mailed: Mailed<{ email: string }, null>) {
  const { form } = mailed;
  return answerByMail(args, {
    mailed,
    schema: emailOnlySchema,
    takesEvenTime: true,
    fields: { email: "email" },
    thank: ({ email }) =>
      redirectWithNotice(`/login/${form}`, {
        about: form,
        title: "Check your e-mail",
        text: `If there is an account for ${email} that needs a link, a mail with it is on its way.`,
      }),
  });
}
