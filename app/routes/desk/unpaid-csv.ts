import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireStaff } from "#app/accounts/staff.server.ts";
import { type CsvColumn, csvResponse, MAX_CSV_ROWS } from "#app/desk/csv.server.ts";
import { listUnpaidBills, readUnpaidFilter } from "#app/payments/unpaid.table.server.ts";
import { nowDate } from "#app/platform/clock.ts";
import { textFailure, throwAsText } from "#app/platform/http/outage.server.ts";
import { dayNumber } from "#app/platform/text/nairobi-day.ts";

const COLUMNS: readonly CsvColumn[] = [
  ["bill", "code"],
  "customer",
  ["opened", "day"],
  ...["age_days", "amount_ksh", "missing_ksh", "names", "opened_by"],
];

/** Downloads the bills that are to be paid, of an age or all, the oldest first. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireStaff(request, context, "write").catch(throwAsText);
  const filter = readUnpaidFilter(new URL(request.url).searchParams);
  const found = await listUnpaidBills({ ...filter, place: undefined }, MAX_CSV_ROWS + 1);
  if (!found.ok) return textFailure(found.message);
  const today = dayNumber(nowDate());
  const rows = found.value.rows.map(({ reference, customer, openedAt, amountKsh, missingKsh, orders, openedBy }) => [
    ...[reference, customer, openedAt, today - dayNumber(new Date(openedAt)), amountKsh, missingKsh],
    ...[orders.map(({ domain }) => domain).join(" "), openedBy],
  ]);
  return csvResponse("unpaid-bills", COLUMNS, rows);
}
