import { domainToASCII } from "node:url";
import type { AppLoadContext } from "@remix-run/node";
import { TOKEN_REFUSED } from "#app/gateways/mail-worker.server.ts";
import { type Answer, refusal } from "#app/model/answer.ts";
import { giveBack, isUsedUp, lookAt, take } from "./limits.server.ts";

const MAILED_ENOUGH =
  "We have sent this address two mails today. Please look for them, among spam too, or try again tomorrow.";

const TRIED_ENOUGH = "This address was tried too often today. Please try again tomorrow, or write to us.";

/**
 * How to refuse a form that asks for one mail more than an address gets in a day, or names it after ten tokens that were
 * not taken, each of which may have left a row; undefined while it may have one.
 */
export async function refusalForMail(email: string) {
  const mailbox = mailboxOf(email);
  const mails = await lookAt("mailsToEmail", mailbox);
  if (!mails.ok) return { status: 429, message: MAILED_ENOUGH, retryAfterSeconds: mails.retryAfterSeconds };
  const tries = await lookAt("badTokensToEmail", mailbox);
  return tries.ok ? undefined : { status: 429, message: TRIED_ENOUGH, retryAfterSeconds: tries.retryAfterSeconds };
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
 * day to one address, whether it has an account or not. (docs/product.md, "Limits".)
 */
export async function sendCounted<T>(
  email: string,
  context: AppLoadContext | undefined,
  send: () => Promise<Answer<T>>,
): Promise<Answer<T>> {
  const sent = await sendWithinQuota(email, send);
  if (sent.ok) await Promise.all([take("mailsFromAddress", context?.address), take("mailsInAll", undefined)]);
  return sent;
}

/** The same for a mail that goes out because of a token: these have limits of their own, by what became of the token. */
export async function sendCountedByToken<T>(
  email: string,
  context: AppLoadContext | undefined,
  send: () => Promise<Answer<T>>,
): Promise<Answer<T>> {
  const sent = await sendWithinQuota(email, send);
  if (sent.ok) await take("tokensFromAddress", context?.address);
  else await Promise.all([take("badTokensFromAddress", context?.address), take("badTokensInAll", undefined)]);
  if (!sent.ok && sent.code === TOKEN_REFUSED) await take("badTokensToEmail", mailboxOf(email));
  return sent;
}

/** The status of a form's page when its mail was refused. */
export function statusOfMail({ status, isUnknown }: { status: number; isUnknown?: boolean }): number {
  if (isUnknown) return 502;
  return status === 429 || status === 409 ? status : 400;
}

async function sendWithinQuota<T>(email: string, send: () => Promise<Answer<T>>): Promise<Answer<T>> {
  const mailbox = mailboxOf(email);
  if (!(await take("mailsToEmail", mailbox)).ok) return refusal(429, MAILED_ENOUGH);
  const sent = await send();
  if (!sent.ok && !sent.isUnknown) await giveBack("mailsToEmail", mailbox);
  return sent;
}

/**
 * Whose mailbox an address means, as mail services read it: what stands behind a "+" is a note, Gmail sees no dots, an
 * international name has an ASCII form, and the same letters can be written in several ways (RFC 6532, 3.1). Only for
 * counting: mail goes to the address as it was typed.
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
