import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireUser } from "#app/accounts/auth.server.ts";
import { takesPayments } from "#app/orders/new-bill.server.ts";
import { mailto } from "#app/payments/mailto.ts";
import { readStatement } from "#app/payments/read-statement.server.ts";
import { StatementPage } from "#app/payments/statement-page.tsx";
import { outage } from "#app/platform/http/outage.server.ts";
import { areaSheet } from "#app/ui/shell/area-sheet.ts";
import { staticMeta } from "#app/ui/shell/page-meta.ts";
import receiptCss from "#app/ui/styles/areas/receipt.css?url";
import statementCss from "#app/ui/styles/areas/statement.css?url";
import { unknownBill } from "./find-bill.ts";
import { payHeaders } from "./pay-page.ts";

export const handle = { hydrate: "never", areas: "receipt statement" };

export const links = () => [...areaSheet("receipt", receiptCss), ...areaSheet("statement", statementCss)];

export const headers = payHeaders;

export const meta = staticMeta({ title: "Statement", description: "What you paid in a year.", isHidden: true });

/** The customer's statement of a year, to print. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { account, supabase } = await requireUser(request, context);
  if (!takesPayments) throw unknownBill(context);
  const read = await readStatement(supabase, account.id, new URL(request.url).searchParams);
  if (!read.ok) throw outage(context);
  const to = [account.name ?? [], account.email].flat();
  const { year, opening, charged, paid, closing, date } = read.value.statement;
  const sums = [
    `${read.value.from[0]}, statement of ${year} for ${to[0]}, in KSh`,
    `Balance on 1 Jan ${year}: ${opening}`,
    `Charged: ${charged}`,
    `Credited: ${paid}`,
    `Balance on ${date}: ${closing}`,
  ];
  return { ...read.value, to, sendTo: mailto(`Statement ${year}`, sums.join("\r\n")) };
}

export default function OwnStatement() {
  return <StatementPage {...useLoaderData<typeof loader>()} back={{ to: "/dashboard/orders", label: "Orders" }} />;
}
