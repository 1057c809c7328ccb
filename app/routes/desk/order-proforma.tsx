import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { requireStaff } from "#app/accounts/staff.server.ts";
import { lateWords } from "#app/desk/trail.ts";
import { orderNumber } from "#app/domains/order-kinds.ts";
import { findDeskOrder } from "#app/orders/desk.table.server.ts";
import { payUrl } from "#app/orders/new-bill.server.ts";
import { readBillSnapshot } from "#app/payments/bill-payments.table.server.ts";
import { BUYER_FORM, BuyerForm } from "#app/payments/buyer-form.tsx";
import { storeBuyerAtDesk } from "#app/payments/credits.table.server.ts";
import { readProforma } from "#app/payments/proforma.server.ts";
import { buyerSchema } from "#app/payments/schema.server.ts";
import { Back, KeepAsPdf, Sheet } from "#app/payments/sheet.tsx";
import { nowDate } from "#app/platform/clock.ts";
import { unstoredPage } from "#app/platform/http/cache-headers.server.ts";
import { redirectWithFlash } from "#app/platform/http/flash.server.ts";
import { readForm, rejectForm } from "#app/platform/http/form.server.ts";
import { isReplyTo } from "#app/platform/http/form-reply.ts";
import { statusOf } from "#app/platform/http/form-result.ts";
import { outage } from "#app/platform/http/outage.server.ts";
import { buyerLines } from "#app/routes/pay/proforma-page.ts";
import { areaSheet } from "#app/ui/shell/area-sheet.ts";
import { staticMeta } from "#app/ui/shell/page-meta.ts";
import { PayScript } from "#app/ui/shell/pay-script.tsx";
import receiptCss from "#app/ui/styles/areas/receipt.css?url";
import { gone } from "./id-of.ts";
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

/** Names who pays, for the paper and the receipt. If somebody else did so meanwhile, nothing changes (409). */
export async function action({ request, context, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, context, "write");
  const found = await findDeskOrder(params.id ?? "");
  const snapshot = found.ok && found.value?.bill ? await readBillSnapshot(found.value.bill.id) : undefined;
  if (!found.ok || (found.value?.bill && !snapshot)) throw outage(context);
  if (!snapshot) throw gone(context);
  const submission = await readForm(request, deskBuyerSchema);
  const posted = { context, form: BUYER_FORM, submission };
  if (submission.status !== "success") return rejectForm(posted);
  const { name, pin, expected } = submission.value;
  const buyer = { name, ...(pin !== undefined && { pin }) };
  const stored = await storeBuyerAtDesk(staff, snapshot.bill.reference, buyer, expected);
  if (!stored.ok) return rejectForm({ ...posted, message: stored.message, status: statusOf(stored) });
  const { outcome, last } = stored.value;
  const page = `/desk/orders/${params.id}/proforma`;
  if (outcome === "gone") return redirect(page, 303);
  if (outcome === "done") return redirectWithFlash(page, { about: BUYER_FORM, title: "The paper is changed" });
  const message = `${lateWords(last, "named who pays", nowDate(), "The customer named who pays.")} Read it, then send yours.`;
  return rejectForm({ ...posted, message, status: 409 });
}

const deskBuyerSchema = buyerSchema.extend({ expected: z.string().max(200) });

export default function DeskProformaPage() {
  const paper = useLoaderData<typeof loader>();
  const actionData = useActionData<unknown>();
  return (
    <div className="receipt-page page sheet app flow">
      <Back to={`/desk/orders/${paper.id}`} label={`Order ${paper.number}`} />
      {paper.state === "open" ? (
        <>
          <h1 className="visually-hidden">{`Proforma invoice ${paper.sheet.number}`}</h1>
          <div className="receipt">
            <Sheet sheet={paper.sheet} to={paper.to} end={paper.sheet.about ?? ""} />
            <div className="receipt-acts">
              {!paper.isValid && <p>It is out of date. Look at the price before you send it.</p>}
              <KeepAsPdf />
              <Writers>
                <details className="fold" open={isReplyTo(BUYER_FORM, actionData)}>
                  <summary>{paper.buyerName === "" ? "Name who pays" : "Change who pays"}</summary>
                  <BuyerForm here={`/desk/orders/${paper.id}/proforma`} name={paper.buyerName} pin={paper.buyerPin}>
                    <input type="hidden" name="expected" value={`${paper.buyerName}|${paper.buyerPin}`} />
                  </BuyerForm>
                </details>
                <p className="quiet">
                  The customer does the same on <a href={paper.link}>the customer’s page</a>. Send them its address: it
                  works for 60 days.
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
