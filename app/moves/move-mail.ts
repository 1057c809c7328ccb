import { toDisplayName } from "#app/domains/display-name.ts";
import type { Mail } from "#app/mail/mail.ts";
import { type MailPart, mailBody } from "#app/mail/mail-body.ts";
import type { MailSite } from "#app/mail/mail-frame.ts";
import { firstNameIn } from "#app/platform/text/first-name.ts";
import { nairobiTime } from "#app/platform/text/nairobi-day.ts";
import { isMailbox } from "#app/platform/text/one-line.ts";
import { GIVER_TERMS, type MoveState, moveWords, type NameMove } from "./move.ts";

const GIVER_WHY = "You get this because somebody asked us to give a name of your account away. We always write then.";
const RECEIVER_WHY = "You get this because a domain of our customer is to go to this address.";

type About = { move: NameMove; site: MailSite };
type Content = { key: string; to: string; name: string | null; subject: string; why: string; parts: MailPart[] };

function mailOf({ move, site }: About, { key, to, name, subject, why, parts }: Content): Mail[] {
  if (!isMailbox(to)) return [];
  return [
    {
      key: `move-${move.id}-${key}`,
      kind: "change",
      to,
      replyTo: site.brand.email,
      subject,
      ...mailBody(parts, { site, firstName: firstNameIn(name ?? ""), why }),
      tags: [{ name: "request", value: "move" }],
    },
  ];
}

/** What does not come with the name. */
const OWNERS = "Hosting and mailboxes that its owner has with us stay with its owner.";

type Started = { move: NameMove; givers: readonly string[]; stopHref: string; receiveHref: string };

/**
 * Returns the mails about a new move: to each address of the giver with the link that stops it, and to the receiver, in the
 * same words whether or not they have an account. The giver's mails do not name the receiver, because an earlier address may
 * be somebody else's by now.
 */
export function startMails({ move, givers, stopHref, receiveHref }: Started, site: MailSite): Mail[] {
  const display = toDisplayName(move.name);
  const ends = nairobiTime(new Date(move.endsAt));
  const begins = nairobiTime(new Date(move.notBefore));
  const toGiver: MailPart[] = [
    move.hasGiverAgreed
      ? `Somebody who was signed in to your account asked us ${moveWords(move)}.`
      : `Our staff began ${moveWords(move)}, for you. Please confirm it.`,
    ...(move.hasGiverAgreed ? [] : [{ label: "See it and confirm", href: controlPage(move, site) }]),
    `We do not move it before ${begins}, and not after ${ends} (Nairobi time).`,
    { head: "What then happens", lines: GIVER_TERMS.slice(0, 3) },
    "Was it not you? Stop it. You need no password for that.",
    { label: "Stop it", href: stopHref },
    "Then choose a new password: that signs everybody else out.",
    { label: "Choose a new password", href: `${site.origin}/login/forgot` },
  ];
  const toReceiver: MailPart[] = [
    `${move.fromEmail} wants to give you the name ${display}.`,
    "Then it is in your account: you renew it, and you look after its website and mail.",
    OWNERS,
    `Open the link, and say yes or no. It works until ${ends} (Nairobi time).`,
    { label: "See the name", href: receiveHref },
    "To say yes, sign in with exactly this address. If you have no account with it, you can make one.",
    "You do not know this person? Then do nothing, or say no.",
  ];
  const subject = `You asked us ${moveWords(move)}`;
  return [
    ...givers.flatMap((to, at) =>
      mailOf({ move, site }, { key: `from-${at}`, to, name: move.fromName, subject, why: GIVER_WHY, parts: toGiver }),
    ),
    ...mailOf(
      { move, site },
      { key: "to", to: move.toEmail, name: null, subject: `${display} for you`, why: RECEIVER_WHY, parts: toReceiver },
    ),
  ];
}

/** Returns the mails about a move that was done, to both sides. */
export function doneMails(move: NameMove, site: MailSite): Mail[] {
  const display = toDisplayName(move.name);
  return [
    ...mailOf(
      { move, site },
      {
        key: "done-from",
        to: move.fromEmail,
        name: move.fromName,
        subject: `${display} has a new owner`,
        why: GIVER_WHY,
        parts: [
          `${display} is now in the account of ${move.toEmail}.`,
          { label: "See your domains", href: `${site.origin}/dashboard` },
          ...GIVER_TERMS.slice(0, 3),
          "Was it not you? Answer this mail at once.",
        ],
      },
    ),
    ...mailOf(
      { move, site },
      {
        key: "done-to",
        to: move.toEmail,
        name: move.toName,
        subject: `${display} is yours`,
        why: RECEIVER_WHY,
        parts: [
          `${display} is now in your account, with its DNS records and the notes beside them.`,
          { label: "See the name", href: `${site.origin}/dashboard/domains/${encodeURIComponent(move.name)}` },
          "We remind you before it has to be renewed. A price that we had agreed with the owner before does not count for you.",
          "At the registry it may still stand in the name of the owner before. You can ask us to change that on its page, under “Control”.",
        ],
      },
    ),
  ];
}

const ENDINGS: Record<Exclude<MoveState, "open" | "done">, string> = {
  refused: "The new owner did not want it.",
  cancelled: "It was cancelled.",
  expired: "Not everybody agreed in time, or something about the name was still open.",
};

/** Returns the mails about a move that ended without being done, to those sides that did not end it themselves. */
export function endedMails(move: NameMove, ending: keyof typeof ENDINGS, site: MailSite): Mail[] {
  const display = toDisplayName(move.name);
  const mail = (key: string, to: string, name: string | null, why: string, owner: string) =>
    mailOf(
      { move, site },
      {
        ...{ key, to, name, why, subject: `${display} stays where it is` },
        parts: [
          `${display} stays with ${owner}.`,
          ENDINGS[ending],
          "There is nothing to do.",
          { label: "Ask us", href: `${site.origin}/contact?${new URLSearchParams({ domain: move.name })}` },
        ],
      },
    );
  return [
    ...mail("ended-from", move.fromEmail, move.fromName, GIVER_WHY, "you"),
    ...(ending === "refused" ? [] : mail("ended-to", move.toEmail, move.toName, RECEIVER_WHY, "its owner")),
  ];
}

const controlPage = ({ name }: NameMove, site: MailSite) =>
  `${site.origin}/dashboard/domains/${encodeURIComponent(name)}/control`;
