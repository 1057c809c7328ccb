import { toDisplayName } from "#app/domains/display-name.ts";
import { findDomain } from "#app/domains/domains.table.server.ts";
import { namePages } from "#app/domains/name-pages.ts";
import { orderNumber } from "#app/domains/order-kinds.ts";
import type { Bill } from "#app/orders/bill.ts";
import type { Order } from "#app/orders/order.ts";
import { billTitle, orderThing } from "#app/orders/order-title.ts";
import { isWish } from "#app/orders/order-words.ts";
import { listBillOrders } from "#app/orders/orders.table.server.ts";
import { doneWithin } from "#app/orders/promises.server.ts";
import { nowDate, nowMs } from "#app/platform/clock.ts";
import { trustedClient } from "#app/platform/database/client.api.server.ts";
import { env } from "#app/platform/env.server.ts";
import { formatKsh } from "#app/platform/money.ts";
import { failure, success } from "#app/platform/result.ts";
import { clockOf } from "#app/platform/text/nairobi-day.ts";
import type { Service } from "#app/services/service.ts";
import { findService } from "#app/services/services.table.server.ts";
import { readBillSnapshot } from "./bill-payments.table.server.ts";
import { billNote, paidWords, unpaidSteps } from "./bill-words.ts";
import { deadlineWords, keptBy } from "./deadline-words.ts";
import { issuerOf } from "./issue-receipts.server.ts";
import { notDoneWords, sentBackWords } from "./not-done-words.ts";
import { paidByWords, paidLine, wayOf } from "./pay-ways.ts";
import { payBanner, payStatus, TYPED_WORDS } from "./pay-words.ts";
import { PROMPT_OPEN_MS } from "./prompt-times.ts";

/** By when after a payment the site has carried out an order that needs no person. */
const AT_ONCE_MS = 10 * 60_000;

export type PayPage = NonNullable<Awaited<ReturnType<typeof readPayPage>> & { ok: true }>["value"];

/** Returns what the page of a bill shows. `looks`: how often the page has reloaded to see the outcome of a prompt. */
export async function readPayPage({ id }: Pick<Bill, "id">, looks: number) {
  const [orders, snapshot] = await Promise.all([listBillOrders(id), readBillSnapshot(id)]);
  if (!orders || !snapshot || !env.mpesa) {
    return failure(503, "We can’t read this bill right now. Please try again.");
  }
  const { bill, state, prompt, payments, typed, due_back, wanted_back, kept, credit } = snapshot;
  const missing = bill.missingKsh;
  const { shortcode, till, mostKsh } = env.mpesa;
  const isPayable = state === "open" || state === "part";
  const now = nowMs();
  const status = statusOf(snapshot, looks, now);
  const counted = payments.filter((one) => one.state === "counted");
  // All that came and is here, also what came after the bill was paid.
  const came = payments.filter((one) => one.state === "counted" || one.state === "surplus");
  const receivedKsh = came.reduce((sum, { amount_ksh }) => sum + amount_ksh, 0);
  const received = { paidBy: came.map(paidByWords), received: formatKsh(receivedKsh) };
  // What the site has not done minutes after the payment waits for staff.
  const isLate = bill.paidAt !== null && now - Date.parse(bill.paidAt) > AT_ONCE_MS;
  const answerTime = isLate ? env.promises.answerTime : doneWithin(orders);
  const when = { openedAt: bill.openedAt, answerTime, now: nowDate() };
  const its = await detailsOf(bill.userId, orders);
  const paid = bill.paidAt === null ? undefined : paidData(bill.paidAt, orders, { ...when, ...received, ...its });
  return success({
    id: bill.id,
    state,
    missing,
    amount: bill.amountKsh,
    reference: bill.reference,
    order: orders[0] && orders.length === 1 ? orderNumber(orders[0].id) : "",
    surplus: bill.surplusKsh,
    due: { ksh: due_back, isWanted: wanted_back >= due_back, kept },
    // The code that the customer typed, until a payment of this bill has it.
    typed: typed && { code: bill.typedCode ?? "", words: TYPED_WORDS[typed] },
    paidLine: counted.length > 0 ? `${paidLine(counted)}.` : "",
    credit: { ksh: credit, usable: isPayable ? Math.min(credit, missing) : 0 },
    sentBack: sentBackWords(snapshot.pay_backs, payments),
    notDone: notDoneOf(orders),
    hasReceipt: snapshot.has_receipt,
    notes: snapshot.notes,
    items: orders.map((order) => ({
      what: billTitle(order),
      ksh: order.priceKsh,
      isFailed: order.status === "failed",
    })),
    note: billNote(orders, { ...its, ksh: bill.amountKsh, vatPercent: issuerOf([]).vat_percent }),
    // While money is looked for, nothing urges to pay.
    deadline: typed || status?.isHere ? undefined : deadlineWords(orders, { ...when, ...its, keptBy: keptBy(bill) }),
    steps: unpaidSteps(orders, { ...when, ...its, isAsked: status?.isAtPhone === true }),
    // Changes whenever the page would say something else.
    key: [
      state,
      typed,
      status?.title ?? "",
      bill.paidKsh,
      due_back,
      wanted_back,
      kept,
      paid?.lead,
      ...orders.map((order) => order.status),
    ].join(" "),
    // Above M-PESA's limit only a bank transfer or a cheque works. Without a bank account in the settings staff explain it.
    isTooMuch: missing > mostKsh,
    bank: env.bankAccount ?? "",
    status,
    number: { value: till ?? shortcode, isTill: till !== undefined },
    asked: prompt
      ? {
          phone: prompt.phone,
          seconds: Math.max(0, Math.floor((now - Date.parse(prompt.askedAt)) / 1000)),
          /** Until when no other request is sent. */
          until: clockOf(new Date(Date.parse(prompt.askedAt) + PROMPT_OPEN_MS)),
        }
      : undefined,
    paid,
  });
}

/** What could not be done, whether the customer wished it, and the one order that may be placed again. */
function notDoneOf(orders: readonly Order[]) {
  const words = notDoneWords(orders);
  const [first, ...others] = orders;
  if (!words || !first) return undefined;
  const isWished = orders.every(({ status, reason }) => status !== "failed" || isWish(reason));
  return { ...words, isWished, ...(others.length === 0 && { order: { kind: first.kind, domain: first.domain } }) };
}

type Snapshot = NonNullable<Awaited<ReturnType<typeof readBillSnapshot>>>;

/** What is known of a bill's last prompt and of its money that is not confirmed. */
function statusOf({ state, prompt, payments }: Snapshot, looks: number, now: number) {
  const held = payments.filter((one) => one.state === "held");
  // Money may come for a bill that has closed.
  if (state === "paid" || (state === "closed" && held.length === 0)) return undefined;
  const heldKsh = held.reduce((sum, one) => sum + one.amount_ksh, 0);
  const hasArrived = payments.some(({ prompt_id }) => prompt_id !== null && prompt_id === prompt?.id);
  return payStatus({ prompt, heldKsh, heldWays: held.map(({ source }) => wayOf(source)), hasArrived, looks, now });
}

/**
 * Returns what the page of a bill says of money that is being confirmed or looked for, so that nobody is asked for it again.
 * `isHere`: it has come, and only has to be confirmed.
 */
export async function moneyOnItsWay(billId: string): Promise<{ title: string; text: string; isHere: boolean } | null> {
  const snapshot = await readBillSnapshot(billId);
  if (!snapshot?.is_on_its_way) return null;
  const typed = snapshot.typed ? { code: snapshot.bill.typedCode ?? "", words: TYPED_WORDS[snapshot.typed] } : null;
  const status = statusOf(snapshot, 0, nowMs());
  const known = payBanner(status, typed);
  return known ? { title: known.title, text: known.text, isHere: status?.isHere === true } : null;
}

/** The last day of the one name that is renewed, and the service of the one order. */
type Details = { until: Date | undefined; service: Service | undefined };

/** Returns the last day of the one name and the service of the one order of a bill. */
export async function detailsOf(userId: string, [first, ...others]: readonly Order[]): Promise<Details> {
  const only = others.length === 0 ? first : undefined;
  const [until, service] = await Promise.all([
    only?.kind === "renew" ? lastDayOf(userId, only.domain) : undefined,
    only?.serviceId ? serviceOf(userId, only.serviceId) : undefined,
  ]);
  return { until, service };
}

type PaidWhen = Details & { openedAt: string; answerTime: string; now: Date; paidBy: string[]; received: string };

/** Returns what the page of a paid bill says. A bill for one thing also has the pages that put it to use. */
function paidData(paidAt: string, orders: readonly Order[], when: PaidWhen) {
  const [first, ...others] = orders;
  const only = others.length === 0 ? first : undefined;
  const { service } = when;
  const words = paidWords(orders, { ...when, paidAt });
  if (!only) return words;
  const display = toDisplayName(only.domain);
  const [label = display] = display.split(".", 1);
  return {
    ...{ ...words, name: label, tld: display.slice(label.length) },
    ...(only.kind === "register" && { pages: namePages(only.domain) }),
    ...(service && {
      thing: orderThing(only),
      service: { kind: service.kind, to: `/dashboard/services/${service.id}`, isWorking: service.state === "active" },
    }),
  };
}

async function serviceOf(userId: string, id: string): Promise<Service | undefined> {
  const found = await findService(trustedClient(), userId, id);
  return found.ok ? (found.value ?? undefined) : undefined;
}

async function lastDayOf(userId: string, domain: string): Promise<Date | undefined> {
  const found = await findDomain(trustedClient(), userId, domain);
  return found.ok && found.value?.expiryDate ? new Date(found.value.expiryDate) : undefined;
}
