import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireStaff } from "#app/accounts/staff.server.ts";
import { type Age, ageClass, stillAge, waitingAge } from "#app/desk/age.ts";
import { type Place, rangeWords } from "#app/desk/list-page.ts";
import { readPaymentCode } from "#app/orders/bill.ts";
import { readReference } from "#app/orders/bill-reference.ts";
import { witness } from "#app/payments/count-payment.server.ts";
import { findDeskBill, listDeskPayments } from "#app/payments/desk.table.server.ts";
import { enterDays } from "#app/payments/desk-forms.ts";
import {
  PAYMENT_ROWS,
  PAYMENT_VIEWS,
  PAYMENTS_A_PAGE,
  type PaymentRow,
  paymentListPath,
  readPaymentFilter,
} from "#app/payments/desk-payment.ts";
import { missingOf } from "#app/payments/desk-view.ts";
import { findFirstReceipt } from "#app/payments/receipts.table.server.ts";
import { nowDate } from "#app/platform/clock.ts";
import { env } from "#app/platform/env.server.ts";
import { privatePage } from "#app/platform/http/cache-headers.server.ts";
import { outagePage } from "#app/platform/http/outage.server.ts";
import { formatKsh } from "#app/platform/money.ts";
import { ReadFailure } from "#app/ui/feedback/read-failure.tsx";
import { staticMeta } from "#app/ui/shell/page-meta.ts";
import { paymentsAction } from "./payment-action.ts";
import { receiptMonths } from "./receipt-months.ts";
import { DeskEmpty } from "./ui/desk-empty.tsx";
import { Pager } from "./ui/pager.tsx";
import { EnterForms } from "./ui/payment-enter-form.tsx";
import { BillFacts } from "./ui/payment-facts.tsx";
import { MonthForm, NotThereForm, PaymentFilterForm } from "./ui/payment-list-forms.tsx";

export const handle = { hydrate: "never" };

export const headers = privatePage;

export const meta = staticMeta({ title: "Payments", description: "What customers have paid.", isHidden: true });

/**
 * Returns one page of payments; the default filter shows those that need somebody. Source: docs/product/desk.md, "Payments at
 * the desk".
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { name } = await requireStaff(request, context);
  const params = new URL(request.url).searchParams;
  const now = nowDate();
  const filter = readPaymentFilter(params);
  const about = {
    filter,
    months: receiptMonths(now, await findFirstReceipt()).map(({ month, words }) => ({ value: month, label: words })),
    entering: { days: enterDays(now), name, needsWitness: witness() !== "alone" },
    isOff: env.mpesa === null,
    said: saidOf(params),
    owed: await findOwed(params),
  };
  const found = await listDeskPayments(filter);
  if (!found.ok) {
    const none = { rows: null, range: "", previous: null, next: null };
    return outagePage(context, { ...about, ...none, failure: found.message });
  }
  const path = (place: NonNullable<Place> | null) => place && paymentListPath({ ...filter, place });
  return data({
    ...about,
    ...{ failure: "", range: rangeWords(found.value) },
    ...{ previous: path(found.value.previous), next: path(found.value.next) },
    rows: found.value.rows.map((row) => ({
      ...row,
      age: filter.state === "todo" ? waitingAge(row.since, now) : stillAge(row.since, now),
    })),
  });
}

export async function action({ request, context }: ActionFunctionArgs) {
  const staff = await requireStaff(request, context);
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

/** Returns the bill that `owed` in the URL names, for a row without a payment; null if nothing of it is to be paid. */
async function findOwed(params: URLSearchParams) {
  const reference = readReference(params.get("owed") ?? "");
  const found = reference === undefined ? undefined : await findDeskBill(reference);
  const bill = found?.ok ? found.value : null;
  return bill !== null && bill.paidAt === null && bill.payableKsh > 0 ? bill : null;
}

export default function DeskPaymentsPage() {
  const { filter, rows, range, previous, next, failure, months, isOff, said, owed, entering } =
    useLoaderData<typeof loader>();
  if (isOff && !rows?.length) {
    return (
      <div className="page sheet app flow">
        <h1>Payments</h1>
        <DeskEmpty title="Payments are off">
          <p>With the settings MPESA_… customers pay on the site, and their payments are listed here.</p>
        </DeskEmpty>
      </div>
    );
  }
  return (
    <div className="page sheet app flow">
      <h1>Payments</h1>
      {said !== null && (
        <>
          <NotThereForm said={said} />
          <EnterForms {...entering} said={said} />
        </>
      )}
      {owed !== null && (
        <>
          <BillFacts bill={owed} />
          <p>
            {formatKsh(missingOf(owed))} of it is missing, and an order on it was done or begun. Call the customer. If
            they have paid, enter it here.
          </p>
          <EnterForms {...entering} said={{ reference: owed.reference, code: "" }} />
        </>
      )}
      <PaymentFilterForm filter={filter} />
      {rows === null && <ReadFailure title={failure} retryHref={paymentListPath(filter)} />}
      {rows?.length === 0 && (
        <DeskEmpty title={filter.state === "todo" ? "No open payments" : "No payment is like that"}>
          <p>
            {filter.place ? (
              <a href={paymentListPath({ ...filter, place: undefined })}>The first page</a>
            ) : (
              "Payments we could not match to a bill, and refunds due, appear here."
            )}
          </p>
        </DeskEmpty>
      )}
      {rows !== null && rows.length > 0 && (
        <>
          <p className="quiet">
            {PAYMENT_VIEWS[filter.state]}, the {filter.state === "all" ? "newest" : "oldest"} first: {range}.
          </p>
          <ul className="desk-list">
            {rows.map((row) => (
              <Row key={`${row.kind} ${row.code} ${row.reference}`} row={row} />
            ))}
          </ul>
          <Pager previous={previous} next={next} size={PAYMENTS_A_PAGE} />
        </>
      )}
      {said === null && owed === null && <EnterForms {...entering} said={null} />}
      <section className="flow pt-4" aria-labelledby="receipts">
        <h2 id="receipts">Receipts for eTIMS, as CSV</h2>
        <MonthForm months={months} />
      </section>
    </div>
  );
}

function Row({ row: { kind, code, reference, ksh, age } }: { row: PaymentRow & { age: Age } }) {
  const said = new URLSearchParams({ reference: reference ?? "", code: code ?? "" });
  return (
    <li>
      <div>
        <a
          className="cover cut"
          href={kind === "payment-claimed" ? `/desk/payments?${said}` : `/desk/payments/${code ?? reference}`}
          translate="no"
        >
          {formatKsh(ksh)}
          <span className="visually-hidden">, {code ?? reference}</span>
        </a>
        <span className="cut quiet" translate="no">
          {code ?? "No code"} · {reference ?? "no bill"}
        </span>
      </div>
      <span className="quiet max-w-[45%] text-right">
        <span className="cut">{PAYMENT_ROWS[kind]}</span>
        <span className={`desk-age ${ageClass(age) ?? ""}`}>{age.words}</span>
      </span>
    </li>
  );
}
