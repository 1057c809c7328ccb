import { z } from "zod";
import { missingMigrations } from "#app/platform/database/ready.api.server.ts";
import { env } from "#app/platform/env.server.ts";
import { isPublicKey, isSecretKey } from "#app/platform/settings/check-settings.ts";
import { bad, type Check, type Finding, good, warning } from "./report.server.ts";
import { failureFinding, tryCall } from "./try-call.api.server.ts";

/** The tables that the public key alone cannot read: all except the posts and the projects. */
export const PRIVATE_TABLES = [
  "account_changes",
  "audit_erasures",
  "billing_contacts",
  "bills",
  "closing_requests",
  "credit_notes",
  "credits",
  "desk_digests",
  "desk_log",
  "desk_notes",
  "dns_changes",
  "dns_jobs",
  "domains",
  "import_lines",
  "imports",
  "mails",
  "message_parts",
  "messages",
  "name_moves",
  "name_requests",
  "newsletter_deliveries",
  "newsletter_issues",
  "newsletter_pending",
  "orders",
  "payment_callbacks",
  "payment_prompts",
  "payments",
  "people_search",
  "pictures",
  "receipt_numbers",
  "receipts",
  "reminder_choices",
  "renewal_reminders",
  "saved_answers",
  "school_interest",
  "second_steps",
  "service_changes",
  "service_notices",
  "services",
  "step_codes",
  "stepped_sessions",
  "submissions",
] as const;

/** Returns the checks of the database: both keys, their rights, and the migrations. */
export function databaseChecks(): Check[] {
  return [
    { name: "public key", why: "Without it there are no posts, and nobody can sign in.", run: publicKey },
    { name: "secret key", why: "Without it no form is kept, no mail is sent and no order is taken.", run: secretKey },
    {
      name: "private tables",
      why: "What customers and visitors have written must be open to nobody.",
      run: privateTables,
    },
    { name: "migrations", why: "On older tables one form works and the next fails.", run: migrations },
  ];
}

const rowsSchema = z.array(z.unknown());
const codeSchema = z.object({ code: z.string() });
/** PostgreSQL, appendix A, "insufficient_privilege": the key is valid but may not read the table. */
const INSUFFICIENT_PRIVILEGE = "42501";

/** Reads at most one row of a table with a key and without a session. */
function readOne(table: string, column: string, key: string) {
  return tryCall({
    base: `${env.supabase.url}/rest/v1/${table}`,
    query: { select: column, limit: "1" },
    headers: { apikey: key, ...(key.startsWith("sb_") ? {} : { Authorization: `Bearer ${key}` }) },
    schema: rowsSchema,
    failureIn: (body) => codeSchema.safeParse(body).data,
  });
}

/** Reads one table after the other: all at once would slow a small database down for its visitors. */
async function readPrivateTables(key: string) {
  const replies: Awaited<ReturnType<typeof readOne>>[] = [];
  for (const table of PRIVATE_TABLES) replies.push(await readOne(table, "*", key));
  return replies;
}

async function publicKey(): Promise<Finding> {
  const { publishableKey: key, url } = env.supabase;
  const { result, why } = await readOne("posts", "slug", key);
  if (!result.ok) return keyFinding("SUPABASE_PUBLISHABLE_KEY", result.status, why);
  if (isPublicKey(key)) return good(`${new URL(url).host} takes it, and it is a public one.`);
  return warning("It is taken, and does not look like a public key.", "Compare it with “Publishable key” at Supabase.");
}

async function secretKey(): Promise<Finding> {
  const { secretKey: key, url } = env.supabase;
  const replies = await readPrivateTables(key);
  const refused = replies.filter(({ result }) => !result.ok);
  const [first] = refused;
  if (first && !first.result.ok) {
    const { status } = first.result;
    // No answer, or an error of the service, says nothing about grants.
    const silent = refused.find(({ result }) => !result.ok && (result.status === 0 || result.status >= 500));
    if (silent) return failureFinding("SUPABASE_URL", url, silent.why, silent.result.ok ? 0 : silent.result.status);
    if (refused.length === replies.length) return keyFinding("SUPABASE_SECRET_KEY", status, first.why);
    const names = PRIVATE_TABLES.filter((_, index) => !replies[index]?.result.ok);
    return bad(`It may not read ${names.join(", ")} (HTTP ${status}).`, "Run supabase db push: grants are missing.");
  }
  if (isSecretKey(key)) return good(`${new URL(url).host} takes it, and it may read every table.`);
  return warning("It is taken, and does not look like a secret key.", "Compare it with “Secret key” at Supabase.");
}

/** Blames the key for 401 and 403, else SUPABASE_URL. */
function keyFinding(setting: string, status: number, why: Parameters<typeof failureFinding>[2]): Finding {
  const isKeyRefused = status === 401 || status === 403;
  return failureFinding(isKeyRefused ? setting : "SUPABASE_URL", env.supabase.url, why, status);
}

async function privateTables(): Promise<Finding> {
  const key = env.supabase.publishableKey;
  const replies = await readPrivateTables(key);
  const open = PRIVATE_TABLES.filter((_, index) => replies[index]?.result.ok);
  if (open.length > 0) {
    const advice = "Run supabase db push at once, and look at grants and row-level security of these tables.";
    return bad(`Anybody may ask for rows of ${open.join(", ")}.`, advice);
  }
  const isClosed = replies.every(({ result }) => !result.ok && result.code === INSUFFICIENT_PRIVILEGE);
  if (isClosed) return good(`The public key opens none of ${PRIVATE_TABLES.length}.`);
  return warning("Not every table has answered for itself.", "Mend the lines of the keys and the migrations first.");
}

async function migrations(): Promise<Finding> {
  const missing = await missingMigrations();
  if (missing.length > 0) return bad(`The database lacks ${missing.join(", ")}.`, "Run supabase db push.");
  const known = await readOne("schema_versions", "version", env.supabase.secretKey);
  if (known.result.ok) return good(`It has all ${SCHEMA_VERSIONS.length} of this build.`);
  return keyFinding("SUPABASE_SECRET_KEY", known.result.status, known.why);
}
