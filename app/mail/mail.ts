/** The kinds of mails, with their names at the desk. These are short, because a phone shows them beside two buttons. */
export const MAIL_KINDS = {
  confirm: "Link",
  contact: "Message",
  newsletter: "Welcome",
  issue: "Newsletter",
  order: "Order",
  "order-news": "Order news",
  payment: "Payment",
  renewal: "Reminder",
  service: "Service",
  school: "School",
  change: "Change",
  answer: "Answer",
  invitation: "Invitation",
  digest: "Work list",
} as const;

/** A mail to send. The queue decides when and how. */
export type Mail = {
  /**
   * Idempotency key, 8 to 100 letters, digits, "-" and "_". A second mail of the same kind and key within a day is not sent.
   */
  key: string;
  kind: keyof typeof MAIL_KINDS;
  to: string;
  replyTo?: string;
  /** One-click unsubscribe URL of a mailing list (RFC 8058). */
  unsubscribeUrl?: string;
  subject: string;
  text: string;
  html: string;
  tags: readonly { name: string; value: string }[];
};

/**
 * Returns a valid subject header: no control characters, no no-break spaces (the header would be encoded), at most 300
 * characters, as the database stores.
 */
export function subjectLine(words: string): string {
  return words
    .replace(/[\p{Cc}\u2028\u2029\u00a0]+/gu, " ")
    .trim()
    .slice(0, 300);
}

/** What a visitor or customer wrote to the agency. `phone`: as people dial it. `domain`: the name that it is about. */
type Letter = {
  name: string;
  email: string;
  phone?: string | undefined;
  subject: string;
  message: string;
  domain?: string | undefined;
};

/** Returns the mail that brings a message to the agency; a reply goes to its sender. Text only, because a stranger wrote it. */
export function messageMail(
  { name, email, phone, subject, message, domain }: Letter,
  { to, key }: { to: string; key: string },
): Mail {
  const about = [...(phone ? [`Phone: ${phone}`] : []), ...(domain === undefined ? [] : [`Domain: ${domain}`])];
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

/** The body of a request to an e-mail worker, without the token (docs/going-live.md). Only `text` is not sent to it. */
export type WorkerMail = {
  email: string;
  firstName: string;
  lastName: string;
  text: string;
  dynamicData: { subject: string; html: string; tags: { name: string; value: string }[] };
};

/** Converts a worker's mail to a mail that the site sends itself if there is no worker. */
export function mailOf(
  { email, text, dynamicData }: WorkerMail,
  about: Pick<Mail, "kind" | "key" | "unsubscribeUrl">,
): Mail {
  return { ...about, to: email, text, ...dynamicData };
}
