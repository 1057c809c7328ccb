import { useActionData } from "@remix-run/react";
import type { ReactNode } from "react";
import type { OrderForm } from "#app/orders/desk-order.ts";
import type { OrderView } from "#app/orders/desk-view.server.ts";
import { isReplyTo } from "#app/platform/http/form-reply.ts";
import { FormProblems } from "#app/ui/forms/form-problems.tsx";
import { usePageForm } from "#app/ui/forms/use-page-form.ts";
import { Button } from "#app/ui/primitives/button.tsx";
import { After, DoneForm, FailedForm, PriceForm, RefundForm } from "./order-typed-forms.tsx";

/** The titles of folded forms. */
const TITLES: Partial<Record<OrderForm, string>> = {
  accept: "Accept",
  done: "Done",
  price: "Name the price",
  failed: "Not done",
  refund: "Pay back",
  code: "Transfer code",
  "give-back": "Give it back",
};
/** The forms in their order. */
const ORDER: OrderForm[] = ["take", "refunded", "accept", "done", "price", "code", "failed", "refund", "give-back"];

/** Forms that are only a button. */
const BUTTONS: Partial<Record<OrderForm, { label: string; text?: string }>> = {
  take: { label: "Take it", text: "While you have it, nobody else can end it." },
  refunded: { label: "It is paid back" },
  accept: { label: "Accept: send the bill", text: "The e-mail has the link to pay. It cannot be taken back." },
  code: { label: "Show the code", text: "It is shown once. The log says who looked." },
  "give-back": { label: "Give it back", text: "Another of us can take it then." },
};

/** The forms that an order offers: the first is open, the others are folded. */
export function OrderForms({ view }: { view: OrderView }) {
  const reply = useActionData<unknown>();
  const forms = ORDER.filter((form) => view.offered[form]);
  // An order that has ended needs nothing more.
  const first = forms.find((form) => form !== "refund");
  const typed: Partial<Record<OrderForm, ReactNode>> = {
    done: <DoneForm view={view} isFirst={first === "done"} />,
    price: <PriceForm view={view} />,
    failed: <FailedForm view={view} />,
    refund: <RefundForm view={view} />,
  };
  const content = (form: OrderForm) => typed[form] ?? <ButtonForm view={view} form={form} isFirst={form === first} />;
  return (
    <>
      {first !== undefined && content(first)}
      {forms
        .filter((form) => form !== first)
        .map((form) => (
          <details key={form} className="desk-fold" open={isReplyTo(form, reply)}>
            <summary>{TITLES[form]}</summary>
            <div className="pt-3">{content(form)}</div>
          </details>
        ))}
    </>
  );
}

function ButtonForm({ view, form, isFirst }: { view: OrderView; form: OrderForm; isFirst: boolean }) {
  const page = usePageForm({ id: form, formKey: "first", defaultValue: {} });
  const { label = "", text } = BUTTONS[form] ?? {};
  return (
    <form {...page.formProps} action={`/desk/orders/${view.id}`} className="form">
      <FormProblems page={page} />
      <input type="hidden" name="form" value={form} />
      {text !== undefined && <p>{text}</p>}
      <After words={view.after[form]} />
      {isFirst ? <Button>{label}</Button> : <Button kind="alt">{label}</Button>}
    </form>
  );
}
