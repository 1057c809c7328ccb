import type { ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { formErrorsOf } from "#app/accounts/account-failure.server.ts";
import { resendConfirmation, sendRecovery } from "#app/accounts/accounts.api.server.ts";
import { emailOnlySchema } from "#app/accounts/schema.server.ts";
import {
  challengeRules,
  consumeQuota,
  type LinkForm,
  linkQuota,
  quotaFailure,
  settleQuota,
} from "#app/mail/mail-quota.server.ts";
import { checkFormProofs } from "#app/platform/abuse/form-proofs.server.ts";
import { findSuccess, runOnce } from "#app/platform/database/idempotency.server.ts";
import { startConstantTime } from "#app/platform/http/constant-time.server.ts";
import { redirectWithFlash } from "#app/platform/http/flash.server.ts";
import { readForm, rejectForm } from "#app/platform/http/form.server.ts";

/** A repeated request within this time sends no second mail, because a second mail would make the first link invalid. */
export const NO_SECOND_MAIL_MS = 5 * 60_000;
const FIELDS = { email: "email" };

/**
 * Sends the link of an account: "forgot" to choose a new password, "resend" to confirm the address. The reply, and the time
 * that it takes, are the same for every address, so the form does not reveal who has an account.
 * Source: docs/product/accounts.md, "Accounts".
 */
export async function linkAction({ request, context }: ActionFunctionArgs, form: LinkForm) {
  const endConstantTime = startConstantTime("mail");
  const submission = await readForm(request, emailOnlySchema);
  const posted = { context, form, submission };
  if (submission.status !== "success") return rejectForm(posted);

  const { email } = submission.value;
  const address = context?.address;
  const identity = linkSubmission(form, email);
  const quota = linkQuota(form, email);
  const overQuota = await quotaFailure(quota);
  if (overQuota) {
    return (await findSuccess(identity))
      ? thank(form, email)
      : rejectForm({ ...posted, ...formErrorsOf(overQuota, FIELDS) });
  }
  const { requiresChallenge } = await challengeRules(quota, address);
  const challenge = await checkFormProofs(submission, form, requiresChallenge);
  if (challenge) return rejectForm({ ...posted, challenge });

  const sent = await runOnce(identity, async () => {
    const taken = await consumeQuota(quota);
    if (!taken.ok) return taken;
    const mailed = await (form === "forgot" ? sendRecovery : resendConfirmation)(email, address);
    await settleQuota(quota, mailed, { passed: { path: "no-javascript" }, address });
    return mailed;
  });
  await endConstantTime();
  return sent.ok ? thank(form, email) : rejectForm({ ...posted, ...formErrorsOf(sent, FIELDS) });
}

/**
 * Identifies the request for a link to `runOnce`. The request is forgotten when the link is used, so that the next request
 * sends a mail.
 */
export function linkSubmission(form: LinkForm, email: string) {
  const body = { email: email.toLowerCase() };
  return { form, owner: "anonymous", body, resultSchema: z.null(), replayMs: NO_SECOND_MAIL_MS };
}

function thank(form: LinkForm, email: string) {
  return redirectWithFlash(`/login/${form}`, {
    about: form,
    isInline: true,
    title: "Check your e-mail",
    text: `If ${email} has an account that needs a link, we have sent a mail to it. Look in the spam folder, too.`,
  });
}
