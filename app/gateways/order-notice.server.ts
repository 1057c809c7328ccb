import { log } from "#app/log.server.ts";
import type { Account } from "#app/model/account.ts";
import { nameOf } from "#app/model/account.ts";
import { formatKsh } from "#app/model/money.ts";
import { ORDER_NAMES, type Order } from "#app/model/order.ts";
import { sendContactMessage } from "./contact.server.ts";

/**
 * Tells the agency of a new order, once, where the messages of the contact form go. `detail` says what was chosen; a
 * transfer's code stays in the database. Never throws: the order stands without it, and a failure is in the log with
 * the order's id. Source: docs/product.md, "Orders".
 */
export async function sendOrderNotice(order: Order, { account, detail }: { account: Account; detail: string }) {
  const { id, kind, domain, priceKsh } = order;
  const message = {
    name: nameOf(account),
    email: account.email,
    subject: `Order: ${ORDER_NAMES[kind]} of ${domain}`.slice(0, 200),
    message: [
      `${ORDER_NAMES[kind]} of ${domain}, ${detail}.`,
      priceKsh > 0
        ? `Price shown: ${formatKsh(priceKsh)}.`
        : "No price was shown: name one before anything is charged.",
      `Order ${id}. Nothing has been asked of a provider yet.`,
    ].join("\n"),
    domain,
  };
  const sent = await sendContactMessage(message, `order-${id}`);
  if (!sent.ok) log.error({ order: id, reason: sent.message }, "agency not told of an order");
}
