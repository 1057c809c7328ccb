import type { ReactNode } from "react";
import type { PaymentForm, PaymentView } from "#app/payments/desk-view.ts";
import { formatKsh } from "#app/platform/money.ts";
import { Field } from "#app/ui/forms/field.tsx";
import { FormProblems } from "#app/ui/forms/form-problems.tsx";
import { inputProps, problemOf } from "#app/ui/forms/input-props.ts";
import { usePageForm } from "#app/ui/forms/use-page-form.ts";
import { Button } from "#app/ui/primitives/button.tsx";

type Props = { view: PaymentView };
type AmountProps = Props & { id: PaymentForm; label: string; button: ReactNode; children: ReactNode };

function AmountForm({ view, id, label, button, children }: AmountProps) {
  const page = usePageForm({ id, formKey: "first", defaultValue: { ksh: "" } });
  const { ksh } = page.fields;
  return (
    <form {...page.formProps} action={`/desk/payments/${view.code}`} className="form">
      <FormProblems page={page} fields={[{ ...problemOf(ksh), label }]} />
      <input type="hidden" name="form" value={id} />
      <p>{children}</p>
      <Field {...inputProps(ksh)} required label={label} inputMode="numeric" />
      {button}
    </form>
  );
}

/** Notes that a payment that counts for nothing was sent back. */
export function ReturnedForm({ view }: Props) {
  return (
    <AmountForm
      view={view}
      id="returned"
      label="Amount that you sent back, in shillings"
      button={<Button kind="alt">It is paid back</Button>}
    >
      First send {formatKsh(view.amountKsh)} back. The site pays nothing out. It cannot be changed afterwards.
    </AmountForm>
  );
}

/** Notes that a payment that counted was not paid after all. */
export function VoidForm({ view }: Props) {
  return (
    <AmountForm
      view={view}
      id="void"
      label="Amount that was not paid, in shillings"
      button={<Button kind="bad">It was not paid</Button>}
    >
      The cheque bounced, the bank took the transfer back, or the cash was false. The bill then asks for the money
      again, a credit note cancels its receipt, and the customer is mailed. It cannot be changed afterwards.
    </AmountForm>
  );
}
