import type { OrderForm } from "#app/orders/desk-order.ts";
import type { OrderView } from "#app/orders/desk-view.server.ts";
import { FormProblems } from "#app/ui/forms/form-problems.tsx";
import { usePageForm } from "#app/ui/forms/use-page-form.ts";
import { Button } from "#app/ui/primitives/button.tsx";

/** Returns the URL to which all forms of an order post. */
export const actionOf = ({ id }: Pick<OrderView, "id">) => `/desk/orders/${id}`;

/** Forms that are only a button. */
const BUTTONS: Partial<Record<OrderForm, { label: string; text?: string }>> = {
  take: { label: "Take it, so that only you work on it" },
  refunded: { label: "Mark as paid back" },
  accept: { label: "Accept: send the bill", text: "The e-mail has the link to pay. It cannot be taken back." },
  code: { label: "Show the code", text: "It is shown once. The log says who looked." },
  "give-back": { label: "Release", text: "Then a colleague can take it." },
};

type ButtonFormProps = { view: OrderView; form: OrderForm; look: "main" | "alt" | "link" };

/** A form that is only a button. "link": it stands in a line of text. */
export function ButtonForm({ view, form, look }: ButtonFormProps) {
  const page = usePageForm({ id: form, formKey: "first", defaultValue: {} });
  const { label = "", text } = BUTTONS[form] ?? {};
  return (
    <form {...page.formProps} action={actionOf(view)} className={look === "link" ? undefined : "form"}>
      <FormProblems page={page} />
      <input type="hidden" name="form" value={form} />
      {text !== undefined && <p>{text}</p>}
      {look === "link" ? (
        <button type="submit" className="link-button min-h-touch text-left">
          {label}
        </button>
      ) : (
        <>
          <After words={view.after[form]} />
          <Button {...(look === "alt" && { kind: "alt" as const })}>{label}</Button>
        </>
      )}
    </form>
  );
}

/** Shows beside a button what the customer reads after it was pressed. `mail` says what we e-mail. */
export function After({ words, mail }: { words: string | undefined; mail?: string }) {
  return words === undefined ? null : (
    <p className="quiet">
      Then the customer reads: <q className="stranger">{words}</q>
      {mail !== undefined && ` ${mail}`}
    </p>
  );
}
