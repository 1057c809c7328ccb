import { z } from "zod";
import { log } from "#app/log.server.ts";
import { nowMs } from "#app/model/clock.ts";
import type { Mail } from "#app/model/mail/mail.ts";
import type { AccountChange } from "#app/model/notifications/account-mail.ts";
import { recordDraftSchema } from "./dns-job-rows.server.ts";
import { noteWithMails } from "./mail-queue.server.ts";
import { trustedClient } from "./supabase/client.server.ts";
import { ask, readRowsOften } from "./supabase/rows.server.ts";

/** What one look takes up at most; the next one has the rest. */
const MOST_CHANGES = 50;
const MOST_DOMAINS = 20;
/** How many changes of records one mail shows. */
const MOST_SHOWN = 20;
/** As long as it can matter who has changed an account. */
const KEPT_DAYS = 90;

const accountChangeSchema = z
  .object({
    id: z.string(),
    kind: z.enum(["password", "address", "sign-out"]),
    email: z.string(),
    new_email: z.string().nullable(),
    created_at: z.string(),
    times: z.number(),
  })
  .transform(({ new_email, created_at, ...row }): AccountChange => ({ ...row, newEmail: new_email, at: created_at }));

/**
 * The changes of accounts of which customers are to be told now, the oldest first: the last of each kind with how many there were,
 * and none of a kind of which they were told in the last ten minutes. Undefined when the database failed.
 */
export function listAccountChanges(): Promise<AccountChange[] | undefined> {
  const query = trustedClient().rpc("account_changes_to_tell", { most: MOST_CHANGES });
  return readRowsOften(query, accountChangeSchema, "account changes not read");
}

/** Notes that a customer has signed out everywhere. The auth service's own changes the database notes by itself. */
export async function noteSignOut({ id, email }: { id: string; email: string }): Promise<void> {
  const row = { user_id: id, kind: "sign-out", email };
  const { error } = await ask(trustedClient().from("account_changes").insert(row).select("id"));
  if (error) log.error({ reason: error.message }, "account change not noted");
}

/** Puts the mails that tell of a change, and of those that were collected with it, into the queue and notes it; once, however many try. */
export function tellAccountChange(change: string, letters: readonly Mail[]): Promise<void> {
  return tell("tell_account_change", { change }, letters);
}

const changedZoneSchema = z.object({
  name: z.string(),
  email: z.string(),
  ids: z.array(z.number()),
  changes: z.array(
    z
      .object({
        before: recordDraftSchema.nullable(),
        after: recordDraftSchema.nullable(),
        state: z.string(),
        at: z.string(),
      })
      .transform(({ state, ...change }) => ({ ...change, isCertain: state === "done" })),
  ),
});

/**
 * The domains with changes of records of which nobody was told, ten minutes after the first of them: the ids of all, and the
 * first twenty whole. Undefined when the database failed.
 */
export function listChangedZones(now: Date) {
  const asked = { moment: now.toISOString(), most_domains: MOST_DOMAINS, most_shown: MOST_SHOWN };
  return readRowsOften(trustedClient().rpc("dns_changes_to_tell", asked), changedZoneSchema, "dns changes not read");
}

/** The same for changes of records, by their ids. */
export function tellDnsChanges(ids: readonly number[], letters: readonly Mail[]): Promise<void> {
  return tell("tell_dns_changes", { ids }, letters);
}

/** What fails, or what another process has told a part of, is looked at again the next time. */
async function tell(operation: string, noted: Record<string, unknown>, letters: readonly Mail[]): Promise<void> {
  const { error } = await noteWithMails(operation, noted, letters);
  if (error) log.warn({ reason: error.message }, "change not told");
}

/** Deletes changes of accounts three months after their customers were told. */
export async function purgeAccountChanges(): Promise<void> {
  const limit = new Date(nowMs() - KEPT_DAYS * 24 * 3600_000).toISOString();
  const { error } = await ask(trustedClient().from("account_changes").delete().lt("told_at", limit).select("id"));
  if (error) throw new Error(error.message);
}
