import type { Mail } from "../mail/mail.ts";
import type { MailSite } from "../mail/mail-frame.ts";
import { nairobiTime } from "../nairobi-day.ts";
import { isMailbox } from "../one-line.ts";
import { type MailPart, mailBody } from "./mail-body.ts";

/**
 * A change of an account. `times`: how often it happened since the last notification; `at` is then the last time (ISO 8601).
 * `email` is the account's address, or the previous one if the address changed.
 */
export type AccountChange = {
  id: string;
  kind: "password" | "address" | "sign-out" | "step-on" | "step-off";
  email: string;
  newEmail: string | null;
  at: string;
  times: number;
};

/** The customer's first name, or "". */
type Named = { firstName: string };

const NOTHING_TO_DO = "Was it you? Then there is nothing to do.";

/** Returns the notifications of an account change: one, or two if the address changed. Customers cannot switch them off. */
export function accountMails(change: AccountChange & Named, site: MailSite): Mail[] {
  const mails = change.kind === "address" ? addressMails(change, site) : [singleMail(change, site)];
  // The auth service accepts addresses that mail servers reject.
  return mails.filter(({ to }) => isMailbox(to));
}

function singleMail(change: AccountChange & Named, site: MailSite): Mail {
  const { kind, email } = change;
  if (kind === "step-on" || kind === "step-off") {
    const subject = kind === "step-on" ? "Your second step is on" : "Your second step is off";
    return notification(change, { to: email, subject, parts: stepParts(change, site), site });
  }
  const parts = kind === "password" ? passwordParts(change, site) : signOutParts(change, site);
  const subject = kind === "password" ? "Your password was changed" : "You were signed out everywhere";
  return notification(change, { to: email, subject, parts, site });
}

function passwordParts({ email, ...change }: AccountChange, site: MailSite): MailPart[] {
  return [
    `Your ${site.brand.name} password was changed ${when(change)}.`,
    NOTHING_TO_DO,
    ...notYou(site),
    `The account is ${email}.`,
    "Somebody knew the old password, or opened a link in this mailbox. Or we did it, because you asked.",
  ];
}

function stepParts({ kind, email, ...change }: AccountChange, site: MailSite): MailPart[] {
  const [done, next] =
    kind === "step-on"
      ? ["on", "Each sign-in now also needs a code from your phone."]
      : ["off", "Signing in needs only your password now."];
  return [
    `The second step of your ${site.brand.name} account is ${done}.`,
    `It was changed ${when(change)}. ${next}`,
    NOTHING_TO_DO,
    ...notYou(site),
    `The account is ${email}.`,
  ];
}

function signOutParts({ email, ...change }: AccountChange, site: MailSite): MailPart[] {
  return [
    `You were signed out of ${site.brand.name} on every phone and computer ${when(change)}.`,
    `${NOTHING_TO_DO} Sign in again with your password.`,
    ...notYou(site),
    `The account is ${email}.`,
    "It was done on your profile page, by somebody who was signed in.",
  ];
}

/** One mail to the previous address and one to the new one, which does not mention the previous. */
function addressMails(change: AccountChange & Named, site: MailSite): Mail[] {
  const { email, newEmail } = change;
  if (newEmail === null) return [];
  const { brand, origin } = site;
  const us = "We change an address only when its owner asks and we are sure who asks.";
  return [
    notification(change, {
      to: email,
      subject: "Your sign-in e-mail was changed",
      parts: [
        `You now sign in to ${brand.name} with ${newEmail}.`,
        `Not you? Answer this e-mail or write to ${brand.email} at once. We can undo it.`,
        { label: "Write to us", href: `${origin}/contact` },
        `It was changed on ${moment(change)}. Our e-mails no longer go to ${email}.`,
        us,
        NOTHING_TO_DO,
      ],
      site,
    }),
    notification(change, {
      to: newEmail,
      subject: "You now sign in with this address",
      parts: [
        `You now sign in to ${brand.name} with this e-mail address.`,
        { label: "Sign in", href: `${origin}/login` },
        `It was changed on ${moment(change)}. Our e-mails now come here.`,
        us,
        `You know nothing of it? Answer this e-mail or write to ${brand.email}.`,
      ],
      site,
    }),
  ];
}

function notYou({ origin }: MailSite): MailPart[] {
  return [
    "Not you? Choose a new password now. That signs everybody else out. Then answer this e-mail.",
    { label: "Choose a new password", href: `${origin}/login/forgot` },
  ];
}

type Content = { to: string; subject: string; parts: MailPart[]; site: MailSite };

function notification(change: AccountChange & Named, { to, subject, parts, site }: Content): Mail {
  const { id, kind, newEmail, firstName } = change;
  const place = to === newEmail ? "after" : "before";
  const why = "You get this because your account changed. We always write then.";
  return {
    key: `${id}-${place}`,
    kind: "change",
    to,
    subject,
    ...mailBody(parts, { site, firstName, why }),
    tags: [{ name: "change", value: kind }],
  };
}

type Moment = Pick<AccountChange, "at" | "times">;

function when({ at, times }: Moment): string {
  return times > 1 ? `${times} times, the last time on ${moment({ at })}` : `on ${moment({ at })}`;
}

function moment({ at }: Pick<Moment, "at">): string {
  return `${nairobiTime(new Date(at))} (Nairobi time)`;
}
