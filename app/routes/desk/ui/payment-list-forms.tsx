import { FormProblems } from "#app/ui/forms/form-problems.tsx";
import { SelectField } from "#app/ui/forms/select-field.tsx";
import { usePageForm } from "#app/ui/forms/use-page-form.ts";
import { Button } from "#app/ui/primitives/button.tsx";
import { Writers } from "./writers.tsx";

/** Downloads the receipts and credit notes of a month. */
export function MonthForm({ months }: { months: { value: string; label: string }[] }) {
  return (
    <details className="desk-fold">
      <summary>Receipts for eTIMS, as CSV</summary>
      <form action="/desk/payments.csv" className="form pt-3">
        <SelectField id="month" name="month" label="Month" options={months} defaultValue={months[0]?.value ?? ""} />
        <Button kind="alt">Download</Button>
      </form>
    </details>
  );
}

export type Said = { reference: string; code: string } | null;

/**
 * Says that a customer or, if the code is "", M-PESA claims that a bill was paid. The button notes that the portal does not
 * have the payment.
 */
export function NotThereForm({ said }: { said: NonNullable<Said> }) {
  const page = usePageForm({ id: "not-there", formKey: "first", defaultValue: said });
  return (
    <>
      <h1 className="pane-title" translate="no">
        Bill {said.reference}
      </h1>
      <p>
        {said.code === ""
          ? "M-PESA says that it was paid, and has not told us the code. Look in its portal, then enter the payment below."
          : `The customer says that ${said.code} paid it. Look in M-PESA’s portal. If it is there, enter it below.`}
      </p>
      <Writers>
        <form {...page.formProps} action="/desk/payments" className="form">
          <FormProblems page={page} />
          <input type="hidden" name="form" value="not-there" />
          <input type="hidden" name="reference" value={said.reference} />
          <input type="hidden" name="code" value={said.code} />
          <Button kind="alt">It is not there</Button>
        </form>
      </Writers>
    </>
  );
}
