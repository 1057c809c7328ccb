import { formatKsh } from "#app/platform/money.ts";
import { FormProblems } from "#app/ui/forms/form-problems.tsx";
import { usePageForm } from "#app/ui/forms/use-page-form.ts";
import { Button } from "#app/ui/primitives/button.tsx";
import type { PayData } from "./pay-data.ts";

export const KEEP_FORM = "keep";
export const BACK_FORM = "send-back";

type DueBackProps = { page: PayData; here: string };

/** What a bill owes its customer, who keeps it for the next bill or has it sent back. */
export function DueBack({ page, here }: DueBackProps) {
  const { surplus, refundDue, due } = page;
  return (
    <>
      {surplus > 0 && <p>{`${formatKsh(surplus)} is more than the bill.`}</p>}
      {refundDue > 0 && <p>{`An order could not be done: ${formatKsh(refundDue)} is due back to you.`}</p>}
      {due.ksh > 0 && due.isWanted && <p>{`We send ${formatKsh(due.ksh)} back to you, as you asked.`}</p>}
      {due.ksh > 0 && !due.isWanted && (
        <div className="flow">
          <DueForm id={KEEP_FORM} page={page} here={here} label="Keep it for my next bill" />
          <DueForm id={BACK_FORM} page={page} here={here} label="Send it back" />
        </div>
      )}
      {due.kept > 0 && <p>{`${formatKsh(due.kept)} of this bill is kept for your next bill.`}</p>}
    </>
  );
}

type DueFormProps = DueBackProps & { id: typeof KEEP_FORM | typeof BACK_FORM; label: string };

/** One button. The sum that the page shows is sent along, so that nobody keeps another sum than they have read. */
function DueForm({ id, page: { due }, here, label }: DueFormProps) {
  const form = usePageForm({ id, formKey: "first", defaultValue: {} });
  return (
    <form {...form.formProps} action={here} className="form">
      <FormProblems page={form} />
      <input type="hidden" name="form" value={id} />
      <input type="hidden" name="expectedKsh" value={due.ksh} />
      <Button {...(id === BACK_FORM && { kind: "alt" as const })}>{label}</Button>
    </form>
  );
}
