import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { areaSheet } from "#app/ui/shell/area-sheet.ts";
import { staticMeta } from "#app/ui/shell/page-meta.ts";
import payCss from "#app/ui/styles/areas/pay.css?url";
import stepsCss from "#app/ui/styles/areas/steps.css?url";
import { requireOwnBill } from "./find-bill.ts";
import { loadPayPage, payAction, payHeaders } from "./pay-page.ts";
import { PayView } from "./ui/pay-view.tsx";

export const handle = { hydrate: "never", areas: "pay steps" };

export const links = () => [...areaSheet("pay", payCss), ...areaSheet("steps", stepsCss)];

export const headers = payHeaders;

export const meta = staticMeta({ title: "Pay by M-PESA", description: "Pay an order.", isHidden: true });

export async function loader(args: LoaderFunctionArgs) {
  const { bill, account } = await requireOwnBill(args);
  return loadPayPage(bill, args, account);
}

export async function action(args: ActionFunctionArgs) {
  return payAction((await requireOwnBill(args)).bill, args);
}

export default function PayPage() {
  const shown = useLoaderData<typeof loader>();
  const pageOf = (paper: string) => `/dashboard/orders/${paper}/${shown.page?.id}`;
  return <PayView {...shown} receiptTo={pageOf("receipt")} proformaTo={pageOf("proforma")} />;
}
