import { Form } from "@remix-run/react";

/** The button that takes a change back. `to` is the address of its job; `of` says which change, where there are several. */
export function UndoForm({ to, of }: { to: string; of?: string }) {
  return (
    <Form method="post" action={to}>
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
