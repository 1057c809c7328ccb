import { ORDER_KINDS, ORDER_NAMES } from "#app/domains/order-kinds.ts";
import { ORDER_VIEWS, type OrderFilter } from "#app/orders/desk-list.ts";
import { Field } from "#app/ui/forms/field.tsx";
import { SelectField } from "#app/ui/forms/select-field.tsx";
import { Button } from "#app/ui/primitives/button.tsx";

const STATES = Object.entries(ORDER_VIEWS).map(([value, { label }]) => ({ value, label }));
const KINDS = [
  { value: "", label: "All kinds" },
  ...ORDER_KINDS.map((value) => ({ value, label: ORDER_NAMES[value] })),
];

/** Chooses which orders are listed. It stays folded, because the first screen belongs to the list. */
export function OrderFilterForm({ filter: { state, kind, q } }: { filter: OrderFilter }) {
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
