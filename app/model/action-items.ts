import { relativeDay } from "./expiry.ts";
import { dayNumber } from "./nairobi-day.ts";
import type { Order } from "./order.ts";
import { renewalPriceOf } from "./order-price.ts";
import { stateWords } from "./order-words.ts";
import { listedDomain, type OwnedDomain } from "./owned-domain.ts";
import { type RenewalStanding, renewalStanding } from "./renewals.ts";

/** For so many days a customer is told that an order of theirs has failed. */
const FAILED_DAYS = 14;

/** What one button of a line leads to. `ksh`: what it costs, where that is known. */
type Way = { kind: "renew"; ksh?: number | undefined } | { kind: "help" | "dns" | "mail" | "ssl" | "orders" };

/**
 * One line of what needs a customer: the names that it is about, a word for what is the matter, and a sentence that says why it
 * matters. "bad": something stops, or has stopped; "warn": it will; "neutral": it would be better done.
 */
export type ActionItem = { mark: "bad" | "warn" | "neutral"; names: string[]; word: string; reason: string; way: Way };

type Known = {
  /** What is wrong with the mail of a zone, by its id. */
  mailTroubleOf?: (zoneId: string) => string | undefined;
  /** Whether DNS can be set up with us at all. */
  hasDns?: boolean;
};

/**
 * What needs a customer, the worst first: a name has one line at most, for the worst that is the matter with it, beside those of
 * its failed orders. Takes their names, sorted by the day they expire, their orders, the newest first, and what else is known.
 * Source: docs/product.md, "Dashboard".
 */
export function actionItemsOf(
  owned: readonly OwnedDomain[],
  orders: readonly Order[],
  now: Date,
  { mailTroubleOf = () => undefined, hasDns = true }: Known = {},
): ActionItem[] {
  const open = (kind: Order["kind"], name: string) =>
    orders.find((order) => order.kind === kind && order.domain === name && isOpen(order));
  const single = owned.flatMap(
    (domain) =>
      needOf(domain, { renewal: renewalStanding(domain, orders, now), hasDns }, now) ??
      mailNeed(domain, mailTroubleOf) ??
      [],
  );
  const told = new Set(single.flatMap(({ names }) => names));
  const unsafe = owned.filter(
    ({ name, zoneId, sslStatus }) =>
      !told.has(name) && zoneId !== null && sslStatus !== "active" && !open("certificate", name),
  );
  const all = [...single, ...failedOrders(orders, now), ...withoutSsl(unsafe)];
  return ORDER.flatMap((mark) => all.filter((need) => need.mark === mark));
}

const ORDER = ["bad", "warn", "neutral"] as const;

type Beside = { renewal: RenewalStanding; hasDns: boolean };

function needOf(domain: OwnedDomain, { renewal, hasDns }: Beside, now: Date): ActionItem | undefined {
  const { name, status, expiry } = listedDomain(domain, now);
  const names = [name];
  const way: Way = { kind: "renew", ksh: renewalPriceOf(name)?.ksh };
  if (expiry.state !== "later" && renewal.state === "ordered") {
    const word = expiry.state === "expired" ? "expired, renewal ordered" : "renewal ordered";
    const [mark, kind] = renewal.needsHelp ? (["bad", "help"] as const) : (["warn", "orders"] as const);
    return { mark, names, word, reason: renewal.text, way: { kind } };
  }
  if (expiry.state === "expired") {
    const word = `expired ${relativeDay(expiry.daysLeft)}`;
    if (renewal.state === "late") return { mark: "bad", names, word, reason: renewal.text, way: { kind: "help" } };
    return { mark: "bad", names, word, reason: "Website and mail may stop.", way };
  }
  if (status !== "active") {
    return { mark: "bad", names, word: status, reason: "Website and mail may be off.", way: { kind: "help" } };
  }
  if (expiry.state === "soon") {
    const word = `ends ${relativeDay(expiry.daysLeft)}`;
    const reason = expiry.daysLeft === 0 ? "Renew today, and nothing stops." : `Renew by ${expiry.words}.`;
    return { mark: "warn", names, word, reason, way };
  }
  if (domain.zoneId !== null || !hasDns) return undefined;
  return {
    mark: "neutral",
    names,
    word: "no DNS",
    reason: "Its website and mail are not set up here.",
    way: { kind: "dns" },
  };
}

function mailNeed(
  { name, zoneId }: OwnedDomain,
  troubleOf: (zoneId: string) => string | undefined,
): ActionItem | undefined {
  const trouble = zoneId === null ? undefined : troubleOf(zoneId);
  if (trouble === undefined) return undefined;
  const reason = `${trouble}, when we last looked.`;
  return { mark: "bad", names: [name], word: "mail does not work", reason, way: { kind: "mail" } };
}

/** One line for all of them: a list of what would be better is no alarm. */
function withoutSsl(unsafe: readonly OwnedDomain[]): ActionItem[] {
  if (unsafe.length === 0) return [];
  const reason = "Browsers warn visitors of a website without it.";
  return [{ mark: "neutral", names: unsafe.map(({ name }) => name), word: "no SSL", reason, way: { kind: "ssl" } }];
}

const FAILED: Record<Order["kind"], string> = {
  renew: "renewal failed",
  certificate: "SSL failed",
  register: "order failed",
  transfer: "transfer failed",
  hosting: "hosting failed",
};

/** The failed ones of the last days; not those that were made again. */
function failedOrders(orders: readonly Order[], now: Date): ActionItem[] {
  const last = orders.filter(
    (order, at) => orders.findIndex(({ kind, domain }) => kind === order.kind && domain === order.domain) === at,
  );
  return last
    .filter(({ status, createdAt }) => status === "failed" && daysSince(createdAt, now) < FAILED_DAYS)
    .map((order) => ({
      mark: "bad",
      names: [order.domain],
      word: FAILED[order.kind],
      reason: stateWords(order),
      way: { kind: "orders" },
    }));
}

/** "One thing needs you.", or that nothing does. Takes how many lines there are, and how many names the customer has. */
export function actionItemsWords(needs: number, names: number): string {
  if (needs > 0) return `${NUMBERS[needs] ?? needs} ${needs === 1 ? "thing needs" : "things need"} you.`;
  if (names === 0) return "Karibu. Start with the name on your shop sign.";
  return names === 1 ? "Your name is in order." : "All your names are in order.";
}

const NUMBERS = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"];

function isOpen({ status }: Order): boolean {
  return status === "requested" || status === "processing";
}

function daysSince(iso: string, now: Date): number {
  return dayNumber(now) - dayNumber(new Date(iso));
}
