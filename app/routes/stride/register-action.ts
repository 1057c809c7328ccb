import type { ActionFunctionArgs, AppLoadContext } from "@remix-run/node";
import { z } from "zod/v4";
import { askToConfirm } from "#app/gateways/mail.server.ts";
import { deliverySchema, TOKEN_REFUSED } from "#app/gateways/mail-worker.server.ts";
import { findInterest, keepInterest } from "#app/gateways/school-interest.server.ts";
import { sendOnce } from "#app/gateways/submissions.server.ts";
import { type Passed, TOKEN_REFUSED_WORDS } from "#app/http/bot-check.server.ts";
import { readForm, refuse, statusOf } from "#app/http/form.server.ts";
import { admitMailForm, findOwnSuccess, sendAdmitted } from "#app/http/mail-form.server.ts";
import { redirectWithNotice } from "#app/http/notice.server.ts";
import { type Answer, answer, type Refusal } from "#app/model/answer.ts";
import { type SchoolInterest, schoolInterestSchema } from "#app/model/school/interest.ts";
import { sentAlong } from "#app/routes/account/sent-along.ts";
import { SCHOOL_FORM } from "#app/ui/school-form.tsx";
import { deliver, FAILED, THANKS } from "./deliver.ts";

/** "asked": the owner of the address has a mail with a link to confirm. */
const outcomeSchema = deliverySchema.or(z.literal("asked"));
type Outcome = z.infer<typeof outcomeSchema>;

/** Registers a school's interest and has the school written to (docs/product.md, "Schools"). */
export async function registerAction({ request, context }: ActionFunctionArgs) {
  const submission = await readForm(request, schoolInterestSchema);
  const refused = { context, form: SCHOOL_FORM, submission, hideFields: ["turnstileToken"], ...sentAlong(submission) };
  if (submission.status !== "success") return refuse(refused);

  const interest = submission.value;
  const { email, school } = interest;
  const sending = { form: SCHOOL_FORM, owner: "anonymous", body: whatCounts(interest), value: outcomeSchema };
  const { ok: isAdmitted, ...admitted } = await admitMailForm({ form: SCHOOL_FORM, submission, email, context });
  if (!isAdmitted || !("passed" in admitted)) {
    const before = await findOwnSuccess(admitted, () => sending);
    return before ? thank(school, before.value) : refuse({ ...refused, ...admitted });
  }

  const { passed } = admitted;
  const done = await sendOnce(sending, (key) => register(interest, { key, passed, context }));
  return done.ok ? thank(school, done.value) : refuse({ ...refused, ...wordsOf(done) });
}

function thank(school: string, outcome: Outcome) {
  return redirectWithNotice("/stride", { about: SCHOOL_FORM, title: THANKS, text: WHAT_FOLLOWS[outcome](school) });
}

const WHAT_FOLLOWS: Record<Outcome, (school: string) => string> = {
  sent: (school) =>
    `We have received the interest of ${school}. Please check your e-mail. We contact you within 48 hours.`,
  kept: (school) => `We have received the interest of ${school}. We contact you by e-mail or phone within 48 hours.`,
  asked: (school) =>
    `We have received the interest of ${school}. Please check your e-mail, among spam too, and press the button behind the link in it. We contact you within 48 hours of that.`,
};

/** The same thing typed again: a phone number written otherwise is the same number. */
function whatCounts({ phone: _typed, email, ...rest }: SchoolInterest) {
  return { ...rest, email: email.toLowerCase() };
}

type How = { key: string; passed: Passed; context: AppLoadContext | undefined };

/** The row first, then the mail: whoever tries again after a mail that failed finds the row, and only the mail is sent. */
async function register(interest: SchoolInterest, { key, passed, context }: How): Promise<Answer<Outcome>> {
  const known = await findInterest({ key });
  if (!known.ok && known.status !== 404) return known;
  if (known.ok && known.value.status === "sent") return answer("sent");
  return sendAdmitted<Outcome>(passed, interest.email, context, async () => {
    const kept = await keepInterest(interest, { key, token: passed.door === "A" ? passed.token : null });
    if (!kept.ok) return kept;
    if (passed.door === "A" && !passed.isVerified) return deliver(kept.value, { token: passed.token });
    if (passed.door === "A" || kept.value.status === "confirmed") return deliver(kept.value, "proven");
    const asked = await askToConfirm("school", kept.value, key);
    return asked.ok ? answer("asked") : asked;
  });
}

function wordsOf(refused: Refusal) {
  if (refused.code === TOKEN_REFUSED) return TOKEN_REFUSED_WORDS;
  const status = statusOf(refused);
  // Sent already a moment ago, or mails enough for a day: there the words say what to do.
  return { message: status === 409 || status === 429 ? refused.message : FAILED, status };
}
