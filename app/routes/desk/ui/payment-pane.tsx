import { ORDER_NAMES } from "#app/domains/order-kinds.ts";
import type { Bill, PaymentView } from "#app/payments/desk-view.ts";
import { mailLink } from "#app/platform/brand.ts";
import { formatKsh } from "#app/platform/money.ts";
import { Facts } from "./desk-facts.tsx";
import { PaneHeader, SideRows } from "./panes.tsx";
import { PaymentForms } from "./payment-forms.tsx";
import { Trail } from "./trail.tsx";
import { Writers } from "./writers.tsx";

/** A payment: what is to be done with it, its forms, what we know of it, and what was done. */
export function PaymentPane({ view, headingAs }: { view: PaymentView; headingAs: "h1" | "h2" }) {
  const { tag, title, waits, facts, trail } = view;
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
    </>
  );
}

/** The bill of a payment, with its customer and its orders, in the right-hand column. */
export function BillSide({ bill }: { bill: Bill }) {
  const { reference, amountKsh, paidKsh, wantedBack, kept, email, number, buyerPin, etimsNumber, orders } = bill;
  const facts = [
    { label: "Sum", value: `${formatKsh(amountKsh)}, ${formatKsh(paidKsh)} paid` },
    email === null
      ? { label: "Customer", value: "The account is gone" }
      : { label: "Customer", value: email, href: mailLink(email) },
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
        <Facts
          facts={facts.flatMap(({ label, value, ...link }) => (value ? [{ label, parts: [{ value, ...link }] }] : []))}
        />
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
