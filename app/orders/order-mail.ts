import { toDisplayName } from "#app/domains/display-name.ts";
import { ORDER_NAMES, orderNumber } from "#app/domains/order-kinds.ts";
import type { Mail } from "#app/mail/mail.ts";
import { type MailPart, mailBody } from "#app/mail/mail-body.ts";
import type { MailSite } from "#app/mail/mail-frame.ts";
import { formatKsh } from "#app/platform/money.ts";
import { firstNameIn } from "#app/platform/text/first-name.ts";
import type { Order } from "./order.ts";
import type { Step } from "./order-steps.ts";
import { priceOrPromise } from "./order-words.ts";

/** An order on its receipt. `detail` says what was chosen, such as "2 years". */
type OrderedName = Pick<Order, "id" | "kind" | "domain" | "priceKsh"> & { detail: string };

type Context = {
  to: string;
  /** The customer's full name, if known. */
  name: string | undefined;
  /** The steps of the order, the first of which is ordering. */
  steps: readonly Step[];
  /** Whether prices include VAT, one sentence. */
  vat: string | undefined;
  site: MailSite;
  /** The bill for these orders, where the site takes payments. */
  toPay?: ToPay;
  /** Staff placed the order for the customer. */
  isByPhone?: boolean;
};

/**
 * Returns the receipt for the orders of one submission. It never has a transfer code. Source: docs/product/orders.md, "Orders".
 */
export function orderMail(orders: readonly [OrderedName, ...OrderedName[]], context: Context): Mail {
  const { to, name, steps, vat, site, toPay, isByPhone = false } = context;
  const [first] = orders;
  const isOne = orders.length === 1;
  const parts: MailPart[] = [
    ...(toPay
      ? [`We have your order. Pay ${formatKsh(toPay.ksh)} by M-PESA, and we begin.`, ...payParts(toPay)]
      : [
          "We have your order. You pay nothing now.",
          { label: isOne ? "See your order" : "See your orders", href: `${site.origin}/dashboard/orders` },
        ]),
    ...orders.map((order) => ({ head: toDisplayName(order.domain), lines: linesOf(order) })),
    ...(isOne ? [] : [totalWords(orders)]),
    ...(vat === undefined ? [] : [vat]),
    { head: "What happens next", lines: steps.slice(1).map(({ title, text }) => `${title}. ${text}`.trim()) },
  ];
  const frame = {
    site,
    firstName: firstNameIn(name ?? ""),
    why: `You get this because you ordered ${isByPhone ? "by phone" : "on our website"}. Not you? Answer this e-mail.`,
    isAboutMoney: toPay === undefined,
  };
  const what = isOne ? toDisplayName(first.domain) : `${orders.length} names`;
  return {
    key: first.id,
    kind: "order",
    to,
    replyTo: site.brand.email,
    subject: `We have your order: ${ORDER_NAMES[first.kind]} of ${what}`,
    ...mailBody(parts, frame),
    tags: [{ name: "order", value: first.kind }],
  };
}

function linesOf({ id, kind, priceKsh, detail }: OrderedName): string[] {
  return [
    detail.startsWith(ORDER_NAMES[kind]) ? detail : `${ORDER_NAMES[kind]}, ${detail}`,
    `Order number: ${orderNumber(id)}`,
    priceOrPromise(priceKsh),
  ];
}

/** "Together: KSh 4,500.", and how many have no price yet. */
function totalWords(orders: readonly OrderedName[]): string {
  const total = `Together: ${formatKsh(orders.reduce((sum, { priceKsh }) => sum + priceKsh, 0))}.`;
  const unpriced = orders.filter(({ priceKsh }) => priceKsh === 0).length;
  return unpriced === 0 ? total : `${total} We still e-mail you the price of ${unpriced}.`;
}

/** A bill in a mail. `href`: its page, for which the customer need not sign in; `ksh`: what is to be paid. */
export type ToPay = { href: string; reference: string; ksh: number };

/** Returns the button that leads to a bill, and the bill's number. */
export function payParts({ href, reference, ksh }: ToPay): MailPart[] {
  return [{ label: `Pay ${formatKsh(ksh)}`, href }, `You need not sign in to pay. Bill number: ${reference}.`];
}
