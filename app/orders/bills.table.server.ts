import { z } from "zod";
import { type Supabase, trustedClient } from "#app/platform/database/client.api.server.ts";
import { readRows, readRowsOf, runQuery } from "#app/platform/database/rows.table.server.ts";
import { log } from "#app/platform/log.server.ts";
import { failure, type Result, success } from "#app/platform/result.ts";
import type { Bill } from "./bill.ts";

const NOT_READ = "We can’t read this bill right now. Please try again.";
const COLUMNS =
  "id,user_id,reference,amount_ksh,paid_ksh,missing_ksh,surplus_ksh,returned_ksh,wanted_back_ksh,opened_at,paid_at,number,buyer_name,buyer_pin,etims_number,typed_code";

export const billSchema = z
  .object({
    id: z.string(),
    user_id: z.string(),
    reference: z.string(),
    amount_ksh: z.number(),
    paid_ksh: z.number(),
    missing_ksh: z.number(),
    surplus_ksh: z.number(),
    returned_ksh: z.number(),
    wanted_back_ksh: z.number(),
    opened_at: z.string(),
    paid_at: z.string().nullable(),
    number: z.string().nullable(),
    buyer_name: z.string().nullable(),
    buyer_pin: z.string().nullable(),
    etims_number: z.string().nullable(),
    typed_code: z.string().nullable(),
  })
  .transform(
    (row): Bill => ({
      id: row.id,
      userId: row.user_id,
      reference: row.reference,
      amountKsh: row.amount_ksh,
      paidKsh: row.paid_ksh,
      missingKsh: row.missing_ksh,
      surplusKsh: row.surplus_ksh - row.returned_ksh,
      wantedBackKsh: row.wanted_back_ksh,
      openedAt: row.opened_at,
      paidAt: row.paid_at,
      number: row.number,
      buyerName: row.buyer_name,
      buyerPin: row.buyer_pin,
      etimsNumber: row.etims_number,
      typedCode: row.typed_code,
    }),
  );

/** Returns a customer's own bill, or null. Takes the customer's own client. */
export function findOwnBill(supabase: Supabase, userId: string, id: string): Promise<Result<Bill | null>> {
  return firstBill(supabase.from("bills").select(COLUMNS).eq("id", id).eq("user_id", userId).limit(1));
}

/** Returns the bill that a mailed link names, or null. */
export function findLinkedBill(id: string): Promise<Result<Bill | null>> {
  return firstBill(trustedClient().from("bills").select(COLUMNS).eq("id", id).limit(1));
}

async function firstBill(query: Parameters<typeof readRows>[0]): Promise<Result<Bill | null>> {
  const rows = await readRows(query, billSchema, "bills not read");
  return rows ? success(rows[0] ?? null) : failure(503, NOT_READ);
}

/** A bill, and whether its money is being confirmed or looked for, so that no page asks for it. */
export type ListedBill = Bill & { isOnItsWay: boolean };

/** Returns these bills of a customer; undefined if the database failed. Takes the customer's own client. */
export async function listBills(
  supabase: Supabase,
  userId: string,
  ids: readonly string[],
): Promise<ListedBill[] | undefined> {
  const query = (some: string[]) => supabase.from("bills").select(COLUMNS).eq("user_id", userId).in("id", some);
  const bills = await readRowsOf(ids, query, billSchema, "bills not read");
  const unpaid = (bills ?? []).filter(({ paidAt }) => paidAt === null).map(({ id }) => id);
  const onTheirWay = await findOnTheirWay(userId, unpaid);
  return onTheirWay && bills?.map((bill) => ({ ...bill, isOnItsWay: onTheirWay.includes(bill.id) }));
}

/** Returns those of a customer's unpaid bills whose money is on its way. Customers may not see where their codes are. */
export async function findOnTheirWay(customer: string, bill_ids: readonly string[]): Promise<string[] | undefined> {
  if (bill_ids.length === 0) return [];
  const { data, error } = await runQuery(trustedClient().rpc("bills_on_their_way", { customer, bill_ids }));
  const ids = z.array(z.string()).safeParse(data);
  if (!error && ids.success) return ids.data;
  log.error({ reason: error?.message ?? "a value of another shape" }, "money of bills not read");
  return undefined;
}

/**
 * Returns what these bills of a customer owe, by their ids, where the customer has not chosen yet to keep it or to have it sent
 * back. Nothing of it if the database fails: the bill's page says it too.
 */
export async function findOwing(customer: string, bill_ids: readonly string[]): Promise<Record<string, number>> {
  if (bill_ids.length === 0) return {};
  const { data, error } = await runQuery(trustedClient().rpc("bills_owing", { customer, bill_ids }));
  const owing = z.record(z.string(), z.number()).safeParse(data);
  if (!error && owing.success) return owing.data;
  log.error({ reason: error?.message ?? "a value of another shape" }, "what bills owe not read");
  return {};
}

/**
 * Stores an M-PESA code that a customer typed for a bill and with which no payment has arrived. The codes typed earlier stay.
 * Returns false if that failed.
 */
export const addTypedCode = (bill: string, typed: string) =>
  isChanged(bill, trustedClient().rpc("add_typed_code", { bill, typed }));

/** Stores the buyer's PIN for the receipt. Returns false if that failed. */
export const storeBuyerPin = (id: string, buyer_pin: string) =>
  isChanged(id, trustedClient().from("bills").update({ buyer_pin }).eq("id", id).select("id"));

/**
 * Stores who pays, and their PIN, for the papers of an unpaid bill. `isLate`: the bill is paid meanwhile, and nothing changed.
 */
export async function storeBuyer(id: string, name: string, pin: string | null): Promise<Result<{ isLate: boolean }>> {
  const change = trustedClient().from("bills").update({ buyer_name: name, buyer_pin: pin });
  const rows = await readRows(change.eq("id", id).is("paid_at", null).select("id"), idSchema, "buyer not stored");
  return rows ? success({ isLate: rows.length === 0 }) : failure(503, "We could not save it. Please try again.");
}

const idSchema = z.object({ id: z.string() });

async function isChanged(id: string, change: Parameters<typeof runQuery>[0]): Promise<boolean> {
  const { error } = await runQuery(change);
  if (error) log.error({ bill: id, reason: error.message }, "bill not changed");
  return error === null;
}
