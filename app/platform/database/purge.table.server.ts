import { trustedClient } from "./client.api.server.ts";
import { runQuery } from "./rows.table.server.ts";

/** How many rows one statement deletes. */
const BATCH = 5000;
/** After so many batches the rest waits for the next run. */
const MAX_BATCHES = 20;

/**
 * Deletes a table's rows whose `column` is before a moment; with `status`, only those of this status. Throws if the database
 * fails: what was deleted until then stays deleted.
 */
export function purgeRows(table: string, column: string, before: Date, status?: string): Promise<void> {
  const values = { table_name: table, time_column: column, before: before.toISOString(), only_status: status ?? null };
  return purgeInBatches("purge_rows", values);
}

/**
 * Calls a function of the database that deletes at most `max_rows` rows and returns how many, until there is nothing more to
 * delete.
 */
export async function purgeInBatches(name: string, values: Record<string, unknown> = {}): Promise<void> {
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const { data, error } = await runQuery(trustedClient().rpc(name, { ...values, max_rows: BATCH }));
    if (error) throw new Error(error.message);
    if (Number(data) < BATCH) return;
  }
}
