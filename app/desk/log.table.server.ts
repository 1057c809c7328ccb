import { z } from "zod";
import { nowMs } from "#app/platform/clock.ts";
import { purgeInBatches, purgeRows } from "#app/platform/database/purge.table.server.ts";
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

/** Lines and notes. The database has the same limit for lines. */
const KEPT_DAYS = 730;

type Asked = { who: string; what: string; skipped: number; most: number };
type Log = { staff: { email: string; name: string }[]; lines: LogLine[] };

/**
 * Returns lines of the log, the newest first, of an address and a kind unless they are empty; and everybody who is in the
 * log.
 */
export function readLog({ who, what, skipped, most }: Asked): Promise<Result<Log>> {
  return readDesk("desk_log_lines", { by_address: who, done: what, skip_rows: skipped, max_rows: most }, logSchema);
}

/** Deletes lines of the log and notes after 730 days. */
export async function purgeDesk(): Promise<void> {
  await purgeInBatches("purge_desk_log");
  await purgeRows("desk_notes", "created_at", new Date(nowMs() - KEPT_DAYS * 24 * 3600_000));
}
