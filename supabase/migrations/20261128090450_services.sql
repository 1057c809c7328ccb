-- Hosting plans, mailboxes and certificates that a customer owns. Their functions stand in the migration "service_changes", after those of
-- payments. Source: docs/product/services.md.

create table public.services (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete restrict,
  kind text not null check (kind in ('hosting', 'mail', 'certificate')),
  domain text not null check (length(domain) between 1 and 253),
  -- "deluxe", "professional", "dv".
  plan text not null check (plan ~ '^[a-z0-9-]{1,30}$'),
  -- Mailboxes.
  seats integer check (seats between 1 and 300),
  state text not null default 'ordered' check (state in ('ordered', 'active', 'suspended', 'ended')),
  starts_on date,
  -- The last day that is paid for, in Nairobi.
  ends_on date,
  -- Paid for the running term, for all seats.
  price_ksh integer not null default 0 check (price_ksh >= 0),
  -- What staff agreed with the customer for the next year; null for the price of the list.
  renew_ksh integer check (renew_ksh > 0),
  -- The smaller plan or number of seats from the next renewal on.
  next_plan text check (next_plan ~ '^[a-z0-9-]{1,30}$'),
  next_seats integer check (next_seats between 1 and 300),
  -- A next year that is paid and has not begun: its first day, and its price. Its plan and seats are those above.
  next_on date,
  next_ksh integer check (next_ksh >= 0),
  -- The customer ends it with the last day that is paid for.
  will_end boolean not null default false,
  -- Staff do not let it be suspended before the day after.
  hold_until date,
  -- When staff named the price of a next year that had none.
  priced_on date,
  -- The days until the suspension (8), the end of its renewal (38) and the deletion (45) count from this day: a customer has them from the day on
  -- which the price was named, and after a hold as after the eighth day.
  counts_from date generated always as (greatest(ends_on, priced_on, hold_until - 7)) stored,
  -- Who sets it up: staff by hand, the registrar, or the server by WHM.
  provider text not null default 'hand' check (provider in ('hand', 'registrar', 'whm')),
  provider_ref text check (length(provider_ref) between 1 and 100),
  -- The way in: {"panel", "username", "host", "ip"}.
  access jsonb not null default '{}',
  -- The first password, sealed with a key that the database does not have. Deleted ten minutes after it is first shown, or after 14 days.
  secret_sealed text,
  secret_at timestamptz check ((secret_at is null) = (secret_sealed is null)),
  secret_shown_at timestamptz check (secret_shown_at is null or secret_sealed is not null),
  has_secret boolean not null generated always as (secret_sealed is not null) stored,
  -- The last day of the certificate that is in place now. A year of SSL has several.
  cert_ends_on date,
  suspended_on date,
  -- When a person confirmed that the data is deleted. The site never deletes it.
  removed_at timestamptz,
  -- What the server or a person still has to do.
  wanted text check (wanted in ('create', 'active', 'suspended', 'plan')),
  -- Of calls to WHM: stored before the call, because nothing there is idempotent.
  call_started_at timestamptz,
  next_call_at timestamptz,
  claimed_until timestamptz,
  attempts integer not null default 0,
  -- Why a person must look at it. For staff: it may have words of the server.
  problem text check (length(problem) between 1 and 500),
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  -- Its place in the desk's list: its last day, or when it was ordered.
  listed_at timestamptz not null generated always as (coalesce(ends_on::timestamp at time zone 'Africa/Nairobi', created_at)) stored,
  check ((seats is null) = (kind <> 'mail')),
  check ((ends_on is null) = (starts_on is null)),
  check (state in ('ordered', 'ended') or ends_on is not null),
  check ((state = 'ended') = (ended_at is not null)),
  check ((next_on is null) = (next_ksh is null)),
  check (next_on <= ends_on)
);
create unique index services_alive on public.services (user_id, kind, lower(domain)) where state <> 'ended';
create index services_of_user on public.services (user_id, created_at desc);
-- The cycle of a day: what ends, and what waits for a person or the server.
create index services_ending on public.services (counts_from, id) where state in ('active', 'suspended');
create index services_beginning on public.services (next_on) where next_on is not null;
create index services_wanted on public.services (next_call_at) where wanted is not null;
create index services_secret on public.services (secret_at) where secret_at is not null;
create index services_secret_shown on public.services (secret_shown_at) where secret_shown_at is not null;
create index services_certificate on public.services (cert_ends_on) where cert_ends_on is not null and state = 'active';
create index services_problem on public.services (id) where problem is not null;
create index services_without_way_in on public.services (id) where state = 'active'
  and case kind when 'certificate' then cert_ends_on is null else access ->> 'panel' is null end;
-- Whose else a name or a username is, before an account is created for it.
create index services_of_name on public.services (kind, lower(domain)) where state <> 'ended';
create index services_of_username on public.services ((access ->> 'username')) where kind = 'hosting' and state <> 'ended';
-- The desk's list and search.
create index services_listed on public.services (listed_at, id);
create index services_by_state on public.services (state, listed_at, id);
create index services_by_part on public.services using gin (public.text_parts(lower(domain)));
create policy "Customers read their own services" on public.services for select to authenticated using ((select auth.uid()) = user_id);
create trigger forget_desk_notes after delete on public.services for each row execute function public.forget_desk_notes('service');

-- What happened to a service, for its customer's page. Rows are added and read, never changed.
create table public.service_changes (
  id bigint generated always as identity primary key,
  service_id uuid not null references public.services (id) on delete cascade,
  user_id uuid not null,
  at timestamptz not null default now(),
  did text not null check (did in ('ordered', 'set-up', 'renewed', 'upgraded', 'plan', 'suspended', 'restored', 'will-end', 'stays', 'smaller',
    'not-smaller', 'held', 'price', 'date', 'order-failed', 'order-reopened', 'reissued', 'ended', 'removed')),
  detail jsonb not null default '{}'
);
create index service_changes_of_service on public.service_changes (service_id, at desc, id desc);
create policy "Customers read what happened to their services" on public.service_changes
  for select to authenticated using ((select auth.uid()) = user_id);

-- Returns the days without a service that the next year gets, because it was restored before that year was paid.
create function public.days_owed(service uuid) returns integer language sql stable set search_path = '' as $$
  select coalesce(sum((detail ->> 'owed')::integer), 0)::integer from public.service_changes
  where service_id = service and did = 'restored'
    and id > coalesce((select max(id) from public.service_changes where service_id = service and did in ('renewed', 'date')), 0);
$$;

-- From when staff may delete the data of a suspended service: 45 days after its last day, and 37 after it was really suspended, as many as
-- lie between the eighth day and that one.
create function public.deletion_day(its_service public.services) returns date language sql immutable set search_path = '' as $$
  select greatest(its_service.counts_from + 45, its_service.suspended_on + 37);
$$;

-- The notifications that were sent about the end of a service: each step once for each last day.
create table public.service_notices (
  user_id uuid not null references auth.users (id) on delete cascade,
  service_id uuid not null references public.services (id) on delete cascade,
  ends_on date not null,
  step text not null check (step in ('30', '15', '1', 'stopped', 'last', 'backup')),
  notified_on date not null,
  primary key (service_id, ends_on, step)
);
create index service_notices_of_user on public.service_notices (user_id, notified_on);
create policy "Customers read their own notices" on public.service_notices for select to authenticated using ((select auth.uid()) = user_id);
