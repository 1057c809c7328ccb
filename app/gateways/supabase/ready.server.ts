import { z } from "zod";
import { env } from "#app/env.server.ts";
import { log } from "#app/log.server.ts";
import { failureOf } from "../upstream/failure-kind.server.ts";
import { projectFetch } from "./project-fetch.server.ts";

const PATIENCE_MS = 2000;

const postsSchema = z.array(z.object({ slug: z.string() }));
const versionsSchema = z.array(z.object({ version: z.string() }));

let saidLast = "";

/**
 * Whether the database is one that this build can work with, within 2 s: it takes both keys, its replies are what they must
 * be, and it has every migration that the build was made with (it may have more: the database goes first). Never throws.
 * Why it is not ready stands in the log, once. Source: docs/going-live.md, "The proxy".
 */
export async function isDatabaseReady(versions: readonly string[] = SCHEMA_VERSIONS): Promise<boolean> {
  const trouble = await findTrouble(versions).catch(
    (error: unknown) => `no answer (${Object.values(failureOf(error)).join(", ")})`,
  );
  if (trouble !== saidLast) {
    if (trouble === "") log.info({}, "ready again");
    else log.error({ reason: trouble }, "not ready");
  }
  saidLast = trouble;
  return trouble === "";
}

/** What is wrong, in words for the log; empty when nothing is. */
async function findTrouble(versions: readonly string[]): Promise<string> {
  const [posts, known] = await Promise.all([
    read("posts?select=slug&limit=1", env.supabase.publishableKey),
    readVersions(),
  ]);
  if (!postsSchema.safeParse(posts.body).success) return `the publishable key: ${posts.said}`;
  const has = versionsSchema.safeParse(known.body);
  if (!has.success) return `the secret key, or migrations are missing: ${known.said}`;
  const missing = notAmong(has.data, versions);
  return missing.length === 0 ? "" : `migrations are missing: ${missing.join(", ")}`;
}

/**
 * The migrations that the build was made with and the database certainly lacks, within 2 s. None where it does not say: that
 * is trouble for /readyz, and no reason not to start. Never throws.
 */
export async function missingMigrations(versions: readonly string[] = SCHEMA_VERSIONS): Promise<string[]> {
  const reply = await readVersions().catch(() => undefined);
  if (reply?.isNoTable) return [...versions];
  const has = versionsSchema.safeParse(reply?.body);
  return has.success ? notAmong(has.data, versions) : [];
}

function notAmong(has: { version: string }[], versions: readonly string[]): string[] {
  const applied = new Set(has.map(({ version }) => version));
  return versions.filter((version) => !applied.has(version));
}

function readVersions() {
  return read("schema_versions?select=version", env.supabase.secretKey);
}

/** As nobody in particular, so that the key alone says what may be read. */
async function read(path: string, key: string) {
  const headers = { apikey: key, ...(key.startsWith("sb_") ? {} : { Authorization: `Bearer ${key}` }) };
  const reply = await projectFetch(`${env.supabase.url}/rest/v1/${path}`, {
    headers,
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  const text = await reply.text();
  return {
    // PostgREST's own code, and PostgreSQL's: a 404 alone may come from anybody.
    isNoTable: !reply.ok && /"(PGRST205|42P01)"/.test(text),
    body: reply.ok ? parsed(text) : undefined,
    said: `HTTP ${reply.status}${reply.ok ? ", another reply" : ""}`,
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
