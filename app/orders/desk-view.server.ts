import { agoWords, waitingAge } from "#app/desk/age.ts";
import type { OtherMessage, OtherOrder } from "#app/desk/other-rows.ts";
import { whenWords } from "#app/desk/trail.ts";
import { toDisplayName } from "#app/domains/display-name.ts";
import { ORDER_NAMES, orderNumber } from "#app/domains/order-kinds.ts";
import { callLink, mailLink } from "#app/platform/brand.ts";
import { formatKsh } from "#app/platform/money.ts";
import { firstNameIn } from "#app/platform/text/first-name.ts";
import { clockWords, dateOf, dayNumber, nairobiTime } from "#app/platform/text/nairobi-day.ts";
import { shownNumber } from "#app/platform/text/phone.server.ts";
import { expectedDay, lastDays, maxRefund } from "./desk-forms.ts";
import { orderStateWords, toDoWords } from "./desk-list.ts";
import { type DeskOrder, dateBefore, type OrderForm, offeredForms, wordsAfter } from "./desk-order.ts";
import { yearsWords } from "./order-price.ts";
import { stateWords } from "./order-words.ts";

export type OrderView = ReturnType<typeof orderView>;

const FORMS: OrderForm[] = ["take", "give-back", "accept", "price", "done", "failed", "refund", "refunded", "reopen"];

/**
 * Returns an order in words for the member of staff `me`: what it is, what customers read, and what each form would do.
 * `takesPayments`: customers pay on the site.
 */
export function orderView(order: DeskOrder, me: string, now: Date, takesPayments: boolean) {
  const offered = offeredForms(order, me, takesPayments);
  const after = Object.fromEntries(FORMS.map((form) => [form, wordsAfter(order, form, now, takesPayments)]));
  const isOpen = order.status === "requested" || order.status === "processing";
  return {
    id: order.id,
    name: toDisplayName(order.domain),
    number: orderNumber(order.id),
    isOpen,
    tag: tagOf(order, takesPayments),
    age: ageOf(order, now),
    /** A colleague has it, so that no form is offered. */
    isOthers: order.status === "processing" && order.takenBy !== null && order.takenBy !== me,
    isUnpaid: order.bill !== undefined && !order.bill.isPaid,
    state: stateLine(order, me, now),
    waits: waitsWords(order, now),
    offered,
    after,
    facts: mainFacts(order, now),
    more: moreFacts(order, now),
    customer: order.customer && {
      who: firstNameIn(order.customer.name ?? "") || "The customer",
      ask: `${mailLink(order.customer.email)}?subject=${encodeURIComponent(`${order.domain}, order ${orderNumber(order.id)}`)}`,
    },
    otherOrders: order.otherOrders.map((one) => otherOrderView(one)),
    messages: order.messages.map((one) => otherMessageView(one)),
    days: daysOf(order, now),
    reopening: reopeningOf(order),
    service: order.service && {
      href: `/desk/services/${order.service.id}`,
      isToSetUp: isOpen && order.service.state === "ordered",
      /** What was ordered for it since may have failed with this order. */
      hasLater: isFirstFailed(order),
    },
    kind: order.kind,
    priceKsh: order.priceKsh,
    takesPayments,
    maxRefundKsh: maxRefund(order),
    trail: order.trail,
    notes: order.notes.map(({ author, body, at }) => ({ author, body, when: nairobiTime(new Date(at)) })),
  };
}

function isFirstFailed({ status, kind, service }: DeskOrder): boolean {
  const isSetUp = service?.state === "active" || service?.state === "suspended";
  return isSetUp && status === "failed" && kind !== "extend" && kind !== "upgrade";
}

/** Returns another order of a customer as a row beside a page. */
export function otherOrderView({ id, kind, domain, status, priceKsh, at, isPaid }: OtherOrder) {
  return {
    href: `/desk/orders/${id}`,
    title: toDisplayName(domain),
    price: priceKsh > 0 ? formatKsh(priceKsh) : "",
    words: `${ORDER_NAMES[kind]}, ${orderStateWords(status, isPaid).toLowerCase()}, ${dateOf(dayNumber(new Date(at))).words}`,
  };
}

/** Returns another message of a customer as a row beside a page. */
export function otherMessageView({ id, subject, state, at }: OtherMessage) {
  const word = state === "new" || state === "taken" ? "Open" : state === "answered" ? "Answered" : "Closed";
  return {
    href: `/desk/messages/${id}`,
    title: subject,
    price: "",
    words: `${word}, ${dateOf(dayNumber(new Date(at))).words}`,
  };
}

type Tag = { kind: "ok" | "warn" | "neutral"; words: string };

function tagOf({ status, bill, isCancelled }: DeskOrder, takesPayments: boolean): Tag {
  if (status === "done") return { kind: "ok", words: "Done" };
  if (status === "failed") return { kind: "neutral", words: isCancelled ? "Cancelled" : "Not done" };
  if (bill) return bill.isPaid ? { kind: "ok", words: "Paid" } : { kind: "warn", words: "Not paid yet" };
  return { kind: "neutral", words: takesPayments ? "No bill yet" : "Open" };
}

const DAY_MS = 24 * 3600_000;

/** Returns how long an open order has waited, and by when it should be done if it is paid. */
function ageOf({ status, paidAt, createdAt, bill }: DeskOrder, now: Date): string {
  if (status === "done" || status === "failed") return "";
  const since = paidAt ?? createdAt;
  const isLate = waitingAge(since, now).level === "late" && (bill === undefined || bill.isPaid);
  const due = paidAt === null ? "" : `, due by ${nairobiTime(new Date(Date.parse(paidAt) + DAY_MS))}`;
  return `${agoWords(since, now)} ago${isLate ? ", late" : due}`;
}

function stateLine(order: DeskOrder, me: string, now: Date): string {
  const { status, takenBy, takenName, takenAt, updatedAt, isCancelled } = order;
  const who = takenBy === me ? "You have" : `${takenName ?? "A colleague"} has`;
  switch (status) {
    case "requested":
      return "Not taken yet";
    case "processing":
      return takenBy
        ? `${who} this order, taken ${whenWords(new Date(takenAt ?? updatedAt), now)}`
        : "The site began to carry it out";
    case "done":
      return `Done ${whenWords(new Date(updatedAt), now)}`;
    case "failed":
      return `${isCancelled ? "Cancelled by the customer" : "Not done"}, ${whenWords(new Date(updatedAt), now)}`;
  }
}

function waitsWords(order: DeskOrder, now: Date): string {
  const { status, takenBy, isAbandoned, abandonedAt, bill, reopensUntil, isCancelled } = order;
  if (isCancelled) return "The customer cancelled it. Nothing is left to do.";
  if (status === "done" || status === "failed") {
    return reopensUntil === null
      ? "Closed. It can’t be changed here."
      : `Closed. It can be reopened until ${nairobiTime(new Date(reopensUntil))}.`;
  }
  if (bill && !bill.isPaid) {
    return `${formatKsh(bill.missingKsh)} is missing. If the customer paid by bank, cash or cheque, enter that at “Payments” first.`;
  }
  if (status !== "processing" || takenBy !== null) return "";
  if (isAbandoned) return "The provider may have done it or not. Look at the provider’s account before you end it.";
  return `It may end by itself. You can take it from ${clockWords(new Date(abandonedAt ?? now), now)}.`;
}

type Part = { value: string; href?: string };
type Fact = { label: string; parts: Part[] };

/** Returns what staff need before they do the order: what, for whom, and whether it is paid. */
function mainFacts(order: DeskOrder, now: Date): Fact[] {
  const { paymentCode } = order;
  return [
    { label: "To do", parts: [{ value: toDoWords(order.kind, chosenWords(order)) }] },
    ...customerFacts(order),
    {
      label: "Payment",
      parts: [
        { value: paymentWords(order, now) },
        ...(paymentCode === null ? [] : [{ value: paymentCode, href: `/desk/payments/${paymentCode}` }]),
      ],
    },
  ];
}

/** Returns whose an order is, and how staff reach the customer. */
export function customerFacts({ customer, userId, payerPhone }: DeskOrder): Fact[] {
  if (customer === null) return [{ label: "Customer", parts: [{ value: "The account is gone" }] }];
  const { name, email, phone } = customer;
  const who = { value: name || "No name", href: `/desk/people/${userId}` };
  return [
    { label: "Customer", parts: [who, { value: email, href: mailLink(email) }] },
    { label: "Phone", parts: phoneParts(phone, payerPhone) },
  ];
}

/** Returns the customer's phone, and the phone that paid if it is another: often it is the only one that we know. */
function phoneParts(own: string | null, payer: string | null): Part[] {
  const ownPart = own === null ? [] : [{ value: shownNumber(own), href: callLink(own) }];
  if (payer === null || payer === own) return own === null ? [{ value: "Not given" }] : ownPart;
  return [...ownPart, { value: shownNumber(payer), href: callLink(payer) }, { value: "paid from this phone" }];
}

function moreFacts(order: DeskOrder, now: Date): Fact[] {
  const { refundedAt, refundDueKsh, isCancelled } = order;
  const facts: [label: string, value: string | false | null][] = [
    ["Customer reads", stateWords(order)],
    ["Order", `${orderNumber(order.id)}, ${nairobiTime(new Date(order.createdAt))}`],
    ["In our list", ownedWords(order)],
    ["Why not", isCancelled ? "The customer cancelled it" : order.reason],
    [
      "To pay back",
      refundDueKsh > 0 && !refundedAt && `${formatKsh(refundDueKsh)}${order.hasBill ? ", see Payments" : ""}`,
    ],
    ["Paid back", refundedAt !== null && `${formatKsh(refundDueKsh)} ${whenWords(new Date(refundedAt), now)}`],
  ];
  return facts.flatMap(([label, value]) => (value ? [{ label, parts: [{ value }] }] : []));
}

function paymentWords({ priceKsh, priceNamedAt, bill }: DeskOrder, now: Date): string {
  const price = priceKsh > 0 ? formatKsh(priceKsh) : "No price yet";
  const named = priceNamedAt ? `, named ${whenWords(new Date(priceNamedAt), now)}` : "";
  if (!bill) return `${price}${named}`;
  if (bill.isPaid) return `${price}${named}, paid`;
  return `${price}${named}, not paid yet${bill.missingKsh < priceKsh ? `, ${formatKsh(bill.missingKsh)} missing` : ""}`;
}

function chosenWords({ kind, payload, hasCode }: DeskOrder): string {
  const { years, plan, months, certificateType } = payload;
  if (kind === "transfer") return hasCode ? "The transfer code is here" : "The transfer code is deleted";
  const words = [
    typeof years === "number" && yearsWords(years),
    typeof plan === "string" && `plan ${plan}`,
    typeof months === "number" && `${months} months`,
    typeof certificateType === "string" && certificateType,
  ];
  return words.filter(Boolean).join(", ");
}

function ownedWords({ kind, owned }: DeskOrder): string {
  if (kind === "hosting") return "";
  if (!owned) return "Nobody has this name";
  if (!owned.isOwn) return "Another customer has this name";
  return `Theirs until ${dateOf(dayNumber(new Date(owned.expiryDate))).words}`;
}

/**
 * What the form "reopen" needs for the name of an order that was done: `back`, the day before the renewal, and
 * `expectedExpiry`, the date that the name has now. Otherwise staff correct the name at `nameHref`. Null if the order changed
 * no name.
 */
function reopeningOf(order: DeskOrder) {
  const { status, kind, owned, domain } = order;
  if (status !== "done" || kind === "hosting" || !owned?.isOwn) return null;
  const before = dateBefore(order);
  return {
    back: before === undefined ? null : dateOf(dayNumber(new Date(before))).words,
    expectedExpiry: owned.expiryDate,
    nameHref: `/desk/names/${domain}`,
  };
}

/** What the form "done" needs for the name's last day; null for an order that sets no last day. */
function daysOf(order: DeskOrder, now: Date) {
  const days = lastDays(order, now);
  if (days === null) return null;
  const expectedExpiry = order.owned?.isOwn ? order.owned.expiryDate : "";
  return { min: dateOf(days.first).iso, max: dateOf(days.last).iso, expectedExpiry, expected: expectedDay(order, now) };
}
