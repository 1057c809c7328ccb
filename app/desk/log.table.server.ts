import { z } from "zod";
import { trustedClient } from "#app/platform/database/client.api.server.ts";
import { runQuery } from "#app/platform/database/rows.table.server.ts";
import type { Result } from "#app/platform/result.ts";
import { readDesk } from "./call-desk.table.server.ts";
import type { LogLine } from "./log-words.ts";

const logSchema = z.object({
  staff: z.array(z.object({ email: z.string(), name: z.string() })),
  lines: z.array(
    z.object({
      id: z.number(),
      at: z.string(),
      who: z.string(),
      did: z.string(),
      about_kind: z.string(),
      about_id: z.string(),
      detail: z.record(z.string(), z.unknown()),
    }),
  ),
});

type Asked = { who: string; what: string; skipped: number; most: number };
type Log = { staff: { email: string; name: string }[]; lines: LogLine[] };

/** Returns lines of the log, the newest first, of an address and a kind unless they are empty; and everybody who is in the log. */
export function readLog({ who, what, skipped, most }: Asked): Promise<Result<Log>> {
  return readDesk("desk_log_lines", { by_address: who, done: what, skip_rows: skipped, max_rows: most }, logSchema);
}

/** Deletes lines of the log and notes after 730 days. */
export async function purgeDesk(): Promise<void> {
  const { error } = await runQuery(trustedClient().rpc("purge_desk_log"));
  if (error) throw new Error(error.message);
}
