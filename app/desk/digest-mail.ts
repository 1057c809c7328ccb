import type { Mail } from "#app/mail/mail.ts";
import { mailBody } from "#app/mail/mail-body.ts";
import type { MailSite } from "#app/mail/mail-frame.ts";
import { countWork, type WorkItem } from "./work.ts";

type Context = {
  to: string;
  /** The idempotency key: one digest a day for each. */
  key: string;
  site: MailSite;
};

/**
 * Returns the morning mail to a member of staff: how much waits, without names. Source: docs/product/desk.md, "The work list".
 */
export function digestMail(items: readonly WorkItem[], { to, key, site }: Context): Mail {
  const counts = countWork(items);
  const sentence = items.length === 1 ? "One thing waits for you today." : `${items.length} things wait for you today.`;
  const parts = [
    sentence,
    { label: "Open the work list", href: `${site.origin}/desk` },
    { head: "What waits", lines: counts.map(({ words }) => words) },
  ];
  const frame = { site, firstName: "", why: "You get this each morning because you are one of our staff." };
  return {
    key,
    kind: "digest",
    to,
    subject: `Today at the desk: ${counts.map(({ words }) => words).join(", ")}`,
    ...mailBody(parts, frame),
    tags: [{ name: "desk", value: "digest" }],
  };
}
