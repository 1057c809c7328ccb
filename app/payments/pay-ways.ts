import { codeCharacters } from "#app/platform/text/clean-line.ts";

/** How money comes and goes back. */
export const PAY_WAYS = ["mpesa", "bank", "cash", "cheque"] as const;
export type PayWay = (typeof PAY_WAYS)[number];

export const WAY_NAMES: Record<PayWay, string> = {
  mpesa: "M-PESA",
  bank: "Bank transfer",
  cash: "Cash",
  cheque: "Cheque",
};

/**
 * How we first heard of a payment. "staff": an M-PESA payment that staff entered. "bank", "cash" and "cheque" payments are
 * always entered by staff. "credit": the customer used credit.
 */
export const PAYMENT_SOURCES = ["stk", "paybill", "pull", "staff", "bank", "cash", "cheque", "credit"] as const;
export type PaymentSource = (typeof PAYMENT_SOURCES)[number];

/** What proves a payment. */
export const CONFIRMATIONS = ["query", "pull", "status", "token", "staff", "credit"] as const;

/** The services of M-PESA that post callbacks. */
export const CALLBACK_SOURCES = ["stk", "paybill"] as const;

/** How a refund of a receipt went back. "credit": it was kept as credit. "void": the payment was voided. */
export const CREDIT_WAYS = [...PAY_WAYS, "credit", "void"] as const;

/** The states of a payment; docs/product/payments.md, "Payments". */
export const PAYMENT_STATES = ["held", "counted", "surplus", "unmatched", "returned", "kept", "void"] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];

/** Returns whether staff entered a payment from this source. */
export function isByHand(source: PaymentSource): boolean {
  return source === "staff" || wayOf(source) !== "mpesa";
}

/** Returns how the money of this source came. Credit came in before, and has no way of its own: "mpesa". */
export function wayOf(source: string): PayWay {
  return PAY_WAYS.find((way) => way === source) ?? "mpesa";
}

/** A payment as receipts keep it. `number` and `bank` are as staff typed them; M-PESA payments have neither. */
export type PaidWith = {
  source: string;
  code: string;
  number?: string | null | undefined;
  bank?: string | null | undefined;
};

/**
 * Returns how a payment was made: "M-PESA SG722NMVXQ", "Cheque 000123, KCB, account ending 4417", or "From your credit
 * CR1A2B3C4D".
 */
export function paidByWords({ source, code, number, bank }: PaidWith): string {
  if (source === "credit") return `From your credit ${code}`;
  return [`${WAY_NAMES[wayOf(source)]} ${number ?? code}`, bank].filter(Boolean).join(", ");
}

/**
 * Returns how a bill was paid, as a sentence without its full stop: "Paid by M-PESA SG722NMVXQ and from your credit
 * CR1A2B3C4D".
 */
export function paidLine(payments: readonly PaidWith[]): string {
  const others = payments.filter(({ source }) => source !== "credit").map(paidByWords);
  const credits = payments.flatMap(({ source, code }) => (source === "credit" ? `from your credit ${code}` : []));
  return `Paid ${[...(others.length > 0 ? [`by ${others.join("; ")}`] : []), ...credits].join(" and ")}`;
}

/** As `paidByWords`, but without the word M-PESA, for places where M-PESA codes are expected: "SG722NMVXQ". */
export function codeOrWords(payment: PaidWith): string {
  return payment.source !== "credit" && wayOf(payment.source) === "mpesa" ? payment.code : paidByWords(payment);
}

/** Words in the name of a bank that people may leave out. */
const BANK_WORDS = /\b(?:THE|BANK|OF|KENYA|K|LTD|LIMITED|PLC)\b/g;

type OwnNumber = {
  source: "bank" | "cash" | "cheque";
  number: string;
  bank?: string | undefined;
  account?: string | undefined;
};

/**
 * Returns the code of a payment that is not M-PESA's: "BANK-KCB-FT26331ABC", "CASH-17" or "CHEQUE-KCB-4417-123". A bank's
 * numbers are unique, and so are those of our cash receipts. A cheque's number is unique within its account only, because two
 * customers of a bank may have cheques with the same number. Case, spaces, leading zeros and words such as "Bank" make no
 * difference.
 */
export function ownPaymentCode({ source, number, bank = "", account = "" }: OwnNumber): string {
  const key = plain(bank.toUpperCase().replace(BANK_WORDS, "")) || plain(bank);
  return [
    source.toUpperCase(),
    key.slice(0, 20),
    plain(account).slice(-4),
    plain(number)
      .replace(/^0+(?=.)/, "")
      .slice(0, 30),
  ]
    .filter((part) => part !== "")
    .join("-");
}

const plain = (typed: string) => codeCharacters(typed).replace(/[^A-Z0-9]/g, "");
