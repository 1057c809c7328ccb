import type { ReactNode } from "react";
import { PAYMENT_VIEWS, PAYMENTS_A_PAGE, type PaymentFilter, paymentListPath } from "#app/payments/desk-payment.ts";
import type { PaymentList as List } from "#app/payments/payment-list.server.ts";
import { ReadFailure } from "#app/ui/feedback/read-failure.tsx";
import { Field } from "#app/ui/forms/field.tsx";
import { SelectField } from "#app/ui/forms/select-field.tsx";
import { Button } from "#app/ui/primitives/button.tsx";
import { DeskEmpty } from "./desk-empty.tsx";
import { DeskHead } from "./desk-head.tsx";
import { Pager } from "./pager.tsx";
import { PaneRows } from "./panes.tsx";

/** `current`: the id of the row that is open beside the list. `children`: what only the page of the list has. */
type PaymentListProps = { list: List; current: string; headingAs?: "h1" | "h2"; children?: ReactNode };

/** A list of payments with its filter. */
export function PaymentList({
  list: { filter, rows, failure, range, previous, next },
  current,
  headingAs = "h2",
  children,
}: PaymentListProps) {
  return (
    <>
      <DeskHead title="Payments" as={headingAs}>
        <PaymentFilterForm filter={filter} />
      </DeskHead>
      {rows === null && <ReadFailure title={failure} retryHref={paymentListPath(filter)} />}
      {rows?.length === 0 && (
        <DeskEmpty title={filter.state === "todo" ? "No open payments" : "No payment is like that"}>
          <p>
            {filter.place ? (
              <a href={paymentListPath({ ...filter, place: undefined })}>The first page</a>
            ) : (
              "Payments we could not match to a bill, and refunds due, appear here."
            )}
          </p>
        </DeskEmpty>
      )}
      {rows !== null && rows.length > 0 && (
        <PaneRows
          heading={`${PAYMENT_VIEWS[filter.state]}, ${filter.state === "all" ? "newest" : "oldest"} first`}
          {...(range && { note: range })}
          rows={rows}
          current={current}
        >
          <Pager previous={previous} next={next} size={PAYMENTS_A_PAGE} />
        </PaneRows>
      )}
      {children}
    </>
  );
}

const STATES = Object.entries(PAYMENT_VIEWS).map(([value, label]) => ({ value, label }));

/** Chooses which payments are listed. It stays folded, because the first screen belongs to the list. */
function PaymentFilterForm({ filter: { state, q } }: { filter: PaymentFilter }) {
  return (
    <details className="desk-fold">
      <summary>Find</summary>
      <form action="/desk/payments" className="form pt-3">
        <Field id="q" name="q" label="Code, number or bill" defaultValue={q} maxLength={60} isOptional />
        <SelectField id="state" name="state" label="Which" options={STATES} defaultValue={state} />
        <Button kind="alt">Show</Button>
      </form>
    </details>
  );
}
