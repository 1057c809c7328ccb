import { isDeepStrictEqual } from "node:util";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { publicClient } from "#app/platform/database/client.api.server.ts";
import { REPLY_ROWS, runQuery } from "#app/platform/database/rows.table.server.ts";
import { env } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.server.ts";
import { onChange, publishChange } from "#app/platform/redis/changes.server.ts";
import { type Failure, failure, type Result, success } from "#app/platform/result.ts";
import { monotonicMs } from "#app/platform/text/monotonic-clock.ts";
import { requestJson } from "#app/platform/upstream/request-json.api.server.ts";
import type { Project } from "./project.ts";
import { projectSchema } from "./project-row.ts";

const FRESH_MS = 5 * 60_000;
/** The most projects that are shown, all on one page. If some are left out, the log says so. */
const MAX_PROJECTS = 200;
const SAYS_NO = "Worker response indicates failure";
const COLUMNS =
  "id,title,client,category,year,description,fulldescription,technologies,tags,image,link,githuburl,demourl";

const replySchema = z.object({ success: z.literal(true), result: z.array(z.unknown()) });

/** Returns all rows in display order; they are validated afterwards. */
type Source = () => Promise<Result<unknown[]>>;

/** Carries a failure out of the cache. */
class NotListed extends Error {
  override name = "NotListed";
  constructor(readonly failure: Failure) {
    super(failure.message);
  }
}

/**
 * Creates a cache of one source's projects, fresh for five minutes. A stale copy is returned while a new one is
 * fetched, and for as long as that fails. Source: docs/product/blog-and-projects.md, "Projects".
 */
export function createProjects(readRows: Source) {
  const lists = new LRUCache<"all", Project[], boolean>({
    max: 1,
    ttl: FRESH_MS,
    perf: monotonicMs,
    allowStale: true,
    noDeleteOnFetchRejection: true,
    fetchMethod: async (_key, before, { context: isNotified }) => {
      const list = await read();
      if (!isNotified && before && !isDeepStrictEqual(before, list)) publishChange("projects");
      return list;
    },
  });
  onChange("projects", () => lists.peek("all") && lists.fetch("all", { forceRefresh: true, context: true }));

  /**
   * Returns all projects in the source's order; parallel callers share one call. Never throws: fails with a message
   * for the log if the source fails and nothing is cached.
   */
  async function listProjects(): Promise<Result<Project[]>> {
    try {
      return success((await lists.fetch("all", { context: false })) ?? []);
    } catch (error) {
      if (error instanceof NotListed) return error.failure;
      throw error;
    }
  }

  async function read(): Promise<Project[]> {
    const rows = await readRows();
    if (rows.ok) return parseProjects(rows.value);
    log.warn({ reason: rows.message }, "projects not read");
    throw new NotListed(rows);
  }

  return { listProjects };
}

/** Reads the rows of a worker. */
export function workerRows({ url }: { url: string }): Source {
  return async () => {
    const response = await requestJson({
      service: "projects",
      op: "list",
      base: url,
      path: [],
      method: "GET",
      schema: replySchema,
      fallbackMessage: SAYS_NO,
    });
    if (response.ok) return success(response.value.result);
    const isHttpFailure = response.status === 0 || response.status >= 300;
    return failure(
      response.status,
      isHttpFailure ? `Failed to fetch projects: ${response.status || "no answer"}` : SAYS_NO,
    );
  };
}

/** Reads the rows of the table, newest first, with the public client. */
async function tableRows(): Promise<Result<unknown[]>> {
  const query = publicClient().from("projects").select(COLUMNS).order("created_at", { ascending: false }).order("id");
  const { data, error } = await runQuery(query.limit(REPLY_ROWS));
  return Array.isArray(data) ? success(data) : failure(0, `Failed to fetch projects: ${error?.message ?? "no rows"}`);
}

/** Leaves out invalid rows and duplicate ids. */
function parseProjects(rows: unknown[]): Project[] {
  const found = new Map<string, Project>();
  for (const row of rows) {
    const { data } = projectSchema.safeParse(row);
    if (data && !found.has(data.id) && found.size < MAX_PROJECTS) found.set(data.id, data);
  }
  if (found.size < rows.length) log.warn({ rows: rows.length, shown: found.size }, "projects left out");
  return [...found.values()];
}

/** Returns whether a worker keeps the projects, so that the table is not read. */
export function hasProjectsWorker(): boolean {
  return env.addresses.PROJECTS_URL !== undefined;
}

const url = env.addresses.PROJECTS_URL;

/** Projects of the agency's worker, or of the table without a worker; see `createProjects`. */
export const { listProjects } = createProjects(url === undefined ? tableRows : workerRows({ url }));
