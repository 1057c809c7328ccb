import { ChallengeFields } from "#app/ui/forms/challenge-fields.tsx";
import { Field } from "#app/ui/forms/field.tsx";
import { FormProblems } from "#app/ui/forms/form-problems.tsx";
import { inputProps, problemOf } from "#app/ui/forms/input-props.ts";
import { useFormKey, usePageForm } from "#app/ui/forms/use-page-form.ts";
import { Button } from "#app/ui/primitives/button.tsx";

export const CALL_FORM = "call";

/** Asks for a call. It posts to its own page, with scripts and without. */
export function CallForm() {
  const formKey = useFormKey(CALL_FORM);
  return <Form key={formKey} formKey={formKey} />;
}

function Form({ formKey }: { formKey: string }) {
  const page = usePageForm({ id: CALL_FORM, formKey, defaultValue: { email: "", phone: "" } });
  const { email, phone } = page.fields;
  const problems = [
    { ...problemOf(email), label: "E-mail" },
    { ...problemOf(phone), label: "Phone" },
  ];
  return (
    <page.Form {...page.formProps} action="/call" className="form">
      <FormProblems page={page} fields={problems} />
      <Field {...inputProps(email, "email")} required label="E-mail" autoComplete="email" />
      <Field {...inputProps(phone)} required label="Phone" autoComplete="tel" inputMode="tel" />
      <ChallengeFields form={CALL_FORM} challenge={page.challenge} />
      <Button isPending={page.isPending} pendingLabel="Sending...">
        Call me
      </Button>
    </page.Form>
  );
}
