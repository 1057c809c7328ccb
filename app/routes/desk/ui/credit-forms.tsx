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
  const actionData = useActionData<unknown>();
  return (
    <section className="flow pt-4 first:pt-0" aria-labelledby="credit-title">
      <h2 id="credit-title">Credit</h2>
      <p>{credit > 0 ? `${formatKsh(credit)}, for the next bill.` : "None."}</p>
      {asked !== null && <ConfirmForm id={id} asked={asked} />}
      <details className="desk-fold" open={isReplyTo(GIVE_FORM, actionData)}>
        <summary>Give credit</summary>
        <GiveForm id={id} />
      </details>
      {credit > 0 && (
        <details className="desk-fold" open={isReplyTo(PAY_OUT_FORM, actionData)}>
          <summary>It was sent to the customer</summary>
          <PayOutForm id={id} />
        </details>
      )}
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
      {asked.is_own ? <p>Somebody else must confirm it within a day.</p> : <Button kind="alt">Give it</Button>}
    </form>
  );
}

function GiveForm({ id }: { id: string }) {
  const page = usePageForm({ id: GIVE_FORM, formKey: "first", defaultValue: { ksh: "", reason: "" } });
  const { ksh, reason } = page.fields;
  const labels = { ksh: "Shillings", reason: "Why" };
  return (
    <form {...page.formProps} action={`/desk/people/${id}`} className="form pt-3">
      <FormProblems
        page={page}
        fields={[
          { ...problemOf(ksh), label: labels.ksh },
          { ...problemOf(reason), label: labels.reason },
        ]}
      />
      <input type="hidden" name="form" value={GIVE_FORM} />
      <Field
        {...inputProps(ksh)}
        label={labels.ksh}
        hint="If you give a customer more than KSh 5,000 within a day, somebody else must confirm it."
        inputMode="numeric"
        required
      />
      <Field {...inputProps(reason)} label={labels.reason} hint="The customer does not read it." required />
      <Button kind="alt">Give it</Button>
    </form>
  );
}

function PayOutForm({ id }: { id: string }) {
  const page = usePageForm({ id: PAY_OUT_FORM, formKey: "first", defaultValue: { ksh: "", code: "" } });
  const { ksh, code } = page.fields;
  const labels = { ksh: "Shillings that you sent", code: "M-PESA code" };
  return (
    <form {...page.formProps} action={`/desk/people/${id}`} className="form pt-3">
      <FormProblems
        page={page}
        fields={[
          { ...problemOf(ksh), label: labels.ksh },
          { ...problemOf(code), label: labels.code },
        ]}
      />
      <input type="hidden" name="form" value={PAY_OUT_FORM} />
      <p>First send it in M-PESA’s portal: the site pays nothing out. The customer is mailed.</p>
      <Field {...inputProps(ksh)} label={labels.ksh} inputMode="numeric" required />
      <Field {...inputProps(code)} label={labels.code} autoComplete="off" spellCheck={false} required />
      <Button kind="alt">It is sent</Button>
    </form>
  );
}
