import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { requireStaff } from "#app/accounts/staff.server.ts";
import type { CsvColumn } from "#app/desk/csv.server.ts";
import { csvResponse } from "#app/desk/csv.server.ts";
import { MAX_ISSUED, readIssued } from "#app/payments/issue-receipts.server.ts";
import { codeOrWords } from "#app/payments/pay-ways.ts";
import { nowDate } from "#app/platform/clock.ts";
import { textFailure, throwAsText } from "#app/platform/http/outage.server.ts";
import { monthSpan, receiptMonths } from "./receipt-months.ts";

const COLUMNS: readonly CsvColumn[] = [
  ["Date", "day"],
  "Document",
  ["Number", "code"],
  ["For receipt", "code"],
  ["Buyer's PIN", "code"],
  ...["Net KSh", "VAT KSh", "Gross KSh"],
  ["Paid by", "code"],
  ["eTIMS number", "code"],
];

/**
 * Downloads the receipts and credit notes of a month, by default of this one, for eTIMS. A credit note is a row with a
 * negative amount on the day of its issue, so that the file of an earlier month never changes.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireStaff(request, context, "write").catch(throwAsText);
  const [thisMonth] = receiptMonths(nowDate());
  const month = new URL(request.url).searchParams.get("month") ?? thisMonth?.month ?? "";
  const span = monthSpan(month);
  if (!span) return redirect("/desk/payments");
  const found = await readIssued(span.from, span.to);
  if (!found.ok) return textFailure(found.message);
  const rows = found.value.map(({ gross_ksh, vat_cents, ...issued }) => [
    issued.issued_at,
    ...[issued.kind, issued.number, issued.receipt_number, issued.buyer_pin],
    ...[(gross_ksh * 100 - vat_cents) / 100, vat_cents / 100, gross_ksh],
    ...[issued.paid_with.map(codeOrWords).join(" "), issued.etims_number],
  ]);
  return csvResponse(`receipts-${month}`, COLUMNS, rows, MAX_ISSUED);
}
