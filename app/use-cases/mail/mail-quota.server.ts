import { type Failure, type Result, success, tooMany } from "#app/model/result.ts";
import { waitInWords } from "#app/model/wait-words.ts";
import type { BotCheckPass } from "../bot-protection/bot-check.server.ts";
import { giveBack, isAnyUsedUp, type Limited, lookAtAll, take, takeAll, type Use } from "../limits.server.ts";
import { mailboxOf } from "./mailbox-of.server.ts";

/** How many mails a form may send to an e-mail address. Source: docs/product.md, "Limits". */
export type MailQuota = {
  /** The limits that refuse this form. */
  within: readonly Use[];
  /** The limits of other forms, in which this form's mails count too. */
  alsoCounts: readonly Use[];
  /** Limits above which this form asks a challenge, beside those that all forms share. */
  asksAbove?: readonly Use[];
  /** Mails sent because of a bot-check token are counted apart, by whether the token was accepted. */
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

/** Sign-up: two a day as well. The words are the same for an address with an account and one without. */
export function signUpQuota(email: string): MailQuota {
  const mailbox = mailboxOf(email);
  return { within: [["asksForEmail", mailbox]], alsoCounts: [["mailsToEmail", mailbox]], words: askedEnough };
}

/**
 * Links of an account: three an hour and six a day, whether or not there is an account. Recovery counts the address as it
 * was typed, because another spelling is another account or none. Sending a confirmation again counts the whole mailbox;
 * when a mailbox has used that up, recovery asks a challenge.
 */
export function linkQuota(form: LinkForm, email: string): MailQuota {
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

/** Returns why the form can't send another mail now, or undefined if it can. Counts nothing. */
export async function quotaFailure({ within, words }: MailQuota): Promise<Failure | undefined> {
  return authFailureOf(await lookAtAll(within), words);
}

/** Returns whether so many mails were asked for that a challenge comes first: without a token, and with one too. */
export async function challengeRules(
  { asksAbove = [], countsTokens = false }: MailQuota,
  address: string | undefined,
): Promise<{ mustAnswer: boolean; mustAnswerToo: boolean }> {
  const [mustAnswer, mustAnswerToo] = await Promise.all([
    isAnyUsedUp([...withoutToken(address), ...asksAbove]),
    countsTokens && isAnyUsedUp([...acceptedToken(address), ...refusedToken(address)]),
  ]);
  return { mustAnswer, mustAnswerToo };
}

/** Counts a mail before it is sent, so that parallel requests count as well. Call `settleQuota` with the outcome. */
export async function takeQuota({ within, alsoCounts, words }: MailQuota): Promise<Result<null>> {
  const refusal = authFailureOf(await takeAll(within), words);
  if (refusal) return refusal;
  await takeEach(alsoCounts);
  return success(null);
}

/**
 * Corrects the count by what became of the mail. Nothing sent costs nothing, unless the answer was lost. The form of an
 * account counts also where there was no mail to send: a difference, also at another form, would tell who has an account. A refused
 * token counts for the network address and never for a mailbox.
 */
export async function settleQuota<T>(
  { within, alsoCounts, countsTokens }: MailQuota,
  sent: Result<T>,
  { passed, address }: { passed: BotCheckPass; address: string | undefined },
): Promise<void> {
  if (!sent.ok && !sent.isUnknown) await giveBackEach([...within, ...alsoCounts]);
  const isByToken = countsTokens === true && passed.door === "A";
  if (sent.ok) await takeEach((isByToken ? acceptedToken : withoutToken)(address));
  else if (isByToken) await takeEach(refusedToken(address));
}

const withoutToken = (address: string | undefined): Use[] => [
  ["mailsFromAddress", address],
  ["mailsInAll", undefined],
];
const acceptedToken = (address: string | undefined): Use[] => [["tokensFromAddress", address]];
const refusedToken = (address: string | undefined): Use[] => [
  ["badTokensFromAddress", address],
  ["badTokensInAll", undefined],
];

function authFailureOf(limited: Limited, words: MailQuota["words"]): Failure | undefined {
  return limited.ok ? undefined : tooMany(words(limited.retryAfterSeconds), limited.retryAfterSeconds);
}

function takeEach(uses: readonly Use[]) {
  return Promise.all(uses.map((use) => take(...use)));
}

function giveBackEach(uses: readonly Use[]) {
  return Promise.all(uses.map((use) => giveBack(...use)));
}

/** The message must not tell whether any mail was sent. */
function askedEnough(seconds: number): string {
  return `Too many mails to this address have been requested. Please look in the mailbox, in spam too, or try again in ${waitInWords(seconds)}.`;
}
