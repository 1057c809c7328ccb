import { type ReactNode, useEffect, useState } from "react";
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
import { isDraftReply, RestoreDraft } from "./restore-draft.tsx";
import { StepForm } from "./step-form.tsx";

export const SIGN_IN_FORM = "sign-in";

type SignInFormProps = {
  /** The path to go to after the sign-in; undefined for the home page. */
  goal: string | undefined;
  stamp: string;
  widget: WidgetSettings;
  /** The path of the page that shows the form, and the sealed input of another form. */
  page?: string;
  draft?: string | undefined;
  /** Shown above the fields. */
  children?: ReactNode;
};

/** The sign-in form. */
export function SignInForm(props: SignInFormProps) {
  const formKey = useFormKey(SIGN_IN_FORM);
  return <Form key={formKey} formKey={formKey} {...props} />;
}

function Form(props: SignInFormProps & { formKey: string }) {
  const { formKey, goal, stamp, widget, page: path = "/login", draft, children } = props;
  const page = usePageForm({ id: SIGN_IN_FORM, formKey, defaultValue: { email: "", password: "" } });
  const check = useBotCheck({ action: SIGN_IN_FORM, isPending: page.isPending, ...widget });
  const { email, password } = page.fields;
  const problems = [
    { ...problemOf(email), label: "E-mail" },
    { ...problemOf(password), label: "Password" },
  ];
  const isWrong = page.message === WRONG;
  if (isDraftReply(page.data)) return <RestoreDraft {...page.data.backAgain} />;
  if (isStepReply(page.data)) return <StepForm goal={goal} draft={page.data.draft} />;
  return (
    <page.Form
      {...page.formProps}
      action={goal === undefined ? path : `${path}?${new URLSearchParams({ redirectTo: goal })}`}
      onSubmit={check.holdingBack(page.formProps.onSubmit)}
      className="form"
    >
      {children}
      <FormProblems page={page} fields={problems}>
        {page.message === NOT_CONFIRMED && <Link to="/login/resend">Send the confirmation mail again</Link>}
        {isWrong && (
          <p>
            Wrong e-mail or password. <ForgotLink />
          </p>
        )}
      </FormProblems>
      <Field {...inputProps(email, "email")} required label="E-mail" autoComplete="email" />
      <PasswordField
        {...inputProps(password, "password")}
        required
        label="Password"
        autoComplete="current-password"
        clearedBy={page.enhancedData}
      />
      <BotCheck form={SIGN_IN_FORM} challenge={page.challenge} stamp={page.stamp ?? stamp} check={check} />
      <KeepsCookies />
      {draft !== undefined && <input type="hidden" name="draft" value={draft} />}
      <Button
        isPending={page.isPending}
        pendingLabel="Signing in"
        isBlocked={check.isBlocked}
        aria-describedby={botCheckLineId(SIGN_IN_FORM)}
      >
        Sign In
      </Button>
      <BotCheckLine form={SIGN_IN_FORM} check={check} />
      {!isWrong && (
        <p>
          <ForgotLink />
        </p>
      )}
      {path === "/login" && (
        <p>
          No account yet? <PanelLink to="create-account" />
        </p>
      )}
    </page.Form>
  );
}

function ForgotLink() {
  return (
    <Link to="/login/forgot" className="inline-flex min-h-touch items-center">
      Forgot your password?
    </Link>
  );
}

/** The auth service's messages for an unconfirmed address, and for a wrong password. */
const NOT_CONFIRMED = "Email not confirmed";
const WRONG = "Invalid login credentials";

/**
 * Tells the server that this browser accepts cookies, which saves a redirect. Chrome reports cookies as enabled even if they
 * are blocked for all sites; reading the storage then throws.
 */
function KeepsCookies() {
  const [isOn, setIsOn] = useState(false);
  useEffect(() => {
    try {
      setIsOn(navigator.cookieEnabled && window.localStorage !== null);
    } catch {
      // `isOn` stays false.
    }
  }, []);
  return isOn && <input type="hidden" name="cookies" value="on" />;
}

/** The reply after a correct password, if the account has a second step. `draft`: the encrypted input of another form. */
export type StepReply = { needsStep: true; draft: string };

function isStepReply(received: unknown): received is StepReply {
  return typeof received === "object" && received !== null && "needsStep" in received;
}
