import { z } from "zod";
import { cleanLine } from "#app/platform/text/clean-line.ts";
import { mailbox, oneLine } from "#app/platform/text/one-line.ts";
import { toKenyanNumber } from "#app/platform/text/phone.server.ts";
import { INTERESTS, ROLES, STUDENTS } from "./choices.ts";

const BAD_PHONE = "Enter a Kenyan phone number, such as 0712345678";
const BAD_CHOICE = "Please choose one of the list";

/**
 * The form of /stride. `phone` is the number as typed, `phoneE164` the same number in E.164. A browser sends only `role_label`;
 * `role` follows from it. Source: docs/product/schools.md, "Schools".
 */
export const schoolInterestSchema = z
  .object({
    name: oneLine(200, "Please enter your name"),
    role: z.string({ error: BAD_CHOICE }).overwrite(cleanLine).default(""),
    role_label: z.string({ error: BAD_CHOICE }).overwrite(cleanLine).default(""),
    school: oneLine(200, "Please enter the name of the school"),
    email: mailbox(),
    phone: oneLine(50, BAD_PHONE).refine((typed) => toKenyanNumber(typed) !== undefined, { error: BAD_PHONE }),
    students: choiceOf(STUDENTS),
    interest: choiceOf(INTERESTS),
    wants_news: z.boolean({ error: BAD_CHOICE }).default(false),
  })
  .transform(({ role, role_label, students, wants_news, ...typed }, context) => {
    const chosen = findRole(role, role_label);
    if (chosen) {
      const phoneE164 = toKenyanNumber(typed.phone) ?? "";
      const roleLabel = chosen.label;
      return { ...typed, phoneE164, role: chosen.role, roleLabel, studentCount: students, wantsNews: wants_news };
    }
    context.addIssue({ code: "custom", path: ["role_label"], message: BAD_CHOICE });
    return z.NEVER;
  });

export type SchoolInterest = z.infer<typeof schoolInterestSchema>;

/** Finds the role by its label, which is more specific, unless `role` contradicts it. */
function findRole(role: string, label: string) {
  const byLabel = ROLES.find((one) => one.label.toLowerCase() === label.toLowerCase());
  if (role === "" || role === byLabel?.role) return byLabel;
  return role === "other" ? ROLES.find((one) => one.label === "Other") : ROLES.find((one) => one.role === role);
}

function choiceOf<Value extends string>(options: readonly { value: Value }[]) {
  return z
    .string({ error: BAD_CHOICE })
    .default("")
    .transform((typed, context) => {
      const chosen = options.find(({ value }) => value === typed);
      if (chosen) return chosen.value;
      context.addIssue({ code: "custom", message: BAD_CHOICE });
      return z.NEVER;
    });
}
