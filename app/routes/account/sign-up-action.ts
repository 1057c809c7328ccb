import type { ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { formErrorsOf } from "#app/accounts/account-failure.server.ts";
import { signUp } from "#app/accounts/accounts.api.server.ts";
import { signUpSchema } from "#app/accounts/schema.server.ts";
import { rememberSignUp } from "#app/accounts/sign-up-cookie.server.ts";
import { orderGoal } from "#app/domains/order-url.ts";
import { challengeRules, consumeQuota, quotaFailure, settleQuota, signUpQuota } from "#app/mail/mail-quota.server.ts";
import { runBotCheck } from "#app/platform/abuse/bot-check.server.ts";
import { findSuccess, runOnce } from "#app/platform/database/idempotency.server.ts";
import { startConstantTime } from "#app/platform/http/constant-time.server.ts";
import { redirectWithFlash } from "#app/platform/http/flash.server.ts";
import { readForm, rejectForm } from "#app/platform/http/form.server.ts";
import { ownPath } from "#app/platform/http/site-origin.server.ts";
import { NO_SECOND_MAIL_MS } from "./link-action.ts";
import { SIGN_UP_FORM } from "./ui/sign-up-form.tsx";

const FIELDS = { email: "email", password: "password" };

/**
 * Creates an account and has its confirmation mail sent. The reply, and the time that it takes, are the same for an e-mail
 * address that has an account already. Source: docs/product/accounts.md, "Accounts".
 */
export async function signUpAction({ request, context }: ActionFunctionArgs) {
  const endConstantTime = startConstantTime("mail");
  const submission = await readForm(request, signUpSchema);
  const posted = { context, form: SIGN_UP_FORM, submission, hideFields: ["password", "turnstileToken"] };
  if (submission.status !== "success") return rejectForm(posted);

  const { name, email, password } = submission.value;
  const ipAddress = context?.address;
  // The body leaves out the password, of which not even a hash may be stored here. So the same form with another password
  // counts as the same submission, and the account keeps the first password.
  const body = { name, email: email.toLowerCase() };
  const submissionKey = {
    form: SIGN_UP_FORM,
    owner: "anonymous",
    body,
    resultSchema: z.null(),
    replayMs: NO_SECOND_MAIL_MS,
  };
  const quota = signUpQuota(email);
  const goal = ownPath(new URL(request.url).searchParams.get("redirectTo"));
  const overQuota = await quotaFailure(quota);
  if (overQuota) {
    return (await findSuccess(submissionKey))
      ? thank(email, goal)
      : rejectForm({ ...posted, ...formErrorsOf(overQuota, FIELDS) });
  }
  // This is the last check, because it spends the token.
  const botCheck = await runBotCheck({ form: SIGN_UP_FORM, submission, ...(await challengeRules(quota, ipAddress)) });
  if (!botCheck.ok) return rejectForm({ ...posted, ...botCheck.rejection });

  const sent = await runOnce(submissionKey, async () => {
    const taken = await consumeQuota(quota);
    if (!taken.ok) return taken;
    const signUpId = await rememberSignUp(request, context, goal);
    const created = await signUp({ name, email, password, signUpId, goal: orderGoal(goal) }, ipAddress);
    await settleQuota(quota, created, { passed: botCheck.passedBy, address: ipAddress });
    return created;
  });
  await endConstantTime();
  return sent.ok ? thank(email, goal) : rejectForm({ ...posted, ...formErrorsOf(sent, FIELDS) });
}

/** Redirects to the page that says what to do next, and keeps in its URL the page that the customer wanted. */
function thank(email: string, goal: string | undefined) {
  const next = new URLSearchParams({ tab: "sent", ...(goal !== undefined && { redirectTo: goal }) });
  return redirectWithFlash(`/login?${next}`, {
    about: SIGN_UP_FORM,
    isInline: true,
    title: `Account created! Please check ${email} to verify your account.`,
  });
}
