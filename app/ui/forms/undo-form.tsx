import { Form } from "@remix-run/react";
import { CsrfToken } from "#app/ui/forms/csrf-token.tsx";

/** The button that undoes a change. `to` is the URL of its job; `of` names the change where a page has several. */
export function UndoForm({ to, of }: { to: string; of?: string }) {
  return (
    <Form method="post" action={to}>
      <CsrfToken />
      <button
        type="submit"
        className="undo"
        name="intent"
        value="undo"
        aria-label={of === undefined ? undefined : `Undo: ${of}`}
      >
        Undo
      </button>
    </Form>
  );
}
