import type { Mail } from "#app/mail/mail.ts";
import { mailBody } from "#app/mail/mail-body.ts";
import type { MailSite } from "#app/mail/mail-frame.ts";
import { countWork, type Work } from "./work.ts";

type Context = {
  to: string;
  /** The idempotency key: one digest a day for each member of staff. */
  key: string;
  site: MailSite;
};

/**
 * Returns the morning mail to a member of staff: how many things of each kind wait, without names. Source:
 * docs/product/desk.md, "The work list".
 */
export function digestMail(work: Pick<Work, "counts">, { to, key, site }: Context): Mail {
  const { words, all, allWords } = countWork(work);
  const sentence = all === 1 ? "One thing waits for you today." : `${allWords} things wait for you today.`;
  const parts = [
    sentence,
    { label: "Open the work list", href: `${site.origin}/desk` },
    { head: "What waits", lines: words },
  ];
  const frame = { site, firstName: "", why: "You get this each morning because you are one of our staff." };
  return {
    key,
    kind: "digest",
    to,
    subject: `Today at the desk: ${words.join(", ")}`,
    ...mailBody(parts, frame),
    tags: [{ name: "desk", value: "digest" }],
  };
}
