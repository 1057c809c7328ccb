import { Form, useNavigation } from "@remix-run/react";
import { LONGEST_TYPED } from "#app/model/longest-url.ts";
import type { OrderKind } from "#app/model/order.ts";
import { AS_TYPED } from "./as-typed.ts";
import { Button, ButtonLink } from "./button.tsx";
import { DidYouMean } from "./did-you-mean.tsx";
import { Empty } from "./empty.tsx";
import { Field } from "./field.tsx";
import { orderPath } from "./order-path.ts";
import { SelectField } from "./select-field.tsx";

const ID = "order-name";

type OrderNameFormProps = {
  kind: OrderKind;
  plan: string;
  typed: string;
  /** What is wrong with what was typed. */
  problem?: string | undefined;
  /** Names that may have been meant. */
  instead?: string[] | undefined;
  /** The customer's own names, where it must be one of them; null: any name. */
  names: string[] | null;
};

/** Asks which name an order is for, when the address does not say. */
export function OrderNameForm({ kind, plan, typed, problem, instead, names }: OrderNameFormProps) {
  const isPending = useNavigation().state === "loading";
  if (names?.length === 0) {
    return (
      <Empty title="You don't have any domains yet">
        <p>Start with the name on your sign.</p>
        <ButtonLink to="/domains">Add Domain</ButtonLink>
      </Empty>
    );
  }
  return (
    <Form method="get" action="/dashboard/orders/new" className="form">
      <input type="hidden" name="kind" value={kind} />
      {plan !== "" && <input type="hidden" name="plan" value={plan} />}
      {names ? (
        <SelectField
          id={ID}
          name="domain"
          label="Which name?"
          options={names.map((name) => ({ value: name, label: name }))}
        />
      ) : (
        <>
          <Field
            id={ID}
            name="domain"
            label="Which name?"
            error={problem}
            defaultValue={typed}
            placeholder="e.g. mamanjeri.co.ke"
            inputMode="url"
            maxLength={LONGEST_TYPED}
            {...AS_TYPED}
          />
          <DidYouMean names={instead} pathTo={(name) => orderPath(kind, name, plan)} />
        </>
      )}
      <Button isPending={isPending} pendingLabel="Looking">
        Go on
      </Button>
    </Form>
  );
}
