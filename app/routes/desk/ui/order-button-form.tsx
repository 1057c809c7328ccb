import type { ReactNode } from "react";
import type { OrderForm } from "#app/orders/desk-order.ts";
import type { OrderView } from "#app/orders/desk-view.server.ts";
import { FormProblems } from "#app/ui/forms/form-problems.tsx";
import { type PageForm, usePageForm } from "#app/ui/forms/use-page-form.ts";
import { Button, buttonClass } from "#app/ui/primitives/button.tsx";

/** Returns the URL to which all forms of an order post. */
export const actionOf = ({ id }: Pick<OrderView, "id">) => `/desk/orders/${id}`;

/** Forms that are only a button. */
const BUTTONS: Partial<Record<OrderForm, { label: string; text?: string }>> = {
  take: { label: "Take it" },
  refunded: { label: "Mark as paid back" },
  accept: { label: "Accept: send the bill", text: "The e-mail has the link to pay. It cannot be taken back." },
  code: { label: "Show the code", text: "It is shown once. The log says who looked." },
  "give-back": { label: "Release", text: "Then a colleague can take it." },
};

type ButtonFormProps = { view: OrderView; form: OrderForm; look: "main" | "alt" | "beside" };

/** A form that is only a button. "beside": it stands in a line with other things. */
export function ButtonForm({ view, form, look }: ButtonFormProps) {
  const page = usePageForm({ id: form, formKey: "first", defaultValue: {} });
  const { label = "", text } = BUTTONS[form] ?? {};
  return (
    <form {...page.formProps} action={actionOf(view)} className={look === "beside" ? "desk-acts" : "form"}>
      <FormProblems page={page} />
      <input type="hidden" name="form" value={form} />
      {text !== undefined && <p>{text}</p>}
      {look !== "beside" && <After words={view.after[form]} />}
      <Button {...(look !== "main" && { kind: "alt" as const })}>{label}</Button>
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

type Problems = Parameters<typeof FormProblems>[0];

/** The errors above a form. What staff must confirm is no error: `Confirm` shows it at the button. */
export function OrderProblems({ page, fields }: { page: PageForm } & Pick<Problems, "fields">) {
  const shown = page.carry.sure ? { ...page, title: undefined, message: undefined } : page;
  return <FormProblems page={shown} {...(fields && { fields })} />;
}

/** `backTo`: the address of the page without the question. */
type ConfirmProps = { page: PageForm; backTo: string; yes: string; isBad?: boolean; children: ReactNode };

/**
 * The end of a form whose act cannot be undone: its button (`children`) and, once that was pressed, the question of
 * `secondLook` or `serviceLook` with its two answers. The question then hides the rest of the form (desk.css).
 */
export function Confirm({ page, backTo, yes, isBad, children }: ConfirmProps) {
  if (!page.carry.sure) return children;
  return (
    // biome-ignore lint/a11y/noAutofocus: without scripts this is the only way to bring the question and its answers into view
    <section className="flow sure" aria-labelledby="sure" tabIndex={-1} autoFocus>
      <p className="banner-title" id="sure">
        {page.title}
      </p>
      <p className="stranger">{page.message}</p>
      <div className="actions">
        <Button {...(isBad && { kind: "bad" as const })} data-key="e">
          {yes}
        </Button>
        <a className={buttonClass("alt")} href={backTo}>
          No, change nothing
        </a>
      </div>
    </section>
  );
}
