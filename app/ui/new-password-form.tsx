import { Button } from "./button.tsx";
import { FormProblems } from "./form-problems.tsx";
import { inputProps, problemOf } from "./input-props.ts";
import { PasswordField } from "./password-field.tsx";
import { usePageForm } from "./use-page-form.ts";

export const NEW_PASSWORD_FORM = "new-password";

/** Asks for a new password. The e-mail goes along unseen, so that password managers know whose it is. */
export function NewPasswordForm({ email }: { email: string }) {
  const page = usePageForm({ id: NEW_PASSWORD_FORM, round: "first", defaultValue: { password: "" } });
  const { password } = page.fields;
  return (
    <page.Form {...page.formProps} action="/login/reset" className="form">
      <FormProblems
        innerRef={page.problemsRef}
        fields={[{ ...problemOf(password), label: "New password" }]}
        title={page.title}
        message={page.message}
      />
      <input type="hidden" autoComplete="username" value={email} readOnly />
      <PasswordField
        {...inputProps(password, "password")}
        required
        label="New password"
        hint="Password must be at least 8 characters"
        autoComplete="new-password"
      />
      <Button isPending={page.isPending} pendingLabel="Saving...">
        Save the password
      </Button>
    </page.Form>
  );
}
