import { z } from "zod";
import { enqueueAbout } from "#app/accounts/changes.table.server.ts";
import type { Mail } from "#app/mail/mail.ts";
import { type Supabase, trustedClient } from "#app/platform/database/client.api.server.ts";
import { pollRows, REPLY_ROWS, readRows } from "#app/platform/database/rows.table.server.ts";
import { failure, type Result, success } from "#app/platform/result.ts";
import { CHANGE_STATES, type Job, type JobChange } from "./job.ts";
import type { JobProgress } from "./job-line.ts";
import { CHANGE_COLUMNS, readChanges, recordDraftSchema } from "./job-rows.table.server.ts";
import { countStates } from "./job-view.ts";
import { listJobs, NOT_READ, type ZoneOwner } from "./jobs.table.server.ts";

/** Most changes that a history page lists one by one: the row limit of a database reply. */
const MOST_CHANGES = 1000;

/** Most changes of one record: their job ids (37 characters each) must fit into a query URL. */
const MOST_ABOUT = 100;

const stateSchema = z.object({
  job_id: z.string(),
  state: z.enum(CHANGE_STATES),
  changes: z.number(),
  reason: z.string().nullable(),
});

/** A job with its progress, and its changes if the page lists them. */
type PastJob = { job: Job; progress: JobProgress; changes: JobChange[] | undefined };

/** Filters: jobs created before a time (ISO 8601), and jobs that changed the record with this provider id. */
type Part = { before?: string | undefined; record?: string | undefined };

/**
 * Returns a page of a zone's history, latest first, each job with its outcome. Fails with a message to show if the
 * database fails.
 */
export async function listHistory(
  supabase: Supabase,
  owner: ZoneOwner,
  { before, record }: Part = {},
): Promise<Result<{ past: PastJob[]; hasMore: boolean }>> {
  const jobIds = record === undefined ? undefined : await jobsOfRecord(supabase, owner, record);
  if (jobIds?.length === 0) return success({ past: [], hasMore: false });
  if (record !== undefined && !jobIds) return failure(0, NOT_READ);
  const found = await listJobs(supabase, owner, { before, ids: jobIds });
  if (!found.ok) return found;
  const { jobs, hasMore } = found.value;
  const states = await readStates(supabase, owner, jobs);
  if (!states) return failure(0, NOT_READ);
  const jobsWithProgress = jobs.map((job) => ({
    job,
    progress: progressOf(states.filter(({ job_id }) => job_id === job.id)),
  }));
  const shownJobs = jobsWithChanges(jobsWithProgress);
  const changes = await readChangesOf(supabase, owner, shownJobs);
  if (!changes) return failure(0, NOT_READ);
  const changesOf = (id: string) => (shownJobs.includes(id) ? changes.filter(({ jobId }) => jobId === id) : undefined);
  const past = jobsWithProgress.map((one) => ({ ...one, changes: changesOf(one.job.id) }));
  return success({ past, hasMore });
}

/** Returns the ids of the jobs that last changed a record; undefined if the database failed. */
async function jobsOfRecord(supabase: Supabase, { account, domain }: ZoneOwner, record: string) {
  const own = supabase.from("dns_changes").select("job_id").eq("user_id", account.id).eq("domain_id", domain.id);
  const ofRecord = own.eq("zone_id", domain.zoneId ?? "").eq("record_id", record);
  const rows = ofRecord.order("id", { ascending: false }).limit(MOST_ABOUT);
  const read = await readRows(rows, z.object({ job_id: z.string() }), "changes of a record not read");
  return read && [...new Set(read.map(({ job_id }) => job_id))];
}

async function readStates(supabase: Supabase, { account }: ZoneOwner, jobs: readonly Job[]) {
  const own = supabase.from("dns_job_states").select("job_id,state,changes,reason").eq("user_id", account.id);
  const rows = own.in(
    "job_id",
    jobs.map(({ id }) => id),
  );
  return jobs.length === 0 ? [] : readRows(rows.limit(REPLY_ROWS), stateSchema, "states of jobs not read");
}

function progressOf(states: readonly z.infer<typeof stateSchema>[]): JobProgress {
  const counts = countStates([]);
  for (const { state, changes } of states) counts[state] += changes;
  return { counts, reason: states.find(({ state }) => state === "failed")?.reason ?? null };
}

/** Returns the ids of the latest jobs whose changes fit into one database reply together. */
function jobsWithChanges(jobs: readonly { job: Job; progress: JobProgress }[]): string[] {
  let left = MOST_CHANGES;
  return jobs.flatMap(({ job, progress }) => {
    left -= sum(progress);
    return left >= 0 ? [job.id] : [];
  });
}

function sum({ counts }: JobProgress): number {
  return Object.values(counts).reduce((all, count) => all + count, 0);
}

async function readChangesOf(supabase: Supabase, { account }: ZoneOwner, jobs: readonly string[]) {
  const own = supabase.from("dns_changes").select(CHANGE_COLUMNS).eq("user_id", account.id).in("job_id", jobs);
  return jobs.length === 0 ? [] : readChanges(own.order("id").limit(MOST_CHANGES));
}

/** Most domains per run; the next run reads the rest. */
const MAX_DOMAINS = 20;
/** Most record changes that one mail lists. */
const MAX_CHANGES = 20;

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
 * Returns domains with record changes that were not notified, ten minutes after the first change: all change ids, and
 * the first twenty changes in full. Undefined if the database failed.
 */
export function listChangedZones(now: Date) {
  const parameters = { moment: now.toISOString(), max_domains: MAX_DOMAINS, max_changes: MAX_CHANGES };
  return pollRows(trustedClient().rpc("dns_changes_to_notify", parameters), changedZoneSchema, "dns changes not read");
}

/** Enqueues the mails about record changes and marks the changes with these ids as notified, in one transaction. */
export function enqueueDnsChangeMails(ids: readonly number[], mails: readonly Mail[]): Promise<void> {
  return enqueueAbout("notify_dns_changes", { ids }, mails);
}
