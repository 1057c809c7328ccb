import type { ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { askToConfirm } from "#app/gateways/mail.server.ts";
import { deliverySchema } from "#app/gateways/mail-worker.server.ts";
import { findInterest, keepInterest } from "#app/gateways/school-interest.server.ts";
import { answerByMail, type MailedForm, type Posted } from "#app/http/mailed-answer.server.ts";
import { redirectWithNotice } from "#app/http/notice.server.ts";
import { type Answer, answer } from "#app/model/answer.ts";
import { type SchoolInterest, schoolInterestSchema } from "#app/model/school/interest.ts";
import { dailyMails } from "#app/work/mail/mail-allowance.server.ts";
import { checkHuman } from "#app/work/person/bot-check.server.ts";
import { deliver, NOT_REGISTERED, THANKS } from "./deliver.ts";
import { SCHOOL_FORM } from "./ui/school-form.tsx";

/** Registers a school's interest and has the school written to (docs/product.md, "Schools"). */
export function registerAction(args: ActionFunctionArgs) {
  return answerByMail(args, REGISTER);
}

/** "asked": the owner of the address has a mail with a link to confirm. */
const outcomeSchema = deliverySchema.or(z.literal("asked"));
type Outcome = z.infer<typeof outcomeSchema>;

const REGISTER: MailedForm<SchoolInterest, Outcome> = {
  form: SCHOOL_FORM,
  schema: schoolInterestSchema,
  allowance: dailyMails,
  check: (asked) => checkHuman({ form: SCHOOL_FORM, ...asked }),
  // The same thing typed again: a phone number written otherwise is the same number.
  same: ({ phone: _typed, email, ...rest }) => ({ ...rest, email: email.toLowerCase() }),
  outcome: outcomeSchema,
  findDone: findSent,
  deliver: keepAndDeliver,
  thank: ({ school }, outcome) =>
    redirectWithNotice("/stride", { about: SCHOOL_FORM, title: THANKS, text: WHAT_FOLLOWS[outcome](school) }),
};

const WHAT_FOLLOWS: Record<Outcome, (school: string) => string> = {
  sent: (school) =>
    `We have received the interest of ${school}. Please check your e-mail. We contact you within 48 hours.`,
  kept: (school) => `We have received the interest of ${school}. We contact you by e-mail or phone within 48 hours.`,
  asked: (school) =>
    `We have received the interest of ${school}. Please check your e-mail, among spam too, and press the button behind the link in it. We contact you within 48 hours of that.`,
};

/** A row that says it has its mail. Without knowing whether there is one, nothing is sent. */
async function findSent(key: string): Promise<Answer<Outcome> | undefined> {
  const known = await findInterest({ key });
  if (!known.ok) return known.status === 404 ? undefined : known;
  return known.value.status === "sent" ? answer("sent") : undefined;
}

/** The row first, then the mail: whoever tries again after a mail that failed finds the row, and only the mail is sent. */
async function keepAndDeliver(interest: SchoolInterest, { key, passed }: Posted): Promise<Answer<Outcome>> {
  const kept = await keepInterest(interest, { key, token: passed.door === "A" ? passed.token : null });
  if (!kept.ok) return kept;
  if (passed.door === "A" && !passed.isVerified) return deliver(kept.value, { token: passed.token });
  if (passed.door === "A" || kept.value.status === "confirmed") return deliver(kept.value, "proven");
  const asked = await askToConfirm("school", kept.value, key);
  return asked.ok ? answer("asked") : { ...asked, message: NOT_REGISTERED };
}
