import { useActionData } from "@remix-run/react";
import type { ReactNode } from "react";
import type { OrderKind } from "#app/domains/order-kinds.ts";
import { FAILURE_REASONS, FAILURES, type OrderForm } from "#app/orders/desk-order.ts";
import type { OrderView } from "#app/orders/desk-view.server.ts";
import { isReplyTo } from "#app/platform/http/form-reply.ts";
import { formatKsh } from "#app/platform/money.ts";
import { Field, LongField } from "#app/ui/forms/field.tsx";
import { controlProps, inputProps, problemOf } from "#app/ui/forms/input-props.ts";
import { SelectField } from "#app/ui/forms/select-field.tsx";
import { type PageForm, usePageForm } from "#app/ui/forms/use-page-form.ts";
import { Button, ButtonLink } from "#app/ui/primitives/button.tsx";
import { After, actionOf, ButtonForm, Confirm, OrderProblems } from "./order-button-form.tsx";
import { ReopenForm, RepriceForm } from "./order-correction-forms.tsx";
import { Writers } from "./writers.tsx";

/** How each kind of order ends: the button, the label of the name's last day, and the form for an order that is not done. */
const ENDINGS: Record<OrderKind, { done: string; until: string; failed: string }> = {
  register: { done: "Mark as registered", until: "Registered until", failed: "Cannot register it" },
  renew: { done: "Mark as renewed", until: "Renewed until", failed: "Cannot renew it" },
  transfer: { done: "Mark as transferred", until: "Registered until", failed: "Cannot transfer it" },
  certificate: { done: "Mark as in place", until: "", failed: "Cannot put it in place" },
  hosting: { done: "Mark as set up", until: "", failed: "Cannot set it up" },
  mail: { done: "Mark as set up", until: "", failed: "Cannot set them up" },
  extend: { done: "Mark as renewed", until: "", failed: "Cannot renew it" },
  upgrade: { done: "Mark as changed", until: "", failed: "Cannot change it" },
};
/** The titles of folded forms. */
const TITLES: Partial<Record<OrderForm, string>> = {
  accept: "Accept",
  price: "Set the price",
  reprice: "Change the price",
  refund: "Pay back",
  code: "Transfer code",
  "give-back": "Release",
  reopen: "Reopen it",
};
/** The forms in their order. "take" stands beside the order's state. */
const ORDER: OrderForm[] = [
  ...(["refunded", "accept", "price", "reprice", "code"] as const),
  ...(["done", "failed", "refund", "give-back", "reopen"] as const),
];

/** The forms that an order offers: the first is open in a box, the others are folded beside the links (`children`). */
export function OrderForms({ view, children }: { view: OrderView; children: ReactNode }) {
  const actionData = useActionData<unknown>();
  const forms = ORDER.filter((form) => view.offered[form]);
  // A transfer's code is needed before its end. An order that has ended or is not paid needs nothing more from staff.
  const isIdle = view.isUnpaid || !view.isOpen;
  const isToSetUp = view.service?.isToSetUp ?? false;
  const later = ["code", "failed", "reprice", ...(isToSetUp ? ["give-back"] : [])];
  const first = forms.find((form) => form === "refunded" || (!isIdle && !later.includes(form)));
  const typed: Partial<Record<OrderForm, ReactNode>> = {
    done: <DoneForm view={view} isFirst={first === "done"} />,
    price: <PriceForm view={view} />,
    reprice: <RepriceForm view={view} />,
    failed: <FailedForm view={view} />,
    refund: <RefundForm view={view} />,
    reopen: <ReopenForm view={view} />,
  };
  const content = (form: OrderForm) =>
    typed[form] ?? <ButtonForm view={view} form={form} look={form === first ? "main" : "alt"} />;
  const { done, failed } = ENDINGS[view.kind];
  const fold = (form: OrderForm) => (
    <details key={form} open={isReplyTo(form, actionData)}>
      <summary className={form === "failed" ? "text-bad" : undefined}>
        {form === "done" ? done : form === "failed" ? failed : TITLES[form]}
      </summary>
      {content(form)}
    </details>
  );
  const folded = forms.filter((form) => form !== first);
  const ends: OrderForm[] = folded.filter((form) => form === "done" || form === "failed");
  return (
    <>
      <Writers>
        {first !== undefined && <div className="form-box">{content(first)}</div>}
        {view.service && isToSetUp && !view.isOthers && (
          <p className="actions">
            <ButtonLink {...(first === undefined && !isIdle ? {} : { kind: "alt" as const })} to={view.service.href}>
              Set it up, and end the order
            </ButtonLink>
          </p>
        )}
      </Writers>
      <div className={ends.length > 0 ? "desk-acts border-b border-line pb-4" : "desk-acts"}>
        {children}
        <Writers>{folded.filter((form) => !ends.includes(form)).map(fold)}</Writers>
      </div>
      {ends.length > 0 && (
        <Writers>
          <div className="desk-acts">{ends.map(fold)}</div>
        </Writers>
      )}
    </>
  );
}

type Props = { view: OrderView };

const LABELS = {
  ksh: "Price in shillings",
  refund: "Shillings to pay back",
  why: "Why not?",
  words: "In your own words",
};
const MAILED = "They get that by e-mail, too. It cannot be changed afterwards.";
const ENDED = "They get that by e-mail, too. You can reopen it for 30 days.";

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
      <OrderProblems page={page} fields={[{ ...problemOf(ksh), label: LABELS.ksh }]} />
      <HiddenFields form="price" page={page} />
      <Field
        {...inputProps(ksh)}
        required
        label={LABELS.ksh}
        hint={view.takesPayments ? "You can change it until money comes." : "It cannot be changed afterwards."}
        inputMode="numeric"
      />
      <Confirm page={page} backTo={actionOf(view)} yes="Yes, set this price">
        <After
          words={view.after.price}
          mail={view.takesPayments ? "The e-mail has the price and the link to pay." : "The e-mail has the price."}
        />
        <Button kind="alt">Set the price</Button>
      </Confirm>
    </form>
  );
}

/** Ends an order as done, with the last day of its name. */
export function DoneForm({ view, isFirst }: Props & { isFirst: boolean }) {
  const { days, kind, priceKsh } = view;
  const defaultValue = { until: days?.expected ?? "", expectedExpiry: days?.expectedExpiry ?? "" };
  const page = usePageForm({ id: "done", formKey: "first", defaultValue });
  const { until, expectedExpiry } = page.fields;
  const words = ENDINGS[kind];
  return (
    <form {...page.formProps} action={actionOf(view)} className="form">
      <OrderProblems page={page} fields={[{ ...problemOf(until), label: words.until }]} />
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
            label={words.until}
            hint={kind === "renew" ? "As the registry shows it. Later than now." : "As the registry shows it."}
          />
        </>
      )}
      {priceKsh === 0 && <p>It has no price yet. You cannot set one afterwards.</p>}
      <Confirm page={page} backTo={actionOf(view)} yes={`Yes, ${words.done.toLowerCase()}`}>
        <Button {...(isFirst ? {} : { kind: "alt" })} data-key="e">
          {words.done}, next order
        </Button>
        <After words={view.after.done} mail={ENDED} />
      </Confirm>
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
      <OrderProblems
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
      <Confirm page={page} backTo={actionOf(view)} yes="Yes, close as not done" isBad>
        <After words={view.after.failed} mail={`With your reason in its place. ${ENDED}`} />
        <Button kind="bad">Close as not done, next order</Button>
      </Confirm>
    </form>
  );
}

/** Enters what the customer gets back for an ended order. */
export function RefundForm({ view }: Props) {
  const page = usePageForm({ id: "refund", formKey: "first", defaultValue: { ksh: "" } });
  const { ksh } = page.fields;
  return (
    <form {...page.formProps} action={actionOf(view)} className="form">
      <OrderProblems page={page} fields={[{ ...problemOf(ksh), label: LABELS.refund }]} />
      <HiddenFields form="refund" page={page} />
      <Field
        {...inputProps(ksh)}
        required
        label={LABELS.refund}
        hint={`At most ${formatKsh(view.maxRefundKsh)}.`}
        inputMode="numeric"
      />
      <Confirm page={page} backTo={actionOf(view)} yes="Yes, enter this refund">
        <After words={view.after.refund} mail={MAILED} />
        <Button kind="alt">Enter the refund</Button>
      </Confirm>
    </form>
  );
}
