import type { LoaderFunctionArgs } from "@remix-run/node";
import { listDeskOrders } from "#app/gateways/desk/orders.server.ts";
import { requireStaff } from "#app/http/staff.server.ts";
import { nowDate } from "#app/model/clock.ts";
import { csvOf, MOST_CSV_ROWS } from "#app/model/desk/csv.ts";
import { type ListedDeskOrder, readOrderFilter } from "#app/model/desk/order-list.ts";
import { dateOf, dayNumber, nairobiTime } from "#app/model/nairobi-day.ts";
import { orderNumber } from "#app/model/order.ts";

const HEADER = [
  ...["order", "kind", "domain", "state", "price_ksh", "ordered", "state_since", "in_hands_of", "price_named"],
  ...["refund_due_ksh", "refunded"],
];

/** Downloads the orders of a filter as CSV, without anything of their customers. Times are those of Nairobi. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireStaff(request, context);
  const filter = readOrderFilter(new URL(request.url).searchParams);
  const found = await listDeskOrders(filter, { most: MOST_CSV_ROWS });
  if (!found.ok) return new Response(found.message, { status: 503, headers: { "Content-Type": "text/plain" } });
  return new Response(csvOf(HEADER, found.value.orders.map(rowOf)), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="orders-${dateOf(dayNumber(nowDate())).iso}.csv"`,
      "Cache-Control": "private, no-store",
    },
  });
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
