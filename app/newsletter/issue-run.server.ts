import { markdownToMail } from "#app/blog/to-mail.server.ts";
import type { Mail } from "#app/mail/mail.ts";
import { mailBody } from "#app/mail/mail-body.ts";
import type { MailSite } from "#app/mail/mail-frame.ts";
import { mailSite } from "#app/mail/mail-site.server.ts";
import { enqueueMail } from "#app/mail/queue.table.server.ts";
import { env } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.server.ts";
import type { Result } from "#app/platform/result.ts";
import type { Staff } from "#app/platform/settings/staff.ts";
import { firstNameIn } from "#app/platform/text/first-name.ts";
import { listNextSubscribers, queueIssue } from "./issues.table.server.ts";
import { sealUnsubscribeLink } from "./unsubscribe.server.ts";

/**
 * How often a process puts mails into the queue, in ms: often, so that the mails leave evenly and other mails can leave
 * between them.
 */
export const ISSUE_INTERVAL_MS = 10_000;
const MINUTE_MS = 60_000;
/** The most mails that are made at a time. A process that is killed has made at most this many in vain. */
const BATCH = 50;

/**
 * Returns what decides whether this site sends issues. `isOurList`: the list of subscribers is the site's, not a worker's.
 * `hasMailServer`: there is a mail server or service. `rate`: mails a minute.
 */
export function canSendIssues() {
  return { isOurList: !env.newsletter, hasMailServer: Boolean(env.smtp || env.mail), rate: env.newsletterRate };
}

/** Returns the mail of an issue with the links that unsubscribe its recipient. `key` is the idempotency key. */
export function mailOfIssue(words: IssueWords, recipient: IssueRecipient, key: string): Mail {
  const token = sealUnsubscribeLink(recipient.email);
  return issueMail(words, recipient, {
    site: mailSite(),
    key,
    unsubscribeHref: `${env.origin}/newsletter/unsubscribe?token=${token}`,
    unsubscribeUrl: `${env.origin}/newsletter/one-click?token=${token}`,
  });
}

/** Sends an issue to a member of staff only, once for each version. `expectedVersion`: the issue's version in the form. */
export function sendTestIssue(
  { id, title, content }: IssueWords & { id: string },
  { id: staffId, email, name }: Staff,
  expectedVersion: string,
): Promise<Result<null>> {
  const key = `test-${id}-${staffId.slice(0, 8)}-${Date.parse(expectedVersion)}`;
  const mail = mailOfIssue({ title, content }, { email, firstName: name }, key);
  return enqueueMail({ ...mail, subject: `Test: ${title}` });
}

/**
 * Puts the next mails of the issue that is being sent into the queue: at most what may leave until the next call. Any number
 * of processes may do so at once. Returns how many mails were queued. Source: docs/product/desk.md, "The desk".
 */
export async function queueNextMails(rate = env.newsletterRate): Promise<number> {
  const share = Math.ceil((rate * ISSUE_INTERVAL_MS) / MINUTE_MS);
  let queued = 0;
  while (queued < share) {
    const added = await queueBatch(rate, Math.min(BATCH, share - queued));
    if (added === 0) break;
    queued += added;
  }
  return queued;
}

async function queueBatch(rate: number, most: number): Promise<number> {
  const subscribers = await listNextSubscribers(rate, most);
  const [first] = subscribers ?? [];
  if (!subscribers || !first) return 0;
  const deliveries = subscribers.map(({ issue, subscriber, ...recipient }) => ({
    subscriber,
    mail: mailOfIssue(recipient, recipient, `${issue}-${subscriber}`),
  }));
  const queued = await queueIssue(first.issue, rate, deliveries);
  if (queued) log.info({ issue: first.issue, queued }, "newsletter mails queued");
  return queued ?? 0;
}

/** Returns the turn of the loop that sends issues, undefined if the settings do not let this site send them. */
export function issueTurn() {
  const { isOurList, hasMailServer } = canSendIssues();
  if (!isOurList || !hasMailServer) return undefined;
  // The next turn begins one interval after the beginning of this one: a share is what may leave in an interval.
  return async (): Promise<number> => {
    const startedAt = performance.now();
    await queueNextMails();
    return Math.max(0, startedAt + ISSUE_INTERVAL_MS - performance.now());
  };
}

/** An issue of the newsletter. `title` is the subject, `content` is markdown. */
export type IssueWords = { title: string; content: string };
/** Who gets an issue. `firstName` is as the subscriber typed it. */
export type IssueRecipient = { email: string; firstName: string };
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
  { email, firstName }: IssueRecipient,
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
