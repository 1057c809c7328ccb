import { dateOf, dayNumber } from "./nairobi-day.ts";

/** Within so many days an account is closed. Data Protection (General) Regulations, 2021 (Kenya), regulation 12. */
export const CLOSING_DAYS = 14;
/** For so many years orders stay. Tax Procedures Act, 2015 (Kenya), section 23(1)(c). */
export const YEARS_OF_ORDERS = 5;
export const LONGEST_REASON = 1000;

/** Somebody's wish to have their account closed, while it can still be taken back. */
export type ClosingRequest = { id: string; createdAt: string; reason: string | null; isTold: boolean };

/** When it was asked for, and by when it is done: days in Nairobi, in words. */
export function closingDays({ createdAt }: Pick<ClosingRequest, "createdAt">) {
  const day = dayNumber(new Date(createdAt));
  return { asked: dateOf(day).words, due: dateOf(day + CLOSING_DAYS).words };
}
