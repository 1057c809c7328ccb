import type { ReactNode } from "react";
import { Field } from "#app/ui/forms/field.tsx";
import { FormProblems } from "#app/ui/forms/form-problems.tsx";
import { inputProps, problemOf } from "#app/ui/forms/input-props.ts";
import { usePageForm } from "#app/ui/forms/use-page-form.ts";
import { Button } from "#app/ui/primitives/button.tsx";

type TypedFormProps = {
  id: string;
  action: string;
  title: string;
  label: string;
  button: string;
  /** The version of what is deleted, if it has one. */
  version?: string;
  /** Says above the field what the form does. */
  children: ReactNode;
};

/** A form that deletes something for good, once somebody has typed its name. */
export function TypedForm({ id, action, title, label, button, version, children }: TypedFormProps) {
  const page = usePageForm({ id, formKey: "first", defaultValue: { typed: "" } });
  const { typed } = page.fields;
  return (
    <section className="flow pt-4 first:pt-0" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      {children}
      <form {...page.formProps} action={action} className="form">
        <FormProblems page={page} fields={[{ ...problemOf(typed), label }]} />
        <input type="hidden" name="form" value={id} />
        {version !== undefined && <input type="hidden" name="version" value={version} />}
        <Field {...inputProps(typed)} label={label} autoComplete="off" spellCheck={false} />
        <Button kind="bad">{button}</Button>
      </form>
    </section>
  );
}
