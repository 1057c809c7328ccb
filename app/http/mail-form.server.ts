import type { Submission } from "@conform-to/dom";
import type { AppLoadContext } from "@remix-run/node";
import { type Submission as Sending, sendOnce } from "#app/gateways/submissions.server.ts";
import { type Answer, refusal } from "#app/model/answer.ts";
import { type BotCheckedForm, checkHuman, type Passed } from "./bot-check.server.ts";
import {
  mustAnswerForMail,
  mustAnswerForToken,
  refusalForMail,
  sendCounted,
  sendCountedByToken,
} from "./mail-quota.server.ts";

type MailForm = {
  form: BotCheckedForm;
  submission: Submission<unknown, string[], unknown>;
  email: string;
  context: AppLoadContext | undefined;
};

/**
 * Whether a form that has a mail sent to an address may go on: the address has not had its mails of the day, and the form
 * may come from a person. Gives back the door it came through, or how to refuse it.
 * Source: docs/product.md, "The bot check" and "Limits".
 */
export async function admitMailForm({ form, submission, email, context }: MailForm) {
  const enough = await refusalForMail(email);
  if (enough) return { ok: false, ...enough } as const;
  const [mustAnswer, mustAnswerToo] = await Promise.all([mustAnswerForMail(context), mustAnswerForToken(context)]);
  return checkHuman({ form, submission, mustAnswer, mustAnswerToo });
}

/**
 * The success of a form that is refused because its mailbox has had its mails, when one of these was its own: whoever has
 * pressed twice sees the reply to the second press. Undefined for any other refusal. Source: docs/product.md, "Sent once".
 */
export async function findOwnSuccess<T>(
  refused: object,
  sending: () => Promise<Sending<T>> | Sending<T>,
): Promise<{ value: T } | undefined> {
  if (!("status" in refused) || refused.status !== 429) return undefined;
  const before = await sendOnce(await sending(), async () => refusal(429, "Not sent before."));
  return before.ok ? before : undefined;
}

/** Sends the mail of a form that was admitted, counted by the door that it came through. */
export function sendAdmitted<T>(
  { door }: Passed,
  email: string,
  context: AppLoadContext | undefined,
  send: () => Promise<Answer<T>>,
): Promise<Answer<T>> {
  return (door === "A" ? sendCountedByToken : sendCounted)(email, context, send);
}
