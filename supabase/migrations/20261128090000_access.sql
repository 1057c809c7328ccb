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

-- Returns a text with plain quotation marks. `foldQuotes` does the same to the words that are searched in it.
create function public.plain_quotes(words text) returns text language sql immutable set search_path = '' as $$
  select translate(words, E'\u2018\u2019\u201A\u201B\u2032\uFF07\u201C\u201D\u201E\u201F\u2033\u00AB\u00BB\uFF02',
    repeat('''', 6) || repeat('"', 8));
$$;

-- Returns all parts of three letters in a text. An index on them finds a text by any part of it; of a shorter part it says nothing, and the
-- database reads all rows. Without an extension, because the embedded database would have to load it.
create function public.text_parts(words text) returns text[] language sql immutable parallel safe set search_path = '' as $$
  select coalesce(array_agg(distinct part collate "C"), '{}') from (
    select letter || lead(letter, 1) over in_order || lead(letter, 2) over in_order as part
    from string_to_table(words, null) with ordinality as one (letter, place) window in_order as (order by place)) as parts
  where part is not null;
$$;

-- The condition that a text, as the expression `searched`, has the part `words`, for the index on text_parts of that expression.
create function public.has_part(searched text, words text) returns text language sql immutable set search_path = '' as $$
  select format('(public.text_parts(%1$s) @> public.text_parts(%2$L) and strpos(%1$s, %2$L) > 0)', searched, words);
$$;

create view public.schema_versions as select version from supabase_migrations.schema_migrations;

-- Deletes at most `max_rows` rows of a table whose `time_column` is before `before`, the oldest first: only rows of
-- `only_status`, unless it is null. Returns how many. Without a limit, a purge that takes longer than a statement may would
-- fail each time.
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

-- A page of a list: the rows of a query that has the columns `at` and `key`, sorted by these. It begins after the row `place` ("at", "key"),
-- or with "is_back" ends before it; without a place it is the first. `total` rows are in the list and `before` this page, both counted to
-- 10,001 at most, so that a page costs the same in a long list, or to 1 if `is_counted` is false. Functions in the select list run
-- for the rows of the page only.
-- The caller quotes what it puts into the query by %L. Source: docs/decisions/075-pages-by-key.md.
create function public.list_page(listed text, is_oldest_first boolean, place jsonb, max_rows integer, is_counted boolean default true)
returns jsonb language plpgsql stable set search_path = '' as $$
declare
  is_back boolean := coalesce((place ->> 'is_back')::boolean, false);
  is_rising boolean := is_oldest_first <> is_back;
  turn text := case when is_rising then 'asc' else 'desc' end;
  beyond text := case when place is null then '' else
    format('where (at, key) %s (%L, %L)', case when is_rising then '>' else '<' end, place ->> 'at', place ->> 'key') end;
  most integer := case when is_counted then 10001 else 1 end;
  found jsonb;
  has_more boolean;
  total integer;
  before integer := 0;
begin
  execute format('select coalesce(jsonb_agg(to_jsonb(page)), ''[]'') from (
    select * from (%s) as listed %s order by at %s, key %s limit %s) as page', listed, beyond, turn, turn, max_rows + 1) into found;
  has_more := jsonb_array_length(found) > max_rows;
  if has_more then found := found - max_rows; end if;
  if is_back then
    select coalesce(jsonb_agg(value order by row_number desc), '[]') into found
      from jsonb_array_elements(found) with ordinality as one (value, row_number);
  end if;
  execute format('select count(*) from (select from (%s) as listed limit %s) as counted', listed, most) into total;
  if place is not null and found <> '[]' then
    execute format('select count(*) from (select from (%s) as listed where (at, key) %s (%L, %L) limit %s) as counted', listed,
      case when is_oldest_first then '<' else '>' end, found -> 0 ->> 'at', found -> 0 ->> 'key', most) into before;
  end if;
  return jsonb_build_object('rows', found, 'total', total, 'before', before,
    'has_next', case when is_back then found <> '[]' else has_more end);
end $$;

-- The condition that a column has one of these values. One value alone lets an index give the order.
create function public.is_one_of(column_name text, choices text[]) returns text language sql immutable set search_path = '' as $$
  select case cardinality(choices) when 1 then format('%I = %L', column_name, choices[1]) else format('%I = any (%L)', column_name, choices) end;
$$;
