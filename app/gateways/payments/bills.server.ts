import { z } from "zod";
import { log } from "#app/log.server.ts";
import type { Bill } from "#app/model/payments/bill.ts";
import { failure, type Result, success } from "#app/model/result.ts";
import { type Supabase, trustedClient } from "../supabase/client.server.ts";
import { readRows, runQuery } from "../supabase/rows.server.ts";
import { billSchema } from "./payments.server.ts";
import { promptSchema } from "./prompts.server.ts";

const NOT_READ = "We can’t read this bill right now. Please try again.";
const COLUMNS =
  "id,user_id,reference,amount_ksh,paid_ksh,surplus_ksh,returned_ksh,refunded_ksh,refund_due_ksh,opened_at,paid_at,number,buyer_pin,etims_number,typed_code";

/** Returns a customer's own bill, or null. Takes the customer's own client. */
export function findOwnBill(supabase: Supabase, userId: string, id: string): Promise<Result<Bill | null>> {
  return firstBill(supabase.from("bills").select(COLUMNS).eq("id", id).eq("user_id", userId).retry(false));
}

/** Returns the bill that a mailed link names, or null. */
export function findLinkedBill(id: string): Promise<Result<Bill | null>> {
  return firstBill(trustedClient().from("bills").select(COLUMNS).eq("id", id).retry(false));
}

async function firstBill(query: Parameters<typeof readRows>[0]): Promise<Result<Bill | null>> {
  const rows = await readRows(query, billSchema, "bills not read");
  return rows ? success(rows[0] ?? null) : failure(503, NOT_READ);
}

/** Returns the bills of a customer by their ids; undefined if the database failed. Takes the customer's own client. */
export async function listBills(supabase: Supabase, userId: string): Promise<Bill[] | undefined> {
  const query = supabase.from("bills").select(COLUMNS).eq("user_id", userId).retry(false);
  return readRows(query.order("opened_at", { ascending: false }).limit(200), billSchema, "bills not read");
}

const moneySchema = z.object({
  code: z.string(),
  amount_ksh: z.number(),
  state: z.string(),
  prompt_id: z.string().nullable(),
});

const paidSchema = moneySchema.extend({
  source: z.string(),
  number: z.string().nullable(),
  bank: z.string().nullable(),
});

/** Returns the payments of a bill, oldest first; undefined if the database failed. */
export async function listBillPayments(billId: string): Promise<z.infer<typeof moneySchema>[] | undefined> {
  const query = trustedClient()
    .from("payments")
    .select("code,amount_ksh,state,prompt_id")
    .eq("bill_id", billId)
    .retry(false);
  return readRows(query.order("received_at"), moneySchema, "payments not read");
}

const snapshotSchema = z.object({
  bill: billSchema,
  prompt: promptSchema.nullable(),
  payments: z.array(paidSchema),
  typed: z.enum(["unknown", "unmatched", "elsewhere"]).nullable(),
});

/**
 * Returns a bill with its last prompt, its payments, oldest first, and what we know of the code that its customer typed, as they are at
 * one moment; undefined if the database failed.
 */
export async function readBillSnapshot(id: string): Promise<z.infer<typeof snapshotSchema> | undefined> {
  const { data, error } = await runQuery(trustedClient().rpc("bill_snapshot", { wanted: id }));
  const parsed = snapshotSchema.safeParse(data);
  if (!error && parsed.success) return parsed.data;
  log.error({ bill: id, reason: error?.message ?? "a value of another shape" }, "bill not read");
  return undefined;
}

/** Returns whether a payment with this code has arrived for the bill. */
export async function isPaymentOf(billId: string, code: string): Promise<boolean> {
  return ((await listBillPayments(billId)) ?? []).some((payment) => payment.code === code);
}

/** Stores what a customer typed at a bill: an M-PESA code that has not arrived, or the PIN for the receipt. Returns false if that failed. */
export async function noteOnBill(id: string, typed: { typed_code: string } | { buyer_pin: string }): Promise<boolean> {
  const { error } = await runQuery(trustedClient().from("bills").update(typed).eq("id", id).select("id"));
  if (error) log.error({ bill: id, reason: error.message }, "bill not changed");
  return error === null;
}
