import type { ReactNode } from "react";
import { Field } from "#app/ui/forms/field.tsx";
import { FormProblems } from "#app/ui/forms/form-problems.tsx";
import { inputProps, problemOf } from "#app/ui/forms/input-props.ts";
import { usePageForm } from "#app/ui/forms/use-page-form.ts";
import { Button } from "#app/ui/primitives/button.tsx";

export const BUYER_FORM = "buyer";

type BuyerFormProps = { here: string; name: string; pin: string; children?: ReactNode };

/** Names who pays and their KRA PIN, for the proforma invoice and the receipt. `children`: hidden fields of the desk. */
export function BuyerForm({ here, name: initialName, pin: initialPin, children }: BuyerFormProps) {
  const page = usePageForm({
    id: BUYER_FORM,
    formKey: "first",
    defaultValue: { name: initialName, pin: initialPin },
  });
  const { name, pin } = page.fields;
  return (
    <form {...page.formProps} action={here} className="form">
      <FormProblems
        page={page}
        fields={[
          { ...problemOf(name), label: "Who pays" },
          { ...problemOf(pin), label: "Their KRA PIN" },
        ]}
      />
      <input type="hidden" name="form" value={BUYER_FORM} />
      {children}
      <Field
        {...inputProps(name)}
        required
        label="Who pays"
        hint="The school, office or person, as the paper has it."
        autoComplete="organization"
      />
      <Field {...inputProps(pin)} label="Their KRA PIN" hint="You can leave it out." autoComplete="off" />
      <Button kind="alt">Save</Button>
    </form>
  );
}
