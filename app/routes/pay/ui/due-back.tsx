import { wantedBackWords } from "#app/orders/order-words.ts";
import { formatKsh } from "#app/platform/money.ts";
import { FormProblems } from "#app/ui/forms/form-problems.tsx";
import { usePageForm } from "#app/ui/forms/use-page-form.ts";
import { Button } from "#app/ui/primitives/button.tsx";
import { Words } from "#app/ui/primitives/words.tsx";
import type { PayData } from "./pay-data.ts";

export const KEEP_FORM = "keep";
export const BACK_FORM = "send-back";
export const USE_FORM = "use-credit";

type DueBackProps = { page: PayData; here: string };

/** Whether `MoneyBack` says something. */
export const hasMoneyBack = ({ surplus, sentBack, due }: PayData): boolean =>
  surplus > 0 || sentBack.length > 0 || due.kept > 0 || (due.ksh > 0 && due.isWanted);

/** What went back of a bill or is kept of it, and what is still due back, a sentence for each. */
export function MoneyBack({ page: { surplus, sentBack, due } }: { page: PayData }) {
  return (
    <>
      {surplus > 0 && <p className="font-bold">{`You paid ${formatKsh(surplus)} too much.`}</p>}
      {sentBack.map((line) => (
        <p key={line} className="wrap-anywhere">
          <Words>{line}</Words>
        </p>
      ))}
      {due.ksh > 0 && due.isWanted && <p>{wantedBackWords(due.ksh)}</p>}
      {due.kept > 0 && <p>{`${formatKsh(due.kept)} of this bill is kept for your next bill.`}</p>}
    </>
  );
}

/** Whether the customer still chooses what becomes of the money that a bill owes. */
export const mayChoose = ({ due }: PayData): boolean => due.ksh > 0 && !due.isWanted;

/** Two equal buttons: the customer keeps what a bill owes for the next bill, or has it sent back. */
export function DueBack({ page, here }: DueBackProps) {
  if (!mayChoose(page)) return null;
  return (
    <div className="grid gap-3 md:grid-cols-2">
      <SumForm id={KEEP_FORM} ksh={page.due.ksh} here={here} label="Keep it for my next bill" />
      <SumForm id={BACK_FORM} ksh={page.due.ksh} here={here} label="Send it back" />
    </div>
  );
}

/** What the customer has kept with us, and the button that pays this bill with it. */
export function UseCredit({ page, here }: DueBackProps) {
  const { ksh, usable } = page.credit;
  return (
    <div className="bill-form flow">
      <p>{`You have ${formatKsh(ksh)} with us.`}</p>
      <SumForm id={USE_FORM} ksh={usable} here={here} label={useWords(usable, page.missing)} />
    </div>
  );
}

/** Says what the press does, and what is then left to pay. Sums in KSh. */
function useWords(usable: number, missing: number): string {
  const use = `Use ${formatKsh(usable)} of it`;
  return usable < missing ? `${use}, then pay ${formatKsh(missing - usable)}` : `${use}: nothing is left to pay`;
}

type SumFormProps = { id: string; ksh: number; here: string; label: string };

/** One button. The sum that the page shows is sent along, so that nobody moves another sum than they have read. */
function SumForm({ id, ksh, here, label }: SumFormProps) {
  const form = usePageForm({ id, formKey: "first", defaultValue: {} });
  return (
    <form {...form.formProps} action={here} className="form">
      <FormProblems page={form} />
      <input type="hidden" name="form" value={id} />
      <input type="hidden" name="expectedKsh" value={ksh} />
      <Button kind="alt">{label}</Button>
    </form>
  );
}
