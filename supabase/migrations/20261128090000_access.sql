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

create view public.schema_versions as select version from supabase_migrations.schema_migrations;
