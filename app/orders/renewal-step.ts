import { LAPSING_DAYS } from "#app/domains/renewal-days.ts";
import type { AfterExpiry } from "#app/domains/tld-prices.ts";

/**
 * The notifications about a domain or a service that ends: so many days before its last day, on the day it stops working, and a
 * final one before it can no longer be renewed.
 */
export const RENEWAL_STEPS = ["60", "30", "15", "1", "stopped", "last"] as const;
export type RenewalStep = (typeof RENEWAL_STEPS)[number];

/** A service has its bill from day 30, so that an earlier notification would ask for nothing. */
export const SERVICE_STEPS = ["30", "15", "1", "stopped", "last"] as const satisfies readonly RenewalStep[];

/** How many days before the end of the renewal period the final notification is sent. */
const FINAL_NOTICE_DAYS = 7;
/**
 * The rule for endings without a rule in our price list. Registries differ: a domain may stop working on the first day after
 * expiry, and most can be renewed for a month (ICANN, "Expired Registration Recovery Policy"). The mail says that we do not
 * know the day.
 */
const DEFAULT_RULE = { stops: 1, finalReminder: 10, renewable: 30 };

function withFinalReminder(rule: AfterExpiry | undefined) {
  return rule ? { ...rule, finalReminder: rule.renewable - FINAL_NOTICE_DAYS } : DEFAULT_RULE;
}

/**
 * Returns the latest of `steps` whose day has come. Takes what happens after the last day, undefined if our price list has no
 * rule, and the days left: 0 on the last day, negative after it. Undefined if the end is farther away than the first step, or
 * if it cannot be renewed any more. Source: docs/product/notifications.md, "Notifications".
 */
export function renewalStep(
  rule: AfterExpiry | undefined,
  daysLeft: number,
  steps: readonly RenewalStep[] = RENEWAL_STEPS,
): RenewalStep | undefined {
  const { stops, finalReminder } = withFinalReminder(rule);
  if (!canBeRenewed(rule, daysLeft)) return undefined;
  const days: Record<RenewalStep, number> = {
    "60": 60,
    "30": 30,
    "15": LAPSING_DAYS,
    "1": 1,
    stopped: -stops,
    last: -finalReminder,
  };
  return steps.findLast((step) => daysLeft <= days[step]);
}

/** Returns whether a domain or a service can still be renewed. Takes the rule and the days left as renewalStep does. */
export function canBeRenewed(rule: AfterExpiry | undefined, daysLeft: number): boolean {
  return daysLeft >= -withFinalReminder(rule).renewable;
}

/** Outside these days before and after a domain's last day, `renewalStep` returns undefined. */
export const STEP_DAYS = { before: 60, after: 80 };

/**
 * Returns whether an open renewal order suppresses this step. It never suppresses the reminder of one day before, or later
 * steps.
 */
export function isSuppressedByOrder(step: RenewalStep): boolean {
  return isReminder(step) && step !== "1";
}

/** Returns whether a step is a reminder before the last day, which customers may switch off. */
export function isReminder(step: RenewalStep): boolean {
  return step !== "stopped" && step !== "last";
}
