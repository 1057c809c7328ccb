import { type ActionFunctionArgs, data } from "@remix-run/node";
import { requireUser } from "#app/accounts/auth.server.ts";
import { isOfferKind, type OfferKind } from "#app/domains/order-kinds.ts";
import { findSameOrder } from "#app/orders/last-order.table.server.ts";
import { billFor, payRedirect } from "#app/orders/new-bill.server.ts";
import type { Offer } from "#app/orders/order.ts";
import { choiceWords, fieldRefused, orderKsh, orderSchema, payloadOf } from "#app/orders/order-form.ts";
import { newOrderMails, sendOrderMessage } from "#app/orders/order-message.server.ts";
import { planChoices } from "#app/orders/order-price.ts";
import { orderRun } from "#app/orders/order-run.server.ts";
import { orderedWords, refusedWords } from "#app/orders/order-words.ts";
import { createOrder, type StoredOrder } from "#app/orders/orders.table.server.ts";
import { nowDate } from "#app/platform/clock.ts";
import type { Supabase } from "#app/platform/database/client.api.server.ts";
import type { Account } from "#app/platform/http/account.ts";
import { redirectDocumentWithFlash, redirectWithFlash } from "#app/platform/http/flash.server.ts";
import { parseFields, rejectForm, showFormAgain } from "#app/platform/http/form.server.ts";
import { outage } from "#app/platform/http/outage.server.ts";
import { secondsToMidnight } from "#app/platform/text/nairobi-day.ts";
import { findOffer, parseNameParam } from "./find-offer.ts";
import { payKnownOrders, payOrder, paysNow, phoneSchema } from "./pay-order.ts";
import { ORDER_FORM } from "./ui/order-form.tsx";

const CHANGED = "The price changed while you were reading. Please look at it again, then order.";
const NOT_AT_ONCE = "It can’t be paid at once any more. Please look at it again, then order.";
export const UNCONFIRMED =
  "We could not confirm it. Your order may have arrived anyway: pressing again does not make a second one.";

/** The outcome of an order that exists already, because the form was sent before. */
const ELSEWHERE = { kind: "elsewhere" } as const;

/**
 * Places an order for the kind and domain in the URL at the current price, and carries it out if that is possible at once.
 * Source: docs/product/orders.md, "Orders".
 */
export async function orderAction({ request, context }: ActionFunctionArgs) {
  const { account, supabase } = await requireUser(request, context);
  const { searchParams, pathname, search } = new URL(request.url);
  const [kind, name] = [searchParams.get("kind"), parseNameParam(searchParams)];
  if (!isOfferKind(kind) || name.kind !== "name") throw data(null, { status: 404 });

  const here = pathname + search;
  const found = await findOffer({
    kind,
    name,
    plan: searchParams.get("plan"),
    here,
    supabase,
    userId: account.id,
    address: context?.address,
  });
  // Without this data the page cannot show the form, so the failure page gives the input back.
  if (found.kind === "none" && found.isOutage) throw outage(context);
  const offered = found.kind === "offer" ? found.offer : { kind, choices: [] };
  const typed = await request.formData();
  const isPaidNow = paysNow(typed);
  const submission = parseFields(typed, orderSchema(offered).extend(phoneSchema(isPaidNow).shape));
  const posted = { context, form: ORDER_FORM, submission, hideFields: ["authCode", "priceFingerprint"] };
  // The page adds up what was typed.
  if (submission.status === "success" && submission.value.sum) return showFormAgain(ORDER_FORM, submission);
  const toKnown = async (order: StoredOrder) => {
    const known = { billId: order.billId ?? "", typed, about: ORDER_FORM, account, supabase };
    const paid = isPaidNow && order.billId && (await payKnownOrders(known, (one) => isChosen(one, typed)));
    return paid || redirectToOrders(kind, ELSEWHERE);
  };
  // Checked first: after an order the domain may have another price, or may not be offered any more.
  const ordered = await findSameOrder({ userId: account.id, kind, domain: name.domain });
  if (ordered) return toKnown(ordered);
  // The reloaded page shows why nothing can be ordered.
  if (found.kind === "none") return rejectForm({ ...posted, message: found.title, status: 409 });
  if (submission.status !== "success") return rejectForm(posted);

  const { offer } = found;
  if (isPaidNow && !offer.isPaidFirst) return rejectForm({ ...posted, message: NOT_AT_ONCE, status: 409 });
  if (submission.value.priceFingerprint !== offer.priceFingerprint)
    return rejectForm({ ...posted, message: CHANGED, status: 409 });
  const { placed, bill, message } = await storeOrder(offer, submission.value, account);
  if (!placed.ok && placed.status === 429) {
    return rejectForm({
      ...posted,
      message: placed.message,
      status: 429,
      retryAfterSeconds: secondsToMidnight(nowDate()),
    });
  }
  if (!placed.ok) {
    const status = placed.status === 409 ? 409 : 503;
    return rejectForm({ ...posted, message: placed.isUnknown ? UNCONFIRMED : placed.message, status });
  }
  if (!placed.value.isNew) return toKnown(placed.value.order);
  if (bill && isPaidNow) {
    await sendOrderMessage([{ ...message, outcome: { kind: "unpaid" } }], account);
    return payOrder({ ...bill, userId: account.id }, submission.value.phone, ORDER_FORM);
  }
  if (bill) return toBill(bill.id, message, account);
  const outcome = await orderRun.carryOut(placed.value.order);
  await sendOrderMessage([{ ...message, outcome }], account);
  if (outcome.kind === "failed") {
    const problem = refusedWords(outcome.reason);
    const field = fieldRefused(offer, outcome.fields);
    return rejectForm({ ...posted, ...(field ? { fieldErrors: { [field]: [problem] } } : { message: problem }) });
  }
  return redirectToOrders(kind, outcome);
}

type Values = Parameters<typeof payloadOf>[1];

/**
 * Returns whether a form asks for what was ordered: the years, the plan, or the number of mailboxes, for the price that it
 * showed. Staff may have changed the order's price since then.
 */
function isChosen({ chosen, priceKsh }: StoredOrder, typed: FormData): boolean {
  const { years, plan, seats } = chosen ?? {};
  const shown = String(typed.get("priceFingerprint")).split("-").map(Number);
  if (seats !== undefined) return Number(typed.get("seats")) === seats && shown[0] === priceKsh / seats;
  const index = years === undefined ? planChoices().findIndex(({ value }) => value === plan) : years - 1;
  return typed.get("choice") === String(years ?? plan) && shown[index] === priceKsh;
}

/** Stores an order with its mails and, if it is paid first, its bill. */
async function storeOrder(offer: Offer, values: Values, account: Account) {
  const { kind, domain } = offer;
  const order = { id: crypto.randomUUID(), kind, domain, priceKsh: orderKsh(offer, values) };
  const bill = offer.isPaidFirst && billFor([order]);
  const message = { ...order, detail: choiceWords(offer, values), ...(bill && { isBilled: true }) };
  const newOrder = { ...order, userId: account.id, payload: payloadOf(kind, values) };
  const placed = await createOrder(newOrder, newOrderMails([message], account, bill), bill);
  return { placed, bill, message };
}

type Stored = Awaited<ReturnType<typeof storeOrder>>;

async function toBill(billId: string, message: Stored["message"], account: Account, said = "") {
  await sendOrderMessage([{ ...message, outcome: { kind: "unpaid" } }], account);
  const { to, words } = payRedirect(billId);
  return redirectDocumentWithFlash(to, { about: ORDER_FORM, ...words, ...(said && { text: said }) });
}

type Confirmed = { goal: string | undefined; account: Account; supabase: Supabase; address: string | undefined };

/**
 * Places the registration for which somebody has signed up, once the address is confirmed, and redirects to its bill. `goal`
 * is the order page that they came from. Undefined if the order needs another look: it is not paid at once, or is not
 * possible now.
 */
export async function orderAfterSignUp({ goal = "", account, supabase, address }: Confirmed) {
  const { pathname, searchParams } = new URL(goal, "http://localhost");
  const name = parseNameParam(searchParams);
  const kind = "register";
  if (pathname !== "/dashboard/orders/new" || searchParams.get("kind") !== kind || name.kind !== "name")
    return undefined;
  const userId = account.id;
  const found = await findOffer({ kind, name, plan: null, here: goal, supabase, userId, address });
  if (found.kind === "none" || !found.offer.isPaidFirst) return undefined;
  if (await findSameOrder({ userId, kind, domain: name.domain })) return undefined;
  const { placed, bill, message } = await storeOrder(found.offer, { choice: found.offer.chosen }, account);
  if (!placed.ok || !placed.value.isNew || !bill) return undefined;
  return toBill(bill.id, message, account, "Your address is confirmed.");
}

function redirectToOrders(kind: OfferKind, outcome: Parameters<typeof orderedWords>[1]) {
  return redirectWithFlash("/dashboard/orders", { about: ORDER_FORM, ...orderedWords(kind, outcome) });
}
