import { useActionData } from "@remix-run/react";
import { isReplyTo } from "#app/platform/http/form-reply.ts";
import { formatKsh } from "#app/platform/money.ts";
import { nairobiTime } from "#app/platform/text/nairobi-day.ts";
import { Field } from "#app/ui/forms/field.tsx";
import { FormProblems } from "#app/ui/forms/form-problems.tsx";
import { inputProps, problemOf } from "#app/ui/forms/input-props.ts";
import { usePageForm } from "#app/ui/forms/use-page-form.ts";
import { Button } from "#app/ui/primitives/button.tsx";

export const GIVE_FORM = "give-credit";
export const CONFIRM_FORM = "confirm-credit";
export const PAY_OUT_FORM = "pay-out-credit";

type Asked = { id: number; who: string; at: string; is_own: boolean; ksh: number; reason: string };
type CreditFormsProps = { id: string; credit: number; asked: Asked | null };

/** What a customer has with us, and the forms that give more of it or note that it was sent. */
export function CreditForms({ id, credit, asked }: CreditFormsProps) {
  return (
    <section className="flow pt-4 first:pt-0" aria-labelledby="credit-title">
      <h2 id="credit-title">Credit</h2>
      <p>{credit > 0 ? `${formatKsh(credit)}, for the next bill.` : "None."}</p>
      {asked !== null && <ConfirmForm id={id} asked={asked} />}
      <SumForm id={id} form={GIVE_FORM} />
      {credit > 0 && <SumForm id={id} form={PAY_OUT_FORM} />}
    </section>
  );
}

function ConfirmForm({ id, asked }: { id: string; asked: Asked }) {
  const page = usePageForm({ id: CONFIRM_FORM, formKey: "first", defaultValue: {} });
  return (
    <form {...page.formProps} action={`/desk/people/${id}`} className="form">
      <FormProblems page={page} />
      <input type="hidden" name="form" value={CONFIRM_FORM} />
      <input type="hidden" name="asked" value={asked.id} />
      <p>
        {`${asked.is_own ? "You" : asked.who} asked to give ${formatKsh(asked.ksh)}: ${nairobiTime(new Date(asked.at))}. Why: ${asked.reason}`}
      </p>
      {asked.is_own ? <p>Somebody else must confirm it within a day.</p> : <Button kind="alt">Confirm</Button>}
    </form>
  );
}

/** The forms about a sum, each with one more field. */
const SUM_FORMS = {
  [GIVE_FORM]: {
    title: "Give credit",
    about: "",
    sum: "Shillings",
    hint: "If you give a customer more than KSh 5,000 within a day, somebody else must confirm it.",
    other: "reason",
    label: "Why",
    otherHint: "The customer does not read it.",
    button: "Give credit",
  },
  [PAY_OUT_FORM]: {
    title: "It was sent to the customer",
    about: "First send it in M-PESA’s portal: the site pays nothing out. The customer is mailed.",
    sum: "Shillings that you sent",
    hint: undefined,
    other: "code",
    label: "M-PESA code",
    otherHint: undefined,
    button: "Mark as sent",
  },
} as const;

/** Gives credit, or records that it was sent to the customer. */
function SumForm({ id, form }: { id: string; form: keyof typeof SUM_FORMS }) {
  const page = usePageForm({ id: form, formKey: "first", defaultValue: { ksh: "", reason: "", code: "" } });
  const { title, about, sum, hint, other, label, otherHint, button } = SUM_FORMS[form];
  const { ksh, [other]: second } = page.fields;
  return (
    <details className="desk-fold" open={isReplyTo(form, useActionData<unknown>())}>
      <summary>{title}</summary>
      <form {...page.formProps} action={`/desk/people/${id}`} className="form pt-3">
        <FormProblems
          page={page}
          fields={[
            { ...problemOf(ksh), label: sum },
            { ...problemOf(second), label },
          ]}
        />
        <input type="hidden" name="form" value={form} />
        {about !== "" && <p>{about}</p>}
        <Field {...inputProps(ksh)} label={sum} {...(hint && { hint })} inputMode="numeric" required />
        <Field
          {...inputProps(second)}
          {...{ label }}
          {...(otherHint && { hint: otherHint })}
          autoComplete="off"
          required
        />
        <Button kind="alt">{button}</Button>
      </form>
    </details>
  );
}
