import type { OrderView } from "#app/orders/desk-view.server.ts";
import { MailLink } from "./failed-mails.tsx";

const FACT = "grid grid-cols-[6rem_minmax(0,1fr)] gap-3 border-t border-line py-2";

/** What was ordered, and by whom. What the customer typed is marked as unverified (class `stranger`). */
export function OrderFacts({ view: { facts, customer } }: { view: OrderView }) {
  return (
    <section className="flow" aria-labelledby="facts">
      <h2 id="facts">The order</h2>
      <dl>
        {facts.map(({ label, value }) => (
          <div key={label} className={FACT}>
            <dt className="font-bold">{label}</dt>
            <dd className="stranger">{value}</dd>
          </div>
        ))}
      </dl>
      <h2>The customer</h2>
      {customer === null ? (
        <p>The account is gone.</p>
      ) : (
        <dl>
          {[
            ["Name", customer.name],
            ["E-mail", customer.email],
            ["Phone", customer.phone],
          ].map(([label, value]) => (
            <div key={label} className={FACT}>
              <dt className="font-bold">{label}</dt>
              <dd className="stranger" dir="auto" translate="no">
                {label === "E-mail" ? <MailLink email={customer.email} /> : value || "Not given"}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}
