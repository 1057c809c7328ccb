import { toDisplayName } from "#app/domains/display-name.ts";
import { relativeDay } from "#app/domains/expiry.ts";
import type { OwnedDomain } from "#app/domains/owned-domain.ts";
import type { Mail } from "#app/mail/mail.ts";
import { type MailPart, mailBody } from "#app/mail/mail-body.ts";
import type { Link, MailSite } from "#app/mail/mail-frame.ts";
import { formatKsh } from "#app/platform/money.ts";
import { dateOf } from "#app/platform/text/nairobi-day.ts";
import { type EndingService, endingLines, endingLink, endingTitle } from "./ending-service.ts";
import { afterExpiryOf, endedWords, renewalPriceOf } from "./order-price.ts";
import { ON_ITS_WAY } from "./order-words.ts";
import { isReminder, type RenewalStep } from "./renewal-step.ts";

/**
 * A domain that expires. `orderedOn`: when its renewal was ordered, if that order is still open. `bill`: the page of the
 * order's bill, if that is not paid; `isOnItsWay`: its money is being confirmed or looked for. Days are dayNumbers.
 */
export type ExpiringDomain = {
  name: string;
  lastDay: number;
  step: RenewalStep;
  /** `renewKsh`, `held`: as in OwnedDomain. */
  renewKsh: number | null;
  held: OwnedDomain["held"];
  orderedOn?: number;
  bill?: { href: string; isOnItsWay: boolean };
};

/** What ends, in one mail. */
export type Ending = ExpiringDomain | EndingService;

/** How many domains and services a mail lists at most. The site has all. */
const MAX_LISTED = 12;

type Context = { to: string; firstName: string; customer: string; today: number; site: MailSite };

const isService = (one: Ending): one is EndingService => "service" in one;

/**
 * Returns the daily reminder of a customer with all domains and services that reached a step, the most urgent first: until when
 * each works, what another year costs, and a button. `today` is a dayNumber, `customer` the account's id.
 */
export function renewalMail(endings: readonly Ending[], { to, firstName, customer, today, site }: Context): Mail {
  const sorted = endings.toSorted(
    (one, other) => one.lastDay - other.lastDay || (titleOf(one) < titleOf(other) ? -1 : 1),
  );
  const [first] = sorted;
  const isOne = sorted.length === 1;
  const parts = first && isOne ? singleParts(first, today, site) : listParts(sorted, today, site);
  const what = isOne ? `this ${nounOf(sorted, "")}` : `these ${nounOf(sorted)}`;
  const why = `You get this because you have ${what} with us. ${alwaysWords(sorted)}`;
  const footerLink = { label: "Switch reminders on or off", href: `${site.origin}/profile#reminders` };
  return {
    key: `${customer}-${dateOf(today).iso}`,
    kind: "renewal",
    to,
    subject: subjectOf(sorted, today),
    ...mailBody(parts, { site, firstName, why, footerLink, isAboutMoney: !sorted.every(isInWork) }),
    tags: [{ name: "renewal", value: first?.step ?? "" }],
  };
}

/** "names", "services", "names and services". `plural`: "" for one. */
function nounOf(endings: readonly Ending[], plural = "s"): string {
  const services = endings.filter(isService).length;
  if (services === 0) return `name${plural}`;
  return services === endings.length ? `service${plural}` : `name${plural} and service${plural}`;
}

/** Returns whether the next year is ordered and nothing is to be paid for it. */
function isInWork(one: Ending): boolean {
  return one.orderedOn !== undefined && (isService(one) ? one.toPay : one.bill) === undefined;
}

const ALREADY = "Already renewed? Ignore this e-mail.";

function singleParts(one: Ending, today: number, { origin }: MailSite): MailPart[] {
  const sentence = `${titleOf(one)} ${endWords(one, today)}, on ${dateOf(one.lastDay).words}.`;
  return [sentence, linkOf(one, origin), ...linesOf(one, today), ALREADY];
}

function listParts(sorted: readonly Ending[], today: number, { origin }: MailSite): MailPart[] {
  const more = sorted.length - MAX_LISTED;
  const hasEnded = sorted.some(({ lastDay }) => lastDay < today);
  return [
    `${sorted.length} of your ${nounOf(sorted)} ${hasEnded ? "have ended or end soon" : "end soon"}.`,
    ...togetherLink(sorted, origin),
    ...sorted.slice(0, MAX_LISTED).map((one) => ({
      head: titleOf(one),
      lines: [dayWords(one, today), ...linesOf(one, today)],
      link: linkOf(one, origin),
    })),
    ...(more > 0 ? [`${more} more are in your list.`] : []),
    ALREADY,
  ];
}

/** The page where several are renewed together; services have their own. */
function togetherLink(sorted: readonly Ending[], origin: string): Link[] {
  if (sorted.some((one) => !isService(one) && one.held === "us")) {
    return [{ label: "Renew them together", href: `${origin}/dashboard/orders/renew` }];
  }
  return sorted.some(isService) ? [{ label: "See your services", href: `${origin}/dashboard/services` }] : [];
}

function subjectOf(endings: readonly Ending[], today: number): string {
  const [first] = endings;
  if (first && endings.length === 1) return `${titleOf(first)} ${endWords(first, today)}`;
  const what = endings.some(isService) ? nounOf(endings) : "domains";
  return `${endings.length} of your ${what} need to be renewed`;
}

function titleOf(one: Ending): string {
  return isService(one) ? endingTitle(one) : toDisplayName(one.name);
}

/** Returns "ends in 30 days" or "ended 3 days ago". */
function endWords({ lastDay }: Ending, today: number): string {
  const daysLeft = lastDay - today;
  return `${daysLeft < 0 ? "ended" : "ends"} ${relativeDay(daysLeft)}`;
}

/** Returns "Ends in 30 days, on 22 Dec 2026." */
function dayWords(ending: Ending, today: number): string {
  const words = endWords(ending, today);
  return `${words[0]?.toUpperCase()}${words.slice(1)}, on ${dateOf(ending.lastDay).words}.`;
}

function linesOf(ending: Ending, today: number): string[] {
  if (isService(ending)) return endingLines(ending, today);
  return [
    ...afterWords(ending, today),
    ending.orderedOn === undefined ? priceWords(ending) : orderedWords(ending.orderedOn, ending.bill),
  ];
}

/** Returns what stops and when, by the rules in our price list, or that the day is unknown. */
function afterWords({ name, lastDay, step }: ExpiringDomain, today: number): string[] {
  if (!isReminder(step)) return endedWords(name, lastDay, today, step === "last");
  if (step !== "1") return [];
  const rule = afterExpiryOf(name);
  if (!rule) return ["After that day its website and mail may stop at any time."];
  const on = (days: number) => dateOf(lastDay + days).words;
  return [`Its website and mail work until ${on(rule.stops - 1)}. On ${on(rule.stops)} they stop.`];
}

/**
 * Returns the button for a domain or a service. A renewal can be ordered only once: after that the button leads to the bill or
 * the contact form.
 */
function linkOf(one: Ending, origin: string): Link {
  if (isService(one)) return endingLink(one, origin);
  const { name, held, orderedOn, bill } = one;
  const [display, domain] = [toDisplayName(name), encodeURIComponent(name)];
  if (bill) return { label: bill.isOnItsWay ? `See the bill of ${display}` : `Pay for ${display}`, href: bill.href };
  const order = (kind: string) => `${origin}/dashboard/orders/new?kind=${kind}&domain=${domain}`;
  if (held === "elsewhere") return { label: `Move ${display} to us`, href: order("transfer") };
  return orderedOn === undefined
    ? { label: `Renew ${display}`, href: order("renew") }
    : { label: `Ask us about ${display}`, href: `${origin}/contact?domain=${domain}` };
}

function orderedWords(orderedOn: number, bill: ExpiringDomain["bill"]): string {
  if (bill?.isOnItsWay) return `You ordered its renewal on ${dateOf(orderedOn).words}. ${ON_ITS_WAY}`;
  if (bill) return `You ordered its renewal on ${dateOf(orderedOn).words}, and it is not paid yet.`;
  return `You ordered its renewal on ${dateOf(orderedOn).words}, and it is not done yet. If you have not heard from us, please ask.`;
}

function priceWords(ending: ExpiringDomain): string {
  if (ending.held === "elsewhere") return "Renew it at your provider: it is not registered with us.";
  const price = renewalPriceOf(ending);
  return price ? `Another year costs ${formatKsh(price.ksh)}.` : "We tell you the price before anything is charged.";
}

function alwaysWords(endings: readonly Ending[]): string {
  const always = `We always write when ${endings.some(isService) ? "a name or a service" : "a name"} stops working, and before it is lost.`;
  return endings.some(({ step }) => isReminder(step))
    ? `You can switch off the reminders before the last day. ${always}`
    : always;
}
