import { LOOK_REASONS } from "#app/desk/person-forms.ts";
import { Field } from "#app/ui/forms/field.tsx";
import { FormProblems } from "#app/ui/forms/form-problems.tsx";
import { controlProps, inputProps, problemOf } from "#app/ui/forms/input-props.ts";
import { SelectField } from "#app/ui/forms/select-field.tsx";
import { usePageForm } from "#app/ui/forms/use-page-form.ts";
import { Button } from "#app/ui/primitives/button.tsx";

export const LOOK_FORM = "look";

const KEPT = "The log keeps your reason. Access ends after 30 minutes.";

type LookFormProps = { id?: string; known?: string | undefined; remind?: string };

/**
 * Asks why a member of staff wants to view a person: each reason is a button that opens the page. If no `id` is given, also
 * asks for the person's address, which is `known` if it was typed before. `remind`: the name of which the person's page then
 * has the reminder; "" for none.
 */
export function LookForm({ id, known = "", remind = "" }: LookFormProps) {
  const defaultValue = { email: known, reason: remind === "" ? "" : "name", remind };
  const page = usePageForm({ id: LOOK_FORM, formKey: "first", defaultValue });
  const { email, reason, remind: about } = page.fields;
  const emailProblem = { ...problemOf(email), label: "E-mail" };
  return (
    <form {...page.formProps} action={id === undefined ? "/desk/people" : `/desk/people/${id}`} className="form">
      <FormProblems
        page={page}
        fields={[...(id === undefined ? [emailProblem] : []), { ...problemOf(reason), label: "Reason" }]}
      />
      <input type="hidden" name="form" value={LOOK_FORM} />
      {about.initialValue && <input type="hidden" name={about.name} value={about.initialValue} />}
      {id === undefined && (
        <Field
          {...inputProps(email, "email")}
          label="E-mail"
          hint="The exact address of the account."
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
      {id === undefined ? (
        <>
          <SelectField {...controlProps(reason)} label="Reason" hint={KEPT} options={LOOK_REASONS} />
          <Button>Find</Button>
        </>
      ) : (
        <>
          <p className="quiet">{KEPT}</p>
          <div id={reason.id} className="actions" tabIndex={-1}>
            {LOOK_REASONS.filter(({ value }) => value !== "").map(({ value, label }) => (
              <Button key={value} name="reason" value={value} {...(value !== reason.initialValue && { kind: "alt" })}>
                {label}
              </Button>
            ))}
          </div>
        </>
      )}
    </form>
  );
}
