import type { ActionFunctionArgs } from "@remix-run/node";
import { askToConfirm } from "#app/gateways/mail.server.ts";
import { TOKEN_REFUSED } from "#app/gateways/mail-worker.server.ts";
import { keepReader, whenReaderLeft } from "#app/gateways/newsletter-readers.server.ts";
import { sendOnce } from "#app/gateways/submissions.server.ts";
import { type Passed, TOKEN_REFUSED_WORDS } from "#app/http/bot-check.server.ts";
import { readForm, refuse, statusOf } from "#app/http/form.server.ts";
import { admitMailForm, findOwnSuccess, sendAdmitted } from "#app/http/mail-form.server.ts";
import { redirectWithNotice } from "#app/http/notice.server.ts";
import type { Answer, Refusal } from "#app/model/answer.ts";
import { type Subscription, subscriptionSchema } from "#app/model/newsletter/subscription.ts";
import { sentAlong } from "#app/routes/account/sent-along.ts";
import { NEWSLETTER_FORM } from "#app/ui/newsletter-form.tsx";
import { welcome } from "./welcome.ts";

/**
 * Subscribes somebody to the newsletter: at once with a token, by a mail to confirm without. Both look the same, for every
 * address. Source: docs/product.md, "Newsletter".
 */
export async function subscribeAction({ request, context }: ActionFunctionArgs) {
  const submission = await readForm(request, subscriptionSchema);
  const refused = {
    context,
    form: NEWSLETTER_FORM,
    submission,
    hideFields: ["turnstileToken"],
    ...sentAlong(submission),
  };
  if (submission.status !== "success") return refuse(refused);

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
  };
}

function thank() {
  return redirectWithNotice("/contact", {
    about: NEWSLETTER_FORM,
    title: "Thank you for subscribing! Check your email for confirmation.",
  });
}

type How = { key: string; passed: Passed };

async function take(reader: Subscription, { key, passed }: How): Promise<Answer<unknown>> {
  if (passed.door === "A") {
    return welcome(reader, { key, proof: passed.isVerified ? "proven" : { token: passed.token } });
  }
  const kept = await keepReader(reader);
  return kept.ok ? askToConfirm("newsletter", kept.value, key) : kept;
}

/** The worker's own words where it was asked; those of the mail service are about something else. */
function wordsOf(refused: Refusal, { door }: Passed) {
  if (refused.code === TOKEN_REFUSED) return { message: TOKEN_REFUSED_WORDS };
  const status = statusOf(refused);
  const isOurs = door === "A" || status === 409 || status === 429;
  return { message: isOurs ? refused.message : "Failed to subscribe. Please try again.", status };
}
