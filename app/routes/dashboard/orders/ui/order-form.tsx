import { useState } from "react";
import type { OfferKind } from "#app/domains/order-kinds.ts";
import type { Choice, Offer } from "#app/orders/order.ts";
import { formatKsh, formatUsd } from "#app/platform/money.ts";
import { ChoiceList } from "#app/routes/dashboard/ui/choice-list.tsx";
import { orderPath } from "#app/routes/dashboard/ui/domain-path.ts";
import { Field } from "#app/ui/forms/field.tsx";
import { AS_TYPED, inputProps, problemOf } from "#app/ui/forms/input-props.ts";
import { OwnFormProblems } from "#app/ui/forms/own-form-problems.tsx";
import { useFormKey, usePageForm } from "#app/ui/forms/use-page-form.ts";
import { Button, ButtonLink } from "#app/ui/primitives/button.tsx";

export const ORDER_FORM = "order";

const SUBMIT: Record<OfferKind, string> = {
  renew: "Renew this name",
  certificate: "Order the certificate",
  register: "Order this name",
  transfer: "Order the transfer",
  hosting: "Order hosting",
  mail: "Order mailboxes",
};
const CHOICE: Partial<Record<OfferKind, string>> = { renew: "For how long", register: "For how long", hosting: "Plan" };
const CODE = "Transfer code";
const SEATS = "How many mailboxes";

/** The form that places an order: its price, and the choices. */
export function OrderForm({ offer, seats }: { offer: Offer; seats: number }) {
  const formKey = useFormKey(ORDER_FORM);
  return <Confirm key={formKey} formKey={formKey} offer={offer} typed={seats} />;
}

function Confirm({ formKey, offer, typed }: { formKey: string; offer: Offer; typed: number }) {
  const { kind, domain, choices, chosen, plan, priceFingerprint, notes, charge } = offer;
  const page = usePageForm({
    id: ORDER_FORM,
    formKey,
    defaultValue: { choice: chosen, seats: String(typed), authCode: "" },
  });
  const { choice, seats, authCode } = page.fields;
  const label = CHOICE[kind] ?? "";
  const isPriced = choices.every(({ price }) => price);
  const problems = [
    { ...problemOf(choice), label },
    { ...problemOf(seats), label: SEATS },
    { ...problemOf(authCode), label: CODE },
  ];
  return (
    <page.Form {...page.formProps} action={orderPath(kind, domain, plan)} className="form">
      <OwnFormProblems page={page} fields={problems} />
      {choices.length === 1 && choices[0] && <OnlyChoice {...choices[0]} />}
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      <input type="hidden" name="priceFingerprint" value={priceFingerprint} />
      {choices.length > 1 && (
        <ChoiceList
          id={choice.id}
          name={choice.name}
          legend={label}
          choices={choices}
          picked={choice.initialValue}
          error={choice.errors?.[0]}
        />
      )}
      {kind === "mail" && <Seats field={seats} ksh={choices[0]?.price?.ksh} />}
      {kind === "transfer" && (
        <Field
          {...inputProps(authCode)}
          required
          label={CODE}
          hint="Your current provider gives it to you. They may call it auth code or EPP code."
          autoComplete="off"
          {...AS_TYPED}
        />
      )}
      {isPriced && <p className="quiet">{charge}</p>}
      <Button isPending={page.isPending} pendingLabel="Sending...">
        {isPriced ? SUBMIT[kind] : "Ask for the price"}
      </Button>
      <ButtonLink kind="alt" to="/dashboard">
        Cancel
      </ButtonLink>
    </page.Form>
  );
}

/**
 * How many mailboxes, and what they cost together (`ksh`: one of them). Without scripts a button asks the server for the sum.
 */
function Seats({ field, ksh }: { field: Parameters<typeof inputProps>[0]; ksh: number | undefined }) {
  const [typed, setTyped] = useState(String(field.initialValue));
  const sum = (ksh ?? 0) * Number(typed);
  return (
    <>
      <Field
        {...inputProps(field)}
        required
        label={SEATS}
        inputMode="numeric"
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      {ksh && (
        <p>
          <output className="price">{sum > 0 && `${formatKsh(sum)} a year`}</output>
          <noscript>
            <Button kind="alt" name="sum" value="1">
              Show the sum
            </Button>
          </noscript>
        </p>
      )}
    </>
  );
}

function OnlyChoice({ label, price }: Choice) {
  return (
    <dl className="ruled">
      <div>
        <dt>{label}</dt>
        {price ? (
          <>
            <dd className="price">{formatKsh(price.ksh)}</dd>
            <dd className="quiet">≈ US${formatUsd(price.usdCents)}</dd>
          </>
        ) : (
          <dd>Price by e-mail</dd>
        )}
      </div>
    </dl>
  );
}
