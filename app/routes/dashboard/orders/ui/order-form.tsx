import { type ComponentProps, useEffect, useRef, useState } from "react";
import type { OrderButtons as ButtonWords, Choice, Offer } from "#app/orders/order.ts";
import { formatKsh, formatUsd } from "#app/platform/money.ts";
import { ChoiceList } from "#app/routes/dashboard/ui/choice-list.tsx";
import { orderPath } from "#app/routes/dashboard/ui/domain-path.ts";
import { Field } from "#app/ui/forms/field.tsx";
import { inputProps, problemOf } from "#app/ui/forms/input-props.ts";
import { OwnFormProblems } from "#app/ui/forms/own-form-problems.tsx";
import { useFormKey, usePageForm } from "#app/ui/forms/use-page-form.ts";
import { Button } from "#app/ui/primitives/button.tsx";
import { Link } from "#app/ui/primitives/link.tsx";
import { Words } from "#app/ui/primitives/words.tsx";

export const ORDER_FORM = "order";

/** A field beside the choices, with its words and the value with which it begins. */
export type AskedField = Pick<ComponentProps<"input">, "autoComplete" | "inputMode" | "placeholder"> & {
  name: "seats" | "authCode" | "phone";
  value: string;
  type?: "tel";
  label: string;
  hint?: string;
};

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

type OrderFormProps = { offer: Offer; fields: AskedField[]; legend: string };

/** The form that places an order: its price, and the choices. */
export function OrderForm(props: OrderFormProps) {
  const formKey = useFormKey(ORDER_FORM);
  return <Confirm key={formKey} formKey={formKey} {...props} />;
}

function Confirm({ formKey, offer, fields, legend }: OrderFormProps & { formKey: string }) {
  const { kind, domain, choices, chosen, plan, priceFingerprint, notes, charge, submit } = offer;
  const values = Object.fromEntries(fields.map(({ name, value }) => [name, value]));
  const page = usePageForm<Record<"choice" | AskedField["name"], string>>({
    id: ORDER_FORM,
    formKey,
    defaultValue: { choice: chosen, seats: "", authCode: "", phone: "", ...values },
  });
  const { choice, seats } = page.fields;
  const form = useRef<HTMLFormElement>(null);
  const [input, setInput] = useState<FormData>();
  const readInputs = () => setInput(new FormData(form.current ?? undefined));
  // Read from the page, because the browser may have restored another choice.
  useEffect(readInputs, []);
  const sum = sumOf(offer, input);
  const asked = fields.map((one) => ({ ...one, field: page.fields[one.name] }));
  // Without scripts a button asks the server for the sum.
  const count = Number(input?.get("seats") ?? seats.initialValue);
  const yearly = sum ?? (choices[0]?.price?.ksh ?? 0) * count;
  return (
    <page.Form
      {...page.formProps}
      action={orderPath(kind, domain, plan)}
      className="form"
      ref={form}
      onInput={readInputs}
    >
      <OwnFormProblems
        page={page}
        fields={[
          { ...problemOf(choice), label: legend },
          ...asked.map(({ field, label }) => ({ ...problemOf(field), label })),
        ]}
      />
      {choices.length === 1 && choices[0] && <OnlyChoice {...choices[0]} />}
      {notes.map((note) => (
        <p key={note}>
          <Words>{note}</Words>
        </p>
      ))}
      <input type="hidden" name="priceFingerprint" value={priceFingerprint} />
      {choices.length > 1 && (
        <ChoiceList
          id={choice.id}
          name={choice.name}
          legend={legend}
          choices={choices}
          picked={choice.initialValue}
          error={choice.errors?.[0]}
        />
      )}
      {asked.map((one) => (
        <AskedInput key={one.name} {...one} />
      ))}
      {kind === "mail" && yearly > 0 && (
        <p>
          <output className="price">{formatKsh(yearly)} a year</output>
          <span className="block">{count === 1 ? "for 1 mailbox" : `for ${count} mailboxes`}</span>
          <noscript>
            <Button kind="alt" name="sum" value="1">
              Show the sum
            </Button>
          </noscript>
        </p>
      )}
      {charge && (
        <p className="quiet">
          <Words>{charge}</Words>
        </p>
      )}
      <OrderButtons {...submit} sum={sum || undefined} isPending={page.isPending} />
    </page.Form>
  );
}

/** A field beside the choices. */
export function AskedInput({ field, type, value, ...words }: AskedField & { field: Parameters<typeof inputProps>[0] }) {
  return <Field {...words} {...inputProps(field, type)} required />;
}

/** `sum`: what is paid now, in KSh; undefined if the page cannot know it. */
type OrderButtonsProps = ButtonWords & { sum: number | undefined; isPending: boolean };

/** The buttons of an order: to order and pay, and to order only. A form that is not paid at once has one. */
export function OrderButtons({ before, joint, after, later, mostKsh = 0, sum, isPending }: OrderButtonsProps) {
  // Only the pressed button says that the form is being sent.
  const [isLater, setIsLater] = useState(false);
  const mayPay = !later || !(sum === 0 || (sum && sum > mostKsh));
  return (
    <>
      {mayPay && (
        <Button
          name={later && "pay"}
          value="now"
          className={later && "button-pay"}
          isPending={isPending && !isLater}
          pendingLabel="Sending..."
          onClick={() => setIsLater(false)}
        >
          <Words>{`${before}${sum ? joint + formatKsh(sum) : ""}${after}`}</Words>
        </Button>
      )}
      {later && (
        <Button
          kind="alt"
          name="pay"
          value="later"
          isPending={isPending && isLater}
          pendingLabel="Sending..."
          onClick={() => setIsLater(true)}
        >
          {later}
        </Button>
      )}
      <CancelLink />
    </>
  );
}

/** Leaves an order form without an order. */
function CancelLink() {
  return (
    <Link to="/dashboard" className="inline-flex min-h-touch items-center justify-self-center">
      Cancel
    </Link>
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
