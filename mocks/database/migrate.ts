import { readdir, readFile } from "node:fs/promises";

/** Relative to the working directory: a bundle's own address is elsewhere. */
const MIGRATIONS = "supabase/migrations";
const SEED = "supabase/seed.sql";

/** A database as its owner has it, in PGlite or on a server. */
export type Statements = {
  exec(sql: string): Promise<unknown>;
  query<Row>(sql: string, parameters?: unknown[]): Promise<{ rows: Row[] }>;
  transaction<T>(work: (within: Omit<Statements, "transaction">) => Promise<T>): Promise<unknown>;
};

/** What a hosted project has before its first migration. */
const ROLES = `
  do $$ begin
    if not exists (select from pg_roles where rolname = 'service_role') then
      create role anon nologin;
      create role authenticated nologin;
      create role service_role nologin bypassrls;
    end if;
  end $$;
  grant usage on schema auth to anon, authenticated, service_role;
`;

/**
 * Brings the database up to date: roles, then every migration not yet in the history, each in one transaction with its
 * row there, then the seed if this is a new database. Throws an Error that names the file that failed.
 */
export async function migrate(database: Statements): Promise<void> {
  await database.exec(ROLES);
  const history = await database.query<{ version: string }>(
    "select version from supabase_migrations.schema_migrations",
  );
  const applied = new Set(history.rows.map((row) => row.version));

  const files = (await readdir(MIGRATIONS)).filter((file) => file.endsWith(".sql")).sort();
  for (const file of files) {
    const [version = "", name = ""] = file.replace(/\.sql$/, "").split(/_(.*)/);
    if (!applied.has(version)) await apply(database, `${MIGRATIONS}/${file}`, { version, name });
  }
  if (applied.size === 0) await apply(database, SEED, undefined);
}

async function apply(database: Statements, file: string, migration: { version: string; name: string } | undefined) {
  const sql = await readFile(file, "utf8");
  try {
    await database.transaction(async (transaction) => {
      await transaction.exec(sql);
      if (!migration) return;
      await transaction.query(
        "insert into supabase_migrations.schema_migrations (version, name, statements) values ($1, $2, array[$3])",
        [migration.version, migration.name, sql],
      );
    });
  } catch (error) {
    throw new Error(`${file} cannot be applied: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
}
