-- Domains and what their customers were reminded of.

-- The domains of customers. A row is written by the server alone, when an order is done, and at the desk.
create table public.domains (
  id uuid primary key default gen_random_uuid(),
  -- Restricted: a domain that is paid for must not vanish together with an account.
  user_id uuid not null references auth.users (id) on delete restrict,
  name text not null check (length(name) between 1 and 253),
  -- 'active', 'moving' (its transfer to us is under way), 'left', or another word for a problem. A domain that has left stays as a row,
  -- which no list and no page of the customer has.
  status text not null default 'active' check (length(status) between 1 and 50),
  -- When it left. Its zone is deleted 30 days later.
  left_at timestamptz,
  expiry_date timestamptz not null,
  -- The zone at the DNS provider. None until DNS is set up; one zone belongs to one domain.
  zone_id text check (zone_id <> ''),
  ssl_status text check (ssl_status <> ''),
  -- Kept because the product stores it; never shown, the provider's list is.
  dns_records jsonb,
  created_at timestamptz not null default now(),
  -- The day in Nairobi on which the transfer to us began, while the status is 'moving', and what the desk knows of it.
  moving_since date,
  moving_step text check (moving_step in ('asked', 'waiting', 'refused')),
  -- Where the registration is: with us, or at a provider of the customer's, so that we only remind.
  held text not null default 'us' check (held in ('us', 'elsewhere')),
  -- The price of a year in whole shillings that was agreed with the customer. Null: that of the price list.
  renew_ksh integer check (renew_ksh between 1 and 1000000),
  -- When it was last found in the provider's list.
  checked_at timestamptz,
  -- What the provider's list says against this row: "status" or "expires", and "at", since when.
  differs jsonb,
  -- On how many days running the list did not have it, and the last of these days in Nairobi.
  missing_days smallint not null default 0,
  missing_on date
);
-- A domain that has left may come back, with a row of its own.
create unique index domains_name on public.domains (lower(name)) where status <> 'left';
create index domains_by_name on public.domains (lower(name), created_at);
create index domains_by_part on public.domains using gin (public.text_parts(lower(name)));
create unique index domains_zone on public.domains (zone_id);
create index domains_left on public.domains (left_at) where left_at is not null and zone_id is not null;
create index domains_of_user on public.domains (user_id, expiry_date);
-- For the names of all customers, the earliest last day first.
create index domains_by_expiry on public.domains (expiry_date, id) where status <> 'left';
-- For pages of a customer's names, and for one of them.
create index domains_of_user_by_name on public.domains (user_id, name);
-- For the work list: domains that the provider's list contradicts, and transfers.
create index domains_to_check on public.domains (id) where differs is not null or missing_days >= 3 or status = 'moving';
create policy "Customers read their own domains" on public.domains for select to authenticated using ((select auth.uid()) = user_id);

-- A contradiction ends when the row is changed. The next reading of the list finds it again if it is still there. Also notes when it left.
create function public.domain_changes() returns trigger language plpgsql set search_path = '' as $$
begin
  if (new.status = 'left') is distinct from (old.status = 'left') then new.left_at := case when new.status = 'left' then now() end; end if;
  if (new.status, new.expiry_date) is distinct from (old.status, old.expiry_date) then new.differs := null; end if;
  return new;
end $$;
create trigger domain_changes before update on public.domains for each row execute function public.domain_changes();

-- The zones of domains that left before a moment, at most `max_rows`. A name that is with us again keeps the zone of its former row.
create function public.zones_to_delete(before timestamptz, max_rows integer) returns table (id uuid, name text, zone_id text)
language sql stable set search_path = '' as $$
  select gone.id, gone.name, gone.zone_id from public.domains as gone
  where gone.left_at < before and gone.left_at is not null and gone.zone_id is not null and gone.status = 'left'
    and not exists (select from public.domains as back where lower(back.name) = lower(gone.name) and back.status <> 'left')
  order by gone.left_at limit max_rows;
$$;

-- Adds the domain of an order that the site carried out. Updates the customer's own row if it is at another provider, or if its transfer was
-- refused before. False if the name is taken.
create function public.add_ordered_domain(customer uuid, domain_name text, new_status text, last_day timestamptz) returns boolean
language plpgsql set search_path = '' as $$
declare since date := case when new_status = 'moving' then (now() at time zone 'Africa/Nairobi')::date end;
begin
  insert into public.domains as known (user_id, name, status, expiry_date, moving_since)
    values (customer, domain_name, new_status, last_day, since)
    on conflict (lower(name)) where status <> 'left' do update
      set status = excluded.status, expiry_date = excluded.expiry_date, moving_since = since, moving_step = null, held = 'us'
      where known.user_id = excluded.user_id and (known.held = 'elsewhere' or known.moving_step = 'refused');
  return found;
end $$;

-- Renewal reminders that were sent, by domain, last day and step. A renewed domain has another last day, and so its steps anew.
create table public.renewal_reminders (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  domain_id uuid not null references public.domains (id) on delete cascade,
  -- The last day that is paid for, and the day of the mail, both in Nairobi.
  expires_on date not null,
  step text not null check (step in ('60', '30', '15', '1', 'stopped', 'last')),
  notified_on date not null,
  created_at timestamptz not null default now(),
  unique (user_id, domain_id, expires_on, step)
);
create index renewal_reminders_old on public.renewal_reminders (expires_on);
create index renewal_reminders_of_day on public.renewal_reminders (user_id, notified_on);
create index renewal_reminders_of_domain on public.renewal_reminders (domain_id);
create policy "Customers read their own reminders" on public.renewal_reminders
  for select to authenticated using ((select auth.uid()) = user_id);

-- Whether a customer wants to be reminded before a domain ends. Without a row they do.
create table public.reminder_choices (
  user_id uuid primary key references auth.users (id) on delete cascade,
  wants_reminders boolean not null,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now()
);
create policy "Customers read their own choice" on public.reminder_choices
  for select to authenticated using ((select auth.uid()) = user_id);
