import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { env } from "#app/env.server.ts";
import { listReceipts } from "#app/gateways/desk/payments.server.ts";
import { csvResponse } from "#app/http/csv-response.server.ts";
import { requireStaff } from "#app/http/staff.server.ts";
import { nowDate } from "#app/model/clock.ts";
import { MOST_CSV_ROWS } from "#app/model/desk/csv.ts";
import { nairobiDay } from "#app/model/nairobi-day.ts";
import { splitVat } from "#app/model/payments/shillings.ts";
import { monthSpan, receiptMonths } from "./receipt-months.ts";

const HEADER = [
  ...[
    "Date",
    "Receipt",
    "Buyer's PIN",
    "Net KSh",
    "VAT KSh",
    "Gross KSh",
    "M-PESA code",
    "eTIMS number",
    "Paid back KSh",
  ],
];

/** Downloads the receipts of a month, by default of this one, for eTIMS. Without VAT in our prices the net amount is the gross one. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireStaff(request, context);
  const [thisMonth] = receiptMonths(nowDate());
  const month = new URL(request.url).searchParams.get("month") ?? thisMonth?.month ?? "";
  const span = monthSpan(month);
  const found = span && (await listReceipts(span.from, span.to, MOST_CSV_ROWS));
  // The page says that the list cannot be read.
  if (!found?.ok) return redirect("/desk/payments");
  const includesVat = env.tax.includesVat && env.tax.pin !== undefined;
  const rows = found.value.map((receipt) => {
    const gross = receipt.amount_ksh;
    const { net, vat } = includesVat ? splitVat(gross) : { net: gross, vat: 0 };
    const day = nairobiDay(new Date(receipt.paid_at)).iso;
    return [
      ...[day, receipt.number, receipt.buyer_pin, net, vat, gross, receipt.codes, receipt.etims_number],
      receipt.refunded_ksh,
    ];
  });
  return csvResponse(`receipts-${month}`, HEADER, rows);
}
