import type { Statements } from "./migrate.ts";

/** `max_rows` of supabase/config.toml. A test compares them. */
export const MAX_ROWS = 1000;

type Service = { fetch(request: Request): Response | Promise<Response> };

/**
 * Calls the REST service as a hosted project does: a table's rows, and those of a function that returns a set, end after
 * MAX_ROWS without a word. What is written is returned whole. Source: PostgREST, "db-max-rows".
 */
export async function withRowLimit(
  request: Request,
  { service, database }: { service: Service; database: Pick<Statements, "query"> },
): Promise<Response> {
  const url = new URL(request.url);
  const [, call, table] = /^\/rest\/v1\/(?:rpc\/(\w+)|(\w+))$/.exec(url.pathname) ?? [];
  if (table !== undefined && request.method === "GET") {
    const asked = Number(url.searchParams.get("limit") ?? MAX_ROWS);
    url.searchParams.set("limit", String(Math.min(asked, MAX_ROWS)));
    return service.fetch(new Request(url, request));
  }
  const response = await service.fetch(request);
  if (call === undefined || !response.ok || !(await returnsSet(database, call))) return response;
  const rows: unknown = await response.json();
  return Response.json(Array.isArray(rows) ? rows.slice(0, MAX_ROWS) : rows, response);
}

const sets = new WeakMap<object, Promise<Set<unknown>>>();

function returnsSet(database: Pick<Statements, "query">, name: string): Promise<boolean> {
  const known = sets.get(database) ?? findSets(database);
  sets.set(database, known);
  return known.then((names) => names.has(name));
}

async function findSets(database: Pick<Statements, "query">): Promise<Set<unknown>> {
  const { rows } = await database.query<{ proname: string }>(
    "select proname from pg_proc where proretset and pronamespace = 'public'::regnamespace",
  );
  return new Set(rows.map(({ proname }) => proname));
}
