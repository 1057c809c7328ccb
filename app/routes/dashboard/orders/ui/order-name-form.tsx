import { Form, useNavigation } from "@remix-run/react";
import { toDisplayName } from "#app/domains/display-name.ts";
import type { OfferKind } from "#app/domains/order-kinds.ts";
import { LONGEST_TYPED } from "#app/platform/http/request-limits.ts";
import { orderPath } from "#app/routes/dashboard/ui/domain-path.ts";
import { Empty } from "#app/ui/feedback/empty.tsx";
import { DidYouMean } from "#app/ui/forms/did-you-mean.tsx";
import { Field } from "#app/ui/forms/field.tsx";
import { AS_TYPED } from "#app/ui/forms/input-props.ts";
import { SelectField } from "#app/ui/forms/select-field.tsx";
import { Button, ButtonLink } from "#app/ui/primitives/button.tsx";
import { Link } from "#app/ui/primitives/link.tsx";

const ID = "order-name";

type OrderNameFormProps = {
  kind: OfferKind;
  plan: string;
  typed: string;
  /** The problem with the input. */
  problem?: string | undefined;
  /** Suggested corrections. */
  instead?: string[] | undefined;
  /** The customer's domains to choose from; null if any name can be typed. */
  names: string[] | null;
  /** The customer's domains that have no such service yet; each is one press. */
  own: string[];
};

/** So many own names are listed; others are typed. */
const MOST_LISTED = 12;

/** Asks for the domain of an order, if the URL does not have it. */
export function OrderNameForm({ kind, plan, typed, problem, instead, names, own }: OrderNameFormProps) {
  const isPending = useNavigation().state === "loading";
  if (names?.length === 0) {
    return (
      <Empty title="You don't have any domains yet">
        <p>Start with the name on your shop sign.</p>
        <ButtonLink to="/domains">Add Domain</ButtonLink>
      </Empty>
    );
  }
  return (
    <>
      {own.length > 0 && <OwnNames kind={kind} plan={plan} names={own.slice(0, MOST_LISTED)} />}
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
              label={own.length > 0 ? "Another name" : "Which name?"}
              error={problem}
              defaultValue={typed}
              placeholder="e.g. mamanjeri.co.ke"
              inputMode="url"
              maxLength={LONGEST_TYPED}
              {...AS_TYPED}
            />
            <DidYouMean names={instead} before={`${orderPath(kind, undefined, plan)}&domain=`} />
          </>
        )}
        <Button isPending={isPending} pendingLabel="Checking">
          Continue
        </Button>
      </Form>
    </>
  );
}

function OwnNames({ kind, plan, names }: Pick<OrderNameFormProps, "kind" | "plan"> & { names: readonly string[] }) {
  return (
    <section aria-labelledby="own-names">
      <h2 id="own-names" className="pb-2">
        For one of your names
      </h2>
      <ul className="kinds border-y-3 border-ink">
        {names.map((name) => (
          <li key={name} className="border-t border-line first:border-t-0">
            <Link
              to={orderPath(kind, name, plan)}
              className="flex min-h-touch items-center py-2 font-bold no-underline wrap-anywhere"
              translate="no"
            >
              {toDisplayName(name)}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
