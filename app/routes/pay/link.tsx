import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ButtonLink } from "#app/ui/primitives/button.tsx";
import { areaSheet } from "#app/ui/shell/area-sheet.ts";
import { staticMeta } from "#app/ui/shell/page-meta.ts";
import payCss from "#app/ui/styles/areas/pay.css?url";
import stepsCss from "#app/ui/styles/areas/steps.css?url";
import { findLinked, requireLinkedBill } from "./find-bill.ts";
import { loadPayPage, payAction, payHeaders } from "./pay-page.ts";
import { PayView } from "./ui/pay-view.tsx";

export const handle = { hydrate: "never", areas: "pay steps" };

export const links = () => [...areaSheet("pay", payCss), ...areaSheet("steps", stepsCss)];

export const headers = payHeaders;

export const meta = staticMeta({ title: "Pay by M-PESA", description: "Pay an order.", isHidden: true });

/** The mailed page of a bill, for which nobody signs in. It shows no e-mail address. */
export async function loader(args: LoaderFunctionArgs) {
  const bill = await findLinked(args);
  return bill ? loadPayPage(bill, args, null) : data(null, { status: 404 });
}

export async function action(args: ActionFunctionArgs) {
  return payAction(await requireLinkedBill(args), args);
}

export default function PayLinkPage() {
  const shown = useLoaderData<typeof loader>();
  if (shown) return <PayView {...shown} receiptTo={`${shown.here}/receipt`} proformaTo={`${shown.here}/proforma`} />;
  return (
    <div className="page section flow">
      <h1>This link does not work</h1>
      <p>It may be cut off, or older than 60 days. Sign in to pay, or answer the e-mail in which it came.</p>
      <ButtonLink to="/dashboard/orders">Your orders</ButtonLink>
    </div>
  );
}
