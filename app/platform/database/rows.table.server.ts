import { z } from "zod";
import { log } from "../log.server.ts";
import type { PageKey } from "../text/page-key.ts";
import { deadline } from "../upstream/deadlines.server.ts";

/** PostgreSQL, appendix A. */
export const UNIQUE_VIOLATION = "23505";

/** Code of a query for one row that found none. PostgREST, "Errors". */
export const NO_ROW = "PGRST116";

/**
 * The most rows of a reply, even if the query asks for more: `max_rows` of supabase/config.toml. The database cuts longer
 * replies without an error.
 */
export const REPLY_ROWS = 1000;

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

/**
 * Does the same as `readRows` for any number of rows: reads them in pages. `pageAfter` returns the query of the next rows after
 * `last` (undefined: of the first), at most REPLY_ROWS, sorted by a column whose values are unique.
 */
export async function readAllRows<T>(
  pageAfter: (last: T | undefined) => Query,
  row: z.ZodType<T>,
  event: string,
): Promise<T[] | undefined> {
  const rows: T[] = [];
  for (;;) {
    const page = await readRows(pageAfter(rows.at(-1)), row, event);
    if (!page) return undefined;
    rows.push(...page);
    if (page.length < REPLY_ROWS) return rows;
  }
}

/** The number of ids that fit into the URL of a query. */
const IDS_A_QUERY = 100;

/**
 * Does the same as `readRows` for the rows with these ids, of which there may be any number. `queryOf` returns the query for
 * some of the ids; it must find one row at most for each.
 */
export async function readRowsOf<T>(
  ids: readonly string[],
  queryOf: (some: string[]) => { limit(rows: number): Query },
  row: z.ZodType<T>,
  event: string,
): Promise<T[] | undefined> {
  const rows: T[] = [];
  for (let from = 0; from < ids.length; from += IDS_A_QUERY) {
    const page = await readRows(queryOf(ids.slice(from, from + IDS_A_QUERY)).limit(IDS_A_QUERY), row, event);
    if (!page) return undefined;
    rows.push(...page);
  }
  return rows;
}

/** Returns the filter, for `or`, of the rows after a key in a list that is sorted by a time `column` and then by `id`. */
export function rowsAfter(column: string, { at, key }: PageKey, isNewestFirst: boolean): string {
  const later = isNewestFirst ? "lt" : "gt";
  return `${column}.${later}."${at}",and(${column}.eq."${at}",id.${later}."${key}")`;
}

/** Events of queries that fail at present. */
const failing = new Set<string>();

/**
 * Does the same as `readRows` for queries that every process repeats each minute, but logs only the first failure and the
 * recovery.
 */
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
