import { z } from "zod";
import { confirmationMailFor } from "#app/mail/confirmation.server.ts";
import type { Mail } from "#app/mail/mail.ts";
import { insertWithMail, updateWithMail } from "#app/mail/queue.table.server.ts";
import { hashOfToken, newUnconfirmedRow } from "#app/mail/unconfirmed-rows.table.server.ts";
import { nowDate } from "#app/platform/clock.ts";
import { trustedClient } from "#app/platform/database/client.api.server.ts";
import { type Query, readRows, runQuery, UNIQUE_VIOLATION } from "#app/platform/database/rows.table.server.ts";
import { log } from "#app/platform/log.server.ts";
import { failure, type Result, success } from "#app/platform/result.ts";
import type { SchoolInterest } from "./schema.server.ts";
import type { SchoolDetails } from "./thanks-mail.ts";

const INTEREST_NOT_KEPT = "Failed to submit. Please try again.";
const CONFLICT = "We have a registration like this one already. Please check your e-mail, or write to us.";
const TABLE = "school_interest";
const COLUMNS = "id,status,name,email,phone,school,role_label,student_count,interest";

/** A school's interest as stored. */
export type StoredInterest = SchoolDetails & { id: string; status: "unconfirmed" | "confirmed" | "sent" };

const rowSchema = z
  .object({
    id: z.string(),
    status: z.enum(["unconfirmed", "confirmed", "sent"]),
    name: z.string(),
    email: z.string(),
    phone: z.string(),
    school: z.string(),
    role_label: z.string().nullable(),
    student_count: z.enum(["", "1-100", "101-300", "301-500", "500+"]),
    interest: z.enum(["", "cbc", "exams", "fees", "reports"]),
  })
  .transform(
    ({ role_label, student_count, ...row }): StoredInterest => ({
      ...row,
      roleLabel: role_label ?? "",
      studentCount: student_count,
    }),
  );

/**
 * Stores a school's interest, one row per key. `token` is the bot-check token, null if the form had none. `needsConfirmation`:
 * the owner of the address must confirm it. Returns the stored row. Fails with a message to show if the database fails, and
 * with 409 if another submission stored the same interest. Source: docs/product/schools.md, "Schools".
 */
export async function insertInterest(
  { roleLabel, studentCount, phoneE164, wantsNews, ...typed }: SchoolInterest,
  { key, token, needsConfirmation }: { key: string; token: string | null; needsConfirmation: boolean },
): Promise<Result<StoredInterest>> {
  const row = {
    ...newUnconfirmedRow("school"),
    ...typed,
    submission_key: key,
    phone_e164: phoneE164,
    role_label: roleLabel,
    student_count: studentCount,
    wants_news: wantsNews,
    turnstile_token: token,
  };
  const { row: kept, error } = await insertWithMail(
    TABLE,
    row,
    needsConfirmation ? confirmationMailFor("school", row, key) : undefined,
  );
  const interest = rowSchema.safeParse(kept).data;
  if (interest) return success(interest);
  if (error?.code === UNIQUE_VIOLATION) return renewInterest(key);
  log.error({ reason: error?.message ?? "a row of another shape" }, "school interest not stored");
  return failure(503, INTEREST_NOT_KEPT);
}

/**
 * Returns the stored interest of a repeated submission. If it is not confirmed, its two weeks start again, as the new
 * mail says.
 */
async function renewInterest(key: string): Promise<Result<StoredInterest>> {
  const change = { created_at: nowDate().toISOString() };
  const again = table().update(change).eq("submission_key", key).eq("status", "unconfirmed");
  const renewed = await changed(again.select("id"));
  const found = renewed.ok ? await findInterest({ key }) : renewed;
  return !found.ok && found.status === 404 ? failure(409, CONFLICT) : found;
}

/**
 * Returns the stored interest of a submission or of a mailed link. Fails with 404 if there is none, with 503 if the database
 * fails.
 */
export async function findInterest(by: { key: string } | { token: string }): Promise<Result<StoredInterest>> {
  const rows = table().select(COLUMNS);
  const query = "key" in by ? rows.eq("submission_key", by.key) : rows.eq("confirm_token_hash", hashOfToken(by.token));
  const found = await readRows(query.limit(1), rowSchema, "school interest not read");
  if (!found) return failure(503, INTEREST_NOT_KEPT);
  return found[0] ? success(found[0]) : failure(404, INTEREST_NOT_KEPT);
}

/** Marks an interest confirmed by the owner of the address. */
export async function confirmInterest(id: string): Promise<Result<null>> {
  const change = { status: "confirmed", confirmed_at: nowDate().toISOString() };
  return changed(table().update(change).eq("id", id).eq("status", "unconfirmed").select("id"));
}

/** Marks an interest sent and enqueues the thank-you mail in one transaction. */
export async function markInterestSentWithMail(id: string, mail: Mail): Promise<Result<null>> {
  const { error } = await updateWithMail(TABLE, id, { status: "sent", sent_at: nowDate().toISOString() }, mail);
  return error ? notChanged(error.message) : success(null);
}

/** Marks an interest sent after the worker accepted the mail. */
export async function markInterestSent(id: string): Promise<Result<null>> {
  const change = { status: "sent", sent_at: nowDate().toISOString() };
  return changed(table().update(change).eq("id", id).select("id"));
}

async function changed(query: Query): Promise<Result<null>> {
  const { error } = await runQuery(query);
  return error ? notChanged(error.message) : success(null);
}

function notChanged(reason: string): Result<never> {
  log.error({ reason }, "school interest not changed");
  return failure(503, INTEREST_NOT_KEPT);
}

function table() {
  return trustedClient().from(TABLE);
}
