import { markdownToMail } from "#app/blog/to-mail.server.ts";
import type { Mail } from "#app/mail/mail.ts";
import { mailBody } from "#app/mail/mail-body.ts";
import type { MailSite } from "#app/mail/mail-frame.ts";
import { firstNameIn } from "#app/platform/text/first-name.ts";

/** An issue of the newsletter. `title` is the subject, `content` is markdown. */
export type IssueWords = { title: string; content: string };
/** Who gets it. `firstName` as the subscriber typed it. */
export type IssueReader = { email: string; firstName: string };
type IssueContext = {
  site: MailSite;
  /** The idempotency key. */
  key: string;
  /** The page that unsubscribes, and the URL of mail programs' own button (RFC 8058). */
  unsubscribeHref: string;
  unsubscribeUrl: string;
};

/**
 * Returns the mail of an issue for one subscriber, with a greeting by the rule of first names. Source: docs/product/desk.md,
 * "The desk".
 */
export function issueMail(
  { title, content }: IssueWords,
  { email, firstName }: IssueReader,
  { site, key, unsubscribeHref, unsubscribeUrl }: IssueContext,
): Mail {
  const parts = [title, markdownToMail(content, site.origin), { label: "Read our blog", href: `${site.origin}/blog` }];
  const { text, html } = mailBody(parts, {
    site,
    firstName: firstNameIn(firstName),
    why: "You get this because you asked for our newsletter.",
    footerLink: { label: "Unsubscribe", href: unsubscribeHref },
  });
  const tags = [{ name: "newsletter", value: "issue" }];
  return { key, kind: "issue", to: email, subject: title, text, html, tags, unsubscribeUrl };
}
