import { formatKsh, formatKshCents } from "#app/platform/money.ts";
import { nairobiDay } from "#app/platform/text/nairobi-day.ts";
import { type PaidWith, type PayWay, paidByWords, WAY_NAMES } from "./pay-ways.ts";

/**
 * A receipt or credit note as it was issued. `gross_ksh`: whole KSh. `vat_cents`: the VAT in that amount, in cents of a
 * shilling. `issued_at`: ISO 8601.
 */
type Issued = {
  number: string;
  issued_at: string;
  gross_ksh: number;
  vat_percent: number | null;
  vat_cents: number;
};

type Receipt = Issued & {
  seller: { name: string; address: string; pin?: string | undefined };
  lines: { what: string; ksh: number }[];
  paid_with: PaidWith[];
  notes: (Issued & { way: PayWay | "void"; code: string })[];
  others: string[];
  isCurrent: boolean;
};

/** Returns a receipt and its credit notes in the words of their page. */
export function receiptWords({ seller, lines, paid_with, notes, others, isCurrent, ...receipt }: Receipt) {
  return {
    number: receipt.number,
    day: nairobiDay(new Date(receipt.issued_at)).words,
    from: [seller.name, seller.address].filter(Boolean).join(", "),
    pin: seller.pin,
    paidBy: paid_with.map(paidByWords).join("; "),
    lines: lines.map(({ what, ksh }) => ({ what, amount: formatKsh(ksh) })),
    taxes: taxLines(receipt),
    paid: formatKsh(receipt.gross_ksh),
    notes: notes.map(({ way, code, ...note }) => ({
      number: note.number,
      day: nairobiDay(new Date(note.issued_at)).words,
      ...(way === "void"
        ? { what: "Cancelled, because it did not reach us", by: code, total: "Cancelled" }
        : { what: "Sent back by", by: `${WAY_NAMES[way]} ${code}`, total: "Paid back" }),
      taxes: taxLines(note),
      amount: formatKsh(note.gross_ksh),
    })),
    others,
    isCurrent,
    isCancelled: notes.some(({ way }) => way === "void"),
  };
}

/** Returns the lines with the net amount and the VAT; no lines if the seller charges no VAT. */
function taxLines({ gross_ksh, vat_percent, vat_cents }: Issued): { what: string; amount: string }[] {
  if (vat_percent === null) return [];
  return [
    { what: "Net", amount: formatKshCents(gross_ksh * 100 - vat_cents) },
    { what: `VAT ${vat_percent} %`, amount: formatKshCents(vat_cents) },
  ];
}
