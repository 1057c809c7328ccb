import { escapeHtml } from "./html-text.ts";

/** What the mail asks the recipient to confirm. */
export type ConfirmationKind = "newsletter" | "school";

const ABOUT = {
  newsletter: { subject: "Confirm your subscription", asked: "subscribe to the newsletter of" },
  school: { subject: "Confirm your interest in Stride", asked: "register a school's interest in Stride with" },
};

/**
 * Returns the mail with the link that confirms an address. It repeats nothing that was typed: a stranger may have typed it, and
 * could otherwise send any text to anybody in our name. `days`: how long the link works.
 */
export function confirmMail(
  kind: ConfirmationKind,
  { href, brandName, days }: { href: string; brandName: string; days: number },
) {
  const { subject, asked } = ABOUT[kind];
  const why = `Somebody, hopefully you, used this address to ${asked} ${brandName}.`;
  const how = `Please open this link and press the button there. It works for ${days} days:`;
  const otherwise = "If it was not you, do nothing, and the address will be deleted.";
  return {
    subject,
    text: [why, `${how}\n${href}`, otherwise].join("\n\n"),
    html: [
      `<p>${escapeHtml(why)}</p>`,
      `<p>${how}<br><a href="${escapeHtml(href)}">${escapeHtml(subject)}</a></p>`,
      `<p>${otherwise}</p>`,
    ].join("\n"),
  };
}
