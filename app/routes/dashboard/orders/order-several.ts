import { billFor, payRedirect } from "#app/orders/new-bill.server.ts";
import { type NewOrder, newOrderMails, sendOrderMessage } from "#app/orders/order-message.server.ts";
import { yearsWords } from "#app/orders/order-price.ts";
import { orderRun } from "#app/orders/order-run.server.ts";
import { orderedWords, severalWords } from "#app/orders/order-words.ts";
import { createOrders } from "#app/orders/orders.table.server.ts";
import type { PickedName } from "#app/orders/several-form.ts";
import { nowDate } from "#app/platform/clock.ts";
import type { Account } from "#app/platform/http/account.ts";
import { redirectDocumentWithFlash, redirectWithFlash } from "#app/platform/http/flash.server.ts";
import { rejectForm } from "#app/platform/http/form.server.ts";
import { type Result, success } from "#app/platform/result.ts";
import { secondsToMidnight } from "#app/platform/text/nairobi-day.ts";
import { UNCONFIRMED } from "./order-action.ts";
import { SEVERAL_FORM } from "./ui/several-form.tsx";

export const NOT_ORDERED = "Nothing was ordered yet";

type Several = {
  kind: "renew" | "register";
  names: readonly PickedName[];
  account: Account;
  /** Whether the order of a name is paid on the next page. */
  isPaidFirst: (name: PickedName) => boolean;
};

/**
 * Orders all names of one form: one order for each, all or none. Then carries out the orders that the site may carry out at
 * once. Redirects to the bill or to the orders; `posted` is the form, which is shown again if nothing was ordered. Source:
 * docs/product/orders.md, "Orders".
 */
export async function orderSeveral(several: Several, posted: Parameters<typeof rejectForm>[0]) {
  const placed = await placeOrders(several);
  if (!placed.ok && placed.status === 429) {
    const retryAfterSeconds = secondsToMidnight(nowDate());
    return rejectForm({ ...posted, message: placed.message, status: 429, retryAfterSeconds });
  }
  if (!placed.ok)
    return rejectForm({ ...posted, message: placed.isUnknown ? UNCONFIRMED : placed.message, status: 503 });
  const { orders, bill } = placed.value;
  const { kind, account } = several;
  if (orders.length === 0) {
    const words = orderedWords(kind, { kind: "elsewhere" });
    return redirectWithFlash("/dashboard/orders", { about: SEVERAL_FORM, ...words });
  }
  const carriedOut = await carryOut(orders, account);
  if (!bill) return redirectWithFlash("/dashboard/orders", { about: SEVERAL_FORM, ...carriedOut });
  const { to, words } = payRedirect(bill);
  return redirectDocumentWithFlash(to, { about: SEVERAL_FORM, ...words });
}

/**
 * Stores the orders, except those that exist already because the form was sent before or in another tab. Returns the new
 * orders.
 */
async function placeOrders(several: Several): Promise<Result<{ orders: NewOrder[]; bill?: string }>> {
  const { kind, names, account, isPaidFirst } = several;
  if (names.length === 0) return success({ orders: [] });
  const orders = names.map((picked) => ({
    id: crypto.randomUUID(),
    kind,
    domain: picked.name,
    priceKsh: picked.priceKsh,
    userId: account.id,
    payload: { years: picked.years },
    detail: yearsWords(picked.years),
    ...(isPaidFirst(picked) && { isBilled: true }),
  }));
  const bill = billFor(orders.filter(({ isBilled }) => isBilled));
  const placed = await createOrders(orders, newOrderMails(orders, account, bill), bill);
  if (!placed.ok) return placed;
  if (placed.value.isNew) return success({ orders, ...(bill && { bill: bill.id }) });
  const known = new Set(placed.value.orders.map(({ domain }) => domain));
  return placeOrders({ ...several, names: names.filter(({ name }) => !known.has(name)) });
}

/** Carries the orders out in parallel, so that the customer does not wait longer than for one order. */
async function carryOut(orders: readonly NewOrder[], account: Account) {
  const ended = await Promise.all(
    orders.map(async (order) => ({
      ...order,
      outcome: order.isBilled ? ({ kind: "unpaid" } as const) : await orderRun.carryOut(order),
    })),
  );
  await sendOrderMessage(ended, account);
  return severalWords(
    orders,
    ended.map(({ outcome }) => outcome),
  );
}
