import { LONGEST_REASON } from "#app/desk/form-fields.ts";
import type { ServiceView } from "#app/services/desk-view.ts";
import { Field } from "#app/ui/forms/field.tsx";
import { FormProblems } from "#app/ui/forms/form-problems.tsx";
import { inputProps, problemOf } from "#app/ui/forms/input-props.ts";
import { usePageForm } from "#app/ui/forms/use-page-form.ts";
import { Button } from "#app/ui/primitives/button.tsx";

type Props = { view: ServiceView };

/** Returns the URL to which all forms of a service post. */
export const serviceAction = ({ id }: Pick<ServiceView, "id">) => `/desk/services/${id}`;

function ReasonField({ reason }: { reason: Parameters<typeof inputProps>[0] }) {
  return <Field {...inputProps(reason)} label="Reason" hint="Only for the log." maxLength={LONGEST_REASON} required />;
}

/** Keeps a service from being suspended for at most 30 days. */
export function HoldForm({ view }: Props) {
  const page = usePageForm({ id: "hold", formKey: "first", defaultValue: { until: view.holdUntil, reason: "" } });
  const { until, reason } = page.fields;
  return (
    <form {...page.formProps} action={serviceAction(view)} className="form">
      <FormProblems
        page={page}
        fields={[
          { ...problemOf(until), label: "Until" },
          { ...problemOf(reason), label: "Reason" },
        ]}
      />
      <input type="hidden" name="form" value="hold" />
      <Field
        {...inputProps(until)}
        type="date"
        {...view.days.hold}
        label="Until"
        hint="At most 30 days. Empty: no longer."
        isOptional
      />
      <ReasonField reason={reason} />
      <Button kind="alt">Save</Button>
    </form>
  );
}

/** Agrees with the customer on the price of the next year. */
export function NextPriceForm({ view }: Props) {
  const shown = view.renewKsh === null ? "" : String(view.renewKsh);
  const page = usePageForm({ id: "price", formKey: "first", defaultValue: { ksh: shown, reason: "" } });
  const { ksh, reason } = page.fields;
  return (
    <form {...page.formProps} action={serviceAction(view)} className="form">
      <FormProblems
        page={page}
        fields={[
          { ...problemOf(ksh), label: "The next year costs, KSh" },
          { ...problemOf(reason), label: "Reason" },
        ]}
      />
      <input type="hidden" name="form" value="price" />
      <Field
        {...inputProps(ksh)}
        label="The next year costs, KSh"
        hint="For all mailboxes together. Empty: the price list. A bill that is open already keeps its price."
        inputMode="numeric"
        isOptional
      />
      <ReasonField reason={reason} />
      <Button kind="alt">Save the price</Button>
    </form>
  );
}

/** Corrects the last day that is paid for. */
export function DateForm({ view }: Props) {
  const page = usePageForm({ id: "date", formKey: "first", defaultValue: { until: view.endsOn, reason: "" } });
  const { until, reason } = page.fields;
  return (
    <form {...page.formProps} action={serviceAction(view)} className="form">
      <FormProblems
        page={page}
        fields={[
          { ...problemOf(until), label: "Last day" },
          { ...problemOf(reason), label: "Reason" },
        ]}
      />
      <input type="hidden" name="form" value="date" />
      {/* The day that this page shows, not that of a refused form: staff have now seen the new one. */}
      <input type="hidden" name="seen" value={view.endsOn} />
      <Field
        {...inputProps(until)}
        type="date"
        {...view.days.date}
        label="Last day"
        hint="The last day that is paid for. The customer reads it."
        required
      />
      <ReasonField reason={reason} />
      <Button kind="alt">Save the last day</Button>
    </form>
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
      <input type="hidden" name="form" value="reissued" />
      <Field {...inputProps(cert_ends_on)} type="date" {...view.days.certificate} label={label} required />
      <Button kind="alt">It is in place</Button>
    </form>
  );
}
