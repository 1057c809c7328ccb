import { formatAmount, formatKsh } from "#app/platform/money.ts";
import { dateOf, dayNumber, nairobiDay, nairobiTime } from "#app/platform/text/nairobi-day.ts";
import { type PaidWith, type PayWay, paidByWords, WAY_NAMES, wayOf } from "./pay-ways.ts";

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

type Note = Issued & { way: PayWay | "credit" | "void"; code: string };
type Receipt = Issued & {
  seller: {
    name: string;
    address: string;
    phone?: string | undefined;
    email?: string | undefined;
    pin?: string | undefined;
  };
  buyer: { name: string | null; email: string | null };
  lines: { what: string; ksh: number; starts?: string | undefined; ends?: string | undefined }[];
  paid_with: (PaidWith & { ksh: number })[];
  notes: Note[];
  others: string[];
  isCurrent: boolean;
  /** What of the bill could not be done and why; undefined if all was done. */
  notDone?: string | undefined;
};

type Line = { what: string; about: string; amount: string };

/** A receipt, credit note or proforma invoice as a sheet of paper has it. Amounts of lines are in KSh, to the cent. */
export type SheetWords = {
  kind: string;
  number: string;
  big: string;
  stamp: string[];
  /** "back": money that went back; "void": a receipt that is cancelled. */
  stampKind?: "back" | "void";
  from: string[];
  lines: Line[];
  taxes: { what: string; amount: string }[];
  total: { what: string; amount: string };
  /** The ways to pay a proforma invoice, each with its lines. */
  ways?: { title: string; lines: string[] }[];
  /** The receipt that a credit note changes, in words; undefined for a receipt. */
  about?: string;
};

/** Minus as printers set it. */
export const MINUS = "\u2212";

/**
 * Returns a receipt, its credit notes and the numbers of the bill's other receipts, in words.
 * Source: docs/product/payments.md, "Receipts and credit notes".
 */
export function receiptWords({
  seller,
  buyer,
  lines,
  paid_with,
  notes,
  others,
  isCurrent,
  notDone,
  ...receipt
}: Receipt) {
  const isCancelled = notes.some(({ way }) => way === "void");
  const when = nairobiTime(new Date(receipt.issued_at));
  const from = sellerLines(seller);
  const paid: SheetWords = {
    kind: isCancelled ? "Cancelled receipt" : "Receipt",
    number: receipt.number,
    big: formatKsh(receipt.gross_ksh),
    stamp: isCancelled
      ? ["CANCELLED", ...paid_with.map(paidByWords)]
      : [...stampOf(paid_with), when, ...backStamps(notes, receipt.gross_ksh)],
    ...(isCancelled && { stampKind: "void" as const }),
    from,
    lines: netLines(lines, receipt),
    taxes: [...taxLines(receipt), ...payParts(paid_with)],
    total: { what: "Paid", amount: formatAmount(receipt.gross_ksh * 100) },
  };
  return {
    paid,
    notes: notes.map((note) => noteWords(note, { receipt, from, lines, notDone })),
    buyer: [buyer.name, buyer.email].flatMap((one) => one || []),
    others,
    isCurrent,
  };
}

/** Returns the name, the address and the other lines of the seller. */
export function sellerLines({ name, address, phone = "", email = "", pin }: Receipt["seller"]): string[] {
  return [name, address, phone, email, pin ? `KRA PIN ${pin}` : ""].filter(Boolean);
}

/** The sum of each payment, where there are several: an accountant finds each in another statement. */
function payParts(payments: Receipt["paid_with"]): { what: string; amount: string }[] {
  if (payments.length < 2) return [];
  return payments.map((one) => ({ what: paidByWords(one), amount: formatAmount(one.ksh * 100) }));
}

/** "PAID BY M-PESA" or "PAID FROM YOUR CREDIT" and the code; or "PAID BY CHEQUE" and its number and bank. */
function stampOf([payment, ...others]: readonly PaidWith[]): string[] {
  if (!payment || others.length > 0) return ["PAID"];
  if (payment.source === "credit") return ["PAID FROM YOUR CREDIT", payment.code];
  const name = WAY_NAMES[wayOf(payment.source)];
  return [`PAID BY ${name.toUpperCase()}`, paidByWords(payment).slice(name.length + 1)];
}

/** What does not count any more of a receipt, a line for each credit note: "PAID BACK 30 Nov 2026". */
function backStamps(notes: readonly Note[], receiptKsh: number): string[] {
  return notes.map((note) => {
    const sum = note.gross_ksh < receiptKsh ? `${formatKsh(note.gross_ksh)} ` : "";
    return `${sum}${note.way === "credit" ? "KEPT FOR YOU" : "PAID BACK"} ${shortDay(note.issued_at)}`;
  });
}

const shortDay = (moment: string) => dateOf(dayNumber(new Date(moment))).words;

type OfReceipt = { receipt: Issued; from: string[]; lines: Receipt["lines"]; notDone: string | undefined };

type NoteSheet = SheetWords & { /** What became of the money: "Paid back on 30 Nov 2026". */ words: string };

function noteWords({ way, code, ...note }: Note, { receipt, from, lines, notDone }: OfReceipt): NoteSheet {
  const isVoid = way === "void";
  const [first, ...more] = lines;
  const line = first && more.length === 0 ? splitLine(first.what) : { what: `${lines.length} orders`, about: "" };
  const isKept = way === "credit";
  const total = isVoid ? "Cancelled" : isKept ? "Kept for your next bill" : "Paid back";
  const why = isVoid ? "Cancelled: the payment did not reach us" : notDone;
  const isPart = note.gross_ksh < receipt.gross_ksh;
  const minus = (line: { what: string; amount: string }) => ({ ...line, amount: MINUS + line.amount });
  const [net] = taxLines(note);
  return {
    kind: "Credit note",
    number: note.number,
    big: formatKsh(note.gross_ksh),
    words: `${isPart ? `${formatKsh(note.gross_ksh)} ${total.toLowerCase()}` : total} on ${shortDay(note.issued_at)}`,
    stamp: [
      isVoid ? "CANCELLED" : isKept ? "KEPT FOR YOUR NEXT BILL" : `SENT BY ${WAY_NAMES[way].toUpperCase()}`,
      isKept ? `Bill ${code}` : code,
      nairobiTime(new Date(note.issued_at)),
    ],
    stampKind: "back",
    from,
    lines: [
      {
        what: line.what,
        about: [line.about, why].filter(Boolean).join(". "),
        amount: MINUS + (net?.amount ?? formatAmount(note.gross_ksh * 100)),
      },
    ],
    taxes: taxLines(note).map(minus),
    total: { what: total, amount: MINUS + formatAmount(note.gross_ksh * 100) },
    about: `For receipt ${receipt.number} of ${nairobiDay(new Date(receipt.issued_at)).words}. Keep both together.`,
  };
}

/**
 * Returns the lines with their net amounts, whose sum is the net amount of the whole: each is the rounded net of the lines up
 * to it, minus that of the lines before it. Without VAT the amounts are as they were paid.
 */
export function netLines(lines: Receipt["lines"], { gross_ksh, vat_percent, vat_cents }: Issued): Line[] {
  const net = (ksh: number) => {
    if (vat_percent === null) return ksh * 100;
    return ksh === gross_ksh ? ksh * 100 - vat_cents : Math.round((ksh * 10_000) / (100 + vat_percent));
  };
  let before = 0;
  return lines.map(({ what, ksh, starts, ends }) => {
    const cents = net(before + ksh) - net(before);
    before += ksh;
    const line = splitLine(what);
    const term = starts !== undefined && ends !== undefined ? `${dayWords(starts)} to ${dayWords(ends)}` : "";
    return { ...line, about: [line.about, term].filter(Boolean).join(": "), amount: formatAmount(cents) };
  });
}

const dayWords = (day: string) => nairobiDay(new Date(`${day}T12:00:00+03:00`)).words;

/** Returns "kuku-tamu.com" and "Registration, 1 year" from the stored words "Registration of kuku-tamu.com, 1 year". */
function splitLine(words: string): { what: string; about: string } {
  const [kind = "", ...after] = words.split(" of ");
  const [name = "", ...term] = after.join(" of ").split(", ");
  return name === "" || name.includes(" ")
    ? { what: words, about: "" }
    : { what: name, about: [kind, ...term].join(", ") };
}

/** Returns the lines with the net amount and the VAT; no lines if the seller charges no VAT. */
export function taxLines({ gross_ksh, vat_percent, vat_cents }: Issued): { what: string; amount: string }[] {
  if (vat_percent === null) return [];
  return [
    { what: "Net", amount: formatAmount(gross_ksh * 100 - vat_cents) },
    { what: `VAT ${vat_percent}%`, amount: formatAmount(vat_cents) },
  ];
}
