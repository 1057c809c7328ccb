import { toDisplayName } from "#app/domains/display-name.ts";
import { relativeDay } from "#app/domains/expiry.ts";
import type { OwnedDomain } from "#app/domains/owned-domain.ts";
import type { Mail } from "#app/mail/mail.ts";
import { type MailPart, mailBody } from "#app/mail/mail-body.ts";
import type { Link, MailSite } from "#app/mail/mail-frame.ts";
import { formatKsh } from "#app/platform/money.ts";
import { dateOf } from "#app/platform/text/nairobi-day.ts";
import { afterExpiryOf, renewalPriceOf } from "./order-price.ts";
import { isReminder, type RenewalStep } from "./renewal-step.ts";

/**
 * A domain that expires. `orderedOn`: when its renewal was ordered, if that order is still open. `payUrl`: the page of the
 * order's bill, if that is not paid. Days are dayNumbers.
 */
export type ExpiringDomain = {
  name: string;
  lastDay: number;
  step: RenewalStep;
  /** `renewKsh`, `held`: as in OwnedDomain. */
  renewKsh: number | null;
  held: OwnedDomain["held"];
  orderedOn?: number;
  payUrl?: string;
};

/** How many domains a mail lists at most. The list of renewals on the site has all. */
const MAX_LISTED = 15;

type Context = { to: string; firstName: string; customer: string; today: number; site: MailSite };

/**
 * Returns the daily reminder of a customer with all domains that reached a step, the most urgent first: until when each works,
 * what another year costs, and a button. `today` is a dayNumber, `customer` the account's id.
 */
export function renewalMail(names: readonly ExpiringDomain[], { to, firstName, customer, today, site }: Context): Mail {
  const sorted = names.toSorted((one, other) => one.lastDay - other.lastDay || (one.name < other.name ? -1 : 1));
  const [first] = sorted;
  const isOne = sorted.length === 1;
  const parts = first && isOne ? singleParts(first, today, site) : listParts(sorted, today, site);
  const why = `You get this because you have ${isOne ? "this name" : "these names"} with us. ${alwaysWords(sorted)}`;
  const footerLink = { label: "Switch reminders on or off", href: `${site.origin}/profile#reminders` };
  return {
    key: `${customer}-${dateOf(today).iso}`,
    kind: "renewal",
    to,
    subject: subjectOf(sorted, today),
    ...mailBody(parts, { site, firstName, why, footerLink, isAboutMoney: true }),
    tags: [{ name: "renewal", value: first?.step ?? "" }],
  };
}

const ALREADY = "Already renewed? Ignore this e-mail.";

function singleParts(one: ExpiringDomain, today: number, { origin }: MailSite): MailPart[] {
  const sentence = `${toDisplayName(one.name)} ${endWords(one, today)}, on ${dateOf(one.lastDay).words}.`;
  return [sentence, linkOf(one, origin), ...linesOf(one, today), ALREADY];
}

function listParts(sorted: readonly ExpiringDomain[], today: number, { origin }: MailSite): MailPart[] {
  const more = sorted.length - MAX_LISTED;
  const hasEnded = sorted.some(({ lastDay }) => lastDay < today);
  return [
    `${sorted.length} of your names ${hasEnded ? "have ended or end soon" : "end soon"}.`,
    ...(sorted.some(({ held }) => held === "us")
      ? [{ label: "Renew them together", href: `${origin}/dashboard/orders/renew` }]
      : []),
    ...sorted.slice(0, MAX_LISTED).map((one) => ({
      head: toDisplayName(one.name),
      lines: [dayWords(one, today), ...linesOf(one, today)],
      link: linkOf(one, origin),
    })),
    ...(more > 0 ? [`${more} more are in your list.`] : []),
    ALREADY,
  ];
}

function subjectOf(names: readonly ExpiringDomain[], today: number): string {
  const [first] = names;
  if (first && names.length === 1) return `${toDisplayName(first.name)} ${endWords(first, today)}`;
  return `${names.length} of your domains need to be renewed`;
}

/** Returns "ends in 30 days" or "ended 3 days ago". */
function endWords({ lastDay }: ExpiringDomain, today: number): string {
  const daysLeft = lastDay - today;
  return `${daysLeft < 0 ? "ended" : "ends"} ${relativeDay(daysLeft)}`;
}

/** Returns "Ends in 30 days, on 22 Dec 2026." */
function dayWords(ending: ExpiringDomain, today: number): string {
  const words = endWords(ending, today);
  return `${words[0]?.toUpperCase()}${words.slice(1)}, on ${dateOf(ending.lastDay).words}.`;
}

function linesOf(ending: ExpiringDomain, today: number): string[] {
  return [
    ...afterWords(ending, today),
    ending.orderedOn === undefined ? priceWords(ending) : orderedWords(ending.orderedOn, ending.payUrl),
  ];
}

/** Returns what stops and when, by the rules in our price list, or that the day is unknown. */
function afterWords({ name, lastDay, step }: ExpiringDomain, today: number): string[] {
  const rule = afterExpiryOf(name);
  const on = (days: number) => dateOf(lastDay + days).words;
  if (isReminder(step)) {
    if (step !== "1") return [];
    if (!rule) return ["After that day its website and mail may stop at any time."];
    return [`Its website and mail work until ${on(rule.stops - 1)}. On ${on(rule.stops)} they stop.`];
  }
  if (!rule) {
    const isLast = step === "last";
    const stop = "Its website and mail may stop at any time, if they have not stopped yet.";
    const lost = isLast
      ? "It may soon be lost. Its registry decides for how long it can still be renewed, and we do not know the day."
      : "The longer you wait, the more it may cost to get it back.";
    return [stop, lost];
  }
  const stopped = lastDay + rule.stops;
  return [
    stopped === today ? "Its website and mail stop today." : `Its website and mail stopped on ${on(rule.stops)}.`,
    `You can renew it until ${on(rule.renewable)}. On ${on(rule.deleted)} it is deleted, and anybody can have it.`,
  ];
}

/**
 * Returns the button for a domain. A renewal can be ordered only once: after that the button leads to the bill or the contact
 * form.
 */
function linkOf({ name, held, orderedOn, payUrl }: ExpiringDomain, origin: string): Link {
  const [display, domain] = [toDisplayName(name), encodeURIComponent(name)];
  if (payUrl !== undefined) return { label: `Pay for ${display}`, href: payUrl };
  const order = (kind: string) => `${origin}/dashboard/orders/new?kind=${kind}&domain=${domain}`;
  if (held === "elsewhere") return { label: `Move ${display} to us`, href: order("transfer") };
  return orderedOn === undefined
    ? { label: `Renew ${display}`, href: order("renew") }
    : { label: `Ask us about ${display}`, href: `${origin}/contact?domain=${domain}` };
}

function orderedWords(orderedOn: number, payUrl: string | undefined): string {
  if (payUrl !== undefined) return `You ordered its renewal on ${dateOf(orderedOn).words}, and it is not paid yet.`;
  return `You ordered its renewal on ${dateOf(orderedOn).words}, and it is not done yet. If you have not heard from us, please ask.`;
}

function priceWords(ending: ExpiringDomain): string {
  if (ending.held === "elsewhere") return "Renew it at your provider: it is not registered with us.";
  const price = renewalPriceOf(ending);
  return price ? `Another year costs ${formatKsh(price.ksh)}.` : "We tell you the price before anything is charged.";
}

function alwaysWords(names: readonly ExpiringDomain[]): string {
  const always = "We always write when a name stops working, and before it is lost.";
  return names.some(({ step }) => isReminder(step))
    ? `You can switch off the reminders before the last day. ${always}`
    : always;
}
