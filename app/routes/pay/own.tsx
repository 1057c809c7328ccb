import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { findOwnBill } from "#app/gateways/payments/bills.server.ts";
import { requireUser } from "#app/http/auth.server.ts";
import { shownNumber } from "#app/model/phone.server.ts";
import { pageMeta } from "#app/ui/shell/page-meta.ts";
import { hideWithoutPayments, loadPayPage, payAction, payHeaders } from "./pay-page.ts";
import { PayView } from "./ui/pay-view.tsx";

export const handle = { hydrate: "never" };

export const headers: HeadersFunction = payHeaders;

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: "Pay by M-PESA", description: "Pay an order.", isHidden: true });

export async function loader(args: LoaderFunctionArgs) {
  const { bill, account } = await findBill(args);
  return loadPayPage(bill, args, account.phone === undefined ? "" : shownNumber(account.phone));
}

export async function action(args: ActionFunctionArgs) {
  return payAction((await findBill(args)).bill, args);
}

/** Throws a 404 for a bill that is not the customer's own, whether or not it exists. */
async function findBill({ request, context, params }: LoaderFunctionArgs) {
  const { account, supabase } = await requireUser(request, context);
  hideWithoutPayments(context);
  const id = z.uuid().safeParse(params.bill).data;
  if (id === undefined) throw data(null, { status: 404 });
  const found = await findOwnBill(supabase, account.id, id);
  if (!found.ok) throw data({ reference: context?.requestId }, { status: 503 });
  if (!found.value) throw data(null, { status: 404 });
  return { bill: found.value, account };
}

export default function PayPage() {
  const { page, ...rest } = useLoaderData<typeof loader>();
  return <PayView page={page} {...rest} {...(page && { receiptTo: `/dashboard/orders/receipt/${page.id}` })} />;
}
