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
import { readBillCustomer } from "#app/payments/bill-customer.server.ts";
import { witness } from "#app/payments/count-payment.server.ts";
import { findDeskBill, findDeskPayment } from "#app/payments/desk.table.server.ts";
import { paymentListPath } from "#app/payments/desk-payment.ts";
import { paymentView } from "#app/payments/desk-view.ts";
import { readPaymentList } from "#app/payments/payment-list.server.ts";
import { nowDate } from "#app/platform/clock.ts";
import { privatePage } from "#app/platform/http/cache-headers.server.ts";
import { outage } from "#app/platform/http/outage.server.ts";
import { pageMeta } from "#app/ui/shell/page-meta.ts";
import { paymentAction } from "./payment-action.ts";
import { Panes } from "./ui/panes.tsx";
import { PaymentList } from "./ui/payment-list.tsx";
import { BillSide, PaymentPane } from "./ui/payment-pane.tsx";

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
 * Returns a payment with its forms, and the list beside it. If the URL has `to` (the reference of a bill), also returns what
 * matching the payment with that bill would do.
 */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, context);
  const { searchParams } = new URL(request.url);
  const typed = (searchParams.get("to") ?? "").slice(0, 40);
  const reference = readReference(typed);
  const [found, target, list] = await Promise.all([
    findDeskPayment(codeOf(params.code)),
    reference === undefined ? undefined : findDeskBill(reference),
    readPaymentList(searchParams, nowDate()),
  ]);
  if (!found.ok || target?.ok === false) throw outage(context);
  if (found.value === null) {
    // If nothing was paid for a bill, the lists link to the bill's reference in place of a payment's code.
    const owed = readReference(params.code ?? "");
    throw owed === params.code ? redirect(`/desk/payments?owed=${owed}`) : data(null, { status: 404 });
  }
  const view = paymentView(found.value, staff.id, witness(), { typed, bill: target?.value ?? null });
  return { view, customer: await readBillCustomer(found.value.bill), list };
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, context, "write");
  return paymentAction({ staff, code: codeOf(params.code), typed: await request.formData(), context });
}

/** Returns the code in the URL. Throws a 404 for a code that no payment can have. */
function codeOf(code = ""): string {
  if (!/^[A-Z0-9-]{6,70}$/.test(code)) throw data(null, { status: 404 });
  return code;
}

export default function DeskPaymentPage() {
  const { view, customer, list } = useLoaderData<typeof loader>();
  return (
    <Panes
      shows="item"
      back={{ href: paymentListPath(list.filter), label: "All payments" }}
      list={<PaymentList list={list} current={list.rows?.find(({ opens }) => opens === view.code)?.id ?? ""} />}
      item={<PaymentPane view={view} customer={customer} headingAs="h1" />}
      side={view.bill && <BillSide bill={view.bill} />}
    />
  );
}
