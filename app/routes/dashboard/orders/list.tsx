import { data, type HeadersFunction, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { listOrders } from "#app/gateways/orders.server.ts";
import { ownPage } from "#app/http/cache-headers.server.ts";
import { requireUser } from "#app/http/visitor.server.ts";
import { dateOf, dayNumber } from "#app/model/nairobi-day.ts";
import type { Order } from "#app/model/order.ts";
import { orderPath } from "#app/routes/dashboard/ui/order-path.ts";
import { pageMeta } from "#app/ui/frame/page-meta.ts";
import { ButtonLink } from "#app/ui/marks/button.tsx";
import { Empty } from "#app/ui/messages/empty.tsx";
import { ReadFailure } from "#app/ui/messages/read-failure.tsx";
import { type ListedOrder, OrderList } from "./ui/order-list.tsx";

export const handle = { hydrate: "intent" };

export const headers: HeadersFunction = ownPage;

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: "Your orders", description: "What you have ordered.", isHidden: true });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { account, supabase } = await requireUser(request, context);
  const found = await listOrders(supabase, account.id);
  if (!found.ok) return data({ orders: null, failure: found.message }, { status: 503 });
  return data({ orders: found.value.map(listed), failure: "" });
}

export default function OrdersPage() {
  const { orders, failure } = useLoaderData<typeof loader>();
  return (
    <div className="page sheet app flow">
      <h1>Your orders</h1>
      {orders === null && <ReadFailure title={failure} retryHref="/dashboard/orders" />}
      {orders?.length === 0 && (
        <Empty title="You have not ordered anything yet">
          <p>Renewals, certificates, transfers and hosting will stand here.</p>
          <ButtonLink to="/domains">Add Domain</ButtonLink>
        </Empty>
      )}
      {orders !== null && orders.length > 0 && <OrderList orders={orders} />}
      <p className="actions">
        <ButtonLink kind="alt" to="/dashboard">
          Dashboard
        </ButtonLink>
        <ButtonLink kind="alt" to={orderPath("register")}>
          Order a name
        </ButtonLink>
        <ButtonLink kind="alt" to={orderPath("hosting")}>
          Order hosting
        </ButtonLink>
      </p>
    </div>
  );
}

function listed({ createdAt, ...order }: Order): ListedOrder {
  const { iso, words } = dateOf(dayNumber(new Date(createdAt)));
  return { ...order, day: { iso, words } };
}
