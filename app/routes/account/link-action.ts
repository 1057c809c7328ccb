import type { ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { resendConfirmation, sendRecovery } from "#app/gateways/accounts.server.ts";
import { formErrorsOf } from "#app/http/account-failure.server.ts";
import { startConstantTime } from "#app/http/constant-time.server.ts";
import { redirectWithFlash } from "#app/http/flash.server.ts";
import { readForm, refuse } from "#app/http/form.server.ts";
import { emailOnlySchema } from "#app/model/account-forms.ts";
import { checkFormProofs } from "#app/use-cases/bot-protection/form-proofs.server.ts";
import { findSuccess, runOnce } from "#app/use-cases/idempotency.server.ts";
import {
  challengeRules,
  type LinkForm,
  linkQuota,
  quotaFailure,
  settleQuota,
  takeQuota,
} from "#app/use-cases/mail/mail-quota.server.ts";

/** Who asks again within this time means the mail that is on its way: another one would make its link worthless. */
export const SAME_MAIL_MS = 5 * 60_000;
const FIELDS = { email: "email" };

/**
 * Sends the link of an account: "forgot" to choose a new password, "resend" to confirm the address. The reply, and the time
 * that it takes, are the same for every address, so nobody learns here who has an account.
 * Source: docs/product.md, "Accounts".
 */
export async function linkAction({ request, context }: ActionFunctionArgs, form: LinkForm) {
  const evenTime = startConstantTime("mail");
  const submission = await readForm(request, emailOnlySchema);
  const refused = { context, form, submission };
  if (submission.status !== "success") return refuse(refused);

  const { email } = submission.value;
  const address = context?.address;
  const once = linkSubmission(form, email);
  const quota = linkQuota(form, email);
  const overQuota = await quotaFailure(quota);
  if (overQuota) {
    return (await findSuccess(once)) ? thank(form, email) : refuse({ ...refused, ...formErrorsOf(overQuota, FIELDS) });
  }
  const { mustAnswer } = await challengeRules(quota, address);
  const question = await checkFormProofs(submission, form, mustAnswer);
  if (question) return refuse({ ...refused, question });

  const sent = await runOnce(once, async () => {
    const taken = await takeQuota(quota);
    if (!taken.ok) return taken;
    const asked = await (form === "forgot" ? sendRecovery : resendConfirmation)(email, address);
    await settleQuota(quota, asked, { passed: { door: "B" }, address });
    return asked;
  });
  await evenTime();
  return sent.ok ? thank(form, email) : refuse({ ...refused, ...formErrorsOf(sent, FIELDS) });
}

/** The request for a link, as `runOnce` recognises it. Forget it when the link was used: asking again means another mail. */
export function linkSubmission(form: LinkForm, email: string) {
  const body = { email: email.toLowerCase() };
  return { form, owner: "anonymous", body, value: z.null(), replayMs: SAME_MAIL_MS };
}

function thank(form: LinkForm, email: string) {
  return redirectWithFlash(`/login/${form}`, {
    about: form,
    title: "Check your e-mail",
    text: `If there is an account for ${email} that needs a link, a mail with it is on its way.`,
  });
}
