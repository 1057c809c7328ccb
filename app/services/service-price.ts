import { BUSINESS_EMAIL, findHostingPlan, HOSTING_MONTHS, HOSTING_PLANS } from "#app/domains/hosting-plans.ts";
import { multiplyPrice, type Price, usdCentsFromKsh } from "#app/platform/money.ts";
import { dateOf } from "#app/platform/text/nairobi-day.ts";
import { dayOf, daysLeft, type Service, type ServiceKind } from "./service.ts";

/** The plans of mailboxes, as the order form shows them. The price is for a seat and a month; without one we name it first. */
export const MAIL_PLANS: readonly { slug: string; name: string; monthly?: Price }[] = [
  { slug: "professional", name: "Professional e-mail", monthly: BUSINESS_EMAIL.price },
  { slug: "microsoft-365", name: "Microsoft 365" },
];

/** The plans with a price in the list. Staff name the price of others. */
export const PRICED_PLANS = [...HOSTING_PLANS, ...MAIL_PLANS.filter(({ monthly }) => monthly)].map(({ slug }) => slug);

/** The most mailboxes of one service. */
export const MAX_SEATS = 300;

/** The lowest price of an upgrade, in whole shillings. A bill needs an amount above zero. */
const LEAST_KSH = 10;

type Planned = { kind: ServiceKind; plan: string; seats: number | null };

/** Returns the list price of a year, for all seats; undefined if staff name it. */
export function yearPriceOf({ kind, plan, seats }: Planned): Price | undefined {
  const monthly =
    kind === "hosting"
      ? findHostingPlan(plan)?.discountedPrice
      : kind === "mail"
        ? MAIL_PLANS.find(({ slug }) => slug === plan)?.monthly
        : undefined;
  return monthly && multiplyPrice(monthly, HOSTING_MONTHS * (seats ?? 1));
}

/**
 * Returns the price of the next year: what staff agreed, or the list's price of the plan and seats that will be used then;
 * undefined if staff must name it.
 */
export function nextYearPriceOf(
  service: Planned & Pick<Service, "renewKsh" | "nextPlan" | "nextSeats">,
): Price | undefined {
  const { kind, plan, seats, renewKsh, nextPlan, nextSeats } = service;
  if (renewKsh !== null) return { ksh: renewKsh, usdCents: usdCentsFromKsh(renewKsh) };
  return yearPriceOf({ kind, plan: nextPlan ?? plan, seats: nextSeats ?? seats });
}

/** Returns the name of a plan: "Deluxe", "Microsoft 365", "SSL certificate". */
export function planName({ kind, plan }: Pick<Planned, "kind" | "plan">): string {
  if (kind === "certificate") return "SSL certificate";
  if (kind === "hosting") return findHostingPlan(plan)?.shortName ?? plan;
  return MAIL_PLANS.find(({ slug }) => slug === plan)?.name ?? plan;
}

/** Returns what a customer has in a few words: "Deluxe hosting", "5 mailboxes of Microsoft 365", "SSL certificate". */
export function serviceWords({ kind, plan, seats }: Planned): string {
  const name = planName({ kind, plan });
  if (kind === "certificate") return name;
  return kind === "hosting" ? `${name} hosting` : `${seats === 1 ? "1 mailbox" : `${seats} mailboxes`} of ${name}`;
}

/** Returns the hosting plans above (1) or below (-1) a plan, smallest first. */
export function otherPlans(plan: string, direction: 1 | -1) {
  const at = HOSTING_PLANS.findIndex(({ slug }) => slug === plan);
  if (at < 0) return [];
  return direction > 0 ? HOSTING_PLANS.slice(at + 1) : HOSTING_PLANS.slice(0, at);
}

/** A year that is paid, or what is left of it. `paidKsh`: its whole price; `left` and `term`: days. */
export type PaidTerm = { paidKsh: number; left: number; term: number };

/** Returns the running year of a service and, if it is paid already, the next one. `today` is a dayNumber. */
export function paidTerms(
  { priceKsh, nextOn, nextKsh }: Pick<Service, "priceKsh" | "nextOn" | "nextKsh">,
  endsOn: string,
  today: number,
): PaidTerm[] {
  if (nextOn === null) return [{ paidKsh: priceKsh, left: daysLeft(endsOn, today), term: termDays(endsOn) }];
  const last = dateOf(dayOf(nextOn) - 1).iso;
  return [
    { paidKsh: priceKsh, left: Math.max(0, daysLeft(last, today)), term: termDays(last) },
    { paidKsh: nextKsh ?? 0, left: daysLeft(endsOn, dayOf(last)), term: termDays(endsOn) },
  ];
}

/**
 * Returns what a larger plan costs for the days left, in whole shillings: the difference between the years, by days, rounded
 * up, and 10 at least. Source: docs/product/services.md, "A larger plan".
 */
export function upgradeDueKsh(yearKsh: number, terms: readonly PaidTerm[]): number {
  const due = terms.reduce((sum, { paidKsh, left, term }) => sum + ((yearKsh - paidKsh) * left) / term, 0);
  // A sum of fractions may lie above a whole shilling by the last digit that the machine has.
  return Math.max(LEAST_KSH, Math.ceil(due - 1e-6));
}

/** Returns the days of a running term of a year, given its last day ("2027-03-01"): 365, or 366 with 29 February in it. */
export function termDays(endsOn: string): number {
  const end = new Date(`${endsOn}T00:00:00Z`);
  const before = new Date(end);
  before.setUTCFullYear(before.getUTCFullYear() - 1);
  if (before.getUTCMonth() !== end.getUTCMonth()) before.setUTCDate(0);
  return Math.round((end.getTime() - before.getTime()) / 86_400_000);
}
