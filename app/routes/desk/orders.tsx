import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireStaff } from "#app/accounts/staff.server.ts";
import { findDeskOrder, listOrderGroups } from "#app/orders/desk.table.server.ts";
import { orderGroup } from "#app/orders/desk-groups.ts";
import { ORDERS_A_PAGE, readOrderFilter } from "#app/orders/desk-list.ts";
import { orderView } from "#app/orders/desk-view.server.ts";
import { takesPayments } from "#app/orders/new-bill.server.ts";
import { nowDate } from "#app/platform/clock.ts";
import { privatePage } from "#app/platform/http/cache-headers.server.ts";
import { outagePage } from "#app/platform/http/outage.server.ts";
import { staticMeta } from "#app/ui/shell/page-meta.ts";
import { OrderList } from "./ui/order-list.tsx";
import { OrderPane, OrderSide } from "./ui/order-pane.tsx";
import { Panes } from "./ui/panes.tsx";

export const handle = { hydrate: "never" };

export const headers = privatePage;

export const meta = staticMeta({ title: "Orders", description: "What customers have ordered.", isHidden: true });

/**
 * Returns the orders that the URL asks for, and the first of them, which a wide screen shows beside the list. Source:
 * docs/product/desk.md, "Orders at the desk".
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, context);
  const filter = readOrderFilter(new URL(request.url).searchParams);
  const now = nowDate();
  const found = await listOrderGroups(filter, ORDERS_A_PAGE);
  if (!found.ok) return outagePage(context, { filter, failure: found.message, groups: null, first: null });
  const groups = found.value.map((group) => orderGroup(group, filter, now, takesPayments));
  const [id] = found.value.flatMap(({ rows }) => rows.map((row) => row.id));
  // Without its first order the page is still of use.
  const order = id === undefined ? undefined : await findDeskOrder(id);
  const first = order?.ok && order.value !== null ? orderView(order.value, staff.id, now, takesPayments) : null;
  return data({ filter, failure: "", groups, first });
}

export default function DeskOrdersPage() {
  const { filter, groups, first, failure } = useLoaderData<typeof loader>();
  return (
    <Panes
      shows="list"
      back={{ href: "/desk/orders", label: "All orders" }}
      list={<OrderList headingAs="h1" filter={filter} groups={groups} failure={failure} current={first?.id ?? ""} />}
      item={first && <OrderPane view={first} headingAs="h2" />}
      side={first && <OrderSide view={first} />}
    />
  );
}
