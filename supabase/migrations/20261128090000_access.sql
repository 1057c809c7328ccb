-- Who may use the schema, and which migrations the database has.

grant usage on schema public to anon, authenticated, service_role;

-- Which migrations the database has, for /readyz: the history that the Supabase CLI keeps is in a schema that its REST
-- service does not show. The CLI makes the table before the first migration; a database without the CLI gets it here.
create schema if not exists supabase_migrations;

create table if not exists supabase_migrations.schema_migrations (
  version text not null primary key,
  statements text[],
  name text
);

-- A text with plain quotation marks, as `foldQuotes` makes them of the words that are searched in it.
create function public.plain_quotes(words text) returns text language sql immutable set search_path = '' as $$
  select translate(words, E'\u2018\u2019\u201A\u201B\u2032\uFF07\u201C\u201D\u201E\u201F\u2033\u00AB\u00BB\uFF02',
    repeat('''', 6) || repeat('"', 8));
$$;

create view public.schema_versions as select version from supabase_migrations.schema_migrations;

-- Deletes the `max_rows` oldest rows of a table whose `time_column` is before a moment, of one status or of any. Returns how many. A purge
-- without a limit would fail for good once it takes longer than a statement may.
create function public.purge_rows(table_name text, time_column text, before timestamptz, max_rows integer, only_status text default null)
returns integer language plpgsql set search_path = '' as $$
declare purged integer;
begin
  execute format('delete from public.%1$I where ctid = any (array(
      select ctid from public.%1$I where %2$I < $1 %3$s order by %2$I limit $2))',
    table_name, time_column, case when only_status is not null then 'and status = $3' end) using before, max_rows, only_status;
  get diagnostics purged = row_count;
  return purged;
end $$;
