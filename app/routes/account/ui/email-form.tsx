import type { ReactNode } from "react";
import { FlashInstead } from "#app/ui/feedback/inline-flash.tsx";
import { ChallengeFields } from "#app/ui/forms/challenge-fields.tsx";
import { Field } from "#app/ui/forms/field.tsx";
import { FormProblems } from "#app/ui/forms/form-problems.tsx";
import { inputProps, problemOf } from "#app/ui/forms/input-props.ts";
import { useFormKey, usePageForm } from "#app/ui/forms/use-page-form.ts";
import { Button } from "#app/ui/primitives/button.tsx";

type EmailFormProps = {
  /** The form's id. */
  id: string;
  action: string;
  submit: string;
  /** Says what to type. */
  children: ReactNode;
};

/** Asks for the e-mail address that a link is sent to, then says that it was sent. */
export function EmailForm({ children, ...props }: EmailFormProps) {
  const formKey = useFormKey(props.id);
  return (
    <FlashInstead about={props.id} again={props.action}>
      <div className="flow">
        <p className="lead">{children}</p>
        <AddressForm key={formKey} formKey={formKey} {...props} />
      </div>
    </FlashInstead>
  );
}

function AddressForm({ formKey, id, action, submit }: Omit<EmailFormProps, "children"> & { formKey: string }) {
  const page = usePageForm({ id, formKey, defaultValue: { email: "" } });
  const { email } = page.fields;
  return (
    <page.Form {...page.formProps} action={action} className="form">
      <FormProblems page={page} fields={[{ ...problemOf(email), label: "E-mail" }]} />
      <Field {...inputProps(email, "email")} required label="E-mail" autoComplete="email" />
      <ChallengeFields form={id} challenge={page.challenge} />
      <Button isPending={page.isPending} pendingLabel="Sending...">
        {submit}
      </Button>
    </page.Form>
  );
}
