import { type Place, placeParams, readPlace } from "#app/desk/list-page.ts";
import { readPaymentCode } from "#app/orders/bill.ts";
import { readReference } from "#app/orders/bill-reference.ts";
import { formatKsh } from "#app/platform/money.ts";
import { codeCharacters } from "#app/platform/text/clean-line.ts";

export const PAYMENTS_A_PAGE = 50;

/** What the list may show, by `state` in its URL. Source: docs/product/desk.md, "Payments at the desk". */
export const PAYMENT_VIEWS = {
  todo: "Needs somebody",
  held: "To confirm",
  unmatched: "Without a bill",
  surplus: "Too much",
  etims: "Without an eTIMS number",
  all: "All",
} as const;
type ViewName = keyof typeof PAYMENT_VIEWS;

export type PaymentFilter = { state: ViewName; q: string; place: Place };

/** Returns the filter in a URL. Invalid values are left out. A search whose URL names no state looks in all states. */
export function readPaymentFilter(params: URLSearchParams): PaymentFilter {
  const state = params.get("state");
  const typed = params.get("q") ?? "";
  const q = (readPaymentCode(typed) ?? readReference(typed) ?? codeCharacters(typed).replace(/[^A-Z0-9]/g, "")).slice(
    0,
    60,
  );
  return {
    state: state !== null && isView(state) ? state : q === "" ? "todo" : "all",
    q,
    place: readPlace(params, "text"),
  };
}

function isView(word: string): word is ViewName {
  return Object.hasOwn(PAYMENT_VIEWS, word);
}

/** Returns the URL of a list, or of a payment beside it, without parameters that have their default value. */
export function paymentListPath({ state, q, place }: PaymentFilter, path = "/desk/payments"): string {
  const params = new URLSearchParams({
    ...((state !== "todo" || q !== "") && { state }),
    ...(q !== "" && { q }),
    ...placeParams(place),
  });
  return params.size === 0 ? path : `${path}?${params}`;
}

/** Why a payment is in the list. Outside of "Needs somebody", the reason is "payment-" with the payment's state. */
export const PAYMENT_ROWS = {
  "payment-held": "To confirm",
  "payment-unmatched": "Without a bill",
  "payment-surplus": "Too much",
  "payment-refund": "Refund due",
  "payment-part": "Not paid in full",
  "payment-claimed": "Said to be paid",
  "payment-counted": "Counted",
  "payment-returned": "Sent back",
  "payment-credit": "From credit",
  "payment-kept": "Kept for the next bill",
  "payment-void": "Not paid after all",
} as const;

/** A row of the list. Amounts are whole KSh; `since` is ISO 8601. `code` is null if no payment has arrived. */
export type PaymentRow = {
  kind: keyof typeof PAYMENT_ROWS;
  code: string | null;
  reference: string | null;
  ksh: number;
  since: string;
};

/** What a payment may do to a bill: `payableKsh` is the price of its orders that have not failed. */
type Payable = { reference: string; amountKsh: number; paidKsh: number; payableKsh: number };

/** Returns what happens when a payment is counted for a bill. */
export function countWords(ksh: number, bill: Payable): string {
  const { reference, amountKsh, paidKsh, payableKsh } = bill;
  const [missing, name] = [amountKsh - paidKsh, `The bill ${reference}`];
  if (missing <= 0) return `${name} is paid already: all of it is then too much, and to be paid back.`;
  if (payableKsh === 0) return `Nothing of ${reference} is to be paid any more: all of it is then due back.`;
  if (ksh < missing)
    return `${formatKsh(ksh)} then counts for ${reference}, and ${formatKsh(missing - ksh)} is missing.`;
  const rest = ksh > missing ? ` ${formatKsh(ksh - missing)} is too much, and to be paid back.` : "";
  return `${name} is then paid: it gets its receipt, and its orders go on.${rest}`;
}
