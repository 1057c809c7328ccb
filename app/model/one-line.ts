import { z } from "zod";
import { ONCE, UNREADABLE, UNREADABLE_LINE } from "./unsendable.ts";

const BAD_EMAIL = "Please enter a valid email address";
const MAX_EMAIL = 254;

/**
 * One address and nothing around it. A mail service would read "1<njeri@x.ke>" or "a,njeri@x.ke" as mail for njeri@x.ke,
 * and so each such writing would get round the two mails that an address may be sent in a day.
 */
const EMAIL = /^[^\s@"(),:;<>[\\\]\p{C}]+@(?:[^\s@"(),:;<>[\\\].\p{C}]+\.)+[^\s@"(),:;<>[\\\].\p{C}]+$/u;

/** A text of one line. Takes the most characters it may have, and what to say when it is missing. */
export function oneLine(max: number, required: string) {
  return z
    .string({ error: ({ input }) => (input === undefined ? required : unstopped(ONCE)) })
    .trim()
    .min(1, { error: required, abort: true })
    .refine((text) => !UNREADABLE_LINE.test(text), { error: unstopped(UNREADABLE), abort: true })
    .max(max, { error: `Please use at most ${max} characters`, abort: true });
}

/** An e-mail address that will be written to. Messages are the catalogue's where it has one. */
export function mailbox() {
  return oneLine(MAX_EMAIL, "Please enter your email address").regex(EMAIL, { error: BAD_EMAIL, abort: true });
}

/** Whether a text is one address that a mail can go to, and nothing else. */
export function isMailbox(text: string): boolean {
  return text.length <= MAX_EMAIL && EMAIL.test(text);
}

/** The catalogue's messages for these forms have no full stop. */
function unstopped(sentence: string): string {
  return sentence.replace(/\.$/, "");
}
