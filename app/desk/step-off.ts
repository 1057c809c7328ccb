import { dateOf, dayNumber } from "#app/platform/text/nairobi-day.ts";
import { type LastDone, lateWords } from "./trail.ts";

/** Why a second step was not switched off: the outcomes of desk_step_off in the database. */
type Problem = "own" | "same" | "known" | "late" | "none";

/** Returns the sentence for a second step that was not switched off. Source: docs/product/desk.md, "People at the desk". */
export function stepOffProblem(outcome: Problem, last: LastDone | null, now: Date): string {
  switch (outcome) {
    case "own":
      return "You can’t do this to your own second step. Use your profile.";
    case "same":
      return "You asked for it, so somebody else must confirm it.";
    case "known":
      return `${lateWords(last, "asked for it", now, "Somebody asked for it.")} You can confirm it below.`;
    case "late":
      return "Nobody has asked for it within a day. Please ask first.";
    case "none":
      return lateWords(last, "switched it off", now, "This person has no second step.");
  }
}

/**
 * The number to call to verify a customer. `phone`: the number of 30 days ago, null if there was none. `changedAt`: when that
 * number was changed (ISO 8601), null if it still is the account's.
 */
export type PhoneToCall = { phone: string | null; changedAt: string | null };

/**
 * Returns how staff verify a person who has lost the second step. A thief may have changed the number, so a new number does
 * not count for 30 days. Source: docs/product/accounts.md, "Second step".
 */
export function callWords({ phone, changedAt }: PhoneToCall): string {
  const day = changedAt === null ? "" : dateOf(dayNumber(new Date(changedAt))).words;
  const other = "Ask by e-mail for the M-PESA code and the sum of their last payment.";
  if (phone === null) {
    const why = day === "" ? "This account has no number." : `Do not call: the first number came on ${day}.`;
    return `${why} ${other}`;
  }
  const isNew = day === "" ? "" : ` Another number came on ${day}: do not call that one.`;
  return `Call ${phone}.${isNew}`;
}
