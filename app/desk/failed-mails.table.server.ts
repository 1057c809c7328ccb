import { z } from "zod";
import { signalQueued } from "#app/mail/queue.table.server.ts";
import { trustedClient } from "#app/platform/database/client.api.server.ts";
import { readRows } from "#app/platform/database/rows.table.server.ts";
import { failure, type Result, success } from "#app/platform/result.ts";
import type { Staff } from "#app/platform/settings/staff.ts";
import { callDesk, lastSchema } from "./call-desk.table.server.ts";
import type { FailedMail } from "./failed-mail.ts";
import type { LastDone } from "./trail.ts";

const mailSchema: z.ZodType<FailedMail> = z
  .object({
    id: z.string(),
    kind: z.string(),
    recipient: z.string(),
    failed_at: z.string(),
    failure: z
      .object({ host: z.string(), kind: z.string(), code: z.union([z.string(), z.number()]) })
      .nullable()
      .catch(null),
  })
  .transform(({ failed_at, ...mail }) => ({ ...mail, failedAt: failed_at }));

/** Returns failed mails, the newest first, at most `most`. */
export async function listFailedMails(most: number): Promise<Result<FailedMail[]>> {
  const table = trustedClient()
    .from("mails")
    .select("id,kind,recipient,failed_at,failure")
    .not("failed_at", "is", null);
  const query = table.order("failed_at", { ascending: false }).order("id").limit(most);
  const rows = await readRows(query, mailSchema, "mails not read");
  return rows ? success(rows) : failure(0, "We could not read the mails. Please try again in a minute.");
}

const doneSchema = z.object({ outcome: z.enum(["done", "gone"]), last: lastSchema.optional().default(null) });
type Ended = { isDone: boolean; last: LastDone | null };

/**
 * Queues a failed mail again or, if `discards`, deletes it. If the mail is no longer a failed one, `isDone` is false and
 * `last` says who acted before.
 */
export async function endFailedMail(staff: Staff, mail: string, discards: boolean): Promise<Result<Ended>> {
  const ended = await callDesk("desk_failed_mail", { staff, mail, discards }, doneSchema);
  if (!ended.ok) return ended;
  signalQueued();
  return success({ isDone: ended.value.outcome === "done", last: ended.value.last });
}

/** Queues all failed mails again. Returns how many mails these were. */
export async function queueAllAgain(staff: Staff): Promise<Result<number>> {
  const queued = await callDesk("desk_retry_mails", { staff }, z.number());
  signalQueued();
  return queued;
}
