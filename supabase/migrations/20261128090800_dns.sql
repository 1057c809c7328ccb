-- Changes of DNS records, by job.

-- Changes of a zone that belong together: one form, one import. A job is shown, carried out and undone as a whole.
create table public.dns_jobs (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  domain_id uuid not null references public.domains (id) on delete cascade,
  zone_id text not null check (zone_id <> ''),
  kind text not null check (kind in ('add', 'edit', 'delete', 'undo', 'import', 'mail', 'website', 'selection', 'restore')),
  title text not null check (title <> ''),
  -- Planned: shown, nothing sent. Running: some are still to be sent. Finished: nothing more will be sent by itself.
  state text not null check (state in ('planned', 'running', 'finished')),
  -- What the plan leaves as it is, and why.
  asides jsonb not null default '[]',
  created_at timestamptz not null default now()
);
create index dns_jobs_of_domain on public.dns_jobs (domain_id, created_at desc);
create index dns_jobs_finished on public.dns_jobs (created_at) where state = 'finished';
create index dns_jobs_planned on public.dns_jobs (created_at) where state = 'planned';
create index dns_jobs_of_user on public.dns_jobs (user_id);
create policy "Customers read their own jobs" on public.dns_jobs for select to authenticated using ((select auth.uid()) = user_id);

-- Every change of a DNS record, with the record before and after it: the history, and what Undo works from.
create table public.dns_changes (
  -- In the order of the changes, also inside one import.
  id bigint generated always as identity primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  domain_id uuid not null references public.domains (id) on delete cascade,
  zone_id text not null check (zone_id <> ''),
  -- The provider's id of the record; null if the provider's reply was lost.
  record_id text check (record_id <> ''),
  -- `before` is null for an added record, `after` is null for a removed one.
  before jsonb,
  after jsonb,
  created_at timestamptz not null default now(),
  job_id uuid not null references public.dns_jobs (id) on delete cascade,
  -- No state is called unknown, because the embedded database takes that word in a filter for SQL's truth value. Waiting: not
  -- sent. Sent: under way, or the reply was lost because the process ended. Unconfirmed: the reply was lost. Dropped: the
  -- customer stopped the job before the change was sent.
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'done', 'failed', 'unconfirmed', 'dropped')),
  sent_at timestamptz,
  -- Why it failed, for the customer.
  reason text,
  -- When the customer was notified of the change.
  notified_at timestamptz,
  check (before is not null or after is not null)
);
create index dns_changes_of_zone on public.dns_changes (zone_id, id desc);
create index dns_changes_of_user on public.dns_changes (user_id, id desc);
create index dns_changes_of_domain on public.dns_changes (domain_id);
create index dns_changes_of_job on public.dns_changes (job_id, id);
create index dns_changes_unnotified on public.dns_changes (domain_id)
  where notified_at is null and state in ('sent', 'done', 'unconfirmed');
create policy "Customers read their own changes" on public.dns_changes for select to authenticated using ((select auth.uid()) = user_id);

-- How many changes of each job are in each state, and one reason. Row-level security of the changes applies.
create view public.dns_job_states with (security_invoker = true) as
  select job_id, user_id, state, count(*)::integer as changes, min(reason) as reason
  from public.dns_changes group by job_id, user_id, state;

-- Stores a job with its changes. `job` has the columns, `changes` in their order, and `change_state` and `sent_at` of all of them. Returns
-- the ids of the job and of its first change; null if the domain is not the customer's.
create function public.store_dns_job(job jsonb) returns jsonb language sql set search_path = '' as $$
  with stored as (
    insert into public.dns_jobs (user_id, domain_id, zone_id, kind, title, state, asides)
    select user_id, id, job ->> 'zone_id', job ->> 'kind', job ->> 'title', job ->> 'state', job -> 'asides'
    from public.domains
    where id = (job ->> 'domain_id')::uuid and user_id = (job ->> 'user_id')::uuid
    -- Of a domain that moves to another customer at the same time, the move waits and finds the job, or the job is not stored.
    for share
    returning id, user_id, domain_id, zone_id
  ), written as (
    insert into public.dns_changes (job_id, user_id, domain_id, zone_id, state, sent_at, before, after)
    select id, user_id, domain_id, zone_id, job ->> 'change_state', (job ->> 'sent_at')::timestamptz,
      nullif(change -> 'before', 'null'), nullif(change -> 'after', 'null')
    from stored, jsonb_array_elements(job -> 'changes') with ordinality as listed (change, ordinal)
    order by ordinal
    returning id
  )
  select jsonb_build_object('job', id, 'change', (select min(id) from written)) from stored
$$;

-- Starts no job of somebody who does not have the domain any more.
create function public.keep_job_of_owner() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform from public.domains where id = new.domain_id and user_id = new.user_id for share;
  return case when found then new end;
end $$;
create trigger keep_job_of_owner before update of state on public.dns_jobs for each row when (new.state = 'running')
  execute function public.keep_job_of_owner();

-- Deletes plans that are older than a day and jobs that ended 730 days ago, the oldest first and each with its changes: so many that they
-- have about `max_rows` rows. Returns how many jobs.
create function public.purge_dns_jobs(max_rows integer) returns integer language plpgsql set search_path = '' as $$
declare gone integer;
begin
  with old as (
    (select id, created_at, state from public.dns_jobs where state = 'planned' and created_at < now() - interval '1 day'
      order by created_at limit max_rows)
    union all
    (select id, created_at, state from public.dns_jobs where state = 'finished' and created_at < now() - interval '730 days'
      order by created_at limit max_rows)),
  sized as (
    select id, state, sum(1 + (select count(*) from public.dns_changes where job_id = old.id))
      over (order by created_at, id rows between unbounded preceding and 1 preceding) as before
    from (select * from old order by created_at, id limit 500) as old)
  delete from public.dns_jobs as job using sized
    where job.id = sized.id and job.state = sized.state and coalesce(sized.before, 0) < max_rows;
  get diagnostics gone = row_count;
  return gone;
end $$;

-- Returns domains with changes of which the customer was not notified, ten minutes after the first: the ids of all their
-- changes, and at most `max_changes` of them in full. Changes that may still be under way wait.
create function public.dns_changes_to_notify(moment timestamptz, max_domains integer, max_changes integer)
returns table (domain_id uuid, name text, email text, ids jsonb, changes jsonb)
language sql stable security definer set search_path = '' as $$
  with unnotified as (
    select change.*, row_number() over (partition by change.domain_id order by change.id) as ordinal
    from public.dns_changes as change
    where change.notified_at is null and (change.state in ('done', 'unconfirmed')
      or (change.state = 'sent' and coalesce(change.sent_at, change.created_at) <= moment - interval '10 minutes'))
  )
  select domain.id, domain.name, customer.email::text, jsonb_agg(unnotified.id order by unnotified.id),
    jsonb_agg(jsonb_build_object('before', unnotified.before, 'after', unnotified.after, 'state', unnotified.state,
      'at', coalesce(unnotified.sent_at, unnotified.created_at)) order by unnotified.id) filter (where unnotified.ordinal <= max_changes)
  from unnotified
  join public.domains as domain on domain.id = unnotified.domain_id
  join auth.users as customer on customer.id = unnotified.user_id
  where customer.email is not null
  group by domain.id, domain.name, customer.email
  having min(coalesce(unnotified.sent_at, unnotified.created_at)) <= moment - interval '10 minutes'
  order by min(coalesce(unnotified.sent_at, unnotified.created_at)) limit max_domains;
$$;

-- Marks changes as notified and queues the mails. An error if another process did so for a part of them.
create function public.notify_dns_changes(ids jsonb, mails jsonb) returns boolean language plpgsql set search_path = '' as $$
declare updated integer;
begin
  update public.dns_changes set notified_at = now()
    where id in (select one.id::bigint from jsonb_array_elements_text(ids) as one (id)) and notified_at is null;
  get diagnostics updated = row_count;
  if updated = 0 then return false; end if;
  if updated <> jsonb_array_length(ids) then
    raise exception 'a change was notified meanwhile' using errcode = 'serialization_failure';
  end if;
  perform public.queue_mails(mails);
  return true;
end $$;

-- Stores the zone of a customer's domain that had none, and queues the mail with the zone's name servers, in one transaction.
create function public.set_zone(domain uuid, customer uuid, zone text, mails jsonb) returns boolean
language plpgsql set search_path = '' as $$
begin
  update public.domains set zone_id = zone where id = domain and user_id = customer and zone_id is null;
  if not found then return false; end if;
  perform public.queue_mails(mails);
  return true;
end $$;
