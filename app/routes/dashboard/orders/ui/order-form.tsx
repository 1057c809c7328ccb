import type { OfferKind } from "#app/domains/order-kinds.ts";
import type { Choice, Offer } from "#app/orders/order.ts";
import { formatKsh, formatUsd } from "#app/platform/money.ts";
import { Field, FieldError } from "#app/ui/forms/field.tsx";
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
};
const CHOICE: Partial<Record<OfferKind, string>> = { renew: "For how long", register: "For how long", hosting: "Plan" };
const CODE = "Transfer code";

/** The form that places an order: its price, and the choices. */
export function OrderForm({ offer }: { offer: Offer }) {
  const formKey = useFormKey(ORDER_FORM);
  return <Confirm key={formKey} formKey={formKey} offer={offer} />;
}

function Confirm({ formKey, offer }: { formKey: string; offer: Offer }) {
  const { kind, domain, choices, chosen, priceFingerprint, notes, charge } = offer;
  const page = usePageForm({ id: ORDER_FORM, formKey, defaultValue: { choice: chosen, authCode: "" } });
  const { choice, authCode } = page.fields;
  const label = CHOICE[kind] ?? "";
  const isPriced = choices.every(({ price }) => price);
  const problems = [
    { ...problemOf(choice), label },
    { ...problemOf(authCode), label: CODE },
  ];
  return (
    <page.Form
      {...page.formProps}
      action={`/dashboard/orders/new?kind=${kind}&domain=${encodeURIComponent(domain)}`}
      className="form"
    >
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

type ChoiceListProps = {
  /** The id of the first choice, which an error links to. */
  id: string;
  name: string;
  legend: string;
  choices: readonly Choice[];
  /** The choice that is selected at first. */
  picked: string | undefined;
  error: string | undefined;
};

/** More choices than this are folded; then this many are shown. */
const FOLDED_ABOVE = 5;
const SHOWN_FIRST = 3;

/** Radio buttons with a price each. Of many choices, all but the first few are folded. */
export function ChoiceList({ id, name, legend, choices, picked, error }: ChoiceListProps) {
  const unfolded = choices.length > FOLDED_ABOVE ? SHOWN_FIRST : choices.length;
  const rest = choices.slice(unfolded);
  const row = ({ value, label, note, price, isYearly }: Choice, index: number) => (
    <label key={value}>
      <input
        type="radio"
        id={index === 0 ? id : undefined}
        name={name}
        value={value}
        defaultChecked={value === picked}
        aria-invalid={error !== undefined || undefined}
      />
      <span>
        <b>{label}</b>
        {note !== undefined && <small>{note}</small>}
      </span>
      {price && (
        <span>
          <b>
            {formatKsh(price.ksh)}
            {isYearly && " a year"}
          </b>
          <small>≈ US${formatUsd(price.usdCents)}</small>
        </span>
      )}
    </label>
  );
  return (
    <fieldset className="pickone" aria-describedby={error === undefined ? undefined : `${id}-error`}>
      <legend>{legend}</legend>
      {error !== undefined && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {choices.slice(0, unfolded).map(row)}
      {rest.length > 0 && (
        <details open={rest.some(({ value }) => value === picked)}>
          <summary>
            More: {rest[0]?.label} to {rest.at(-1)?.label}
          </summary>
          {rest.map((choice, index) => row(choice, index + unfolded))}
        </details>
      )}
    </fieldset>
  );
}
