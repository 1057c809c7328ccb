import { firstNameIn } from "../first-name.ts";
import { escapeHtml } from "../html-text.ts";
import type { WorkerMail } from "../worker-mail.ts";
import type { SchoolInterest } from "./interest.ts";
import { INTERESTS } from "./options.ts";

/** What a school told us, as far as its mail repeats it. */
export type SchoolTold = Pick<SchoolInterest, "name" | "email" | "phone" | "school" | "studentCount" | "interest"> & {
  roleLabel: string;
};

/**
 * The mail that thanks a school for its interest. It repeats what was told to us where the owner of the address has confirmed
 * it, and else a first name alone: a stranger may have typed it.
 */
export function interestMail(told: SchoolTold, { isConfirmed }: { isConfirmed: boolean }): WorkerMail {
  const name = isConfirmed ? told.name : firstNameIn(told.name);
  const html = [
    name === "" ? "<p>Hello,</p>" : `<p>Dear ${escapeHtml(name)},</p>`,
    `<p>Thank you for your interest in Stride.${isConfirmed ? " This is what you told us:" : ""}</p>`,
    ...(isConfirmed ? [listOf(told)] : []),
    "<p>We will contact you within 48 hours.</p>",
  ];
  return {
    email: told.email,
    firstName: name,
    lastName: "",
    dynamicData: {
      subject: "Thank you for your interest in Stride",
      html: html.join("\n"),
      tags: [{ name: "stride", value: "interest" }],
    },
  };
}

function listOf({ email, phone, school, roleLabel, studentCount, interest }: SchoolTold): string {
  const wanted = INTERESTS.find(({ value }) => value === interest && value !== "")?.label;
  const told = [
    ["School", school],
    ["Role", roleLabel],
    ["E-mail", email],
    ["Phone", phone],
    ["Students", studentCount || "N/A"],
    ["Interest", wanted ?? "N/A"],
  ] as const;
  return `<ul>${told.map(([label, text]) => `<li><b>${label}:</b> ${escapeHtml(text)}</li>`).join("")}</ul>`;
}
