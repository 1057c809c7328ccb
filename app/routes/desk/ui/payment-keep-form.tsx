import type { PaymentView } from "#app/payments/desk-view.ts";
import { formatKsh } from "#app/platform/money.ts";
import { FormProblems } from "#app/ui/forms/form-problems.tsx";
import { usePageForm } from "#app/ui/forms/use-page-form.ts";
import { Button } from "#app/ui/primitives/button.tsx";

type KeepFormProps = { code: string; bill: NonNullable<PaymentView["bill"]> };

/** Keeps what a bill owes its customer as credit, because the customer said so to staff. */
export function KeepForm({ code, bill: { reference, dueBack, wantedBack } }: KeepFormProps) {
  const page = usePageForm({ id: "keep", formKey: "first", defaultValue: {} });
  return (
    <form {...page.formProps} action={`/desk/payments/${code}`} className="form">
      <FormProblems page={page} />
      <input type="hidden" name="form" value="keep" />
      <input type="hidden" name="reference" value={reference} />
      <input type="hidden" name="expectedKsh" value={dueBack} />
      <p>
        {`${formatKsh(dueBack)} of the bill ${reference} then waits for the customer’s next bill, and nothing is sent back. The customer is mailed.`}
        {wantedBack > 0 && " The customer asked to have it sent back: ask first."}
      </p>
      <Button kind="alt">Keep it for the next bill</Button>
    </form>
  );
}
