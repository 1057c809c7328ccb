import { callWithAgencyMessage } from "#app/gateways/mail-queue.server.ts";
import { log } from "#app/log.server.ts";
import type { Account } from "#app/model/account.ts";
import { nameOf } from "#app/model/account.ts";
import type { ContactMessage } from "#app/model/contact.ts";
import { formatKsh } from "#app/model/money.ts";
import { ORDER_NAMES, type Order } from "#app/model/order.ts";
import { agencyWords, type OrderOutcome } from "#app/model/order-outcome.ts";
import { shownNumber } from "#app/model/phone.server.ts";
import { agencyMessage, tellAgency } from "../agency/tell-agency.server.ts";
import { orderRun } from "./order-run.server.ts";

/** `detail` says what was chosen; a transfer's code stays in the database. */
export type Told = Pick<Order, "id" | "kind" | "domain" | "priceKsh"> & { detail: string };
type Ended = Told & { outcome: OrderOutcome };

/** Longer than carrying an order out takes. */
const HOLD_SECONDS = 120;
const BROKEN_OFF: OrderOutcome = { kind: "unknown", why: "the site broke off in the middle" };

/**
 * What the agency is told of the orders of one press in the transaction of their rows. The mail of those that are carried out at once
 * waits until it is known how that went (sendOrderMessage); a process that ends before has told that nobody knows. Source:
 * docs/decisions, "Mail queue".
 */
export function newOrdersMessage(orders: readonly Told[], account: Account) {
  const begun = orders.map((order): Ended => {
    return { ...order, outcome: orderRun.isDirect(order) ? BROKEN_OFF : { kind: "review" } };
  });
  const holdSeconds = orders.some(orderRun.isDirect) ? HOLD_SECONDS : 0;
  return { notice: agencyMessage(messageOf(begun, account), keyOf(orders)), holdSeconds };
}

/**
 * Tells the agency of the new orders of one press and how they went, once, where the messages of the contact form go; with an outcome
 * that calls for a person, the subject says so. Another process tells of its own. Never throws: the orders stand without it, and a
 * failure is in the log with the first one's id. Source: docs/product.md, "Orders".
 */
export async function sendOrderMessage(all: readonly Ended[], account: Account): Promise<void> {
  const [first] = all;
  if (!first || all.every(({ outcome }) => outcome.kind === "elsewhere")) return;
  const message = messageOf(all, account);
  const notice = agencyMessage(message, keyOf(all));
  if (notice) {
    // Whatever is not carried out at once was told with its row.
    if (!all.some(orderRun.isDirect)) return;
    const { row, error } = await callWithAgencyMessage("retell_agency", {}, notice);
    if (row !== true) log.error({ order: first.id, reason: error?.message ?? "it was too late" }, NOT_TOLD);
    return;
  }
  const refused = await tellAgency(message, keyOf(all));
  if (refused) log.error({ order: first.id, reason: refused.message }, NOT_TOLD);
}

const NOT_TOLD = "agency not told of an order";

/** Several orders are of one kind. */
function messageOf(orders: readonly Ended[], account: Account): ContactMessage {
  const [first] = orders;
  const marks = new Set(orders.map(({ outcome }) => agencyWords(outcome).mark).filter(Boolean));
  const mark = marks.size === 0 ? "" : ` (${[...marks].join("; ")})`;
  const kind = first ? ORDER_NAMES[first.kind] : "";
  const [word, what] = orders.length === 1 ? ["Order", first?.domain] : ["Orders", `${orders.length} names`];
  return {
    name: nameOf(account),
    email: account.email,
    subject: `${word}${mark}: ${kind} of ${what}`.slice(0, 200),
    message: [
      ...orders.flatMap((order, at) => [...(at > 0 ? [""] : []), ...linesOf(order)]),
      ...(account.phone === undefined
        ? []
        : [...(orders.length > 1 ? [""] : []), `Phone: ${shownNumber(account.phone)}.`]),
    ].join("\n"),
    ...(orders.length === 1 && first && { domain: first.domain }),
  };
}

function linesOf({ id, kind, domain, priceKsh, detail, outcome }: Ended): string[] {
  return [
    `${ORDER_NAMES[kind]} of ${domain}, ${detail}.`,
    priceKsh > 0 ? `Price shown: ${formatKsh(priceKsh)}.` : "No price was shown: name one before anything is charged.",
    `Order ${id}. ${agencyWords(outcome).text}`,
  ];
}

function keyOf([first]: readonly Told[]): string {
  return `order-${first?.id}`;
}
