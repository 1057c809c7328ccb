import { mailBody } from "./mail-body.ts";
import type { MailSite } from "./mail-frame.ts";

/** What the mail asks the recipient to confirm. */
export type ConfirmationKind = "newsletter" | "school";

const ABOUT = {
  newsletter: { subject: "Confirm your subscription", asked: "You asked for the newsletter of" },
  school: { subject: "Confirm your interest in Stride", asked: "You registered a school for Stride with" },
  copies: {
    subject: "Get copies of bills",
    asked: "A customer asks you to get copies of bills, receipts and reminders of",
  },
};

/**
 * Returns the mail with the link that confirms an address. The mail repeats nothing that was typed, because otherwise a
 * stranger could send any text to anybody in our name. `days`: how long the link works.
 */
export function confirmMail(
  kind: ConfirmationKind | "copies",
  { href, days, site }: { href: string; days: number; site: MailSite },
) {
  const { subject, asked } = ABOUT[kind];
  const parts = [
    `${asked} ${site.brand.name}.`,
    { label: subject, href },
    `The link opens a page with a button. It works for ${days} days.`,
    "Not you? Ignore this e-mail, and we delete the address.",
  ];
  const why = "You get this because somebody, hopefully you, typed this address on our website.";
  return { subject, ...mailBody(parts, { site, firstName: "", why }) };
}
