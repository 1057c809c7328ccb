import { billFor, payRedirect } from "#app/orders/new-bill.server.ts";
import { type NewOrder, newOrderMails, sendOrderMessage } from "#app/orders/order-message.server.ts";
import { yearsWords } from "#app/orders/order-price.ts";
import { orderRun } from "#app/orders/order-run.server.ts";
import { orderedWords, severalWords } from "#app/orders/order-words.ts";
import { createOrders, type NewBill } from "#app/orders/orders.table.server.ts";
import { fieldsOf, isPicked, type PickedName } from "#app/orders/several-form.ts";
import { nowDate } from "#app/platform/clock.ts";
import type { Supabase } from "#app/platform/database/client.api.server.ts";
import type { Account } from "#app/platform/http/account.ts";
import { redirectDocumentWithFlash, redirectWithFlash } from "#app/platform/http/flash.server.ts";
import { rejectForm, showFormAgain } from "#app/platform/http/form.server.ts";
import { type Result, success } from "#app/platform/result.ts";
import { secondsToMidnight } from "#app/platform/text/nairobi-day.ts";
import { UNCONFIRMED } from "./order-action.ts";
import { payKnownOrders, payOrder, paysNow } from "./pay-order.ts";
import { SEVERAL_FORM } from "./ui/several-form.tsx";

export const NOT_ORDERED = "Nothing was ordered yet";

type Several = {
  kind: "renew" | "register";
  names: readonly PickedName[];
  account: Account;
  supabase: Supabase;
  /** The form, and the phone (E.164) that it asks to pay. */
  typed: FormData;
  phone: string;
  /** The unpaid bills of picked names that were ordered before. */
  orderedBills: readonly string[];
  /** Whether the order of a name is paid first. */
  isPaidFirst: (name: PickedName) => boolean;
};

/**
 * Orders all names of one form: one order for each, all or none. Then carries out the orders that the site may carry out at
 * once, and sends the payment prompt of the others if the form asks for it. Redirects to the bill or to the orders; `posted` is
 * the form, which is shown again if nothing was ordered, or if only the sum was asked for. Source: docs/product/orders.md, "Orders".
 */
export async function orderSeveral(several: Several, posted: Parameters<typeof rejectForm>[0]) {
  if (several.typed.has("sum")) return showFormAgain(posted.form, posted.submission);
  const placed = await placeOrders(several, several.names);
  if (!placed.ok && placed.status === 429) {
    const retryAfterSeconds = secondsToMidnight(nowDate());
    return rejectForm({ ...posted, message: placed.message, status: 429, retryAfterSeconds });
  }
  if (!placed.ok)
    return rejectForm({ ...posted, message: placed.isUnknown ? UNCONFIRMED : placed.message, status: 503 });
  const { orders, bill, knownBills } = placed.value;
  const { kind, account, typed } = several;
  if (orders.length === 0) {
    const words = orderedWords(kind, { kind: "elsewhere" });
    const paid = await payKnown(several, knownBills);
    return paid ?? redirectWithFlash("/dashboard/orders", { about: SEVERAL_FORM, ...words });
  }
  const carriedOut = await carryOut(orders, account);
  if (!bill) return redirectWithFlash("/dashboard/orders", { about: SEVERAL_FORM, ...carriedOut });
  const { to, words } = payRedirect(bill.id);
  // The bill has another sum than the form, so its payment needs another press.
  if (knownBills.length > 0) return redirectDocumentWithFlash(to, { about: SEVERAL_FORM, ...words, text: OTHERS });
  if (paysNow(typed)) return payOrder({ ...bill, userId: account.id }, several.phone, SEVERAL_FORM);
  return redirectDocumentWithFlash(to, { about: SEVERAL_FORM, ...words });
}

const OTHERS = "Some of these names were ordered before. This bill is for the others.";

/** Pays the bill of names that were all ordered before, if it is one bill and has nothing but these names. */
async function payKnown({ typed, account, supabase }: Several, bills: readonly string[]) {
  const [billId, ...more] = bills;
  if (!paysNow(typed) || billId === undefined || more.length > 0) return undefined;
  return payKnownOrders({ billId, typed, about: SEVERAL_FORM, account, supabase }, ({ domain, chosen, priceKsh }) => {
    const { years, priceField } = fieldsOf(domain);
    const isChosen = isPicked(typed, domain) && typed.get(years) === String(chosen?.years);
    // The form has the price of one year. Where the later years cost another sum, the customer pays on the bill's page.
    return isChosen && Number(typed.get(priceField)) * Number(typed.get(years)) === priceKsh;
  });
}

/** Returns the status of a form with problems: 409 if the list of names has changed. */
export function statusOfSeveral({ error }: { error?: Record<string, string[] | null> | null | undefined }): number {
  return Object.keys(error ?? {}).some((field) => field !== "" && field !== "phone") ? 409 : 400;
}

type Placed = { orders: NewOrder[]; bill?: NewBill; knownBills: string[] };

/**
 * Stores the orders, except those that exist already because the form was sent before or in another tab. Returns the new
 * orders with their bill, and the bills of the others.
 */
async function placeOrders(several: Several, names: readonly PickedName[]): Promise<Result<Placed>> {
  const { kind, account, isPaidFirst, orderedBills } = several;
  const knownBills = [...new Set(orderedBills)];
  if (names.length === 0) return success({ orders: [], knownBills });
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
  if (placed.value.isNew) return success({ orders, ...(bill && { bill }), knownBills });
  const known = new Set(placed.value.orders.map(({ domain }) => domain));
  const itsBills = placed.value.orders.flatMap(({ billId }) => billId ?? []);
  return placeOrders(
    { ...several, orderedBills: [...orderedBills, ...itsBills] },
    names.filter(({ name }) => !known.has(name)),
  );
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
