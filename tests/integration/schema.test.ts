import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { database } from "./database.ts";

/** All migrations as one text. */
const migrations = readdirSync("supabase/migrations")
  .sort()
  .map((name) => readFileSync(`supabase/migrations/${name}`, "utf8"))
  .join("\n");

type Row = Record<string, string>;
const rowsOf = async (sql: string) => (await database.query(sql)) as Row[];

/** The comment above the last definition of a table or function, and its place in the migrations. */
function definitionOf(kind: "table" | "function" | "view", name: string) {
  const head = new RegExp(`((?:^--.*\\n)*)^create (?:or replace )?${kind} public\\.${name}\\b`, "gm");
  const found = [...migrations.matchAll(head)].at(-1);
  return { comment: found?.[1] ?? "", place: found?.index ?? migrations.length };
}

const inOrder = (parts: { place: number; text: string }[]) =>
  parts.sort((a, b) => a.place - b.place).map(({ text }) => text);

async function tables() {
  const all = await rowsOf(`
    select c.relname as name,
      (select string_agg(format('  %s %s%s%s', attname, format_type(atttypid, atttypmod), case when attnotnull then ' not null' else '' end,
          case when attidentity <> '' then ' generated always as identity'
            when attgenerated <> '' then format(' generated always as (%s) stored', pg_get_expr(d.adbin, d.adrelid))
            when d.adbin is not null then ' default ' || pg_get_expr(d.adbin, d.adrelid) else '' end), e',\n' order by attnum)
        from pg_attribute left join pg_attrdef as d on d.adrelid = attrelid and d.adnum = attnum
        where attrelid = c.oid and attnum > 0 and not attisdropped) as columns,
      coalesce((select string_agg(format(e',\n  constraint %s %s', conname, pg_get_constraintdef(oid)), '' order by contype desc, conname)
        from pg_constraint where conrelid = c.oid and contype <> 'n'), '') as constraints,
      coalesce((select string_agg(indexdef || ';', e'\n' order by indexname) from pg_indexes
        where schemaname = 'public' and tablename = c.relname
          and not exists (select from pg_constraint where conrelid = c.oid and conname = indexname)), '') as indexes,
      coalesce((select string_agg(format('-- Policy "%s" (%s) for %s: %s', policyname, lower(permissive), roles::text, qual), e'\n'
        order by policyname) from pg_policies where tablename = c.relname), '') as policies,
      coalesce((select string_agg(pg_get_triggerdef(oid) || ';', e'\n' order by tgname) from pg_trigger
        where tgrelid = c.oid and not tgisinternal), '') as triggers
    from pg_class as c where relnamespace = 'public'::regnamespace and relkind = 'r'`);
  return inOrder(
    all.map(({ name = "", columns, constraints, indexes, policies, triggers }) => {
      const { comment, place } = definitionOf("table", name);
      const rest = [indexes, policies, triggers].filter(Boolean).join("\n");
      return { place, text: `${comment}create table public.${name} (\n${columns}${constraints}\n);\n${rest}`.trim() };
    }),
  );
}

async function functions() {
  const all = await rowsOf(`
    select proname as name, pg_get_functiondef(oid) as text from pg_proc
    where pronamespace = 'public'::regnamespace and prokind = 'f' order by oid::regprocedure::text`);
  return inOrder(
    all.map(({ name = "", text = "" }) => {
      const { comment, place } = definitionOf("function", name);
      return { place, text: `${comment}${text.trim()};` };
    }),
  );
}

// `npm run schema` writes the file.
test("supabase/schema.sql is the schema after all migrations", async () => {
  const views = await rowsOf(
    "select viewname as name, definition from pg_views where schemaname = 'public' order by 1",
  );
  const text = [
    "-- The schema after all migrations, to be read. `npm run schema` writes this file; migrations change the database.",
    ...(await tables()),
    ...views.map(({ name, definition }) => `create view public.${name} as\n${definition}`),
    ...(await functions()),
  ];
  await expect(`${text.join("\n\n")}\n`).toMatchFileSnapshot("../../supabase/schema.sql");
});

test("each function is defined once in the database, so that no earlier version of it is left", async () => {
  const again = await rowsOf(
    "select proname from pg_proc where pronamespace = 'public'::regnamespace group by proname having count(*) > 1",
  );
  expect(again).toEqual([]);
});
