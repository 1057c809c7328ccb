import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireStaff } from "#app/accounts/staff.server.ts";
import { type CsvColumn, csvResponse } from "#app/desk/csv.server.ts";
import { readIncome, type Sum } from "#app/payments/income.table.server.ts";
import { textFailure, throwAsText } from "#app/platform/http/outage.server.ts";

/** The columns after the month, with the sum that each has. */
const COLUMNS: readonly [head: string, sum: Sum][] = [
  ["mpesa_ksh", "mpesa"],
  ["other_ways_ksh", "other"],
  ["credit_used_ksh", "credit"],
  ["paid_back_ksh", "back"],
  ["receipts_ksh", "receipts"],
  ["credit_notes_ksh", "notes"],
  ["vat_ksh", "vat"],
  ["renewals_ksh", "renew"],
  ["registrations_ksh", "register"],
  ["transfers_ksh", "transfer"],
  ["hosting_ksh", "hosting"],
  ["mailboxes_ksh", "mail"],
  ["next_year_of_services_ksh", "extend"],
  ["larger_plans_ksh", "upgrade"],
  ["ssl_ksh", "certificate"],
  ["names_new", "new"],
  ["names_renewed", "renewed"],
  ["names_lost", "lost"],
];
/** The month is written as its first day, which spreadsheets read as a date. */
const HEADS: readonly CsvColumn[] = [["month", "day"], ...COLUMNS.map(([head]) => head)];

/** Downloads the income of the last 24 months, the newest first. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireStaff(request, context, "write").catch(throwAsText);
  const found = await readIncome();
  if (!found.ok) return textFailure(found.message);
  const rows = found.value.map(({ month, sums }) => [
    `${month}-01`,
    ...COLUMNS.map(([, sum]) => (sum === "vat" ? sums.vat / 100 : sums[sum])),
  ]);
  return csvResponse("income", HEADS, rows);
}
