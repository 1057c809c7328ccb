import type { ActionFunctionArgs } from "@remix-run/node";
import { answerByMail } from "#app/http/mailed-answer.server.ts";
import { redirectWithNotice } from "#app/http/notice.server.ts";
import { subscriptionSchema } from "#app/model/newsletter/subscription.ts";
import { NEWSLETTER_FORM } from "#app/ui/forms/newsletter-form.tsx";
import { SUBSCRIBING } from "#app/work/newsletter/subscribe.server.ts";

/**
 * Subscribes somebody to the newsletter. Takes the page that it was posted to, which says thank you: another one with an
 * empty contact form, in a new tab, would look as if what is written there was lost. Source: docs/product.md, "Newsletter".
 */
export function subscribeAction(args: ActionFunctionArgs, page: "/contact" | "/newsletter") {
  return answerByMail(args, { mailed: SUBSCRIBING, schema: subscriptionSchema, thank: () => thankOn(page) });
}

function thankOn(page: string) {
  return redirectWithNotice(page, {
    about: NEWSLETTER_FORM,
    title: "Thank you for subscribing! Check your email for confirmation.",
  });
}
