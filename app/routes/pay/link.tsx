import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { findLinkedBill } from "#app/gateways/payments/bills.server.ts";
import { pageMeta } from "#app/ui/shell/page-meta.ts";
import { billOfLink } from "#app/use-cases/payments/pay-link.server.ts";
import { hideWithoutPayments, loadPayPage, payAction, payHeaders } from "./pay-page.ts";
import { PayView } from "./ui/pay-view.tsx";

export const handle = { hydrate: "never" };

export const headers: HeadersFunction = payHeaders;

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: "Pay by M-PESA", description: "Pay an order.", isHidden: true });

/** The mailed page of a bill, for which nobody signs in. It shows no e-mail address. */
export async function loader(args: LoaderFunctionArgs) {
  return loadPayPage(await findBill(args), args, "");
}

export async function action(args: ActionFunctionArgs) {
  return payAction(await findBill(args), args);
}

async function findBill({ context, params }: LoaderFunctionArgs) {
  hideWithoutPayments(context);
  const id = billOfLink(params.token);
  if (id === undefined) throw data(null, { status: 404 });
  const found = await findLinkedBill(id);
  if (!found.ok) throw data({ reference: context?.requestId }, { status: 503 });
  if (!found.value) throw data(null, { status: 404 });
  return found.value;
}

export default function PayLinkPage() {
  return <PayView {...useLoaderData<typeof loader>()} />;
}
