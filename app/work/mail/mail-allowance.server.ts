import { waitInWords } from "#app/model/wait-words.ts";
import type { Use } from "../limits.server.ts";
import { mailboxOf } from "./mailbox-of.server.ts";

/** How many mails a form may have sent to an address. Source: docs/product.md, "Limits". */
export type MailAllowance = {
  /** What a mail uses of limits that refuse it. */
  within: readonly Use[];
  /** What it uses of limits that refuse other forms. */
  alsoCounts: readonly Use[];
  /** Limits above which this form asks a question, beside those that are the same for every form. */
  asksAbove?: readonly Use[];
  /** Mails that go out because of a token have limits of their own, by what became of the token. */
  countsTokens?: boolean;
  /** The sentence over a limit is true: it says when to come back, in so many seconds. */
  words: (seconds: number) => string;
};

/** The forms that have the link of an account sent again. */
export type LinkForm = "forgot" | "resend";

/** Two mails a day to one mailbox: the newsletter's and the schools'. */
export function dailyMails(email: string): MailAllowance {
  const mailbox = mailboxOf(email);
  return {
    within: [["mailsToEmail", mailbox]],
    alsoCounts: [["asksForEmail", mailbox]],
    countsTokens: true,
    words: (seconds) =>
      `We have sent this address two mails today. Please look for them, in spam too, or try again in ${waitInWords(seconds)}.`,
  };
}

/** Two a day as well. Signing up says the same to every address, whether it has an account or not. */
export function signUps(email: string): MailAllowance {
  const mailbox = mailboxOf(email);
  return { within: [["asksForEmail", mailbox]], alsoCounts: [["mailsToEmail", mailbox]], words: askedEnough };
}

/**
 * Three links an hour and six a day. No other form touches recovery's, and what sends nothing cannot use it up: it is
 * counted by the address alone as it was typed, because another spelling is another account or none, and not by re-sending,
 * which sends nothing to an address that is confirmed. Re-sending counts both, for the whole mailbox; so many there are
 * worth a question to whoever asks for recovery. Whether there is an account makes no difference.
 */
export function links(form: LinkForm, email: string): MailAllowance {
  const mailbox = mailboxOf(email);
  const ofMailbox: Use[] = [
    ["linksInHour", mailbox],
    ["linksInDay", mailbox],
  ];
  if (form === "resend") return { within: ofMailbox, alsoCounts: [], words: askedEnough };
  const ofAddress: Use[] = [
    ["recoveriesInHour", email],
    ["recoveriesInDay", email],
  ];
  return { within: ofAddress, alsoCounts: ofMailbox, asksAbove: ofMailbox, words: askedEnough };
}

/** What is said where it must not be told whether any mail went out. */
function askedEnough(seconds: number): string {
  return `Too many mails to this address have been requested. Please look in the mailbox, in spam too, or try again in ${waitInWords(seconds)}.`;
}
