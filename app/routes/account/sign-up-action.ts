import type { ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { signUp } from "#app/gateways/accounts.server.ts";
import { answerByMail, type MailedForm } from "#app/http/mailed-answer.server.ts";
import { redirectWithNotice } from "#app/http/notice.server.ts";
import { markBrowser } from "#app/http/sign-up-mark.server.ts";
import { signUpSchema } from "#app/model/account-forms.ts";
import { signUps } from "#app/work/mail/mail-allowance.server.ts";
import { checkHuman } from "#app/work/person/bot-check.server.ts";
import { SIGN_UP_FORM } from "./ui/sign-up-form.tsx";

/** Creates an account and has its confirmation mail sent (docs/product.md, "Accounts"). */
export function signUpAction(args: ActionFunctionArgs) {
  return answerByMail(args, SIGN_UP);
}

const SIGN_UP: MailedForm<z.infer<typeof signUpSchema>, "sent" | "nothing"> = {
  form: SIGN_UP_FORM,
  schema: signUpSchema,
  takesEvenTime: true,
  allowance: signUps,
  check: ({ submission, mustAnswer }) => checkHuman({ form: SIGN_UP_FORM, submission, mustAnswer }),
  // Without the password: the account that a first try has made keeps its own, and nothing of one should be kept here.
  same: ({ name, email }) => ({ name, email: email.toLowerCase() }),
  outcome: z.enum(["sent", "nothing"]),
  deliver: async (person, { request, context }) =>
    signUp({ ...person, mark: await markBrowser(request, context) }, context?.address),
  fields: { email: "email", password: "password" },
  thank: ({ email }) =>
    redirectWithNotice("/login", {
      about: SIGN_UP_FORM,
      title: `Account created! Please check ${email} to verify your account.`,
    }),
};
