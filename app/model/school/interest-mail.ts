import { escapeHtml } from "../html-text.ts";
import type { WorkerMail } from "../worker-mail.ts";
import type { SchoolInterest } from "./interest.ts";
import { INTERESTS } from "./options.ts";

/** What a school told us, as far as its mail repeats it. */
export type SchoolTold = Pick<SchoolInterest, "name" | "email" | "phone" | "school" | "studentCount" | "interest"> & {
  roleLabel: string;
};

/** The mail that thanks a school for its interest and repeats what it told us. */
export function interestMail({
  name,
  email,
  phone,
  school,
  roleLabel,
  studentCount,
  interest,
}: SchoolTold): WorkerMail {
  const wanted = INTERESTS.find(({ value }) => value === interest && value !== "")?.label;
  const told = [
    ["School", school],
    ["Role", roleLabel],
    ["E-mail", email],
    ["Phone", phone],
    ["Students", studentCount || "N/A"],
    ["Interest", wanted ?? "N/A"],
  ] as const;
  const html = [
    `<p>Dear ${escapeHtml(name)},</p>`,
    "<p>Thank you for your interest in Stride. This is what you told us:</p>",
    `<ul>${told.map(([label, text]) => `<li><b>${label}:</b> ${escapeHtml(text)}</li>`).join("")}</ul>`,
    "<p>We contact you within 48 hours.</p>",
  ];
  return {
    email,
    firstName: name,
    lastName: "",
    dynamicData: {
      subject: "Thank you for your interest in Stride",
      html: html.join("\n"),
      tags: [{ name: "stride", value: "interest" }],
    },
  };
}
