import { dateOf, dayNumber } from "#app/platform/text/nairobi-day.ts";

/** An account is deleted within this many days. Data Protection (General) Regulations, 2021 (Kenya), regulation 12. */
export const CLOSING_DAYS = 14;
/** Orders are kept for this many years. Tax Procedures Act, 2015 (Kenya), section 23(1)(c). */
export const YEARS_OF_ORDERS = 5;
export const LONGEST_REASON = 1000;

/** An open request to delete an account. `isNotified`: the agency was notified. */
export type ClosingRequest = { id: string; createdAt: string; reason: string | null; isNotified: boolean };

/** Returns the day of the request and the last day to carry it out, as words, in Nairobi time. */
export function closingDays({ createdAt }: Pick<ClosingRequest, "createdAt">) {
  const day = dayNumber(new Date(createdAt));
  return { asked: dateOf(day).words, due: dateOf(day + CLOSING_DAYS).words };
}
