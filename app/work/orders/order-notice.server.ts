import { sendContactMessage } from "#app/gateways/contact.server.ts";
import { log } from "#app/log.server.ts";
import type { Account } from "#app/model/account.ts";
import { nameOf } from "#app/model/account.ts";
import { formatKsh } from "#app/model/money.ts";
import { ORDER_NAMES, type Order } from "#app/model/order.ts";
import { agencyWords, type OrderOutcome } from "#app/model/order-outcome.ts";
import { shownNumber } from "#app/model/phone.server.ts";

type About = { account: Account; detail: string; outcome: OrderOutcome };

/**
 * Tells the agency of a new order and how it went, once, where the messages of the contact form go; with an `outcome`
 * that calls for a person, the subject says so. Another process tells of its own. `detail` says what was chosen; a
 * transfer's code stays in the database. Never throws: the order stands without it, and a failure is in the log with
 * the order's id. Source: docs/product.md, "Orders".
 */
export async function sendOrderNotice(order: Order, { account, detail, outcome }: About) {
  if (outcome.kind === "elsewhere") return;
  const { mark, text } = agencyWords(outcome);
  const { id, kind, domain, priceKsh } = order;
  const message = {
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
  const sent = await sendContactMessage(message, `order-${id}`);
  if (!sent.ok) log.error({ order: id, reason: sent.message }, "agency not told of an order");
}
