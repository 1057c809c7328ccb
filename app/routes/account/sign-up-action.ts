import type { ActionFunctionArgs } from "@remix-run/node";
import { answerByMail } from "#app/http/mailed-answer.server.ts";
import { redirectWithNotice } from "#app/http/notice.server.ts";
import { markBrowser } from "#app/http/sign-up-mark.server.ts";
import { signUpSchema } from "#app/model/account-forms.ts";
import { signingUp } from "#app/work/account/sign-up.server.ts";
import { SIGN_UP_FORM } from "./ui/sign-up-form.tsx";

/** Creates an account and has its confirmation mail sent (docs/product.md, "Accounts"). */
export function signUpAction(args: ActionFunctionArgs) {
  return answerByMail(args, {
    mailed: signingUp(() => markBrowser(args.request, args.context)),
    schema: signUpSchema,
    takesEvenTime: true,
    fields: { email: "email", password: "password" },
    thank: ({ email }) =>
      redirectWithNotice("/login", {
        about: SIGN_UP_FORM,
        title: `Account created! Please check ${email} to verify your account.`,
      }),
  });
}
