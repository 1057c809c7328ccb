import { Button } from "./button.tsx";
import { Field } from "./field.tsx";
import { FormProblems } from "./form-problems.tsx";
import { HumanCheck } from "./human-check.tsx";
import { inputProps, problemOf } from "./input-props.ts";
import { usePageForm, useRound } from "./use-page-form.ts";

type EmailFormProps = {
  /** Names the form in replies. */
  id: string;
  action: string;
  submit: string;
};

/** Asks for an e-mail address alone, to have a mail sent there. */
export function EmailForm(props: EmailFormProps) {
  const round = useRound(props.id);
  return <AddressForm key={round} round={round} {...props} />;
}

function AddressForm({ round, id, action, submit }: EmailFormProps & { round: string }) {
  const page = usePageForm({ id, round, defaultValue: { email: "" } });
  const { email } = page.fields;
  return (
    <page.Form {...page.formProps} action={action} className="form">
      <FormProblems page={page} fields={[{ ...problemOf(email), label: "E-mail" }]} />
      <Field {...inputProps(email, "email")} required label="E-mail" autoComplete="email" />
      <HumanCheck form={id} question={page.question} />
      <Button isPending={page.isPending} pendingLabel="Sending...">
        {submit}
      </Button>
    </page.Form>
  );
}
