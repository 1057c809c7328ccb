import { Button } from "#app/ui/marks/button.tsx";
import { Field } from "./field.tsx";
import { FormProblems } from "./form-problems.tsx";
import { inputProps, problemOf } from "./input-props.ts";
import { PasswordField } from "./password-field.tsx";
import { usePageForm, useRound } from "./use-page-form.ts";

export const PROFILE_FORM = "profile";

const LABELS = { name: "Full name", currentPassword: "Current password", newPassword: "New password" };
const FIELDS = ["name", "currentPassword", "newPassword"] as const;

type ProfileFormProps = {
  email: string;
  name: string;
  /** The page to come back to, where it is not the profile's own. */
  from?: string;
  onCancel?: () => void;
};

/** Name and password of whoever is signed in. */
export function ProfileForm(props: ProfileFormProps) {
  const round = useRound(PROFILE_FORM);
  return <Editor key={round} round={round} {...props} />;
}

function Editor({ round, email, name, from, onCancel }: ProfileFormProps & { round: string }) {
  const page = usePageForm({
    id: PROFILE_FORM,
    round,
    defaultValue: { name, currentPassword: "", newPassword: "" },
  });
  const { fields, isPending } = page;
  return (
    <page.Form {...page.formProps} action="/profile" className="form">
      <FormProblems
        page={page}
        fields={FIELDS.map((field) => ({ ...problemOf(fields[field]), label: LABELS[field] }))}
      />
      {from !== undefined && <input type="hidden" name="from" value={from} />}
      <Field id="profile-email" label="E-mail" type="email" value={email} readOnly disabled />
      <Field {...inputProps(fields.name)} label={LABELS.name} autoComplete="name" />
      <PasswordField
        {...inputProps(fields.currentPassword, "password")}
        label={LABELS.currentPassword}
        hint="Only to change your password."
        isOptional
        autoComplete="current-password"
      />
      <PasswordField
        {...inputProps(fields.newPassword, "password")}
        label={LABELS.newPassword}
        isOptional
        placeholder="At least 8 characters"
        autoComplete="new-password"
      />
      <Button isPending={isPending} pendingLabel="Saving...">
        Save
      </Button>
      {onCancel && (
        <Button type="button" kind="alt" isPending={isPending} onClick={onCancel}>
          Cancel
        </Button>
      )}
    </page.Form>
  );
}
