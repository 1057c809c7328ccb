import type { ActionFunctionArgs } from "@remix-run/node";
import { deliverySchema } from "#app/gateways/mail-worker.server.ts";
import { findUnsubscription } from "#app/gateways/newsletter-subscribers.server.ts";
import { formErrorsOf } from "#app/http/account-failure.server.ts";
import { redirectWithFlash } from "#app/http/flash.server.ts";
import { readForm, refuse } from "#app/http/form.server.ts";
import { subscriptionSchema } from "#app/model/newsletter/subscription.ts";
import { NEWSLETTER_FORM } from "#app/ui/forms/newsletter-form.tsx";
import { runBotCheck } from "#app/use-cases/bot-protection/bot-check.server.ts";
import { findSuccess, runOnce } from "#app/use-cases/idempotency.server.ts";
import {
  challengeRules,
  dailyMailQuota,
  quotaFailure,
  settleQuota,
  takeQuota,
} from "#app/use-cases/mail/mail-quota.server.ts";
import { subscribe } from "#app/use-cases/newsletter/subscribe.server.ts";

/**
 * Subscribes somebody to the newsletter. `page` is the page that the form was posted to, and it says thank you: another one
 * with an empty contact form, in a new tab, would look as if what is written there was lost.
 * Source: docs/product.md, "Newsletter".
 */
export async function subscribeAction({ request, context }: ActionFunctionArgs, page: "/contact" | "/newsletter") {
  const submission = await readForm(request, subscriptionSchema);
  const refused = { context, form: NEWSLETTER_FORM, submission, hideFields: ["turnstileToken"] };
  if (submission.status !== "success") return refuse(refused);

  const subscriber = submission.value;
  const address = context?.address;
  const leaving = await findUnsubscription(subscriber.email);
  // Somebody who has left and comes back the same day types the same, and means it again.
  const body = { ...subscriber, left: leaving?.leftAt };
  const once = { form: NEWSLETTER_FORM, owner: "anonymous", body, value: deliverySchema.nullable() };
  const quota = dailyMailQuota(subscriber.email);
  const overQuota = await quotaFailure(quota);
  if (overQuota) return (await findSuccess(once)) ? thank(page) : refuse({ ...refused, ...formErrorsOf(overQuota) });
  // The last check of all, because it spends the token.
  const human = await runBotCheck({ form: NEWSLETTER_FORM, submission, ...(await challengeRules(quota, address)) });
  if (!human.ok) return refuse({ ...refused, ...human.reply });

  const sent = await runOnce(once, async (key) => {
    const taken = await takeQuota(quota);
    if (!taken.ok) return taken;
    const subscribed = await subscribe(subscriber, { key, passed: human.passed, leaving });
    await settleQuota(quota, subscribed, { passed: human.passed, address });
    return subscribed;
  });
  return sent.ok ? thank(page) : refuse({ ...refused, ...formErrorsOf(sent) });
}

function thank(page: string) {
  return redirectWithFlash(page, {
    about: NEWSLETTER_FORM,
    title: "Thank you for subscribing! Check your email for confirmation.",
  });
}
