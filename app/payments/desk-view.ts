import type { TrailLine } from "#app/desk/trail.ts";
import type { OrderKind } from "#app/domains/order-kinds.ts";
import { ORDER_NAMES } from "#app/domains/order-kinds.ts";
import { readReference } from "#app/orders/bill-reference.ts";
import { formatKsh } from "#app/platform/money.ts";
import { nairobiDay, nairobiTime } from "#app/platform/text/nairobi-day.ts";
import { countWords } from "./desk-payment.ts";
import { LOOK_AT, ownWords, type Witness } from "./desk-ways.ts";
import { codeOrWords, isByHand, type PaymentSource, type PaymentState, wayOf } from "./pay-ways.ts";

/** A bill as the desk reads it. Amounts are whole KSh, times ISO 8601. */
export type Bill = {
  reference: string;
  amountKsh: number;
  paidKsh: number;
  payableKsh: number;
  refundLeft: number;
  surplusLeft: number;
  dueBack: number;
  wantedBack: number;
  kept: number;
  paidAt: string | null;
  number: string | null;
  buyerPin: string | null;
  etimsNumber: string | null;
  email: string | null;
  orders: { id: string; kind: OrderKind; domain: string; priceKsh: number; isFailed: boolean }[];
};

type Payment = {
  code: string;
  amountKsh: number;
  /** `typedKsh`: the amount that staff typed. `reportedKsh`: the amount that M-PESA reported first. Null if there was none. */
  typedKsh: number | null;
  reportedKsh: number | null;
  paidAt: string;
  receivedAt: string;
  source: PaymentSource;
  number: string | null;
  bank: string | null;
  takenBy: string | null;
  state: PaymentState;
  isDisputed: boolean;
  confirmedBy: "query" | "pull" | "status" | "token" | "staff" | "credit" | null;
  typedReference: string | null;
  enteredBy: string | null;
  enteredName: string | null;
  keptKsh: number | null;
  typedAt: { reference: string; missing: number }[];
  bill: Bill | null;
  trail: TrailLine[];
};

/** The state of a payment in words. */
export const PAYMENT_STATE_WORDS: Record<PaymentState, string> = {
  held: "To confirm",
  counted: "Counted",
  surplus: "Too much",
  unmatched: "Without a bill",
  returned: "Sent back",
  kept: "Kept for the next bill",
  void: "Not paid after all",
};
const TAG_KINDS: Record<PaymentState, "ok" | "warn" | "neutral"> = {
  held: "warn",
  counted: "ok",
  surplus: "warn",
  unmatched: "warn",
  returned: "neutral",
  kept: "neutral",
  void: "neutral",
};
const SOURCES: Record<Payment["source"], string> = {
  stk: "A prompt on the customer’s phone",
  paybill: "Pay Bill",
  pull: "M-PESA’s list of payments",
  staff: "Entered by hand",
  bank: "Bank transfer, entered by hand",
  cash: "Cash, entered by hand",
  cheque: "Cheque, entered by hand",
  credit: "From the customer’s credit",
};
const PROOFS: Record<NonNullable<Payment["confirmedBy"]>, string> = {
  query: "M-PESA, when we asked",
  pull: "M-PESA’s list of payments",
  status: "M-PESA, when we asked",
  token: "M-PESA’s report",
  staff: "One of us",
  credit: "The customer’s balance",
};

/** Returns the badge of a payment. One whose orders all failed counts, but its money went back, was kept, or is due back. */
function tagOf({ state, bill }: Payment): { kind: "ok" | "warn" | "neutral"; words: string } {
  if (state === "counted" && bill && bill.orders.length > 0 && bill.orders.every(({ isFailed }) => isFailed)) {
    if (bill.dueBack > 0) return { kind: "warn", words: "To pay back" };
    return { kind: "neutral", words: bill.kept > 0 ? PAYMENT_STATE_WORDS.kept : "Paid back" };
  }
  return { kind: TAG_KINDS[state], words: PAYMENT_STATE_WORDS[state] };
}

/** Returns which forms the page of a payment offers. */
function offeredForms(payment: Payment) {
  const { state, source, bill, confirmedBy, isDisputed, reportedKsh } = payment;
  const isOpen = state === "held" || state === "unmatched";
  return {
    confirm: state === "held" && bill !== null,
    match: isOpen,
    returned: isOpen || state === "surplus",
    // Money that M-PESA reported is never deleted.
    delete: isOpen && isByHand(source) && reportedKsh === null && (confirmedBy === null || isDisputed),
    void: wayOf(source) !== "mpesa" && (state === "counted" || state === "surplus" || state === "kept"),
    refund: (bill?.refundLeft ?? 0) > 0,
    surplus: (bill?.surplusLeft ?? 0) > 0,
    keep: (bill?.dueBack ?? 0) > 0,
    etims: bill !== null && bill.paidAt !== null,
  };
}
export type PaymentForm = keyof ReturnType<typeof offeredForms>;
export type PaymentView = ReturnType<typeof paymentView>;

/**
 * Returns a payment in words for the member of staff `me`. `chosen`: what was typed in the form that matches the payment with
 * a bill, and the bill with this reference, if there is one.
 */
export function paymentView(
  payment: Payment,
  me: string,
  witness: Witness,
  chosen: { typed: string; bill: Bill | null },
) {
  const { code, amountKsh, bill, confirmedBy, isDisputed, enteredBy, typedReference } = payment;
  const isOpen = payment.state === "held" || payment.state === "unmatched";
  const isProven = confirmedBy !== null && !isDisputed;
  const isMine = isOpen && enteredBy === me && !isProven;
  return {
    code,
    title: `${formatKsh(amountKsh)}, ${codeOrWords(payment)}`,
    tag: tagOf(payment),
    waits: isMine ? ownWords(witness) : waitsWords(payment),
    offered: offeredForms(payment),
    mustWait: isMine && witness !== "alone",
    look: LOOK_AT[wayOf(payment.source)],
    mayDiffer: !isProven,
    amountKsh,
    isKept: payment.state === "kept",
    keptKsh: payment.keptKsh ?? 0,
    facts: factsOf(payment),
    bill,
    trail: payment.trail,
    after: bill && countWords(amountKsh, bill),
    match: {
      typed: chosen.typed || likelyBill(payment) || readReference(typedReference ?? "") || "",
      isUnknown: chosen.typed !== "" && chosen.bill === null,
      bill: chosen.bill && {
        reference: chosen.bill.reference,
        missing: missingOf(chosen.bill),
        about: aboutBill(chosen.bill),
        after: countWords(amountKsh, chosen.bill),
      },
    },
    missing: bill === null ? 0 : missingOf(bill),
  };
}

/**
 * Returns the reference of the bill at which a customer typed the payment's code. A bill that misses exactly the payment's
 * amount goes first.
 */
const likelyBill = ({ typedAt, amountKsh }: Payment) =>
  (typedAt.find(({ missing }) => missing === amountKsh) ?? typedAt[0])?.reference;

/** Returns what is missing of a bill, in KSh; 0 if too much was paid. */
export const missingOf = ({ amountKsh, paidKsh }: Pick<Bill, "amountKsh" | "paidKsh">) =>
  Math.max(0, amountKsh - paidKsh);

/** Whose a bill is and what it is for, so that nobody matches the wrong one. */
function aboutBill({ amountKsh, paidKsh, email, orders }: Bill): string {
  const what = orders.map(({ kind, domain }) => `${ORDER_NAMES[kind]} of ${domain}`).slice(0, 5);
  const more = orders.length > 5 ? ` and ${orders.length - 5} more` : "";
  return `${email ?? "An account that is gone"}: ${formatKsh(amountKsh)}, ${formatKsh(paidKsh)} paid. ${what.join(", ")}${more}.`;
}

/** Returns what staff do about a bill that is paid only in part, or no longer paid because a payment was voided. */
function restWords({ state, bill }: Payment): string {
  const isOpen = bill !== null && bill.paidAt === null && bill.payableKsh > 0;
  if (!isOpen || (state !== "counted" && state !== "void")) return "";
  return `${formatKsh(missingOf(bill))} of the bill is missing. Call the customer. If they do not pay it, end the orders as not done: what was paid is then due back.`;
}

function waitsWords(payment: Payment): string {
  const { state, isDisputed, source, enteredName, typedAt, amountKsh } = payment;
  const { place } = LOOK_AT[wayOf(source)];
  if (isDisputed && (state === "held" || state === "unmatched")) {
    return `We were told two different things about it. Look in ${place}.`;
  }
  const said = typedAt.map(
    ({ reference, missing }) =>
      ` The customer of bill ${reference} typed this code: ${missing === amountKsh ? "exactly this sum" : formatKsh(missing)} is missing there.`,
  );
  if (state === "unmatched")
    return `Nobody knows what it is for.${said.join("")} Match it with a bill, or send it back.`;
  if (state === "surplus") return "Its bill was paid already. Send it back, then say so here.";
  if (state !== "held") return restWords(payment);
  if (source === "cheque") {
    return `${enteredName ?? "Somebody"} entered it. It counts when the bank has paid it. If it bounced, delete the entry.`;
  }
  if (isByHand(source)) return `${enteredName ?? "Somebody"} entered it by hand. Look in ${place} whether it is there.`;
  return `M-PESA has not confirmed it. Look in ${place} whether it is there.`;
}

/** `copy`: what staff copy of a fact: a sum without its comma. */
function factsOf(payment: Payment): { label: string; value: string; copy?: string }[] {
  const {
    code,
    amountKsh,
    typedKsh,
    reportedKsh,
    paidAt,
    receivedAt,
    source,
    number,
    bank,
    takenBy,
    confirmedBy,
    typedReference,
    enteredName,
  } = payment;
  const isAsReported = source === "credit" || (typedKsh === null && reportedKsh === amountKsh);
  const facts: [label: string, value: string | null, copy?: string | null][] = [
    ["Code", code, code],
    ["Amount", formatKsh(amountKsh), String(amountKsh)],
    ["Account typed", typedReference, typedReference],
    ["Typed by us", typedKsh === null ? null : formatKsh(typedKsh)],
    ["M-PESA reported", reportedKsh === null || isAsReported ? null : formatKsh(reportedKsh)],
    ["Number", number, number],
    ["Bank", bank],
    [
      number === null ? "Paid" : "Day",
      number === null ? nairobiTime(new Date(paidAt)) : nairobiDay(new Date(paidAt)).words,
    ],
    ["Taken by", takenBy],
    ["Reported", nairobiTime(new Date(receivedAt))],
    ["Way", SOURCES[source]],
    ["Confirmed", confirmedBy === null ? "Not yet" : PROOFS[confirmedBy]],
    ["Entered by", enteredName],
  ];
  return facts.flatMap(([label, value, copy]) => (value ? [{ label, value, ...(copy && { copy }) }] : []));
}
