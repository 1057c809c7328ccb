import type { ActionFunctionArgs } from "@remix-run/node";
import { verifyToken } from "#app/gateways/bot-check.server.ts";
import { askToConfirm } from "#app/gateways/mail.server.ts";
import { type Delivery, deliverySchema, TOKEN_REFUSED } from "#app/gateways/mail-worker.server.ts";
import { hasReaderLeft, keepReader, whenReaderLeft } from "#app/gateways/newsletter-readers.server.ts";
import { sendOnce } from "#app/gateways/submissions.server.ts";
import { type Passed, TOKEN_REFUSED_WORDS } from "#app/http/bot-check.server.ts";
import { readForm, refuse, statusOf } from "#app/http/form.server.ts";
import { admitMailForm, findOwnSuccess, sendAdmitted } from "#app/http/mail-form.server.ts";
import { redirectWithNotice } from "#app/http/notice.server.ts";
import { type Answer, answer, type Refusal, refusal } from "#app/model/answer.ts";
import { firstNameIn } from "#app/model/first-name.ts";
import { type Subscription, subscriptionSchema } from "#app/model/newsletter/subscription.ts";
import { sentAlong } from "#app/routes/account/sent-along.ts";
import { NEWSLETTER_FORM } from "#app/ui/newsletter-form.tsx";
import { welcome } from "./welcome.ts";

/**
 * Subscribes somebody to the newsletter: at once with a token, by a mail to confirm without, and for whoever has left before.
 * All look the same, for every address. Takes the page that it was posted to, which says thank you: another one with an
 * empty contact form, in a new tab, would look as if what is written there was lost. Source: docs/product.md, "Newsletter".
 */
export async function subscribeAction({ request, context }: ActionFunctionArgs, page: "/contact" | "/newsletter") {
  const submission = await readForm(request, subscriptionSchema);
  const refused = {
    context,
    form: NEWSLETTER_FORM,
    submission,
    hideFields: ["turnstileToken"],
    ...sentAlong(submission),
  };
  if (submission.status !== "success") return refuse(refused);

  const thank = () => thankOn(page);
  const reader = submission.value;
  const { email } = reader;
  const { ok: isAdmitted, ...admitted } = await admitMailForm({ form: NEWSLETTER_FORM, submission, email, context });
  if (!isAdmitted || !("passed" in admitted)) {
    return (await findOwnSuccess(admitted, () => sendingOf(reader))) ? thank() : refuse({ ...refused, ...admitted });
  }

  const { passed } = admitted;
  const done = await sendOnce(await sendingOf(reader), (key) =>
    sendAdmitted(passed, email, context, () => take(reader, { key, passed })),
  );
  return done.ok ? thank() : refuse({ ...refused, ...wordsOf(done, passed) });
}

/** Somebody who has left and comes back the same day types the same, and means it again. */
async function sendingOf(reader: Subscription) {
  return {
    form: NEWSLETTER_FORM,
    owner: "anonymous",
    body: { ...reader, left: await whenReaderLeft(reader.email) },
    value: deliverySchema.nullable(),
  };
}

function thankOn(page: string) {
  return redirectWithNotice(page, {
    about: NEWSLETTER_FORM,
    title: "Thank you for subscribing! Check your email for confirmation.",
  });
}

type How = { key: string; passed: Passed };
type ByToken = Extract<Passed, { door: "A" }>;

const FAILED = "Failed to subscribe. Please try again.";

async function take(reader: Subscription, { key, passed }: How): Promise<Answer<Delivery | null>> {
  if (passed.door === "A") {
    const hasLeft = await hasReaderLeft(reader.email);
    // Who has left must not be written to by mistake.
    if (hasLeft === undefined) return refusal(503, FAILED);
    if (!hasLeft) return welcomeAtOnce(reader, { key, passed });
    const spent = await spendHere(passed);
    if (!spent.ok) return spent;
  }
  const kept = await keepReader(reader);
  return kept.ok ? askToConfirm("newsletter", kept.value, key) : kept;
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
  if (verdict === "silent") return refusal(503, FAILED);
  return { ...refusal(403, TOKEN_REFUSED_WORDS.message), code: TOKEN_REFUSED };
}

/** The worker's own words where it was asked; those of the mail service are about something else. */
function wordsOf(refused: Refusal, { door }: Passed) {
  if (refused.code === TOKEN_REFUSED) return TOKEN_REFUSED_WORDS;
  const status = statusOf(refused);
  const isOurs = door === "A" || status === 409 || status === 429;
  return { message: isOurs ? refused.message : FAILED, status };
}
