import type { AppLoadContext } from "@remix-run/node";
import { lateWords } from "#app/desk/trail.ts";
import type { DeskOrder } from "#app/orders/desk-order.ts";
import { payUrl } from "#app/orders/new-bill.server.ts";
import { orderTitle } from "#app/orders/order-title.ts";
import { readBillSnapshot } from "#app/payments/bill-payments.table.server.ts";
import { storeUsed } from "#app/payments/credits.table.server.ts";
import { dueSchema, USE_CREDIT_FORM } from "#app/payments/desk-forms.ts";
import { nowDate } from "#app/platform/clock.ts";
import { redirectWithFlash } from "#app/platform/http/flash.server.ts";
import { parseFields, rejectForm } from "#app/platform/http/form.server.ts";
import { statusOf } from "#app/platform/http/form-result.ts";
import { formatKsh } from "#app/platform/money.ts";
import type { Staff } from "#app/platform/settings/staff.ts";
import { firstNameIn } from "#app/platform/text/first-name.ts";

export type OrderBill = NonNullable<Awaited<ReturnType<typeof readOrderBill>>>;

/**
 * Returns the bill of an order for its page: its number, what is missing, the address at which the customer pays, and how much
 * of the customer's credit it can take. Undefined without a bill, or if the database fails.
 */
export async function readOrderBill(order: DeskOrder) {
  const snapshot = order.bill && (await readBillSnapshot(order.bill.id));
  if (!snapshot) return undefined;
  const { bill, state, credit } = snapshot;
  const isOpen = state === "open" || state === "part";
  const { customer } = order;
  const missing = isOpen ? bill.missingKsh : 0;
  return {
    ...{ reference: bill.reference, amount: formatKsh(bill.amountKsh), isPaid: state === "paid", credit },
    missing,
    usableKsh: Math.min(credit, missing),
    pay: isOpen && customer ? payLetter(order, missing) : undefined,
  };
}

/** Returns the address at which a customer pays an order's bill without signing in, and a text that sends it. `ksh` is to pay. */
export function payLetter(order: DeskOrder, ksh: number) {
  const { customer, bill } = order;
  const what = orderTitle(order);
  const link = payUrl(bill?.id ?? "");
  const hello = firstNameIn(customer?.name ?? "");
  return {
    ...{ link, what, email: customer?.email ?? "", phone: customer?.phone ?? undefined },
    text: `Hello${hello ? ` ${hello}` : ""}, you ordered: ${what}, ${formatKsh(ksh)}. Pay here by M-PESA: ${link}`,
  };
}

type Posted = { staff: Staff; order: DeskOrder; typed: FormData; context: AppLoadContext | undefined };

/** Pays the order's bill with its customer's credit. The same form again changes nothing; another sum by now gets 409. */
export async function spendCredit({ staff, order, typed, context }: Posted) {
  const submission = parseFields(typed, dueSchema);
  const posted = { context, form: USE_CREDIT_FORM, submission };
  if (submission.status !== "success") return rejectForm(posted);
  const { expectedKsh } = submission.value;
  const bill = await readOrderBill(order);
  if (!bill) return rejectForm({ ...posted, message: "We could not read this bill. Please try again.", status: 503 });
  const used = await storeUsed({ reference: bill.reference, expectedKsh }, staff);
  if (!used.ok) return rejectForm({ ...posted, message: used.message, status: statusOf(used) });
  if (used.value.outcome !== "done") {
    const nobody = "The bill or the credit has changed, or money for the bill may be on its way.";
    const message = `${lateWords(used.value.last, "changed this bill", nowDate(), nobody)} Nothing was used.`;
    return rejectForm({ ...posted, message, status: 409 });
  }
  const title = `${formatKsh(expectedKsh)} of the credit is used`;
  return redirectWithFlash(`/desk/orders/${order.id}`, { about: USE_CREDIT_FORM, title });
}
