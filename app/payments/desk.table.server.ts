import { z } from "zod";
import { callDesk, lastSchema, readDesk, trailSchema } from "#app/desk/call-desk.table.server.ts";
import { listPageSchema, placeValue } from "#app/desk/list-page.ts";
import { isOrderKind } from "#app/domains/order-kinds.ts";
import type { Mail } from "#app/mail/mail.ts";
import { nowDate } from "#app/platform/clock.ts";
import type { Staff } from "#app/platform/settings/staff.ts";
import type { Entry } from "./desk-forms.ts";
import { PAYMENT_ROWS, PAYMENTS_A_PAGE, type PaymentFilter } from "./desk-payment.ts";
import { CONFIRMATIONS, PAYMENT_SOURCES, PAYMENT_STATES, type PayWay } from "./pay-ways.ts";

const text = z.string().nullable();

const listSchema = listPageSchema(
  z.object({
    kind: z.custom<keyof typeof PAYMENT_ROWS>((kind) => typeof kind === "string" && Object.hasOwn(PAYMENT_ROWS, kind)),
    code: text,
    reference: text,
    ksh: z.number(),
    since: z.string(),
  }),
);

/** Returns a page of payments. No data of customers is read. */
export function listDeskPayments({ state, q, place }: PaymentFilter) {
  const range = { at: nowDate().toISOString(), place: placeValue(place), max_rows: PAYMENTS_A_PAGE };
  return readDesk("desk_payments", { view: state, words: q, ...range }, listSchema);
}

const billSchema = z
  .object({
    id: z.string(),
    reference: z.string(),
    amount_ksh: z.number(),
    paid_ksh: z.number(),
    payable_ksh: z.number(),
    refund_left: z.number(),
    surplus_left: z.number(),
    due_back: z.number(),
    wanted_back_ksh: z.number(),
    kept: z.number(),
    paid_at: text,
    number: text,
    buyer_pin: text,
    etims_number: text,
    email: text,
    codes: z.array(z.string()),
    orders: z.array(
      z
        .object({
          id: z.string(),
          kind: z.string().refine(isOrderKind),
          domain: z.string(),
          price_ksh: z.number(),
          is_failed: z.boolean(),
        })
        .transform(({ price_ksh, is_failed, ...order }) => ({ ...order, priceKsh: price_ksh, isFailed: is_failed })),
    ),
  })
  .transform((row) => ({
    id: row.id,
    reference: row.reference,
    amountKsh: row.amount_ksh,
    paidKsh: row.paid_ksh,
    payableKsh: row.payable_ksh,
    /**
     * `refundLeft`: what is still to be refunded for failed orders. `surplusLeft`: what is still to be paid back of payments
     * above the bill.
     */
    refundLeft: row.refund_left,
    surplusLeft: row.surplus_left,
    /**
     * `dueBack`: all that the bill owes its customer. `wantedBack`: how much of it the customer asked to have sent back.
     * `kept`: how much of the bill was kept as credit.
     */
    dueBack: row.due_back,
    wantedBack: row.wanted_back_ksh,
    kept: row.kept,
    paidAt: row.paid_at,
    number: row.number,
    buyerPin: row.buyer_pin,
    etimsNumber: row.etims_number,
    /** Null if the account is gone. */
    email: row.email,
    codes: row.codes,
    orders: row.orders,
  }));
export type DeskBill = z.infer<typeof billSchema>;

const paymentSchema = z
  .object({
    code: z.string(),
    amount_ksh: z.number(),
    typed_ksh: z.number().nullable(),
    reported_ksh: z.number().nullable(),
    paid_at: z.string(),
    received_at: z.string(),
    source: z.enum(PAYMENT_SOURCES),
    own_number: text,
    bank: text,
    taken_by: text,
    state: z.enum(PAYMENT_STATES),
    is_disputed: z.boolean(),
    confirmed_by: z.enum(CONFIRMATIONS).nullable(),
    typed_reference: text,
    entered_by: text,
    entered_name: text,
    kept_ksh: z.number().nullable(),
    typed_at: z.array(z.object({ reference: z.string(), missing: z.number() })),
    bill: billSchema.nullable(),
    trail: trailSchema,
  })
  .transform((row) => ({
    code: row.code,
    amountKsh: row.amount_ksh,
    typedKsh: row.typed_ksh,
    reportedKsh: row.reported_ksh,
    paidAt: row.paid_at,
    receivedAt: row.received_at,
    source: row.source,
    number: row.own_number,
    bank: row.bank,
    takenBy: row.taken_by,
    state: row.state,
    isDisputed: row.is_disputed,
    confirmedBy: row.confirmed_by,
    typedReference: row.typed_reference,
    enteredBy: row.entered_by,
    enteredName: row.entered_name,
    /** How much credit is taken back if it was not paid after all; null if that cannot be, because money was sent back. */
    keptKsh: row.kept_ksh,
    /** The bills at which customers typed this code, oldest first, and what is still missing of each bill. */
    typedAt: row.typed_at,
    bill: row.bill,
    trail: row.trail.toSorted((one, other) => other.at.localeCompare(one.at)),
  }));
export type DeskPayment = z.infer<typeof paymentSchema>;

/** Returns a payment with its bill and its trail; null if no payment has this code. */
export const findDeskPayment = (code: string) =>
  readDesk("desk_payment", { payment_code: code }, paymentSchema.nullable());

/** Returns a bill by its reference; null if no bill has it. */
export const findDeskBill = (reference: string) =>
  readDesk("desk_bill", { bill_reference: reference }, billSchema.nullable());

const OUTCOMES = [
  "done",
  "late",
  "no-bill",
  "known",
  "corrected",
  "wrong-amount",
  "own",
  "moved",
  "taken",
  "went-back",
  "spent",
  "no-receipt",
] as const;
/** What became of a change; "gone" if there is no such row. Source: the functions of the migration desk_payments. */
export type PaymentOutcome = (typeof OUTCOMES)[number] | "gone";
export const outcomeSchema = z
  .object({
    outcome: z.enum(OUTCOMES),
    last: lastSchema.default(null),
    /** The stored code, if it differs from the typed one only by look-alikes, such as O and 0. */
    code: z.string().optional(),
    /** How much of the credit is spent that a void payment would take back. */
    ksh: z.number().optional(),
  })
  .nullable()
  .transform((row) => row ?? { outcome: "gone" as const, last: null, code: undefined, ksh: undefined });
export type PaymentChange = z.infer<typeof outcomeSchema>;

const change = (name: string, values: Record<string, unknown>) => callDesk(name, values, outcomeSchema);

/** Enters a payment by hand. The payment counts when it is confirmed (`countPayment`). */
export function enterPayment(staff: Staff, { source, code, ksh, paidAt, ...more }: Entry) {
  const { reference, number: own_number, bank, takenBy: taken_by } = more;
  const entry = { source, code, amount_ksh: ksh, paid_at: paidAt, reference, own_number, bank, taken_by };
  return change("desk_enter_payment", { staff, entry });
}

export type Counting = { ksh: number; differs: boolean; reference?: string; expectedKsh: number };

/**
 * Counts a payment that staff have seen towards its bill, or towards the bill with this reference. `mails`: the mails to
 * queue if the member of staff who entered the payment may also count it; null if another one must.
 */
export function countPayment(staff: Staff, payment: string, counting: Counting, mails: readonly Mail[] | null) {
  const { ksh, differs, reference, expectedKsh } = counting;
  const values = {
    staff,
    payment,
    ksh,
    differs,
    to_reference: reference ?? null,
    expected_missing: expectedKsh,
    alone: mails !== null,
  };
  return callDesk("desk_count_payment", values, outcomeSchema, mails ?? []);
}

/** How money went back. `code`: the M-PESA code, the bank's reference, or the number of the cheque or cash receipt. */
type Back = { ksh: number; way: PayWay; code: string };

/** Notes that a payment that counts for nothing was sent back. */
export const returnPayment = (staff: Staff, payment: string, refund: Back) =>
  change("desk_return_payment", { staff, payment, refund });

/**
 * Notes that a bank transfer, cash or a cheque that counted or was kept as credit was not paid after all, takes back what was
 * kept of it, and mails the customer.
 */
export const voidPayment = (staff: Staff, payment: string, ksh: number, mails: readonly Mail[]) =>
  callDesk("desk_void_payment", { staff, payment, ksh }, outcomeSchema, mails);

/** Deletes an entry by hand that was a mistake. */
export const deletePayment = (staff: Staff, payment: string) => change("desk_withdraw_payment", { staff, payment });

/**
 * Notes that a refund, or the surplus of a payment, was paid back, whole or in part. A refund of a receipt is a credit note.
 */
export const payBack = (staff: Staff, what: "refund" | "surplus", { reference, expectedKsh, ...refund }: PaidBack) =>
  change("desk_pay_back", { staff, bill: reference, what, refund, expected_due: expectedKsh });

/** `expectedKsh`: what was due when the page was rendered. */
type PaidBack = Back & { reference: string; expectedKsh: number };

/** Stores the number of a receipt in eTIMS. `expectedNumber`: the number when the form was rendered. */
export const enterEtims = (staff: Staff, typed: { reference: string; number: string; expectedNumber: string }) =>
  change("desk_enter_etims", {
    staff,
    bill: typed.reference,
    new_number: typed.number,
    expected_number: typed.expectedNumber,
  });

/**
 * Notes that the portal does not have the payment with the code that a customer typed. If no code is given, notes that the
 * portal does not have the payment that M-PESA announced for a prompt.
 */
export const dismissClaim = (
  staff: Staff,
  { reference: bill, code }: { reference: string; code?: string | undefined },
) =>
  code === undefined
    ? change("desk_prompt_not_paid", { staff, bill })
    : change("desk_code_not_found", { staff, bill, typed: code });
