import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { areaSheet } from "#app/ui/shell/area-sheet.ts";
import { staticMeta } from "#app/ui/shell/page-meta.ts";
import receiptCss from "#app/ui/styles/areas/receipt.css?url";
import { requireLinkedBill } from "./find-bill.ts";
import { payHeaders } from "./pay-page.ts";
import { loadReceipt, receiptAction } from "./receipt-page.ts";
import { ReceiptView } from "./ui/receipt-view.tsx";

export const handle = { hydrate: "never", areas: "receipt" };

export const links = () => areaSheet("receipt", receiptCss);

export const headers = payHeaders;

export const meta = staticMeta({ title: "Receipt", description: "The receipt of a payment.", isHidden: true });

/** The receipt behind the mailed link of a bill, for which nobody signs in. */
export async function loader(args: LoaderFunctionArgs) {
  return loadReceipt(await requireLinkedBill(args), args, false);
}

export async function action(args: ActionFunctionArgs) {
  return receiptAction(await requireLinkedBill(args), args);
}

export default function LinkedReceiptPage() {
  return <ReceiptView receipt={useLoaderData<typeof loader>()} />;
}
