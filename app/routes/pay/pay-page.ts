import { type AppLoadContext, data, type HeadersFunction, redirect } from "@remix-run/node";
import type { Bill } from "#app/orders/bill.ts";
import { addTypedCode } from "#app/orders/bills.table.server.ts";
import { payUrl, takesPayments } from "#app/orders/new-bill.server.ts";
import { isPaymentOf } from "#app/payments/bill-payments.table.server.ts";
import { storeUsed, storeWantedBack } from "#app/payments/credits.table.server.ts";
import { dueSchema } from "#app/payments/desk-forms.ts";
import { keepCredit } from "#app/payments/keep-credit.server.ts";
import { readPayPage } from "#app/payments/pay-page.server.ts";
import { readLooks } from "#app/payments/pay-words.ts";
import { hiddenNumber } from "#app/payments/phone-words.ts";
import { askSchema, typedSchema } from "#app/payments/schema.server.ts";
import { knownPhone, startPrompt } from "#app/payments/start-prompt.server.ts";
import { brandFrom } from "#app/platform/brand.ts";
import { env } from "#app/platform/env.server.ts";
import { privatePage } from "#app/platform/http/cache-headers.server.ts";
import { parseFields, rejectForm } from "#app/platform/http/form.server.ts";
import { outagePage } from "#app/platform/http/outage.server.ts";
import { formatKsh, plainSpaces } from "#app/platform/money.ts";
import { unknownBill } from "./find-bill.ts";
import { BACK_FORM, KEEP_FORM, USE_FORM } from "./ui/due-back.tsx";
import type { PayMode } from "./ui/pay-data.ts";
import { ASK_FORM, TYPED_FORM } from "./ui/pay-forms.tsx";

const NO_STORE = { "Cache-Control": "private, no-store" };

/** No cache keeps the pages of bills, because they show the state of a moment. */
export const payHeaders: HeadersFunction = (args) => {
  const headers = privatePage(args);
  headers.set("Cache-Control", NO_STORE["Cache-Control"]);
  return headers;
};

type Visit = { request: Request; context: AppLoadContext | undefined };

/**
 * Returns the data of a bill's page. `own`: the signed-in customer with the phone number of the profile; null for a mailed
 * link, which shows no number. The form is filled with the number that was asked last for this bill, else with that of the
 * profile, else with that of the customer's last bill.
 */
export async function loadPayPage(
  bill: Bill,
  { request, context }: Visit,
  own: { id: string; phone?: string | undefined } | null,
) {
  if (!takesPayments) throw unknownBill(context);
  const { pathname, searchParams } = new URL(request.url);
  const looks = readLooks(searchParams.get("n"));
  const mode = modeOf(searchParams);
  const read = await readPayPage(bill, looks);
  if (!read.ok) {
    return outagePage(context, { page: null, failure: read.message, phone: "", here: pathname, mode }, NO_STORE);
  }
  const { asked, ...page } = read.value;
  // A mailed link may be shared. The page shows a refused prompt only after its own form, which adds `n` to the URL.
  const isFirstLook = own === null && !searchParams.has("n");
  const shown = {
    ...page,
    status: isFirstLook && page.status?.kind === "bad" ? undefined : page.status,
    asked: asked && { ...asked, phone: hiddenNumber(asked.phone, own === null) },
    next: `${pathname}?n=${looks + 1}`,
    request: paymentRequest(read.value, own ? payUrl(bill.id) : env.origin + pathname),
  };
  const phone = own && mode !== "other" ? await knownPhone(own, asked?.phone) : "";
  return data({ page: shown, failure: "", phone, here: pathname, mode }, { headers: NO_STORE });
}

/**
 * Returns the text by which a customer asks somebody else to pay: the sum, what it is for, and the address at which nobody signs
 * in. `missing` is in KSh.
 */
function paymentRequest(
  { missing, items }: { missing: number; items: readonly { what: string }[] },
  url: string,
): string {
  const [item, ...more] = items;
  const what = more.length === 0 && item ? item.what : `${items.length} orders`;
  return plainSpaces(`Please pay ${formatKsh(missing)} to ${brandFrom(env.brand).name} for ${what}: ${url}`);
}

function modeOf(search: URLSearchParams): PayMode {
  if (search.has("code")) return "code";
  if (search.get("again") === "other") return "other";
  return search.has("again") ? "again" : "bill";
}

/**
 * Sends a payment prompt to a phone, or looks up the M-PESA code that the customer typed. Source: docs/product/payments.md,
 * "Payments".
 */
export async function payAction(bill: Bill, { request, context }: Visit) {
  if (!takesPayments) throw unknownBill(context);
  const { pathname } = new URL(request.url);
  const typed = await request.formData();
  const pressed = typed.get("form");
  if (pressed === KEEP_FORM || pressed === BACK_FORM || pressed === USE_FORM)
    return moveMoney(pressed, bill, { typed, pathname, context });
  if (pressed === TYPED_FORM) {
    const submission = parseFields(typed, typedSchema);
    const posted = { context, form: TYPED_FORM, submission };
    if (submission.status !== "success") return rejectForm(posted);
    const { code } = submission.value;
    if (await isPaymentOf(bill.id, code)) return redirect(pathname, 303);
    if (!(await addTypedCode(bill.id, code))) {
      return rejectForm({ ...posted, message: "We could not look it up. Please try again.", status: 503 });
    }
    return redirect(pathname, 303);
  }
  const submission = parseFields(typed, askSchema);
  const posted = { context, form: ASK_FORM, submission };
  if (submission.status !== "success") return rejectForm(posted);
  const started = await startPrompt(bill, submission.value.phone);
  if (started.kind === "waiting") {
    // A double click leads to the page that waits. A customer who asks for a second prompt reads why it was not sent.
    if (!typed.has("again") || !started.isAtPhone) return redirect(pathname, 303);
    const message = `Your first request is open until ${started.until}. Please send it again after that.`;
    return rejectForm({ ...posted, message, status: 409 });
  }
  if (started.kind === "refused") {
    const { message, status, retryAfterSeconds } = started;
    return rejectForm({ ...posted, message, status, retryAfterSeconds });
  }
  // Another address than the bill's, so that the message "We have your order" is not shown again.
  return redirect(`${pathname}?n=0`, 303);
}

type Pressed = { typed: FormData; pathname: string; context: AppLoadContext | undefined };

/**
 * Keeps what the bill owes for the next bill, notes that the customer wants it back, or pays the bill with the customer's
 * credit. If something else was pressed first, or if the sum is another by now, nothing changes: the page says what is so.
 */
async function moveMoney(
  form: typeof KEEP_FORM | typeof BACK_FORM | typeof USE_FORM,
  { reference }: Bill,
  { typed, pathname, context }: Pressed,
) {
  const submission = parseFields(typed, dueSchema);
  if (submission.status !== "success") return rejectForm({ context, form, submission });
  const due = { reference, ...submission.value };
  const changes = {
    [KEEP_FORM]: () => keepCredit(null, due),
    [BACK_FORM]: () => storeWantedBack(due),
    [USE_FORM]: () => storeUsed(due, null),
  };
  const changed = await changes[form]();
  if (!changed.ok) {
    const message = "We are not sure that it was stored. Look at this page again in a minute.";
    return rejectForm({ context, form, submission, message, status: 503 });
  }
  if (changed.value.outcome === "no-receipt") {
    const message = "The receipt of this bill is not made yet. Press again in a minute.";
    return rejectForm({ context, form, submission, message, status: 409 });
  }
  return redirect(pathname, 303);
}
