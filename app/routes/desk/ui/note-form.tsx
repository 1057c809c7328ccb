import { useActionData } from "@remix-run/react";
import { isReplyTo } from "#app/platform/http/form-reply.ts";
import { LongField } from "#app/ui/forms/field.tsx";
import { FormProblems } from "#app/ui/forms/form-problems.tsx";
import { controlProps, problemOf } from "#app/ui/forms/input-props.ts";
import { usePageForm } from "#app/ui/forms/use-page-form.ts";
import { Button } from "#app/ui/primitives/button.tsx";
import { Writers } from "./writers.tsx";

export const NOTE_FORM = "note";

/** Adds a note that only staff read. It is folded. `action`: the page of what it is about. */
export function NoteForm({ action }: { action: string }) {
  const page = usePageForm({ id: NOTE_FORM, formKey: "first", defaultValue: { body: "" } });
  const { body } = page.fields;
  return (
    <Writers>
      <details open={isReplyTo(NOTE_FORM, useActionData())}>
        <summary>Add a note</summary>
        <form {...page.formProps} action={action} className="form">
          <FormProblems page={page} fields={[{ ...problemOf(body), label: "New note" }]} />
          <input type="hidden" name="form" value={NOTE_FORM} />
          <LongField {...controlProps(body)} rows={2} required label="New note" hint="Customers never see it." />
          <Button kind="alt">Add the note</Button>
        </form>
      </details>
    </Writers>
  );
}
