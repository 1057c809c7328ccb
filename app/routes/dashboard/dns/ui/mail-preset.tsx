import type { MailForm, MailFormField } from "#app/dns/mail/mail-forms.ts";
import type { MailField } from "#app/dns/mail/mail-setup.ts";
import type { PlanPreview } from "#app/dns/plan-preview.server.ts";
import { Field, LongField } from "#app/ui/forms/field.tsx";
import { AS_TYPED } from "#app/ui/forms/input-props.ts";
import { OwnFormProblems } from "#app/ui/forms/own-form-problems.tsx";
import { SelectField } from "#app/ui/forms/select-field.tsx";
import { useFormKey, usePageForm } from "#app/ui/forms/use-page-form.ts";
import { Button } from "#app/ui/primitives/button.tsx";
import { PlanFields } from "./plan-preview.tsx";
import { ProviderSources } from "./provider-sources.tsx";
import { TickField } from "./tick-field.tsx";

/** `display`: the name after the @ of the addresses. */
type MailPresetProps = { display: string; zone: string; preset: MailForm & { plan: PlanPreview }; action: string };

/** The id of a provider's form. */
export function presetFormId(provider: string): string {
  return `mail-${provider}`;
}

/**
 * The form that connects a mail provider: its effect, every change, one button, and the fields that only some customers need.
 */
export function MailPreset(props: MailPresetProps) {
  const formKey = useFormKey(presetFormId(props.preset.provider));
  return <PresetForm key={formKey} formKey={formKey} {...props} />;
}

function PresetForm({ display, zone, preset, action, formKey }: MailPresetProps & { formKey: string }) {
  const { provider, name, isInUse, isSender, fields, values, next, sources, plan } = preset;
  const page = usePageForm<Record<MailField, string>>({ id: presetFormId(provider), formKey, defaultValue: values });
  const problems = fields.map(({ field, label }) => {
    const { id, errors } = page.fields[field];
    return { id, label, errors };
  });
  const drawn = fields.map((about) => {
    const { id, initialValue, errors } = page.fields[about.field];
    const value = typeof initialValue === "string" ? initialValue : "";
    return {
      ...about,
      view: <PresetField key={about.field} about={about} id={id} value={value} error={errors?.[0]} />,
    };
  });
  const extra = drawn.filter(({ isOptional }) => isOptional);
  // What a sender shows is different for each customer, so there is nothing to list before it is pasted.
  const isUnknown = isSender && fields.some(({ isOptional }) => !isOptional);
  const isDone = plan.changes.length === 0 && !isUnknown;
  const isFilled = extra.some(({ field }) => {
    const { errors, initialValue = "" } = page.fields[field];
    return errors !== undefined || initialValue !== values[field];
  });
  return (
    <section className="flow" aria-labelledby="connect">
      <h2 id="connect">Connect {name}</h2>
      <p className="sentence">
        {isSender ? (
          <>
            <b>{name}</b> signs mail in the name of <b translate="no">{display}</b>. Your mailboxes stay where they are.
          </>
        ) : (
          <>
            Mail to <b translate="no">…@{display}</b> {isDone ? "goes" : "will go"} to <b>{name}</b>. Your website stays
            as it is.
          </>
        )}
      </p>
      <page.Form {...page.formProps} action={action} className="form">
        <OwnFormProblems page={page} fields={problems} />
        {drawn.filter(({ isOptional }) => !isOptional).map(({ view }) => view)}
        {isUnknown ? (
          <Button name="preset" value={provider} isPending={page.isPending} pendingLabel="Checking">
            Show what changes
          </Button>
        ) : (
          <PlanFields plan={plan} zone={zone} preset={provider} isPending={page.isPending} />
        )}
        <details className="more-fields" open={isFilled || isInUse}>
          <summary>More from {name} (optional)</summary>
          {extra.map(({ view }) => view)}
          <Button kind="alt" name="preset" value={provider} isPending={page.isPending} pendingLabel="Checking">
            Add these too
          </Button>
        </details>
      </page.Form>
      <p>
        <b>{isDone ? "Nothing has to be changed here. Last step:" : "Last step:"}</b> {next}
      </p>
      <ProviderSources sources={sources} />
    </section>
  );
}

type PresetFieldProps = { about: MailFormField; id: string; value: string; error: string | undefined };

function PresetField({ about, id, value, error }: PresetFieldProps) {
  const { field, kind, label, hint, isOptional, example, options = [] } = about;
  const common = { id, name: field, label, hint, error };
  if (kind === "tick") return <TickField {...common} defaultChecked={value === "on"} />;
  if (kind === "choice") return <SelectField {...common} options={options} defaultValue={value} />;
  const typing = {
    ...common,
    ...AS_TYPED,
    isOptional,
    required: !isOptional,
    placeholder: example,
    defaultValue: value,
  };
  return kind === "long" ? <LongField {...typing} rows={3} /> : <Field {...typing} />;
}
