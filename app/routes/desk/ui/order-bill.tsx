import { USE_CREDIT_FORM } from "#app/payments/desk-forms.ts";
import { formatKsh } from "#app/platform/money.ts";
import { FormProblems } from "#app/ui/forms/form-problems.tsx";
import { usePageForm } from "#app/ui/forms/use-page-form.ts";
import { Button } from "#app/ui/primitives/button.tsx";
import type { OrderBill as Bill } from "../order-bill.server.ts";
import { WriteLinks } from "./failed-mails.tsx";
import { Writers } from "./writers.tsx";

/** The bill of an order: what is to pay, the link by which the customer pays, and the customer's credit. */
export function OrderBill({ id, bill }: { id: string; bill: Bill }) {
  const { reference, amount, missing, isPaid, credit, usableKsh, pay } = bill;
  return (
    <section className="flow" aria-labelledby="bill-title">
      <h2 id="bill-title">Bill {reference}</h2>
      <p>
        {amount}
        {missing === 0 ? (isPaid ? ", paid" : ", nothing to pay") : `, ${formatKsh(missing)} of it to pay`}
      </p>
      {credit > 0 && <p>{`The customer has ${formatKsh(credit)} with us.`}</p>}
      <Writers>
        {usableKsh > 0 && <UseCreditForm id={id} bill={bill} />}
        {pay && <PayLink pay={pay} />}
      </Writers>
    </section>
  );
}

/** Pays the bill with the customer's credit. The sum that the page shows is sent along. */
function UseCreditForm({ id, bill: { usableKsh, missing } }: { id: string; bill: Bill }) {
  const page = usePageForm({ id: USE_CREDIT_FORM, formKey: "first", defaultValue: {} });
  const rest = missing - usableKsh;
  return (
    <form {...page.formProps} action={`/desk/orders/${id}`} className="form">
      <FormProblems page={page} />
      <input type="hidden" name="form" value={USE_CREDIT_FORM} />
      <input type="hidden" name="expectedKsh" value={usableKsh} />
      <p className="quiet">
        {`Ask the customer first. ${rest > 0 ? `Then ${formatKsh(rest)} is left to pay.` : "Then the bill is paid."} The customer gets a mail.`}
      </p>
      <Button kind="alt">{`Use ${formatKsh(usableKsh)} of the customer’s credit`}</Button>
    </form>
  );
}

type Pay = NonNullable<Bill["pay"]>;

/** The address at which a customer pays without signing in, and links that send it. */
export function PayLink({ pay: { link, what, email, phone, text } }: { pay: Pay }) {
  return (
    <>
      <label className="block">
        The customer pays here by M-PESA, without signing in:
        <input className="input" readOnly value={link} translate="no" />
      </label>
      <p>
        <a className="tap-link" href={link}>
          See that page
        </a>
        <WriteLinks email={email} phone={phone} about={what} letter={{ subject: `How to pay: ${what}`, text }} />
      </p>
    </>
  );
}
