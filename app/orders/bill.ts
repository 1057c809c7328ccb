import { cleanLine, codeCharacters } from "#app/platform/text/clean-line.ts";

/**
 * The states of a payment prompt. "asking": the call is on its way; "sent": the phone shows it; "unknown": M-PESA has not
 * reported the outcome.
 */
export const PROMPT_STATES = ["asking", "sent", "paid", "refused", "unknown"] as const;
export type PromptState = (typeof PROMPT_STATES)[number];

/** A request on a customer's phone to pay a bill. Times are ISO 8601. */
export type Prompt = {
  id: string;
  billId: string;
  amountKsh: number;
  /** In E.164; after 30 days only its last three digits. */
  phone: string;
  state: PromptState;
  /** The provider's number, by which it is asked how the prompt ended; null if its reply was lost. */
  checkoutRequestId: string | null;
  resultCode: string | null;
  resultText: string | null;
  askedAt: string;
};

/**
 * The total of the orders of one submitted form, or of one order that staff accepted, to be paid in one sum. All amounts are
 * whole KSh; times are ISO 8601.
 */
export type Bill = {
  id: string;
  userId: string;
  reference: string;
  amountKsh: number;
  paidKsh: number;
  /** What is still to be paid. */
  missingKsh: number;
  /** What was paid above the amount and is not refunded yet. */
  surplusKsh: number;
  /** What the customer asked to have sent back, and was not sent yet. */
  wantedBackKsh: number;
  openedAt: string;
  paidAt: string | null;
  /** The number of its receipt, as soon as it is paid. */
  number: string | null;
  /** Who pays, as the customer named them on the proforma invoice. */
  buyerName: string | null;
  buyerPin: string | null;
  etimsNumber: string | null;
  /** The M-PESA code by which the customer claims to have paid. */
  typedCode: string | null;
};

/** The states of a bill (`bill_state`). "closed": none of its orders is to be paid any more. */
export const BILL_STATES = ["open", "part", "paid", "closed"] as const;
export type BillState = (typeof BILL_STATES)[number];

/**
 * Returns the M-PESA code that a person typed, such as SG722NMVXQ, or the one code in M-PESA's whole message; undefined if
 * the text has no code or several. A code begins with two letters, which excludes phone numbers. In a message it also has a
 * digit.
 */
export function readPaymentCode(typed: string): string | undefined {
  const code = codeCharacters(typed);
  if (/^[A-Z]{2}[A-Z0-9]{8}$/.test(code)) return code;
  const words =
    cleanLine(typed)
      .toUpperCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  const codes = new Set(words.filter((word) => /^(?=.*\d)[A-Z]{2}[A-Z0-9]{8}$/.test(word)));
  return codes.size === 1 ? [...codes][0] : undefined;
}

/** VAT at the standard rate. Source: VAT Act 2013, section 5. */
export const VAT_PERCENT = 16;

/**
 * Returns the whole shillings of an amount that M-PESA sent: 5, "5", "5.0" or "5.00". Undefined for cents, signs, zero and
 * everything else: staff decide then. Source: docs/product/payments.md, "Payments".
 */
export function wholeShillings(amount: unknown): number | undefined {
  const text = typeof amount === "number" || typeof amount === "string" ? String(amount).trim() : "";
  const whole = /^(\d{1,9})(?:\.0{1,2})?$/.exec(text)?.[1];
  return whole === undefined || Number(whole) === 0 ? undefined : Number(whole);
}
