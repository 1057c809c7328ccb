import { noteTelling } from "#app/gateways/mail-queue.server.ts";
import { log } from "#app/log.server.ts";
import type { Account } from "#app/model/account.ts";
import { nameOf } from "#app/model/account.ts";
import type { ContactMessage } from "#app/model/contact.ts";
import { formatKsh } from "#app/model/money.ts";
import { ORDER_NAMES, type Order } from "#app/model/order.ts";
import { agencyWords, type OrderOutcome } from "#app/model/order-outcome.ts";
import { shownNumber } from "#app/model/phone.server.ts";
import { noticeOf, tellAgency } from "../agency/tell-agency.server.ts";
import { orderRun } from "./order-run.server.ts";

type Told = Pick<Order, "id" | "kind" | "domain" | "priceKsh">;
/** `detail` says what was chosen; a transfer's code stays in the database. */
type About = { account: Account; detail: string };

/** Longer than carrying an order out takes. */
const HOLD_SECONDS = 120;
const BROKEN_OFF: OrderOutcome = { kind: "unknown", why: "the site broke off in the middle" };

/**
 * What the agency is told of an order in the transaction of its row. The mail of one that is carried out at once waits until it is
 * known how that went (sendOrderNotice); a process that ends before has told that nobody knows. Source: docs/decisions, "Mail is a
 * queue".
 */
export function firstNotice(order: Told, about: About) {
  const isDirect = orderRun.isDirect(order);
  const message = messageOf(order, about, isDirect ? BROKEN_OFF : { kind: "review" });
  return { notice: noticeOf(message, keyOf(order)), holdSeconds: isDirect ? HOLD_SECONDS : 0 };
}

/**
 * Tells the agency of a new order and how it went, once, where the messages of the contact form go; with an `outcome`
 * that calls for a person, the subject says so. Another process tells of its own. Never throws: the order stands without it, and a
 * failure is in the log with the order's id. Source: docs/product.md, "Orders".
 */
export async function sendOrderNotice(order: Told, about: About, outcome: OrderOutcome): Promise<void> {
  if (outcome.kind === "elsewhere") return;
  const message = messageOf(order, about, outcome);
  const notice = noticeOf(message, keyOf(order));
  if (notice) {
    // Whatever is not carried out at once was told with its row.
    if (!orderRun.isDirect(order)) return;
    const { row, error } = await noteTelling("retell_agency", {}, notice);
    if (row !== true) log.error({ order: order.id, reason: error?.message ?? "it was too late" }, NOT_TOLD);
    return;
  }
  const refused = await tellAgency(message, keyOf(order));
  if (refused) log.error({ order: order.id, reason: refused.message }, NOT_TOLD);
}

const NOT_TOLD = "agency not told of an order";

function messageOf(
  { id, kind, domain, priceKsh }: Told,
  { account, detail }: About,
  outcome: OrderOutcome,
): ContactMessage {
  const { mark, text } = agencyWords(outcome);
  return {
    name: nameOf(account),
    email: account.email,
    subject: `Order${mark && ` (${mark})`}: ${ORDER_NAMES[kind]} of ${domain}`.slice(0, 200),
    message: [
      `${ORDER_NAMES[kind]} of ${domain}, ${detail}.`,
      priceKsh > 0
        ? `Price shown: ${formatKsh(priceKsh)}.`
        : "No price was shown: name one before anything is charged.",
      ...(account.phone === undefined ? [] : [`Phone: ${shownNumber(account.phone)}.`]),
      `Order ${id}. ${text}`,
    ].join("\n"),
    domain,
  };
}

function keyOf({ id }: Told): string {
  return `order-${id}`;
}
