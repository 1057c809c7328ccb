import { InlineFlash } from "#app/ui/feedback/inline-flash.tsx";
import { Field } from "#app/ui/forms/field.tsx";
import { AS_TYPED, inputProps, problemOf } from "#app/ui/forms/input-props.ts";
import { OwnFormProblems } from "#app/ui/forms/own-form-problems.tsx";
import { useFormKey, usePageForm } from "#app/ui/forms/use-page-form.ts";
import { Button } from "#app/ui/primitives/button.tsx";

export const COPIES_FORM = "copies";
export const END_COPIES_FORM = "end-copies";

/** The billing contact: null if there is none, undefined if it could not be read. */
export type Contact = { email: string; isConfirmed: boolean } | null | undefined;

/** The second address that gets copies of bills, receipts and reminders: its state, and the forms that change it. */
export function CopiesSection({ contact }: { contact: Contact }) {
  if (contact === undefined) return <p>We can’t read this setting right now. Please reload this page.</p>;
  return (
    <>
      {contact && (
        <p>
          {contact.isConfirmed
            ? `Copies go to ${contact.email}.`
            : `We wrote to ${contact.email}. Copies begin when the link in that e-mail was opened and confirmed.`}
        </p>
      )}
      <NameForm hasContact={contact !== null} />
      {contact && <EndForm />}
    </>
  );
}

function NameForm({ hasContact }: { hasContact: boolean }) {
  const formKey = useFormKey(COPIES_FORM);
  const page = usePageForm({ id: COPIES_FORM, formKey, defaultValue: { contact: "" } });
  const { fields, isPending } = page;
  return (
    <page.Form key={formKey} {...page.formProps} action="/profile" className="form">
      <OwnFormProblems page={page} fields={[{ ...problemOf(fields.contact), label: "E-mail for copies" }]} />
      {page.data === undefined && !isPending && <InlineFlash about={COPIES_FORM} />}
      <input type="hidden" name="form" value={COPIES_FORM} />
      <Field
        {...inputProps(fields.contact, "email")}
        label={hasContact ? "Another e-mail for copies" : "E-mail for copies"}
        hint="For example your bookkeeper’s. It can’t sign in."
        autoComplete="email"
        {...AS_TYPED}
      />
      <Button kind="alt" isPending={isPending} pendingLabel="Saving...">
        Send a link to confirm
      </Button>
    </page.Form>
  );
}

function EndForm() {
  const formKey = useFormKey(END_COPIES_FORM);
  const page = usePageForm({ id: END_COPIES_FORM, formKey, defaultValue: {} });
  return (
    <page.Form key={formKey} {...page.formProps} action="/profile" className="form">
      <OwnFormProblems page={page} />
      <input type="hidden" name="form" value={END_COPIES_FORM} />
      <Button kind="alt" isPending={page.isPending} pendingLabel="Saving...">
        Stop copies
      </Button>
    </page.Form>
  );
}
