import { useActionData } from "@remix-run/react";
import type { PaymentView } from "#app/payments/desk-view.ts";
import { PAY_WAYS, type PayWay } from "#app/payments/pay-ways.ts";
import { isReplyTo } from "#app/platform/http/form-reply.ts";
import { formatKsh } from "#app/platform/money.ts";
import { Field } from "#app/ui/forms/field.tsx";
import { FormProblems } from "#app/ui/forms/form-problems.tsx";
import { controlProps, inputProps, problemOf } from "#app/ui/forms/input-props.ts";
import { usePageForm } from "#app/ui/forms/use-page-form.ts";
import { Button } from "#app/ui/primitives/button.tsx";
import type { Said } from "./payment-list-forms.tsx";

/** The id of the form in which a payment is entered, by how it was made. */
export function enterForm(way: PayWay): string {
  return way === "mpesa" ? "enter" : `enter-${way}`;
}

type Name = "code" | "number" | "bank" | "account" | "takenBy";
type Words = {
  title: string;
  about: string;
  day: string;
  /** The fields of the form in addition to the amount, the day and the bill. */
  fields: readonly { name: Name; label: string; hint?: string }[];
};

const TAKEN_BY = { name: "takenBy", label: "Who of us took it" } as const;
const ENTRIES: Record<PayWay, Words> = {
  mpesa: {
    title: "Enter an M-PESA payment",
    about: "As M-PESA’s portal shows it.",
    day: "Day and time",
    fields: [{ name: "code", label: "M-PESA code" }],
  },
  bank: {
    title: "Enter a bank transfer",
    about: "As the bank statement shows it.",
    day: "Day on the statement",
    fields: [
      { name: "number", label: "The bank’s reference" },
      { name: "bank", label: "Our bank" },
    ],
  },
  cash: {
    title: "Enter cash",
    about: "First write a numbered receipt for whoever brings it.",
    day: "Day",
    fields: [{ name: "number", label: "Number of the cash receipt" }, TAKEN_BY],
  },
  cheque: {
    title: "Enter a cheque",
    about: "As it is printed on the cheque.",
    day: "Day on which we got it",
    fields: [
      { name: "number", label: "Number of the cheque" },
      { name: "bank", label: "Bank of the cheque" },
      { name: "account", label: "Account number on the cheque", hint: "The last four digits are enough." },
      TAKEN_BY,
    ],
  },
};

type Props = {
  /** The first and the last moment that may be typed. */
  days: { min: string; max: string };
  /** The name of the member of staff who enters it. */
  name: string;
  /** Whether somebody else must confirm what is entered. */
  needsWitness: boolean;
  said: Said;
};

/** The folded forms in which staff enter payments, one form for each way to pay. */
export function EnterForms(props: Props) {
  return PAY_WAYS.map((way) => <EnterForm key={way} {...props} way={way} />);
}

function EnterForm({ way, days, name, needsWitness, said }: Props & { way: PayWay }) {
  const actionData = useActionData<unknown>();
  const { title, about, day, fields } = ENTRIES[way];
  const form = enterForm(way);
  const known = { code: said?.code ?? "", reference: said?.reference ?? "", takenBy: name };
  const defaultValue = { ...known, ksh: "", paidAt: "", number: "", bank: "", account: "" };
  const page = usePageForm({ id: form, formKey: "first", defaultValue });
  const { ksh, paidAt, reference } = page.fields;
  const labels = { ksh: "Amount in shillings", reference: "Bill" };
  const span =
    way === "mpesa"
      ? ({ type: "datetime-local", ...days } as const)
      : ({ type: "date", min: days.min.slice(0, 10), max: days.max.slice(0, 10) } as const);
  return (
    <details className="desk-fold" open={(said !== null && way === "mpesa") || isReplyTo(form, actionData)}>
      <summary>{title}</summary>
      <form {...page.formProps} action="/desk/payments" className="form max-w-[28rem] pt-3">
        <FormProblems
          page={page}
          fields={[
            ...fields.map((field) => ({ ...problemOf(page.fields[field.name]), label: field.label })),
            { ...problemOf(ksh), label: labels.ksh },
            { ...problemOf(paidAt), label: day },
            { ...problemOf(reference), label: labels.reference },
          ]}
        />
        <input type="hidden" name="form" value={form} />
        <p>
          {about} It counts when {way === "cheque" && "the bank has paid it and "}
          {needsWitness ? "somebody else of us has" : "you have"} confirmed it.
        </p>
        {fields.map(({ name: field, ...words }) => (
          <Field
            key={field}
            {...inputProps(page.fields[field])}
            {...words}
            required
            autoComplete="off"
            spellCheck={false}
          />
        ))}
        <Field {...inputProps(ksh)} required label={labels.ksh} inputMode="numeric" />
        <Field {...controlProps(paidAt)} {...span} required label={day} />
        <Field
          {...inputProps(reference)}
          label={labels.reference}
          hint={
            way === "mpesa"
              ? "The account number that was typed, if it is one of ours."
              : "The number of the bill, if you know it."
          }
          autoComplete="off"
          spellCheck={false}
          isOptional
        />
        <Button kind="alt">Enter the payment</Button>
      </form>
    </details>
  );
}

/** Notes that a payment that counted was not paid after all. */
export function VoidForm({ view }: { view: PaymentView }) {
  const page = usePageForm({ id: "void", formKey: "first", defaultValue: { ksh: "" } });
  const { ksh } = page.fields;
  const label = "Amount that was not paid, in shillings";
  return (
    <form {...page.formProps} action={`/desk/payments/${view.code}`} className="form">
      <FormProblems page={page} fields={[{ ...problemOf(ksh), label }]} />
      <input type="hidden" name="form" value="void" />
      <p>
        The cheque bounced, the bank took the transfer back, or the cash was false.{" "}
        {!view.isKept && "The bill then asks for the money again, and a credit note cancels its receipt. "}
        {view.keptKsh > 0 && `${formatKsh(view.keptKsh)} that was kept is taken back from the customer’s credit. `}
        The customer is mailed. It cannot be changed afterwards.
      </p>
      <Field {...inputProps(ksh)} required label={label} inputMode="numeric" />
      <Button kind="bad">Mark as not paid</Button>
    </form>
  );
}
