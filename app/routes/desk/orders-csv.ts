import type { LoaderFunctionArgs } from "@remix-run/node";
import { listDeskOrders } from "#app/gateways/desk/orders.server.ts";
import { csvResponse } from "#app/http/csv-response.server.ts";
import { requireStaff } from "#app/http/staff.server.ts";
import { MAX_CSV_ROWS } from "#app/model/desk/csv.ts";
import { type ListedDeskOrder, readOrderFilter } from "#app/model/desk/order-list.ts";
import { nairobiTime } from "#app/model/nairobi-day.ts";
import { orderNumber } from "#app/model/order.ts";

const HEADER = [
  ...["order", "kind", "domain", "state", "price_ksh", "ordered", "state_since", "in_hands_of", "price_named"],
  ...["refund_due_ksh", "refunded"],
];

/** Downloads the orders of a filter as CSV, without anything of their customers. Times are those of Nairobi. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireStaff(request, context);
  const filter = readOrderFilter(new URL(request.url).searchParams);
  const found = await listDeskOrders(filter, { most: MAX_CSV_ROWS + 1 });
  if (!found.ok) return new Response(found.message, { status: 503, headers: { "Content-Type": "text/plain" } });
  return csvResponse("orders", HEADER, found.value.orders.map(rowOf));
}

function rowOf(order: ListedDeskOrder) {
  const { id, kind, domain, status, priceKsh, createdAt, updatedAt, takenName, refundDueKsh } = order;
  return [
    ...[orderNumber(id), kind, domain, status, priceKsh, timeOf(createdAt), timeOf(updatedAt), takenName],
    ...[timeOf(order.priceNamedAt), refundDueKsh, timeOf(order.refundedAt)],
  ];
}

function timeOf(moment: string | null) {
  return moment && nairobiTime(new Date(moment));
}
