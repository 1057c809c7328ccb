import { useActionData } from "@remix-run/react";
import { asciiPart, HOLDER_CHOICES } from "#app/orders/name-forms.ts";
import { isReplyTo } from "#app/platform/http/form-reply.ts";
import { Field } from "#app/ui/forms/field.tsx";
import { FormProblems } from "#app/ui/forms/form-problems.tsx";
import { controlProps, inputProps, problemOf } from "#app/ui/forms/input-props.ts";
import { SelectField } from "#app/ui/forms/select-field.tsx";
import { usePageForm } from "#app/ui/forms/use-page-form.ts";
import { Button } from "#app/ui/primitives/button.tsx";

export const ADD_FORM = "add-name";

type AddNameProps = { id: string; days: { first: { iso: string }; last: { iso: string } } };

/** Adds a name that the customer has with us without an order, or at another provider. */
export function AddNameForm({ id, days }: AddNameProps) {
  const page = usePageForm({
    id: ADD_FORM,
    formKey: "first",
    defaultValue: { name: "", until: "", held: "us", seen: "" },
  });
  const { name, until, held, seen } = page.fields;
  const typed = asciiPart(String(inputProps(name).defaultValue ?? ""));
  return (
    <details className="desk-fold" open={isReplyTo(ADD_FORM, useActionData())}>
      <summary>Add a name</summary>
      <form {...page.formProps} action={`/desk/people/${id}`} className="form pt-3">
        <FormProblems
          page={page}
          fields={[
            { ...problemOf(name), label: "Name" },
            { ...problemOf(until), label: "Last day" },
            { ...problemOf(held), label: "Registered" },
            { ...problemOf(seen), label: "Control" },
          ]}
        >
          <p>
            <a href={`/desk/names/${typed}`}>Look at {typed}</a>
          </p>
        </FormProblems>
        <input type="hidden" name="form" value={ADD_FORM} />
        <Field {...inputProps(name)} label="Name" hint="njeri.co.ke" autoComplete="off" spellCheck={false} required />
        <Field {...inputProps(until)} type="date" label="Last day" min={days.first.iso} max={days.last.iso} required />
        <SelectField
          {...controlProps(held)}
          label="Registered"
          hint="At another provider: we remind the customer and sell no renewal."
          options={HOLDER_CHOICES}
        />
        <label className="flex min-h-touch items-center gap-2">
          <input type="checkbox" id={controlProps(seen).id} name="seen" required className="size-6 flex-none" />I have
          seen that the customer controls it
        </label>
        <Button kind="alt">Add the name</Button>
      </form>
    </details>
  );
}
