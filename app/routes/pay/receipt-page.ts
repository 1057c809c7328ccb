import { type AppLoadContext, data } from "@remix-run/node";
import type { Bill } from "#app/orders/bill.ts";
import { storeBuyerPin } from "#app/orders/bills.table.server.ts";
import { readReceipt } from "#app/payments/issue-receipts.server.ts";
import { receiptWords } from "#app/payments/receipt-words.ts";
import { pinSchema } from "#app/payments/schema.server.ts";
import { redirectWithFlash } from "#app/platform/http/flash.server.ts";
import { readForm, rejectForm } from "#app/platform/http/form.server.ts";
import { outage } from "#app/platform/http/outage.server.ts";
import { PIN_FORM } from "./ui/pay-forms.tsx";

type Visit = { request: Request; context: AppLoadContext | undefined };

/**
 * Returns the data of a bill's receipt as it was issued: the receipt that the URL's `number` names, else the current receipt,
 * else the last one. Throws a 404 if there is none. Source: docs/product/payments.md, "Payments".
 */
export async function loadReceipt(bill: Bill, { request, context }: Visit) {
  const { buyerPin, etimsNumber } = bill;
  const { pathname, searchParams } = new URL(request.url);
  const receipt = await readReceipt(bill.id, searchParams.get("number") ?? undefined);
  if (!receipt.ok) throw receipt.status === 404 ? data(null, { status: 404 }) : outage(context);
  const shown = receiptWords(receipt.value);
  return { ...shown, buyerPin, etimsNumber: shown.isCurrent ? etimsNumber : null, here: pathname };
}

/** Puts the buyer's PIN on the receipt, until it has a number of eTIMS. */
export async function receiptAction(bill: Bill, { request, context }: Visit) {
  requirePaid(bill);
  const submission = await readForm(request, pinSchema);
  const posted = { context, form: PIN_FORM, submission };
  if (submission.status !== "success") return rejectForm(posted);
  if (bill.etimsNumber !== null) {
    return rejectForm({ ...posted, message: "This receipt can’t change any more.", status: 409 });
  }
  if (!(await storeBuyerPin(bill.id, submission.value.pin))) {
    return rejectForm({ ...posted, message: "We could not save it. Please try again.", status: 503 });
  }
  return redirectWithFlash(new URL(request.url).pathname, { about: PIN_FORM, title: "Your PIN is on the receipt" });
}

function requirePaid({ paidAt }: Bill): string {
  if (paidAt === null) throw data(null, { status: 404 });
  return paidAt;
}
