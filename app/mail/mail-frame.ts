import { type Brand, callLink, chatLink } from "#app/platform/brand.ts";
import { escapeHtml } from "#app/platform/text/html-text.ts";
import { look } from "./mail-look.ts";

/** A link with its words. */
export type Link = { label: string; href: string };

/** The site that sends a mail. `payment`: how customers pay, one sentence, or "". */
export type MailSite = { origin: string; brand: Brand; payment: string };

/** What stands around the content of a mail: the brand and the greeting above it, who we are below it. */
export type MailFrame = {
  site: MailSite;
  /** Whom to greet; "" if unknown, undefined for a text that has its own greeting. */
  firstName: string | undefined;
  /** Why the recipient gets the mail, one sentence. */
  why: string;
  /** Whether the mail is about money. Such a mail says how to pay. */
  isAboutMoney?: boolean;
  /** Where to switch such mails off. */
  footerLink?: Link;
};

/** Returns "Hello Njeri," or "Hello,", or nothing. */
export function greetingOf({ firstName }: MailFrame): string[] {
  if (firstName === undefined) return [];
  return [firstName === "" ? "Hello," : `Hello ${firstName},`];
}

export function wordmarkHtml({ site }: MailFrame): string {
  return `<p${look("cloth")}>${escapeHtml(site.brand.name)}</p>\n`;
}

type Contact = { label: string; words: string; href: string };

function contactsOf({ origin, brand: { phone, whatsapp, email } }: MailSite): Contact[] {
  return [
    phone === undefined ? [] : [{ label: "Phone", words: phone, href: callLink(phone) }],
    whatsapp === undefined ? [] : [{ label: "WhatsApp", words: whatsapp, href: chatLink(whatsapp) }],
    email === "" ? [] : [{ label: "E-mail", words: email, href: `mailto:${email}` }],
    [{ label: "Contact us", words: `${origin}/contact`, href: `${origin}/contact` }],
  ].flat();
}

/** Returns the lines about the agency that are set. */
function factsOf({ brand }: MailSite): string[] {
  const { hours, address, registration, accreditation } = brand;
  return [hours, address, registration, accreditation].filter((fact) => fact !== undefined);
}

export function footerHtml({ site, why, footerLink }: MailFrame): string {
  const contacts = contactsOf(site).map(
    ({ label, words, href }) =>
      `<a href="${escapeHtml(href)}"${look("contact")}>${escapeHtml(href === words ? label : `${label}: ${words}`)}</a>`,
  );
  const off = footerLink
    ? `<br>\n<a href="${escapeHtml(footerLink.href)}"${look("contact")}>${escapeHtml(footerLink.label)}</a>`
    : "";
  return [
    `<div${look("footer")}>`,
    [`<b>${escapeHtml(site.brand.name)}</b>`, ...factsOf(site).map(escapeHtml)].join("<br>\n"),
    `<br>\n${contacts.join("\n")}`,
    `<br>\n${escapeHtml(why)}${off}`,
    "</div>\n",
  ].join("\n");
}

export function footerText({ site, why, footerLink }: MailFrame): string {
  const contacts = contactsOf(site).map(({ label, words }) => `${label}: ${words}`);
  return [
    ["--", site.brand.name, ...factsOf(site), ...contacts].join("\n"),
    [why, ...(footerLink ? [`${footerLink.label}: ${footerLink.href}`] : [])].join("\n"),
  ].join("\n\n");
}
