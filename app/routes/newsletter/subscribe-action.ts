import type { ActionFunctionArgs } from "@remix-run/node";
import { verifyToken } from "#app/gateways/bot-check.server.ts";
import { askToConfirm } from "#app/gateways/mail.server.ts";
import { type Delivery, deliverySchema } from "#app/gateways/mail-worker.server.ts";
import { hasReaderLeft, keepReader, whenReaderLeft } from "#app/gateways/newsletter-readers.server.ts";
import { answerByMail, type MailedForm, type Posted } from "#app/http/mailed-answer.server.ts";
import { redirectWithNotice } from "#app/http/notice.server.ts";
import { type Answer, answer, refusal } from "#app/model/answer.ts";
import { firstNameIn } from "#app/model/first-name.ts";
import { type Subscription, subscriptionSchema } from "#app/model/newsletter/subscription.ts";
import { NEWSLETTER_FORM } from "#app/ui/forms/newsletter-form.tsx";
import { dailyMails } from "#app/work/mail/mail-allowance.server.ts";
import { checkHuman, type Passed, TOKEN_REFUSED_WORDS } from "#app/work/person/bot-check.server.ts";
import { welcome } from "./welcome.ts";

/**
 * Subscribes somebody to the newsletter: at once with a token, by a mail to confirm without, and for whoever has left before.
 * All look the same, for every address. Takes the page that it was posted to, which says thank you: another one with an
 * empty contact form, in a new tab, would look as if what is written there was lost. Source: docs/product.md, "Newsletter".
 */
export function subscribeAction(args: ActionFunctionArgs, page: "/contact" | "/newsletter") {
  return answerByMail(args, { ...SUBSCRIBE, thank: () => thankOn(page) });
}

const SUBSCRIBE: Omit<MailedForm<Subscription, Delivery | null>, "thank"> = {
  form: NEWSLETTER_FORM,
  schema: subscriptionSchema,
  allowance: dailyMails,
  check: (asked) => checkHuman({ form: NEWSLETTER_FORM, ...asked }),
  // Somebody who has left and comes back the same day types the same, and means it again.
  same: async (reader) => ({ ...reader, left: await whenReaderLeft(reader.email) }),
  outcome: deliverySchema.nullable(),
  deliver: take,
};

function thankOn(page: string) {
  return redirectWithNotice(page, {
    about: NEWSLETTER_FORM,
    title: "Thank you for subscribing! Check your email for confirmation.",
  });
}

type ByToken = Extract<Passed, { door: "A" }>;

const NOT_SUBSCRIBED = "Failed to subscribe. Please try again.";

async function take(reader: Subscription, { key, passed }: Posted): Promise<Answer<Delivery | null>> {
  if (passed.door === "A") {
    const hasLeft = await hasReaderLeft(reader.email);
    // Who has left must not be written to by mistake.
    if (hasLeft === undefined) return refusal(503, NOT_SUBSCRIBED);
    if (!hasLeft) return welcomeAtOnce(reader, { key, passed });
    const spent = await spendHere(passed);
    if (!spent.ok) return spent;
  }
  const kept = await keepReader(reader);
  if (!kept.ok) return kept;
  const asked = await askToConfirm("newsletter", kept.value, key);
  // The worker's words are shown; those of the mail service are about something else.
  return asked.ok ? asked : { ...asked, message: NOT_SUBSCRIBED };
}

/** Nobody has confirmed the address: of what was typed its mail has a first name alone. */
function welcomeAtOnce(reader: Subscription, { key, passed }: { key: string; passed: ByToken }) {
  const proof = passed.isVerified ? "proven" : { token: passed.token };
  return welcome({ ...reader, firstName: firstNameIn(reader.firstName), lastName: "" }, { key, proof });
}

/** Spends a token that the worker would have spent: whoever has left is not handed to it before they have confirmed. */
async function spendHere(passed: ByToken): Promise<Answer<null>> {
  const verdict = passed.isVerified ? "accepted" : await verifyToken(passed.token);
  if (verdict === "accepted") return answer(null);
  if (verdict === "silent") return refusal(503, NOT_SUBSCRIBED);
  return { ...refusal(403, TOKEN_REFUSED_WORDS.message), reason: "token-refused" };
}
