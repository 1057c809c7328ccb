import { toDisplayName } from "#app/domains/display-name.ts";
import type { Mail } from "#app/mail/mail.ts";
import { mailBody } from "#app/mail/mail-body.ts";
import type { MailSite } from "#app/mail/mail-frame.ts";
import { nairobiTime } from "#app/platform/text/nairobi-day.ts";
import { isMailbox } from "#app/platform/text/one-line.ts";
import { REQUEST_WORDS, type RequestKind, type Wanted } from "./request.ts";

type Asked = { id: string; name: string; kind: RequestKind; wanted: Wanted; notBefore: string; firstName: string };

/**
 * Returns the mails about a new request: one to each address, with the link that stops it. They name no holder, because an
 * earlier address may be somebody else's by now.
 */
export function requestMails(request: Asked, addresses: readonly string[], stopHref: string, site: MailSite): Mail[] {
  const { id, name, kind, wanted, notBefore, firstName } = request;
  const asked = REQUEST_WORDS[kind].asked(toDisplayName(name));
  const begins = nairobiTime(new Date(notBefore));
  const parts = [
    `Somebody who was signed in to your account asked us ${asked}.`,
    ...(wanted.servers ? [{ head: "The new name servers", lines: wanted.servers }] : []),
    kind === "lock" ? "We do it at once." : `We do not begin before ${begins} (Nairobi time).`,
    "Was it you? Then there is nothing to do.",
    "Not you? Stop it. You need no password for that.",
    { label: "Stop it", href: stopHref },
    "Then choose a new password: that signs everybody else out.",
    { label: "Choose a new password", href: `${site.origin}/login/forgot` },
  ];
  const why = "You get this because somebody asked us to change a name of your account. We always write then.";
  return addresses.filter(isMailbox).map((to, index) => ({
    key: `request-${id}-${index}`,
    kind: "change",
    to,
    replyTo: site.brand.email,
    subject: `You asked us ${asked}`,
    ...mailBody(parts, { site, firstName, why }),
    tags: [{ name: "request", value: kind }],
  }));
}
