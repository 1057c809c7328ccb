import { z } from "zod";
import { type ArticleOutcome, outcomeSchema } from "#app/blog/desk.table.server.ts";
import type { Mail } from "#app/mail/mail.ts";
import { callWithDeliveries } from "#app/mail/queue.table.server.ts";
import { trustedClient } from "#app/platform/database/client.api.server.ts";
import { purgeInBatches } from "#app/platform/database/purge.table.server.ts";
import { pollRows, readRows, runQuery } from "#app/platform/database/rows.table.server.ts";
import { log } from "#app/platform/log.server.ts";
import { failure, type Result, success } from "#app/platform/result.ts";
import type { Staff } from "#app/platform/settings/staff.ts";

/** The most issues that one run counts. */
const MOST_COUNTED = 20;
const NOT_READ = "We could not read the newsletter. Please try again.";
const NOT_SAVED = "We could not save this. Please try again.";
/** The states of an issue. */
export const ISSUE_STATES = ["draft", "sending", "stopped", "sent"] as const;

const issueSchema = z.object({
  id: z.string(),
  title: z.string(),
  content: z.string(),
  state: z.enum(ISSUE_STATES),
  updated_at: z.string(),
  started_at: z.string().nullable(),
  finished_at: z.string().nullable(),
  sent: z.number(),
  failed: z.number(),
  waiting: z.number(),
  withdrawn: z.number(),
  unsubscribed: z.number(),
  left_to_go: z.number(),
});

/**
 * An issue with what became of its mails: `sent`, `failed` for good, `waiting` in the queue, `withdrawn` because the subscriber
 * left first, `left_to_go` not yet in the queue; `unsubscribed` left after they got it.
 */
export type NewsletterIssue = z.infer<typeof issueSchema>;

/** The most issues of the list. */
export const MOST_ISSUES = 100;

/** Returns the newest issues, drafts first: MOST_ISSUES, and one more if there are more. */
export async function listIssues(): Promise<Result<NewsletterIssue[]>> {
  const rows = await readRows(trustedClient().rpc("list_issues"), issueSchema, "issues not read");
  return rows ? success(rows) : failure(503, NOT_READ);
}

/** Returns an issue; undefined if no issue has this id. */
export async function findIssue(id: string): Promise<Result<NewsletterIssue | undefined>> {
  if (!z.uuid().safeParse(id).success) return success(undefined);
  const rows = await readRows(trustedClient().rpc("list_issues", { only_one: id }), issueSchema, "issue not read");
  return rows ? success(rows[0]) : failure(503, NOT_READ);
}

/** Begins to send an issue that has not changed since the version `expected`, or continues one that was stopped. */
export function startIssue(staff: Staff, issue: string, expected: string | null): Promise<Result<ArticleOutcome>> {
  return call("start_issue", { staff, issue, expected_version: expected });
}

/** Stops an issue that is being sent. Mails that nobody has tried to send yet leave the queue. */
export function stopIssue(staff: Staff, issue: string): Promise<Result<ArticleOutcome>> {
  return call("stop_issue", { staff, issue });
}

async function call(operation: string, values: Record<string, unknown>): Promise<Result<ArticleOutcome>> {
  const { data, error } = await runQuery(trustedClient().rpc(operation, values));
  const outcome = outcomeSchema.safeParse(data).data;
  if (outcome) return success(outcome);
  log.error({ operation, reason: error?.message ?? "a reply of another shape" }, "issue not changed");
  return failure(503, NOT_SAVED);
}

const subscriberSchema = z
  .object({
    issue: z.string(),
    title: z.string(),
    content: z.string(),
    subscriber: z.string(),
    email: z.string(),
    first_name: z.string().nullable(),
  })
  .transform(({ first_name, ...row }) => ({ ...row, firstName: first_name ?? "" }));

/** A subscriber who has not been sent an issue, with the words of the issue. */
export type NextSubscriber = z.infer<typeof subscriberSchema>;

/**
 * Returns the next `most` subscribers of the issue that is being sent, or as many as the queue takes at `rate` mails a
 * minute. The list is empty if no issue is being sent or the queue is full, undefined if the database fails. Notes an issue
 * without further subscribers as sent.
 */
export function listNextSubscribers(rate: number, most: number): Promise<NextSubscriber[] | undefined> {
  const query = trustedClient().rpc("next_issue_subscribers", { rate, max_rows: most });
  return pollRows(query, subscriberSchema, "newsletter subscribers not read");
}

/**
 * Puts mails of an issue into the queue, each in one transaction with the row that says who got it, so that nobody gets a
 * second one. Leaves out subscribers who have left, and mails above the rate. Returns how many were queued; undefined if the
 * database fails.
 */
export async function queueIssue(
  issue: string,
  rate: number,
  deliveries: readonly { subscriber: string; mail: Mail }[],
): Promise<number | undefined> {
  const { row, error } = await callWithDeliveries("queue_issue", { issue, rate }, deliveries);
  if (!error) return z.number().safeParse(row).data;
  log.error({ issue, reason: error.message }, "newsletter issue not queued");
  return undefined;
}

/**
 * Counts what became of the mails of issues that went out, and deletes the deliveries whose counts will not change any more.
 * Throws if the database fails.
 */
export async function settleIssues(): Promise<void> {
  for (let counted = 0; counted < MOST_COUNTED; counted += 1) {
    const { data, error } = await runQuery(trustedClient().rpc("count_issue"));
    if (error) throw new Error(error.message);
    if (data !== true) break;
  }
  await purgeInBatches("purge_deliveries");
}
