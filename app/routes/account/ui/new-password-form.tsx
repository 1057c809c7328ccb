import { Field } from "#app/ui/forms/field.tsx";
import { FormProblems } from "#app/ui/forms/form-problems.tsx";
import { inputProps, problemOf } from "#app/ui/forms/input-props.ts";
import { PasswordField } from "#app/ui/forms/password-field.tsx";
import { usePageForm } from "#app/ui/forms/use-page-form.ts";
import { Button } from "#app/ui/primitives/button.tsx";

export const NEW_PASSWORD_FORM = "new-password";

/**
 * Asks for a new password, and whoever is new for a name, if they like. The e-mail goes along unseen, so that password
 * managers know whose it is.
 */
export function NewPasswordForm({ email, isNew }: { email: string; isNew: boolean }) {
  const page = usePageForm({ id: NEW_PASSWORD_FORM, round: "first", defaultValue: { name: "", password: "" } });
  const { name, password } = page.fields;
  return (
    <page.Form {...page.formProps} action="/login/reset" className="form">
      <FormProblems
        page={page}
        fields={[
          { ...problemOf(name), label: "Full name" },
          { ...problemOf(password), label: isNew ? "Password" : "New password" },
        ]}
      />
      <input type="hidden" autoComplete="username" value={email} readOnly />
      {isNew && <Field {...inputProps(name)} label="Full name" isOptional autoComplete="name" />}
      <PasswordField
        {...inputProps(password, "password")}
        required
        label={isNew ? "Password" : "New password"}
        hint="Password must be at least 8 characters"
        autoComplete="new-password"
      />
      <Button isPending={page.isPending} pendingLabel="Saving...">
        Save the password
      </Button>
    </page.Form>
  );
}
