import { firstNameIn } from "../first-name.ts";
import { escapeHtml } from "../html-text.ts";
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
export function interestMail(details: SchoolDetails, { isConfirmed }: { isConfirmed: boolean }): WorkerMail {
  const name = isConfirmed ? details.name : firstNameIn(details.name);
  const html = [
    name === "" ? "<p>Hello,</p>" : `<p>Dear ${escapeHtml(name)},</p>`,
    `<p>Thank you for your interest in Stride.${isConfirmed ? " This is what you told us:" : ""}</p>`,
    ...(isConfirmed ? [detailsList(details)] : []),
    "<p>We will contact you within 48 hours.</p>",
  ];
  return {
    email: details.email,
    firstName: name,
    lastName: "",
    dynamicData: {
      subject: "Thank you for your interest in Stride",
      html: html.join("\n"),
      tags: [{ name: "stride", value: "interest" }],
    },
  };
}

function detailsList({ email, phone, school, roleLabel, studentCount, interest }: SchoolDetails): string {
  const wanted = INTERESTS.find(({ value }) => value === interest && value !== "")?.label;
  const rows = [
    ["School", school],
    ["Role", roleLabel],
    ["E-mail", email],
    ["Phone", phone],
    ["Students", studentCount || "N/A"],
    ["Interest", wanted ?? "N/A"],
  ] as const;
  return `<ul>${rows.map(([label, text]) => `<li><b>${label}:</b> ${escapeHtml(text)}</li>`).join("")}</ul>`;
}
