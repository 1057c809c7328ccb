import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireStaff } from "#app/accounts/staff.server.ts";
import { type Place, rangeWords } from "#app/desk/list-page.ts";
import { toDisplayName } from "#app/domains/display-name.ts";
import { ORDER_KINDS, ORDER_NAMES, orderNumber } from "#app/domains/order-kinds.ts";
import { listDeskOrders } from "#app/orders/desk.table.server.ts";
import {
  type ListedDeskOrder,
  ORDER_VIEWS,
  ORDERS_A_PAGE,
  type OrderFilter,
  orderListPath,
  readOrderFilter,
} from "#app/orders/desk-list.ts";
import { ageWords } from "#app/orders/desk-order.ts";
import { nowDate } from "#app/platform/clock.ts";
import { privatePage } from "#app/platform/http/cache-headers.server.ts";
import { outagePage } from "#app/platform/http/outage.server.ts";
import { formatKsh } from "#app/platform/money.ts";
import { Empty } from "#app/ui/feedback/empty.tsx";
import { ReadFailure } from "#app/ui/feedback/read-failure.tsx";
import { Field } from "#app/ui/forms/field.tsx";
import { SelectField } from "#app/ui/forms/select-field.tsx";
import { Button } from "#app/ui/primitives/button.tsx";
import { staticMeta } from "#app/ui/shell/page-meta.ts";
import { Pager } from "./ui/pager.tsx";

export const handle = { hydrate: "never" };

export const headers = privatePage;

export const meta = staticMeta({ title: "Orders", description: "What customers have ordered.", isHidden: true });

/** Returns a page of the orders that the URL asks for. Source: docs/product/desk.md, "The desk". */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireStaff(request, context);
  const filter = readOrderFilter(new URL(request.url).searchParams);
  const found = await listDeskOrders(filter, ORDERS_A_PAGE);
  if (!found.ok)
    return outagePage(context, { filter, failure: found.message, orders: null, range: "", previous: null, next: null });
  const { rows, previous, next } = found.value;
  const path = (place: NonNullable<Place> | null) => place && orderListPath({ ...filter, place });
  return data({
    ...{ filter, failure: "", range: rangeWords(found.value), previous: path(previous), next: path(next) },
    orders: rows.map((order) => rowOf(order, nowDate())),
  });
}

type Row = { id: string; name: string; about: string; state: string; age: string };

function rowOf(order: ListedDeskOrder, now: Date): Row {
  const { id, kind, domain, status, priceKsh, createdAt, takenName, isAbandoned, refundDueKsh, refundedAt } = order;
  const price = priceKsh > 0 ? formatKsh(priceKsh) : "no price";
  const refund = refundDueKsh > 0 && refundedAt === null && `${formatKsh(refundDueKsh)} to pay back`;
  const holder = takenName ?? (isAbandoned ? "Left by the site" : "The site");
  return {
    id,
    name: toDisplayName(domain),
    about: [refund, ORDER_NAMES[kind], price, orderNumber(id)].filter(Boolean).join(" · "),
    state: status === "processing" ? holder : ORDER_VIEWS[status].label,
    age: ageWords(createdAt, now),
  };
}

export default function DeskOrdersPage() {
  const { filter, orders, range, previous, next, failure } = useLoaderData<typeof loader>();
  const first = { ...filter, place: undefined };
  const { label, ...view } = ORDER_VIEWS[filter.state];
  const isFirst = "isOldestFirst" in view ? "the oldest first" : "the newest first";
  return (
    <div className="page sheet app flow">
      <h1>Orders</h1>
      <OrderFilterForm filter={filter} />
      {orders === null && <ReadFailure title={failure} retryHref={orderListPath(filter)} />}
      {orders?.length === 0 && (
        <Empty title={filter.state === "open" && filter.q === "" ? "No order is open" : "No order is like that"}>
          <p>
            {filter.place ? <a href={orderListPath(first)}>The first page</a> : "New orders appear here by themselves."}
          </p>
        </Empty>
      )}
      {orders !== null && orders.length > 0 && (
        <>
          <p className="quiet">
            {label}, {isFirst}: {range}.{" "}
            <a className="py-3" href={orderListPath(first, "/desk/orders.csv")}>
              CSV
            </a>
          </p>
          <OrderRows rows={orders} />
          <Pager previous={previous} next={next} size={ORDERS_A_PAGE} />
        </>
      )}
    </div>
  );
}

function OrderRows({ rows }: { rows: readonly Row[] }) {
  return (
    <ul className="desk-list">
      {rows.map(({ id, name, about, state, age }) => (
        <li key={id}>
          <div>
            <a className="cover cut" href={`/desk/orders/${id}`} translate="no" dir="auto">
              {name}
            </a>
            <span className="cut quiet">{about}</span>
          </div>
          <span className="quiet max-w-[40%] text-right">
            <span className="cut" dir="auto">
              {state}
            </span>
            {age}
          </span>
        </li>
      ))}
    </ul>
  );
}

const STATES = Object.entries(ORDER_VIEWS).map(([value, { label }]) => ({ value, label }));
const KINDS = [
  { value: "", label: "All kinds" },
  ...ORDER_KINDS.map((value) => ({ value, label: ORDER_NAMES[value] })),
];

/** Chooses which orders are listed. It stays folded, because the first screen belongs to the list. */
function OrderFilterForm({ filter: { state, kind, q } }: { filter: OrderFilter }) {
  return (
    <details className="desk-fold">
      <summary>Find and filter</summary>
      <form action="/desk/orders" className="form pt-3 max-w-[28rem]">
        <Field id="q" name="q" label="Name or order number" defaultValue={q} maxLength={253} isOptional />
        <SelectField id="state" name="state" label="State" options={STATES} defaultValue={state} />
        <SelectField id="kind" name="kind" label="Kind" options={KINDS} defaultValue={kind} />
        <Button kind="alt">Show</Button>
      </form>
    </details>
  );
}
