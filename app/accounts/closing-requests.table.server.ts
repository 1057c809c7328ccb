import { z } from "zod";
import { type AgencyMessage, callWithAgencyMessage } from "#app/mail/queue.table.server.ts";
import { nowDate } from "#app/platform/clock.ts";
import { type Supabase, trustedClient } from "#app/platform/database/client.api.server.ts";
import { purgeInBatches } from "#app/platform/database/purge.table.server.ts";
import { type Query, readRows, UNIQUE_VIOLATION } from "#app/platform/database/rows.table.server.ts";
import { log } from "#app/platform/log.server.ts";
import { failure, type Result, success } from "#app/platform/result.ts";
import type { ClosingRequest } from "./closing.ts";

const COLUMNS = "id,created_at,reason,notified_at";
const REQUEST_NOT_READ = "We could not read whether you have asked to close this account. Please try again.";
const REQUEST_NOT_KEPT = "We could not take your request. Please try again.";

const rowSchema = z
  .object({ id: z.string(), created_at: z.string(), reason: z.string().nullable(), notified_at: z.string().nullable() })
  .transform(
    ({ id, created_at, reason, notified_at }): ClosingRequest => ({
      id,
      createdAt: created_at,
      reason,
      isNotified: notified_at !== null,
    }),
  );

/** Returns a customer's open request to close the account, or null. Takes the customer's own client. */
export async function findClosing(supabase: Supabase, userId: string): Promise<Result<ClosingRequest | null>> {
  const own = supabase.from("closing_requests").select(COLUMNS).eq("user_id", userId);
  const rows = await read(own.eq("state", "open").limit(1));
  return rows ? success(rows[0] ?? null) : failure(0, REQUEST_NOT_READ);
}

/**
 * Inserts a request to close the account together with the agency's message. The caller must have verified the customer. If a
 * request is open already, returns it with `isNew` false. If the database did not answer, the failure has `isUnknown`. A retry
 * creates no second request.
 */
export async function insertClosingRequest(
  userId: string,
  { id, createdAt, reason }: Omit<ClosingRequest, "isNotified">,
  agencyMessage: AgencyMessage | undefined,
): Promise<Result<{ request: ClosingRequest; isNew: boolean }>> {
  const request = { id, user_id: userId, reason, created_at: createdAt, notified_at: agencyMessage ? createdAt : null };
  const { row, error } = await callWithAgencyMessage("request_closing", { request }, agencyMessage);
  const inserted = rowSchema.safeParse(row);
  if (inserted.success) return success({ request: inserted.data, isNew: true });
  if (error?.code !== UNIQUE_VIOLATION) return failure(0, REQUEST_NOT_KEPT, true);
  const found = await findClosing(trustedClient(), userId);
  return found.ok && found.value ? success({ request: found.value, isNew: false }) : failure(0, REQUEST_NOT_KEPT, true);
}

/** Records that the agency was notified. Returns false if that failed. */
export async function markClosingNotified(id: string): Promise<boolean> {
  const rows = await read(table().update({ notified_at: nowDate().toISOString() }).eq("id", id).select(COLUMNS));
  return rows?.length === 1;
}

/**
 * Withdraws a customer's open request together with the agency's message. Returns the request's id. If no request is open,
 * returns null and stores no message.
 */
export async function withdrawClosing(
  userId: string,
  notificationFor: (id: string) => AgencyMessage | undefined,
): Promise<Result<string | null>> {
  const open = await findClosing(trustedClient(), userId);
  if (!open.ok || open.value === null) return open.ok ? success(null) : open;
  const { id } = open.value;
  const { row, error } = await callWithAgencyMessage("withdraw_closing", { request: id }, notificationFor(id));
  if (!error) return success(row === true ? id : null);
  log.error({ reason: error.message }, "closing request not taken back");
  return failure(0, REQUEST_NOT_KEPT, true);
}

function read(query: Query): Promise<ClosingRequest[] | undefined> {
  return readRows(query, rowSchema, "closing request not read or written");
}

function table() {
  return trustedClient().from("closing_requests");
}

/**
 * Deletes entries of the auth service's audit log that are by or about closed accounts, as many as one run may. Throws if the
 * database fails; the next run continues.
 */
export function eraseAuditEntries(): Promise<void> {
  return purgeInBatches("erase_audit_entries");
}
