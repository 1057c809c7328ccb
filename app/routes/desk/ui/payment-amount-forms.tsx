import type { PaymentView } from "#app/payments/desk-view.ts";
import { Field } from "#app/ui/forms/field.tsx";
import { FormProblems } from "#app/ui/forms/form-problems.tsx";
import { inputProps, problemOf } from "#app/ui/forms/input-props.ts";
import { usePageForm } from "#app/ui/forms/use-page-form.ts";
import { Button } from "#app/ui/primitives/button.tsx";

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
        The cheque bounced, the bank took the transfer back, or the cash was false. The bill then asks for the money
        again, a credit note cancels its receipt, and the customer is mailed. It cannot be changed afterwards.
      </p>
      <Field {...inputProps(ksh)} required label={label} inputMode="numeric" />
      <Button kind="bad">It was not paid</Button>
    </form>
  );
}
