import type { ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod/v4";
import { signUp } from "#app/gateways/accounts.server.ts";
import { sendOnce } from "#app/gateways/submissions.server.ts";
import { placed } from "#app/http/account-refusal.server.ts";
import { checkHuman } from "#app/http/bot-check.server.ts";
import { startEvenTime } from "#app/http/even-time.server.ts";
import { readForm, refuse } from "#app/http/form.server.ts";
import { findOwnSuccess } from "#app/http/mail-form.server.ts";
import { mustAnswerForMail, refusalForSignUp, sendSignUp } from "#app/http/mail-quota.server.ts";
import { redirectWithNotice } from "#app/http/notice.server.ts";
import { markBrowser } from "#app/http/sign-up-mark.server.ts";
import { signUpSchema } from "#app/model/account-forms.ts";
import { SIGN_UP_FORM } from "#app/ui/sign-up-form.tsx";
import { sentAlong } from "./sent-along.ts";

/** Creates an account and has its confirmation mail sent (docs/product.md, "Accounts"). */
export async function signUpAction({ request, context }: ActionFunctionArgs) {
  const evenTime = startEvenTime("mail");
  const submission = await readForm(request, signUpSchema);
  const refused = {
    context,
    form: SIGN_UP_FORM,
    submission,
    hideFields: ["password", "turnstileToken"],
    ...sentAlong(submission),
  };
  if (submission.status !== "success") return refuse(refused);

  const { email, name } = submission.value;
  // Without the password: the account that a first try has made keeps its own, and nothing of one should be kept here.
  const body = { name, email: email.toLowerCase() };
  const sending = { form: SIGN_UP_FORM, owner: "anonymous", body, value: z.enum(["sent", "nothing"]) };
  const enough = await refusalForSignUp(email);
  if (enough) return (await findOwnSuccess(enough, () => sending)) ? welcome(email) : refuse({ ...refused, ...enough });
  const mustAnswer = await mustAnswerForMail(context);
  const { ok: isHuman, ...check } = await checkHuman({ form: SIGN_UP_FORM, submission, mustAnswer });
  if (!isHuman) return refuse({ ...refused, ...check });

  const mark = await markBrowser(request, context);
  const sent = await sendOnce(sending, () =>
    sendSignUp(email, context, () => signUp({ ...submission.value, mark }, context?.address)),
  );
  await evenTime();
  if (sent.ok) return welcome(email);
  return refuse({ ...refused, ...placed(sent, { email: "email", password: "password" }) });
}

function welcome(email: string): Promise<Response> {
  return redirectWithNotice("/login", {
    about: SIGN_UP_FORM,
    title: `Account created! Please check ${email} to verify your account.`,
  });
}
