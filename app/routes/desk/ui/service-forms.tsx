import { LONGEST_REASON } from "#app/desk/form-fields.ts";
import type { ServiceAct } from "#app/services/desk-forms.ts";
import type { ServiceView } from "#app/services/desk-view.ts";
import { Field } from "#app/ui/forms/field.tsx";
import { FormProblems } from "#app/ui/forms/form-problems.tsx";
import { controlProps, inputProps, problemOf } from "#app/ui/forms/input-props.ts";
import { usePageForm } from "#app/ui/forms/use-page-form.ts";
import { Button } from "#app/ui/primitives/button.tsx";
import { Confirm, OrderProblems } from "./order-button-form.tsx";

type Props = { view: ServiceView };

/** Returns the URL to which all forms of a service post. */
export const serviceAction = ({ id }: Pick<ServiceView, "id">) => `/desk/services/${id}`;

/** Which form it is, and the service as this page shows it, not as a refused form did: staff have now seen the new one. */
export function FormOf({ view, act }: Props & { act: ServiceAct }) {
  return (
    <>
      <input type="hidden" name="form" value={act} />
      <input type="hidden" name="version" value={view.version} />
    </>
  );
}

/** The box that staff tick to set up what has no paid bill. Nothing if it has one. */
export function EarlyTick({ view: { firstOrder }, field }: Props & { field: Parameters<typeof controlProps>[0] }) {
  if (!firstOrder?.isUnpaid) return null;
  const { id } = controlProps(field);
  return (
    <label className="flex min-h-touch items-center gap-3" htmlFor={id}>
      <input type="checkbox" id={id} name="early" required className="size-6 flex-none" />
      {firstOrder.hasBill ? "It is not paid yet." : "The site knows of no payment for it."} Its year begins today all
      the same
    </label>
  );
}

/** The box that staff tick when they have read whose else the name is. Nothing if it is nobody else's. */
export function SharedTick({ view, field }: Props & { field: Parameters<typeof controlProps>[0] }) {
  if (view.others.length === 0) return null;
  const { id } = controlProps(field);
  return (
    <label className="flex min-h-touch items-center gap-3" htmlFor={id}>
      <input type="checkbox" id={id} name="shared" required className="size-6 flex-none" />
      Another customer has this name. I have read whose it is
    </label>
  );
}

type ReasonedProps = Props &
  Omit<Parameters<typeof Field>[0], "id" | "name"> & {
    act: "hold" | "price" | "date";
    /** The name of the field beside the reason, and its value when the page opens. */
    field: "until" | "ksh";
    shown: string;
    button: string;
  };

/** A form with one value and the reason for it. */
function ReasonedForm({ view, act, field, shown, button, ...about }: ReasonedProps) {
  const defaultValue = { until: shown, ksh: shown, reason: "" };
  const page = usePageForm({ id: act, formKey: "first", defaultValue });
  const { [field]: value, reason } = page.fields;
  const mail =
    act === "price" && view.isPriceAsked ? "The customer gets the bill by e-mail." : "The customer gets no mail.";
  return (
    <form {...page.formProps} action={serviceAction(view)} className="form">
      <OrderProblems
        page={page}
        fields={[
          { ...problemOf(value), label: about.label },
          { ...problemOf(reason), label: "Reason" },
        ]}
      />
      <FormOf view={view} act={act} />
      {page.carry.sure && <input type="hidden" name="sure" value={page.carry.sure} />}
      <Field {...inputProps(value)} {...about} />
      <Field
        {...inputProps(reason)}
        label="Reason"
        hint={`Only for the log. ${mail}`}
        maxLength={LONGEST_REASON}
        required
      />
      <Confirm page={page} backTo={serviceAction(view)} yes="Yes, save it">
        <Button kind="alt">{button}</Button>
      </Confirm>
    </form>
  );
}

/** Keeps a service from being suspended for at most 30 days. */
export function HoldForm({ view }: Props) {
  return (
    <ReasonedForm
      {...{ view, act: "hold", field: "until", shown: view.holdUntil, button: "Save", type: "date", ...view.days.hold }}
      label="Until"
      hint="At most 30 days. Empty: no longer."
      isOptional
    />
  );
}

/** Agrees with the customer on the price of the next year. */
export function NextPriceForm({ view }: Props) {
  return (
    <ReasonedForm
      {...{ view, act: "price", field: "ksh", shown: String(view.renewKsh ?? ""), button: "Save the price" }}
      label="The next year costs, KSh"
      hint="For all mailboxes together. Empty: the price list. A bill that is open already keeps its price."
      inputMode="numeric"
      isOptional
    />
  );
}

/** Corrects the last day that is paid for. */
export function DateForm({ view }: Props) {
  return (
    <ReasonedForm
      {...{ view, act: "date", field: "until", shown: view.endsOn, button: "Save the last day" }}
      {...{ type: "date", ...view.days.date }}
      label="Last day"
      hint="The last day that is paid for. The customer reads it."
      required
    />
  );
}

/** Stores the last day of the certificate that is in place now. */
export function CertificateForm({ view }: Props) {
  const page = usePageForm({ id: "reissued", formKey: "first", defaultValue: { cert_ends_on: "" } });
  const { cert_ends_on } = page.fields;
  const label = "Last day of the new certificate";
  return (
    <form {...page.formProps} action={serviceAction(view)} className="form">
      <FormProblems page={page} fields={[{ ...problemOf(cert_ends_on), label }]} />
      <FormOf view={view} act="reissued" />
      <Field {...inputProps(cert_ends_on)} type="date" {...view.days.certificate} label={label} required />
      <p className="quiet">The customer gets no mail.</p>
      <Button kind="alt">It is in place</Button>
    </form>
  );
}
