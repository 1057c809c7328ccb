import type { NameCheck } from "#app/dns/name-check.ts";
import { relativeDay } from "#app/domains/expiry.ts";
import { listedDomain, type OwnedDomain } from "#app/domains/owned-domain.ts";
import type { Order } from "#app/orders/order.ts";
import { afterExpiryOf, renewalPriceOf } from "#app/orders/order-price.ts";
import { grouped, type RenewalStanding, renewalStanding } from "#app/orders/renewals.ts";
import type { Action, ActionItem } from "./action-item.ts";
import { failedOrders, isOpen, orderedThings, unpaidBills } from "./order-items.ts";

/** What the customer should do, and what we are doing. */
export type ActionItems = { toDo: ActionItem[]; underWay: ActionItem[] };

type Options = {
  /** Returns the mail problem of a zone, if any. */
  mailTroubleOf?: (zoneId: string) => string | undefined;
  /** Whether the name servers of a zone's domain are known to be another company's. */
  isElsewhere?: (zoneId: string) => boolean;
  /** What the last check of a zone's domain found. */
  checkOf?: (zoneId: string) => NameCheck | undefined;
  /** Whether a domain has a website without a certificate, as far as is known. */
  needsPadlock?: (domain: OwnedDomain) => boolean;
  /** Whether the site has a DNS provider. */
  hasDns?: boolean;
};

/**
 * Returns the customer's action items, the worst first. A domain has at most one item for its worst problem, beside those of
 * its failed orders. Takes the domains sorted by expiry date, the orders newest first, and what else is known. Source:
 * docs/product/dashboard.md, "Dashboard".
 */
export function actionItemsOf(
  owned: readonly OwnedDomain[],
  orders: readonly Order[],
  now: Date,
  {
    mailTroubleOf = () => undefined,
    isElsewhere = () => false,
    checkOf = () => undefined,
    needsPadlock = ({ sslStatus }) => sslStatus !== "active",
    hasDns = true,
  }: Options = {},
): ActionItems {
  const ofName = grouped(orders, ({ domain }) => domain);
  const standings = new Map(owned.map((one) => [one.name, renewalStanding(one, ofName.get(one.name) ?? [], now)]));
  const standingOf = ({ name }: OwnedDomain) => standings.get(name) ?? { state: "offered" };
  const isCertified = (name: string) =>
    (ofName.get(name) ?? []).some((order) => order.kind === "certificate" && isOpen(order));
  const renewing = owned.flatMap((domain) => orderedItem(domain, standingOf(domain), now) ?? []);
  const unpaid = unpaidBills(owned, orders, now);
  const toPay = owned.filter((domain) => isRenewalToPay(domain, standingOf(domain), now));
  const waiting = new Set([...renewing.flatMap(({ names }) => names), ...toPay.map(({ name }) => name)]);
  const single = owned
    .filter(({ name }) => !waiting.has(name))
    .flatMap(
      (domain) =>
        domainItem(domain, { renewal: standingOf(domain), hasDns, check: checkOf(domain.zoneId ?? "") }, now) ??
        serversItem(domain, isElsewhere) ??
        mailItem(domain, mailTroubleOf, checkOf) ??
        [],
    );
  const listed = new Set(single.flatMap(({ names }) => names));
  const unsafe = owned.filter(
    (domain) =>
      ![listed, waiting].some((names) => names.has(domain.name)) &&
      domain.zoneId !== null &&
      domain.held === "us" &&
      needsPadlock(domain) &&
      !isCertified(domain.name),
  );
  const all = [...unpaid, ...single, ...failedOrders(orders, now), ...sslItem(unsafe)];
  return withItems({ toDo: [], underWay: [...renewing, ...orderedThings(orders)] }, all);
}

/** Returns action items with others, the worst first. For a bill whose money is on its way there is nothing to do. */
export function withItems({ toDo, underWay }: ActionItems, others: readonly ActionItem[]): ActionItems {
  const isOnItsWay = ({ action }: ActionItem) => action.kind === "bill";
  return {
    toDo: worstFirst([...toDo, ...others.filter((item) => !isOnItsWay(item))]),
    underWay: [...others.filter(isOnItsWay), ...underWay],
  };
}

const worstFirst = (items: readonly ActionItem[]) =>
  TONES.flatMap((tone) => items.filter((item) => item.tone === tone));

const TONES = ["bad", "warn", "neutral"] as const;

type Context = { renewal: RenewalStanding; hasDns: boolean; check: NameCheck | undefined };

/** Whether a domain that ends soon waits for the payment of its renewal, which is its worst problem. */
function isRenewalToPay(domain: OwnedDomain, renewal: RenewalStanding, now: Date): boolean {
  const { expiry } = listedDomain(domain, now);
  return expiry.state !== "later" && renewal.state === "ordered" && renewal.unpaid !== undefined;
}

/** The item of a renewal that waits for us. If it is overdue, it is an item for the customer, who should ask us. */
function orderedItem(domain: OwnedDomain, renewal: RenewalStanding, now: Date): ActionItem | undefined {
  const { name, expiry } = listedDomain(domain, now);
  if (expiry.state === "later" || renewal.state !== "ordered") return undefined;
  if (renewal.needsHelp || renewal.unpaid) return undefined;
  const word = expiry.state === "expired" ? "expired, renewal ordered" : "renewal ordered";
  return { tone: "neutral", names: [name], word, reason: renewal.text, action: { kind: "orders" } };
}

function domainItem(domain: OwnedDomain, { renewal, hasDns, check }: Context, now: Date): ActionItem | undefined {
  const { name, expiry } = listedDomain(domain, now);
  const { status } = domain;
  const names = [name];
  const isOurs = domain.held === "us";
  const action: Action = isOurs ? { kind: "renew", ksh: renewalPriceOf(domain)?.ksh } : { kind: "transfer" };
  if (expiry.state !== "later" && renewal.state === "ordered") {
    const word = expiry.state === "expired" ? "expired, renewal ordered" : "renewal ordered";
    return { tone: "bad", names, word, reason: renewal.text, action: { kind: "help" } };
  }
  if (expiry.state === "expired") {
    const word = `expired ${relativeDay(expiry.daysLeft)}`;
    if (renewal.state === "late") return { tone: "bad", names, word, reason: renewal.text, action: { kind: "help" } };
    return {
      tone: "bad",
      names,
      word,
      reason: isDown(check) ? "Its website and mail are down." : stopWords(name, expiry.daysLeft),
      action,
    };
  }
  if (status !== "active" && status !== "moving") {
    return { tone: "bad", names, word: status, reason: "Website and mail may be off.", action: { kind: "help" } };
  }
  if (expiry.state === "soon") {
    const word = `ends ${relativeDay(expiry.daysLeft)}`;
    const by = expiry.daysLeft === 0 ? "today to keep it" : `by ${expiry.words}`;
    const reason = isOurs ? `Renew ${by}.` : `Renew it at your provider ${by}.`;
    return { tone: expiry.daysLeft <= 1 ? "bad" : "warn", names, word, reason, action };
  }
  if (domain.zoneId !== null || !hasDns) return undefined;
  return {
    tone: "neutral",
    names,
    word: "no DNS",
    reason: "Set it up to connect a website and mail.",
    action: { kind: "dns" },
  };
}

/** Returns when an expired name stops working, by the rule of its ending that the order page states, too. */
function stopWords(name: string, daysLeft: number): string {
  const rule = afterExpiryOf(name);
  if (!rule) return "Website and mail may stop.";
  const days = rule.stops + daysLeft;
  return `Website and mail ${days >= 0 ? "stop" : "stopped"} ${relativeDay(days)}.`;
}

const isDown = (check: NameCheck | undefined) => check?.website.kind === "bad" && check.mail.kind === "bad";

function serversItem({ name, zoneId }: OwnedDomain, isElsewhere: (zoneId: string) => boolean): ActionItem | undefined {
  if (zoneId === null || !isElsewhere(zoneId)) return undefined;
  const reason = "Its records here are not used yet.";
  return { tone: "warn", names: [name], word: "name servers elsewhere", reason, action: { kind: "nameServers" } };
}

function mailItem(
  { name, zoneId }: OwnedDomain,
  troubleOf: (zoneId: string) => string | undefined,
  checkOf: (zoneId: string) => NameCheck | undefined,
): ActionItem | undefined {
  if (zoneId === null) return undefined;
  const about: Pick<ActionItem, "names" | "action"> = { names: [name], action: { kind: "mail" } };
  if (troubleOf(zoneId) !== undefined)
    return { ...about, tone: "bad", word: "mail does not work", reason: "Mail may not arrive. We know why." };
  if (checkOf(zoneId)?.mail.kind !== "warn") return undefined;
  return { ...about, tone: "warn", word: "mail to fix", reason: "Some of your mail may be taken for spam." };
}

/** One item for all domains without SSL: a recommendation must not look like an alarm. */
function sslItem(unsafe: readonly OwnedDomain[]): ActionItem[] {
  if (unsafe.length === 0) return [];
  const reason = "Without it browsers warn your visitors.";
  return [{ tone: "neutral", names: unsafe.map(({ name }) => name), word: "no SSL", reason, action: { kind: "ssl" } }];
}
