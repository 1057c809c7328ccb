import { z } from "zod";
import { type Query, readRows } from "#app/platform/database/rows.table.server.ts";
import { ASIDE_KINDS, type Aside, type Change } from "./change.ts";
import { CHANGE_STATES, JOB_KINDS, JOB_STATES, type Job, type JobChange } from "./job.ts";

export const JOB_COLUMNS = "id,kind,title,state,asides,created_at";
export const CHANGE_COLUMNS = "id,job_id,state,record_id,before,after,sent_at,reason";

const draft = {
  type: z.string(),
  name: z.string(),
  content: z.string(),
  ttl: z.number(),
  proxied: z.boolean(),
  priority: z.number().optional(),
  data: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  comment: z.string().optional(),
};
/** A record without its provider id. */
export const recordDraftSchema = z.object(draft);
const keptRecordSchema = z.object({ id: z.string(), ...draft });

const asideSchema: z.ZodType<Aside> = z.object({
  kind: z.enum(ASIDE_KINDS),
  text: z.string(),
  reason: z.string(),
});

const jobSchema = z
  .object({
    id: z.string(),
    kind: z.enum(JOB_KINDS),
    title: z.string(),
    state: z.enum(JOB_STATES),
    asides: z.array(asideSchema),
    created_at: z.string(),
  })
  .transform(({ created_at, ...job }): Job => ({ ...job, createdAt: created_at }));

const changeSchema = z
  .object({
    id: z.number(),
    job_id: z.string(),
    state: z.enum(CHANGE_STATES),
    record_id: z.string().nullable(),
    before: keptRecordSchema.nullable(),
    after: recordDraftSchema.nullable(),
    sent_at: z.string().nullable(),
    reason: z.string().nullable(),
  })
  .transform(({ before, after, job_id, record_id, sent_at, ...row }, context): JobChange => {
    const change = changeOf(before, after);
    if (change) return { ...row, ...change, jobId: job_id, recordId: record_id, sentAt: sent_at };
    context.issues.push({ code: "custom", message: "neither before nor after", input: row });
    return z.NEVER;
  });

/** Returns the jobs of a query; undefined if the database failed, which is logged. */
export function readJobs(query: Query): Promise<Job[] | undefined> {
  return readRows(query, jobSchema, "jobs not read or written");
}

/** Returns the changes of a query; undefined if the database failed, which is logged. */
export function readChanges(query: Query): Promise<JobChange[] | undefined> {
  return readRows(query, changeSchema, "changes not read or written");
}

function changeOf(before: Change["before"], after: Change["after"]): Change | undefined {
  if (before === null) return after === null ? undefined : { before, after };
  return { before, after };
}
