import type { Mail } from "#app/mail/mail.ts";
import { mailBody } from "#app/mail/mail-body.ts";
import type { MailSite } from "#app/mail/mail-frame.ts";

type Context = {
  to: string;
  /** The customer's first name; "" if unknown. */
  firstName: string;
  site: MailSite;
};

/**
 * Returns the mail that tells a customer that a domain is in the account. `id` is the domain's: there is one such mail for
 * each.
 */
export function addedMail({ id, name }: { id: string; name: string }, { to, firstName, site }: Context): Mail {
  const parts = [
    `${name} is in your account.`,
    { label: "Open it", href: `${site.origin}/dashboard/domains/${name}` },
    "There you see until when it is yours, and change its DNS records.",
  ];
  return {
    key: `added-${id}`,
    kind: "domain-added",
    to,
    subject: `${name} is in your account`,
    ...mailBody(parts, { site, firstName, why: "You get this because you have a domain with us." }),
    tags: [{ name: "domain", value: "added" }],
  };
}
