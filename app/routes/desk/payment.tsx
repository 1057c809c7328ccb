import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireStaff } from "#app/accounts/staff.server.ts";
import { readReference } from "#app/orders/bill-reference.ts";
import { witness } from "#app/payments/count-payment.server.ts";
import { findDeskBill, findDeskPayment } from "#app/payments/desk.table.server.ts";
import { paymentView } from "#app/payments/desk-view.ts";
import { privatePage } from "#app/platform/http/cache-headers.server.ts";
import { outage } from "#app/platform/http/outage.server.ts";
import { pageMeta } from "#app/ui/shell/page-meta.ts";
import { paymentAction } from "./payment-action.ts";
import { LostForm } from "./ui/elsewhere-page.tsx";
import { BillFacts, PaymentFacts } from "./ui/payment-facts.tsx";
import { PaymentForms } from "./ui/payment-forms.tsx";
import { Trail } from "./ui/trail.tsx";

export const handle = { hydrate: "never" };

/** The page has personal data: no cache keeps it. */
export const headers: HeadersFunction = (args) => {
  const headers = privatePage(args);
  headers.set("Cache-Control", "private, no-store");
  return headers;
};

export const meta: MetaFunction<typeof loader> = ({ matches, data }) =>
  pageMeta(matches, {
    title: data ? `Payment ${data.view.code}` : "Payment",
    description: "A payment and its bill.",
    isHidden: true,
  });

/**
 * Returns a payment with its forms. If the URL has `to` (the reference of a bill), also returns what matching the payment with
 * that bill would do.
 */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, context);
  const found = await findDeskPayment(codeOf(params.code));
  const typed = (new URL(request.url).searchParams.get("to") ?? "").slice(0, 40);
  const reference = readReference(typed);
  const target = reference === undefined ? undefined : await findDeskBill(reference);
  if (!found.ok || target?.ok === false) throw outage(context);
  if (found.value === null) {
    // If nothing was paid for a bill, the lists link to the bill's reference in place of a payment's code.
    const owed = readReference(params.code ?? "");
    throw owed === params.code ? redirect(`/desk/payments?owed=${owed}`) : data(null, { status: 404 });
  }
  return {
    view: paymentView(found.value, staff.id, witness(), { typed, bill: target?.value ?? null }),
    trail: found.value.trail,
  };
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, context);
  return paymentAction({ staff, code: codeOf(params.code), typed: await request.formData(), context });
}

/** Returns the code in the URL. Throws a 404 for a code that no payment can have. */
function codeOf(code = ""): string {
  if (!/^[A-Z0-9-]{6,70}$/.test(code)) throw data(null, { status: 404 });
  return code;
}

export default function DeskPaymentPage() {
  const { view, trail } = useLoaderData<typeof loader>();
  return (
    <div className="page sheet app flow">
      <h1 translate="no">{view.title}</h1>
      <LostForm offered={view.offered} />
      <div className="columns">
        <div className="flow">
          <section className="flow" aria-labelledby="now">
            <h2 id="now">{view.state}</h2>
            {view.waits !== "" && <p>{view.waits}</p>}
          </section>
          <PaymentForms view={view} />
        </div>
        <div className="flow">
          <PaymentFacts facts={view.facts} />
          {view.bill !== null && <BillFacts bill={view.bill} />}
          <Trail of="this payment" lines={trail} />
        </div>
      </div>
    </div>
  );
}
