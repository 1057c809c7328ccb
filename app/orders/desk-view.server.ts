import { whenWords } from "#app/desk/trail.ts";
import { toDisplayName } from "#app/domains/display-name.ts";
import { ORDER_NAMES, orderNumber } from "#app/domains/order-kinds.ts";
import { formatKsh } from "#app/platform/money.ts";
import { addYears, clockWords, dateOf, dayNumber, nairobiTime } from "#app/platform/text/nairobi-day.ts";
import { shownNumber } from "#app/platform/text/phone.server.ts";
import { lastDays, maxRefund } from "./desk-forms.ts";
import { ageWords, type DeskOrder, type OrderForm, offeredForms, wordsAfter } from "./desk-order.ts";
import { yearsWords } from "./order-price.ts";
import { stateWords } from "./order-words.ts";

export type OrderView = ReturnType<typeof orderView>;

const FORMS: OrderForm[] = ["take", "give-back", "accept", "price", "done", "failed", "refund", "refunded"];

/**
 * Returns an order in words for the member of staff `me`: what it is, what customers read, and what each form would do.
 * `takesPayments`: customers pay on the site.
 */
export function orderView(order: DeskOrder, me: string, now: Date, takesPayments: boolean) {
  const offered = offeredForms(order, me, takesPayments);
  const after = Object.fromEntries(FORMS.map((form) => [form, wordsAfter(order, form, now, takesPayments)]));
  return {
    id: order.id,
    title: `${ORDER_NAMES[order.kind]} of ${toDisplayName(order.domain)}`,
    number: orderNumber(order.id),
    state: stateLine(order, me, now),
    waits: waitsWords(order, now),
    reads: stateWords(order),
    offered,
    after,
    facts: factsOf(order, now),
    customer: order.customer && {
      ...order.customer,
      phone: order.customer.phone === null ? "" : shownNumber(order.customer.phone),
    },
    days: daysOf(order, now),
    kind: order.kind,
    priceKsh: order.priceKsh,
    takesPayments,
    maxRefundKsh: maxRefund(order),
    trail: order.trail,
    notes: order.notes.map(({ author, body, at }) => ({ author, body, when: nairobiTime(new Date(at)) })),
  };
}

function stateLine({ status, takenBy, takenName, takenAt, updatedAt }: DeskOrder, me: string, now: Date): string {
  const who = takenBy === me ? "You have" : `${takenName ?? "Somebody"} has`;
  switch (status) {
    case "requested":
      return "Nobody has it";
    case "processing":
      return takenBy
        ? `${who} it, taken ${whenWords(new Date(takenAt ?? updatedAt), now)}`
        : "The site began to carry it out";
    case "done":
      return `Done ${whenWords(new Date(updatedAt), now)}`;
    case "failed":
      return `Not done, ${whenWords(new Date(updatedAt), now)}`;
  }
}

function waitsWords({ status, takenBy, isAbandoned, abandonedAt, bill }: DeskOrder, now: Date): string {
  if (status === "done" || status === "failed") return "It has ended. A later correction is not possible here.";
  if (bill && !bill.isPaid) {
    return `It is not paid yet. ${formatKsh(bill.missingKsh)} is missing. If they paid by bank, cash or cheque, enter it at “Payments” first.`;
  }
  if (status !== "processing" || takenBy !== null) return "";
  if (isAbandoned) return "The provider may have done it or not. Look at the provider’s account before you end it.";
  return `It may end by itself. You can take it from ${clockWords(new Date(abandonedAt ?? now), now)}.`;
}

function factsOf(order: DeskOrder, now: Date): { label: string; value: string }[] {
  const { priceKsh, priceNamedAt, createdAt, refundedAt, refundDueKsh, reason } = order;
  const named = priceNamedAt ? `, named ${whenWords(new Date(priceNamedAt), now)}` : "";
  const facts: [label: string, value: string | false | null | undefined][] = [
    ["Order", orderNumber(order.id)],
    ["Price", priceKsh > 0 ? `${formatKsh(priceKsh)}${named}` : "No price yet"],
    [
      "Paid",
      order.bill && (order.bill.isPaid ? "Yes, by M-PESA" : `Not yet, ${formatKsh(order.bill.missingKsh)} missing`),
    ],
    ["Chosen", chosenWords(order)],
    ["Ordered", `${nairobiTime(new Date(createdAt))}, ${ageWords(createdAt, now)} ago`],
    ["In our list", ownedWords(order)],
    ["Why not", reason],
    [
      "To pay back",
      refundDueKsh > 0 && !refundedAt && `${formatKsh(refundDueKsh)}${order.hasBill ? ", see Payments" : ""}`,
    ],
    ["Paid back", refundedAt !== null && `${formatKsh(refundDueKsh)} ${whenWords(new Date(refundedAt), now)}`],
  ];
  return facts.flatMap(([label, value]) => (value ? [{ label, value }] : []));
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

/** What the form "done" needs for the name's last day; null for an order that sets no last day. */
function daysOf(order: DeskOrder, now: Date) {
  const days = lastDays(order, now);
  if (days === null) return null;
  const expectedExpiry = order.owned?.isOwn ? order.owned.expiryDate : "";
  const { years } = order.payload;
  const from = order.kind === "renew" && expectedExpiry !== "" ? new Date(expectedExpiry) : now;
  const expected = typeof years === "number" ? dateOf(dayNumber(addYears(from, years))).iso : "";
  return { min: dateOf(days.first).iso, max: dateOf(days.last).iso, expectedExpiry, expected };
}
