import { toDisplayName } from "#app/domains/display-name.ts";
import { namePages } from "#app/domains/name-pages.ts";
import { orderNumber } from "#app/domains/order-kinds.ts";
import type { Mail } from "#app/mail/mail.ts";
import { type MailPart, mailBody } from "#app/mail/mail-body.ts";
import type { Link, MailSite } from "#app/mail/mail-frame.ts";
import { formatKsh } from "#app/platform/money.ts";
import { firstNameIn } from "#app/platform/text/first-name.ts";
import { nairobiDay } from "#app/platform/text/nairobi-day.ts";
import { isMailbox } from "#app/platform/text/one-line.ts";
import type { Order } from "./order.ts";
import { payParts, type ToPay } from "./order-mail.ts";
import { orderTitle } from "./order-title.ts";
import { refundWords, stateWords } from "./order-words.ts";

/**
 * What the agency did with an order. `until` is the last day of its name (ISO 8601), if it has one or, for an order that goes
 * on, if the day went back; `toPay` its bill, where the site takes payments. `from`: the price before, in KSh; `href`: the
 * bill that is to be paid. `laterKsh`: what was paid for what was ordered for its service since, which ends with it.
 */
export type OrderNews =
  | { kind: "price"; ksh: number; toPay?: ToPay }
  | { kind: "bill"; toPay: ToPay }
  | { kind: "reprice"; ksh: number; from: number; href: string }
  | { kind: "done"; until?: string | undefined }
  | { kind: "reopen"; until?: string | undefined; href?: string | undefined }
  | { kind: "failed"; reason: string; refundKsh: number; laterKsh?: number }
  | { kind: "refund"; ksh: number };

type Context = {
  /** The customer's address and full name; null if the account is gone. */
  customer: { email: string; name: string | null } | null;
  /** Whether prices include VAT, one sentence. */
  vat: string | undefined;
  now: Date;
  site: MailSite;
};

const PAY = "Pay by M-PESA, and we begin.";
const UNWANTED = "Don’t want it any more? Don’t pay, and answer this e-mail.";
const ASK = "Questions? Answer this e-mail.";

/**
 * Returns the mail that tells a customer what became of an order; undefined if there is nobody to write to. Source:
 * docs/product/desk.md, "The desk".
 */
export function orderNewsMail(order: Order, news: OrderNews, { customer, vat, now, site }: Context): Mail | undefined {
  // The address of a closed account is not a mailbox.
  if (!customer || !isMailbox(customer.email)) return undefined;
  const what = orderTitle(order);
  const toPay = "toPay" in news ? news.toPay : undefined;
  const href = "href" in news ? news.href : undefined;
  const { subject, lead, lines = [], after } = contentOf(order, news, { what, now, vat });
  const parts: MailPart[] = [
    lead,
    ...(toPay
      ? payParts(toPay)
      : href === undefined
        ? nextLinks(order, news, site.origin)
        : [{ label: news.kind === "reprice" ? `Pay ${formatKsh(news.ksh)}` : "Pay the bill", href }]),
    { head: toDisplayName(order.domain), lines: [`Order number: ${orderNumber(order.id)}`, ...lines] },
    ...after,
  ];
  const frame = {
    site,
    firstName: firstNameIn(customer.name ?? ""),
    why: "You get this because you ordered on our website.",
    isAboutMoney: news.kind === "price" && !toPay,
  };
  return {
    // A price may change more than once, and an order that goes on ends once more.
    key: `${order.id}-${news.kind}-${now.getTime()}`,
    kind: "order-news",
    to: customer.email,
    replyTo: site.brand.email,
    subject,
    ...mailBody(parts, frame),
    tags: [{ name: "order", value: news.kind }],
  };
}

/** A new name leads to what it is for, as the page of its paid bill does. */
function nextLinks({ kind, domain }: Order, news: OrderNews, origin: string): Link[] {
  if (kind !== "register" || news.kind !== "done")
    return [{ label: "See your order", href: `${origin}/dashboard/orders` }];
  return namePages(domain).map(({ href, label }) => ({ label, href: origin + href }));
}

/** Returns what a mail of `orderNewsMail` says, in one line, for a member of staff who is about to send it. */
export function orderNewsWords(order: Order, news: OrderNews, now: Date): string {
  const what = orderTitle(order);
  const { subject, lead, lines = [] } = contentOf(order, news, { what, now, vat: undefined });
  return [`${subject}.`, lead, ...lines.map((line) => `${line}.`)].join(" ");
}

type Content = { subject: string; lead: string; lines?: string[]; after: string[] };

function contentOf(
  order: Order,
  news: OrderNews,
  { what, now, vat }: { what: string; now: Date; vat: string | undefined },
): Content {
  const takenAt = now.toISOString();
  switch (news.kind) {
    case "price": {
      const price = formatKsh(news.ksh);
      const subject = `${price}: ${what}`;
      if (news.toPay) {
        return { subject, lead: `${what} costs ${price}. ${PAY}`, after: [UNWANTED, ...(vat ? [vat] : [])] };
      }
      const yes = "You pay nothing yet. Do you want it? Answer this e-mail with “yes”.";
      return { subject, lead: `${what} costs ${price}.`, after: [yes, ...(vat ? [vat] : [])] };
    }
    case "bill": {
      const price = formatKsh(news.toPay.ksh);
      const lead = `We can do it: ${what}, ${price}. ${PAY}`;
      return { subject: `Your bill of ${price}: ${what}`, lead, after: [UNWANTED, ...(vat ? [vat] : [])] };
    }
    case "reprice": {
      const [price, before] = [formatKsh(news.ksh), formatKsh(news.from)];
      const lead = `${what} costs ${price}. Before it was ${before}. ${PAY}`;
      const after = ["The number of the bill stays the same.", UNWANTED, ...(vat ? [vat] : [])];
      return { subject: `New price, ${price}: ${what}`, lead, after };
    }
    case "done":
      return {
        subject: `Done: ${what}`,
        lead: stateWords({ ...order, status: "done", takenAt }),
        lines: news.until === undefined ? [] : [`It is yours until ${nairobiDay(new Date(news.until)).words}`],
        after: [ASK],
      };
    case "reopen": {
      const { refundDueKsh } = order;
      const kept = `Your ${formatKsh(refundDueKsh)} pays for it, so we do not send it back.`;
      return {
        subject: `We go on: ${what}`,
        lead: `We ended it by mistake and go on. ${stateWords({ ...order, status: "processing", takenAt })}${news.href === undefined ? "" : " Its bill is still to be paid."}`,
        lines: news.until === undefined ? [] : [`Its last day is ${nairobiDay(new Date(news.until)).words} again`],
        after: [...(refundDueKsh > 0 ? [kept] : []), ASK],
      };
    }
    case "failed": {
      const failed = stateWords({ ...order, status: "failed", reason: news.reason, refundDueKsh: news.refundKsh });
      const { laterKsh = 0 } = news;
      const later =
        laterKsh > 0
          ? ` What you ordered for it since ends, too: we pay you back ${formatKsh(laterKsh)} for that.`
          : "";
      return {
        subject: `Not done: ${what}`,
        lead: failed + later,
        after: [ASK],
      };
    }
    case "refund": {
      const lead = refundWords({ refundDueKsh: news.ksh }) ?? "";
      return { subject: `${lead.replace(/\.$/, "")}: ${what}`, lead, after: [ASK] };
    }
  }
}
