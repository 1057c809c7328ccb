import type {
  ActionFunctionArgs,
  AppLoadContext,
  HeadersFunction,
  LoaderFunctionArgs,
  MetaFunction,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireStaff } from "#app/accounts/staff.server.ts";
import { findDeskOrder, listOrderGroups } from "#app/orders/desk.table.server.ts";
import { orderGroup } from "#app/orders/desk-groups.ts";
import { ORDERS_A_PAGE, orderListPath, readOrderFilter } from "#app/orders/desk-list.ts";
import { orderView } from "#app/orders/desk-view.server.ts";
import { takesPayments } from "#app/orders/new-bill.server.ts";
import { nowDate } from "#app/platform/clock.ts";
import { privatePage } from "#app/platform/http/cache-headers.server.ts";
import { outage } from "#app/platform/http/outage.server.ts";
import { pageMeta } from "#app/ui/shell/page-meta.ts";
import { gone } from "./id-of.ts";
import { orderAction } from "./order-action.ts";
import { readOrderBill } from "./order-bill.server.ts";
import { OrderBill } from "./ui/order-bill.tsx";
import { OrderList } from "./ui/order-list.tsx";
import { OrderPane, OrderSide } from "./ui/order-pane.tsx";
import { Panes } from "./ui/panes.tsx";

export const handle = { hydrate: "never" };

/** The page may show a transfer's code: no cache keeps it. */
export const headers: HeadersFunction = (args) => {
  const headers = privatePage(args);
  headers.set("Cache-Control", "private, no-store");
  return headers;
};

export const meta: MetaFunction<typeof loader> = ({ matches, data }) =>
  pageMeta(matches, {
    title: data ? `Order ${data.view.number}` : "Order",
    description: "What a customer has ordered, and what to do.",
    isHidden: true,
  });

/**
 * Returns an order with its customer, its forms and its log, and the list beside it. Source: docs/product/desk.md, "Orders at
 * the desk".
 */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, context);
  const filter = readOrderFilter(new URL(request.url).searchParams);
  const now = nowDate();
  const [order, found] = await Promise.all([requireOrder(params.id, context), listOrderGroups(filter, ORDERS_A_PAGE)]);
  const groups = found.ok ? found.value.map((group) => orderGroup(group, filter, now, takesPayments)) : null;
  const view = orderView(order, staff.id, now, takesPayments);
  const bill = await readOrderBill(order);
  return { view, bill, filter, groups, failure: found.ok ? "" : found.message };
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, context, "write");
  const order = await requireOrder(params.id, context);
  return orderAction({ staff, order, typed: await request.formData(), context });
}

async function requireOrder(id = "", context: AppLoadContext | undefined) {
  const found = await findDeskOrder(id);
  if (!found.ok) throw outage(context);
  if (found.value === null) throw gone(context);
  return found.value;
}

export default function DeskOrderPage() {
  const { view, bill, filter, groups, failure } = useLoaderData<typeof loader>();
  return (
    <Panes
      shows="item"
      back={{ href: orderListPath(filter), label: "All orders" }}
      list={<OrderList filter={filter} groups={groups} failure={failure} current={view.id} />}
      item={<OrderPane view={view} headingAs="h1" />}
      side={
        <>
          {bill && <OrderBill id={view.id} bill={bill} />}
          <OrderSide view={view} />
        </>
      }
    />
  );
}
