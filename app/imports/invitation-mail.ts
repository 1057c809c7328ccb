import { toDisplayName } from "#app/domains/display-name.ts";
import type { Mail } from "#app/mail/mail.ts";
import { mailBody } from "#app/mail/mail-body.ts";
import type { MailSite } from "#app/mail/mail-frame.ts";
import { firstNameIn } from "#app/platform/text/first-name.ts";

/** A person with an imported account. `id`: of the account. `domains`: up to ten of their names. */
type Invited = { id: string; to: string; fullName: string; domains: readonly string[] };

/**
 * Returns the mail by which the owner of an imported account chooses its password. `href` opens a page with a button, for 30
 * days.
 */
export function invitationMail(
  { id, to, fullName, domains }: Invited,
  { site, href }: { site: MailSite; href: string },
): Mail {
  const brand = site.brand.name;
  const parts = [
    `We made an account for you at ${brand}. Please choose its password.`,
    { label: "Choose your password", href },
    ...(domains.length > 0 ? [{ head: "What you see there", lines: domains.map((name) => toDisplayName(name)) }] : []),
    "The link works for 30 days. It opens a page with a button.",
    "You do not know us? Ignore this e-mail: without the button nobody can use the account.",
  ];
  return {
    key: id,
    kind: "invitation",
    to,
    replyTo: site.brand.email,
    subject: `Your account at ${brand}`,
    ...mailBody(parts, {
      site,
      firstName: firstNameIn(fullName),
      why: "You get this because we made an account with this address.",
    }),
    tags: [{ name: "account", value: "invitation" }],
  };
}
