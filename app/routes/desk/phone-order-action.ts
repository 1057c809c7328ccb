import { randomUUID } from "node:crypto";
import { type AppLoadContext, redirect } from "@remix-run/node";
import { z } from "zod";
import { MAX_PRICE_KSH, shillings } from "#app/desk/form-fields.ts";
import { newBill, takesPayments } from "#app/orders/new-bill.server.ts";
import type { Offer } from "#app/orders/order.ts";
import { choiceWords, orderKsh, orderSchema, payloadOf } from "#app/orders/order-form.ts";
import { phoneOrderMails } from "#app/orders/order-message.server.ts";
import { createOrder } from "#app/orders/orders.table.server.ts";
import type { Account } from "#app/platform/http/account.ts";
import { redirectWithFlash } from "#app/platform/http/flash.server.ts";
import { parseFields, rejectForm } from "#app/platform/http/form.server.ts";
import { statusOf } from "#app/platform/http/form-result.ts";
import type { Staff } from "#app/platform/settings/staff.ts";
import { cleanLine } from "#app/platform/text/clean-line.ts";
import { UNREADABLE, UNREADABLE_LINE } from "#app/platform/text/text-characters.ts";
import { PHONE_ORDER_FORM } from "./ui/phone-order-forms.tsx";

export type PhoneOffer = Pick<
  Offer,
  "kind" | "domain" | "display" | "choices" | "chosen" | "priceFingerprint" | "notes" | "plan"
>;

type Posted = {
  context: AppLoadContext | undefined;
  staff: Staff;
  id: string;
  account: Account;
  /** What the URL offers, or why nothing is offered. */
  offer: PhoneOffer | string;
  typed: FormData;
};

const CHANGED = "The price changed while you were reading. Look at it again, then order.";
const UNCONFIRMED = "We could not confirm it. Press again: it makes no second order.";
const THERE = "The customer had ordered this already, so nothing new was ordered.";

/** The order form of the desk: as that of the customer, with another price if staff say why. */
function phoneOrderSchema(offer: Pick<Offer, "kind" | "choices">) {
  return orderSchema(offer)
    .extend({
      ksh: shillings(MAX_PRICE_KSH).optional(),
      why: z
        .string()
        .overwrite(cleanLine)
        .max(200, { error: "Use at most 200 characters." })
        .refine((text) => !UNREADABLE_LINE.test(text), { error: UNREADABLE })
        .default(""),
    })
    .refine(({ ksh, why, ...input }) => ksh === undefined || why !== "" || [0, ksh].includes(orderKsh(offer, input)), {
      path: ["why"],
      error: "Say why the price is another one.",
    });
}

/**
 * Places an order for a customer on the phone, with its bill where customers pay on the site, and shows how it is paid. The
 * same order again is the first one. Source: docs/product/desk.md, "Orders by phone".
 */
export async function placePhoneOrder({ context, staff, id, account, offer, typed }: Posted) {
  if (typeof offer === "string") {
    const submission = parseFields(typed, z.object({}));
    return rejectForm({ context, form: PHONE_ORDER_FORM, submission, message: offer, status: 409 });
  }
  const submission = parseFields(typed, phoneOrderSchema(offer));
  const posted = { context, form: PHONE_ORDER_FORM, submission, hideFields: ["priceFingerprint"] };
  if (submission.status !== "success") return rejectForm(posted);
  const { ksh, why, priceFingerprint, ...input } = submission.value;
  if (priceFingerprint !== offer.priceFingerprint) return rejectForm({ ...posted, message: CHANGED, status: 409 });
  const { kind, domain } = offer;
  const listKsh = orderKsh(offer, input);
  const order = { id: randomUUID(), kind, domain, priceKsh: ksh ?? listKsh };
  const bill = takesPayments && order.priceKsh > 0 ? newBill([order]) : undefined;
  const mails = phoneOrderMails({ ...order, detail: choiceWords(offer, input) }, account, bill);
  const detail = { ksh: order.priceKsh, ...(order.priceKsh !== listKsh && why !== "" && { listKsh, reason: why }) };
  const newOrder = { ...order, userId: id, payload: payloadOf(kind, input) };
  const placed = await createOrder(newOrder, mails, bill, { staff, detail });
  if (!placed.ok) {
    const message = placed.isUnknown ? UNCONFIRMED : placed.message;
    return rejectForm({ ...posted, message, status: statusOf(placed) });
  }
  const page = `/desk/people/${id}/order?placed=${placed.value.order.id}`;
  if (placed.value.isNew) return redirect(page, 303);
  return redirectWithFlash(page, { about: PHONE_ORDER_FORM, title: "It is ordered", text: THERE });
}
