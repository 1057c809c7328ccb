import type { AppLoadContext } from "@remix-run/node";
import { type Answer, refusal } from "#app/model/answer.ts";
import { giveBack, isUsedUp, lookAt, take } from "./limits.server.ts";

const MAILED_ENOUGH =
  "We have sent this address two mails today. Please look for them, among spam too, or try again tomorrow.";

/** How to refuse a form that asks for one mail more than an address gets in a day; undefined while it may have one. */
export async function refusalForMail(email: string) {
  const mails = await lookAt("mailsToEmail", email);
  return mails.ok ? undefined : { status: 429, message: MAILED_ENOUGH, retryAfterSeconds: mails.retryAfterSeconds };
}

/** Whether so many mails were asked for, here or in all, that whoever comes without a token is asked a question. */
export async function mustAnswerForMail(context: AppLoadContext | undefined): Promise<boolean> {
  return (await isUsedUp("mailsFromAddress", context?.address)) || (await isUsedUp("mailsInAll", undefined));
}

/**
 * Sends a mail and counts it: before it goes out, so that many at once count as well, and given back when none went. Two a
 * day to one address, whether it has an account or not. (docs/product.md, "Limits".)
 */
export async function sendCounted(
  email: string,
  context: AppLoadContext | undefined,
  send: () => Promise<Answer<null>>,
): Promise<Answer<null>> {
  if (!(await take("mailsToEmail", email)).ok) return refusal(429, MAILED_ENOUGH);
  const sent = await send();
  if (sent.ok) await Promise.all([take("mailsFromAddress", context?.address), take("mailsInAll", undefined)]);
  else if (!sent.isUnknown) await giveBack("mailsToEmail", email);
  return sent;
}

/** The status of a form's page when its mail was refused. */
export function statusOfMail({ status, isUnknown }: { status: number; isUnknown?: boolean }): number {
  if (isUnknown) return 502;
  return status === 429 || status === 409 ? status : 400;
}
