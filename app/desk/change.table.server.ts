import { z } from "zod";
import type { Mail } from "#app/mail/mail.ts";
import { callWithMails } from "#app/mail/queue.table.server.ts";
import { nowDate } from "#app/platform/clock.ts";
import { trustedClient } from "#app/platform/database/client.api.server.ts";
import { runQuery } from "#app/platform/database/rows.table.server.ts";
import { log } from "#app/platform/log.server.ts";
import { failure, type Result, success } from "#app/platform/result.ts";
import { conflictWords } from "./trail.ts";

const NOT_CONFIRMED =
  "We could not confirm that it was saved. Look at the page, then send it once more if it is not there.";

const GONE = failure(404, "It was deleted meanwhile. To keep what you typed, copy it.");

/**
 * The outcome of a change. "same": the same form did it before. The other outcomes but "done" are conflicts (`conflictWords`):
 * who (`by`) did something else before, and when (`at`). Null: there is no such row.
 */
const outcomeSchema = z
  .union([
    z.object({ outcome: z.enum(["done", "same"]) }),
    z.object({
      outcome: z.enum(["taken", "closed", "moved", "titled", "named"]),
      by: z.string().nullable().default(null),
      at: z.string().nullable().default(null),
    }),
  ])
  .nullable();

/**
 * Calls a function of the database that changes something at the desk, logs the change and, if `mails` are given, queues them,
 * all in one transaction. Fails with 409 if somebody else was first (`code` is the kind of conflict), with 404 if the row was
 * deleted, and with 503 if the database fails.
 */
export async function changeAtDesk(
  name: string,
  values: Record<string, unknown>,
  mails?: readonly Mail[],
): Promise<Result<null>> {
  const { row, error } = mails ? await callWithMails(name, values, mails) : await call(name, values);
  const parsed = outcomeSchema.safeParse(row);
  if (error || !parsed.success) {
    log.error({ reason: error?.message ?? "an outcome of another shape", call: name }, "desk not changed");
    return failure(503, NOT_CONFIRMED, true);
  }
  if (parsed.data === null) return GONE;
  if (!("by" in parsed.data)) return success(null);
  return { ...failure(409, conflictWords(parsed.data, nowDate())), code: parsed.data.outcome };
}

async function call(name: string, values: Record<string, unknown>) {
  const { data, error } = await runQuery(trustedClient().rpc(name, values));
  return { row: data, error };
}
