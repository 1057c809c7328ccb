import { z } from "zod";
import type { Mail } from "#app/mail/mail.ts";
import { type AgencyMessage, callWithAgencyMessage, callWithMails } from "#app/mail/queue.table.server.ts";
import { BILL_STATES } from "#app/orders/bill.ts";
import { billSchema } from "#app/orders/bills.table.server.ts";
import { trustedClient } from "#app/platform/database/client.api.server.ts";
import { pollRows, REPLY_ROWS, readRows, readRowsOf, runQuery } from "#app/platform/database/rows.table.server.ts";
import { log } from "#app/platform/log.server.ts";
import { PAYMENT_SOURCES, PAYMENT_STATES } from "./pay-ways.ts";

/** How long a paid bill stays claimed: longer than carrying out its orders takes. */
const CLAIM_SECONDS = 300;
const AT_ONCE = 50;

const paymentSchema = z
  .object({
    code: z.string(),
    bill_id: z.string().nullable(),
    prompt_id: z.string().nullable(),
    amount_ksh: z.number(),
    paid_at: z.string(),
    source: z.enum(PAYMENT_SOURCES),
    own_number: z.string().nullable(),
    bank: z.string().nullable(),
    typed_reference: z.string().nullable(),
    is_disputed: z.boolean(),
    state: z.enum(PAYMENT_STATES),
    received_at: z.string(),
  })
  .transform((row) => ({
    code: row.code,
    billId: row.bill_id,
    promptId: row.prompt_id,
    amountKsh: row.amount_ksh,
    paidAt: row.paid_at,
    source: row.source,
    number: row.own_number,
    bank: row.bank,
    typedReference: row.typed_reference,
    isDisputed: row.is_disputed,
    state: row.state,
    receivedAt: row.received_at,
  }));
export type Payment = z.infer<typeof paymentSchema>;

/**
 * What a source reports about a payment. `reference` is that of a bill, `typedReference` the account number that the payer
 * typed.
 */
type Report = {
  code: string;
  amountKsh: number;
  paidAt: string;
  source: Payment["source"];
  promptId?: string | null | undefined;
  reference?: string | undefined;
  typedReference?: string | undefined;
  confirmedBy?: "pull" | "token" | undefined;
  isDisputed?: boolean;
};

/**
 * Stores a payment, or adds to a stored one what this source reports, and counts it if it is confirmed. Undefined if the
 * database failed.
 */
export async function recordPayment(report: Report): Promise<Payment | undefined> {
  const row = {
    code: report.code,
    amount_ksh: report.amountKsh,
    paid_at: report.paidAt,
    source: report.source,
    prompt_id: report.promptId ?? null,
    reference: report.reference ?? null,
    typed_reference: report.typedReference ?? null,
    confirmed_by: report.confirmedBy ?? null,
    is_disputed: report.isDisputed ?? false,
  };
  const { data, error } = await runQuery(trustedClient().rpc("record_payment", { report: row }));
  const written = paymentSchema.safeParse(data);
  if (!error && written.success) return written.data;
  log.error({ payment: report.code, reason: error?.message ?? "a row of another shape" }, "payment not recorded");
}

/** Confirms a payment that is held, and counts it. Returns false if that failed. */
export function confirmPayment(code: string, by: "query" | "token"): Promise<boolean> {
  return change("confirm_payment", { payment: code, by });
}

/** Notes that M-PESA's reports about a payment contradict each other. */
export function disputePayment(code: string): Promise<boolean> {
  return change("dispute_payment", { payment: code });
}

async function change(operation: string, values: { payment: string; by?: string }): Promise<boolean> {
  const { error } = await runQuery(trustedClient().rpc(operation, values));
  if (error) log.error({ payment: values.payment, operation, reason: error.message }, "payment not changed");
  return error === null;
}

const COLUMNS =
  "code,bill_id,prompt_id,amount_ksh,paid_at,source,own_number,bank,typed_reference,is_disputed,state,received_at";

/** Returns the payments of a prompt; undefined if the database failed. */
export function findPaymentsOfPrompt(prompt: string): Promise<Payment[] | undefined> {
  const query = trustedClient().from("payments").select(COLUMNS).eq("prompt_id", prompt);
  return readRows(query.limit(REPLY_ROWS), paymentSchema, "payments not read");
}

/** Returns the codes whose payments need no confirmation any more; undefined if the database failed. */
export async function findSettledCodes(codes: readonly string[]): Promise<Set<string> | undefined> {
  const query = (some: string[]) =>
    trustedClient().from("payments").select("code").in("code", some).neq("state", "held");
  const rows = await readRowsOf(codes, query, z.object({ code: z.string() }), "payments not read");
  return rows && new Set(rows.map(({ code }) => code));
}

export const customerSchema = z
  .object({ bill: billSchema, email: z.string().nullable(), full_name: z.string().nullable() })
  .transform(({ bill, email, full_name }) => ({ bill, email: email ?? "", name: full_name ?? undefined }));
/** A bill and its customer. `email` is empty for a closed account. */
export type BilledCustomer = z.infer<typeof customerSchema>;

/** Claims a paid bill whose orders are to be carried out; undefined if no bill is waiting or the database fails. */
export async function claimPaidBill(): Promise<BilledCustomer | undefined> {
  const query = trustedClient().rpc("claim_paid_bill", { seconds: CLAIM_SECONDS });
  return (await pollRows(query, customerSchema, "paid bills not claimed"))?.[0];
}

/** Stores that a bill's orders were carried out, with the message to the agency and the mails to the customer. */
export async function finishBill(
  bill: string,
  notification: AgencyMessage | undefined,
  toCustomer: readonly Mail[],
): Promise<boolean> {
  const mails = [notification?.mail, ...toCustomer].filter((one) => one !== undefined);
  const written = { bill, messages: notification ? [notification.message] : [] };
  const { row, error } = await callWithMails("finish_bill", written, mails);
  if (error) log.error({ bill, reason: error.message }, "paid bill not finished");
  return row === true;
}

const toNotifySchema = z.intersection(
  z.object({
    payment: paymentSchema,
    bill: z.object({ shrunk_at: z.string().nullable() }),
    state: z.enum(BILL_STATES),
    due_back: z.number(),
  }),
  customerSchema,
);
export type PaymentToNotify = z.infer<typeof toNotifySchema>;

/** Lists payments of which the customer was not notified, with the bill, its state and what it owes. */
export async function listPaymentsToNotify(): Promise<PaymentToNotify[]> {
  const query = trustedClient().rpc("payments_to_notify", { max_rows: AT_ONCE });
  return (await pollRows(query, toNotifySchema, "payments not read")) ?? [];
}

/** Stores that a customer was notified of a payment, with the mail. */
export async function markPaymentNotified(code: string, mails: readonly Mail[]): Promise<void> {
  const { error } = await callWithMails("notify_payment", { payment: code }, mails);
  if (error) log.error({ payment: code, reason: error.message }, "notification of a payment not stored");
}

const toRemindSchema = z.intersection(
  z.object({
    bill: z.object({ reminders: z.number() }),
    is_missed: z.boolean(),
    is_begun: z.boolean(),
    is_on_its_way: z.boolean(),
    ends_at: z.string().nullable(),
  }),
  customerSchema,
);

/**
 * Lists unpaid bills of which the customer is to be reminded. `bill.reminders`: how many reminders were sent. `is_missed`: the
 * reminder after this one is due already. `is_begun`: an order is done or in work. `is_on_its_way`: the typed code is looked for.
 * `ends_at`: when the bill ends, if this is the last reminder.
 */
export async function listBillsToRemind(): Promise<z.infer<typeof toRemindSchema>[]> {
  const query = trustedClient().rpc("bills_to_remind", { max_rows: AT_ONCE });
  return (await pollRows(query, toRemindSchema, "unpaid bills not read")) ?? [];
}

/** Stores that a customer was reminded of a bill, with the mail. `expected`: how many reminders were sent before this one. */
export async function remindBill(bill: string, expected: number, mails: readonly Mail[]): Promise<void> {
  const { error } = await callWithMails("remind_bill", { bill, expected_reminders: expected }, mails);
  if (error) log.error({ bill, reason: error.message }, "reminder of a bill not stored");
}

/** Lists payments that a person has to look at and of which the agency was not notified. */
export async function listPaymentsToCheck(): Promise<Payment[]> {
  const query = trustedClient().rpc("payments_to_check", { max_rows: AT_ONCE });
  return (await pollRows(query, paymentSchema, "payments not read")) ?? [];
}

/** Stores that the agency was notified of a payment, with the message. */
export async function flagPayment(code: string, notification: AgencyMessage | undefined): Promise<boolean> {
  const { row, error } = await callWithAgencyMessage("flag_payment", { payment: code }, notification);
  if (error) log.error({ payment: code, reason: error.message }, "payment not flagged");
  return row === true;
}

/** Takes failed orders off unpaid bills without an open prompt. These bills then ask only for the orders that are left. */
export async function shrinkBills(): Promise<void> {
  const { error } = await runQuery(trustedClient().rpc("shrink_bills", { max_rows: AT_ONCE }));
  if (error) log.error({ reason: error.message }, "bills not shrunk");
}

/** Ends the orders of unpaid bills whose time is over. Returns how many bills ended. */
export async function endUnpaidBills(): Promise<number> {
  const { data, error } = await runQuery(trustedClient().rpc("end_unpaid_bills", { max_rows: AT_ONCE }));
  if (error) log.error({ reason: error.message }, "unpaid bills not ended");
  return error ? 0 : Number(data);
}
