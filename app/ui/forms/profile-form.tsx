import { InlineFlash } from "#app/ui/feedback/inline-flash.tsx";
import { Button } from "#app/ui/primitives/button.tsx";
import { Field } from "./field.tsx";
import { inputProps, problemOf } from "./input-props.ts";
import { OwnFormProblems } from "./own-form-problems.tsx";
import { PasswordField } from "./password-field.tsx";
import { useFormKey, usePageForm } from "./use-page-form.ts";

export const PROFILE_FORM = "profile";
export const YOU_FORM = "you";
export const PASSWORD_FORM = "password";

const LABELS = {
  name: "Full name",
  phone: "Phone",
  currentPassword: "Current password",
  newPassword: "New password",
};
type FieldName = keyof typeof LABELS;

/** The fields of each form: the dialog has name and password, the profile page one form for each. */
const ASKED: Record<string, readonly FieldName[]> = {
  [PROFILE_FORM]: ["name", "currentPassword", "newPassword"],
  [YOU_FORM]: ["name", "phone"],
  [PASSWORD_FORM]: ["currentPassword", "newPassword"],
};

type ProfileFormProps = {
  id: typeof PROFILE_FORM | typeof YOU_FORM | typeof PASSWORD_FORM;
  email: string;
  name?: string;
  phone?: string;
  save?: string;
  /** The page to return to, if it is not the profile page. */
  from?: string;
  onCancel?: () => void;
};

/** The form for the user's own details, their password, or both. */
export function ProfileForm(props: ProfileFormProps) {
  const formKey = useFormKey(props.id);
  return <Editor key={formKey} formKey={formKey} {...props} />;
}

function Editor(props: ProfileFormProps & { formKey: string }) {
  const { formKey, id, email, name = "", phone = "", save = "Save", from, onCancel } = props;
  const page = usePageForm({ id, formKey, defaultValue: { name, phone, currentPassword: "", newPassword: "" } });
  const { fields, isPending } = page;
  const asked = ASKED[id] ?? [];
  const isWhole = id === PROFILE_FORM;
  return (
    <page.Form {...page.formProps} action="/profile" className="form">
      <OwnFormProblems
        page={page}
        fields={asked.map((field) => ({ ...problemOf(fields[field]), label: LABELS[field] }))}
      />
      {page.data === undefined && !isPending && <InlineFlash about={id} />}
      <input type="hidden" name="form" value={id} />
      {from !== undefined && <input type="hidden" name="from" value={from} />}
      {isWhole && <Field id="profile-email" label="E-mail" type="email" value={email} readOnly disabled />}
      {asked.includes("name") && (
        <Field {...inputProps(fields.name)} label={LABELS.name} autoComplete="name" autoCapitalize="words" />
      )}
      {asked.includes("phone") && (
        <Field
          {...inputProps(fields.phone, "tel")}
          label={LABELS.phone}
          hint="So that we can call you about an order. For example 0712 345 678."
          isOptional
          autoComplete="tel"
        />
      )}
      {asked.includes("newPassword") && (
        <>
          {/* Tells password managers whose password this is. */}
          <input type="email" value={email} autoComplete="username" readOnly hidden />
          <PasswordField
            {...inputProps(fields.currentPassword, "password")}
            label={LABELS.currentPassword}
            {...(isWhole && { hint: "Only to change your password.", isOptional: true })}
            autoComplete="current-password"
            enterKeyHint="next"
          />
          <PasswordField
            {...inputProps(fields.newPassword, "password")}
            label={LABELS.newPassword}
            isOptional={isWhole}
            placeholder="At least 8 characters"
            autoComplete="new-password"
            enterKeyHint="done"
          />
        </>
      )}
      <Button isPending={isPending} pendingLabel="Saving...">
        {save}
      </Button>
      {onCancel && (
        <Button type="button" kind="alt" isPending={isPending} onClick={onCancel}>
          Cancel
        </Button>
      )}
    </page.Form>
  );
}
