import { escapeHtml } from "./html-text.ts";

/** What somebody is asked to confirm by mail. */
export type ToConfirm = "newsletter" | "school";

const ABOUT = {
  newsletter: { subject: "Confirm your subscription", asked: "subscribe to the newsletter of" },
  school: { subject: "Confirm your interest in Stride", asked: "register a school's interest in Stride with" },
};

/**
 * The mail with the link that proves an address. It repeats nothing that was typed: whoever typed it may be a stranger,
 * who would otherwise have their words sent to anybody under our name. `days` is how long the link works.
 */
export function confirmMail(
  kind: ToConfirm,
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
