import { z } from "zod";
import { readDesk } from "#app/desk/call-desk.table.server.ts";
import { trustedClient } from "#app/platform/database/client.api.server.ts";
import { REPLY_ROWS, readRows } from "#app/platform/database/rows.table.server.ts";
import { failure, type Result, success } from "#app/platform/result.ts";
import { CREDIT_WAYS } from "./pay-ways.ts";

const NOT_READ = "We can’t read this receipt right now. Please try again.";

const paidWithSchema = z.object({
  code: z.string(),
  source: z.string(),
  number: z.string().optional(),
  bank: z.string().optional(),
});

/** `starts`, `ends`: the days from which and to which a name is renewed, such as "2026-12-27". */
const receiptLineSchema = z.object({
  what: z.string(),
  ksh: z.number(),
  starts: z.string().optional(),
  ends: z.string().optional(),
});

const receiptSchema = z.object({
  number: z.string(),
  issued_at: z.string(),
  gross_ksh: z.number(),
  vat_percent: z.number().nullable(),
  vat_cents: z.number(),
  // Receipts that were issued first have neither the phone nor the e-mail address of the seller.
  seller: z.object({
    name: z.string(),
    address: z.string(),
    phone: z.string().optional(),
    email: z.string().optional(),
    pin: z.string().optional(),
  }),
  buyer: z.object({ name: z.string().nullable(), email: z.string().nullable() }),
  lines: z.array(receiptLineSchema),
  paid_with: z.array(paidWithSchema.extend({ ksh: z.number() })),
});
/** A receipt as it was issued. `vat_cents` is the VAT in `gross_ksh`; `vat_percent` is null if the seller charges none. */
export type IssuedReceipt = z.infer<typeof receiptSchema>;

const creditNoteSchema = z.object({
  number: z.string(),
  issued_at: z.string(),
  gross_ksh: z.number(),
  vat_percent: z.number().nullable(),
  vat_cents: z.number(),
  way: z.enum(CREDIT_WAYS),
  code: z.string(),
});
/**
 * A part of a receipt that was paid back. `way`: how; "void" if the customer's payment was voided. `code`: the code or number
 * of the payment back.
 */
export type CreditNote = z.infer<typeof creditNoteSchema>;

/**
 * What a receipt takes from the settings when it is issued: the seller and the VAT. `what`: the words of each order, by its
 * id.
 */
export type Issuer = {
  seller: IssuedReceipt["seller"];
  vat_percent: number | null;
  what: Record<string, string>;
};

/**
 * Issues the receipt of a paid bill unless it has one, and returns the current receipt. Returns null if the bill is not paid.
 */
export const issueReceipt = (billId: string, issuer: Issuer): Promise<Result<IssuedReceipt | null>> =>
  readDesk("issue_receipt", { bill: billId, issuer }, receiptSchema.nullable());

/** Returns the credit notes of a receipt, oldest first. */
export async function listCreditNotes(receiptNumber: string): Promise<Result<CreditNote[]>> {
  const query = trustedClient()
    .from("credit_notes")
    .select("number,issued_at,gross_ksh,vat_percent,vat_cents,way,code")
    .eq("receipt_number", receiptNumber)
    .order("number")
    .limit(REPLY_ROWS);
  const rows = await readRows(query, creditNoteSchema, "credit notes not read");
  return rows ? success(rows) : failure(503, NOT_READ);
}

/** Returns the receipts of a bill as they were issued, newest first. A credit note cancels the receipt of a voided payment. */
export async function listReceipts(billId: string): Promise<Result<IssuedReceipt[]>> {
  const columns = Object.keys(receiptSchema.shape).join(",");
  const query = trustedClient().from("receipts").select(columns).eq("bill_id", billId);
  const newest = query.order("issued_at", { ascending: false }).limit(REPLY_ROWS);
  const rows = await readRows(newest, receiptSchema, "receipts not read");
  return rows ? success(rows) : failure(503, NOT_READ);
}

const dueSchema = z.array(z.object({ id: z.string() }));

/** Returns paid bills that have no receipt yet, oldest first. */
export const listBillsWithoutReceipt = (max: number) => readDesk("bills_without_receipt", { max_rows: max }, dueSchema);

/** Returns the time of the first receipt; undefined if no receipt was issued, or if the database failed. */
export async function findFirstReceipt(): Promise<Date | undefined> {
  const query = trustedClient().from("receipts").select("issued_at").order("issued_at").limit(1);
  const [first] = (await readRows(query, z.object({ issued_at: z.string() }), "receipts not read")) ?? [];
  return first && new Date(first.issued_at);
}

const lineSchema = z.object({
  issued_at: z.string(),
  number: z.string(),
  kind: z.enum(["receipt", "credit note"]),
  receipt_number: z.string().nullable(),
  gross_ksh: z.number(),
  vat_cents: z.number(),
  paid_with: z.array(paidWithSchema),
  buyer_pin: z.string().nullable(),
  etims_number: z.string().nullable(),
});
export type IssuedLine = z.infer<typeof lineSchema>;

/**
 * Returns one page of the receipts and credit notes issued from `from` to `to`, after the line `after`. Credit notes have
 * negative amounts.
 */
export const listIssued = (from: Date, to: Date, after: IssuedLine | undefined, max: number) =>
  readDesk(
    "desk_receipts",
    {
      since: from.toISOString(),
      until: to.toISOString(),
      after: after ? { issued_at: after.issued_at, number: after.number } : null,
      max_rows: max,
    },
    z.array(lineSchema),
  );
