import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { pageMeta } from "#app/ui/shell/page-meta.ts";
import { requireLinkedBill } from "./find-bill.ts";
import { loadPayPage, payAction, payHeaders } from "./pay-page.ts";
import { PayView } from "./ui/pay-view.tsx";

export const handle = { hydrate: "never" };

export const headers: HeadersFunction = payHeaders;

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: "Pay by M-PESA", description: "Pay an order.", isHidden: true });

/** The mailed page of a bill, for which nobody signs in. It shows no e-mail address. */
export async function loader(args: LoaderFunctionArgs) {
  return loadPayPage(await requireLinkedBill(args), args, "");
}

export async function action(args: ActionFunctionArgs) {
  return payAction(await requireLinkedBill(args), args);
}

export default function PayLinkPage() {
  const { page, ...rest } = useLoaderData<typeof loader>();
  return <PayView page={page} {...rest} receiptTo={`${rest.here}/receipt`} />;
}
