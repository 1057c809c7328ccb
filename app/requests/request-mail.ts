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

type Ended = Pick<Asked, "id" | "name" | "kind" | "firstName"> & {
  reason: string | null;
  to: string;
  replaces?: string | undefined;
};

/**
 * Returns the mail about the end of a request; none without an address. `reason`: why it was refused. `replaces`: when the
 * transfer code was given (ISO 8601) that a new one replaces. A code is not in it.
 */
export function endedMails({ id, name, kind, reason, to, firstName, replaces }: Ended, site: MailSite): Mail[] {
  if (!isMailbox(to)) return [];
  const display = toDisplayName(name);
  const page = `${site.origin}/dashboard/domains/${encodeURIComponent(name)}/control`;
  const asked = `You asked us ${REQUEST_WORDS[kind].asked(display)}.`;
  const parts =
    reason !== null
      ? [`We could not do what you asked about ${display}.`, asked, reason, { label: "See your requests", href: page }]
      : kind === "code"
        ? [
            replaces === undefined
              ? `The transfer code of ${display} is ready.`
              : `The transfer code of ${display} that we gave you before was wrong. Another one is ready.`,
            "It is on your page for 30 days. You type your password to see it.",
            { label: "See the code", href: page },
            "You did not ask for it? Open the mail about your request and press “Stop it”. Then nobody can see the code.",
          ]
        : [`We have done what you asked about ${display}.`, asked, { label: "See your requests", href: page }];
  const subject =
    reason !== null
      ? `We could not do it: ${display}`
      : kind === "code"
        ? `The code of ${display} is ready`
        : `It is done: ${display}`;
  return [
    {
      key: replaces === undefined ? `request-${id}-ended` : `request-${id}-replaced-${Date.parse(replaces)}`,
      kind: "change",
      to,
      replyTo: site.brand.email,
      subject,
      ...mailBody(parts, { site, firstName, why: "You get this because you asked us to change this name." }),
      tags: [{ name: "request", value: kind }],
    },
  ];
}
