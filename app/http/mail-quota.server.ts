import type { AppLoadContext } from "@remix-run/node";
import type { Answer } from "#app/model/answer.ts";
import { waitInWords } from "#app/model/wait-words.ts";
import { giveBack, isUsedUp, type Limited, lookAt, take, takeAll } from "./limits.server.ts";
import { mailboxOf } from "./mailbox-of.server.ts";

/** How to refuse a form above a limit. */
export type TooMany = { status: 429; message: string; retryAfterSeconds: number };

/** How to refuse a form that asks for one mail more than a mailbox gets in a day; undefined while it may have one. */
export async function refusalForMail(email: string): Promise<TooMany | undefined> {
  return refusalOf(await lookAt("mailsToEmail", mailboxOf(email)), mailedEnough);
}

/** The same for signing up, which says the same to every address, whether it has an account or not. */
export async function refusalForSignUp(email: string): Promise<TooMany | undefined> {
  return refusalOf(await lookAt("asksForEmail", mailboxOf(email)), askedEnough);
}

/** What is said where it must not be told whether any mail went out. Takes the seconds until it may be asked again. */
export function askedEnough(seconds: number): string {
  return `We were asked often enough for mail to this address. Please look into its mailbox, among spam too, or try again in ${waitInWords(seconds)}.`;
}

function mailedEnough(seconds: number): string {
  return `We have sent this address two mails today. Please look for them, among spam too, or try again in ${waitInWords(seconds)}.`;
}

/** Whether so many mails were asked for, here or in all, that whoever comes without a token is asked a question. */
export async function mustAnswerForMail(context: AppLoadContext | undefined): Promise<boolean> {
  return (await isUsedUp("mailsFromAddress", context?.address)) || (await isUsedUp("mailsInAll", undefined));
}

/** Whether so many came with a token, good or bad, that whoever brings one is asked too. */
export async function mustAnswerForToken(context: AppLoadContext | undefined): Promise<boolean> {
  const [good, bad, all] = await Promise.all([
    isUsedUp("tokensFromAddress", context?.address),
    isUsedUp("badTokensFromAddress", context?.address),
    isUsedUp("badTokensInAll", undefined),
  ]);
  return good || bad || all;
}

/**
 * Sends a mail and counts it: before it goes out, so that many at once count as well, and given back when none went. Two a
 * day to one mailbox. (docs/product.md, "Limits".)
 */
export async function sendCounted<T>(
  email: string,
  context: AppLoadContext | undefined,
  send: () => Promise<Answer<T>>,
): Promise<Answer<T>> {
  const sent = await sendWithinQuota(email, send);
  if (sent.ok) await noteAsked(context);
  return sent;
}

/**
 * The same for a mail that goes out because of a token: these have limits of their own, by what became of the token. One
 * that was not taken counts for the address that brought it and never for a mailbox.
 */
export async function sendCountedByToken<T>(
  email: string,
  context: AppLoadContext | undefined,
  send: () => Promise<Answer<T>>,
): Promise<Answer<T>> {
  const sent = await sendWithinQuota(email, send);
  if (sent.ok) await take("tokensFromAddress", context?.address);
  else await Promise.all([take("badTokensFromAddress", context?.address), take("badTokensInAll", undefined)]);
  return sent;
}

/**
 * The same for signing up. Where nothing was sent, because there is an account, no other form finds a mail counted; only
 * signing up itself goes on counting, or its answers would tell who has an account.
 */
export async function sendSignUp<T extends "sent" | "nothing">(
  email: string,
  context: AppLoadContext | undefined,
  send: () => Promise<Answer<T>>,
): Promise<Answer<T>> {
  const mailbox = mailboxOf(email);
  const asked = await takeAll([["asksForEmail", mailbox]]);
  const refused = refusalOf(asked, askedEnough);
  if (refused) return { ok: false, ...refused };
  await take("mailsToEmail", mailbox);
  const sent = await send();
  const cameToNothing = !sent.ok && !sent.isUnknown;
  if (cameToNothing) await giveBack("asksForEmail", mailbox);
  if (cameToNothing || (sent.ok && sent.value === "nothing")) await giveBack("mailsToEmail", mailbox);
  if (sent.ok) await noteAsked(context);
  return sent;
}

/** Counts a mail that was asked for without a token. */
export async function noteAsked(context: AppLoadContext | undefined): Promise<void> {
  await Promise.all([take("mailsFromAddress", context?.address), take("mailsInAll", undefined)]);
}

async function sendWithinQuota<T>(email: string, send: () => Promise<Answer<T>>): Promise<Answer<T>> {
  const mailbox = mailboxOf(email);
  const refused = refusalOf(await takeAll([["mailsToEmail", mailbox]]), mailedEnough);
  if (refused) return { ok: false, ...refused };
  await take("asksForEmail", mailbox);
  const sent = await send();
  if (!sent.ok && !sent.isUnknown) {
    await Promise.all([giveBack("mailsToEmail", mailbox), giveBack("asksForEmail", mailbox)]);
  }
  return sent;
}

/** What to say of a limit that is used up. The sentence is true: it says when to come back. */
export function refusalOf(limited: Limited, words: (seconds: number) => string): TooMany | undefined {
  if (limited.ok) return undefined;
  const { retryAfterSeconds } = limited;
  return { status: 429, message: words(retryAfterSeconds), retryAfterSeconds };
}
