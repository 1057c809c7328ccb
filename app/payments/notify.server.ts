import { agencyMessage, notifyAgency } from "#app/contact/notify-agency.server.ts";
import { orderNumber } from "#app/domains/order-kinds.ts";
import type { Mail } from "#app/mail/mail.ts";
import { mailSite } from "#app/mail/mail-site.server.ts";
import { payUrl } from "#app/orders/new-bill.server.ts";
import type { Order } from "#app/orders/order.ts";
import { orderNewsMail } from "#app/orders/order-news-mail.ts";
import { agencyWords, type OrderOutcome } from "#app/orders/order-outcome.ts";
import { orderRun } from "#app/orders/order-run.server.ts";
import { orderTitle } from "#app/orders/order-title.ts";
import { listBillOrders } from "#app/orders/orders.table.server.ts";
import { brandFrom } from "#app/platform/brand.ts";
import { nowDate } from "#app/platform/clock.ts";
import { env } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.server.ts";
import { formatKsh } from "#app/platform/money.ts";
import { isMailbox } from "#app/platform/text/one-line.ts";
import { LOOK_AT } from "./desk-ways.ts";
import { paidByWords, wayOf } from "./pay-ways.ts";
import { paymentMail, refundMail, unpaidMail } from "./payment-mails.ts";
import {
  type BilledCustomer,
  finishBill,
  flagPayment,
  listBillsToRemind,
  listPaymentsToCheck,
  listPaymentsToNotify,
  markPaymentNotified,
  type Payment,
  remindBill,
} from "./payments.table.server.ts";
import type { StoredCallback } from "./prompts.table.server.ts";

/** Notifies customers of their payments, once each, and of a part of the money that is due back because no order is left. */
export async function notifyCustomers(): Promise<void> {
  for (const { payment, bill, state, due_back, ...customer } of await listPaymentsToNotify()) {
    const context = contextOf({ bill, ...customer });
    const isSmaller = bill.shrunk_at !== null;
    const orders = await listBillOrders(bill.id);
    if (!orders) continue;
    if (state !== "closed") {
      const known = { ...bill, isSmaller, newName: newNameOf(orders) };
      await markPaymentNotified(payment.code, context ? [paymentMail(payment, known, context)] : []);
      continue;
    }
    const isTold = context !== undefined && due_back > 0;
    await markPaymentNotified(payment.code, isTold ? [refundMail(bill, due_back, orders, context, payment.code)] : []);
  }
}

/** Returns the name of a bill that registers only this name, unless that failed. */
function newNameOf([first, ...others]: readonly Order[]): string | undefined {
  return first?.kind === "register" && first.status !== "failed" && others.length === 0 ? first.domain : undefined;
}

/**
 * Reminds customers of unpaid bills after 3, 10 and 27 days (`bills_to_remind`). Of reminders that the site missed, only the
 * last is sent. The third says when the bill ends. Source: docs/product/payments.md, "Payments".
 */
export async function remindOfBills(): Promise<void> {
  for (const { bill, is_missed, is_begun, is_on_its_way, ends_at, ...customer } of await listBillsToRemind()) {
    const context = is_missed ? undefined : contextOf({ bill, ...customer });
    const reminder = { times: bill.reminders, endsAt: ends_at, isBegun: is_begun, isOnItsWay: is_on_its_way };
    const mails = context ? [unpaidMail(bill, reminder, context)] : [];
    await remindBill(bill.id, bill.reminders, mails);
  }
}

/** Notifies the agency of payments that staff have to check, once each. */
export async function notifyOfDoubts(): Promise<void> {
  for (const payment of await listPaymentsToCheck()) {
    const message = messageOf(`Payment ${payment.code}: look at it`, doubtWords(payment));
    const key = `payment-${payment.code}`;
    const notification = agencyMessage(message, key, { kind: "payment" });
    log.error({ payment: payment.code, state: payment.state }, "payment needs a person");
    if ((await flagPayment(payment.code, notification)) && !notification)
      await notifyAgency(message, key, { kind: "payment" });
  }
}

/** Notifies the agency, once, of a callback that makes no payment. Returns false if that failed. */
export async function notifyOfProblem({ key, body }: StoredCallback, problem: string): Promise<boolean> {
  const { code = "none", amount = "none", shortcode = "ours" } = body;
  const message = messageOf(
    "M-PESA reports a payment that does not count: look at it",
    `It does not count: ${problem}. M-PESA code: ${code}. Amount: ${amount}. Paid to: ${shortcode}. Look it up in the M-PESA portal.`,
  );
  return !(await notifyAgency(message, `report-${key}`.replace(/[^\w-]/g, "-").slice(0, 128), { kind: "payment" }));
}

/**
 * Carries out the orders of a paid bill, or leaves them to the agency, and notifies the agency and the customer once. If this
 * is repeated after a crash, it carries out only orders that nobody has begun. The orders of a closed account are left to the
 * agency. Source: docs/product/payments.md, "Payments".
 */
export async function fulfilBill(customer: BilledCustomer): Promise<void> {
  const { bill } = customer;
  const orders = await listBillOrders(bill.id);
  if (!orders) return;
  const context = contextOf(customer);
  const outcomes = new Map<string, OrderOutcome>();
  const begin = async (order: Order) => void outcomes.set(order.id, await orderRun.carryOut(order));
  if (context) await Promise.all(orders.map((one) => (one.status === "requested" ? begin(one) : undefined)));
  const ended = await listBillOrders(bill.id);
  if (!ended) return;
  const failed = ended.filter(({ status }) => status === "failed");
  const due = failed.reduce((sum, { priceKsh }) => sum + priceKsh, 0);
  const mails = context
    ? [...(due > 0 ? [refundMail(bill, due, failed, context)] : []), ...ended.flatMap((one) => doneMail(one, customer))]
    : [];
  const [message, key] = [paidMessage(customer, ended, outcomes), `paid-${bill.number}-${bill.id}`];
  const notification = agencyMessage(message, key, { kind: "payment" });
  if ((await finishBill(bill.id, notification, mails)) && !notification)
    await notifyAgency(message, key, { kind: "payment" });
}

/** Returns the mail that a name is registered or renewed, if the site itself has done it. Staff send their own. */
function doneMail(order: Order, { email, name }: BilledCustomer): Mail[] {
  const isOfSite = order.status === "done" && order.takenAt === null && ["register", "renew"].includes(order.kind);
  const customer = { email, name: name ?? null };
  const context = { customer, vat: undefined, now: nowDate(), site: mailSite() };
  const mail = isOfSite ? orderNewsMail(order, { kind: "done" }, context) : undefined;
  return mail ? [mail] : [];
}

export function contextOf({ bill, email, name }: BilledCustomer) {
  return isMailbox(email) ? { to: email, name, payUrl: payUrl(bill.id), site: mailSite() } : undefined;
}

function paidMessage(
  { bill, email, name }: BilledCustomer,
  orders: readonly Order[],
  outcomes: ReadonlyMap<string, OrderOutcome>,
) {
  const isClosed = !isMailbox(email);
  const isLeft = orders.some(({ status }) => status === "requested" || status === "processing");
  const isBack = orders.some(({ status }) => status === "failed");
  const next = [isLeft && "carry it out", isBack && "send it back"].filter(Boolean).join(", ");
  const what = orders.length === 1 ? orders[0]?.domain : `${orders.length} names`;
  return messageOf(
    `Paid${next && ` (${next})`}: ${formatKsh(bill.paidKsh)} for ${what}`,
    [
      `Bill ${bill.reference} is paid, receipt ${bill.number}. ${isClosed ? "The account is closed." : `Customer: ${name ?? ""} <${email}>.`}`,
      ...orders.flatMap((order) => ["", ...orderLines(order, outcomes.get(order.id))]),
    ].join("\n"),
  );
}

/**
 * Returns the lines about an order in the agency's message. `outcome`: what this run has done; by default, what the order's
 * row says.
 */
function orderLines(order: Order, outcome: OrderOutcome | undefined): string[] {
  const { id, priceKsh, status, takenAt } = order;
  const isTaken = status === "processing" && takenAt !== null;
  const text = isTaken ? "One of us has it at the desk. Carry it out." : outcomeWords(order, outcome);
  const back = status === "failed" ? ` Send ${formatKsh(priceKsh)} back.` : "";
  return [`${orderTitle(order)}, ${formatKsh(priceKsh)}.`, `Order ${orderNumber(id)} (${id}). ${text}${back}`];
}

/** Returns what became of an order. What the provider said is in the order's notes at the desk. */
function outcomeWords({ status, reason }: Order, outcome: OrderOutcome | undefined): string {
  if (outcome) return agencyWords(outcome).text;
  switch (status) {
    case "requested":
      return agencyWords({ kind: "review" }).text;
    case "processing":
      return agencyWords({ kind: "unknown", why: "it was begun, and its end is not known" }).text;
    case "done":
      return agencyWords({ kind: "done" }).text;
    case "failed":
      return `It has ended and is not done. The customer reads: “${reason ?? "no reason"}”. See its notes at the desk.`;
  }
}

function doubtWords(payment: Payment): string {
  const { amountKsh, source, state, isDisputed, typedReference } = payment;
  const why =
    state === "unmatched"
      ? `It names no bill (account number: ${typedReference || "none"}).`
      : isDisputed
        ? "M-PESA says different things about it."
        : "Nobody has confirmed it.";
  return `${formatKsh(amountKsh)} came: ${paidByWords(payment)}. ${why} Look it up in ${LOOK_AT[wayOf(source)].place}.`;
}

/** A message that the site itself writes. */
function messageOf(subject: string, message: string) {
  const { name, email } = brandFrom(env.brand);
  return { name, email, subject: subject.slice(0, 200), message };
}
