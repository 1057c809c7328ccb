import { formatKsh } from "../money.ts";
import { nairobiTime } from "../nairobi-day.ts";
import type { OrderKind } from "../order.ts";
import { ORDER_NAMES } from "../order.ts";
import { readReference } from "../payments/bill-reference.ts";
import { countWords } from "./payment.ts";

/** A bill as the desk reads it. Amounts are whole KSh, times ISO 8601. */
type Bill = {
  reference: string;
  amountKsh: number;
  paidKsh: number;
  payableKsh: number;
  refundLeft: number;
  surplusLeft: number;
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
  /** What staff typed, and what M-PESA reported first; null if there was none. */
  typedKsh: number | null;
  reportedKsh: number | null;
  paidAt: string;
  receivedAt: string;
  source: "stk" | "paybill" | "pull" | "staff";
  state: "held" | "counted" | "surplus" | "unmatched" | "returned";
  isDisputed: boolean;
  confirmedBy: "query" | "pull" | "status" | "token" | "staff" | null;
  typedReference: string | null;
  enteredBy: string | null;
  enteredName: string | null;
  typedAt: { reference: string; missing: number }[];
  bill: Bill | null;
};

const STATES: Record<Payment["state"], string> = {
  held: "To confirm",
  counted: "Counted",
  surplus: "Too much",
  unmatched: "Without a bill",
  returned: "Sent back",
};
const SOURCES: Record<Payment["source"], string> = {
  stk: "A prompt on the customer’s phone",
  paybill: "Pay Bill",
  pull: "M-PESA’s list of payments",
  staff: "Entered by hand",
};
const PROOFS: Record<NonNullable<Payment["confirmedBy"]>, string> = {
  query: "M-PESA, when we asked",
  pull: "M-PESA’s list of payments",
  status: "M-PESA, when we asked",
  token: "M-PESA’s report",
  staff: "One of us, in the portal",
};

/** Which forms a payment offers the member of staff `me`. */
function offeredForms(payment: Payment) {
  const { state, source, bill, confirmedBy, isDisputed, reportedKsh } = payment;
  const isOpen = state === "held" || state === "unmatched";
  return {
    confirm: state === "held" && bill !== null,
    match: isOpen,
    returned: isOpen || state === "surplus",
    // Money that M-PESA reported is never deleted.
    delete: isOpen && source === "staff" && reportedKsh === null && (confirmedBy === null || isDisputed),
    refund: (bill?.refundLeft ?? 0) > 0,
    surplus: (bill?.surplusLeft ?? 0) > 0,
    etims: bill !== null && bill.paidAt !== null,
  };
}
export type PaymentForm = keyof ReturnType<typeof offeredForms>;
export type PaymentView = ReturnType<typeof paymentView>;

/**
 * Returns a payment in words for the member of staff `me`. `chosen` is the bill that is typed in the form that matches, and its
 * reference as it was typed.
 */
export function paymentView(payment: Payment, me: string, chosen: { typed: string; bill: Bill | null }) {
  const { code, amountKsh, bill, confirmedBy, isDisputed, enteredBy, typedReference } = payment;
  const isOpen = payment.state === "held" || payment.state === "unmatched";
  const isProven = confirmedBy !== null && !isDisputed;
  const isMine = isOpen && enteredBy === me && !isProven;
  return {
    code,
    title: `${formatKsh(amountKsh)}, ${code}`,
    state: STATES[payment.state],
    waits: isMine ? "You typed this amount, so somebody else must confirm it." : waitsWords(payment),
    offered: offeredForms(payment),
    isMine,
    mayDiffer: !isProven,
    amountKsh,
    facts: factsOf(payment),
    bill,
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

/** The bill whose customer typed the code of a payment: one with the same sum first. */
const likelyBill = ({ typedAt, amountKsh }: Payment) =>
  (typedAt.find(({ missing }) => missing === amountKsh) ?? typedAt[0])?.reference;

const missingOf = ({ amountKsh, paidKsh }: Bill) => Math.max(0, amountKsh - paidKsh);

/** Whose a bill is and what it is for, so that nobody matches the wrong one. */
function aboutBill({ amountKsh, paidKsh, email, orders }: Bill): string {
  const what = orders.map(({ kind, domain }) => `${ORDER_NAMES[kind]} of ${domain}`).slice(0, 5);
  const more = orders.length > 5 ? ` and ${orders.length - 5} more` : "";
  return `${email ?? "An account that is gone"}: ${formatKsh(amountKsh)}, ${formatKsh(paidKsh)} paid. ${what.join(", ")}${more}.`;
}

function waitsWords({ state, isDisputed, source, enteredName, typedAt, amountKsh }: Payment): string {
  if (isDisputed && (state === "held" || state === "unmatched")) {
    return "We were told two different things about it. Look in M-PESA’s portal.";
  }
  const said = typedAt.map(
    ({ reference, missing }) =>
      ` The customer of bill ${reference} typed this code: ${missing === amountKsh ? "exactly this sum" : formatKsh(missing)} is missing there.`,
  );
  if (state === "unmatched")
    return `Nobody knows what it is for.${said.join("")} Match it with a bill, or send it back in the portal.`;
  if (state === "surplus") return "Its bill was paid already. Send it back in M-PESA’s portal, then say so here.";
  if (state !== "held") return "";
  if (source === "staff")
    return `${enteredName ?? "Somebody"} entered it by hand. Look in the portal whether it is there.`;
  return "M-PESA has not confirmed it. Look in its portal whether it is there.";
}

function factsOf(payment: Payment): { label: string; value: string }[] {
  const {
    code,
    amountKsh,
    typedKsh,
    reportedKsh,
    paidAt,
    receivedAt,
    source,
    confirmedBy,
    typedReference,
    enteredName,
  } = payment;
  const facts: [label: string, value: string | null][] = [
    ["Code", code],
    ["Amount", formatKsh(amountKsh)],
    ["Typed by us", typedKsh === null ? null : formatKsh(typedKsh)],
    ["M-PESA reported", reportedKsh === null ? null : formatKsh(reportedKsh)],
    ["Paid", nairobiTime(new Date(paidAt))],
    ["Heard of", nairobiTime(new Date(receivedAt))],
    ["By", SOURCES[source]],
    ["Confirmed", confirmedBy === null ? "Not yet" : PROOFS[confirmedBy]],
    ["Typed", typedReference],
    ["One of us", enteredName],
  ];
  return facts.flatMap(([label, value]) => (value ? [{ label, value }] : []));
}
