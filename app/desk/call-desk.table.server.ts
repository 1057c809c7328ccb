import { z } from "zod";
import type { Mail } from "#app/mail/mail.ts";
import { callWithMails } from "#app/mail/queue.table.server.ts";
import { trustedClient } from "#app/platform/database/client.api.server.ts";
import { runQuery } from "#app/platform/database/rows.table.server.ts";
import { log } from "#app/platform/log.server.ts";
import { failure, type Result, success } from "#app/platform/result.ts";
import type { LastDone, TrailLine } from "./trail.ts";

const NOT_READ = "We could not read this. Please try again in a minute.";
const NOT_SAVED = "We could not save this. Please look whether it was done before you try again.";

/**
 * Calls a function of the desk in the database, which returns one JSON value. Fails if the database does not respond, or if
 * the value has another shape. The failure has `isUnknown` if something may have been changed. `mails` are queued in the same
 * transaction. The caller must have verified the member of staff.
 */
export function callDesk<T>(
  name: string,
  values: Record<string, unknown>,
  schema: z.ZodType<T>,
  mails?: readonly Mail[],
) {
  const calling = mails && callWithMails(name, values, mails).then(({ row, error }) => ({ data: row, error }));
  return call(name, values, schema, failure(0, NOT_SAVED, true), calling);
}

/** As `callDesk`, for functions that only read. */
export function readDesk<T>(name: string, values: Record<string, unknown>, schema: z.ZodType<T>) {
  return call(name, values, schema, failure(0, NOT_READ));
}

async function call<T>(
  name: string,
  values: Record<string, unknown>,
  schema: z.ZodType<T>,
  failed: Result<never>,
  calling: PromiseLike<{ data: unknown; error: { message: string } | null }> | undefined = undefined,
): Promise<Result<T>> {
  const { data, error } = await (calling ?? runQuery(trustedClient().rpc(name, values)));
  const parsed = schema.safeParse(data);
  if (!error && parsed.success) return success(parsed.data);
  log.error({ reason: error?.message ?? "a value of another shape", call: name }, "desk call failed");
  return failed;
}

const detailSchema = z.record(z.string(), z.unknown());

export const trailSchema: z.ZodType<TrailLine[]> = z.array(
  z.object({ at: z.string(), who: z.string(), did: z.string(), detail: detailSchema, note: z.string().nullable() }),
);

/** After a form that came too late: who did the same thing before, and when. Null if nobody did. */
export const lastSchema: z.ZodType<LastDone | null> = z
  .object({ did: z.string(), who: z.string(), at: z.string(), detail: detailSchema, is_again: z.boolean() })
  .transform(({ is_again, ...last }) => ({ ...last, isAgain: is_again }))
  .nullable();
