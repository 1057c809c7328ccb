import type { ReactNode } from "react";
import { DELETE_REASONS } from "#app/desk/delete-reasons.ts";
import { FieldError } from "#app/ui/forms/field.tsx";
import { FormProblems } from "#app/ui/forms/form-problems.tsx";
import { controlProps, problemOf } from "#app/ui/forms/input-props.ts";
import { SelectField } from "#app/ui/forms/select-field.tsx";
import { useFormKey, usePageForm } from "#app/ui/forms/use-page-form.ts";
import { Button } from "#app/ui/primitives/button.tsx";

/** The id by which replies name the forms that delete messages. */
export const DELETE_FORM = "delete";

const REASONS = [{ value: "", label: "Select..." }, ...DELETE_REASONS];
const FOR_GOOD = "Its answers, notes and mails go, too. Nobody can bring it back.";

/** The form that deletes a message. `version`: when it was last touched. */
export function DeleteThreadForm({ id, version }: { id: string; version: string }) {
  const page = usePageForm({ id: DELETE_FORM, formKey: useFormKey(DELETE_FORM), defaultValue: { reason: "" } });
  const { reason } = page.fields;
  return (
    <page.Form {...page.formProps} action={`/desk/messages/${id}`} className="form">
      <FormProblems page={page} fields={[{ ...problemOf(reason), label: "Reason" }]} />
      <input type="hidden" name="form" value={DELETE_FORM} />
      <input type="hidden" name="expectedVersion" value={version} />
      <SelectField {...controlProps(reason)} required label="Reason" hint={FOR_GOOD} options={REASONS} />
      <Button kind="bad">Delete</Button>
    </page.Form>
  );
}

type DeleteThreadsProps = {
  /** The page that the form is on, and the list without boxes. */
  action: string;
  back: string;
  /** The list, in which each message has a box. Takes the values that were ticked. */
  children: (ticked: readonly unknown[]) => ReactNode;
};

/** A list in which messages are ticked to be deleted. */
export function DeleteThreadsForm({ action, back, children }: DeleteThreadsProps) {
  const page = usePageForm({
    id: DELETE_FORM,
    formKey: useFormKey(DELETE_FORM),
    defaultValue: { thread: "", reason: "" },
  });
  const { thread, reason } = page.fields;
  const problems = [
    { ...problemOf(thread), label: "Messages" },
    { ...problemOf(reason), label: "Reason" },
  ];
  return (
    <page.Form {...page.formProps} action={action} className="tick-form">
      <FormProblems page={page} fields={problems} />
      <div id={thread.id} tabIndex={-1}>
        {thread.errors?.[0] !== undefined && <FieldError id={`${thread.id}-error`}>{thread.errors[0]}</FieldError>}
        {children([thread.initialValue].flat())}
      </div>
      <p className="until-ticked">Tick the messages that you want to delete.</p>
      <div className="form p-4">
        <SelectField
          {...controlProps(reason)}
          required
          label="Reason"
          hint="Answers, notes and mails of a message go with it. Nobody can bring it back."
          options={REASONS}
        />
        <Button kind="bad">Delete the ticked messages</Button>
      </div>
      <p className="actions">
        <a className="link" href={back}>
          Back to the list
        </a>
      </p>
    </page.Form>
  );
}
