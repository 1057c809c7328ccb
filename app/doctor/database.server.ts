import { z } from "zod";
import { env } from "#app/env.server.ts";
import { missingMigrations } from "#app/gateways/supabase/ready.server.ts";
import { isPublicKey, isSecretKey } from "#app/model/check-settings.ts";
import { bad, type Check, type Finding, good, look } from "./finding.server.ts";
import { troubleWith, tryCall } from "./try-call.server.ts";

/** The tables that nobody reads with the public key alone: all but the posts. */
export const PRIVATE_TABLES = [
  "account_changes",
  "closing_requests",
  "dns_changes",
  "dns_jobs",
  "domains",
  "mails",
  "messages",
  "newsletter_pending",
  "orders",
  "reminder_choices",
  "renewal_notices",
  "school_interest",
  "submissions",
] as const;

/** The database: both keys, who may read what, and whether it is as new as this build. */
export function databaseChecks(): Check[] {
  return [
    { name: "public key", why: "Without it there are no posts, and nobody can sign in.", look: publicKey },
    { name: "secret key", why: "Without it no form is kept, no mail is sent and no order is taken.", look: secretKey },
    { name: "private tables", why: "What customers and visitors have written must be open to nobody.", look: closed },
    { name: "migrations", why: "On older tables one form works and the next fails.", look: migrations },
  ];
}

const rowsSchema = z.array(z.unknown());
const codeSchema = z.object({ code: z.string() });
/** "insufficient_privilege" (PostgreSQL, appendix A): the key is known, and the table closed to it. */
const CLOSED = "42501";

/** Reads at most one row of a table with one of the keys, as nobody in particular. */
function readOne(table: string, column: string, key: string) {
  return tryCall({
    base: `${env.supabase.url}/rest/v1/${table}`,
    query: { select: column, limit: "1" },
    headers: { apikey: key, ...(key.startsWith("sb_") ? {} : { Authorization: `Bearer ${key}` }) },
    schema: rowsSchema,
    failureIn: (body) => codeSchema.safeParse(body).data,
  });
}

/** One after the other: a small database that is asked for all at once is late for its visitors. */
async function readAll(key: string) {
  const asked: Awaited<ReturnType<typeof readOne>>[] = [];
  for (const table of PRIVATE_TABLES) asked.push(await readOne(table, "*", key));
  return asked;
}

async function publicKey(): Promise<Finding> {
  const { publishableKey: key, url } = env.supabase;
  const { result, why } = await readOne("posts", "slug", key);
  if (!result.ok) return trouble("SUPABASE_PUBLISHABLE_KEY", result.status, why);
  if (isPublicKey(key)) return good(`${new URL(url).host} takes it, and it is a public one.`);
  return look("It is taken, and does not look like a public key.", "Compare it with “Publishable key” at Supabase.");
}

async function secretKey(): Promise<Finding> {
  const { secretKey: key, url } = env.supabase;
  const asked = await readAll(key);
  const refused = asked.filter(({ result }) => !result.ok);
  const [first] = refused;
  if (first && !first.result.ok) {
    const { status } = first.result;
    if (refused.length === asked.length) return trouble("SUPABASE_SECRET_KEY", status, first.why);
    const names = PRIVATE_TABLES.filter((_, index) => !asked[index]?.result.ok);
    return bad(`It may not read ${names.join(", ")} (HTTP ${status}).`, "Run supabase db push: grants are missing.");
  }
  if (isSecretKey(key)) return good(`${new URL(url).host} takes it, and it may read every table.`);
  return look("It is taken, and does not look like a secret key.", "Compare it with “Secret key” at Supabase.");
}

/** Who is meant by a failed call: the address, or the key. */
function trouble(setting: string, status: number, why: Parameters<typeof troubleWith>[2]): Finding {
  const isOfKey = status === 401 || status === 403;
  return troubleWith(isOfKey ? setting : "SUPABASE_URL", env.supabase.url, why, status);
}

async function closed(): Promise<Finding> {
  const key = env.supabase.publishableKey;
  const asked = await readAll(key);
  const open = PRIVATE_TABLES.filter((_, index) => asked[index]?.result.ok);
  if (open.length > 0) {
    const todo = "Run supabase db push at once, and look at grants and row-level security of these tables.";
    return bad(`Anybody may ask for rows of ${open.join(", ")}.`, todo);
  }
  const isClosed = asked.every(({ result }) => !result.ok && result.code === CLOSED);
  if (isClosed) return good(`The public key opens none of ${PRIVATE_TABLES.length}.`);
  return look("Not every table has answered for itself.", "Mend the lines of the keys and the migrations first.");
}

async function migrations(): Promise<Finding> {
  const missing = await missingMigrations();
  if (missing.length > 0) return bad(`The database lacks ${missing.join(", ")}.`, "Run supabase db push.");
  const known = await readOne("schema_versions", "version", env.supabase.secretKey);
  if (known.result.ok) return good(`It has all ${SCHEMA_VERSIONS.length} of this build.`);
  return trouble("SUPABASE_SECRET_KEY", known.result.status, known.why);
}
