import type { ContactMessage } from "#app/contact/contact.server.ts";
import { agencyMessage, notifyAgency } from "#app/contact/notify-agency.server.ts";
import type { MessageOrigin } from "#app/contact/thread.ts";
import { ORDER_NAMES, orderNumber } from "#app/domains/order-kinds.ts";
import type { Mail } from "#app/mail/mail.ts";
import { mailSite } from "#app/mail/mail-site.server.ts";
import { callWithAgencyMessage } from "#app/mail/queue.table.server.ts";
import type { Account } from "#app/platform/http/account.ts";
import { nameOf } from "#app/platform/http/account.ts";
import { log } from "#app/platform/log.server.ts";
import { formatKsh } from "#app/platform/money.ts";
import { isMailbox } from "#app/platform/text/one-line.ts";
import { shownNumber } from "#app/platform/text/phone.server.ts";
import { payUrl } from "./new-bill.server.ts";
import type { Order } from "./order.ts";
import { orderMail } from "./order-mail.ts";
import { agencyWords, type OrderOutcome } from "./order-outcome.ts";
import { isEndingByHand } from "./order-price.ts";
import { orderRun } from "./order-run.server.ts";
import { upcomingSteps } from "./order-steps.ts";
import type { NewBill } from "./orders.table.server.ts";
import { doneWithin, promises, stepPromises } from "./promises.server.ts";

/** An order for the agency's message. `detail` says what was chosen; it never includes a transfer code. */
export type NewOrder = Pick<Order, "id" | "kind" | "domain" | "priceKsh"> & { detail: string; isBilled?: boolean };

/** Returns whether the site carries out an order at once. An order that is paid first is carried out when it is paid. */
const isDirect = (order: NewOrder) => !order.isBilled && orderRun.isDirect(order);
type OrderWithOutcome = NewOrder & { outcome: OrderOutcome };

/** For how many seconds the agency's mail is held: longer than carrying out an order takes. */
const HOLD_SECONDS = 120;
const INTERRUPTED: OrderOutcome = { kind: "unknown", why: "the site broke off in the middle" };

/**
 * Returns the mails of one submission, to be stored in the transaction of its orders: the message to the agency and the
 * customer's receipt. If an order is carried out at once, the agency's mail is held until its outcome is known
 * (sendOrderMessage); if the process dies before, the mail says that the outcome is unknown. Source: docs/decisions, "Mail
 * queue".
 */
export function newOrderMails(orders: readonly NewOrder[], account: Account, bill?: NewBill) {
  const started = orders.map((order): OrderWithOutcome => {
    if (order.isBilled) return { ...order, outcome: { kind: "unpaid" } };
    return { ...order, outcome: isDirect(order) ? INTERRUPTED : { kind: "review" } };
  });
  const holdSeconds = orders.some(isDirect) ? HOLD_SECONDS : 0;
  return {
    notification: agencyMessage(messageOf(started, account), keyOf(orders), originOf(account)),
    receipt: receiptOf(orders, account, bill),
    holdSeconds,
  };
}

/** Returns the customer's receipt for an order that staff place. The agency knows of it, and nothing is carried out at once. */
export function phoneOrderMails(order: NewOrder, account: Account, bill?: NewBill) {
  const receipt = receiptOf([{ ...order, isBilled: true }], account, bill, true);
  return { notification: undefined, receipt, holdSeconds: 0 };
}

/** Returns the customer's receipt; undefined if the auth service has an address that mail servers reject. */
function receiptOf(
  [first, ...others]: readonly NewOrder[],
  { email, name }: Account,
  bill: NewBill | undefined,
  isByPhone = false,
): Mail | undefined {
  if (!first || !isMailbox(email)) return undefined;
  const { kind, domain } = first;
  const orders = [first, ...others] as const;
  const billed = orders.filter(({ id }) => bill?.orders.includes(id));
  const known = { kind, isByHand: isEndingByHand(domain), isInMail: true };
  const steps = upcomingSteps({
    ...known,
    promises: { ...stepPromises, answerTime: doneWithin(bill ? billed : orders) },
    isDirect: orders.some(isDirect),
    isPaidFirst: bill !== undefined,
  });
  const toPay = bill && {
    href: payUrl(bill.id),
    reference: bill.reference,
    ksh: billed.reduce((sum, { priceKsh }) => sum + priceKsh, 0),
  };
  const context = { to: email, name, steps, vat: promises.vat, site: mailSite(), isByPhone };
  return orderMail(orders, { ...context, ...(toPay && { toPay }) });
}

/**
 * Notifies the agency of new orders and their outcomes, once, as the contact form does. The subject says if a person has to
 * act. Orders that another process carries out are left to that process. Never throws: the orders stand without the message,
 * and a failure is logged with the first order's id. Source: docs/product/orders.md, "Orders".
 */
export async function sendOrderMessage(all: readonly OrderWithOutcome[], account: Account): Promise<void> {
  const [first] = all;
  if (!first || all.every(({ outcome }) => outcome.kind === "elsewhere")) return;
  const message = messageOf(all, account);
  const notification = agencyMessage(message, keyOf(all), originOf(account));
  if (notification) {
    // Without an order that is carried out at once, the mail that was stored with the orders says everything.
    if (!all.some(isDirect)) return;
    const { row, error } = await callWithAgencyMessage("update_agency_mail", {}, notification);
    if (row !== true) log.error({ order: first.id, reason: error?.message ?? "it was too late" }, NOTIFICATION_FAILED);
    return;
  }
  const failed = await notifyAgency(message, keyOf(all), originOf(account));
  if (failed) log.error({ order: first.id, reason: failed.message }, NOTIFICATION_FAILED);
}

const NOTIFICATION_FAILED = "order notification failed";

/** Returns the message about the orders of one submission, which all have the same kind. */
function messageOf(orders: readonly OrderWithOutcome[], account: Account): ContactMessage {
  const [first] = orders;
  const labels = new Set(orders.map(({ outcome }) => agencyWords(outcome).label).filter(Boolean));
  const label = labels.size === 0 ? "" : ` (${[...labels].join("; ")})`;
  const kind = first ? ORDER_NAMES[first.kind] : "";
  const [word, what] = orders.length === 1 ? ["Order", first?.domain] : ["Orders", `${orders.length} names`];
  return {
    name: nameOf(account),
    email: account.email,
    subject: `${word}${label}: ${kind} of ${what}`.slice(0, 200),
    message: [
      ...orders.flatMap((order, at) => [...(at > 0 ? [""] : []), ...linesOf(order)]),
      ...(account.phone === undefined
        ? []
        : [...(orders.length > 1 ? [""] : []), `Phone: ${shownNumber(account.phone)}.`]),
    ].join("\n"),
    ...(orders.length === 1 && first && { domain: first.domain }),
  };
}

function linesOf({ id, kind, domain, priceKsh, detail, outcome }: OrderWithOutcome): string[] {
  return [
    detail.startsWith(ORDER_NAMES[kind]) ? `${detail} for ${domain}.` : `${ORDER_NAMES[kind]} of ${domain}, ${detail}.`,
    priceKsh > 0 ? `Price shown: ${formatKsh(priceKsh)}.` : "No price was shown: name one before anything is charged.",
    `Order ${orderNumber(id)} (${id}). ${agencyWords(outcome).text}`,
  ];
}

function originOf({ id }: Account): MessageOrigin {
  return { kind: "order", userId: id };
}

function keyOf([first]: readonly NewOrder[]): string {
  return `order-${first?.id}`;
}
