import { type AppLoadContext, data, type HeadersFunction, redirect } from "@remix-run/node";
import type { Bill } from "#app/orders/bill.ts";
import { addTypedCode } from "#app/orders/bills.table.server.ts";
import { takesPayments } from "#app/orders/new-bill.server.ts";
import { isPaymentOf } from "#app/payments/bill-payments.table.server.ts";
import { consumePrompt, readPayPage, refundPrompt } from "#app/payments/pay-page.server.ts";
import { readLooks } from "#app/payments/pay-words.ts";
import { askSchema, typedSchema } from "#app/payments/schema.server.ts";
import { askPhone } from "#app/payments/send-prompt.server.ts";
import { privatePage } from "#app/platform/http/cache-headers.server.ts";
import { parseFields, rejectForm } from "#app/platform/http/form.server.ts";
import { statusOf } from "#app/platform/http/form-result.ts";
import { outagePage } from "#app/platform/http/outage.server.ts";
import { shownNumber, toKenyanMobile } from "#app/platform/text/phone.server.ts";
import { unknownBill } from "./find-bill.ts";
import { ASK_FORM, TYPED_FORM } from "./ui/pay-forms.tsx";

const NO_STORE = { "Cache-Control": "private, no-store" };

/** No cache keeps the pages of bills, because they show the state of a moment. */
export const payHeaders: HeadersFunction = (args) => {
  const headers = privatePage(args);
  headers.set("Cache-Control", NO_STORE["Cache-Control"]);
  const refresh = args.loaderHeaders.get("Refresh");
  if (refresh !== null) headers.set("Refresh", refresh);
  return headers;
};

const LOOK_SECONDS = 5;

type Visit = { request: Request; context: AppLoadContext | undefined };

/**
 * Returns the data of a bill's page. While a prompt is open, the browser reloads it every five seconds, at most 24 times.
 * `own`: the phone number of the signed-in customer's profile, which fills the form unless a prompt was sent to another
 * number; null for a mailed link, which shows no number.
 */
export async function loadPayPage(bill: Bill, { request, context }: Visit, own: { phone?: string | undefined } | null) {
  if (!takesPayments) throw unknownBill(context);
  const { pathname, searchParams } = new URL(request.url);
  const looks = readLooks(searchParams.get("n"));
  const read = await readPayPage(bill, looks);
  if (!read.ok) return outagePage(context, { page: null, failure: read.message, phone: "", here: pathname }, NO_STORE);
  const { askedPhone = "", ...page } = read.value;
  const known = own && (toKenyanMobile(askedPhone) ?? toKenyanMobile(own.phone ?? ""));
  const phone = known ? shownNumber(known) : "";
  const isWaiting = searchParams.has("asked") && page.status?.isOpen;
  const again = `${pathname}?asked=1&n=${looks + 1}`;
  const headers = { ...NO_STORE, ...(isWaiting && { Refresh: `${LOOK_SECONDS}; url=${again}` }) };
  return data({ page, failure: "", phone, here: pathname }, { headers });
}

/**
 * Sends a payment prompt to a phone, or looks up the M-PESA code that the customer typed. Source: docs/product/payments.md,
 * "Payments".
 */
export async function payAction(bill: Bill, { request, context }: Visit) {
  if (!takesPayments) throw unknownBill(context);
  const { pathname } = new URL(request.url);
  const typed = await request.formData();
  if (typed.get("form") === TYPED_FORM) {
    const submission = parseFields(typed, typedSchema);
    const posted = { context, form: TYPED_FORM, submission };
    if (submission.status !== "success") return rejectForm(posted);
    const { code } = submission.value;
    if (await isPaymentOf(bill.id, code)) return redirect(`${pathname}?asked=1`, 303);
    if (!(await addTypedCode(bill.id, code))) {
      return rejectForm({ ...posted, message: "We could not look it up. Please try again.", status: 503 });
    }
    return redirect(pathname, 303);
  }
  const submission = parseFields(typed, askSchema);
  const posted = { context, form: ASK_FORM, submission };
  if (submission.status !== "success") return rejectForm(posted);
  // A form that is sent while a prompt is open sends no prompt, so it counts towards no limit.
  const shown = await readPayPage(bill, 0);
  if (shown.ok && shown.value.status?.mayAsk === false) return redirect(`${pathname}?asked=1`, 303);
  const limit = await consumePrompt(bill, submission.value.phone);
  if (!limit.ok) {
    const message = "We have asked this often enough. Pay with the steps below, or try again later.";
    return rejectForm({ ...posted, message, status: 429, retryAfterSeconds: limit.retryAfterSeconds });
  }
  const asked = await askPhone(bill, submission.value.phone);
  if (!asked.ok || asked.value?.isOurFault) await refundPrompt(bill, submission.value.phone);
  if (!asked.ok) return rejectForm({ ...posted, message: asked.message, status: statusOf(asked) });
  return redirect(`${pathname}?asked=1`, 303);
}
