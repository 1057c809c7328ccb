import { firstNameIn } from "../first-name.ts";
import type { MailSite } from "../mail/mail-frame.ts";
import { mailBody } from "../notifications/mail-body.ts";
import type { WorkerMail } from "../worker-mail.ts";
import type { SchoolInterest } from "./interest.ts";
import { INTERESTS } from "./options.ts";

/** The part of a school's registration that its mail may repeat. */
export type SchoolDetails = Pick<
  SchoolInterest,
  "name" | "email" | "phone" | "school" | "studentCount" | "interest"
> & {
  roleLabel: string;
};

/**
 * Returns the thank-you mail of a school. It repeats the registration only if the owner of the address confirmed it, else just a
 * first name: a stranger may have typed the rest.
 */
export function interestMail(
  details: SchoolDetails,
  { isConfirmed, site }: { isConfirmed: boolean; site: MailSite },
): WorkerMail {
  const firstName = firstNameIn(details.name);
  const parts = [
    "Thank you for your interest in Stride.",
    "We will contact you within 48 hours.",
    { label: "See what Stride does", href: `${site.origin}/stride` },
    ...(isConfirmed ? [{ head: "What you told us", lines: detailLines(details) }] : []),
  ];
  const why = "You get this because a school was registered with this address on our website.";
  const { text, html } = mailBody(parts, { site, firstName, why });
  return {
    email: details.email,
    firstName: isConfirmed ? details.name : firstName,
    lastName: "",
    text,
    dynamicData: {
      subject: "Thank you for your interest in Stride",
      html,
      tags: [{ name: "stride", value: "interest" }],
    },
  };
}

function detailLines({ email, phone, school, roleLabel, studentCount, interest }: SchoolDetails): string[] {
  const wanted = INTERESTS.find(({ value }) => value === interest && value !== "")?.label;
  return [
    `School: ${school}`,
    `Role: ${roleLabel}`,
    `E-mail: ${email}`,
    `Phone: ${phone}`,
    `Students: ${studentCount || "N/A"}`,
    `Interest: ${wanted ?? "N/A"}`,
  ];
}
