import type { Source } from "#app/dns/mail/mail-preset.ts";
import type { PlanPreview } from "#app/dns/plan-preview.server.ts";
import type { WebsiteField } from "#app/dns/website/website-preset.ts";
import type { WwwQuestion } from "#app/dns/website/www-question.ts";
import { Field, FieldError } from "#app/ui/forms/field.tsx";
import { AS_TYPED, problemOf } from "#app/ui/forms/input-props.ts";
import { OwnFormProblems } from "#app/ui/forms/own-form-problems.tsx";
import { useFormKey, usePageForm } from "#app/ui/forms/use-page-form.ts";
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
  /** The names that the form connects; while there is a `question`, only those that do not depend on its answer. */
  names: readonly string[];
  /** Whether these names show the website already. */
  isDone: boolean;
  /** What to ask about `www`; the changes are shown after the answer. */
  question?: WwwQuestion;
  plan: PlanPreview | null;
};
type WebsiteFormProps = { domain: string; display: string; preset: Preset; action: string };

/** The form that connects a website provider: its effect, every change, one button, and the last step at the provider. */
export function WebsiteForm(props: WebsiteFormProps) {
  const formKey = useFormKey(WEBSITE_FORM);
  return <Form key={formKey} formKey={formKey} {...props} />;
}

function Form({ display, preset, action, formKey }: WebsiteFormProps & { formKey: string }) {
  const { provider, name, heading = `Connect ${name}`, shows, isWwwOnly, asks, next, sources } = preset;
  const { names, isDone, question, plan } = preset;
  const starts = (field: WebsiteField) => asks.find((ask) => ask.field === field)?.starts ?? "";
  const defaultValue = { address: starts("address"), alias: starts("alias"), code: starts("code"), www: "" };
  const page = usePageForm<Record<WebsiteField | "www", string>>({ id: WEBSITE_FORM, formKey, defaultValue });
  const problems = asks.map(({ field, label }) => {
    const { id, errors } = page.fields[field];
    return { id, label, errors };
  });
  if (question) problems.push({ ...problemOf(page.fields.www), label: whatAbout(question) });
  return (
    <section className="flow" aria-labelledby="connect">
      <h2 id="connect">{heading}</h2>
      <p className="sentence">
        {names.map((one, index) => (
          <span key={one}>
            {index > 0 && " and "}
            <b translate="no">{one}</b>
          </span>
        ))}
        {names.length > 0 && ` ${showVerb(isDone, names.length)} ${shows}. `}
        {!question && "Your mail stays as it is."}
        {isWwwOnly && " The name without www stays as it is: Google only takes the one with www."}
      </p>
      <page.Form {...page.formProps} action={action} className="form">
        <OwnFormProblems page={page} fields={problems} />
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
        {question && <WwwFields question={question} field={page.fields.www} />}
        {plan && <PlanFields plan={plan} zone={display} preset={provider} isPending={page.isPending} />}
        {(question ? question.options.length > 0 : isDone && asks.length > 0) && (
          <Button kind="alt" name="preset" value={provider} isPending={page.isPending} pendingLabel="Checking">
            Show what changes
          </Button>
        )}
      </page.Form>
      <p>
        <b>{isDone && !question ? "Nothing has to be changed here. Last step:" : "Last step:"}</b> {next}
      </p>
      {sources.length > 0 && <ProviderSources sources={sources} />}
    </section>
  );
}

function showVerb(isDone: boolean, count: number): string {
  if (!isDone) return "will show";
  return count === 1 ? "shows" : "show";
}

function whatAbout({ name }: WwwQuestion): string {
  return `What about ${name}?`;
}

type WwwFieldsProps = {
  question: WwwQuestion;
  field: { id: string; initialValue?: unknown; errors?: string[] | undefined };
};

/**
 * The choice of what happens to `www`, or to a name below. The first radio button has the id of the field, which an error links
 * to.
 */
function WwwFields({ question, field: { id, initialValue, errors } }: WwwFieldsProps) {
  const { about, options } = question;
  const error = errors?.[0];
  return (
    <fieldset className={error === undefined ? "field" : "field field-bad"}>
      <legend>{whatAbout(question)}</legend>
      <p>{about}</p>
      {error !== undefined && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {options.map(({ value, label }, index) => (
        <label key={value} className="tick">
          <input
            type="radio"
            id={index === 0 ? id : `${id}-${value}`}
            name="www"
            value={value}
            defaultChecked={initialValue === value}
            aria-describedby={error === undefined ? undefined : `${id}-error`}
          />
          <b>{label}</b>
        </label>
      ))}
    </fieldset>
  );
}
