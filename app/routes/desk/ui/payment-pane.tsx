import { ORDER_NAMES } from "#app/domains/order-kinds.ts";
import type { Bill, PaymentView } from "#app/payments/desk-view.ts";
import { formatKsh } from "#app/platform/money.ts";
import { CopyScript, type Fact, Facts } from "./desk-facts.tsx";
import { PaneHeader, SideRows } from "./panes.tsx";
import { PaymentForms } from "./payment-forms.tsx";
import { Trail } from "./trail.tsx";
import { Writers } from "./writers.tsx";

type PaymentPaneProps = {
  view: PaymentView;
  /** Whose its bill is, and how staff reach the customer. */
  customer: readonly Fact[];
  headingAs: "h1" | "h2";
};

/** A payment: what is to be done with it, its forms, what we know of it, and what was done. */
export function PaymentPane({ view, customer, headingAs }: PaymentPaneProps) {
  const { tag, title, waits, trail } = view;
  const facts = [...customer, ...view.facts];
  return (
    <>
      <PaneHeader tag={tag} title={title} headingAs={headingAs} />
      {waits !== "" && <p>{waits}</p>}
      <Writers instead={<Facts facts={facts} />}>
        <PaymentForms view={view}>
          <Facts facts={facts} />
        </PaymentForms>
      </Writers>
      <Trail of="this payment" lines={trail} />
      <CopyScript />
    </>
  );
}

/** The bill of a payment and its orders, in the right-hand column. `customer`: whose it is, where no payment says so. */
export function BillSide({ bill, customer = [] }: { bill: Bill; customer?: readonly Fact[] }) {
  const { reference, amountKsh, paidKsh, wantedBack, kept, number, buyerPin, etimsNumber, orders } = bill;
  const paid = paidKsh === amountKsh ? "paid" : `${formatKsh(paidKsh)} paid`;
  const facts = [
    { label: "Sum", value: `${formatKsh(amountKsh)}, ${paid}` },
    { label: "Wish", value: wantedBack > 0 ? `Send ${formatKsh(wantedBack)} back` : null },
    { label: "Kept", value: kept > 0 ? `${formatKsh(kept)} for the next bill` : null },
    { label: "Receipt", value: number },
    { label: "Buyer’s PIN", value: buyerPin },
    { label: "eTIMS", value: etimsNumber },
  ];
  return (
    <>
      <section>
        <h2>Bill {reference}</h2>
        <Facts facts={[...customer, ...facts.flatMap(({ label, value }) => (value ? [{ label, value }] : []))]} />
      </section>
      <SideRows
        heading="Its orders"
        rows={orders.map(({ id, kind, domain, priceKsh, isFailed }) => ({
          href: `/desk/orders/${id}`,
          title: domain,
          price: formatKsh(priceKsh),
          words: isFailed ? `${ORDER_NAMES[kind]}, not done` : ORDER_NAMES[kind],
        }))}
      />
    </>
  );
}
