-- What is written in the blog. Everybody reads it; only the server's secret key, or a person in the console, writes it.
grant usage on schema public to anon, authenticated, service_role;

create table public.posts (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 120),
  title text not null check (length(title) between 1 and 200),
  excerpt text check (length(excerpt) between 1 and 500),
  content text not null,
  image_url text check (image_url ~ '^(https?:/)?/'),
  category text not null check (category in ('Technology', 'Business', '#ThatsTheSPIRIT')),
  created_at timestamptz not null default now()
);
create index posts_newest on public.posts (created_at desc);
create index posts_newest_in_category on public.posts (category, created_at desc);

-- A hosted project gives everybody everything on new public tables. Take it back, then give what is meant.
alter table public.posts enable row level security;
revoke all on public.posts from anon, authenticated;
grant select on public.posts to anon, authenticated;
grant select, insert, update, delete on public.posts to service_role;

create policy "Everybody reads posts" on public.posts for select to anon, authenticated using (true);
