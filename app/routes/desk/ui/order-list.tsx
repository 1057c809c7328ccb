import { ORDER_KINDS, ORDER_NAMES } from "#app/domains/order-kinds.ts";
import type { OrderGroup } from "#app/orders/desk-groups.ts";
import { ORDER_VIEWS, ORDERS_A_PAGE, type OrderFilter, orderListPath } from "#app/orders/desk-list.ts";
import { ReadFailure } from "#app/ui/feedback/read-failure.tsx";
import { Field } from "#app/ui/forms/field.tsx";
import { SelectField } from "#app/ui/forms/select-field.tsx";
import { Button } from "#app/ui/primitives/button.tsx";
import { DeskEmpty } from "./desk-empty.tsx";
import { DeskHead } from "./desk-head.tsx";
import { Pager } from "./pager.tsx";
import { PaneRows } from "./panes.tsx";
import { Writers } from "./writers.tsx";

type OrderListProps = {
  filter: OrderFilter;
  groups: OrderGroup[] | null;
  failure: string;
  current: string;
  headingAs?: "h1" | "h2";
};

/** The lists of orders with their filter. `current`: the id of the order that is open beside them. */
export function OrderList({ filter, groups, failure, current, headingAs = "h2" }: OrderListProps) {
  const first = orderListPath({ ...filter, place: undefined });
  const isAll = filter.state === "open" && filter.q === "" && filter.kind === "";
  const shown = groups?.filter(({ rows }) => rows.length > 0) ?? [];
  return (
    <>
      <DeskHead title="Orders" as={headingAs}>
        <OrderFilterForm filter={filter} />
      </DeskHead>
      {groups === null && <ReadFailure title={failure} retryHref={orderListPath(filter)} />}
      {groups !== null && shown.length === 0 && (
        <DeskEmpty title={isAll && !filter.place ? "No order waits for you" : "No order is like that"}>
          <p>{filter.place ? <a href={first}>The first page</a> : "New orders appear here by themselves."}</p>
        </DeskEmpty>
      )}
      {shown.map(({ heading, range, rows, previous, next }) => (
        <PaneRows key={heading} heading={heading} {...(range && { note: range })} rows={rows} current={current}>
          <Pager previous={previous} next={next} size={ORDERS_A_PAGE} />
        </PaneRows>
      ))}
    </>
  );
}

const STATES = Object.entries(ORDER_VIEWS).map(([value, { label }]) => ({ value, label }));
const KINDS = [
  { value: "", label: "All kinds" },
  ...ORDER_KINDS.map((value) => ({ value, label: ORDER_NAMES[value] })),
];

/** Chooses which orders are listed. It stays folded, because the first screen belongs to the list. */
function OrderFilterForm({ filter }: { filter: OrderFilter }) {
  const { state, kind, q } = filter;
  return (
    <details className="desk-fold">
      <summary>Find</summary>
      <form action="/desk/orders" className="form pt-3">
        <Field id="q" name="q" label="Name or order number" defaultValue={q} maxLength={253} isOptional />
        <SelectField id="state" name="state" label="State" options={STATES} defaultValue={state} />
        <SelectField id="kind" name="kind" label="Kind" options={KINDS} defaultValue={kind} />
        <Button kind="alt">Show</Button>
      </form>
      <Writers>
        <p>
          <a
            className="inline-flex min-h-touch items-center"
            href={orderListPath({ ...filter, place: undefined }, "/desk/orders.csv")}
          >
            These orders as CSV
          </a>
        </p>
      </Writers>
    </details>
  );
}
