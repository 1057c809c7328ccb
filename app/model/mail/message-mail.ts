import type { ContactMessage } from "../contact.ts";
import type { Mail } from "./mail.ts";

/** The mail that brings a message to the agency; who answers it writes to its sender. Text alone: it is a stranger's. */
export function messageMail(
  { name, email, subject, message, domain }: ContactMessage,
  { to, key }: { to: string; key: string },
): Mail {
  const about = domain === undefined ? [] : [`Domain: ${domain}`];
  return {
    key,
    kind: "contact",
    to,
    replyTo: email,
    subject,
    text: [`From: ${name} <${email}>`, ...about, "", message].join("\n"),
    html: "",
    tags: [{ name: "contact", value: "message" }],
  };
}
