import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { ComponentProps } from "react";
import { requireStaff } from "#app/accounts/staff.server.ts";
import { readPaymentCode } from "#app/orders/bill.ts";
import { readReference } from "#app/orders/bill-reference.ts";
import { readBillCustomer } from "#app/payments/bill-customer.server.ts";
import { witness } from "#app/payments/count-payment.server.ts";
import { type DeskBill, findDeskBill, findDeskPayment } from "#app/payments/desk.table.server.ts";
import { enterDays } from "#app/payments/desk-forms.ts";
import { missingOf, paymentView } from "#app/payments/desk-view.ts";
import { type PaymentList as List, readPaymentList } from "#app/payments/payment-list.server.ts";
import { findFirstReceipt } from "#app/payments/receipts.table.server.ts";
import { nowDate } from "#app/platform/clock.ts";
import { env } from "#app/platform/env.server.ts";
import { privatePage } from "#app/platform/http/cache-headers.server.ts";
import { outagePage } from "#app/platform/http/outage.server.ts";
import { formatKsh } from "#app/platform/money.ts";
import { staticMeta } from "#app/ui/shell/page-meta.ts";
import { paymentsAction } from "./payment-action.ts";
import { receiptMonths } from "./receipt-months.ts";
import { DeskEmpty } from "./ui/desk-empty.tsx";
import { DeskHead } from "./ui/desk-head.tsx";
import { Panes } from "./ui/panes.tsx";
import { EnterForms } from "./ui/payment-enter-form.tsx";
import { PaymentList } from "./ui/payment-list.tsx";
import { MonthForm, NotThereForm, type Said } from "./ui/payment-list-forms.tsx";
import { BillSide, PaymentPane } from "./ui/payment-pane.tsx";
import { Writers } from "./ui/writers.tsx";

export const handle = { hydrate: "never" };

export const headers = privatePage;

export const meta = staticMeta({ title: "Payments", description: "What customers have paid.", isHidden: true });

/**
 * Returns the payments that the URL asks for, by default those that need somebody, and the first payment of them, which a wide
 * screen shows beside the list. A link of a row without a payment opens its bill instead (`reference` and `code`, or `owed`).
 * Source: docs/product/desk.md, "Payments at the desk".
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { id, name } = await requireStaff(request, context);
  const params = new URL(request.url).searchParams;
  const now = nowDate();
  const list = await readPaymentList(params, now);
  const about = {
    list,
    months: receiptMonths(now, await findFirstReceipt()).map(({ month, words }) => ({ value: month, label: words })),
    entering: { days: enterDays(now), name, needsWitness: witness() !== "alone" },
    isOff: env.mpesa === null,
    said: saidOf(params),
    ...(await readOwed(params)),
    first: await findFirst(list, id),
  };
  return list.rows === null ? outagePage(context, { ...about, failure: list.failure }) : data(about);
}

/** Returns the first payment of a list; null if the list has none. Without it the page is still of use. */
async function findFirst({ rows }: List, me: string) {
  const row = rows?.find(({ opens }) => opens !== null);
  const found = row?.opens ? await findDeskPayment(row.opens) : undefined;
  if (!row || !found?.ok || found.value === null) return null;
  const view = paymentView(found.value, me, witness(), { typed: "", bill: null });
  return { id: row.id, view, customer: await readBillCustomer(found.value.bill) };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const staff = await requireStaff(request, context, "write");
  return paymentsAction({ staff, typed: await request.formData(), context });
}

/**
 * Returns the payment that a customer or M-PESA claims, from the link in its row of the list: the bill's reference and the
 * code, "" if unknown.
 */
function saidOf(params: URLSearchParams) {
  const reference = readReference(params.get("reference") ?? "");
  return reference === undefined ? null : { reference, code: readPaymentCode(params.get("code") ?? "") ?? "" };
}

/**
 * Returns the bill that `owed` in the URL names, for a row without a payment, and whose it is; null if nothing of it is to be paid.
 */
async function readOwed(params: URLSearchParams) {
  const reference = readReference(params.get("owed") ?? "");
  const found = reference === undefined ? undefined : await findDeskBill(reference);
  const bill = found?.ok ? found.value : null;
  const owed = bill !== null && bill.paidAt === null && bill.payableKsh > 0 ? bill : null;
  return { owed, ower: await readBillCustomer(owed) };
}

export default function DeskPaymentsPage() {
  const { list, months, isOff, said, owed, ower, entering, first } = useLoaderData<typeof loader>();
  if (isOff && !list.rows?.length) {
    return (
      <div className="page sheet app flow">
        <DeskHead title="Payments" />
        <DeskEmpty title="Payments are off">
          <p>With the settings MPESA_… customers pay on the site, and their payments are listed here.</p>
        </DeskEmpty>
      </div>
    );
  }
  const back = { href: "/desk/payments", label: "All payments" };
  if (said !== null || owed !== null) {
    return (
      <Panes
        shows="item"
        back={back}
        list={<PaymentList list={list} current="" />}
        item={<UnpaidBill said={said} owed={owed} entering={entering} />}
        side={owed && <BillSide bill={owed} customer={ower} />}
      />
    );
  }
  return (
    <Panes
      shows="list"
      back={back}
      list={
        <PaymentList list={list} current={first?.id ?? ""} headingAs="h1">
          <Writers>
            <div className="pane-fold">
              <EnterForms {...entering} said={null} />
              <MonthForm months={months} />
            </div>
          </Writers>
        </PaymentList>
      }
      item={first && <PaymentPane {...first} headingAs="h2" />}
      side={first?.view.bill && <BillSide bill={first.view.bill} />}
    />
  );
}

type UnpaidBillProps = {
  said: Said;
  owed: DeskBill | null;
  entering: Omit<ComponentProps<typeof EnterForms>, "said">;
};

/** A bill for which a payment is missing: one that somebody claims (`said`), or the rest of it (`owed`). */
function UnpaidBill({ said, owed, entering }: UnpaidBillProps) {
  if (owed === null) {
    return (
      said && (
        <>
          <NotThereForm said={said} />
          <Writers>
            <EnterForms {...entering} said={said} />
          </Writers>
        </>
      )
    );
  }
  return (
    <>
      <h1 className="pane-title" translate="no">
        Bill {owed.reference}
      </h1>
      <p>
        {formatKsh(missingOf(owed))} of it is missing, and an order on it was done or begun. Call the customer. If they
        have paid, enter it here.
      </p>
      <Writers>
        <EnterForms {...entering} said={{ reference: owed.reference, code: "" }} />
      </Writers>
    </>
  );
}
