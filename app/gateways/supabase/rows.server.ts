import { z } from "zod";
import { log } from "#app/log.server.ts";

const TIMEOUT_MS = 4000;

/** The `code` of a failure when there is such a row already. PostgreSQL, appendix A. */
export const UNIQUE_VIOLATION = "23505";

type Failure = { message: string; code?: string };

/** A query of the database's client, which can be broken off. */
export type Query = { abortSignal(signal: AbortSignal): PromiseLike<{ data: unknown; error: Failure | null }> };

/** What the database says to a query within four seconds. */
export function ask(query: Query) {
  return query.abortSignal(AbortSignal.timeout(TIMEOUT_MS));
}

/** The checked rows of a query within four seconds; undefined when the database failed, which is then in the log. */
export async function readRows<T>(query: Query, row: z.ZodType<T>, event: string): Promise<T[] | undefined> {
  const { data, error } = await ask(query);
  const parsed = z.array(row).safeParse(data);
  if (parsed.success) return parsed.data;
  log.error({ reason: error?.message ?? "rows of another shape" }, event);
}
