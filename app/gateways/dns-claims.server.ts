import { nowDate } from "#app/model/clock.ts";
import type { JobChange } from "#app/model/dns/job.ts";
import { CHANGE_COLUMNS, readChanges } from "./dns-job-rows.server.ts";
import { trustedClient } from "./supabase/client.server.ts";

/** The changes of a job that wait or were sent, in their order; undefined when the database failed. */
export async function listOpenChanges(job: string): Promise<JobChange[] | undefined> {
  const table = trustedClient().from("dns_changes");
  return readChanges(table.select(CHANGE_COLUMNS).eq("job_id", job).in("state", ["waiting", "sent"]).order("id"));
}

/**
 * Marks waiting changes as sent by us, and gives those that nobody else has taken a moment before: one statement decides for
 * each. Undefined when the database failed.
 */
export async function claimChanges(next: readonly JobChange[]): Promise<JobChange[] | undefined> {
  if (next.length === 0) return [];
  const table = trustedClient().from("dns_changes");
  const update = table.update({ state: "sent", sent_at: nowDate().toISOString() });
  const ids = next.map(({ id }) => id);
  const ours = await readChanges(update.in("id", ids).eq("state", "waiting").select(CHANGE_COLUMNS));
  return ours?.sort((one, other) => one.id - other.id);
}
