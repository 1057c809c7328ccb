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
import { orderView } from "#app/orders/desk-view.server.ts";
import { takesPayments } from "#app/orders/new-bill.server.ts";
import { nowDate } from "#app/platform/clock.ts";
import { privatePage } from "#app/platform/http/cache-headers.server.ts";
import { outage } from "#app/platform/http/outage.server.ts";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { pageMeta } from "#app/ui/shell/page-meta.ts";
import { orderAction } from "./order-action.ts";
import { LostForm } from "./ui/lost-form.tsx";
import { OrderFacts, OrderTrail } from "./ui/order-facts.tsx";
import { OrderForms } from "./ui/order-forms.tsx";
import { OrderNotes } from "./ui/order-notes.tsx";

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

/** Returns an order with its customer, its forms and its trail. Source: docs/product.md, "The desk". */
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
          <OrderTrail view={view} />
        </div>
      </div>
    </div>
  );
}
