import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { findOwnBill, noteOnBill } from "#app/gateways/payments/bills.server.ts";
import { requireUser } from "#app/http/auth.server.ts";
import { redirectWithFlash } from "#app/http/flash.server.ts";
import { readForm, rejectForm } from "#app/http/form.server.ts";
import { formatKsh } from "#app/model/money.ts";
import { nairobiDay } from "#app/model/nairobi-day.ts";
import { pinSchema } from "#app/model/payments/pay-form.server.ts";
import { splitVat } from "#app/model/payments/shillings.ts";
import { pageMeta } from "#app/ui/shell/page-meta.ts";
import { readReceipt } from "#app/use-cases/payments/pay-page.server.ts";
import { payHeaders } from "./pay-page.ts";
import { PIN_FORM, PinForm } from "./ui/pay-forms.tsx";

export const handle = { hydrate: "never" };

export const headers: HeadersFunction = payHeaders;

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: "Receipt", description: "The receipt of a payment.", isHidden: true });

export async function loader(args: LoaderFunctionArgs) {
  const { bill, here } = await findPaidBill(args);
  const receipt = await readReceipt(bill);
  if (!receipt.ok) throw data({ reference: args.context?.requestId }, { status: 503 });
  const { amountKsh, number, buyerPin, etimsNumber, paidAt } = bill;
  const vat = receipt.value.includesVat ? splitVat(amountKsh) : undefined;
  const day = nairobiDay(new Date(paidAt ?? "")).words;
  return { ...receipt.value, amountKsh, number, buyerPin, etimsNumber, day, vat, here };
}

/** Puts the buyer's PIN on the receipt, until it has a number of eTIMS. */
export async function action(args: ActionFunctionArgs) {
  const { bill, here } = await findPaidBill(args);
  const submission = await readForm(args.request, pinSchema);
  const posted = { context: args.context, form: PIN_FORM, submission };
  if (submission.status !== "success") return rejectForm(posted);
  if (bill.etimsNumber !== null)
    return rejectForm({ ...posted, message: "This receipt can’t change any more.", status: 409 });
  if (!(await noteOnBill(bill.id, { buyer_pin: submission.value.pin }))) {
    return rejectForm({ ...posted, message: "We could not save it. Please try again.", status: 503 });
  }
  return redirectWithFlash(here, { about: PIN_FORM, title: "Your PIN is on the receipt" });
}

async function findPaidBill({ request, context, params }: LoaderFunctionArgs) {
  const { account, supabase } = await requireUser(request, context);
  const id = z.uuid().safeParse(params.bill).data;
  const found = id === undefined ? undefined : await findOwnBill(supabase, account.id, id);
  if (found && !found.ok) throw data({ reference: context?.requestId }, { status: 503 });
  if (!found?.value || found.value.paidAt === null) throw data(null, { status: 404 });
  return { bill: found.value, here: new URL(request.url).pathname };
}

export default function ReceiptPage() {
  const receipt = useLoaderData<typeof loader>();
  const { number, day, trader, buyerPin, etimsNumber, lines, codes, vat, amountKsh, here } = receipt;
  const facts: [string, string | null | undefined][] = [
    ["Receipt number", number],
    ["Date", day],
    ["From", [trader.name, trader.address].filter(Boolean).join(", ")],
    ["KRA PIN", trader.pin],
    ["Your KRA PIN", buyerPin],
    ["M-PESA code", codes.join(", ")],
    ["eTIMS number", etimsNumber],
  ];
  const sums: [string, number][] = vat
    ? [
        ["Net", vat.net],
        ["VAT 16 %", vat.vat],
      ]
    : [];
  return (
    <div className="page sheet app flow">
      <h1>Receipt</h1>
      {etimsNumber === null && <p className="quiet">Receipt. Not a tax invoice.</p>}
      <dl className="grid gap-3">
        {facts.map(([label, value]) =>
          value ? (
            <div key={label} className="wrap-anywhere">
              <dt className="quiet">{label}</dt>
              <dd translate="no">{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
      <ul className="lines">
        {[...lines.map(({ what, ksh }): [string, number] => [what, ksh]), ...sums].map(([what, ksh]) => (
          <li key={what} className="flex flex-wrap justify-between gap-x-4 py-2 wrap-anywhere">
            <span>{what}</span>
            <span>{formatKsh(ksh)}</span>
          </li>
        ))}
        <li className="flex flex-wrap justify-between gap-x-4 py-2">
          <b>Paid</b>
          <b>{formatKsh(amountKsh)}</b>
        </li>
      </ul>
      {buyerPin === null && etimsNumber === null && <PinForm here={here} />}
    </div>
  );
}
