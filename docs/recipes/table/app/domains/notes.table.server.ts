import { z } from "zod";
import { type Supabase, trustedClient } from "#app/platform/database/client.api.server.ts";
import { readRows, runQuery } from "#app/platform/database/rows.table.server.ts";
import { log } from "#app/platform/log.server.ts";
import { failure, type Result, success } from "#app/platform/result.ts";

const rowSchema = z.object({ note: z.string() });

/**
 * Returns a customer's note about a domain, or null. Takes the customer's own client, so that row-level security applies in
 * addition to the filter.
 */
export async function findNote(supabase: Supabase, userId: string, domainId: string): Promise<Result<string | null>> {
  const own = supabase.from("domain_notes").select("note").eq("user_id", userId).eq("domain_id", domainId);
  const rows = await readRows(own.limit(1), rowSchema, "note not read");
  return rows ? success(rows[0]?.note ?? null) : failure(0, "Your note could not be read. Please try again.");
}

/**
 * Stores a customer's note about a domain. Fails with 404 if the customer has no such domain. The caller must have verified
 * the customer.
 */
export async function saveNote(userId: string, domain: string, note: string): Promise<Result<null>> {
  const values = { customer: userId, domain_name: domain, body: note };
  const { data, error } = await runQuery(trustedClient().rpc("save_domain_note", values));
  if (data === true) return success(null);
  if (!error) return failure(404, "You have no such domain.");
  log.error({ reason: error.message }, "note not saved");
  return failure(0, "Your note could not be saved. Please try again.", true);
}
