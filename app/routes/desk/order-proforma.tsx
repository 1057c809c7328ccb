import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireStaff } from "#app/accounts/staff.server.ts";
import { orderNumber } from "#app/domains/order-kinds.ts";
import { findDeskOrder } from "#app/orders/desk.table.server.ts";
import { payUrl } from "#app/orders/new-bill.server.ts";
import { readProforma } from "#app/payments/proforma.server.ts";
import { KeepAsPdf, Sheet } from "#app/payments/sheet.tsx";
import { unstoredPage } from "#app/platform/http/cache-headers.server.ts";
import { outage } from "#app/platform/http/outage.server.ts";
import { buyerLines } from "#app/routes/pay/proforma-page.ts";
import { areaSheet } from "#app/ui/shell/area-sheet.ts";
import { staticMeta } from "#app/ui/shell/page-meta.ts";
import { PayScript } from "#app/ui/shell/pay-script.tsx";
import receiptCss from "#app/ui/styles/areas/receipt.css?url";
import { Writers } from "./ui/writers.tsx";

export const handle = { hydrate: "never", areas: "receipt" };

export const links = () => areaSheet("receipt", receiptCss);

export const headers = unstoredPage;

export const meta = staticMeta({ title: "Proforma invoice", description: "A bill to be paid.", isHidden: true });

/** Returns the proforma invoice of an order's bill, to print. A 404 for an order without a bill. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  await requireStaff(request, context);
  const found = await findDeskOrder(params.id ?? "");
  if (!found.ok) throw outage(context);
  const { id, bill, customer } = found.value ?? {};
  if (id === undefined || !bill) throw data(null, { status: 404 });
  const read = await readProforma(bill);
  if (!read.ok) throw outage(context);
  const shown = { id, number: orderNumber(id), paidBy: found.value?.paymentCode ?? null };
  if (read.value.state !== "open") return { ...shown, ...read.value };
  const who = [customer?.name ?? [], customer?.email ?? []].flat();
  const to = buyerLines(read.value, who, read.value.sheet.number);
  return { ...shown, ...read.value, to, link: `${payUrl(bill.id)}/proforma` };
}

export default function DeskProformaPage() {
  const paper = useLoaderData<typeof loader>();
  return (
    <div className="receipt-page page sheet app flow">
      <p className="print:hidden">
        <a className="link" href={`/desk/orders/${paper.id}`}>{`Order ${paper.number}`}</a>
      </p>
      {paper.state === "open" ? (
        <>
          <h1 className="visually-hidden">{`Proforma invoice ${paper.sheet.number}`}</h1>
          <div className="receipt">
            <Sheet sheet={paper.sheet} to={paper.to} end={paper.sheet.about ?? ""} />
            <div className="receipt-acts">
              {!paper.isValid && <p>It is out of date. Look at the price before you send it.</p>}
              <KeepAsPdf />
              <Writers>
                <p className="quiet">
                  The customer names who pays, and their KRA PIN, on <a href={paper.link}>the customer’s page</a>. Send
                  them its address: it works for 60 days.
                </p>
              </Writers>
            </div>
          </div>
        </>
      ) : (
        <>
          <h1>{paper.state === "paid" ? "The bill is paid" : "Nothing to pay"}</h1>
          <p>{paper.state === "paid" ? "It has a receipt in place of a proforma invoice." : "The bill is closed."}</p>
          {paper.paidBy !== null && (
            <p>
              <a className="tap-link" href={`/desk/payments/${paper.paidBy}`}>{`Payment ${paper.paidBy}`}</a>
            </p>
          )}
        </>
      )}
      <PayScript />
    </div>
  );
}
