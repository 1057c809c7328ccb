import { z } from "zod";
import { BILL_STATES } from "#app/orders/bill.ts";
import { asRead } from "#app/orders/bill-reference.ts";
import { billSchema } from "#app/orders/bills.table.server.ts";
import { trustedClient } from "#app/platform/database/client.api.server.ts";
import { REPLY_ROWS, readRows, runQuery } from "#app/platform/database/rows.table.server.ts";
import { log } from "#app/platform/log.server.ts";
import { PAY_WAYS } from "./pay-ways.ts";
import { promptSchema } from "./prompts.table.server.ts";

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
  const query = trustedClient().from("payments").select("code,amount_ksh,state,prompt_id").eq("bill_id", billId);
  return readRows(query.order("received_at").limit(REPLY_ROWS), moneySchema, "payments not read");
}

const snapshotSchema = z.object({
  bill: billSchema,
  state: z.enum(BILL_STATES),
  due_back: z.number(),
  wanted_back: z.number(),
  kept: z.number(),
  credit: z.number(),
  prompt: promptSchema.nullable(),
  payments: z.array(paidSchema),
  typed: z.enum(["unknown", "unmatched", "elsewhere"]).nullable(),
  is_on_its_way: z.boolean(),
  has_receipt: z.boolean(),
  pay_backs: z.array(z.object({ at: z.string(), ksh: z.number(), way: z.enum(PAY_WAYS), code: z.string() })),
  notes: z.array(z.object({ number: z.string(), receipt: z.string() })),
});

/**
 * Returns a bill, its last prompt, its payments (oldest first), what was sent back of it, its credit notes with their
 * receipts, and `typed`: what we know of the code that the customer typed. `is_on_its_way`: its money is being confirmed or
 * looked for. All of it is as at one moment; undefined if the database failed.
 */
export async function readBillSnapshot(id: string): Promise<z.infer<typeof snapshotSchema> | undefined> {
  const { data, error } = await runQuery(trustedClient().rpc("bill_snapshot", { for_bill: id }));
  const parsed = snapshotSchema.safeParse(data);
  if (!error && parsed.success) return parsed.data;
  log.error({ bill: id, reason: error?.message ?? "a value of another shape" }, "bill not read");
  return undefined;
}

/** Returns whether a payment with this code has arrived for the bill. */
export async function isPaymentOf(billId: string, code: string): Promise<boolean> {
  return ((await listBillPayments(billId)) ?? []).some((payment) => asRead(payment.code) === asRead(code));
}
