import { useActionData } from "@remix-run/react";
import { PAYMENT_VIEWS, type PaymentFilter } from "#app/model/desk/payment.ts";
import { isReplyTo } from "#app/model/form-reply.ts";
import { Field } from "#app/ui/forms/field.tsx";
import { FormProblems } from "#app/ui/forms/form-problems.tsx";
import { controlProps, inputProps, problemOf } from "#app/ui/forms/input-props.ts";
import { SelectField } from "#app/ui/forms/select-field.tsx";
import { usePageForm } from "#app/ui/forms/use-page-form.ts";
import { Button } from "#app/ui/primitives/button.tsx";

const STATES = Object.entries(PAYMENT_VIEWS).map(([value, label]) => ({ value, label }));

/** Chooses which payments are listed. It stays folded, because the first screen belongs to the list. */
export function PaymentFilterForm({ filter: { state, q } }: { filter: PaymentFilter }) {
  return (
    <details className="desk-fold">
      <summary>Find and filter</summary>
      <form action="/desk/payments" className="form max-w-[28rem] pt-3">
        <Field id="q" name="q" label="M-PESA code or bill" defaultValue={q} maxLength={20} isOptional />
        <SelectField id="state" name="state" label="Which" options={STATES} defaultValue={state} />
        <Button kind="alt">Show</Button>
      </form>
    </details>
  );
}

type Said = { reference: string; code: string } | null;

/** Enters a payment as M-PESA's portal shows it. `days` are the first and the last moment that may be typed. */
export function EnterForm({ days, said }: { days: { min: string; max: string }; said: Said }) {
  const reply = useActionData<unknown>();
  const defaultValue = { code: said?.code ?? "", ksh: "", paidAt: "", reference: said?.reference ?? "" };
  const page = usePageForm({ id: "enter", round: "first", defaultValue });
  const { code, ksh, paidAt, reference } = page.fields;
  const labels = { code: "M-PESA code", ksh: "Amount in shillings", paidAt: "Day and time", reference: "Bill" };
  return (
    <details className="desk-fold" open={said !== null || isReplyTo("enter", reply)}>
      <summary>Enter a payment by hand</summary>
      <form {...page.formProps} action="/desk/payments" className="form max-w-[28rem] pt-3">
        <FormProblems
          page={page}
          fields={[
            { ...problemOf(code), label: labels.code },
            { ...problemOf(ksh), label: labels.ksh },
            { ...problemOf(paidAt), label: labels.paidAt },
            { ...problemOf(reference), label: labels.reference },
          ]}
        />
        <input type="hidden" name="form" value="enter" />
        <p>As M-PESA’s portal shows it. It counts when somebody else of us has confirmed it.</p>
        <Field {...inputProps(code)} required label={labels.code} autoComplete="off" spellCheck={false} />
        <Field {...inputProps(ksh)} required label={labels.ksh} inputMode="numeric" />
        <Field {...controlProps(paidAt)} {...days} type="datetime-local" required label={labels.paidAt} />
        <Field
          {...inputProps(reference)}
          label={labels.reference}
          hint="The account number that was typed, if it is one of ours."
          autoComplete="off"
          spellCheck={false}
          isOptional
        />
        <Button kind="alt">Enter it</Button>
      </form>
    </details>
  );
}

/** What a customer or M-PESA told us of a bill, and a button for a payment that the portal does not have. */
export function NotThereForm({ said }: { said: NonNullable<Said> }) {
  const page = usePageForm({ id: "not-there", round: "first", defaultValue: said });
  return (
    <section className="flow" aria-labelledby="said">
      <h2 id="said">Bill {said.reference}</h2>
      <p>
        {said.code === ""
          ? "M-PESA says that it was paid, and has not told us the code. Look in its portal, then enter the payment below."
          : `The customer says that ${said.code} paid it. Look in M-PESA’s portal. If it is there, enter it below.`}
      </p>
      <form {...page.formProps} action="/desk/payments" className="form">
        <FormProblems page={page} />
        <input type="hidden" name="form" value="not-there" />
        <input type="hidden" name="reference" value={said.reference} />
        <input type="hidden" name="code" value={said.code} />
        <Button kind="alt">It is not there</Button>
      </form>
    </section>
  );
}
