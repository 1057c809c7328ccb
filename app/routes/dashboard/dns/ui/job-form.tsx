import { type ReactNode, useEffect } from "react";
import { FormProblems } from "#app/ui/forms/form-problems.tsx";
import { usePageForm } from "#app/ui/forms/use-page-form.ts";
import { Button } from "#app/ui/primitives/button.tsx";

/** A button of a job's page: what it asks for, what it says, and what it says while it does. */
export type JobButton = { intent: string; label: string; pendingLabel: string; kind?: "alt" };

type JobFormProps = {
  /** The name among the forms of the page: "job", or "restore". */
  form?: "job" | "restore";
  action: string;
  buttons: readonly JobButton[];
  /** With scripts the first button presses itself, as long as nothing stands in the way. */
  isGoingOn?: boolean;
  children?: ReactNode;
};

/** The buttons of a job, in one form. */
export function JobForm({ form: name = "job", action, buttons, isGoingOn = false, children }: JobFormProps) {
  const page = usePageForm({ id: name, round: "first", defaultValue: {} });
  const { isPending, message } = page;
  const wait = Number(page.carry.wait ?? 0);
  const formId = page.formProps.id;
  useEffect(() => {
    const isBlocked = message !== undefined && wait === 0;
    if (!isGoingOn || isPending || isBlocked) return;
    const timer = setTimeout(() => {
      const form = document.getElementById(formId);
      if (form instanceof HTMLFormElement) form.requestSubmit(form.querySelector("button"));
    }, wait * 1000);
    return () => clearTimeout(timer);
  }, [isGoingOn, isPending, message, wait, formId]);
  return (
    <page.Form {...page.formProps} action={action} className="form">
      <FormProblems page={page} />
      {children}
      <div className="actions">
        {buttons.map(({ intent, label, pendingLabel, kind }) => (
          <Button
            key={intent}
            {...(kind && { kind })}
            name="intent"
            value={intent}
            isPending={isPending}
            pendingLabel={pendingLabel}
          >
            {label}
          </Button>
        ))}
      </div>
    </page.Form>
  );
}
