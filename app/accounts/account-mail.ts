import type { Mail } from "#app/mail/mail.ts";
import { type MailPart, mailBody } from "#app/mail/mail-body.ts";
import type { MailSite } from "#app/mail/mail-frame.ts";
import { nairobiTime } from "#app/platform/text/nairobi-day.ts";
import { isMailbox } from "#app/platform/text/one-line.ts";

/** The changes of an account's security of which its owner is notified by mail. */
export const ACCOUNT_CHANGES = [
  "password",
  "address",
  "phone",
  "sign-out",
  "step-on",
  "step-off",
  "step-codes",
  "step-code-used",
  "wrong-codes",
  "copies-on",
  "copies-off",
] as const;
export type AccountChangeKind = (typeof ACCOUNT_CHANGES)[number];

/**
 * A change of an account. `times`: how often it happened since the last notification; `at` is then the last time (ISO 8601).
 * `email` is the account's address, or the previous one if the address changed. `newEmail` is the new address, or the billing
 * contact.
 */
export type AccountChange = {
  id: string;
  kind: AccountChangeKind;
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

/** What each mail says: its subject, what happened (`on` is "on 26 November at 13:05"), and what follows from it. */
type Words = { subject: string; happened: (brand: string, on: string) => string; after?: string; why?: string };

const WORDS: Record<Exclude<AccountChangeKind, "address">, Words> = {
  password: {
    subject: "Your password was changed",
    happened: (brand, on) => `Your ${brand} password was changed ${on}.`,
    why: "Somebody knew the old password, or opened a link in this mailbox. Or we did it, because you asked.",
  },
  phone: {
    subject: "Your phone number was changed",
    happened: (brand, on) => `The phone number of your ${brand} account was changed ${on}.`,
    after: "If you lose your second step, we call the number before it for 30 days more.",
  },
  "sign-out": {
    subject: "You were signed out everywhere",
    happened: (brand, on) => `You were signed out of ${brand} on every phone and computer ${on}.`,
    after: "Sign in again with your password.",
    why: "It was done on your profile page, by somebody who was signed in.",
  },
  "step-on": {
    subject: "Your second step is on",
    happened: (brand, on) => `The second step of your ${brand} account is on. It was changed ${on}.`,
    after: "Each sign-in now also needs a code from your phone.",
  },
  "step-off": {
    subject: "Your second step is off",
    happened: (brand, on) => `The second step of your ${brand} account is off. It was changed ${on}.`,
    after: "Signing in needs only your password now.",
  },
  "step-codes": {
    subject: "You have new printed codes",
    happened: (brand, on) => `New printed codes for your ${brand} account were made ${on}.`,
    after: "The old ones no longer work.",
  },
  "step-code-used": {
    subject: "A printed code was used",
    happened: (brand, on) => `A printed code of your ${brand} account was used ${on}.`,
    after: "It does not work again. You can make new ones on your profile page.",
  },
  "wrong-codes": {
    subject: "Wrong codes were typed",
    happened: (brand, on) => `Somebody typed your ${brand} password and then five wrong codes ${on}.`,
    after: "Wrong codes open nothing. But whoever it was knows your password.",
  },
  "copies-on": {
    subject: "Copies of your bills go to a second address",
    happened: (brand, on) => `Copies of your bills, receipts and reminders of ${brand} go to a second address ${on}.`,
    after: "You can stop them on your profile page.",
  },
  "copies-off": {
    subject: "Copies of your bills have stopped",
    happened: (brand, on) => `The copies of your bills, receipts and reminders of ${brand} were stopped ${on}.`,
    after: "The address stopped them itself, or it was done on your profile page.",
  },
};

function singleMail(change: AccountChange & Named, site: MailSite): Mail {
  const { kind, email } = change;
  const { subject, happened, after, why } = WORDS[kind as keyof typeof WORDS];
  const parts: MailPart[] = [
    happened(site.brand.name, when(change)),
    ...(change.newEmail === null ? [] : [`The second address is ${change.newEmail}.`]),
    ...(after === undefined ? [] : [after]),
    NOTHING_TO_DO,
    ...notYou(site),
    `The account is ${email}.`,
    ...(why === undefined ? [] : [why]),
  ];
  return notification(change, { to: email, subject, parts, site });
}

/** Returns a mail to the previous address and a mail to the new address. The second does not mention the previous address. */
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
