import { z } from "zod";
import { cleanLine, cleanMailbox } from "./clean-line.ts";
import { ONCE, UNREADABLE, UNREADABLE_LINE } from "./text-characters.ts";

const BAD_EMAIL = "Please enter a valid email address";
const MAX_EMAIL = 254;
/** An address may come with a name in front. */
const MAX_LINE = 300;

/**
 * One plain address, in ASCII (RFC 5321, 4.1.2: Dot-string, and host names with a dot), as the auth service and every mail
 * server take it. No top-level domain has one letter: "co.k" is a slip. Other spellings are rejected, because a mail service
 * would read "1<njeri@x.ke>" or "a,njeri@x.ke" as mail for njeri@x.ke, and they would evade the limit of two mails per address
 * and day; letters that look like ASCII would lead to another mailbox or to none.
 */
const EMAIL =
  /^(?=[^@]{1,64}@)[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:(?!-)[a-z\d-]{1,63}(?<!-)\.)+(?![-\d]+$)(?!-)[a-z\d-]{2,63}(?<!-)$/i;

/**
 * A required single-line text of at most `max` characters; `required` is the message if it is missing. `clean` is applied before
 * the checks.
 */
export function oneLine(max: number, required: string, clean = cleanLine) {
  return z
    .string({ error: ({ input }) => (input === undefined ? required : withoutFullStop(ONCE)) })
    .overwrite(clean)
    .min(1, { error: required, abort: true })
    .refine((text) => !UNREADABLE_LINE.test(text), { error: withoutFullStop(UNREADABLE), abort: true })
    .max(max, { error: `Please use at most ${max} characters`, abort: true });
}

/**
 * An e-mail address to which a mail is sent: alone, or with text around it that was copied with it (`cleanMailbox`). Source of
 * the messages: docs/product/forms.md, "Forms".
 */
export function mailbox() {
  return oneLine(MAX_LINE, "Please enter your email address")
    .overwrite(cleanMailbox)
    .max(MAX_EMAIL, { error: `Please use at most ${MAX_EMAIL} characters`, abort: true })
    .refine(isMailbox, { error: BAD_EMAIL, abort: true });
}

/** Returns whether a text is exactly one deliverable address. */
export function isMailbox(text: string): boolean {
  return text.length <= MAX_EMAIL && EMAIL.test(text);
}

/** The messages of these forms have no full stop. */
function withoutFullStop(sentence: string): string {
  return sentence.replace(/\.$/, "");
}
