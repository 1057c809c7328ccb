import type { WorkerMail } from "#app/mail/mail.ts";
import { mailBody } from "#app/mail/mail-body.ts";
import type { MailSite } from "#app/mail/mail-frame.ts";
import { firstNameIn } from "#app/platform/text/first-name.ts";
import { withoutLinks } from "#app/platform/text/without-links.ts";
import { INTERESTS } from "./choices.ts";
import type { SchoolInterest } from "./schema.server.ts";

/** The part of a school's registration that its mail repeats. */
export type SchoolDetails = Pick<
  SchoolInterest,
  "name" | "email" | "phone" | "school" | "studentCount" | "interest"
> & {
  roleLabel: string;
};

/**
 * Returns the thank-you mail of a school, with a summary of the registration. A stranger may have typed somebody else's
 * address, so no line of the summary has a link. Source: docs/product/schools.md, "Schools".
 */
export function interestMail(details: SchoolDetails, { site }: { site: MailSite }): WorkerMail {
  const parts = [
    "Thank you for your interest in Stride.",
    "We will contact you within 48 hours.",
    { label: "See what Stride does", href: `${site.origin}/stride` },
    { head: "What you told us", lines: detailLines(details) },
  ];
  const why = "You get this because a school was registered with this address on our website.";
  const { text, html } = mailBody(parts, { site, firstName: firstNameIn(details.name), why });
  return {
    email: details.email,
    firstName: withoutLinks(details.name),
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
    `School: ${orNone(school)}`,
    `Role: ${orNone(roleLabel)}`,
    `E-mail: ${email}`,
    `Phone: ${orNone(phone)}`,
    `Students: ${orNone(studentCount)}`,
    `Interest: ${wanted ?? "N/A"}`,
  ];
}

function orNone(typed: string): string {
  return withoutLinks(typed) || "N/A";
}
