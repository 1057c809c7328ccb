-- Posts and projects.

create table public.posts (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 120),
  title text not null check (length(title) between 1 and 200),
  excerpt text check (length(excerpt) between 1 and 500),
  content text not null,
  image_url text check (image_url ~ '^(https?:/)?/'),
  -- What the picture shows, for readers who do not see it; null for one of our drawings, which shows nothing.
  image_alt text check (length(image_alt) between 1 and 300),
  category text not null check (category in ('Technology', 'Business', '#ThatsTheSPIRIT')),
  created_at timestamptz not null default now(),
  -- All the words of a post in one column: each word of a search may stand in the title, the excerpt or the text.
  search_text text generated always as (
    lower(public.plain_quotes(title || ' ' || coalesce(excerpt, '') || ' ' || content))) stored,
  published_at timestamptz default now(),
  was_public boolean not null default false,
  updated_at timestamptz not null default now()
);
create index posts_newest on public.posts (created_at desc);
create index posts_newest_in_category on public.posts (category, created_at desc);
create index posts_by_part on public.posts using gin (public.text_parts(search_text));
create policy "Everybody reads published posts" on public.posts for select to anon, authenticated using (published_at <= now());

-- Returns a page of the public posts that contain each of the words, newest first, and how many there are. The server calls it, because
-- under row-level security the database does not search by the index.
create function public.find_posts(words text[], only_category text, skipped integer, max_rows integer) returns jsonb
language sql stable set search_path = '' as $$
  with found as materialized (
    select id, created_at, slug from public.posts
    where public.text_parts(search_text) @> array(select unnest(public.text_parts(lower(word))) from unnest(words) as word)
      and not exists (select from unnest(words) as word where strpos(search_text, lower(word)) = 0)
      and published_at <= now() and (only_category is null or category = only_category)),
  page as (select * from found order by created_at desc, slug limit max_rows offset skipped)
  select jsonb_build_object('total', (select count(*) from found), 'posts', (
    select coalesce(jsonb_agg(to_jsonb(post) - 'search_text' order by page.created_at desc, page.slug), '[]')
    from page join public.posts as post on post.id = page.id));
$$;

-- Pictures that staff uploaded, encoded anew and without metadata. The body never changes, so browsers keep it.
create table public.pictures (
  id uuid primary key default gen_random_uuid(),
  -- Of the body: the same file again is the same picture.
  sha256 text not null unique check (sha256 ~ '^[0-9a-f]{64}$'),
  width integer not null check (width between 1 and 1600),
  height integer not null check (height between 1 and 3200),
  body bytea not null check (length(body) between 1 and 307200),
  created_at timestamptz not null default now(),
  -- Since when the purge has seen nothing that shows the picture; null while something does.
  unused_since timestamptz default now()
);
create index pictures_unused on public.pictures (unused_since);

-- Stores a picture, with a line in the log, and returns its id. `picture` has sha256, width, height and the body in base64.
create function public.store_picture(staff jsonb, picture jsonb) returns uuid language plpgsql set search_path = '' as $$
declare stored uuid;
begin
  insert into public.pictures (sha256, width, height, body)
    values (picture ->> 'sha256', (picture ->> 'width')::integer, (picture ->> 'height')::integer, decode(picture ->> 'body', 'base64'))
    on conflict (sha256) do nothing returning id into stored;
  if stored is null then
    update public.pictures set unused_since = now() where sha256 = picture ->> 'sha256' and unused_since is not null;
    return (select id from public.pictures where sha256 = picture ->> 'sha256');
  end if;
  perform public.log_staff(staff, 'picture-added', 'picture', stored::text);
  return stored;
end $$;

-- Deletes pictures that no post, project or issue has shown for 30 days: caches and other sites may show one for a while. Before that
-- it notes which ones are shown now. Returns how many were deleted, at most `max_rows`.
create function public.purge_pictures(max_rows integer) returns integer language plpgsql set search_path = '' as $$
declare
  shown uuid[];
  gone integer;
begin
  if not exists (select from public.pictures) then return 0; end if;
  shown := array(
    select (found.part)[1]::uuid from (
      select image_url from public.posts union all select content from public.posts
      union all select image from public.projects union all select content from public.newsletter_issues) as texts (words)
    cross join lateral regexp_matches(words, '/pictures/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.webp', 'g') as found (part));
  update public.pictures set unused_since = case when id = any (shown) then null else now() end
    where (unused_since is null) <> (id = any (shown));
  delete from public.pictures where id in (
    select id from public.pictures where unused_since < now() - interval '30 days'
    order by unused_since limit max_rows for update skip locked);
  get diagnostics gone = row_count;
  return gone;
end $$;

create function public.picture_body(picture_id uuid) returns text language sql stable set search_path = '' as $$
  select replace(encode(body, 'base64'), E'\n', '') from public.pictures where id = picture_id;
$$;

create function public.picture_facts(picture_id uuid) returns jsonb language sql stable set search_path = '' as $$
  select jsonb_build_object('width', width, 'height', height, 'bytes', length(body)) from public.pictures where id = picture_id;
$$;

-- Projects of the agency, unless a worker lists them (PROJECTS_URL); the columns are the fields of the worker's list.
create table public.projects (
  -- The last part of the project's URL, /projects/…. It must not change, because links lead there.
  id text primary key default gen_random_uuid()::text check (id ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(id) <= 100),
  title text not null check (length(trim(title)) between 1 and 200),
  client text check (length(client) <= 200),
  category text check (length(category) <= 60),
  year text check (length(year) <= 20),
  description text check (length(description) <= 500),
  fulldescription text check (length(fulldescription) <= 20000),
  technologies text[] not null default '{}',
  tags text[] not null default '{}',
  image text check (image ~ '^(https?:/)?/'),
  link text check (link ~ '^https?://'),
  githuburl text check (githuburl ~ '^https?://'),
  demourl text check (demourl ~ '^https?://'),
  created_at timestamptz not null default now(),
  published_at timestamptz default now(),
  was_public boolean not null default false,
  updated_at timestamptz not null default now()
);
create index projects_newest on public.projects (created_at desc, id);
create policy "Everybody reads published projects" on public.projects for select to anon, authenticated using (published_at <= now());

-- `updated_at` is the version by which a form notices another change. It grows with each change, also within one tick of the
-- clock. Until a row was public, `created_at` follows the time of publication.
create function public.touch_article() returns trigger language plpgsql set search_path = '' as $$
begin
  new.updated_at := greatest(now(), old.updated_at + interval '1 microsecond');
  new.was_public := old.was_public or coalesce(old.published_at <= now(), false);
  if new.published_at is distinct from old.published_at and new.published_at is not null and not new.was_public then
    new.created_at := new.published_at;
  end if;
  return new;
end $$;
create trigger touch_article before update on public.projects for each row execute function public.touch_article();
create trigger touch_article before update on public.posts for each row execute function public.touch_article();

-- Returns the word that the log uses for a row of a table that staff write.
create function public.article_kind(table_name text) returns text language sql immutable set search_path = '' as $$
  select case table_name when 'posts' then 'post' when 'projects' then 'project' when 'newsletter_issues' then 'issue' end;
$$;

-- Returns the state of a row that staff write, and who of them changed it last and when, for somebody who wanted to change it too.
create function public.article_conflict(state text, kind text, known jsonb) returns jsonb language sql stable set search_path = '' as $$
  select jsonb_build_object('state', state, 'id', known ->> 'id', 'at', known -> 'updated_at', 'by', (
    select staff_email from public.desk_log
    where about_kind = kind and about_id = known ->> 'id' and at >= (known ->> 'updated_at')::timestamptz - interval '10 minutes 1 second'
    order by id desc limit 1));
$$;

-- Writes a post, project or issue by its columns, with a log line: the row `article_id` in its `expected_version`, or a new one. A
-- published_at of 'now' publishes it. Returns {state, id, by, at, is_public}; state: saved, also if nothing differs; changed: somebody else
-- was faster; gone; taken: another row has the address; fixed: the address of what was public stays; public: it is no draft any more.
create function public.save_article(staff jsonb, table_name text, article_id text, expected_version timestamptz, content jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  kind text := public.article_kind(table_name);
  address text := case table_name when 'posts' then 'slug' else 'id' end;
  columns text;
  known jsonb;
  new_values jsonb;
  did text;
  is_public boolean;
begin
  if kind is null then raise exception 'Nobody writes the table %.', table_name; end if;
  -- Two forms that add the same row come one after the other.
  if article_id is null then perform pg_advisory_xact_lock(hashtextextended(table_name || ' ' || (content ->> address), 0)); end if;
  execute format('select to_jsonb(stored) from public.%I as stored where stored.%I::text = $1 for update', table_name,
    case when article_id is null then address else 'id' end) into known using coalesce(article_id, content ->> address);
  if article_id is not null and known is null then return public.article_conflict('gone', kind, known); end if;
  if content ->> 'published_at' = 'now' and (known ->> 'published_at')::timestamptz <= now() then
    content := content || jsonb_build_object('published_at', known -> 'published_at');
  end if;
  execute format('select jsonb_object_agg(name, to_jsonb(new_values) -> name)
    from jsonb_populate_record(null::public.%I, $1) as new_values, jsonb_object_keys($1) as keys (name)', table_name)
    into new_values using content;
  is_public := coalesce(least((known ->> 'published_at')::timestamptz, (new_values ->> 'published_at')::timestamptz) <= now(), false);
  if (select jsonb_object_agg(name, known -> name) from jsonb_object_keys(new_values) as keys (name)) = new_values then
    return jsonb_build_object('state', 'saved', 'id', known ->> 'id', 'is_public', is_public);
  end if;
  if article_id is null and known is not null then return public.article_conflict('taken', kind, known); end if;
  if article_id is not null and (known ->> 'updated_at')::timestamptz is distinct from expected_version then
    return public.article_conflict('changed', kind, known);
  end if;
  -- An issue of the newsletter that goes out stays as it is.
  if coalesce(known ->> 'state', 'draft') <> 'draft' then return public.article_conflict('public', kind, known); end if;
  if new_values ->> address <> known ->> address
    and ((known ->> 'was_public')::boolean or (known ->> 'published_at')::timestamptz <= now()) then
    return public.article_conflict('fixed', kind, known);
  end if;

  columns := (select string_agg(quote_ident(name), ', ') from jsonb_object_keys(content) as keys (name));
  begin
    if article_id is null then
      execute format('insert into public.%1$I as stored (%2$s)
        select %2$s from jsonb_populate_record(null::public.%1$I, $1) returning stored.id::text', table_name, columns)
        into article_id using content;
    else
      execute format('update public.%1$I set (%2$s) =
        (select %2$s from jsonb_populate_record(null::public.%1$I, $1)) where id::text = $2', table_name, columns)
        using content, article_id;
    end if;
  exception when unique_violation then
    return public.article_conflict('taken', kind, known);
  end;
  did := case
    when known is null then 'written'
    when not new_values ? 'published_at' or new_values -> 'published_at' = known -> 'published_at' then 'changed'
    when new_values ->> 'published_at' is null then 'unpublished'
    when (new_values ->> 'published_at')::timestamptz > now() then 'scheduled'
    else 'published' end;
  -- A browser saves a draft by itself every 20 seconds: the changes of one person within ten minutes are one line.
  if not (did = 'changed' and not is_public and exists (
    select from (select * from public.desk_log where about_kind = kind and about_id = article_id order by id desc limit 1) as last
    where last.did = kind || '-changed' and last.staff = (save_article.staff ->> 'id')::uuid and last.at > now() - interval '10 minutes')) then
    perform public.log_staff(staff, kind || '-' || did, kind, article_id, null, jsonb_strip_nulls(jsonb_build_object(
      'title', coalesce(content ->> 'title', known ->> 'title'), 'published_at', new_values -> 'published_at')));
  end if;
  return jsonb_build_object('state', 'saved', 'id', article_id, 'is_public', is_public);
end $$;

-- Deletes a draft in its `expected_version`. Returns {state, id, by, at}; state: gone, changed or public (it is no draft).
create function public.delete_article(staff jsonb, table_name text, article_id text, expected_version timestamptz) returns jsonb
language plpgsql set search_path = '' as $$
declare
  kind text := public.article_kind(table_name);
  known jsonb;
begin
  if kind is null then raise exception 'Nobody writes the table %.', table_name; end if;
  execute format('select to_jsonb(stored) from public.%I as stored where id::text = $1 for update', table_name) into known using article_id;
  if known is null then return jsonb_build_object('state', 'gone', 'id', article_id); end if;
  if known ->> 'published_at' is not null or coalesce(known ->> 'state', 'draft') <> 'draft' then
    return public.article_conflict('public', kind, known);
  end if;
  if (known ->> 'updated_at')::timestamptz is distinct from expected_version then
    return public.article_conflict('changed', kind, known);
  end if;
  execute format('delete from public.%I where id::text = $1', table_name) using article_id;
  perform public.log_staff(staff, kind || '-deleted', kind, article_id, null, jsonb_build_object('title', known -> 'title'));
  return jsonb_build_object('state', 'gone', 'id', article_id);
end $$;
