import type { Mail } from "../mail/mail.ts";
import { nairobiTime } from "../nairobi-day.ts";
import { isMailbox } from "../one-line.ts";
import { type MailPart, mailBody } from "./mail-body.ts";

/**
 * A change of an account. `times`: how often it happened since the last notification; `at` is then the last time (ISO 8601).
 * `email` is the account's address, or the previous one if the address changed.
 */
export type AccountChange = {
  id: string;
  kind: "password" | "address" | "sign-out";
  email: string;
  newEmail: string | null;
  at: string;
  times: number;
};

type Site = { origin: string; brandName: string; brandEmail: string };

/** Returns the notifications of an account change: one, or two if the address changed. Customers cannot switch them off. */
export function accountMails(change: AccountChange, site: Site): Mail[] {
  const mails = change.kind === "address" ? addressMails(change, site) : [singleMail(change, site)];
  // The auth service accepts addresses that mail servers reject.
  return mails.filter(({ to }) => isMailbox(to));
}

function singleMail(change: AccountChange, site: Site): Mail {
  const { kind, email } = change;
  const parts = kind === "password" ? passwordParts(change, site) : signOutParts(change, site);
  const subject = kind === "password" ? "Your password was changed" : "You were signed out everywhere";
  return notification(change, { to: email, subject, parts });
}

function passwordParts({ email, ...change }: AccountChange, site: Site): MailPart[] {
  return [
    `The password of your account with ${site.brandName} was changed ${when(change)}. The account is ${email}.`,
    "It was changed by somebody who knew the old password or opened a link that we had sent to this address, or by our people, if you have asked them.",
    "If it was you, there is nothing to do.",
    ...notYou(site),
  ];
}

function signOutParts({ email, ...change }: AccountChange, site: Site): MailPart[] {
  return [
    `Your account with ${site.brandName} was signed out on every phone and computer ${when(change)}. The account is ${email}.`,
    "It was done by somebody who was signed in to it, on the page of your profile.",
    "If it was you, there is nothing to do: sign in again with your password.",
    ...notYou(site),
  ];
}

/** One mail to the previous address and one to the new one, which does not mention the previous. */
function addressMails(change: AccountChange, site: Site): Mail[] {
  const { email, newEmail } = change;
  if (newEmail === null) return [];
  const people = "Our people change an address when its owner has asked for it and they are sure who asks.";
  return [
    notification(change, {
      to: email,
      subject: "Your sign-in e-mail was changed",
      parts: [
        `Your account with ${site.brandName} has another e-mail address since ${moment(change)}: ${newEmail}. One signs in with that now, and our mails go there, no longer to ${email}.`,
        people,
        "If you have asked for it, there is nothing to do.",
        `If it was not you, answer this mail or write to ${site.brandEmail} at once: with this address you cannot sign in any more, but we can undo it.`,
      ],
    }),
    notification(change, {
      to: newEmail,
      subject: "You now sign in with this address",
      parts: [
        `An account with ${site.brandName} has this e-mail address since ${moment(change)}. You sign in with it now, and our mails come here.`,
        people,
        "If you have asked for it, there is nothing to do.",
        `If you know nothing of it, answer this mail or write to ${site.brandEmail}.`,
      ],
    }),
  ];
}

function notYou({ origin }: Site): MailPart[] {
  return [
    "If it was not you, choose a new password now. That signs everybody else out. Then answer this mail.",
    { label: "Choose a new password", href: `${origin}/login/forgot` },
  ];
}

type Content = { to: string; subject: string; parts: MailPart[] };

function notification({ id, kind, newEmail }: AccountChange, { to, subject, parts }: Content): Mail {
  const place = to === newEmail ? "after" : "before";
  return {
    key: `${id}-${place}`,
    kind: "change",
    to,
    subject,
    ...mailBody(parts),
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
