import type { ActionFunctionArgs } from "@remix-run/node";
import { formErrorsOf } from "#app/accounts/account-failure.server.ts";
import {
  challengeRules,
  consumeQuota,
  dailyMailQuota,
  quotaFailure,
  settleQuota,
} from "#app/mail/mail-quota.server.ts";
import { deliverySchema } from "#app/mail/mail-worker.api.server.ts";
import { subscribe } from "#app/newsletter/subscribe.server.ts";
import { findUnsubscription } from "#app/newsletter/subscribers.table.server.ts";
import { subscriptionSchema } from "#app/newsletter/subscription.ts";
import { runBotCheck } from "#app/platform/abuse/bot-check.server.ts";
import { findSuccess, runOnce } from "#app/platform/database/idempotency.server.ts";
import { redirectWithFlash } from "#app/platform/http/flash.server.ts";
import { readForm, rejectForm } from "#app/platform/http/form.server.ts";
import { NEWSLETTER_FORM } from "#app/ui/forms/newsletter-form.tsx";

/**
 * Subscribes an e-mail address to the newsletter. Redirects back to `page`, which the form was posted to, so that a message
 * typed on the contact page stays. Source: docs/product/contact-and-newsletter.md, "Newsletter".
 */
export async function subscribeAction({ request, context }: ActionFunctionArgs, page: "/contact" | "/newsletter") {
  const submission = await readForm(request, subscriptionSchema);
  const posted = { context, form: NEWSLETTER_FORM, submission, hideFields: ["turnstileToken"] };
  if (submission.status !== "success") return rejectForm(posted);

  const subscriber = submission.value;
  const address = context?.address;
  const unsubscription = await findUnsubscription(subscriber.email);
  // Subscribing again after an unsubscription on the same day is a new submission, although its fields are the same.
  const body = { ...subscriber, left: unsubscription?.leftAt };
  const identity = { form: NEWSLETTER_FORM, owner: "anonymous", body, resultSchema: deliverySchema.nullable() };
  const quota = dailyMailQuota(subscriber.email);
  const overQuota = await quotaFailure(quota);
  if (overQuota)
    return (await findSuccess(identity))
      ? thank(page, subscriber.email)
      : rejectForm({ ...posted, ...formErrorsOf(overQuota) });
  // The last check, because it uses the token up.
  const botCheck = await runBotCheck({ form: NEWSLETTER_FORM, submission, ...(await challengeRules(quota, address)) });
  if (!botCheck.ok) return rejectForm({ ...posted, ...botCheck.rejection });

  const sent = await runOnce(identity, async (key) => {
    const taken = await consumeQuota(quota);
    if (!taken.ok) return taken;
    const subscribed = await subscribe(subscriber, { key, passed: botCheck.passedBy, leaving: unsubscription });
    await settleQuota(quota, subscribed, { passed: botCheck.passedBy, address });
    return subscribed;
  });
  return sent.ok ? thank(page, subscriber.email) : rejectForm({ ...posted, ...formErrorsOf(sent) });
}

function thank(page: string, email: string) {
  return redirectWithFlash(page, {
    about: NEWSLETTER_FORM,
    isInline: true,
    text: `Our mail goes to ${email}. Look in the spam folder, too.`,
    title: "Thank you for subscribing! Check your email for confirmation.",
  });
}
