import { useActionData } from "@remix-run/react";
import type { OrderView } from "#app/orders/desk-view.server.ts";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { buttonClass } from "#app/ui/primitives/button.tsx";
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
      <PaneHeader tag={tag} note={age} title={name} headingAs={headingAs}>
        {view.offered.take && (
          <Writers>
            <ButtonForm view={view} form="take" look="beside" />
          </Writers>
        )}
      </PaneHeader>
      {shown?.code !== undefined && (
        <Banner kind="ok" title="The transfer code, shown this once">
          <p className="stranger font-mono text-lg" translate="no">
            {shown.code}
          </p>
        </Banner>
      )}
      <Facts facts={view.facts}>
        <div>
          <dt>Taken by</dt>
          <dd>{state}</dd>
        </div>
      </Facts>
      {isOthers && (
        <Banner kind="neutral" icon="user" title={`${state}.`}>
          <p>Only they can close it. Ask them to release it if you want to do it.</p>
        </Banner>
      )}
      {waits !== "" && <p>{waits}</p>}
      <OrderForms view={view}>
        {customer && (
          <a className={buttonClass("alt")} href={customer.ask} data-key="a">
            Ask the customer
          </a>
        )}
        {view.service && (
          <a className={buttonClass("alt")} href={view.service.href}>
            Its service
          </a>
        )}
        {view.isUnpaid && view.isOpen && (
          <a className={buttonClass("alt")} href={`/desk/orders/${view.id}/proforma`}>
            Proforma invoice
          </a>
        )}
        <NoteForm action={actionOf(view)} />
      </OrderForms>
      {view.notes.length > 0 && <OrderNotes notes={view.notes} />}
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

/** The notes of an order, the newest first. */
function OrderNotes({ notes }: Pick<OrderView, "notes">) {
  return (
    <section className="flow" aria-labelledby="notes">
      <h2 id="notes">Notes for staff</h2>
      {notes.map(({ author, body, when }) => (
        <div key={`${when} ${body}`}>
          <p className="stranger">{body}</p>
          <p className="quiet stranger">
            {author}, {when}
          </p>
        </div>
      ))}
    </section>
  );
}
