import { type Answer, type Refusal, tooMany } from "#app/model/answer.ts";
import { giveBack, isAnyUsedUp, lookAtAll, take, takeAll, type Use } from "../limits.server.ts";
import type { Passed } from "../person/bot-check.server.ts";
import type { MailAllowance } from "./mail-allowance.server.ts";

/** How to refuse a form that asks for one mail more than its allowance; undefined while it may have one. */
export async function refusalAbove({ within, words }: MailAllowance): Promise<Refusal | undefined> {
  const limited = await lookAtAll(within);
  return limited.ok ? undefined : tooMany(words(limited.retryAfterSeconds), limited.retryAfterSeconds);
}

// What counts for where a mail was asked for: without a token, with one, and with one that was not taken.
const asked = (address: string | undefined): Use[] => [
  ["mailsFromAddress", address],
  ["mailsInAll", undefined],
];
const goodTokens = (address: string | undefined): Use[] => [["tokensFromAddress", address]];
const badTokens = (address: string | undefined): Use[] => [
  ["badTokensFromAddress", address],
  ["badTokensInAll", undefined],
];

/** Whether so many mails were asked for that a question comes first: without a token, and with one too. */
export async function questionsAbove(
  { asksAbove = [], countsTokens = false }: MailAllowance,
  address: string | undefined,
): Promise<{ mustAnswer: boolean; mustAnswerToo: boolean }> {
  const [mustAnswer, mustAnswerToo] = await Promise.all([
    isAnyUsedUp([...asked(address), ...asksAbove]),
    countsTokens && isAnyUsedUp([...goodTokens(address), ...badTokens(address)]),
  ]);
  return { mustAnswer, mustAnswerToo };
}

/**
 * Sends a mail and counts it: before it goes out, so that many at once count as well, and given back when it was refused. The
 * form of an account counts where there was nothing to send, too: a difference, also at another form, would tell who has an
 * account.
 */
export async function sendWithin<T>(
  allowance: MailAllowance,
  { passed, address }: { passed: Passed; address: string | undefined },
  send: () => Promise<Answer<T>>,
): Promise<Answer<T>> {
  const sent = await sendCounted(allowance, send);
  const isByToken = allowance.countsTokens === true && passed.door === "A";
  if (sent.ok) await takeEach((isByToken ? goodTokens : asked)(address));
  // It counts for the address that brought it and never for a mailbox.
  else if (isByToken) await takeEach(badTokens(address));
  return sent;
}

async function sendCounted<T>(
  { within, alsoCounts, words }: MailAllowance,
  send: () => Promise<Answer<T>>,
): Promise<Answer<T>> {
  const limited = await takeAll(within);
  if (!limited.ok) return tooMany(words(limited.retryAfterSeconds), limited.retryAfterSeconds);
  await takeEach(alsoCounts);
  const sent = await send();
  const cameToNothing = !sent.ok && !sent.isUnknown;
  if (cameToNothing) await giveBackEach([...within, ...alsoCounts]);
  return sent;
}

function takeEach(uses: readonly Use[]) {
  return Promise.all(uses.map((use) => take(...use)));
}

function giveBackEach(uses: readonly Use[]) {
  return Promise.all(uses.map((use) => giveBack(...use)));
}
