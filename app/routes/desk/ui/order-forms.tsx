import { useActionData } from "@remix-run/react";
import type { ReactNode } from "react";
import { FAILURE_REASONS, FAILURES, type OrderForm } from "#app/orders/desk-order.ts";
import type { OrderView } from "#app/orders/desk-view.server.ts";
import { isReplyTo } from "#app/platform/http/form-reply.ts";
import { formatKsh } from "#app/platform/money.ts";
import { Field, LongField } from "#app/ui/forms/field.tsx";
import { FormProblems } from "#app/ui/forms/form-problems.tsx";
import { controlProps, inputProps, problemOf } from "#app/ui/forms/input-props.ts";
import { SelectField } from "#app/ui/forms/select-field.tsx";
import { type PageForm, usePageForm } from "#app/ui/forms/use-page-form.ts";
import { Button } from "#app/ui/primitives/button.tsx";

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
  const actionData = useActionData<unknown>();
  const forms = ORDER.filter((form) => view.offered[form]);
  // An order that has ended needs nothing more, so the form for a refund stays folded.
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
          <details key={form} className="desk-fold" open={isReplyTo(form, actionData)}>
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

type Props = { view: OrderView };

const LABELS = {
  ksh: "Price in shillings",
  refund: "Shillings to pay back",
  until: "Last day of the name",
  why: "Why not?",
  words: "In your own words",
};
const MAILED = "We e-mail them that, too. It cannot be changed afterwards.";

const actionOf = ({ id }: Pick<OrderView, "id">) => `/desk/orders/${id}`;

/** The form's name and, after the first submission has shown what the customer will read, `sure` (`secondLook`). */
function HiddenFields({ form, page }: { form: string; page: Pick<PageForm, "carry"> }) {
  return Object.entries({ form, ...page.carry }).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ));
}

/** Names the price of an order that has none. */
export function PriceForm({ view }: Props) {
  const page = usePageForm({ id: "price", formKey: "first", defaultValue: { ksh: "" } });
  const { ksh } = page.fields;
  return (
    <form {...page.formProps} action={actionOf(view)} className="form">
      <FormProblems page={page} fields={[{ ...problemOf(ksh), label: LABELS.ksh }]} />
      <HiddenFields form="price" page={page} />
      <Field
        {...inputProps(ksh)}
        required
        label={LABELS.ksh}
        hint="It cannot be changed afterwards."
        inputMode="numeric"
      />
      <After
        words={view.after.price}
        mail={view.takesPayments ? "The e-mail has the price and the link to pay." : "The e-mail has the price."}
      />
      <Button kind="alt">{page.carry.sure ? "Yes, name this price" : "Name the price"}</Button>
    </form>
  );
}

/** Ends an order as done, with the last day of its name. */
export function DoneForm({ view, isFirst }: Props & { isFirst: boolean }) {
  const { days, kind, priceKsh } = view;
  const defaultValue = { until: days?.expected ?? "", expectedExpiry: days?.expectedExpiry ?? "" };
  const page = usePageForm({ id: "done", formKey: "first", defaultValue });
  const { until, expectedExpiry } = page.fields;
  return (
    <form {...page.formProps} action={actionOf(view)} className="form">
      <FormProblems page={page} fields={[{ ...problemOf(until), label: LABELS.until }]} />
      <HiddenFields form="done" page={page} />
      {days && (
        <>
          {/* The date that this page shows, not that of a refused form: staff have now seen the new date. */}
          <input type="hidden" name={expectedExpiry.name} value={days.expectedExpiry} />
          <Field
            {...controlProps(until)}
            type="date"
            required
            min={days.min}
            max={days.max}
            label={LABELS.until}
            hint={kind === "renew" ? "As the registry shows it. Later than now." : "As the registry shows it."}
          />
        </>
      )}
      {priceKsh === 0 && <p>It has no price yet. You cannot name one afterwards.</p>}
      <After words={view.after.done} mail={MAILED} />
      <Button {...(isFirst ? {} : { kind: "alt" })}>{page.carry.sure ? "Yes, it is done" : "It is done"}</Button>
    </form>
  );
}

/** Ends an order as not done, with a reason for the customer. */
export function FailedForm({ view }: Props) {
  const page = usePageForm({ id: "failed", formKey: "first", defaultValue: { why: "", words: "", ksh: "" } });
  const { why, words, ksh } = page.fields;
  const options = FAILURES.map((value) => ({
    value,
    label: FAILURE_REASONS[value] || "Something else: in your words",
  }));
  return (
    <form {...page.formProps} action={actionOf(view)} className="form">
      <FormProblems
        page={page}
        fields={[
          { ...problemOf(why), label: LABELS.why },
          { ...problemOf(words), label: LABELS.words },
          { ...problemOf(ksh), label: LABELS.refund },
        ]}
      />
      <HiddenFields form="failed" page={page} />
      <SelectField
        {...controlProps(why)}
        required
        label={LABELS.why}
        options={[{ value: "", label: "Choose why" }, ...options]}
      />
      <LongField
        {...controlProps(words)}
        rows={3}
        label={LABELS.words}
        hint="The customer reads them in place of the line above. At most 500 letters."
        isOptional
      />
      {view.maxRefundKsh > 0 && (
        <Field
          {...inputProps(ksh)}
          label={LABELS.refund}
          hint={`If they have paid: then they read that we pay it back. At most ${formatKsh(view.maxRefundKsh)}.`}
          inputMode="numeric"
          isOptional
        />
      )}
      <After words={view.after.failed} mail={`With your reason in its place. ${MAILED}`} />
      <Button kind="bad">{page.carry.sure ? "Yes, it is not done" : "It is not done"}</Button>
    </form>
  );
}

/** Enters what the customer gets back for an ended order. */
export function RefundForm({ view }: Props) {
  const page = usePageForm({ id: "refund", formKey: "first", defaultValue: { ksh: "" } });
  const { ksh } = page.fields;
  return (
    <form {...page.formProps} action={actionOf(view)} className="form">
      <FormProblems page={page} fields={[{ ...problemOf(ksh), label: LABELS.refund }]} />
      <HiddenFields form="refund" page={page} />
      <Field
        {...inputProps(ksh)}
        required
        label={LABELS.refund}
        hint={`At most ${formatKsh(view.maxRefundKsh)}.`}
        inputMode="numeric"
      />
      <After words={view.after.refund} mail={MAILED} />
      <Button kind="alt">{page.carry.sure ? "Yes, enter this refund" : "Enter the refund"}</Button>
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
