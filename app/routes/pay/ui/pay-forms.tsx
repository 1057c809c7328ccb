import { Field } from "#app/ui/forms/field.tsx";
import { FormProblems } from "#app/ui/forms/form-problems.tsx";
import { inputProps } from "#app/ui/forms/input-props.ts";
import { usePageForm } from "#app/ui/forms/use-page-form.ts";
import { Button } from "#app/ui/primitives/button.tsx";
import { Icon } from "#app/ui/primitives/icons.tsx";
import { Words } from "#app/ui/primitives/words.tsx";

export const ASK_FORM = "ask";
export const TYPED_FORM = "typed";
export const PIN_FORM = "buyer-pin";

// A form with one field says its error at the field only, which then has the focus.
type FormProps = { here: string };
type AskFormProps = FormProps & { phone: string; sum: string; isAgain: boolean; whyNotPaid: string | undefined };

/**
 * The form that sends a payment prompt to a phone. `isAgain`: the customer says that the last prompt did not come.
 * `whyNotPaid`: why the last one took no money.
 */
export function AskForm({ here, phone: initial, sum, isAgain, whyNotPaid }: AskFormProps) {
  const page = usePageForm({ id: ASK_FORM, formKey: "first", defaultValue: { phone: initial } });
  const { phone } = page.fields;
  return (
    <form {...page.formProps} action={isAgain ? `${here}?again=1` : here} className="form bill-form">
      <FormProblems page={page} />
      <input type="hidden" name="form" value={ASK_FORM} />
      {isAgain && <input type="hidden" name="again" value="1" />}
      {whyNotPaid !== undefined && phone.errors === undefined && (
        <p className="error banner-title" role="alert">
          <Icon name="warning" />
          <span>
            <Words>{whyNotPaid}</Words>
          </span>
        </p>
      )}
      <Field
        {...inputProps(phone, "tel")}
        autoFocus={phone.errors !== undefined}
        required
        label="M-PESA phone number"
        hint="A request comes to this phone. You type your PIN there, never here."
        placeholder="0712 345 678"
        autoComplete="tel"
      />
      <Button className="button-pay">
        <Words>{`Pay ${sum} by M-PESA`}</Words>
      </Button>
    </form>
  );
}

/** Looks up a payment by the code of M-PESA's message. */
export function TypedForm({ here }: FormProps) {
  const page = usePageForm({ id: TYPED_FORM, formKey: "first", defaultValue: { code: "" } });
  const { code } = page.fields;
  return (
    <form {...page.formProps} action={`${here}?code=1`} className="form bill-form">
      <FormProblems page={page} />
      <input type="hidden" name="form" value={TYPED_FORM} />
      <Field
        {...inputProps(code)}
        autoFocus={code.errors !== undefined}
        required
        label="M-PESA code"
        hint="From M-PESA’s message, such as SG722NMVXQ."
        autoComplete="off"
        autoCapitalize="characters"
      />
      <Button>I have paid</Button>
    </form>
  );
}

/** Adds the buyer's KRA PIN to a receipt, or corrects it. The form is not printed. */
export function PinForm({ here, pin: initial }: FormProps & { pin: string | null }) {
  const page = usePageForm({ id: PIN_FORM, formKey: "first", defaultValue: { pin: initial ?? "" } });
  const { pin } = page.fields;
  return (
    <form {...page.formProps} action={here} className="form">
      <FormProblems page={page} />
      <Field
        {...inputProps(pin)}
        autoFocus={pin.errors !== undefined}
        required
        label="Your KRA PIN"
        hint="Needed for your tax records."
        autoComplete="off"
      />
      <Button kind="alt">{initial === null ? "Add to receipt" : "Correct it"}</Button>
    </form>
  );
}
