import { type AppLoadContext, data } from "@remix-run/node";
import type { Bill } from "#app/orders/bill.ts";
import { storeBuyerPin } from "#app/orders/bills.table.server.ts";
import { payUrl } from "#app/orders/new-bill.server.ts";
import { readReceipt } from "#app/payments/issue-receipts.server.ts";
import { mailto } from "#app/payments/mailto.ts";
import { receiptWords } from "#app/payments/receipt-words.ts";
import { pinSchema } from "#app/payments/schema.server.ts";
import { redirectWithFlash } from "#app/platform/http/flash.server.ts";
import { readForm, rejectForm } from "#app/platform/http/form.server.ts";
import { outage } from "#app/platform/http/outage.server.ts";
import { PIN_FORM } from "./ui/pay-forms.tsx";

type Visit = { request: Request; context: AppLoadContext | undefined };

/**
 * Returns the data of a bill's receipt as it was issued: the receipt that the URL's `number` names, else the current receipt,
 * else the last one; or, if the URL names a `note`, this credit note of it. Throws a 404 if there is none. `isOwn`: the page
 * of a signed-in customer. The page behind a mailed link has no name and no address of the buyer. Source:
 * docs/product/payments.md, "Payments".
 */
export async function loadReceipt(bill: Bill, { request, context }: Visit, isOwn: boolean) {
  const { buyerPin, etimsNumber, reference } = bill;
  const { pathname, searchParams } = new URL(request.url);
  const receipt = await readReceipt(bill.id, searchParams.get("number") ?? undefined);
  if (!receipt.ok) throw receipt.status === 404 ? data(null, { status: 404 }) : outage(context);
  const { paid, notes, buyer, others, isCurrent } = receiptWords(receipt.value);
  const wanted = searchParams.get("note");
  const note = notes.find(({ number }) => number === wanted);
  if (wanted !== null && !note) throw data(null, { status: 404 });
  const who = isOwn ? buyer : [];
  return {
    sheet: note ?? paid,
    receiptNumber: paid.number,
    isNote: note !== undefined,
    notes: notes.map(({ number, words }) => ({ number, words })),
    others,
    to: [
      ...(who.length > 0 ? who : [`The customer of bill ${reference}`]),
      ...(buyerPin ? [`KRA PIN ${buyerPin}`] : []),
    ],
    reference,
    // Another PIN can be added to the current receipt only, and until it has a number of eTIMS.
    mayAddPin: isCurrent && etimsNumber === null,
    buyerPin,
    etimsNumber: isCurrent ? etimsNumber : null,
    here: pathname,
    sendTo: mailto(`${note ? "Credit note" : "Receipt"} ${(note ?? paid).number}`, `${payUrl(bill.id)}/receipt`),
  };
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
