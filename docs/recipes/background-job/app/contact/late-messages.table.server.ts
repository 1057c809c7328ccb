import { trustedClient } from "#app/platform/database/client.api.server.ts";
import { runQuery } from "#app/platform/database/rows.table.server.ts";
import { log } from "#app/platform/log.server.ts";

const MAX_COUNT = 1000;

/**
 * Returns how many visitors' messages that arrived before a moment nobody has taken, at most 1000; undefined if the database
 * fails.
 */
export async function countLateMessages(before: Date): Promise<number | undefined> {
  const query = trustedClient().from("messages").select("id").eq("kind", "visitor").eq("state", "new");
  const { data, error } = await runQuery(query.lt("created_at", before.toISOString()).limit(MAX_COUNT));
  if (!error && Array.isArray(data)) return data.length;
  log.error({ reason: error?.message }, "late messages not counted");
}
