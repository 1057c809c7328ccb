import { domainToASCII } from "node:url";
import type { BotCheckPass } from "#app/platform/abuse/bot-check.server.ts";
import {
  consume,
  consumeAll,
  isAnyExhausted,
  type LimitUse,
  peekAll,
  type RateLimitResult,
  refund,
} from "#app/platform/abuse/limits.server.ts";
import { type Failure, type Result, success, tooMany } from "#app/platform/result.ts";
import { waitInWords } from "#app/platform/text/words.ts";

/** How many mails a form may send to an e-mail address. Source: docs/product/limits-and-outages.md, "Limits". */
export type MailQuota = {
  /** The limits of this form. */
  within: readonly LimitUse[];
  /** The limits of other forms, in which this form's mails count too. */
  alsoCounts: readonly LimitUse[];
  /** Limits above which this form asks a challenge, in addition to those of all forms. */
  asksAbove?: readonly LimitUse[];
  /**
   * If true, mails of the widget path are counted apart: accepted tokens by the visitor's address, rejected tokens by address
   * and in all.
   */
  countsTokens?: boolean;
  /** The message above the limit, given the seconds until the next try. */
  words: (seconds: number) => string;
};

/** The forms that send the link of an account again. */
export type LinkForm = "forgot" | "resend";

/** Newsletter and school registration: two mails a day to one mailbox. */
export function dailyMailQuota(email: string): MailQuota {
  const mailbox = mailboxOf(email);
  return {
    within: [["mailsToEmail", mailbox]],
    alsoCounts: [["asksForEmail", mailbox]],
    countsTokens: true,
    words: (seconds) =>
      `We have sent this address two mails today. Please look for them, in spam too, or try again in ${waitInWords(seconds)}.`,
  };
}

/**
 * The quota of sign-up: two mails a day to one mailbox too. The words are the same for an address with an account and one
 * without.
 */
export function signUpQuota(email: string): MailQuota {
  const mailbox = mailboxOf(email);
  return { within: [["asksForEmail", mailbox]], alsoCounts: [["mailsToEmail", mailbox]], words: tooManyRequested };
}

/**
 * The quota of account links: three mails an hour and six a day, whether or not there is an account. Recovery ("forgot")
 * counts the address as typed, because another spelling belongs to another account or to none. Resending a confirmation counts
 * the mailbox. Recovery counts there too, and requires a challenge above the mailbox's limit.
 */
export function linkQuota(form: LinkForm, email: string): MailQuota {
  const mailbox = mailboxOf(email);
  const ofMailbox: LimitUse[] = [
    ["linksInHour", mailbox],
    ["linksInDay", mailbox],
  ];
  if (form === "resend") return { within: ofMailbox, alsoCounts: [], words: tooManyRequested };
  const ofAddress: LimitUse[] = [
    ["recoveriesInHour", email],
    ["recoveriesInDay", email],
  ];
  return { within: ofAddress, alsoCounts: ofMailbox, asksAbove: ofMailbox, words: tooManyRequested };
}

/** Returns why the form can't send another mail now, or undefined if it can. Counts nothing. */
export async function quotaFailure({ within, words }: MailQuota): Promise<Failure | undefined> {
  return overLimit(await peekAll(within), words);
}

/** Returns whether so many mails were requested that a challenge comes first, for forms without a token and with one. */
export async function challengeRules(
  { asksAbove = [], countsTokens = false }: MailQuota,
  address: string | undefined,
): Promise<{ requiresChallenge: boolean; requiresChallengeWithToken: boolean }> {
  const [requiresChallenge, requiresChallengeWithToken] = await Promise.all([
    isAnyExhausted([...withoutToken(address), ...asksAbove]),
    countsTokens && isAnyExhausted([...acceptedToken(address), ...rejectedToken(address)]),
  ]);
  return { requiresChallenge, requiresChallengeWithToken };
}

/** Counts a mail before it is sent, so that parallel requests count as well. Call `settleQuota` with the outcome. */
export async function consumeQuota({ within, alsoCounts, words }: MailQuota): Promise<Result<null>> {
  const failed = overLimit(await consumeAll(within), words);
  if (failed) return failed;
  await consumeEach(alsoCounts);
  return success(null);
}

/**
 * Corrects the count by the outcome of a mail. A mail that certainly was not sent is refunded. Account forms count even if no
 * mail had to be sent, because a difference at any form would reveal who has an account. A rejected token counts for the
 * network address, never for a mailbox.
 */
export async function settleQuota<T>(
  { within, alsoCounts, countsTokens }: MailQuota,
  sent: Result<T>,
  { passed, address }: { passed: BotCheckPass; address: string | undefined },
): Promise<void> {
  if (!sent.ok && !sent.isUnknown) await refundEach([...within, ...alsoCounts]);
  const isByToken = countsTokens === true && passed.path === "widget";
  if (sent.ok) await consumeEach((isByToken ? acceptedToken : withoutToken)(address));
  else if (isByToken) await consumeEach(rejectedToken(address));
}

const withoutToken = (address: string | undefined): LimitUse[] => [
  ["mailsFromAddress", address],
  ["mailsInAll", undefined],
];
const acceptedToken = (address: string | undefined): LimitUse[] => [["tokensFromAddress", address]];
const rejectedToken = (address: string | undefined): LimitUse[] => [
  ["badTokensFromAddress", address],
  ["badTokensInAll", undefined],
];

function overLimit(limited: RateLimitResult, words: MailQuota["words"]): Failure | undefined {
  return limited.ok ? undefined : tooMany(words(limited.retryAfterSeconds), limited.retryAfterSeconds);
}

function consumeEach(uses: readonly LimitUse[]) {
  return Promise.all(uses.map((use) => consume(...use)));
}

function refundEach(uses: readonly LimitUse[]) {
  return Promise.all(uses.map((use) => refund(...use)));
}

/** The message must not reveal whether any mail was sent. */
function tooManyRequested(seconds: number): string {
  return `Too many mails to this address have been requested. Please look in the mailbox, in spam too, or try again in ${waitInWords(seconds)}.`;
}

/**
 * Returns the mailbox of an address as mail services see it: the part behind "+" is dropped, Gmail ignores dots, the domain is
 * in ASCII, and Unicode is normalised (RFC 6532, 3.1). For counting only: mail goes to the address as typed.
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf("@");
  const domain = domainToASCII(email.slice(at + 1)) || email.slice(at + 1).toLowerCase();
  const name = email
    .slice(0, at)
    .normalize("NFKC")
    .toLowerCase()
    .replace(/(?<=.)\+.*/s, "");
  return /^g(oogle)?mail\.com$/.test(domain) ? `${name.replaceAll(".", "")}@gmail.com` : `${name}@${domain}`;
}
