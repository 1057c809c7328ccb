import { type AppLoadContext, redirect } from "@remix-run/node";
import type { Bill } from "#app/orders/bill.ts";
import { storeBuyer } from "#app/orders/bills.table.server.ts";
import { takesPayments } from "#app/orders/new-bill.server.ts";
import { BUYER_FORM } from "#app/payments/buyer-form.tsx";
import { readProforma } from "#app/payments/proforma.server.ts";
import { buyerSchema } from "#app/payments/schema.server.ts";
import { redirectWithFlash } from "#app/platform/http/flash.server.ts";
import { readForm, rejectForm } from "#app/platform/http/form.server.ts";
import { statusOf } from "#app/platform/http/form-result.ts";
import { outage } from "#app/platform/http/outage.server.ts";
import { unknownBill } from "./find-bill.ts";

type Visit = { request: Request; context: AppLoadContext | undefined };
type Pages = { bill: string; receipt: string };

/**
 * Returns the data of a bill's proforma invoice. `customer`: the lines of the signed-in customer, to whom it is made out unless
 * they named somebody else; empty behind a mailed link, which shows no address. `pages`: the bill and its receipt. Source:
 * docs/product/payments.md, "Proforma invoices".
 */
export async function loadProforma(bill: Bill, { request, context }: Visit, customer: string[], pages: Pages) {
  if (!takesPayments) throw unknownBill(context);
  const read = await readProforma(bill);
  if (!read.ok) throw outage(context);
  const shown = { here: new URL(request.url).pathname, reference: bill.reference, pages };
  if (read.value.state !== "open") return { ...shown, ...read.value };
  return { ...shown, ...read.value, to: buyerLines(read.value, customer, bill.reference) };
}

/** Returns to whom a proforma invoice is made out. `customer`: the lines if nobody else is named; they may be empty. */
export function buyerLines(buyer: { buyerName: string; buyerPin: string }, customer: string[], reference: string) {
  const who = buyer.buyerName ? [buyer.buyerName] : customer;
  return [
    ...(who.length > 0 ? who : [`The customer of bill ${reference}`]),
    ...(buyer.buyerPin ? [`KRA PIN ${buyer.buyerPin}`] : []),
  ];
}

/** Stores who pays, with their PIN, until the bill is paid. The page of a paid or closed bill says what is so. */
export async function proformaAction(bill: Bill, { request, context }: Visit) {
  if (!takesPayments) throw unknownBill(context);
  const { pathname } = new URL(request.url);
  const submission = await readForm(request, buyerSchema);
  const posted = { context, form: BUYER_FORM, submission };
  if (submission.status !== "success") return rejectForm(posted);
  const { name, pin } = submission.value;
  const stored = await storeBuyer(bill.id, name, pin ?? null);
  if (!stored.ok) return rejectForm({ ...posted, message: stored.message, status: statusOf(stored) });
  if (stored.value.isLate) return redirect(pathname, 303);
  return redirectWithFlash(pathname, { about: BUYER_FORM, title: "The paper is changed" });
}
