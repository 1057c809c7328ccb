import type { Source } from "#app/model/dns/mail/presets.ts";
import type { PlanPreview } from "#app/model/dns/plan-preview.server.ts";
import type { WebsiteField } from "#app/model/dns/website/website-preset.ts";
import { AS_TYPED } from "#app/ui/forms/as-typed.ts";
import { Field } from "#app/ui/forms/field.tsx";
import { FormProblems } from "#app/ui/forms/form-problems.tsx";
import { usePageForm, useRound } from "#app/ui/forms/use-page-form.ts";
import { Button } from "#app/ui/primitives/button.tsx";
import { PlanFields } from "./plan-preview.tsx";
import { ProviderSources } from "./provider-sources.tsx";

export const WEBSITE_FORM = "website";

type Preset = {
  provider: string;
  name: string;
  heading?: string;
  shows: string;
  isWwwOnly?: true;
  asks: readonly { field: WebsiteField; label: string; hint: string; example: string; starts?: string }[];
  next: string;
  sources: readonly Source[];
  plan: PlanPreview;
};
type WebsiteFormProps = { domain: string; display: string; preset: Preset; action: string };

/** The form that connects a website provider: its effect, every change, one button, and the last step at the provider. */
export function WebsiteForm(props: WebsiteFormProps) {
  const round = useRound(WEBSITE_FORM);
  return <Form key={round} round={round} {...props} />;
}

function Form({ display, preset, action, round }: WebsiteFormProps & { round: string }) {
  const { provider, name, heading = `Connect ${name}`, shows, isWwwOnly, asks, next, sources, plan } = preset;
  const starts = (field: WebsiteField) => asks.find((ask) => ask.field === field)?.starts ?? "";
  const defaultValue = { address: starts("address"), alias: starts("alias"), code: starts("code") };
  const page = usePageForm<Record<WebsiteField, string>>({ id: WEBSITE_FORM, round, defaultValue });
  const problems = asks.map(({ field, label }) => {
    const { id, errors } = page.fields[field];
    return { id, label, errors };
  });
  const isDone = plan.changes.length === 0;
  return (
    <section className="flow" aria-labelledby="connect">
      <h2 id="connect">{heading}</h2>
      <p className="sentence">
        {!isWwwOnly && (
          <>
            <b translate="no">{display}</b> and{" "}
          </>
        )}
        <b translate="no">www.{display}</b> {isDone ? "show" : "will show"} {shows}. Your mail stays as it is.
        {isWwwOnly && " The name without www stays as it is: Google only takes the one with www."}
      </p>
      <page.Form {...page.formProps} action={`${action}?with=${provider}`} className="form">
        <FormProblems page={page} fields={problems} />
        {asks.map(({ field, label, hint, example }, index) => {
          const { id, initialValue, errors } = page.fields[field];
          return (
            <Field
              key={field}
              {...AS_TYPED}
              id={id}
              name={field}
              label={label}
              hint={hint}
              error={errors?.[0]}
              required
              enterKeyHint={index + 1 < asks.length ? "next" : "done"}
              placeholder={example}
              defaultValue={typeof initialValue === "string" ? initialValue : ""}
            />
          );
        })}
        <PlanFields plan={plan} zone={display} preset={provider} isPending={page.isPending} />
        {isDone && asks.length > 0 && (
          <Button kind="alt" name="preset" value={provider} isPending={page.isPending} pendingLabel="Checking">
            Show what changes
          </Button>
        )}
      </page.Form>
      <p>
        <b>{isDone ? "Nothing has to be changed here. Last step:" : "Last step:"}</b> {next}
      </p>
      {sources.length > 0 && <ProviderSources sources={sources} />}
    </section>
  );
}
