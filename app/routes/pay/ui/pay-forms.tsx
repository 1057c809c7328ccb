import { Field } from "#app/ui/forms/field.tsx";
import { FormProblems } from "#app/ui/forms/form-problems.tsx";
import { inputProps, problemOf } from "#app/ui/forms/input-props.ts";
import { usePageForm } from "#app/ui/forms/use-page-form.ts";
import { Button } from "#app/ui/primitives/button.tsx";

export const ASK_FORM = "ask";
export const TYPED_FORM = "typed";
export const PIN_FORM = "buyer-pin";

type FormProps = { here: string };

/** The form that sends a payment prompt to a phone. `isMain`: its button is the main button of the page. */
export function AskForm({ here, phone: initial, isMain }: FormProps & { phone: string; isMain: boolean }) {
  const page = usePageForm({ id: ASK_FORM, formKey: "first", defaultValue: { phone: initial } });
  const { phone } = page.fields;
  return (
    <form {...page.formProps} action={here} className="form">
      <FormProblems page={page} fields={[{ ...problemOf(phone), label: "M-PESA phone number" }]} />
      <input type="hidden" name="form" value={ASK_FORM} />
      <Field {...inputProps(phone, "tel")} required label="M-PESA phone number" autoComplete="tel" />
      <Button {...(!isMain && { kind: "alt" as const })}>Ask my phone</Button>
      <p className="quiet">You type your PIN on your phone. We never ask for it here.</p>
    </form>
  );
}

/** Looks up a payment by the code of M-PESA's message. */
export function TypedForm({ here }: FormProps) {
  const page = usePageForm({ id: TYPED_FORM, formKey: "first", defaultValue: { code: "" } });
  const { code } = page.fields;
  return (
    <form {...page.formProps} action={here} className="form">
      <FormProblems page={page} fields={[{ ...problemOf(code), label: "M-PESA code" }]} />
      <input type="hidden" name="form" value={TYPED_FORM} />
      <Field
        {...inputProps(code)}
        required
        label="M-PESA code"
        hint="From M-PESA’s message, such as SG722NMVXQ."
        autoComplete="off"
        autoCapitalize="characters"
      />
      <Button kind="alt">I have paid</Button>
    </form>
  );
}

/** Puts the buyer's KRA PIN on a receipt, or corrects it. The form is not printed. */
export function PinForm({ here, pin: initial }: FormProps & { pin: string | null }) {
  const page = usePageForm({ id: PIN_FORM, formKey: "first", defaultValue: { pin: initial ?? "" } });
  const { pin } = page.fields;
  return (
    <form {...page.formProps} action={here} className="form print:hidden">
      <FormProblems page={page} fields={[{ ...problemOf(pin), label: "Your KRA PIN" }]} />
      <Field
        {...inputProps(pin)}
        required
        label="Your KRA PIN"
        hint="For your books, if you need it."
        autoComplete="off"
      />
      <Button kind="alt">{initial === null ? "Put it on the receipt" : "Correct it"}</Button>
    </form>
  );
}
