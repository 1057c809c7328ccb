import {
  type ActionFunctionArgs,
  type AppLoadContext,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireStaff } from "#app/accounts/staff.server.ts";
import { findDeskOrder } from "#app/orders/desk.table.server.ts";
import { type OrderView, orderView } from "#app/orders/desk-view.server.ts";
import { takesPayments } from "#app/orders/new-bill.server.ts";
import { nowDate } from "#app/platform/clock.ts";
import { privatePage } from "#app/platform/http/cache-headers.server.ts";
import { outage } from "#app/platform/http/outage.server.ts";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { LongField } from "#app/ui/forms/field.tsx";
import { FormProblems } from "#app/ui/forms/form-problems.tsx";
import { controlProps, problemOf } from "#app/ui/forms/input-props.ts";
import { usePageForm } from "#app/ui/forms/use-page-form.ts";
import { Button } from "#app/ui/primitives/button.tsx";
import { pageMeta } from "#app/ui/shell/page-meta.ts";
import { orderAction } from "./order-action.ts";
import { LostForm } from "./ui/elsewhere-page.tsx";
import { OrderFacts } from "./ui/order-facts.tsx";
import { OrderForms } from "./ui/order-forms.tsx";
import { Trail } from "./ui/trail.tsx";

export const handle = { hydrate: "never" };

/** The page may show a transfer's code: no cache keeps it. */
export const headers: HeadersFunction = (args) => {
  const headers = privatePage(args);
  headers.set("Cache-Control", "private, no-store");
  return headers;
};

export const meta: MetaFunction<typeof loader> = ({ matches, data }) =>
  pageMeta(matches, {
    title: data ? `Order ${data.number}` : "Order",
    description: "What a customer has ordered, and what to do.",
    isHidden: true,
  });

/** Returns an order with its customer, its forms and its trail. Source: docs/product/desk.md, "The desk". */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, context);
  return orderView(await requireOrder(params.id, context), staff.id, nowDate(), takesPayments);
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, context);
  const order = await requireOrder(params.id, context);
  return orderAction({ staff, order, typed: await request.formData(), context });
}

async function requireOrder(id = "", context: AppLoadContext | undefined) {
  const found = await findDeskOrder(id);
  if (!found.ok) throw outage(context);
  if (found.value === null) throw data(null, { status: 404 });
  return found.value;
}

export default function DeskOrderPage() {
  const view = useLoaderData<typeof loader>();
  const shown = useActionData<{ code?: string }>();
  return (
    <div className="page sheet app flow">
      <h1 className="stranger" dir="auto">
        {view.title}
      </h1>
      <LostForm offered={view.offered} />
      {shown?.code !== undefined && (
        <Banner kind="ok" title="The transfer code, shown this once">
          <p className="stranger font-mono text-lg" translate="no">
            {shown.code}
          </p>
        </Banner>
      )}
      <div className="columns">
        <div className="flow">
          <section className="flow" aria-labelledby="now">
            <h2 id="now">{view.state}</h2>
            {view.waits !== "" && <p>{view.waits}</p>}
            <p>
              The customer reads: <q className="stranger">{view.reads}</q>
            </p>
          </section>
          <OrderForms view={view} />
        </div>
        <div className="flow">
          <OrderFacts view={view} />
          <OrderNotes view={view} />
          <Trail of="this order" lines={view.trail} />
        </div>
      </div>
    </div>
  );
}

/** The notes of an order, the newest first, and the form for another. */
function OrderNotes({ view }: { view: OrderView }) {
  return (
    <section className="flow" aria-labelledby="notes">
      <h2 id="notes">Notes for us</h2>
      {view.notes.map(({ author, body, when }) => (
        <div key={`${when} ${body}`}>
          <p className="stranger">{body}</p>
          <p className="quiet stranger">
            {author}, {when}
          </p>
        </div>
      ))}
      <NoteForm view={view} />
    </section>
  );
}

/** Adds a note that only staff read. */
function NoteForm({ view }: { view: OrderView }) {
  const page = usePageForm({ id: "note", formKey: "first", defaultValue: { body: "" } });
  const { body } = page.fields;
  return (
    <form {...page.formProps} action={`/desk/orders/${view.id}`} className="form">
      <FormProblems page={page} fields={[{ ...problemOf(body), label: "New note" }]} />
      <input type="hidden" name="form" value="note" />
      <LongField {...controlProps(body)} rows={3} required label="New note" hint="Customers never see it." />
      <Button kind="alt">Keep the note</Button>
    </form>
  );
}
