// The database files of the build, with which the first start of a sandbox begins.
import { cpSync, existsSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { type Embedded, openEmbedded } from "#mocks/database/embedded.ts";
import { copySnapshot, SNAPSHOT } from "#mocks/database/snapshot.ts";
import { makeFolder } from "./run-site.ts";

/** Everything that a migration, the seed or a package can put into a database. */
const CONTENTS = `
  select format('%s.%s.%s %s %s %s', table_schema, table_name, column_name, data_type, is_nullable, column_default) as line
    from information_schema.columns where table_schema in ('public', 'auth', 'supabase_migrations')
  union all select pg_get_functiondef(oid) from pg_proc
    where prokind = 'f' and pronamespace in ('public'::regnamespace, 'auth'::regnamespace)
  union all select format('%s %s %s %s', tablename, policyname, qual, with_check) from pg_policies
  union all select format('%s %s', tgrelid::regclass, pg_get_triggerdef(oid)) from pg_trigger where not tgisinternal
  union all select indexdef from pg_indexes where schemaname in ('public', 'auth')
  union all select format('%s %s %s', grantee, table_name, privilege_type) from information_schema.role_table_grants
    where table_schema in ('public', 'auth')
  union all select format('%s %s', slug, content) from public.posts
  union all select format('%s %s', version, name) from supabase_migrations.schema_migrations
  order by 1`;

async function contentsOf(open: () => Promise<Embedded>): Promise<string[]> {
  const database = await open();
  const lines = (await database.query(CONTENTS)).map(({ line }) => String(line));
  await database.close();
  return lines;
}

test("a first start from the build's files finds the same database as one that makes them", async () => {
  const dataDir = await makeFolder();
  await copySnapshot(path.join(dataDir, "pg"));
  expect(existsSync(path.join(dataDir, "pg", "PG_VERSION"))).toBe(true);
  const opened = await contentsOf(async () => openEmbedded({ dataDir: await makeFolder() }));
  expect(opened.length).toBeGreaterThan(500);
  expect(opened).toEqual(await contentsOf(() => openEmbedded({ dataDir: "memory://" })));
});

test("files of other migrations, and a build without files, are not used", async () => {
  const [snapshot, dataDir] = [await makeFolder(), await makeFolder()];
  await copySnapshot(path.join(dataDir, "pg"), snapshot);
  cpSync(SNAPSHOT, snapshot, { recursive: true });
  writeFileSync(path.join(snapshot, "stamp"), "of another state of the migrations");
  await copySnapshot(path.join(dataDir, "pg"), snapshot);
  expect(existsSync(path.join(dataDir, "pg"))).toBe(false);
});
