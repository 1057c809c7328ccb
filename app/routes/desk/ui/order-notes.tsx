import type { OrderView } from "#app/orders/desk-view.server.ts";
import { LongField } from "#app/ui/forms/field.tsx";
import { FormProblems } from "#app/ui/forms/form-problems.tsx";
import { controlProps, problemOf } from "#app/ui/forms/input-props.ts";
import { usePageForm } from "#app/ui/forms/use-page-form.ts";
import { Button } from "#app/ui/primitives/button.tsx";

/** The notes of an order, the newest first, and the form for another. */
export function OrderNotes({ view }: { view: OrderView }) {
  return (
    <section className="flow" aria-labelledby="notes">
      <h2 id="notes">Notes for us</h2>
      {view.notes.map(({ author, body, when }) => (
        <div key={`${when} ${body}`}>
          <p className="stranger">{body}</p>
          <p className="quiet stranger">
            {author}, {when}
          </p>
        </div>
      ))}
      <NoteForm view={view} />
    </section>
  );
}

/** Adds a note that only staff read. */
function NoteForm({ view }: { view: OrderView }) {
  const page = usePageForm({ id: "note", round: "first", defaultValue: { body: "" } });
  const { body } = page.fields;
  return (
    <form {...page.formProps} action={`/desk/orders/${view.id}`} className="form">
      <FormProblems page={page} fields={[{ ...problemOf(body), label: "New note" }]} />
      <input type="hidden" name="form" value="note" />
      <LongField {...controlProps(body)} rows={3} required label="New note" hint="Customers never see it." />
      <Button kind="alt">Keep the note</Button>
    </form>
  );
}
