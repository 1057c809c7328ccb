import { z } from "zod";
import { log } from "#app/log.server.ts";
import { nowDate } from "#app/model/clock.ts";
import type { Change, Plan } from "#app/model/dns/change.ts";
import { type Job, type JobChange, type JobKind, MAX_CHANGES } from "#app/model/dns/job.ts";
import { msFromNow } from "#app/model/monotonic-clock.ts";
import type { OwnedDomain } from "#app/model/owned-domain.ts";
import { failure, type Result, success } from "#app/model/result.ts";
import { CHANGE_COLUMNS, JOB_COLUMNS, readChanges, readJobs } from "./dns-job-rows.server.ts";
import { type Supabase, trustedClient } from "./supabase/client.server.ts";
import { ask, type Query } from "./supabase/rows.server.ts";

/** A plan that nobody has carried out is forgotten after a day, or when its customer has made ten others since. */
const PLAN_MS = 24 * 3600_000;
const PLANS_KEPT = 10;
/** What the database gives at most in one reply. */
const PER_REPLY = 1000;
/** How far back a zone can be restored. */
const MAX_MADE = 5000;
const JOBS_PER_PAGE = 30;
const JOB_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const NO_ZONE = "Zone ID not available";
export const NOT_KEPT = "Our database did not answer, so nothing was changed. Please try again.";
export const NOT_READ = "The history could not be read. Please try again.";
const TOO_MANY = `That is more than ${MAX_CHANGES.toLocaleString("en-GB")} changes at once. Please do it in two or more parts.`;

/** Whose zone it is. */
export type ZoneOwner = { account: { id: string }; domain: Pick<OwnedDomain, "id" | "zoneId"> };

/**
 * Keeps a plan, so that its customer can look at it before anything is sent. Gives the id of its job. Refused with words
 * to show when there are more than a thousand changes, when the domain has no zone, or when the database fails.
 * Source: docs/product.md, "Changes of a zone".
 */
export async function planChanges(owner: ZoneOwner, plan: Plan): Promise<Result<{ job: string }>> {
  const { account, domain } = owner;
  if (domain.zoneId === null) return failure(409, NO_ZONE);
  if (plan.changes.length > MAX_CHANGES) return failure(413, TOO_MANY);
  await forgetPlans(account.id);
  const kept = await keepJob(owner, { ...plan, state: "planned" }, plan.changes, { state: "waiting", sentAt: null });
  return kept ? success({ job: kept.job }) : failure(0, NOT_KEPT);
}

async function forgetPlans(userId: string): Promise<void> {
  const table = trustedClient().from("dns_jobs");
  const plans = table.select(JOB_COLUMNS).eq("user_id", userId).eq("state", "planned");
  const known = (await readJobs(plans.order("created_at", { ascending: false }).limit(PER_REPLY))) ?? [];
  const isOld = ({ createdAt }: Job) => msFromNow(Date.parse(createdAt)) > PLAN_MS;
  const old = known.filter((plan, index) => index >= PLANS_KEPT - 1 || isOld(plan));
  if (old.length > 0)
    await ask(
      table
        .delete()
        .in(
          "id",
          old.map(({ id }) => id),
        )
        .eq("state", "planned"),
    );
}

/** The job that was written down, and the first of its changes, by their ids. */
const keptSchema = z.object({ job: z.string(), change: z.number().nullable() });

type NewJob = Pick<Job, "title" | "state" | "asides"> & { kind: JobKind };

/**
 * Writes down one change that is sent in the next moment. Gives the ids of its job and of itself; undefined when the
 * database failed: then it must not be sent.
 */
export async function noteChange(owner: ZoneOwner, { kind, title }: Pick<NewJob, "kind" | "title">, change: Change) {
  const sent = { state: "sent", sentAt: nowDate().toISOString() } as const;
  return keepJob(owner, { kind, title, state: "finished", asides: [] }, [change], sent);
}

/** What became of changes that were sent. False when that could not be written down: the zone itself shows it then. */
export async function settleChange(
  ids: readonly number[],
  ending: Partial<Pick<JobChange, "state" | "reason">> & { record_id?: string },
): Promise<boolean> {
  if (ids.length === 0) return true;
  const table = trustedClient().from("dns_changes");
  return succeeds(table.update(ending).in("id", ids).select("id"));
}

/**
 * The one change of a job, whose answer was lost, turned out to be made: as the record with the id, none after a removal.
 * Takes the job as a form sent it, and gives it back when it can be one.
 */
export async function markApplied({ account }: ZoneOwner, job: string | undefined, recordId?: string) {
  if (job === undefined || !JOB_ID.test(job)) return undefined;
  const table = trustedClient().from("dns_changes");
  const ending = { state: "done", reason: null, ...(recordId !== undefined && { record_id: recordId }) };
  const lost = table.update(ending).eq("job_id", job).eq("user_id", account.id).in("state", ["sent", "unconfirmed"]);
  await ask(lost);
  return job;
}

/** The job of a customer's domain. Refused with 404 when there is none, with 0 when the database fails. */
export async function findJob(supabase: Supabase, owner: ZoneOwner, id: string): Promise<Result<Job>> {
  if (!JOB_ID.test(id)) return failure(404, "There is no such change.");
  const jobs = await readJobs(ownJobs(supabase, owner).eq("id", id).limit(1));
  if (!jobs) return failure(0, NOT_READ);
  const [job] = jobs;
  return job ? success(job) : failure(404, "There is no such change.");
}

/**
 * The jobs of a customer's domain, the latest first, thirty at a time; `before` is when the last one seen was made, `ids`
 * leaves only those.
 */
export async function listJobs(
  supabase: Supabase,
  owner: ZoneOwner,
  { before, ids }: { before?: string | undefined; ids?: readonly string[] | undefined } = {},
) {
  const jobs = ownJobs(supabase, owner).neq("state", "planned");
  const asked = ids === undefined ? jobs : jobs.in("id", ids);
  const page = before === undefined ? asked : asked.lt("created_at", before);
  const read = await readJobs(page.order("created_at", { ascending: false }).limit(JOBS_PER_PAGE + 1));
  return read
    ? success({ jobs: read.slice(0, JOBS_PER_PAGE), hasMore: read.length > JOBS_PER_PAGE })
    : failure(0, NOT_READ);
}

/** The changes of a job in their order. */
export async function listChanges(supabase: Supabase, { account }: ZoneOwner, job: string) {
  const rows = supabase.from("dns_changes").select(CHANGE_COLUMNS).eq("user_id", account.id).eq("job_id", job);
  const read = await readChanges(rows.order("id").limit(MAX_CHANGES).retry(false));
  return read ? success(read) : failure(0, NOT_READ);
}

/**
 * Every change of a customer's zone that was made, or may have been, since one of them, without that; the latest first.
 * Refused when there are more than five thousand.
 */
export async function listMadeSince(supabase: Supabase, owner: ZoneOwner, since: number): Promise<Result<JobChange[]>> {
  const made: JobChange[] = [];
  for (let from = 0; from < MAX_MADE; from += PER_REPLY) {
    const rows = supabase.from("dns_changes").select(CHANGE_COLUMNS).eq("user_id", owner.account.id);
    const { id, zoneId } = owner.domain;
    const own = rows
      .eq("domain_id", id)
      .eq("zone_id", zoneId ?? "")
      .gt("id", since)
      .in("state", ["done", "sent", "unconfirmed"]);
    const page = await readChanges(
      own
        .order("id", { ascending: false })
        .range(from, from + PER_REPLY - 1)
        .retry(false),
    );
    if (!page) return failure(0, NOT_READ);
    made.push(...page);
    if (page.length < PER_REPLY) return success(made);
  }
  return failure(413, "That is too long ago: there have been more than five thousand changes since.");
}

/** Moves a job on, if it is where it is thought to be. False when it was not, or the database failed. */
export async function moveJob({ account }: ZoneOwner, id: string, from: Job["state"], to: Job["state"]) {
  const table = trustedClient().from("dns_jobs");
  const update = table.update({ state: to }).eq("id", id).eq("user_id", account.id).eq("state", from);
  return succeeds(update.select("id"));
}

/** Forgets a plan that is not to be carried out. */
export async function dropPlan({ account }: ZoneOwner, id: string): Promise<void> {
  const table = trustedClient().from("dns_jobs");
  await ask(table.delete().eq("id", id).eq("user_id", account.id).eq("state", "planned"));
}

/** Puts the changes of a job that are in some states into another. False when there were none, or the database failed. */
export async function moveChanges(job: string, from: JobChange["state"][], to: JobChange["state"]): Promise<boolean> {
  const table = trustedClient().from("dns_changes");
  return succeeds(table.update({ state: to, reason: null }).eq("job_id", job).in("state", from).select("id"));
}

/** Those of the zone that the domain has now: what was done to another one says nothing about it. */
function ownJobs(supabase: Supabase, { account, domain }: ZoneOwner) {
  const own = supabase.from("dns_jobs").select(JOB_COLUMNS).eq("user_id", account.id).eq("domain_id", domain.id);
  return own.eq("zone_id", domain.zoneId ?? "").retry(false);
}

/** Written in one statement: a job without all its changes would say that there is nothing more to do. */
async function keepJob(
  { account, domain }: ZoneOwner,
  { kind, title, state, asides }: NewJob,
  changes: readonly Change[],
  each: Pick<JobChange, "state" | "sentAt">,
): Promise<z.infer<typeof keptSchema> | undefined> {
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
  const { data, error } = await ask(trustedClient().rpc("keep_dns_job", { job }));
  const kept = keptSchema.safeParse(data);
  if (kept.success) return kept.data;
  log.error({ reason: error?.message ?? "no such domain" }, "job not kept");
}

async function succeeds(query: Query): Promise<boolean> {
  const { data, error } = await ask(query);
  return error === null && Array.isArray(data) && data.length > 0;
}
