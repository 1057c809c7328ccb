import { ORDER_NAMES } from "#app/domains/order-kinds.ts";
import type { PaymentView } from "#app/payments/desk-view.ts";
import { formatKsh } from "#app/platform/money.ts";

type Fact = { label: string; value: string };

function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl>
      {facts.map(({ label, value }) => (
        <div key={label} className="grid grid-cols-[6rem_minmax(0,1fr)] gap-3 border-t border-line py-2">
          <dt className="font-bold">{label}</dt>
          <dd className="stranger" dir="auto" translate="no">
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** What we know of a payment. What the payer typed is marked as unverified (class `stranger`). */
export function PaymentFacts({ facts }: { facts: readonly Fact[] }) {
  return (
    <section className="flow" aria-labelledby="facts">
      <h2 id="facts">The payment</h2>
      <Facts facts={facts} />
    </section>
  );
}

/** The bill of a payment, with its customer and its orders. */
export function BillFacts({ bill }: { bill: NonNullable<PaymentView["bill"]> }) {
  const { reference, amountKsh, paidKsh, email, number, buyerPin, etimsNumber, orders } = bill;
  const facts: [string, string | null][] = [
    ["Sum", `${formatKsh(amountKsh)}, ${formatKsh(paidKsh)} paid`],
    ["Customer", email ?? "The account is gone"],
    ["Receipt", number],
    ["Buyer’s PIN", buyerPin],
    ["eTIMS", etimsNumber],
  ];
  return (
    <section className="flow" aria-labelledby="bill">
      <h2 id="bill">Bill {reference}</h2>
      <Facts facts={facts.flatMap(([label, value]) => (value === null ? [] : [{ label, value }]))} />
      <ul className="desk-list">
        {orders.map(({ id, kind, domain, priceKsh, isFailed }) => (
          <li key={id}>
            <div>
              <a className="cover cut" href={`/desk/orders/${id}`} translate="no" dir="auto">
                {domain}
              </a>
              <span className="cut quiet">{ORDER_NAMES[kind]}</span>
            </div>
            <span className="quiet text-right">
              {formatKsh(priceKsh)}
              {isFailed && <span className="cut">Not done</span>}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
