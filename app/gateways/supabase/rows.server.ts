import { z } from "zod";
import { log } from "#app/log.server.ts";

const TIMEOUT_MS = 4000;

/** The `code` of a failure when there is such a row already. PostgreSQL, appendix A. */
export const UNIQUE_VIOLATION = "23505";

/** The `code` of a query for one row that found none. PostgREST, "Errors". */
export const NO_ROW = "PGRST116";

type Failure = { message: string; code?: string };

/** A query of the database's client, which can be broken off. */
export type Query = { abortSignal(signal: AbortSignal): PromiseLike<{ data: unknown; error: Failure | null }> };

/** What the database says to a query within four seconds. */
export function ask(query: Query) {
  return query.abortSignal(AbortSignal.timeout(TIMEOUT_MS));
}

/** The checked rows of a query within four seconds; undefined when the database failed, which is then in the log. */
export async function readRows<T>(query: Query, row: z.ZodType<T>, event: string): Promise<T[] | undefined> {
  const read = await check(query, row);
  if ("rows" in read) return read.rows;
  log.error(read, event);
}

/** The events of what fails at present. */
const failing = new Set<string>();

/** The same for what every process asks several times a minute: the log has when it begins to fail and when that is over. */
export async function readRowsOften<T>(query: Query, row: z.ZodType<T>, event: string): Promise<T[] | undefined> {
  const read = await check(query, row);
  if ("rows" in read) {
    if (failing.delete(event)) log.info(`${event}: over`);
    return read.rows;
  }
  if (!failing.has(event)) log.error(read, event);
  failing.add(event);
}

async function check<T>(query: Query, row: z.ZodType<T>): Promise<{ rows: T[] } | { reason: string }> {
  const { data, error } = await ask(query);
  const parsed = z.array(row).safeParse(error?.code === NO_ROW ? [] : data);
  return parsed.success ? { rows: parsed.data } : { reason: error?.message ?? "rows of another shape" };
}
