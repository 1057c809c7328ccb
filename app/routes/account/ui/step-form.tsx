import { Field } from "#app/ui/forms/field.tsx";
import { FormProblems } from "#app/ui/forms/form-problems.tsx";
import { inputProps, problemOf } from "#app/ui/forms/input-props.ts";
import { usePageForm } from "#app/ui/forms/use-page-form.ts";
import { Button } from "#app/ui/primitives/button.tsx";
import { Link } from "#app/ui/primitives/link.tsx";
import { isDraftReply, RestoreDraft } from "./restore-draft.tsx";

export const STEP_FORM = "step";

type StepFormProps = { goal: string | undefined; draft?: string | undefined };

/** Asks for a code of the authenticator app or a printed code, after a correct password. */
export function StepForm({ goal, draft }: StepFormProps) {
  const page = usePageForm({ id: STEP_FORM, formKey: "first", defaultValue: { code: "" } });
  const { code } = page.fields;
  if (isDraftReply(page.data)) return <RestoreDraft {...page.data.backAgain} />;
  return (
    <page.Form
      {...page.formProps}
      action={goal === undefined ? "/login/step" : `/login/step?${new URLSearchParams({ redirectTo: goal })}`}
      className="form"
    >
      <FormProblems page={page} fields={[{ ...problemOf(code), label: "Code" }]}>
        <Link to="/login">Sign in again</Link>
      </FormProblems>
      <Field
        {...inputProps(code)}
        required
        label="Code"
        hint="The six digits that your app shows for this site, or one of your printed codes."
        autoComplete="one-time-code"
        autoCapitalize="characters"
        autoFocus
      />
      {draft !== undefined && <input type="hidden" name="draft" value={draft} />}
      <Button isPending={page.isPending} pendingLabel="Checking">
        Continue
      </Button>
      <p>
        No phone and no printed code? <Link to="/contact">Write to us</Link> from the address of your account.
      </p>
    </page.Form>
  );
}
