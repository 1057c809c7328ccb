-- Work that the agency shows, where no worker lists it (PROJECTS_URL): the columns are the fields of the worker's list. Everybody
-- reads it; only the server's secret key, or a person in the console, writes it.
create table public.projects (
  -- The end of its address, /projects/…: keep it, links lead there.
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
  created_at timestamptz not null default now()
);
create index projects_newest on public.projects (created_at desc, id);

-- A hosted project gives everybody everything on new public tables. Take it back, then give what is meant.
alter table public.projects enable row level security;
revoke all on public.projects from anon, authenticated;
grant select on public.projects to anon, authenticated;
grant select, insert, update, delete on public.projects to service_role;

create policy "Everybody reads projects" on public.projects for select to anon, authenticated using (true);
