-- Every change of a DNS record, with the record before and after it: the history, and what Undo works from.
create table public.dns_changes (
  -- In the order of the changes, also inside one import.
  id bigint generated always as identity primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  domain_id uuid not null references public.domains (id) on delete cascade,
  zone_id text not null check (zone_id <> ''),
  -- The provider's id of the record. None when its answer was lost.
  record_id text check (record_id <> ''),
  -- None before: added. None after: removed.
  before jsonb,
  after jsonb,
  created_at timestamptz not null default now(),
  check (before is not null or after is not null)
);
create index dns_changes_of_zone on public.dns_changes (zone_id, id desc);
create index dns_changes_of_user on public.dns_changes (user_id, id desc);
create index dns_changes_of_domain on public.dns_changes (domain_id);

alter table public.dns_changes enable row level security;
revoke all on public.dns_changes from anon, authenticated;
grant select on public.dns_changes to authenticated;
grant select, insert, update, delete on public.dns_changes to service_role;

create policy "Customers read their own changes" on public.dns_changes
  for select to authenticated using ((select auth.uid()) = user_id);
