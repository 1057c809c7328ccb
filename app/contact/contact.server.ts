import { z } from "zod";
import { parseDomainName } from "#app/domains/domain-name.ts";
import { findHostingPlan } from "#app/domains/hosting-plans.ts";
import { cleanInput, cleanLine, cleanMailbox } from "#app/platform/text/clean-line.ts";
import { isMailbox } from "#app/platform/text/one-line.ts";
import { toPhoneNumber } from "#app/platform/text/phone.server.ts";
import { ONCE, UNREADABLE, UNREADABLE_LINE, UNREADABLE_TEXT } from "#app/platform/text/text-characters.ts";

/** Shown once above an incomplete form; each field has its own message. */
export const INCOMPLETE = "Please fill out all required fields.";
const MISSING = {
  name: "Please enter your name.",
  email: "Please enter your email address.",
  subject: "Please enter a subject.",
  message: "Please enter your message.",
};
const EMAIL = "Please enter a valid email address.";
const PHONE = "Please enter a phone number, such as 0712 345 678.";

/** Maximum lengths in characters. The form has no maxlength, which would cut off pasted text. */
export const CONTACT_LIMITS = { name: 100, email: 254, phone: 50, subject: 200, message: 5000, domain: 2048 };

/**
 * The contact form. Its messages are those of docs/product/contact-and-newsletter.md, "Contact". In the result `phone` is in
 * E.164 and `domain` is the ASCII name; both are undefined if the field is empty or missing.
 */
export const contactSchema = z.object({
  name: line(CONTACT_LIMITS.name, MISSING.name),
  email: line(CONTACT_LIMITS.email, MISSING.email)
    .overwrite(cleanMailbox)
    .refine(isMailbox, { error: EMAIL, abort: true }),
  phone: once(ONCE).overwrite(cleanInput).max(CONTACT_LIMITS.phone, PHONE).transform(phoneNumber).optional(),
  subject: line(CONTACT_LIMITS.subject, MISSING.subject),
  message: longText(CONTACT_LIMITS.message, MISSING.message),
  domain: once(ONCE).transform(asciiName).optional(),
});

/** Returns whether a required field is among the errors of a contact form, given the messages by field. */
export function isIncomplete(errors: Readonly<Record<string, readonly string[] | null>> | null): boolean {
  return Object.entries(MISSING).some(([field, words]) => errors?.[field]?.includes(words));
}

export type ContactMessage = z.infer<typeof contactSchema>;

type Prefill = Pick<ContactMessage, "subject" | "message"> & { domain: string };

/**
 * Returns the initial values for `/contact?domain=…` or `/contact?plan=…`, or null if neither is valid. If the URL has both,
 * the domain counts. Source: docs/product/contact-and-newsletter.md, "Contact".
 */
export function prefillFor({ domain, plan }: { domain: string | null; plan: string | null }): Prefill | null {
  const parsed = parseDomainName(domain ?? "");
  if (parsed.kind === "name") {
    const { display } = parsed;
    return {
      subject: `Domain enquiry: ${display}`.slice(0, CONTACT_LIMITS.subject),
      domain: display,
      message: `Hello, I am interested in the domain ${display}.`,
    };
  }
  const listed = findHostingPlan(plan ?? "");
  if (listed === undefined) return null;
  return {
    subject: `Hosting enquiry: ${listed.name}`,
    domain: "",
    message: `Hello, I am interested in the ${listed.name} hosting plan.`,
  };
}

/** A text field that was sent exactly once: a repeated field arrives as a list. */
function once(missing: string) {
  return z.string({ error: ({ input }) => (input === undefined ? missing : ONCE) });
}

/** A required text of at most `max` characters, with line breaks; `missing` is the message if it is empty. */
export function longText(max: number, missing: string) {
  return once(missing)
    .overwrite((text) => text.replace(/\r\n?/g, "\n").trim())
    .min(1, { error: missing, abort: true })
    .refine((text) => !UNREADABLE_TEXT.test(text), { error: UNREADABLE, abort: true })
    .max(max, tooLong(max));
}

/** A required text of at most `max` characters, without line breaks. */
export function line(max: number, missing: string) {
  return once(missing)
    .overwrite(cleanLine)
    .min(1, { error: missing, abort: true })
    .refine((text) => !UNREADABLE_LINE.test(text), { error: UNREADABLE, abort: true })
    .max(max, tooLong(max));
}

function tooLong(max: number) {
  return { error: `Please use at most ${max.toLocaleString("en-US")} characters.`, abort: true };
}

function phoneNumber(typed: string, context: z.RefinementCtx): string | undefined {
  const number = toPhoneNumber(typed);
  if (number === undefined && typed !== "") context.addIssue(PHONE);
  return number;
}

function asciiName(typed: string, context: z.RefinementCtx): string | undefined {
  const parsed = parseDomainName(typed);
  if (parsed.kind === "name") return parsed.domain;
  if (parsed.kind === "invalid") context.addIssue(parsed.message);
  return undefined;
}
