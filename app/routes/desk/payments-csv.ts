import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { csvResponse } from "#app/http/csv-response.server.ts";
import { requireStaff } from "#app/http/staff.server.ts";
import { nowDate } from "#app/model/clock.ts";
import { nairobiDay } from "#app/model/nairobi-day.ts";
import { readReceipts } from "#app/use-cases/desk/receipts.server.ts";
import { monthSpan, receiptMonths } from "./receipt-months.ts";

const HEADER = [
  ...["Date", "Receipt", "Buyer's PIN", "Net KSh", "VAT KSh", "Gross KSh", "M-PESA code", "eTIMS number"],
  "Paid back KSh",
];

/** Downloads the receipts of a month, by default of this one, for eTIMS. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireStaff(request, context);
  const [thisMonth] = receiptMonths(nowDate());
  const month = new URL(request.url).searchParams.get("month") ?? thisMonth?.month ?? "";
  const span = monthSpan(month);
  const found = span && (await readReceipts(span.from, span.to));
  // The page says that the list cannot be read.
  if (!found?.ok) return redirect("/desk/payments");
  const rows = found.value.map(({ paid_at, number, buyer_pin, net, vat, gross, codes, etims_number, refunded_ksh }) => {
    const day = nairobiDay(new Date(paid_at)).iso;
    return [day, number, buyer_pin, net, vat, gross, codes, etims_number, refunded_ksh];
  });
  return csvResponse(`receipts-${month}`, HEADER, rows);
}
