import type { ActionFunctionArgs } from "@remix-run/node";
import { answerByMail } from "#app/http/mailed-answer.server.ts";
import { redirectWithNotice } from "#app/http/notice.server.ts";
import { schoolInterestSchema } from "#app/model/school/interest.ts";
import { REGISTERING, type Registered } from "#app/work/school/register.server.ts";
import { SCHOOL_FORM } from "./ui/school-form.tsx";

export const THANKS = "Thank you for your interest! We'll be in touch soon.";

const WHAT_FOLLOWS: Record<Registered, (school: string) => string> = {
  sent: (school) =>
    `We have received the interest of ${school}. Please check your e-mail. We will contact you within 48 hours.`,
  kept: (school) =>
    `We have received the interest of ${school}. We will contact you by e-mail or phone within 48 hours.`,
  asked: (school) =>
    `We have received the interest of ${school}. Please check your e-mail, in spam too, open the link in it and press the button. We will contact you within 48 hours of that.`,
};

/** Registers a school's interest (docs/product.md, "Schools"). */
export function registerAction(args: ActionFunctionArgs) {
  return answerByMail(args, {
    mailed: REGISTERING,
    schema: schoolInterestSchema,
    thank: ({ school }, outcome) =>
      redirectWithNotice("/stride", { about: SCHOOL_FORM, title: THANKS, text: WHAT_FOLLOWS[outcome](school) }),
  });
}
