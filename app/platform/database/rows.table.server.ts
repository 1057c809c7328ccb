import { z } from "zod";
import { log } from "../log.server.ts";
import { deadline } from "../upstream/deadlines.server.ts";

/** PostgreSQL, appendix A. */
export const UNIQUE_VIOLATION = "23505";

/** Code of a query for one row that found none. PostgREST, "Errors". */
export const NO_ROW = "PGRST116";

type Failure = { message: string; code?: string };

/** A query that can be aborted. */
export type Query = { abortSignal(signal: AbortSignal): PromiseLike<{ data: unknown; error: Failure | null }> };

/** Runs a query for at most four seconds. */
export function runQuery(query: Query) {
  return query.abortSignal(deadline("databaseQuery"));
}

/** Returns the validated rows of a query; undefined if the database failed, which is logged as `event`. */
export async function readRows<T>(query: Query, row: z.ZodType<T>, event: string): Promise<T[] | undefined> {
  const read = await check(query, row);
  if ("rows" in read) return read.rows;
  log.error(read, event);
}

/** Events of queries that fail at present. */
const failing = new Set<string>();

/** As `readRows`, for queries that every process repeats each minute: logs only the first failure and the recovery. */
export async function pollRows<T>(query: Query, row: z.ZodType<T>, event: string): Promise<T[] | undefined> {
  const read = await check(query, row);
  if ("rows" in read) {
    if (failing.delete(event)) log.info(`${event}: over`);
    return read.rows;
  }
  if (!failing.has(event)) log.error(read, event);
  failing.add(event);
}

async function check<T>(query: Query, row: z.ZodType<T>): Promise<{ rows: T[] } | { reason: string }> {
  const { data, error } = await runQuery(query);
  const parsed = z.array(row).safeParse(error?.code === NO_ROW ? [] : data);
  return parsed.success ? { rows: parsed.data } : { reason: error?.message ?? "rows of another shape" };
}
