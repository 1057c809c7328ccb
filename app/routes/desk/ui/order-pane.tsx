import { useActionData } from "@remix-run/react";
import type { OrderView } from "#app/orders/desk-view.server.ts";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { Facts } from "./desk-facts.tsx";
import { NoteForm } from "./note-form.tsx";
import { actionOf, ButtonForm } from "./order-button-form.tsx";
import { OrderForms } from "./order-forms.tsx";
import { PaneHeader, SideRows } from "./panes.tsx";
import { Trail } from "./trail.tsx";
import { Writers } from "./writers.tsx";

/** An order: what is to be done for whom, the form that ends it, notes, and what was done. */
export function OrderPane({ view, headingAs }: { view: OrderView; headingAs: "h1" | "h2" }) {
  const shown = useActionData<{ code?: string }>();
  const { tag, age, name, isOthers, state, waits, customer } = view;
  return (
    <>
      <PaneHeader tag={tag} note={age} title={name} headingAs={headingAs} />
      {shown?.code !== undefined && (
        <Banner kind="ok" title="The transfer code, shown this once">
          <p className="stranger font-mono text-lg" translate="no">
            {shown.code}
          </p>
        </Banner>
      )}
      <Facts facts={view.facts}>
        <div className="items-center">
          <dt>Taken by</dt>
          <dd className="flex flex-wrap items-center gap-x-2">
            {state}
            {view.offered.take && (
              <Writers>
                <ButtonForm view={view} form="take" look="link" />
              </Writers>
            )}
          </dd>
        </div>
      </Facts>
      {isOthers && (
        <Banner kind="neutral" icon="user" title={`${state}.`}>
          <p>Only they can close it. Ask them to release it if you want to do it.</p>
        </Banner>
      )}
      {waits !== "" && <p>{waits}</p>}
      <Writers>
        <OrderForms view={view} />
      </Writers>
      {(customer || view.service) && (
        <p className="flex flex-wrap gap-x-4">
          {customer && (
            <a className="inline-flex min-h-touch items-center" href={customer.ask} data-key="a">
              Ask the customer
            </a>
          )}
          {view.service && (
            <a className="inline-flex min-h-touch items-center" href={view.service.href}>
              Its service
            </a>
          )}
          {view.isUnpaid && view.isOpen && (
            <a className="inline-flex min-h-touch items-center" href={`/desk/orders/${view.id}/proforma`}>
              Proforma invoice
            </a>
          )}
        </p>
      )}
      <OrderNotes view={view} />
    </>
  );
}

/** More about the order, what was done, and the customer's other orders and messages. */
export function OrderSide({ view: { customer, otherOrders, messages, more, trail } }: { view: OrderView }) {
  const whose = customer ? `${customer.who}’s` : "Other";
  return (
    <>
      <section>
        <h2>The order</h2>
        <Facts facts={more} />
      </section>
      <Trail of="this order" lines={trail} />
      <SideRows heading={`${whose} other orders`} rows={otherOrders} />
      <SideRows heading={`${whose} messages`} rows={messages} />
    </>
  );
}

/** The notes of an order, the newest first, and the form for another. */
function OrderNotes({ view }: { view: OrderView }) {
  return (
    <section className="flow" aria-labelledby="notes">
      <h2 id="notes" className={view.notes.length === 0 ? "visually-hidden" : undefined}>
        Notes for staff
      </h2>
      {view.notes.map(({ author, body, when }) => (
        <div key={`${when} ${body}`}>
          <p className="stranger">{body}</p>
          <p className="quiet stranger">
            {author}, {when}
          </p>
        </div>
      ))}
      <NoteForm action={actionOf(view)} />
    </section>
  );
}
