import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireStaff } from "#app/accounts/staff.server.ts";
import { type CsvColumn, csvResponse, MAX_CSV_ROWS } from "#app/desk/csv.server.ts";
import { orderNumber } from "#app/domains/order-kinds.ts";
import { listDeskOrders } from "#app/orders/desk.table.server.ts";
import { type ListedDeskOrder, readOrderFilter } from "#app/orders/desk-list.ts";
import { textFailure, throwAsText } from "#app/platform/http/outage.server.ts";

const COLUMNS: readonly CsvColumn[] = [
  ["order", "code"],
  "kind",
  "domain",
  "state",
  "price_ksh",
  ["ordered", "instant"],
  ["state_since", "instant"],
  "in_hands_of",
  ["price_named", "instant"],
  "refund_due_ksh",
  ["refunded", "instant"],
];

/** Downloads the orders of a filter as CSV, without data of their customers. Times are those of Nairobi. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireStaff(request, context, "write").catch(throwAsText);
  const filter = readOrderFilter(new URL(request.url).searchParams);
  const found = await listDeskOrders({ ...filter, place: undefined }, MAX_CSV_ROWS + 1);
  if (!found.ok) return textFailure(found.message);
  return csvResponse("orders", COLUMNS, found.value.rows.map(rowOf));
}

function rowOf(order: ListedDeskOrder) {
  const { id, kind, domain, status, priceKsh, createdAt, updatedAt, takenName, refundDueKsh } = order;
  return [
    orderNumber(id),
    kind,
    domain,
    status,
    priceKsh,
    createdAt,
    updatedAt,
    takenName,
    order.priceNamedAt,
    refundDueKsh,
    order.refundedAt,
  ];
}
