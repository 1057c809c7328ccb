import type { ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { listDomains } from "#app/gateways/domains.server.ts";
import { createOrders, listOrders } from "#app/gateways/orders.server.ts";
import type { Supabase } from "#app/gateways/supabase/client.server.ts";
import { requireUser } from "#app/http/auth.server.ts";
import { redirectWithFlash } from "#app/http/flash.server.ts";
import { readForm, refuse } from "#app/http/form.server.ts";
import type { Account } from "#app/model/account.ts";
import { nowDate } from "#app/model/clock.ts";
import { secondsToMidnight } from "#app/model/nairobi-day.ts";
import { yearsWords } from "#app/model/order-price.ts";
import { orderedWords, renewedWords } from "#app/model/order-words.ts";
import { type Renewal, renewalSchema } from "#app/model/renewal-form.ts";
import { type DueName, dueNames, renewalPage } from "#app/model/renewals.ts";
import { type Result, success } from "#app/model/result.ts";
import { type NewOrder, newOrdersMessage, sendOrderMessage } from "#app/use-cases/orders/order-message.server.ts";
import { orderRun } from "#app/use-cases/orders/order-run.server.ts";
import { MAYBE } from "./order-action.ts";
import { RENEW_FORM } from "./ui/renew-form.tsx";

const NOT_ORDERED = "Nothing was ordered yet";

/**
 * The customer's own names that are due. Without the orders the rest is as true: at worst one is asked to order again, and told then
 * that one has. Refused when the names can't be read.
 */
export async function findDueNames(supabase: Supabase, userId: string): Promise<Result<DueName[]>> {
  const [owned, orders] = await Promise.all([listDomains(supabase, userId), listOrders(supabase, userId)]);
  return owned.ok ? success(dueNames(owned.value, orders.ok ? orders.value : [], nowDate())) : owned;
}

/**
 * Orders the renewal of all names that were picked, at the prices that hold now: one order for each, all of them or none. Then it
 * carries out those that are done at once. Source: docs/product.md, "Orders".
 */
export async function renewAction({ request, context }: ActionFunctionArgs) {
  const { account, supabase } = await requireUser(request, context);
  const due = await findDueNames(supabase, account.id);
  if (!due.ok) {
    const submission = await readForm(request, z.unknown());
    return refuse({ context, form: RENEW_FORM, submission, message: due.message, status: 503 });
  }
  const submission = await readForm(request, renewalSchema(due.value, renewalPage(due.value).offered));
  const refused = { context, form: RENEW_FORM, submission, title: NOT_ORDERED };
  if (submission.status !== "success") {
    // Of what has changed meanwhile the page knows more by now; where nothing was picked it is as it was.
    const isChanged = Object.keys(submission.error ?? {}).some((field) => field !== "");
    return refuse({ ...refused, status: isChanged ? 409 : 400 });
  }
  const { renewals } = submission.value;
  const placed = await placeRenewals(account, renewals);
  if (!placed.ok && placed.status === 429) {
    const retryAfterSeconds = secondsToMidnight(nowDate());
    return refuse({ ...refused, message: placed.message, status: 429, retryAfterSeconds });
  }
  if (!placed.ok) return refuse({ ...refused, message: placed.isUnknown ? MAYBE : placed.message, status: 503 });
  const orders = placed.value;
  const words = orders.length === 0 ? orderedWords("renew", { kind: "elsewhere" }) : await carryOut(orders, account);
  return redirectWithFlash("/dashboard/orders", { about: RENEW_FORM, ...words });
}

/** Writes the orders down, but for those that are there already: pressed twice, or in another tab. Gives back the new ones. */
async function placeRenewals(account: Account, renewals: readonly Renewal[]): Promise<Result<NewOrder[]>> {
  if (renewals.length === 0) return success([]);
  const orders = renewals.map(({ name, years, priceKsh }) => ({
    id: crypto.randomUUID(),
    kind: "renew" as const,
    domain: name,
    priceKsh,
    userId: account.id,
    payload: { years },
    detail: yearsWords(years),
  }));
  const placed = await createOrders(orders, newOrdersMessage(orders, account));
  if (!placed.ok) return placed;
  if (placed.value.isNew) return success(orders);
  const known = new Set(placed.value.orders.map(({ domain }) => domain));
  return placeRenewals(
    account,
    renewals.filter(({ name }) => !known.has(name)),
  );
}

/** All at the same time: their customer waits no longer than for one. */
async function carryOut(orders: readonly NewOrder[], account: Account) {
  const ended = await Promise.all(orders.map(async (order) => ({ ...order, outcome: await orderRun.carryOut(order) })));
  await sendOrderMessage(ended, account);
  const names = orders.map(({ domain }) => domain);
  return renewedWords(
    names,
    ended.map(({ outcome }) => outcome),
  );
}
