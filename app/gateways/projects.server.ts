import { isDeepStrictEqual } from "node:util";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { env } from "#app/env.server.ts";
import { log } from "#app/log.server.ts";
import { monotonicMs } from "#app/model/monotonic-clock.ts";
import type { Project } from "#app/model/project/project.ts";
import { projectSchema } from "#app/model/project/project-row.ts";
import { type Failure, failure, type Result, success } from "#app/model/result.ts";
import { announce, onAnnounced } from "./redis/changes.server.ts";
import { requestJson } from "./request-json.server.ts";
import { publicClient } from "./supabase/client.server.ts";
import { ask } from "./supabase/rows.server.ts";
import type { UpstreamCall } from "./upstream/call.server.ts";

const FRESH_MS = 5 * 60_000;
const MAX_PROJECTS = 200;
const SAYS_NO = "Worker response indicates failure";
const COLUMNS =
  "id,title,client,category,year,description,fulldescription,technologies,tags,image,link,githuburl,demourl";

const replySchema = z.object({ success: z.literal(true), result: z.array(z.unknown()) });

/** Gives all rows that there are, in the order in which they are shown; what they say is checked afterwards. */
type Source = () => Promise<Result<unknown[]>>;

/** Carries a refusal out of the cache. */
class NotListed extends Error {
  override name = "NotListed";
  constructor(readonly refusal: Failure) {
    super(refusal.message);
  }
}

/**
 * The projects of one source, with a memory of five minutes. An older copy goes out at once while a new one is fetched,
 * and for as long as that fails. Source: docs/product.md, "Projects".
 */
export function createProjects(readRows: Source) {
  const lists = new LRUCache<"all", Project[], boolean>({
    max: 1,
    ttl: FRESH_MS,
    perf: monotonicMs,
    allowStale: true,
    noDeleteOnFetchRejection: true,
    fetchMethod: async (_key, before, { context: isTold }) => {
      const list = await read();
      if (!isTold && before && !isDeepStrictEqual(before, list)) announce("projects");
      return list;
    },
  });
  onAnnounced("projects", () => lists.peek("all") && lists.fetch("all", { forceRefresh: true, context: true }));

  /**
   * All projects, in the source's order; one call for all who ask together. Never throws: refused with what went wrong, in
   * words for the log, when the source fails and nothing is kept from before.
   */
  async function listProjects(): Promise<Result<Project[]>> {
    try {
      return success((await lists.fetch("all", { context: false })) ?? []);
    } catch (error) {
      if (error instanceof NotListed) return error.refusal;
      throw error;
    }
  }

  async function read(): Promise<Project[]> {
    const rows = await readRows();
    if (rows.ok) return projectsIn(rows.value);
    log.warn({ reason: rows.message }, "projects not read");
    throw new NotListed(rows);
  }

  return { listProjects };
}

/** The rows that a worker lists. */
export function workerRows({ url, deadlines }: { url: string } & Pick<UpstreamCall<unknown>, "deadlines">): Source {
  return async () => {
    const reply = await requestJson({
      service: "projects",
      op: "list",
      base: url,
      path: [],
      method: "GET",
      schema: replySchema,
      fallbackMessage: SAYS_NO,
      deadlines,
    });
    if (reply.ok) return success(reply.value.result);
    const isHttpFailure = reply.status === 0 || reply.status >= 300;
    return failure(reply.status, isHttpFailure ? `Failed to fetch projects: ${reply.status || "no answer"}` : SAYS_NO);
  };
}

/** The rows of the table, newest first; read as nobody in particular, as posts are. */
async function tableRows(): Promise<Result<unknown[]>> {
  const query = publicClient().from("projects").select(COLUMNS).order("created_at", { ascending: false }).order("id");
  // The client's own repeats take seconds, which the visitor would wait.
  const { data, error } = await ask(query.limit(MAX_PROJECTS).retry(false));
  return Array.isArray(data) ? success(data) : failure(0, `Failed to fetch projects: ${error?.message ?? "no rows"}`);
}

/** What is no project, or has the id of one before it, is left out. */
function projectsIn(rows: unknown[]): Project[] {
  const found = new Map<string, Project>();
  for (const row of rows) {
    const { data } = projectSchema.safeParse(row);
    if (data && !found.has(data.id) && found.size < MAX_PROJECTS) found.set(data.id, data);
  }
  if (found.size < rows.length) log.warn({ rows: rows.length, shown: found.size }, "projects left out");
  return [...found.values()];
}

const url = env.addresses.PROJECTS_URL;

/** The projects of the agency's worker, or of its table where it has none; see createProjects. */
export const { listProjects } = createProjects(url === undefined ? tableRows : workerRows({ url }));
