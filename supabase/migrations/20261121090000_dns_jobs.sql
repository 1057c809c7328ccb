-- Changes of a zone that belong together: one form, one import. Each is shown, carried out and taken back as a whole.
create table public.dns_jobs (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  domain_id uuid not null references public.domains (id) on delete cascade,
  zone_id text not null check (zone_id <> ''),
  kind text not null check (kind in ('add', 'edit', 'delete', 'undo', 'import', 'mail', 'selection', 'restore')),
  title text not null check (title <> ''),
  -- Planned: shown, nothing sent. Running: some are still to be sent. Finished: nothing more will be sent by itself.
  state text not null check (state in ('planned', 'running', 'finished')),
  -- What the plan leaves as it is, and why.
  asides jsonb not null default '[]',
  created_at timestamptz not null default now()
);
create index dns_jobs_of_domain on public.dns_jobs (domain_id, created_at desc);
create index dns_jobs_of_user on public.dns_jobs (user_id);

alter table public.dns_jobs enable row level security;
revoke all on public.dns_jobs from anon, authenticated;
grant select on public.dns_jobs to authenticated;
grant select, insert, update, delete on public.dns_jobs to service_role;

create policy "Customers read their own jobs" on public.dns_jobs
  for select to authenticated using ((select auth.uid()) = user_id);

-- A change is written down before it is sent, so that after a crash it is known what may have been done.
alter table public.dns_changes
  add column job_id uuid not null references public.dns_jobs (id) on delete cascade,
  -- No state is called unknown: in a filter the embedded database takes that word for a value of logic.
  -- Waiting: not sent. Sent: on its way, or its answer was lost with the process. Unconfirmed: its answer was lost.
  -- Dropped: its customer stopped the job before it was sent.
  add column state text not null default 'waiting'
    check (state in ('waiting', 'sent', 'done', 'failed', 'unconfirmed', 'dropped')),
  add column sent_at timestamptz,
  -- Why it failed, for the customer.
  add column reason text;
create index dns_changes_of_job on public.dns_changes (job_id, id);
