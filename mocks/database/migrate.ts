import { readdir, readFile } from "node:fs/promises";
import path from "node:path";

/** Relative to the working directory, because a bundle is in another folder. */
const MIGRATIONS = "supabase/migrations";
/** The rows that every new database has. */
export const SEED = "supabase/seed.sql";

/** Runs statements as the owner of a database, in PGlite or on a server. */
export type Statements = {
  exec(sql: string): Promise<unknown>;
  query<Row>(sql: string, parameters?: unknown[]): Promise<{ rows: Row[] }>;
  transaction<T>(work: (within: Omit<Statements, "transaction">) => Promise<T>): Promise<unknown>;
};

/** The roles that a hosted project has before its first migration. */
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
 * Creates the roles, applies each new migration in one transaction with its history row, and seeds a new database. Throws an
 * Error with the name of the file that failed.
 */
export async function migrate(database: Statements): Promise<void> {
  await database.exec(ROLES);
  const history = await database.query<{ version: string }>(
    "select version from supabase_migrations.schema_migrations",
  );
  const applied = new Set(history.rows.map((row) => row.version));

  for (const file of await migrationFiles()) {
    const [version = "", name = ""] = path.basename(file, ".sql").split(/_(.*)/);
    if (!applied.has(version)) await apply(database, file, { version, name });
  }
  if (applied.size === 0) await apply(database, SEED, undefined);
}

/** Returns the version of the first migration, by which a history of migrations is known. */
export async function firstMigration(): Promise<string> {
  return path.basename((await migrationFiles())[0] ?? "").split("_")[0] ?? "";
}

/** Returns the paths of all migrations, oldest first. */
export async function migrationFiles(): Promise<string[]> {
  const names = (await readdir(MIGRATIONS)).filter((file) => file.endsWith(".sql")).sort();
  return names.map((name) => `${MIGRATIONS}/${name}`);
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
