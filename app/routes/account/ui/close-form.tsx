import { LongField } from "#app/ui/forms/field.tsx";
import { FormProblems } from "#app/ui/forms/form-problems.tsx";
import { controlProps, inputProps, problemOf } from "#app/ui/forms/input-props.ts";
import { PasswordField } from "#app/ui/forms/password-field.tsx";
import { usePageForm, useRound } from "#app/ui/forms/use-page-form.ts";
import { Button, ButtonLink } from "#app/ui/primitives/button.tsx";

export const CLOSE_FORM = "close-account";

const LABELS = { reason: "Why are you leaving?", password: "Your password" };

/** Asks to close the account; the password says that it is its owner who asks. */
export function CloseForm({ email }: { email: string }) {
  const round = useRound(CLOSE_FORM);
  const page = usePageForm({ id: CLOSE_FORM, round, defaultValue: { reason: "", password: "" } });
  const { reason, password } = page.fields;
  return (
    <page.Form {...page.formProps} action="/profile/close" className="form">
      <FormProblems
        page={page}
        fields={[
          { ...problemOf(reason), label: LABELS.reason },
          { ...problemOf(password), label: LABELS.password },
        ]}
      />
      <input type="email" value={email} autoComplete="username" readOnly hidden />
      <LongField
        {...controlProps(reason)}
        label={LABELS.reason}
        hint="It helps us improve. You can leave it empty."
        isOptional
      />
      <PasswordField
        {...inputProps(password, "password")}
        label={LABELS.password}
        autoComplete="current-password"
        enterKeyHint="done"
      />
      <Button kind="bad" isPending={page.isPending} pendingLabel="Sending...">
        Ask to close my account
      </Button>
      <ButtonLink kind="alt" to="/profile">
        Keep my account
      </ButtonLink>
    </page.Form>
  );
}
