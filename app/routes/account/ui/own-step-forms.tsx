import { Field } from "#app/ui/forms/field.tsx";
import { FormProblems } from "#app/ui/forms/form-problems.tsx";
import { inputProps, problemOf } from "#app/ui/forms/input-props.ts";
import { PasswordField } from "#app/ui/forms/password-field.tsx";
import { usePageForm } from "#app/ui/forms/use-page-form.ts";
import { Button, ButtonLink } from "#app/ui/primitives/button.tsx";

// The forms are never sent by scripts, because the response to a form is the document with the printed codes.

/** Begins a second step. */
export function StartStepForm() {
  const page = usePageForm({ id: "step-start", formKey: "first", defaultValue: {} });
  return (
    <form {...page.formProps} action="/profile/step" className="form">
      <FormProblems page={page} />
      <input type="hidden" name="form" value="step-start" />
      <Button>Set it up</Button>
    </form>
  );
}

/** Switches a begun step on. */
export function ConfirmStepForm() {
  return <GuardedStepForm id="step-confirm" label="Switch it on" hint="The six digits that the app shows." />;
}

type GuardedProps = { id: "step-confirm" | "step-renew" | "step-off"; label: string; hint: string };

/** A change of the second step: needs the password and a code. */
function GuardedStepForm({ id, label, hint }: GuardedProps) {
  const page = usePageForm({ id, formKey: "first", defaultValue: { password: "", code: "" } });
  const { password, code } = page.fields;
  return (
    <form {...page.formProps} action="/profile/step" className="form">
      <FormProblems
        page={page}
        fields={[
          { ...problemOf(password), label: "Password" },
          { ...problemOf(code), label: "Code" },
        ]}
      />
      <input type="hidden" name="form" value={id} />
      <PasswordField {...inputProps(password, "password")} required label="Password" autoComplete="current-password" />
      <Field {...inputProps(code)} required label="Code" hint={hint} autoComplete="one-time-code" />
      {id === "step-confirm" ? <Button>{label}</Button> : <Button kind="alt">{label}</Button>}
    </form>
  );
}

/** A change of a second step that is on, with its heading. */
export function ChangeStepForm({ id, title, label }: { id: "step-renew" | "step-off"; title: string; label: string }) {
  return (
    <section className="flow" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      <GuardedStepForm id={id} label={label} hint="From your app, or a printed one." />
    </section>
  );
}

/** The printed codes, which no page shows again. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  return (
    <>
      <p className="lead">Your second step is on. Print or write down these ten codes now: we show them only once.</p>
      <p>Each one opens your account once, when you do not have your phone.</p>
      <ol className="ruled font-mono" translate="no">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <ButtonLink to="/profile">Done</ButtonLink>
    </>
  );
}
