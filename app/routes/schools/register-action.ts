import type { ActionFunctionArgs } from "@remix-run/node";
import { formErrorsOf } from "#app/accounts/account-failure.server.ts";
import {
  challengeRules,
  consumeQuota,
  dailyMailQuota,
  quotaFailure,
  settleQuota,
} from "#app/mail/mail-quota.server.ts";
import { runBotCheck } from "#app/platform/abuse/bot-check.server.ts";
import { findSuccess, runOnce } from "#app/platform/database/idempotency.server.ts";
import { redirectWithFlash } from "#app/platform/http/flash.server.ts";
import { readForm, rejectForm } from "#app/platform/http/form.server.ts";
import { findRegistered, type Registered, register, registeredSchema } from "#app/schools/register.server.ts";
import { schoolInterestSchema } from "#app/schools/schema.server.ts";
import { SCHOOL_FORM } from "./ui/school-form.tsx";

export const THANKS = "Thank you for your interest! We'll be in touch soon.";

const NEXT_STEPS: Record<Registered, (school: string) => string> = {
  sent: (school) =>
    `We have received the interest of ${school}. Please check your e-mail. We will contact you within 48 hours.`,
  kept: (school) =>
    `We have received the interest of ${school}. We will contact you by e-mail or phone within 48 hours.`,
  asked: (school) =>
    `We have received the interest of ${school}. Please check your e-mail, in spam too. Open the link in it and press the button. We contact you within 48 hours of that.`,
};

/** Registers a school's interest and sends the school an e-mail. Source: docs/product/schools.md, "Schools". */
export async function registerAction({ request, context }: ActionFunctionArgs) {
  const submission = await readForm(request, schoolInterestSchema);
  const posted = { context, form: SCHOOL_FORM, submission, hideFields: ["turnstileToken"] };
  if (submission.status !== "success") return rejectForm(posted);

  const interest = submission.value;
  const address = context?.address;
  // Without the phone number, which may be written in several ways.
  const { phone: _typed, email, ...rest } = interest;
  const body = { ...rest, email: email.toLowerCase() };
  const identity = { form: SCHOOL_FORM, owner: "anonymous", body, resultSchema: registeredSchema };
  const quota = dailyMailQuota(email);
  const overQuota = await quotaFailure(quota);
  if (overQuota) {
    const before = await findSuccess(identity);
    return before ? thank(interest.school, before.value) : rejectForm({ ...posted, ...formErrorsOf(overQuota) });
  }
  // The last check, because it uses the token up.
  const botCheck = await runBotCheck({ form: SCHOOL_FORM, submission, ...(await challengeRules(quota, address)) });
  if (!botCheck.ok) return rejectForm({ ...posted, ...botCheck.rejection });

  const sent = await runOnce(identity, async (key) => {
    const before = await findRegistered(key);
    if (before) return before;
    const taken = await consumeQuota(quota);
    if (!taken.ok) return taken;
    const registered = await register(interest, { key, passed: botCheck.passedBy });
    await settleQuota(quota, registered, { passed: botCheck.passedBy, address });
    return registered;
  });
  return sent.ok ? thank(interest.school, sent.value) : rejectForm({ ...posted, ...formErrorsOf(sent) });
}

function thank(school: string, outcome: Registered) {
  return redirectWithFlash("/stride", { about: SCHOOL_FORM, title: THANKS, text: NEXT_STEPS[outcome](school) });
}
