import { z } from "zod";
import { billFor, isPayable, payRedirect } from "#app/orders/new-bill.server.ts";
import type { Order } from "#app/orders/order.ts";
import { newOrderMails, sendOrderMessage } from "#app/orders/order-message.server.ts";
import { orderRun } from "#app/orders/order-run.server.ts";
import { orderThing } from "#app/orders/order-title.ts";
import { orderedWords, refusedWords } from "#app/orders/order-words.ts";
import { createOrder } from "#app/orders/orders.table.server.ts";
import { listServiceOrders } from "#app/orders/own-lists.table.server.ts";
import { openOrder, type ServiceOffers, serviceOffers, upgradeTo } from "#app/orders/service-offers.ts";
import { nowDate } from "#app/platform/clock.ts";
import { redirectDocumentWithFlash } from "#app/platform/http/flash.server.ts";
import { parseFields, rejectForm } from "#app/platform/http/form.server.ts";
import { outage } from "#app/platform/http/outage.server.ts";
import { dayNumber, secondsToMidnight } from "#app/platform/text/nairobi-day.ts";
import type { Service } from "#app/services/service.ts";
import { extendOrderOf, type ServiceOrder } from "#app/services/service-order.ts";
import { backToService, type OwnService } from "./own-service.ts";

const CHANGED = "The price changed while you were reading. Please look at it again, then order.";
const UNCONFIRMED =
  "We could not confirm it. Your order may have arrived anyway: pressing again does not make a second one.";
const NOT_OFFERED = "It can’t be ordered now. This page says how it is. Nothing was ordered.";
const THERE = {
  title: "You have ordered this already",
  text: "We did not order it twice. This page says how it is now.",
};

type Posted = { own: OwnService; typed: FormData; form: string };
type Wanted = { order: ServiceOrder; priceFingerprint: string };

/**
 * Orders the next year of a service, a larger plan or more mailboxes at the current price, and leads to the bill. Without M-PESA
 * the agency gets the order. The same form again is the same order. Source: docs/product/services.md, "A larger plan".
 */
export async function orderForService({ own, typed, form }: Posted) {
  const { account, supabase, service, context } = own;
  const now = nowDate();
  const known = await listServiceOrders(supabase, account.id, service.id);
  if (!known.ok) throw outage(context);
  const offers = serviceOffers(service, known.value, now);
  const submission = parseFields(typed, schemaOf(form, offers));
  const posted = { context, form, submission, hideFields: ["priceFingerprint"] };
  // Checked first: after an order nothing may be offered any more.
  const open = openOrder(known.value, form === "renew" ? "extend" : "upgrade");
  if (open) {
    const { title, text } = isOther(form, typed, open) ? otherWords(open) : THERE;
    return backToService(own, form, title, text);
  }
  if (!isOffered(form, offers)) return rejectForm({ ...posted, message: NOT_OFFERED, status: 409 });
  if (submission.status !== "success") return rejectForm(posted);
  const wanted = wantedOf(form, service, offers, { ...submission.value, now });
  if (!wanted) return rejectForm({ ...posted, message: NOT_OFFERED, status: 409 });
  if (submission.value.priceFingerprint !== wanted.priceFingerprint) {
    return rejectForm({ ...posted, message: CHANGED, status: 409 });
  }
  return placeOrder(own, wanted.order, posted);
}

/** Whether a form asks for another size than its open order. */
function isOther(form: string, typed: FormData, { chosen }: Order): boolean {
  const size = String(typed.get(form === "upgrade" ? "plan" : "seats") ?? "").trim();
  return form !== "renew" && size !== String(form === "upgrade" ? chosen?.plan : chosen?.seats);
}

const otherWords = (open: Order) => ({
  title: `You have ordered this: ${orderThing(open)}`,
  text: "One at a time. Pay or cancel it first. Nothing new was ordered.",
});

const isOffered = (form: string, { renew, larger, more }: ServiceOffers) =>
  (form === "renew" ? renew : form === "upgrade" ? larger : more) !== undefined;

function schemaOf(form: string, { larger, more }: ServiceOffers) {
  const plans = larger?.choices.map(({ value }) => value) ?? [];
  const { least, most } = more ?? { least: 1, most: 0 };
  const isSeats = (text: string) => /^\d{1,3}$/.test(text) && Number(text) >= least && Number(text) <= most;
  return z.object({
    priceFingerprint: z.string().max(500).default(""),
    plan: z
      .string()
      .default("")
      .refine((plan) => form !== "upgrade" || !larger || plans.includes(plan), { error: "Choose one of the plans." }),
    seats: z
      .string()
      .trim()
      .default("")
      .refine((text) => form !== "seats" || !more || isSeats(text), {
        error: `Type a number from ${least} to ${most}.`,
      }),
  });
}

function wantedOf(
  form: string,
  service: Service,
  { renew, larger, more }: ServiceOffers,
  { plan, seats, now }: { plan: string; seats: string; now: Date },
): Wanted | undefined {
  if (form === "renew") {
    return renew && { order: extendOrderOf(service), priceFingerprint: renew.priceFingerprint };
  }
  const offered = form === "upgrade" ? larger : more;
  if (!offered) return undefined;
  const to = form === "upgrade" ? { plan, seats: null } : { plan: service.plan, seats: Number(seats) };
  const order = upgradeTo(service, to, dayNumber(now));
  return order && { order, priceFingerprint: offered.priceFingerprint };
}

/** Stores the order with its bill and its mails, and leads to the page that pays it. */
async function placeOrder(own: OwnService, wanted: ServiceOrder, posted: Parameters<typeof rejectForm>[0]) {
  const { account } = own;
  const payload = Object.fromEntries(Object.entries(wanted.payload).filter(([, value]) => value !== undefined));
  const order = { ...wanted, id: crypto.randomUUID(), payload, userId: account.id };
  const bill = isPayable(order) ? billFor([order]) : undefined;
  const message = {
    ...order,
    detail: orderThing({ ...order, chosen: wanted.payload }),
    ...(bill && { isBilled: true }),
  };
  const placed = await createOrder(order, newOrderMails([message], account, bill), bill);
  if (!placed.ok) {
    const { status, isUnknown } = placed;
    if (status === 429) {
      const retryAfterSeconds = secondsToMidnight(nowDate());
      return rejectForm({ ...posted, message: placed.message, status, retryAfterSeconds });
    }
    return rejectForm({
      ...posted,
      message: isUnknown ? UNCONFIRMED : placed.message,
      status: status === 409 ? 409 : 503,
    });
  }
  if (!placed.value.isNew) return backToService(own, posted.form, THERE.title, THERE.text);
  if (bill) {
    await sendOrderMessage([{ ...message, outcome: { kind: "unpaid" } }], account);
    const { to, words } = payRedirect(bill.id);
    return redirectDocumentWithFlash(to, { about: posted.form, ...words });
  }
  const outcome = await orderRun.carryOut(placed.value.order);
  await sendOrderMessage([{ ...message, outcome }], account);
  if (outcome.kind === "failed") return rejectForm({ ...posted, message: refusedWords(outcome.reason) });
  const { title, text } = orderedWords(wanted.kind, outcome);
  return backToService(own, posted.form, title, text);
}
