import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireStaff } from "#app/accounts/staff.server.ts";
import { type CsvColumn, csvResponse, MAX_CSV_ROWS } from "#app/desk/csv.server.ts";
import { orderNumber } from "#app/domains/order-kinds.ts";
import { textFailure, throwAsText } from "#app/platform/http/outage.server.ts";
import { listDeskServices } from "#app/services/desk.table.server.ts";
import { readServiceFilter } from "#app/services/desk-list.ts";

const COLUMNS: readonly CsvColumn[] = [
  ["service", "code"],
  ...["kind", "domain", "plan", "seats", "state", "first_day", "last_day", "price_ksh", "agreed_price_ksh"],
  ...["set_up_by", "to_do"],
  ["ordered", "instant"],
];

/** Downloads the services of a filter as CSV, without data of their customers. Times are those of Nairobi. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireStaff(request, context, "write").catch(throwAsText);
  const filter = readServiceFilter(new URL(request.url).searchParams);
  const found = await listDeskServices({ ...filter, place: undefined }, MAX_CSV_ROWS + 1);
  if (!found.ok) return textFailure(found.message);
  const rows = found.value.rows.map(({ id, kind, domain, plan, seats, state, startsOn, endsOn, ...row }) => [
    ...[orderNumber(id), kind, domain, plan, seats, state, startsOn, endsOn, row.priceKsh, row.renewKsh],
    ...[row.provider, row.wanted, row.createdAt],
  ]);
  return csvResponse("services", COLUMNS, rows);
}
