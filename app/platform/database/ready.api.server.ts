import { z } from "zod";
import { env } from "../env.server.ts";
import { log } from "../log.server.ts";
import { deadline } from "../upstream/deadlines.server.ts";
import { failureOf } from "../upstream/failure-kind.server.ts";
import { projectFetch } from "./project-fetch.api.server.ts";

const postsSchema = z.array(z.object({ slug: z.string() }));
const versionsSchema = z.array(z.object({ version: z.string() }));

let lastProblem = "";

/**
 * Returns within 2 s whether this build can work with the database: both keys are accepted, replies have the expected shape,
 * and all migrations of the build are applied (the database may have more, because it is upgraded before the site). Never
 * throws. Logs each change of the reason once. Source: docs/going-live.md, "The proxy".
 */
export async function isDatabaseReady(versions: readonly string[] = SCHEMA_VERSIONS): Promise<boolean> {
  const problem = await findProblem(versions).catch(
    (error: unknown) => `no answer (${Object.values(failureOf(error)).join(", ")})`,
  );
  if (problem !== lastProblem) {
    if (problem === "") log.info({}, "ready again");
    else log.error({ reason: problem }, "not ready");
  }
  lastProblem = problem;
  return problem === "";
}

/** Returns what is wrong, for the log; empty if nothing is. */
async function findProblem(versions: readonly string[]): Promise<string> {
  const [posts, known] = await Promise.all([
    read("posts?select=slug&limit=1", env.supabase.publishableKey),
    readVersions(),
  ]);
  if (!postsSchema.safeParse(posts.body).success) return `the publishable key: ${posts.outcome}`;
  const has = versionsSchema.safeParse(known.body);
  if (!has.success) return `the secret key, or migrations are missing: ${known.outcome}`;
  const missing = notAmong(has.data, versions);
  return missing.length === 0 ? "" : `migrations are missing: ${missing.join(", ")}`;
}

/**
 * Returns within 2 s the build's migrations that the database certainly lacks. Empty if the database does not answer:
 * that concerns /readyz and must not prevent the start. Never throws.
 */
export async function missingMigrations(versions: readonly string[] = SCHEMA_VERSIONS): Promise<string[]> {
  const response = await readVersions().catch(() => undefined);
  if (response?.isNoTable) return [...versions];
  const has = versionsSchema.safeParse(response?.body);
  return has.success ? notAmong(has.data, versions) : [];
}

function notAmong(has: { version: string }[], versions: readonly string[]): string[] {
  const applied = new Set(has.map(({ version }) => version));
  return versions.filter((version) => !applied.has(version));
}

function readVersions() {
  return read("schema_versions?select=version", env.supabase.secretKey);
}

/** Sends no session, so that only the key decides what may be read. */
async function read(path: string, key: string) {
  const headers = { apikey: key, ...(key.startsWith("sb_") ? {} : { Authorization: `Bearer ${key}` }) };
  const response = await projectFetch(`${env.supabase.url}/rest/v1/${path}`, {
    headers,
    signal: deadline("databaseReady"),
  });
  const text = await response.text();
  return {
    // Codes of PostgREST and PostgreSQL: a plain 404 may come from a proxy.
    isNoTable: !response.ok && /"(PGRST205|42P01)"/.test(text),
    body: response.ok ? parsed(text) : undefined,
    outcome: `HTTP ${response.status}${response.ok ? ", another reply" : ""}`,
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
