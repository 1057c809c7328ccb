import { z } from "zod";
import type { OwnedDomain } from "#app/domains/owned-domain.ts";
import { nowDate } from "#app/platform/clock.ts";
import { type Supabase, trustedClient } from "#app/platform/database/client.api.server.ts";
import { purgeInBatches } from "#app/platform/database/purge.table.server.ts";
import { type Query, runQuery } from "#app/platform/database/rows.table.server.ts";
import { log } from "#app/platform/log.server.ts";
import { failure, type Result, success } from "#app/platform/result.ts";
import type { Change, Plan } from "./change.ts";
import { type Job, type JobChange, type JobKind, MAX_CHANGES } from "./job.ts";
import { CHANGE_COLUMNS, JOB_COLUMNS, readChanges, readJobs } from "./job-rows.table.server.ts";

/** A plan is deleted after a day, or once its customer has made ten newer ones. */
const PLANS_KEPT = 10;
/** Row limit of a database reply. */
const PER_REPLY = 1000;
/** Most changes that a restore can undo. */
const MAX_MADE = 5000;
const JOBS_PER_PAGE = 30;
const JOB_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const NO_ZONE = "Zone ID not available";
export const NOT_KEPT = "Our database did not answer, so nothing was changed. Please try again.";
export const NOT_READ = "The history could not be read. Please try again.";
const TOO_MANY = `That is more than ${MAX_CHANGES.toLocaleString("en-GB")} changes at once. Please do it in two or more parts.`;

/** The owner of a zone. */
export type ZoneOwner = { account: { id: string }; domain: Pick<OwnedDomain, "id" | "zoneId"> };

/**
 * Stores a plan, so that its customer can review it before anything is sent. Returns the job's id. Fails with a
 * message to show for more than a thousand changes, for a domain without a zone, or if the database fails. Source:
 * docs/product/dns.md, "Changes of a zone".
 */
export async function planChanges(owner: ZoneOwner, plan: Plan): Promise<Result<{ job: string }>> {
  const { account, domain } = owner;
  if (domain.zoneId === null) return failure(409, NO_ZONE);
  if (plan.changes.length > MAX_CHANGES) return failure(413, TOO_MANY);
  await deleteOldPlans(account.id);
  const inserted = await insertJob(owner, { ...plan, state: "planned" }, plan.changes, {
    state: "waiting",
    sentAt: null,
  });
  return inserted ? success({ job: inserted.job }) : failure(0, NOT_KEPT);
}

async function deleteOldPlans(userId: string): Promise<void> {
  const table = trustedClient().from("dns_jobs");
  const plans = table.select(JOB_COLUMNS).eq("user_id", userId).eq("state", "planned");
  const known = (await readJobs(plans.order("created_at", { ascending: false }).limit(PER_REPLY))) ?? [];
  const old = known.slice(PLANS_KEPT - 1);
  if (old.length > 0)
    await runQuery(
      table
        .delete()
        .in(
          "id",
          old.map(({ id }) => id),
        )
        .eq("state", "planned"),
    );
}

/** Ids of the new job and its first change. */
const insertedSchema = z.object({ job: z.string(), change: z.number().nullable() });

type NewJob = Pick<Job, "title" | "state" | "asides"> & { kind: JobKind };

/**
 * Records one change that is about to be sent. Returns the ids of its job and of the change; undefined if the
 * database failed, and then the change must not be sent.
 */
export async function recordSentChange(
  owner: ZoneOwner,
  { kind, title }: Pick<NewJob, "kind" | "title">,
  change: Change,
) {
  const sent = { state: "sent", sentAt: nowDate().toISOString() } as const;
  return insertJob(owner, { kind, title, state: "finished", asides: [] }, [change], sent);
}

/**
 * Records the outcome of changes that were sent. Returns false if that failed; the zone itself then shows the
 * outcome.
 */
export async function recordOutcome(
  ids: readonly number[],
  ending: Partial<Pick<JobChange, "state" | "reason">> & { record_id?: string },
): Promise<boolean> {
  if (ids.length === 0) return true;
  const table = trustedClient().from("dns_changes");
  return succeeds(table.update(ending).in("id", ids).select("id"));
}

/**
 * Marks a job's single change as done after its lost reply was reconciled. `recordId` is the record's id, undefined
 * after a deletion. Takes the job id from a form and returns it if it is valid.
 */
export async function markApplied({ account }: ZoneOwner, job: string | undefined, recordId?: string) {
  if (job === undefined || !JOB_ID.test(job)) return undefined;
  const table = trustedClient().from("dns_changes");
  const ending = { state: "done", reason: null, ...(recordId !== undefined && { record_id: recordId }) };
  const lost = table.update(ending).eq("job_id", job).eq("user_id", account.id).in("state", ["sent", "unconfirmed"]);
  await runQuery(lost);
  return job;
}

/** Returns a job of a customer's domain. Fails with 404 if it does not exist, with 0 if the database fails. */
export async function findJob(supabase: Supabase, owner: ZoneOwner, id: string): Promise<Result<Job>> {
  if (!JOB_ID.test(id)) return failure(404, "There is no such change.");
  const jobs = await readJobs(ownJobs(supabase, owner).eq("id", id).limit(1));
  if (!jobs) return failure(0, NOT_READ);
  const [job] = jobs;
  return job ? success(job) : failure(404, "There is no such change.");
}

/**
 * Returns the jobs of a customer's domain, latest first, 30 per page. `before` is the creation time of the last job
 * seen; `ids` restricts the list.
 */
export async function listJobs(
  supabase: Supabase,
  owner: ZoneOwner,
  { before, ids }: { before?: string | undefined; ids?: readonly string[] | undefined } = {},
) {
  const jobs = ownJobs(supabase, owner).neq("state", "planned");
  const filtered = ids === undefined ? jobs : jobs.in("id", ids);
  const page = before === undefined ? filtered : filtered.lt("created_at", before);
  const read = await readJobs(page.order("created_at", { ascending: false }).limit(JOBS_PER_PAGE + 1));
  return read
    ? success({ jobs: read.slice(0, JOBS_PER_PAGE), hasMore: read.length > JOBS_PER_PAGE })
    : failure(0, NOT_READ);
}

/** Returns the changes of a job in their order. */
export async function listChanges(supabase: Supabase, { account }: ZoneOwner, job: string) {
  const rows = supabase.from("dns_changes").select(CHANGE_COLUMNS).eq("user_id", account.id).eq("job_id", job);
  const read = await readChanges(rows.order("id").limit(MAX_CHANGES));
  return read ? success(read) : failure(0, NOT_READ);
}

/**
 * Returns all changes of a zone after the change `since` that were made or may have been made, latest first. Fails
 * for more than five thousand.
 */
export async function listMadeSince(supabase: Supabase, owner: ZoneOwner, since: number): Promise<Result<JobChange[]>> {
  const changes: JobChange[] = [];
  for (let from = 0; from < MAX_MADE; from += PER_REPLY) {
    const rows = supabase.from("dns_changes").select(CHANGE_COLUMNS).eq("user_id", owner.account.id);
    const { id, zoneId } = owner.domain;
    const own = rows
      .eq("domain_id", id)
      .eq("zone_id", zoneId ?? "")
      .gt("id", since)
      .in("state", ["done", "sent", "unconfirmed"]);
    const page = await readChanges(own.order("id", { ascending: false }).range(from, from + PER_REPLY - 1));
    if (!page) return failure(0, NOT_READ);
    changes.push(...page);
    if (page.length < PER_REPLY) return success(changes);
  }
  return failure(413, "That is too long ago: there have been more than five thousand changes since.");
}

/** Moves a job from one state to another. Returns false if it was in a different state or the database failed. */
export async function moveJob({ account }: ZoneOwner, id: string, from: Job["state"], to: Job["state"]) {
  const table = trustedClient().from("dns_jobs");
  const update = table.update({ state: to }).eq("id", id).eq("user_id", account.id).eq("state", from);
  return succeeds(update.select("id"));
}

/** Deletes a plan that will not be carried out. */
export async function deletePlan({ account }: ZoneOwner, id: string): Promise<void> {
  const table = trustedClient().from("dns_jobs");
  await runQuery(table.delete().eq("id", id).eq("user_id", account.id).eq("state", "planned"));
}

/** Deletes plans that nobody carried out, and jobs after two years, with their changes. Throws if the database fails. */
export function purgeDnsJobs(): Promise<void> {
  return purgeInBatches("purge_dns_jobs");
}

/** Moves the changes of a job from some states to another. Returns false if there were none or the database failed. */
export async function moveChanges(job: string, from: JobChange["state"][], to: JobChange["state"]): Promise<boolean> {
  const table = trustedClient().from("dns_changes");
  return succeeds(table.update({ state: to, reason: null }).eq("job_id", job).in("state", from).select("id"));
}

/** Only jobs of the domain's present zone: changes of an earlier zone do not apply to it. */
function ownJobs(supabase: Supabase, { account, domain }: ZoneOwner) {
  const own = supabase.from("dns_jobs").select(JOB_COLUMNS).eq("user_id", account.id).eq("domain_id", domain.id);
  return own.eq("zone_id", domain.zoneId ?? "");
}

/** Inserts a job and its changes in one statement: a job with missing changes would look finished. */
async function insertJob(
  { account, domain }: ZoneOwner,
  { kind, title, state, asides }: NewJob,
  changes: readonly Change[],
  each: Pick<JobChange, "state" | "sentAt">,
): Promise<z.infer<typeof insertedSchema> | undefined> {
  const job = {
    user_id: account.id,
    domain_id: domain.id,
    zone_id: domain.zoneId,
    kind,
    title,
    state,
    asides,
    change_state: each.state,
    sent_at: each.sentAt,
    changes: changes.map(({ before, after }) => ({ before, after })),
  };
  const { data, error } = await runQuery(trustedClient().rpc("store_dns_job", { job }));
  const inserted = insertedSchema.safeParse(data);
  if (inserted.success) return inserted.data;
  log.error({ reason: error?.message ?? "no such domain" }, "job not kept");
}

async function succeeds(query: Query): Promise<boolean> {
  const { data, error } = await runQuery(query);
  return error === null && Array.isArray(data) && data.length > 0;
}

/** Returns the changes of a job that are waiting or sent, in order; undefined if the database failed. */
export async function listOpenChanges(job: string): Promise<JobChange[] | undefined> {
  const table = trustedClient().from("dns_changes");
  const open = table.select(CHANGE_COLUMNS).eq("job_id", job).in("state", ["waiting", "sent"]);
  return readChanges(open.order("id").limit(MAX_CHANGES));
}

/**
 * Claims waiting changes by marking them sent. Returns those that no other process claimed; one statement decides for
 * each. Undefined if the database failed.
 */
export async function claimChanges(next: readonly JobChange[]): Promise<JobChange[] | undefined> {
  if (next.length === 0) return [];
  const table = trustedClient().from("dns_changes");
  const update = table.update({ state: "sent", sent_at: nowDate().toISOString() });
  const ids = next.map(({ id }) => id);
  const ours = await readChanges(update.in("id", ids).eq("state", "waiting").select(CHANGE_COLUMNS));
  return ours?.sort((one, other) => one.id - other.id);
}
