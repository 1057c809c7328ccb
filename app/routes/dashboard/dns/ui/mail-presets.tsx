import { useId } from "react";
import type { MailForm, MailFormField } from "#app/model/dns/mail/mail-forms.ts";
import type { MailField } from "#app/model/dns/mail/mail-setup.ts";
import { Badge } from "#app/routes/dashboard/ui/badge.tsx";
import { AS_TYPED } from "#app/ui/forms/as-typed.ts";
import { Field, LongField } from "#app/ui/forms/field.tsx";
import { FormProblems } from "#app/ui/forms/form-problems.tsx";
import { SelectField } from "#app/ui/forms/select-field.tsx";
import { usePageForm, useRound } from "#app/ui/forms/use-page-form.ts";
import { Button } from "#app/ui/primitives/button.tsx";
import { ProviderSources } from "./provider-sources.tsx";
import { TickField } from "./tick-field.tsx";

type MailPresetsProps = {
  id: string;
  forms: readonly MailForm[];
  action: string;
  /** The provider that was chosen on another page. */
  wanted: string | null;
  /** A finding asks for the form of the provider in use. */
  isNeeded: boolean;
};

/** The providers that mail can be set up with, each with its form. At most one is open at first. */
export function MailPresets({ id, forms, action, wanted, isNeeded }: MailPresetsProps) {
  const title = useId();
  return (
    <section id={id} className="flow" aria-labelledby={title}>
      <h2 id={title}>Set up mail with</h2>
      <p>Fill in what your provider shows you. You see every change before it is made.</p>
      {forms.map((form) => (
        <Preset
          key={form.provider}
          form={form}
          action={action}
          isOpen={wanted === null ? isNeeded && form.isInUse : wanted === form.provider}
        />
      ))}
    </section>
  );
}

/** The id of a provider's form. */
export function presetFormId(provider: string): string {
  return `mail-${provider}`;
}

type PresetProps = { form: MailForm; action: string; isOpen: boolean };

function Preset(props: PresetProps) {
  const round = useRound(presetFormId(props.form.provider));
  return <PresetForm key={round} round={round} {...props} />;
}

function PresetForm({ form, action, isOpen, round }: PresetProps & { round: string }) {
  const { provider, name, isInUse, fields, values, sources } = form;
  const page = usePageForm<Record<MailField, string>>({ id: presetFormId(provider), round, defaultValue: values });
  const hasProblem = page.message !== undefined || fields.some(({ field }) => page.fields[field].errors);
  const problems = fields.map(({ field, label }) => {
    const { id, errors } = page.fields[field];
    return { id, label, errors };
  });
  return (
    <details className="preset" id={provider} open={isOpen || hasProblem}>
      <summary>
        <span>{name}</span> {isInUse && <Badge kind="ok">in use</Badge>}
      </summary>
      <page.Form {...page.formProps} action={action} className="form">
        <FormProblems page={page} fields={problems} />
        {fields.map((about) => {
          const { id, initialValue, errors } = page.fields[about.field];
          const value = typeof initialValue === "string" ? initialValue : "";
          return <PresetField key={about.field} about={about} id={id} value={value} error={errors?.[0]} />;
        })}
        <Button name="preset" value={provider} isPending={page.isPending} pendingLabel="Checking">
          Show the changes
        </Button>
      </page.Form>
      <ProviderSources name={name} sources={sources} />
    </details>
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
