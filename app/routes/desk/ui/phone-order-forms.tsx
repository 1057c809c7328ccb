import { OFFER_KINDS, ORDER_NAMES } from "#app/domains/order-kinds.ts";
import type { Choice, Offer } from "#app/orders/order.ts";
import { formatKsh } from "#app/platform/money.ts";
import { Field } from "#app/ui/forms/field.tsx";
import { FormProblems } from "#app/ui/forms/form-problems.tsx";
import { AS_TYPED, controlProps, inputProps, problemOf } from "#app/ui/forms/input-props.ts";
import { SelectField } from "#app/ui/forms/select-field.tsx";
import { usePageForm } from "#app/ui/forms/use-page-form.ts";
import { Button, ButtonLink } from "#app/ui/primitives/button.tsx";
import type { OrderBill } from "../order-bill.server.ts";
import { PayLink } from "./order-bill.tsx";

export const PHONE_ORDER_FORM = "phone-order";

const KINDS = [
  { value: "", label: "Select..." },
  ...OFFER_KINDS.map((kind) => ({ value: kind, label: ORDER_NAMES[kind] })),
  { value: "mail microsoft-365", label: "Mailboxes of Microsoft 365" },
];

/** Asks what the customer orders and for which name. `problem`: why the last answer has no offer. */
export function WhatForm({ id, problem, ...typed }: { id: string; problem: string; kind?: string; domain?: string }) {
  const error = problem === "" ? undefined : problem;
  return (
    <form method="get" action={`/desk/people/${id}/order`} className="form">
      <SelectField id="order-kind" name="kind" label="What" options={KINDS} defaultValue={typed.kind ?? ""} required />
      <Field
        id="order-domain"
        name="domain"
        type="text"
        label="Name"
        hint="njeri.co.ke"
        autoComplete="off"
        {...AS_TYPED}
        defaultValue={typed.domain}
        error={error}
        required
      />
      <Button>See the price</Button>
    </form>
  );
}

type Shown = Pick<Offer, "kind" | "domain" | "display" | "choices" | "chosen" | "priceFingerprint" | "notes" | "plan">;

const LABELS = {
  choice: "Choice",
  seats: "Mailboxes",
  authCode: "Transfer code",
  ksh: "Another price, in shillings",
  why: "Why",
};

/** Places the order: its choice, and another price if there is a reason. */
export function PhoneOrderForm({ id, offer }: { id: string; offer: Shown }) {
  const { kind, domain, display, choices, chosen, priceFingerprint, notes, plan } = offer;
  const page = usePageForm({
    id: PHONE_ORDER_FORM,
    formKey: "first",
    defaultValue: { choice: chosen, seats: "1", authCode: "", ksh: "", why: "" },
  });
  const { choice, seats, authCode, ksh, why } = page.fields;
  const fields = { choice, seats, authCode, ksh, why };
  const action = `/desk/people/${id}/order?${new URLSearchParams({ kind, domain, ...(plan !== undefined && { plan }) })}`;
  return (
    <form {...page.formProps} action={action} className="form">
      <h2 className="wrap-anywhere">
        {ORDER_NAMES[kind]} of {display}
      </h2>
      <FormProblems
        page={page}
        fields={(Object.keys(LABELS) as (keyof typeof LABELS)[]).map((name) => ({
          ...problemOf(fields[name]),
          label: LABELS[name],
        }))}
      />
      <input type="hidden" name="priceFingerprint" value={priceFingerprint} />
      {choices.length > 1 ? (
        <SelectField {...controlProps(choice)} label={LABELS.choice} options={choices.map(optionOf)} />
      ) : (
        choices[0] && <p>{optionOf(choices[0]).label}</p>
      )}
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      {kind === "mail" && <Field {...inputProps(seats)} label={LABELS.seats} inputMode="numeric" required />}
      {kind === "transfer" && (
        <Field
          {...inputProps(authCode)}
          label={LABELS.authCode}
          hint="The customer gets it from the current provider."
          autoComplete="off"
          {...AS_TYPED}
          required
        />
      )}
      <Field {...inputProps(ksh)} label={LABELS.ksh} isOptional inputMode="numeric" autoComplete="off" />
      <Field {...inputProps(why)} label={LABELS.why} hint="Only the log keeps it." isOptional autoComplete="off" />
      <Button>Order it for the customer</Button>{" "}
      <ButtonLink kind="alt" to={`/desk/people/${id}/order`}>
        Something else
      </ButtonLink>
    </form>
  );
}

function optionOf({ value, label, price }: Choice) {
  return { value, label: `${label}, ${price === undefined ? "no price yet" : formatKsh(price.ksh)}` };
}

type PlacedOrder = {
  id: string;
  what: string;
  price: string;
  isOpen: boolean;
  pay: OrderBill["pay"];
};

/** The order that was placed, and its payment link for the customer. */
export function Placed({ id, order }: { id: string; order: PlacedOrder }) {
  const { what, price, isOpen, pay } = order;
  return (
    <>
      <p>
        <b className="wrap-anywhere">{what}</b>
        {price !== "" && `, ${price}`}
      </p>
      {pay === undefined ? (
        <p>{isOpen ? "There is nothing to pay on the site. The customer has a mail." : "This order has ended."}</p>
      ) : (
        <>
          <p>The customer has a mail with the link to pay.</p>
          <PayLink pay={pay} />
        </>
      )}
      <p className="actions">
        <ButtonLink to={`/desk/orders/${order.id}`}>Open the order</ButtonLink>{" "}
        <ButtonLink kind="alt" to={`/desk/people/${id}/order`}>
          Another order
        </ButtonLink>
      </p>
    </>
  );
}
