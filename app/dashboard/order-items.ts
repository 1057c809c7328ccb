import { listedDomain, type OwnedDomain } from "#app/domains/owned-domain.ts";
import type { Order, OrderBill } from "#app/orders/order.ts";
import { isUnpaidOrder, stateWords, unpaidWords } from "#app/orders/order-words.ts";
import { grouped } from "#app/orders/renewals.ts";
import { dayNumber } from "#app/platform/text/nairobi-day.ts";
import type { Action, ActionItem } from "./action-item.ts";

/** For how many days a failed order is shown, and an unpaid order that is no renewal. */
const SHOWN_DAYS = 14;

/** One item for each unpaid bill, with the names that it is for. */
export function unpaidBills(owned: readonly OwnedDomain[], orders: readonly Order[], now: Date): ActionItem[] {
  const names = new Set(owned.map(({ name }) => name));
  const isExpired = (one: OwnedDomain) => listedDomain(one, now).expiry.state === "expired";
  const expired = new Set(owned.filter(isExpired).map(({ name }) => name));
  const renews = (some: ReadonlySet<string>, { kind, domain }: Order) => kind === "renew" && some.has(domain);
  const due = orders.filter(
    (order) =>
      isUnpaidOrder(order) &&
      (order.status === "done" ||
        // Its service has an item (serviceItems).
        (order.kind !== "extend" && (renews(names, order) || daysSince(order.createdAt, now) < SHOWN_DAYS))),
  );
  const bills = grouped(due, ({ bill }) => bill?.id ?? "");
  return [...bills.values()].flatMap((its): ActionItem[] => {
    const bill = its.at(-1)?.bill;
    const names = its.map(({ domain }) => domain);
    if (bill?.isOnItsWay) return [itemOnItsWay(bill, names)];
    const tone = its.some((order) => renews(expired, order)) ? "bad" : "warn";
    const isDone = its.every(({ status }) => status === "done");
    const isPart = (bill?.paidKsh ?? 0) > 0;
    const word = isPart ? "paid in part" : "not paid yet";
    const begin = bill && isPart ? unpaidWords(bill) : "We begin when it is paid.";
    const reason = isDone ? "It is done, and still to be paid." : begin;
    return bill ? [{ tone, names, word, reason, action: payAction(bill) }] : [];
  });
}

/** The button of an unpaid bill. */
export const payAction = ({ id, missingKsh }: OrderBill): Action => ({ kind: "pay", bill: id, ksh: missingKsh });

/** The item of a bill whose money is being confirmed or looked for. */
export function itemOnItsWay(bill: OrderBill, names: string[], word = "payment not confirmed"): ActionItem {
  return { tone: "neutral", names, word, reason: unpaidWords(bill), action: { kind: "bill", bill: bill.id } };
}

const ORDERED: Partial<Record<Order["kind"], string>> = {
  register: "ordered",
  transfer: "transfer ordered",
  hosting: "hosting ordered",
  certificate: "SSL ordered",
  mail: "mailboxes ordered",
  upgrade: "larger plan ordered",
};

/** The orders that wait for us, apart from renewals: a name that was paid for is shown before it is the customer's. */
export function orderedThings(orders: readonly Order[]): ActionItem[] {
  return orders.flatMap((order) => {
    const word = ORDERED[order.kind];
    if (word === undefined || !isOpen(order) || order.bill?.isPaid === false) return [];
    return { tone: "neutral", names: [order.domain], word, reason: stateWords(order), action: { kind: "orders" } };
  });
}

const FAILED: Record<Order["kind"], string> = {
  renew: "renewal failed",
  certificate: "SSL failed",
  register: "order failed",
  transfer: "transfer failed",
  hosting: "hosting failed",
  mail: "mailboxes failed",
  extend: "next year failed",
  upgrade: "larger plan failed",
};

/** Recent failed orders, except those that were ordered again. */
export function failedOrders(orders: readonly Order[], now: Date): ActionItem[] {
  const latest = [...grouped(orders, ({ kind, domain }) => `${kind} ${domain}`).values()].flatMap(
    ([first]) => first ?? [],
  );
  return latest
    .filter(({ status, createdAt }) => status === "failed" && daysSince(createdAt, now) < SHOWN_DAYS)
    .map((order) => ({
      tone: "bad",
      names: [order.domain],
      word: FAILED[order.kind],
      reason: stateWords(order),
      action: { kind: "orders" },
    }));
}

/** Whether an order is not done and has not failed. */
export function isOpen({ status }: Order): boolean {
  return status === "requested" || status === "processing";
}

function daysSince(iso: string, now: Date): number {
  return dayNumber(now) - dayNumber(new Date(iso));
}
