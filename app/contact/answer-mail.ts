import type { Mail } from "#app/mail/mail.ts";
import { subjectLine } from "#app/mail/mail.ts";
import { mailBody } from "#app/mail/mail-body.ts";
import type { MailSite } from "#app/mail/mail-frame.ts";

type Answer = {
  /** The idempotency key. */
  key: string;
  /** The visitor's address. */
  to: string;
  /** What the visitor typed as the subject. */
  subject: string;
  /** What staff wrote. */
  answer: string;
  /** The page of the thread. */
  href: string;
};

/**
 * Returns the mail with an answer to a visitor's message. Of what the visitor typed, the mail repeats the subject only,
 * because anybody can type another person's address in the form. A reply goes to the agency's mailbox. Source:
 * docs/product/desk.md, "Messages".
 */
export function answerMail({ key, to, subject, answer, href }: Answer, site: MailSite): Mail {
  const frame = {
    site,
    // Staff greet the visitor themselves.
    firstName: undefined,
    why: "You get this because somebody wrote to us on our website with your address. Not you? You need not do anything.",
  };
  const paragraphs = answer.split(/\n{2,}/).map((words) => words.trim());
  return {
    key,
    kind: "answer",
    to,
    replyTo: site.brand.email,
    subject: subjectLine(`Re: ${subject}`),
    ...mailBody(
      ["This is our answer to your message.", ...paragraphs, { label: "Read it all, or write back", href }],
      frame,
    ),
    tags: [{ name: "answer", value: "thread" }],
  };
}
