import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { areaSheet } from "#app/ui/shell/area-sheet.ts";
import { staticMeta } from "#app/ui/shell/page-meta.ts";
import receiptCss from "#app/ui/styles/areas/receipt.css?url";
import { requireOwnBill } from "./find-bill.ts";
import { payHeaders } from "./pay-page.ts";
import { loadProforma, proformaAction } from "./proforma-page.ts";
import { ProformaView } from "./ui/proforma-view.tsx";

export const handle = { hydrate: "never", areas: "receipt" };

export const links = () => areaSheet("receipt", receiptCss);

export const headers = payHeaders;

export const meta = staticMeta({ title: "Proforma invoice", description: "A bill to be paid.", isHidden: true });

export async function loader(args: LoaderFunctionArgs) {
  const { bill, account } = await requireOwnBill(args);
  const pages = { bill: `/dashboard/orders/pay/${bill.id}`, receipt: `/dashboard/orders/receipt/${bill.id}` };
  return loadProforma(bill, args, [account.name ?? [], account.email].flat(), pages);
}

export async function action(args: ActionFunctionArgs) {
  return proformaAction((await requireOwnBill(args)).bill, args);
}

export default function ProformaPage() {
  return <ProformaView proforma={useLoaderData<typeof loader>()} />;
}
