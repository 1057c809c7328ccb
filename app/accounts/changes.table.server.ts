import { z } from "zod";
import type { Mail } from "#app/mail/mail.ts";
import { callWithMails } from "#app/mail/queue.table.server.ts";
import { nowMs } from "#app/platform/clock.ts";
import { trustedClient } from "#app/platform/database/client.api.server.ts";
import { purgeRows } from "#app/platform/database/purge.table.server.ts";
import { pollRows, runQuery } from "#app/platform/database/rows.table.server.ts";
import { log } from "#app/platform/log.server.ts";
import { ACCOUNT_CHANGES, type AccountChange } from "./account-mail.ts";

/** Most rows per run; the next run reads the rest. */
const MAX_CHANGES = 50;
/** Retention: long enough to investigate who changed an account. */
const KEPT_DAYS = 90;

const accountChangeSchema = z
  .object({
    id: z.string(),
    kind: z.enum(ACCOUNT_CHANGES),
    email: z.string(),
    new_email: z.string().nullable(),
    created_at: z.string(),
    times: z.number(),
  })
  .transform(({ new_email, created_at, ...row }): AccountChange => ({ ...row, newEmail: new_email, at: created_at }));

/**
 * Returns the account changes that customers must be notified of, oldest first: the latest of each kind with its
 * count. Skips kinds with a notification in the last ten minutes. Undefined if the database failed.
 */
export function listAccountChanges(): Promise<AccountChange[] | undefined> {
  const query = trustedClient().rpc("account_changes_to_notify", { max_rows: MAX_CHANGES });
  return pollRows(query, accountChangeSchema, "account changes not read");
}

/** Records that a customer signed out everywhere. Database triggers record the auth service's own changes. */
export async function recordSignOut({ id, email }: { id: string; email: string }): Promise<void> {
  const row = { user_id: id, kind: "sign-out", email };
  const { error } = await runQuery(trustedClient().from("account_changes").insert(row).select("id"));
  if (error) log.error({ reason: error.message }, "account change not noted");
}

/**
 * Enqueues the mails about a change and marks the change as notified, in one transaction. Of several callers only the first
 * enqueues them.
 */
export function enqueueAccountChangeMails(change: string, mails: readonly Mail[]): Promise<void> {
  return enqueueAbout("notify_account_change", { change }, mails);
}

/** Enqueues mails about changes. A failure is not returned: the next run reads the same changes again. */
export async function enqueueAbout(
  operation: string,
  values: Record<string, unknown>,
  mails: readonly Mail[],
): Promise<void> {
  const { error } = await callWithMails(operation, values, mails);
  if (error) log.warn({ reason: error.message }, "change not notified");
}

/** Deletes account changes 90 days after their notification. */
export function purgeAccountChanges(): Promise<void> {
  return purgeRows("account_changes", "notified_at", new Date(nowMs() - KEPT_DAYS * 24 * 3600_000));
}
