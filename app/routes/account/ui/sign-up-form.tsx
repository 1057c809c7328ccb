import { BotCheck, BotCheckLine, botCheckLineId } from "#app/ui/forms/bot-check.tsx";
import { Field } from "#app/ui/forms/field.tsx";
import { FormProblems } from "#app/ui/forms/form-problems.tsx";
import { inputProps, problemOf } from "#app/ui/forms/input-props.ts";
import { PasswordField } from "#app/ui/forms/password-field.tsx";
import { useBotCheck, type WidgetSettings } from "#app/ui/forms/use-bot-check.ts";
import { useFormKey, usePageForm } from "#app/ui/forms/use-page-form.ts";
import { Button } from "#app/ui/primitives/button.tsx";
import { Link } from "#app/ui/primitives/link.tsx";
import { PanelLink } from "./account-panels.tsx";

export const SIGN_UP_FORM = "sign-up";

/** The labels differ from those of the sign-in form, which is in the same page. */
const LABELS = { email: "Your email address", password: "Choose a password" };

type SignUpFormProps = {
  /** The path to go to after the confirmation; undefined for the home page. */
  goal: string | undefined;
  stamp: string;
  widget: WidgetSettings;
};

/** The sign-up form: name, e-mail and a new password. */
export function SignUpForm(props: SignUpFormProps) {
  const formKey = useFormKey(SIGN_UP_FORM);
  return <Form key={formKey} formKey={formKey} {...props} />;
}

function Form({ formKey, goal, stamp, widget }: SignUpFormProps & { formKey: string }) {
  const page = usePageForm({ id: SIGN_UP_FORM, formKey, defaultValue: { name: "", email: "", password: "" } });
  const check = useBotCheck({ action: SIGN_UP_FORM, isPending: page.isPending, ...widget });
  const { name, email, password } = page.fields;
  const problems = [
    { ...problemOf(name), label: "Your name" },
    { ...problemOf(email), label: LABELS.email },
    { ...problemOf(password), label: LABELS.password },
  ];
  return (
    <page.Form
      {...page.formProps}
      action={`/login?${new URLSearchParams({ tab: "signup", ...(goal !== undefined && { redirectTo: goal }) })}`}
      onSubmit={check.holdingBack(page.formProps.onSubmit)}
      className="form"
    >
      <FormProblems page={page} fields={problems} />
      <Field {...inputProps(name)} required label="Your name" autoComplete="name" />
      <Field {...inputProps(email, "email")} required label={LABELS.email} autoComplete="email" />
      <PasswordField
        {...inputProps(password, "password")}
        required
        label={LABELS.password}
        hint="Password must be at least 8 characters"
        autoComplete="new-password"
        clearedBy={page.enhancedData}
      />
      <BotCheck form={SIGN_UP_FORM} challenge={page.challenge} stamp={page.stamp ?? stamp} check={check} />
      <p className="quiet">
        We use your name and e-mail to run your account. Nothing else. <Link to="/privacy">Privacy</Link>
      </p>
      <Button
        isPending={page.isPending}
        pendingLabel="Creating account"
        isBlocked={check.isBlocked}
        aria-describedby={botCheckLineId(SIGN_UP_FORM)}
      >
        Create my account
      </Button>
      <BotCheckLine form={SIGN_UP_FORM} check={check} />
      <p>
        Have an account? <PanelLink to="sign-in" />
      </p>
    </page.Form>
  );
}
