import type { AuthError } from "@supabase/supabase-js";
import { env } from "#app/env.server.ts";
import { log } from "#app/log.server.ts";
import { type Answer, type Refusal, refusal } from "#app/model/answer.ts";
import { nowMs } from "#app/model/clock.ts";

/** How long a limit or a failure is remembered, and what people are told to wait. Testers share the sandbox: not there. */
const REMEMBERED_SECONDS = 5 * 60;
const WORDS =
  "We can’t send mail just now, so nothing was sent and nothing is changed. Please try again in five minutes.";

/** GoTrue's words when its mail server fails: "Error sending confirmation email", "… recovery email", "… magic link". */
const MAIL_FAILED = /^error sending .*(?:mail|link)/i;
/** And when one address was written to a moment ago, which is nobody else's concern: "… only request this after 59 seconds." */
const WRITTEN_TO = /only request this after/i;

let limitedUntil = 0;
let troubledUntil = 0;

/** Forgets what was remembered. */
export function forgetMailTrouble(): void {
  limitedUntil = 0;
  troubledUntil = 0;
}

/**
 * Whether the auth service could not send a mail: its limit for all mails of the project is reached, its mail server
 * fails, or it may write to the project's own people alone. Gives back the refusal to hand on, and writes to the log.
 * Source: Supabase, "Auth: Error codes" and "Auth: Rate limits".
 */
export function mailRefusalOf(error: AuthError): Refusal | undefined {
  const isLimit = error.code === "over_email_send_rate_limit" && !WRITTEN_TO.test(error.message);
  if (!isLimit && error.code !== "email_address_not_authorized" && !MAIL_FAILED.test(error.message)) return undefined;
  log.error({ reason: isLimit ? "limit reached" : (error.code ?? error.name) }, "auth mail not sent");
  if (!env.isSandbox) {
    troubledUntil = nowMs() + REMEMBERED_SECONDS * 1000;
    if (isLimit) limitedUntil = troubledUntil;
  }
  return cannotMail();
}

/**
 * Asks the auth service for a mail, unless it said a moment ago that it may send no more. It only says so where it would
 * have sent one: without this, who is told and who is not would tell who has an account.
 */
export async function askForMail<T>(ask: () => Promise<Answer<T>>): Promise<Answer<T>> {
  return nowMs() < limitedUntil ? cannotMail() : ask();
}

/** What somebody is told to whom nothing had to be sent, while others are told that nothing can be; undefined at all other times. */
export function mailRefusalInTrouble(): Refusal | undefined {
  return nowMs() < troubledUntil ? cannotMail() : undefined;
}

function cannotMail(): Refusal {
  return { ...refusal(503, WORDS), retryAfterSeconds: REMEMBERED_SECONDS };
}
