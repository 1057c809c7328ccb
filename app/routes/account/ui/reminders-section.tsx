import { InlineFlash } from "#app/ui/feedback/inline-flash.tsx";
import { OwnFormProblems } from "#app/ui/forms/own-form-problems.tsx";
import { useFormKey, usePageForm } from "#app/ui/forms/use-page-form.ts";
import { Button } from "#app/ui/primitives/button.tsx";

export const REMINDERS_FORM = "reminders";

/** Whether the customer gets renewal reminders, and the switch. `wants`: null when it could not be read. */
export function RemindersSection({ wants }: { wants: boolean | null }) {
  const formKey = useFormKey(REMINDERS_FORM);
  return (
    <>
      {wants === null ? (
        <p>We can’t read this setting right now. Please reload this page.</p>
      ) : (
        <Switch key={formKey} formKey={formKey} wants={wants} />
      )}
      <p className="text-ink-2">The last warnings always come: when a domain stops working, and before it is lost.</p>
    </>
  );
}

function Switch({ formKey, wants }: { formKey: string; wants: boolean }) {
  const page = usePageForm({ id: REMINDERS_FORM, formKey, defaultValue: {} });
  return (
    <page.Form {...page.formProps} action="/profile" className="form">
      <OwnFormProblems page={page} />
      {page.data === undefined && !page.isPending && <InlineFlash about={REMINDERS_FORM} />}
      <p>
        {wants
          ? "We e-mail you 60, 30 and 15 days before a domain of yours ends, and the day before."
          : "Reminders are off. We don’t e-mail you before a domain of yours ends."}
      </p>
      <input type="hidden" name="form" value={REMINDERS_FORM} />
      <input type="hidden" name="wants" value={wants ? "no" : "yes"} />
      <p>
        <Button kind="alt" isPending={page.isPending} pendingLabel="Saving...">
          {wants ? "Switch reminders off" : "Switch reminders on"}
        </Button>
      </p>
    </page.Form>
  );
}
