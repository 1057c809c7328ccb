import { createHash } from "node:crypto";
import type { Mail } from "#app/mail/mail.ts";
import { mailSite } from "#app/mail/mail-site.server.ts";
import { nowDate } from "#app/platform/clock.ts";
import { formatKsh } from "#app/platform/money.ts";
import type { Result } from "#app/platform/result.ts";
import type { Staff } from "#app/platform/settings/staff.ts";
import {
  addOrderNote,
  billOrder,
  endOrder,
  enterOrderRefund,
  giveBackOrder,
  markOrderRefunded,
  nameOrderPrice,
  reopenOrder,
  repriceOrder,
  takeOrder,
} from "./desk.table.server.ts";
import { expectedDay } from "./desk-forms.ts";
import { type DeskOrder, dateBefore, type OrderChange } from "./desk-order.ts";
import { newBill, payUrl, takesPayments } from "./new-bill.server.ts";
import { type OrderNews, orderNewsMail, orderNewsWords } from "./order-news-mail.ts";
import { promises } from "./promises.server.ts";

/** What a member of staff does with an order. The values are those of the forms (app/orders/desk-forms.ts). */
export type OrderAct =
  | { form: "take" | "give-back" | "refunded" | "accept" }
  | { form: "price" | "refund"; ksh: number }
  | { form: "reprice"; ksh: number; expectedKsh: number; reason: string }
  | { form: "reopen"; reason: string; expectedExpiry?: string | undefined }
  | { form: "done"; until?: string | undefined; expectedExpiry?: string | undefined }
  | { form: "failed"; why: string; reason: string; refundKsh: number }
  | { form: "note"; body: string };

/**
 * Changes an order at the desk, with its line of the log and the customer's mail, all or nothing. The same act by the same
 * person again changes nothing. Source: docs/product/desk.md, "The desk".
 */
export function changeOrder(staff: Staff, order: DeskOrder, act: OrderAct): Promise<Result<OrderChange>> {
  const change = { staff, id: order.id };
  const news = newsOf(order, act);
  const mails = news ? newsMails(order, news) : [];
  switch (act.form) {
    case "take":
      return takeOrder(change);
    case "give-back":
      return giveBackOrder(change);
    case "refunded":
      return markOrderRefunded(change);
    case "price":
      if (takesPayments) return openBill(change, order, act.ksh);
      return nameOrderPrice({ ...change, ksh: act.ksh, mails });
    case "accept":
      return openBill(change, order, null);
    case "reprice":
      return repriceOrder({
        ...change,
        price: { ksh: act.ksh, expected_ksh: act.expectedKsh, reason: act.reason },
        mails,
      });
    case "reopen":
      return reopenOrder({ ...change, reason: act.reason, expected_expiry: act.expectedExpiry ?? null, mails });
    case "refund":
      return enterOrderRefund({ ...change, ksh: act.ksh, mails });
    case "done": {
      const { until, expectedExpiry } = act;
      const detail = { ...(until && { until }), ...(order.kind === "certificate" && { ssl: "active" as const }) };
      return endOrder({
        ...change,
        ending: { status: "done", expected_expiry: expectedExpiry || null, detail },
        mails,
      });
    }
    case "failed": {
      const { why, reason } = act;
      const refundKsh = order.bill?.isPaid ? order.priceKsh : act.refundKsh;
      return endOrder({ ...change, ending: { status: "failed", reason, detail: { reason: why, refundKsh } }, mails });
    }
    case "note":
      return addOrderNote({ ...change, body: act.body, customer: order.userId });
  }
}

/** Returns the news that the customer gets of an act; undefined for acts without a mail. */
function newsOf(order: DeskOrder, act: OrderAct): OrderNews | undefined {
  switch (act.form) {
    case "price":
    case "refund":
      return { kind: act.form, ksh: act.ksh };
    case "reprice":
      return { kind: "reprice", ksh: act.ksh, from: act.expectedKsh, href: payUrl(order.bill?.id ?? "") };
    case "reopen":
      return {
        kind: "reopen",
        until: act.expectedExpiry === undefined ? undefined : dateBefore(order),
        href: order.bill && !order.bill.isPaid ? payUrl(order.bill.id) : undefined,
      };
    case "done":
      return { kind: "done", until: act.until };
    case "failed":
      return {
        ...{ kind: "failed", reason: act.reason, laterKsh: order.service?.laterKsh ?? 0 },
        refundKsh: order.bill?.isPaid ? order.priceKsh : act.refundKsh,
      };
    default:
      return undefined;
  }
}

/**
 * Returns what staff must confirm before an act that cannot be undone, or that is unusual; undefined for other acts. `words`:
 * what the customer will read. `sure`: a hash of the act; with another amount, reason or day it differs, and staff must confirm
 * again.
 */
export function secondLook(order: DeskOrder, act: OrderAct): { words: string; sure: string } | undefined {
  const news = newsOf(order, act);
  // Another price can be changed again, and an order can be ended again.
  if (!news || news.kind === "reprice" || news.kind === "reopen") return undefined;
  // A paid order that ends with the day that the form had is the rule, and can be reopened.
  const isUsualDay = act.form === "done" && (act.until === undefined || act.until === expectedDay(order, nowDate()));
  if (isUsualDay && order.bill?.isPaid) return undefined;
  const sure = createHash("sha256").update(JSON.stringify(act)).digest("base64url").slice(0, 16);
  const { bill } = order;
  const missing = bill && !bill.isPaid ? `${formatKsh(bill.missingKsh)} is not paid yet. ` : "";
  const unbilled = act.form === "done" && !bill && takesPayments ? "It has no bill, so nothing is paid here. " : "";
  return { words: `${missing}${unbilled}The customer reads: “${orderNewsWords(order, news, nowDate())}”`, sure };
}

/** Opens the bill of an order. `ksh`: the price to store with the bill; null if the order has its price. */
function openBill(change: { staff: Staff; id: string }, order: DeskOrder, ksh: number | null) {
  const bill = newBill([order]);
  const toPay = { href: payUrl(bill.id), reference: bill.reference, ksh: ksh ?? order.priceKsh };
  const mails = newsMails(order, ksh === null ? { kind: "bill", toPay } : { kind: "price", ksh, toPay });
  return billOrder({ ...change, bill, ksh, mails });
}

function newsMails(order: DeskOrder, news: OrderNews): Mail[] {
  const { customer } = order;
  return [orderNewsMail(order, news, { customer, vat: promises.vat, now: nowDate(), site: mailSite() }) ?? []].flat();
}
