import { afterExpiryOf } from "../order-price.ts";

/** What a customer is told of the end of a domain: so many days before, when it stops working, and before it is lost. */
export const RENEWAL_STEPS = ["60", "30", "15", "1", "stopped", "last"] as const;
export type RenewalStep = (typeof RENEWAL_STEPS)[number];

/** How long before a domain can't be renewed any more its customer is told for the last time. */
const LAST_CALL_DAYS = 7;
/**
 * Where our price list has no rule, registries differ, and providers within them: a domain may stop working on the first day,
 * and most can be renewed for a month (ICANN, "Expired Registration Recovery Policy"). We say that we do not know more.
 */
const USUAL = { stops: 1, lastCall: 10, renewable: 30 };

function endOf(name: string) {
  const rule = afterExpiryOf(name);
  return rule ? { ...rule, lastCall: rule.renewable - LAST_CALL_DAYS } : USUAL;
}

/**
 * The step that a domain is at: the last whose day has come. Takes the days that are left, 0 on its last day, negative after it.
 * Undefined while its end is more than 60 days off, and when it can't be renewed any more. Source: docs/product.md, "Notices".
 */
export function renewalStep(name: string, daysLeft: number): RenewalStep | undefined {
  const { stops, lastCall } = endOf(name);
  if (!canBeRenewed(name, daysLeft)) return undefined;
  const days: Record<RenewalStep, number> = { "60": 60, "30": 30, "15": 15, "1": 1, stopped: -stops, last: -lastCall };
  return RENEWAL_STEPS.findLast((step) => daysLeft <= days[step]);
}

/** Whether a name can still be renewed, so many days before its last one or, negative, after it. As renewalStep. */
export function canBeRenewed(name: string, daysLeft: number): boolean {
  return daysLeft >= -endOf(name).renewable;
}

/** The days around its last one within which any domain is at a step. */
export const STEP_DAYS = { before: 60, after: 80 };

/** Whether a renewal order holds a step back: never the day before the last one, nor what comes after it. */
export function isEarly(step: RenewalStep): boolean {
  return isReminder(step) && step !== "1";
}

/** Whether a step is one of those that a customer may switch off: the reminders before the last day. */
export function isReminder(step: RenewalStep): boolean {
  return step !== "stopped" && step !== "last";
}
