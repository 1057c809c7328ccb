import { z } from "zod";
import { trustedClient } from "#app/platform/database/client.api.server.ts";
import { readRows } from "#app/platform/database/rows.table.server.ts";
import { failure, type Result, success } from "#app/platform/result.ts";

const MAX_LISTED = 200;
const rowSchema = z
  .object({ name: z.string(), user_id: z.string(), expiry_date: z.string() })
  .transform(({ name, user_id, expiry_date }) => ({ name, userId: user_id, expiryDate: expiry_date }));

/**
 * Returns all customers' names that end before a moment, the first to end first. The caller must have verified the member of
 * staff.
 */
export async function listEndingNames(before: Date): Promise<Result<z.infer<typeof rowSchema>[]>> {
  const all = trustedClient().from("domains").select("name,user_id,expiry_date");
  const ending = all.lt("expiry_date", before.toISOString()).order("expiry_date").limit(MAX_LISTED);
  const rows = await readRows(ending, rowSchema, "ending names not read");
  return rows ? success(rows) : failure(0, "The names could not be read. Please try again.");
}
