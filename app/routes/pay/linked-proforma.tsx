import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { areaSheet } from "#app/ui/shell/area-sheet.ts";
import { staticMeta } from "#app/ui/shell/page-meta.ts";
import receiptCss from "#app/ui/styles/areas/receipt.css?url";
import { requireLinkedBill } from "./find-bill.ts";
import { payHeaders } from "./pay-page.ts";
import { loadProforma, proformaAction } from "./proforma-page.ts";
import { ProformaView } from "./ui/proforma-view.tsx";

export const handle = { hydrate: "never", areas: "receipt" };

export const links = () => areaSheet("receipt", receiptCss);

export const headers = payHeaders;

export const meta = staticMeta({ title: "Proforma invoice", description: "A bill to be paid.", isHidden: true });

/** The proforma invoice behind the mailed link of a bill, for which nobody signs in. */
export async function loader(args: LoaderFunctionArgs) {
  const pay = `/pay/${args.params.token}`;
  return loadProforma(await requireLinkedBill(args), args, [], { bill: pay, receipt: `${pay}/receipt` });
}

export async function action(args: ActionFunctionArgs) {
  return proformaAction(await requireLinkedBill(args), args);
}

export default function LinkedProformaPage() {
  return <ProformaView proforma={useLoaderData<typeof loader>()} />;
}
