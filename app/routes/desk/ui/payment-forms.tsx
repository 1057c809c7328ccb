import { useActionData } from "@remix-run/react";
import type { ReactNode } from "react";
import type { PaymentForm, PaymentView } from "#app/payments/desk-view.ts";
import { PAY_WAYS, WAY_NAMES } from "#app/payments/pay-ways.ts";
import { isReplyTo } from "#app/platform/http/form-reply.ts";
import { formatKsh } from "#app/platform/money.ts";
import { Field } from "#app/ui/forms/field.tsx";
import { FormProblems } from "#app/ui/forms/form-problems.tsx";
import { controlProps, inputProps, problemOf } from "#app/ui/forms/input-props.ts";
import { SelectField } from "#app/ui/forms/select-field.tsx";
import { usePageForm } from "#app/ui/forms/use-page-form.ts";
import { Button } from "#app/ui/primitives/button.tsx";
import { VoidForm } from "./payment-enter-form.tsx";
import { KeepForm } from "./payment-keep-form.tsx";

type Props = { view: PaymentView };

/** The forms in their order, with the titles of those that are folded. */
const FORMS: [form: PaymentForm, title: string][] = [
  ["refund", "Refund due"],
  ["surplus", "Paid too much"],
  ["keep", "Keep it for the next bill"],
  ["confirm", "Confirm"],
  ["match", "Match with a bill"],
  ["returned", "It was sent back"],
  ["delete", "The entry is wrong"],
  ["void", "It was not paid after all"],
  ["etims", "eTIMS number"],
];

/** Corrections and numbers for the books. Nobody waits for them. */
const LATER: ReadonlySet<PaymentForm> = new Set(["delete", "void", "etims"]);

/**
 * The forms that a payment offers. What somebody waits for is open above what we know of the payment (`children`), the search for
 * its bill below that; the others are folded below it. An eTIMS number is open if it is all that is missing.
 */
export function PaymentForms({ view, children }: Props & { children: ReactNode }) {
  const actionData = useActionData<unknown>();
  const { bill, offered, mustWait, match } = view;
  const content: Record<PaymentForm, ReactNode> = {
    refund: bill && (
      <PayBackForm view={view} id="refund" expectedKsh={bill.refundLeft}>
        {formatKsh(bill.refundLeft)} for orders that were not done. {IN_PARTS}
      </PayBackForm>
    ),
    surplus: bill && (
      <PayBackForm view={view} id="surplus" expectedKsh={bill.surplusLeft}>
        {formatKsh(bill.surplusLeft)} that were too much. {IN_PARTS}
      </PayBackForm>
    ),
    confirm: <CountForm view={view} id="confirm" expectedKsh={view.missing} after={view.after ?? ""} />,
    match: <MatchForm view={view} />,
    returned: (
      <PayBackForm view={view} id="returned">
        Send {formatKsh(view.amountKsh)} back first: this page only records it. It cannot be changed afterwards.
      </PayBackForm>
    ),
    keep: bill && <KeepForm code={view.code} bill={bill} />,
    void: <VoidForm view={view} />,
    delete: <DeleteForm view={view} />,
    etims: bill && <EtimsForm view={view} />,
  };
  const shown = FORMS.filter(([form]) => offered[form] && !(mustWait && (form === "confirm" || form === "match")));
  const sorted = match.typed !== "" && offered.match && !mustWait && match.bill ? byForm(shown, "match") : shown;
  const first = sorted.find(([form]) => !LATER.has(form));
  const others = sorted.filter((one) => one !== first);
  const isUnmatched = first?.[0] === "match";
  const isOpen = (form: PaymentForm) =>
    isReplyTo(form, actionData) ||
    (form === "match" && match.isUnknown) ||
    (form === "etims" && first === undefined && bill?.etimsNumber === null);
  return (
    <>
      {isUnmatched && children}
      {first && (
        <section className="form-box flow" aria-labelledby={`${first[0]}-title`}>
          <h2 id={`${first[0]}-title`}>{first[1]}</h2>
          {content[first[0]]}
        </section>
      )}
      {!isUnmatched && children}
      <div className="desk-acts">
        {others.map(([form, title]) => (
          <details key={form} open={isOpen(form)}>
            <summary>{title}</summary>
            <div className="flow">{content[form]}</div>
          </details>
        ))}
      </div>
    </>
  );
}

/** Returns the forms with the form `first` at the beginning. */
function byForm(forms: typeof FORMS, first: PaymentForm) {
  return [...forms.filter(([form]) => form === first), ...forms.filter(([form]) => form !== first)];
}

/**
 * Matches a payment with a bill: finds the bill by its reference, shows what would happen, and then counts the payment for the
 * bill.
 */
function MatchForm({ view }: Props) {
  const { match, code } = view;
  const error = match.isUnknown ? { error: "No bill has this reference. It looks like M12AB34C." } : {};
  return (
    <>
      <form action={`/desk/payments/${code}`} className="form">
        <Field
          {...{
            id: "to",
            name: "to",
            label: "Bill",
            type: "text",
            required: true,
            defaultValue: match.typed,
            ...error,
          }}
          hint="The account number of the bill. Nothing happens yet."
          maxLength={40}
          autoComplete="off"
          spellCheck={false}
        />
        <Button kind="alt">Show what happens</Button>
      </form>
      {match.bill && (
        <>
          <p className="stranger" dir="auto">
            {match.bill.about}
          </p>
          <CountForm
            view={view}
            id="match"
            expectedKsh={match.bill.missing}
            after={match.bill.after}
            reference={match.bill.reference}
          />
        </>
      )}
    </>
  );
}

type CountProps = Props & { id: "confirm" | "match"; expectedKsh: number; after: string; reference?: string };

/** Counts a payment whose amount somebody has read in the portal. */
function CountForm({ view, id, expectedKsh, after, reference }: CountProps) {
  const page = usePageForm({ id, formKey: "first", defaultValue: { ksh: "", reference: "" } });
  const { ksh } = page.fields;
  const { amount, confirmButton, differs } = view.look;
  const here = `/desk/payments/${view.code}`;
  return (
    <form {...page.formProps} action={reference === undefined ? here : `${here}?to=${reference}`} className="form">
      <FormProblems page={page} fields={[{ ...problemOf(ksh), label: amount }]} />
      <input type="hidden" name="form" value={id} />
      <input type="hidden" name="expectedKsh" value={expectedKsh} />
      {reference !== undefined && <input type="hidden" name="reference" value={reference} />}
      <p>{after}</p>
      <Field {...inputProps(ksh)} required label={amount} inputMode="numeric" />
      {view.mayDiffer && (
        <label className="flex min-h-touch items-center gap-3" htmlFor={`${id}-differs`}>
          <input type="checkbox" id={`${id}-differs`} name="differs" className="size-6 flex-none" />
          {differs} {formatKsh(view.amountKsh)}.
        </label>
      )}
      <Button data-key="e">{id === "confirm" ? confirmButton : `Count it for ${reference}`}</Button>
    </form>
  );
}

const WAYS = PAY_WAYS.map((value) => ({ value, label: WAY_NAMES[value] }));
const BACK_HINT = "The M-PESA code, the bank’s reference, or the number of the cheque or cash receipt.";

const IN_PARTS = "Send the money first: this page only records it. A part is possible.";

/** `expectedKsh`: the amount of the bill that is due to be paid back. */
type PayBackProps = Props & { id: "refund" | "surplus" | "returned"; expectedKsh?: number; children: ReactNode };

/** Notes how money was paid back: a refund or surplus of a bill, or a whole payment that counts for no bill. */
function PayBackForm({ view, id, expectedKsh, children }: PayBackProps) {
  const due = String(expectedKsh ?? view.amountKsh);
  const page = usePageForm({ id, formKey: "first", defaultValue: { ksh: due, way: "mpesa", code: "" } });
  const { ksh, way, code } = page.fields;
  const labels = { ksh: "Amount sent back (KSh)", way: "How", code: "Code or reference" };
  return (
    <form {...page.formProps} action={`/desk/payments/${view.code}`} className="form">
      <FormProblems
        page={page}
        fields={[
          { ...problemOf(ksh), label: labels.ksh },
          { ...problemOf(way), label: labels.way },
          { ...problemOf(code), label: labels.code },
        ]}
      />
      <input type="hidden" name="form" value={id} />
      {expectedKsh !== undefined && (
        <>
          <input type="hidden" name="reference" value={view.bill?.reference ?? ""} />
          <input type="hidden" name="expectedKsh" value={expectedKsh} />
        </>
      )}
      <p>{children}</p>
      <Field {...inputProps(ksh)} required label={labels.ksh} inputMode="numeric" />
      <SelectField {...controlProps(way)} label={labels.way} options={WAYS} />
      <Field
        {...inputProps(code)}
        required
        label={labels.code}
        hint={BACK_HINT}
        autoComplete="off"
        spellCheck={false}
      />
      <Button>Mark as paid back</Button>
    </form>
  );
}

function DeleteForm({ view }: Props) {
  const page = usePageForm({ id: "delete", formKey: "first", defaultValue: {} });
  return (
    <form {...page.formProps} action={`/desk/payments/${view.code}`} className="form">
      <FormProblems page={page} />
      <input type="hidden" name="form" value="delete" />
      <p>{view.look.wrong}</p>
      <Button kind="bad">Delete the entry</Button>
    </form>
  );
}

function EtimsForm({ view }: Props) {
  const { reference = "", etimsNumber = null, number = "", buyerPin = null } = view.bill ?? {};
  const page = usePageForm({ id: "etims", formKey: "first", defaultValue: { number: etimsNumber ?? "" } });
  const label = "Number of the invoice in eTIMS";
  return (
    <form {...page.formProps} action={`/desk/payments/${view.code}`} className="form">
      <FormProblems page={page} fields={[{ ...problemOf(page.fields.number), label }]} />
      <input type="hidden" name="form" value="etims" />
      <input type="hidden" name="reference" value={reference} />
      <input type="hidden" name="expectedNumber" value={etimsNumber ?? ""} />
      <p>
        Receipt {number}. {buyerPin === null ? "The buyer gave no PIN." : `The buyer’s PIN is ${buyerPin}.`}
      </p>
      <Field {...inputProps(page.fields.number)} required label={label} maxLength={60} autoComplete="off" />
      <Button kind="alt">Save the number</Button>
    </form>
  );
}
