import { z } from "zod";
import { nowMs } from "#app/platform/clock.ts";
import { purgeInBatches, purgeRows } from "#app/platform/database/purge.table.server.ts";
import type { Result } from "#app/platform/result.ts";
import { readDesk } from "./call-desk.table.server.ts";
import { type ListPage, listPageSchema, placeValue } from "./list-page.ts";
import type { LogView } from "./log-view.ts";
import type { LogLine } from "./log-words.ts";

const staffSchema = z.object({ staff: z.array(z.object({ email: z.string(), name: z.string() })) });
const linesSchema = listPageSchema(
  z.object({
    id: z.number(),
    at: z.string(),
    who: z.string(),
    did: z.string(),
    about_kind: z.string(),
    about_id: z.string(),
    detail: z.record(z.string(), z.unknown()),
  }),
);
const logSchema = z.intersection(staffSchema, linesSchema);

/** How long lines of the log and notes are kept. The database has the same limit for lines. */
const KEPT_DAYS = 730;

type Log = ListPage<LogLine> & { staff: { email: string; name: string }[] };

/** Returns a page of the log, the newest line first, at most `most`; and everybody who is in the log. */
export function readLog({ who, what, place }: LogView, most: number): Promise<Result<Log>> {
  return readDesk(
    "desk_log_lines",
    { by_address: who, done: what, place: placeValue(place), max_rows: most },
    logSchema,
  );
}

/** Deletes lines of the log and notes after 730 days. */
export async function purgeDesk(): Promise<void> {
  await purgeInBatches("purge_desk_log");
  await purgeRows("desk_notes", "created_at", new Date(nowMs() - KEPT_DAYS * 24 * 3600_000));
}
