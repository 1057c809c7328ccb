import type { Choice } from "#app/orders/order.ts";
import { changePath } from "#app/routes/dashboard/ui/order-path.ts";
import { FormProblems } from "#app/ui/forms/form-problems.tsx";
import { problemOf } from "#app/ui/forms/input-props.ts";
import { usePageForm } from "#app/ui/forms/use-page-form.ts";
import { Button } from "#app/ui/primitives/button.tsx";
import { ChoiceList } from "./order-form.tsx";

export const CHANGE_FORM = "change-order";
export const CANCEL_FORM = "cancel-order";
export const CANCELLED = { title: "Your order is cancelled", text: "You pay nothing for it." };

type ChangeFormProps = { id: string; choices: Choice[]; chosen: string; shown: string };

/** Chooses other years for an unpaid order. */
export function ChangeForm({ id, choices, chosen, shown }: ChangeFormProps) {
  const page = usePageForm({ id: CHANGE_FORM, round: "first", defaultValue: { choice: chosen } });
  const { choice } = page.fields;
  return (
    <form {...page.formProps} action={changePath(id)} className="form">
      <FormProblems page={page} fields={[{ ...problemOf(choice), label: "Years" }]} />
      <input type="hidden" name="form" value={CHANGE_FORM} />
      <input type="hidden" name="shown" value={shown} />
      <ChoiceList
        id={choice.id}
        name={choice.name}
        legend="Years"
        choices={choices}
        picked={choice.initialValue}
        error={choice.errors?.[0]}
      />
      <Button>Change it</Button>
    </form>
  );
}

/** Cancels an unpaid order. */
export function CancelForm({ id }: { id: string }) {
  const page = usePageForm({ id: CANCEL_FORM, round: "first", defaultValue: {} });
  return (
    <form {...page.formProps} action={changePath(id)} className="form">
      <FormProblems page={page} />
      <input type="hidden" name="form" value={CANCEL_FORM} />
      <p>Cancel it if you don’t want it any more. You pay nothing for it then, and can order again.</p>
      <Button kind="alt">Cancel the order</Button>
    </form>
  );
}
