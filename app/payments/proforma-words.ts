import type { Bill } from "#app/orders/bill.ts";
import { formatAmount, formatKsh } from "#app/platform/money.ts";
import { dateOf, dayNumber } from "#app/platform/text/nairobi-day.ts";
import { MINUS, netLines, type SheetWords, sellerLines, taxLines } from "./receipt-words.ts";
import type { Issuer } from "./receipts.table.server.ts";

type Payable = Pick<Bill, "reference" | "amountKsh" | "paidKsh" | "missingKsh" | "openedAt">;
type Ways = {
  /** The Pay Bill number, or the till number of Buy Goods; undefined if the sum is more than M-PESA takes. */
  mpesa: { value: string; isTill: boolean } | undefined;
  /** The agency's bank account, in one line. */
  bank: string | undefined;
};

/**
 * Returns an unpaid bill as a proforma invoice, and whether it is still valid. It has the number of the bill, which is also the
 * account number of Pay Bill. `lines`: each order with its price in whole KSh. `last`: the last day on which the bill can be
 * paid, as a dayNumber. Source: docs/product/payments.md, "Proforma invoices".
 */
export function proformaWords(
  { reference, amountKsh, paidKsh, missingKsh, openedAt }: Payable,
  lines: { what: string; ksh: number }[],
  { seller, vat_percent }: Pick<Issuer, "seller" | "vat_percent">,
  { mpesa, bank }: Ways,
  { last, now }: { last: number; now: Date },
): { sheet: SheetWords; isValid: boolean } {
  const day = dayNumber(new Date(openedAt));
  const gross = {
    ...{ number: reference, issued_at: openedAt, gross_ksh: amountKsh, vat_percent },
    // Rounded half up, as vat_cents of the database.
    vat_cents: vat_percent === null ? 0 : Math.round((amountKsh * 100 * vat_percent) / (100 + vat_percent)),
  };
  const paid = [
    { what: "Total", amount: formatAmount(amountKsh * 100) },
    { what: "Paid already", amount: MINUS + formatAmount(paidKsh * 100) },
  ];
  return {
    isValid: dayNumber(now) <= last,
    sheet: {
      kind: "Proforma invoice",
      number: reference,
      big: formatKsh(missingKsh),
      stamp: ["VALID UNTIL", dateOf(last).words],
      stampKind: "back",
      from: sellerLines(seller),
      lines: netLines(lines, gross),
      taxes: [...taxLines(gross), ...(paidKsh > 0 ? paid : [])],
      total: { what: "To pay", amount: formatAmount(missingKsh * 100) },
      ways: [
        ...(mpesa ? [mpesaWay(mpesa, reference)] : []),
        ...(bank ? [{ title: "Pay by bank", lines: [bank, `Reference ${reference}`] }] : []),
      ],
      about: `Not a tax invoice. Dated ${dateOf(day).words}. Valid until ${dateOf(last).words}. The receipt follows the payment.`,
    },
  };
}

function mpesaWay({ value, isTill }: NonNullable<Ways["mpesa"]>, reference: string) {
  const title = "Pay by M-PESA";
  if (isTill) return { title, lines: [`Buy Goods till ${value}`, `Then send us the code for bill ${reference}`] };
  return { title, lines: [`Pay Bill ${value}`, `Account number ${reference}`] };
}
