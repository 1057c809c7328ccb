import { z } from "zod";
import { log } from "#app/log.server.ts";
import { nowDate } from "#app/model/clock.ts";
import type { Mail } from "#app/model/mail/mail.ts";
import { failure, type Result, success } from "#app/model/result.ts";
import type { SchoolInterest } from "#app/model/school/interest.ts";
import type { SchoolDetails } from "#app/model/school/interest-mail.ts";
import { confirmationWith } from "./mail.server.ts";
import { changeWithMail, keepRow } from "./mail-queue.server.ts";
import { trustedClient } from "./supabase/client.server.ts";
import { ask, type Query, readRows, UNIQUE_VIOLATION } from "./supabase/rows.server.ts";
import { hashOfToken, newConfirmable } from "./unconfirmed.server.ts";

const INTEREST_NOT_KEPT = "Failed to submit. Please try again.";
const CONFLICT = "We have a registration like this one already. Please check your e-mail, or write to us.";
const TABLE = "school_interest";
const COLUMNS = "id,status,name,email,phone,school,role_label,student_count,interest";

/** A school's interest as it is stored. */
export type KeptInterest = SchoolDetails & { id: string; status: "unconfirmed" | "confirmed" | "sent" };

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
    ({ role_label, student_count, ...row }): KeptInterest => ({
      ...row,
      roleLabel: role_label ?? "",
      studentCount: student_count,
    }),
  );

/**
 * Keeps a school's interest: one row for a key, however often it comes. `token` is the bot check's, null without one.
 * `isAsked`: its owner is to confirm it. Gives back the row as it is. Refused with the catalogue's words when the database fails, and
 * with 409 when it takes no second row like it and there is none of this key.
 * Source: docs/product.md, "Schools".
 */
export async function keepInterest(
  { roleLabel, studentCount, phoneE164, wantsNews, ...typed }: SchoolInterest,
  { key, token, isAsked }: { key: string; token: string | null; isAsked: boolean },
): Promise<Result<KeptInterest>> {
  const row = {
    ...newConfirmable("school"),
    ...typed,
    submission_key: key,
    phone_e164: phoneE164,
    role_label: roleLabel,
    student_count: studentCount,
    wants_news: wantsNews,
    turnstile_token: token,
  };
  const { row: kept, error } = await keepRow(TABLE, row, isAsked ? confirmationWith("school", row, key) : undefined);
  const interest = rowSchema.safeParse(kept).data;
  if (interest) return success(interest);
  if (error?.code === UNIQUE_VIOLATION) return findRenewed(key);
  log.error({ reason: error?.message ?? "a row of another shape" }, "school interest not stored");
  return failure(503, INTEREST_NOT_KEPT);
}

/** The stored interest of a submission that came again: what is not confirmed has its two weeks from now, as its new mail says. */
async function findRenewed(key: string): Promise<Result<KeptInterest>> {
  const change = { created_at: nowDate().toISOString() };
  const again = table().update(change).eq("submission_key", key).eq("status", "unconfirmed");
  const renewed = await changed(again.select("id"));
  const found = renewed.ok ? await findInterest({ key }) : renewed;
  return !found.ok && found.status === 404 ? failure(409, CONFLICT) : found;
}

/**
 * The stored interest of a submission, or of the link in a mail. Refused with 404 when there is none, with 503 when the
 * database fails.
 */
export async function findInterest(by: { key: string } | { token: string }): Promise<Result<KeptInterest>> {
  const rows = table().select(COLUMNS).retry(false);
  const query = "key" in by ? rows.eq("submission_key", by.key) : rows.eq("confirm_token_hash", hashOfToken(by.token));
  const found = await readRows(query, rowSchema, "school interest not read");
  if (!found) return failure(503, INTEREST_NOT_KEPT);
  return found[0] ? success(found[0]) : failure(404, INTEREST_NOT_KEPT);
}

/** Notes that the owner of the address has confirmed it. */
export async function confirmInterest(id: string): Promise<Result<null>> {
  const change = { status: "confirmed", confirmed_at: nowDate().toISOString() };
  return changed(table().update(change).eq("id", id).eq("status", "unconfirmed").select("id"));
}

/** Notes that a school is thanked, together with our own mail that does it. */
export async function thankByMail(id: string, letter: Mail): Promise<Result<null>> {
  const { error } = await changeWithMail(TABLE, id, { status: "sent", sent_at: nowDate().toISOString() }, letter);
  return error ? notChanged(error.message) : success(null);
}

/** Notes that the worker has taken the mail. */
export async function noteInterestSent(id: string): Promise<Result<null>> {
  const change = { status: "sent", sent_at: nowDate().toISOString() };
  return changed(table().update(change).eq("id", id).select("id"));
}

async function changed(query: Query): Promise<Result<null>> {
  const { error } = await ask(query);
  return error ? notChanged(error.message) : success(null);
}

function notChanged(reason: string): Result<never> {
  log.error({ reason }, "school interest not changed");
  return failure(503, INTEREST_NOT_KEPT);
}

function table() {
  return trustedClient().from(TABLE);
}
