import type { Submission } from "@conform-to/dom";
import { type AppLoadContext, data } from "@remix-run/node";
import { z } from "zod";
import { noteSchema } from "#app/desk/form-fields.ts";
import { nextRow } from "#app/desk/next-row.ts";
import { toDisplayName } from "#app/domains/display-name.ts";
import { findDeskOrder, listWaitingOrders, readTransferCode } from "#app/orders/desk.table.server.ts";
import {
  doneSchema,
  failedSchema,
  ORDER_LIMITS,
  priceSchema,
  refundSchema,
  reopenSchema,
  repriceSchema,
} from "#app/orders/desk-forms.ts";
import { ORDERS_A_PAGE } from "#app/orders/desk-list.ts";
import { type DeskOrder, lostWords, type OrderChange, offeredForms } from "#app/orders/desk-order.ts";
import { takesPayments } from "#app/orders/new-bill.server.ts";
import { changeOrder, type OrderAct, secondLook } from "#app/orders/order-changes.server.ts";
import { USE_CREDIT_FORM } from "#app/payments/desk-forms.ts";
import { nowDate } from "#app/platform/clock.ts";
import { redirectWithFlash } from "#app/platform/http/flash.server.ts";
import { parseFields, rejectForm } from "#app/platform/http/form.server.ts";
import { statusOf } from "#app/platform/http/form-result.ts";
import type { Staff } from "#app/platform/settings/staff.ts";
import { dateOf, dayNumber } from "#app/platform/text/nairobi-day.ts";

import { spendCredit } from "./order-bill.server.ts";

type Posted = { staff: Staff; order: DeskOrder; typed: FormData; context: AppLoadContext | undefined };

const SAVED: Record<OrderAct["form"], string> = {
  take: "You have this order now",
  "give-back": "This order is back in the list",
  accept: "The bill is sent",
  price: "The price is named",
  reprice: "The price is changed",
  reopen: "It is open again, and you have it",
  done: "Marked as done",
  failed: "Closed as not done",
  refund: "The refund is entered",
  refunded: "Marked as paid back",
  note: "The note is saved",
};
/** After these forms an order needs nothing more from staff, so the next one opens. */
const IS_LAST: ReadonlySet<string> = new Set<OrderAct["form"]>(["done", "failed", "accept"]);

/**
 * The forms of an order at the desk, told apart by the field `form`. If two members of staff send a form, one succeeds and the
 * other gets 409, which says who was first and when. A form that is sent twice gets the same response again.
 */
export async function orderAction(posted: Posted) {
  const { staff, order, typed, context } = posted;
  const form = String(typed.get("form"));
  if (form === "code") return showCode(posted);
  if (form === USE_CREDIT_FORM) return spendCredit(posted);
  const { submission, act } = readAct(form, order, typed);
  if (!act) return rejectForm({ context, form, submission });

  // Only a form that the page still offers is confirmed. Any other form came too late or twice, which `changeOrder` finds out.
  const look = offeredForms(order, staff.id, takesPayments)[act.form] ? secondLook(order, act) : undefined;
  if (look !== undefined && typed.get("sure") !== look.sure) {
    const title = "Is this right? Nothing is saved yet.";
    const carry = { sure: look.sure };
    const asked = rejectForm({ context, form, submission, title, message: look.words, carry, status: 409 });
    // A question is no error, so the title of the page does not say so.
    if (context) context.isRefused = false;
    return asked;
  }
  const waiting = IS_LAST.has(act.form) ? await listWaitingOrders(ORDERS_A_PAGE) : [];
  const changed = await changeOrder(staff, order, act);
  if (!changed.ok) {
    return rejectForm({ context, form, submission, message: changed.message, status: statusOf(changed) });
  }
  if (changed.value !== "done" && changed.value !== "same") {
    return rejectForm({ context, form, submission, message: await conflictWords(changed.value, posted), status: 409 });
  }
  if (!IS_LAST.has(act.form)) {
    return redirectWithFlash(`/desk/orders/${order.id}`, { about: form, title: SAVED[act.form] });
  }
  const next = nextRow(waiting, order.id, staff.id);
  return redirectWithFlash(next === undefined ? "/desk/orders" : `/desk/orders/${next}`, {
    about: form,
    title: `${SAVED[act.form]}: ${toDisplayName(order.domain)}`,
    ...(next === undefined && { text: "No other order waits for you." }),
    next:
      form === "accept"
        ? { to: `/desk/orders/${order.id}`, label: "Back to it" }
        : { to: `/desk/orders/${order.id}#reopen-form`, label: "Wrong? Reopen it" },
  });
}

function readAct(form: string, order: DeskOrder, typed: FormData) {
  switch (form) {
    case "take":
    case "give-back":
    case "refunded":
      return parsed(typed, z.object({}), () => ({ form }));
    case "accept":
      if (!takesPayments) throw data(null, { status: 400 });
      return parsed(typed, z.object({}), () => ({ form }));
    case "price":
      return parsed(typed, priceSchema, ({ ksh }) => ({ form, ksh }));
    case "reprice":
      if (!takesPayments) throw data(null, { status: 400 });
      return parsed(typed, repriceSchema(order), (value) => ({ form, ...value }));
    case "reopen":
      return parsed(typed, reopenSchema, (value) => ({ form, ...value }));
    case "refund":
      return parsed(typed, refundSchema(order), ({ ksh }) => ({ form, ksh }));
    case "done":
      return parsed(typed, doneSchema(order, nowDate()), ({ until, expectedExpiry }) => ({
        form,
        until,
        expectedExpiry,
      }));
    case "failed":
      return parsed(typed, failedSchema(order), (value) => ({ form, ...value }));
    case "note":
      return parsed(typed, noteSchema, ({ body }) => ({ form, body }));
    default:
      throw data(null, { status: 400 });
  }
}

type Read = { submission: Submission<unknown, string[], unknown>; act: OrderAct | undefined };

function parsed<Schema extends z.ZodType>(
  typed: FormData,
  schema: Schema,
  actOf: (value: z.output<Schema>) => OrderAct,
): Read {
  const submission = parseFields(typed, schema, ORDER_LIMITS);
  return { submission, act: submission.status === "success" ? actOf(submission.value) : undefined };
}

/** Returns the transfer's code to the page, which shows it this once. */
async function showCode(posted: Posted) {
  const { staff, order, typed, context } = posted;
  const found = await readTransferCode({ staff, id: order.id });
  if (found.ok && found.value !== null) return data({ code: found.value });
  const [message, status] = found.ok ? [await conflictWords("lost", posted), 409] : [found.message, 503];
  return rejectForm({ context, form: "code", submission: parseFields(typed, z.object({})), message, status });
}

/** Returns why a change was not made, from the order as it is now. */
async function conflictWords(change: OrderChange, { staff, order }: Posted): Promise<string> {
  const fresh = await findDeskOrder(order.id);
  const { owned, ...now } = (fresh.ok && fresh.value) || order;
  switch (change) {
    case "name":
      return "Another customer has this name in our list. Nothing was saved.";
    case "nameless":
      return "The customer has no such name in our list. Nothing was saved.";
    case "paying":
      return "Money came for this bill, or may be on its way. Look at “Payments” first. Nothing was saved.";
    case "again":
      return "The customer ordered the same again. Go on with that order. Nothing was saved.";
    case "refunded":
      return "Its money was paid back or kept as credit, so it stays ended. Place a new order for the customer. Nothing was saved.";
    case "server":
      return "The hosting server is at work on it. It ends the order by itself. Nothing was saved.";
    case "service":
      return "Its service begins with it. Set it up there, with the way in. Nothing was saved.";
    case "ended":
      return "Its service has ended, or will. Nothing was saved.";
    case "differs":
      return differsWords(order);
    case "years":
      return "Its price was for other paid years than the service has now. Place a new order for the larger plan. Nothing was saved.";
    case "shared":
      return "This bill has other orders, too. Nothing was saved.";
    case "moved": {
      const until = owned && dateOf(dayNumber(new Date(owned.expiryDate))).words;
      return `The last day of this name was changed meanwhile${until ? ` to ${until}` : ""}. Nothing was saved.`;
    }
    default:
      return `${lostWords({ ...now, owned }, staff.id, nowDate())}. Nothing was saved.`;
  }
}

/** Why a service does not allow its order for a next year or a larger plan now. */
const differsWords = ({ kind }: DeskOrder) =>
  kind === "extend"
    ? "The next year has another plan or other mailboxes now, is paid, or a larger plan is ordered. Nothing was saved."
    : "The service has another plan or other mailboxes now, is suspended, or its next year is ordered. Nothing was saved.";
