import { useActionData } from "@remix-run/react";
import { isReplyTo } from "#app/platform/http/form-reply.ts";
import { MAX_WORDS, REFUSALS } from "#app/requests/desk-forms.ts";
import type { RequestView } from "#app/requests/desk-view.ts";
import { Field } from "#app/ui/forms/field.tsx";
import { FormProblems } from "#app/ui/forms/form-problems.tsx";
import { AS_TYPED, controlProps, inputProps, problemOf } from "#app/ui/forms/input-props.ts";
import { SelectField } from "#app/ui/forms/select-field.tsx";
import { usePageForm } from "#app/ui/forms/use-page-form.ts";
import { Button } from "#app/ui/primitives/button.tsx";
import { Facts } from "./desk-facts.tsx";
import { PaneHeader } from "./panes.tsx";
import { Trail } from "./trail.tsx";
import { Writers } from "./writers.tsx";

type Props = { view: RequestView };
const actionOf = ({ id }: RequestView) => `/desk/requests/${id}`;

/** A request about a name: what is to be done, the forms that end it, and what was done. */
export function RequestPane({ view, headingAs }: Props & { headingAs: "h1" | "h2" }) {
  const { offered } = view;
  const actionData = useActionData();
  const isRefusing = isReplyTo("refuse", actionData);
  return (
    <>
      <PaneHeader tag={view.tag} note={view.age} title={view.title} headingAs={headingAs} />
      <Facts facts={view.facts} />
      <Writers>
        {offered.take && <ButtonForm view={view} form="take" label="Take it, so that only you work on it" />}
        {offered.done && (view.kind === "code" ? <CodeForm view={view} form="done" /> : <DoneForm view={view} />)}
        {offered.replace && (
          <details className="desk-fold" open={isReplyTo("replace", actionData) || isReplyTo("done", actionData)}>
            <summary>Replace the code</summary>
            <div className="pt-3">
              <CodeForm view={view} form="replace" />
            </div>
          </details>
        )}
        {offered.refuse && (
          <details className="desk-fold" open={isRefusing}>
            <summary className="text-bad">Refuse it</summary>
            <div className="pt-3">
              <RefuseForm view={view} />
            </div>
          </details>
        )}
        {offered["give-back"] && <ButtonForm view={view} form="give-back" label="Give it back" />}
      </Writers>
      <Trail of="this request" lines={view.trail} />
    </>
  );
}

function ButtonForm({ view, form, label }: Props & { form: "take" | "give-back"; label: string }) {
  const page = usePageForm({ id: form, formKey: "first", defaultValue: {} });
  return (
    <form {...page.formProps} action={actionOf(view)} className="form">
      <FormProblems page={page} />
      <input type="hidden" name="form" value={form} />
      <Button {...(form === "give-back" && { kind: "alt" as const })}>{label}</Button>
    </form>
  );
}

function DoneForm({ view }: Props) {
  const page = usePageForm({ id: "done", formKey: "first", defaultValue: {} });
  return (
    <form {...page.formProps} action={actionOf(view)} className="form form-box">
      <FormProblems page={page} />
      <input type="hidden" name="form" value="done" />
      <p>Do it at the registry first. Then the customer gets a mail that it is done.</p>
      <Button>Mark as done</Button>
    </form>
  );
}

/** Gives the customer the transfer code, or another one. The code is sealed, so that staff cannot read it again. */
function CodeForm({ view, form }: Props & { form: "done" | "replace" }) {
  const page = usePageForm({ id: form, formKey: "first", defaultValue: { code: "" } });
  const { code } = page.fields;
  return (
    <form {...page.formProps} action={actionOf(view)} className="form form-box">
      <FormProblems page={page} fields={[{ ...problemOf(code), label: "Transfer code" }]} />
      <input type="hidden" name="form" value={form} />
      {form === "replace" && <input type="hidden" name="replaces" value={view.endedAt} />}
      <Field
        {...inputProps(code)}
        {...AS_TYPED}
        label="Transfer code"
        hint="The customer gets a mail without it, and reads it after the password. You cannot read it again."
        maxLength={255}
        required
      />
      <Button>{form === "replace" ? "Give the customer this code instead" : "Give it to the customer"}</Button>
    </form>
  );
}

function RefuseForm({ view }: Props) {
  const page = usePageForm({ id: "refuse", formKey: "first", defaultValue: { why: "registry", words: "" } });
  const { why, words } = page.fields;
  return (
    <form {...page.formProps} action={actionOf(view)} className="form">
      <FormProblems
        page={page}
        fields={[
          { ...problemOf(why), label: "Why" },
          { ...problemOf(words), label: "In your own words" },
        ]}
      />
      <input type="hidden" name="form" value="refuse" />
      <SelectField {...controlProps(why)} label="Why" hint="The customer reads it." options={REFUSALS} />
      <Field {...inputProps(words)} label="In your own words" maxLength={MAX_WORDS} isOptional />
      <Button kind="bad">Refuse it</Button>
    </form>
  );
}
