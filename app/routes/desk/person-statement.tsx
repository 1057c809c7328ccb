import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { findPerson } from "#app/accounts/desk.table.server.ts";
import { requireStaff } from "#app/accounts/staff.server.ts";
import { takesPayments } from "#app/orders/new-bill.server.ts";
import { readStatement } from "#app/payments/read-statement.server.ts";
import { StatementPage } from "#app/payments/statement-page.tsx";
import { trustedClient } from "#app/platform/database/client.api.server.ts";
import { unstoredPage } from "#app/platform/http/cache-headers.server.ts";
import { outage } from "#app/platform/http/outage.server.ts";
import { unknownBill } from "#app/routes/pay/find-bill.ts";
import { areaSheet } from "#app/ui/shell/area-sheet.ts";
import { staticMeta } from "#app/ui/shell/page-meta.ts";
import receiptCss from "#app/ui/styles/areas/receipt.css?url";
import statementCss from "#app/ui/styles/areas/statement.css?url";
import { idOf } from "./id-of.ts";

export const handle = { hydrate: "never", areas: "receipt statement" };

export const links = () => [...areaSheet("receipt", receiptCss), ...areaSheet("statement", statementCss)];

export const headers = unstoredPage;

export const meta = staticMeta({ title: "Statement", description: "What a customer paid.", isHidden: true });

/** A person's statement of a year, to print. Leads to the form that asks for a reason if there was none. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, context);
  const id = idOf(params.id);
  if (!takesPayments) throw unknownBill(context);
  const found = await findPerson(staff, id);
  if (!found.ok) throw outage(context);
  if (found.value === null) throw redirect(`/desk/people/${id}`, 303);
  const read = await readStatement(trustedClient(), id, new URL(request.url).searchParams);
  if (!read.ok) throw outage(context);
  const { name, email } = found.value.account;
  return { ...read.value, to: [name ?? [], email].flat(), back: { to: `/desk/people/${id}`, label: name ?? email } };
}

export default function PersonStatement() {
  return <StatementPage {...useLoaderData<typeof loader>()} />;
}
