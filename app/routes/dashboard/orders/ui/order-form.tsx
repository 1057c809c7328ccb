import { useEffect, useRef, useState } from "react";
import type { OfferKind } from "#app/domains/order-kinds.ts";
import type { Choice, Offer } from "#app/orders/order.ts";
import { formatKsh, formatUsd } from "#app/platform/money.ts";
import { ChoiceList } from "#app/routes/dashboard/ui/choice-list.tsx";
import { orderPath } from "#app/routes/dashboard/ui/domain-path.ts";
import { Field } from "#app/ui/forms/field.tsx";
import { AS_TYPED, inputProps, problemOf } from "#app/ui/forms/input-props.ts";
import { OwnFormProblems } from "#app/ui/forms/own-form-problems.tsx";
import { useFormKey, usePageForm } from "#app/ui/forms/use-page-form.ts";
import { Button } from "#app/ui/primitives/button.tsx";
import { Link } from "#app/ui/primitives/link.tsx";

export const ORDER_FORM = "order";

const CHOICE: Partial<Record<OfferKind, string>> = { renew: "For how long", register: "For how long", hosting: "Plan" };
const CODE = "Transfer code";
const SEATS = "How many mailboxes";

/**
 * Returns the sum in KSh of what is chosen in the form. Undefined if the page cannot know it: without scripts (`input` is
 * undefined) the sum on the button would stay while the choice changes.
 */
function sumOf({ kind, choices }: Offer, input: FormData | undefined): number | undefined {
  const [only, other] = choices;
  if (!input && (other || kind === "mail")) return undefined;
  const picked = other ? choices.find(({ value }) => value === input?.get("choice")) : only;
  return (picked?.price?.ksh ?? 0) * Number(input?.get("seats") ?? 1);
}

/** The form that places an order: its price, and the choices. */
export function OrderForm({ offer, seats }: { offer: Offer; seats: number }) {
  const formKey = useFormKey(ORDER_FORM);
  return <Confirm key={formKey} formKey={formKey} offer={offer} typed={seats} />;
}

function Confirm({ formKey, offer, typed }: { formKey: string; offer: Offer; typed: number }) {
  const { kind, domain, choices, chosen, plan, priceFingerprint, notes, charge, submit } = offer;
  const page = usePageForm({
    id: ORDER_FORM,
    formKey,
    defaultValue: { choice: chosen, seats: String(typed), authCode: "" },
  });
  const { choice, seats, authCode } = page.fields;
  const form = useRef<HTMLFormElement>(null);
  const [input, setInput] = useState<FormData>();
  const readInputs = () => setInput(new FormData(form.current ?? undefined));
  // Read from the page, because the browser may have restored another choice.
  useEffect(readInputs, []);
  const sum = sumOf(offer, input);
  const label = CHOICE[kind] ?? "";
  const problems = [
    { ...problemOf(choice), label },
    { ...problemOf(seats), label: SEATS },
    { ...problemOf(authCode), label: CODE },
  ];
  return (
    <page.Form
      {...page.formProps}
      action={orderPath(kind, domain, plan)}
      className="form"
      ref={form}
      onInput={readInputs}
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
      {kind === "mail" && <Seats field={seats} sum={sum ?? (choices[0]?.price?.ksh ?? 0) * typed} />}
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
      {charge && <p className="quiet">{charge}</p>}
      <Button isPending={page.isPending} pendingLabel="Sending...">
        {submit}
        {sum ? ` for ${formatKsh(sum)}` : ""}
      </Button>
      <CancelLink />
    </page.Form>
  );
}

/** Leaves an order form without an order. */
export function CancelLink() {
  return (
    <Link to="/dashboard" className="inline-flex min-h-touch items-center justify-self-center">
      Cancel
    </Link>
  );
}

type SeatsProps = { field: Parameters<typeof inputProps>[0]; sum: number };

/** How many mailboxes, and what they cost together (`sum`, in KSh). Without scripts a button asks the server for the sum. */
function Seats({ field, sum }: SeatsProps) {
  return (
    <>
      <Field {...inputProps(field)} required label={SEATS} inputMode="numeric" />
      {sum > 0 && (
        <p>
          <output className="price">{formatKsh(sum)} a year</output>
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
