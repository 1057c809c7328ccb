import { Form, useNavigation } from "@remix-run/react";
import { toDisplayName } from "#app/domains/display-name.ts";
import type { OfferKind } from "#app/domains/order-kinds.ts";
import { LONGEST_TYPED } from "#app/platform/http/request-limits.ts";
import { orderPath } from "#app/routes/dashboard/ui/domain-path.ts";
import { Empty } from "#app/ui/feedback/empty.tsx";
import { DidYouMean } from "#app/ui/forms/did-you-mean.tsx";
import { Field } from "#app/ui/forms/field.tsx";
import { AS_TYPED } from "#app/ui/forms/input-props.ts";
import { Button, ButtonLink } from "#app/ui/primitives/button.tsx";
import { OrderLinks } from "./order-links.tsx";

const ID = "order-name";

/** A domain of the customer, and what its row says beside the name. */
export type OwnName = { name: string; about: string };

type OrderNameFormProps = {
  kind: OfferKind;
  plan: string;
  typed: string;
  /** The problem with the input. */
  problem?: string | undefined;
  /** Suggested corrections. */
  instead?: string[] | undefined;
  /** The customer's domains for which it can be ordered; each is one press. */
  own: OwnName[];
  /** Whether it can be ordered for the customer's domains only. */
  isOwnOnly: boolean;
};

/** Asks for the domain of an order, if the URL does not have it. */
export function OrderNameForm({ kind, plan, typed, problem, instead, own, isOwnOnly }: OrderNameFormProps) {
  const isPending = useNavigation().state === "loading";
  if (isOwnOnly && own.length === 0) {
    return (
      <Empty title="You don't have any domains yet">
        <ButtonLink to="/domains">Add Domain</ButtonLink>
      </Empty>
    );
  }
  return (
    <>
      {own.length > 0 && (
        <OrderLinks
          links={own.map(({ name, about }) => ({ to: orderPath(kind, name, plan), label: toDisplayName(name), about }))}
        />
      )}
      {!isOwnOnly && (
        <Form method="get" action="/dashboard/orders/new" className="form">
          <input type="hidden" name="kind" value={kind} />
          {plan !== "" && <input type="hidden" name="plan" value={plan} />}
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
          <Button isPending={isPending} pendingLabel="Checking">
            Continue
          </Button>
        </Form>
      )}
    </>
  );
}
