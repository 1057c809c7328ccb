-- Of which ends of domains a customer was told: a row for each domain, its last day and the step before or after it, written
-- together with the mail. A renewed domain has another last day, and so its steps anew.
create table public.renewal_notices (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  domain_id uuid not null references public.domains (id) on delete cascade,
  -- The last day that is paid for, and the day of the mail, both in Nairobi.
  expires_on date not null,
  step text not null check (step in ('60', '30', '15', '1', 'stopped', 'last')),
  told_on date not null,
  created_at timestamptz not null default now(),
  unique (user_id, domain_id, expires_on, step)
);
create index renewal_notices_of_day on public.renewal_notices (user_id, told_on);
create index renewal_notices_of_domain on public.renewal_notices (domain_id);

alter table public.renewal_notices enable row level security;
revoke all on public.renewal_notices from anon, authenticated;
grant select on public.renewal_notices to authenticated;
grant select, insert, update, delete on public.renewal_notices to service_role;

create policy "Customers read of what they were told" on public.renewal_notices
  for select to authenticated using ((select auth.uid()) = user_id);

-- Whether a customer wants to be reminded before a domain ends. Without a row they do.
create table public.reminder_choices (
  user_id uuid primary key references auth.users (id) on delete cascade,
  wants_reminders boolean not null,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now()
);

alter table public.reminder_choices enable row level security;
revoke all on public.reminder_choices from anon, authenticated;
grant select on public.reminder_choices to authenticated;
grant select, insert, update, delete on public.reminder_choices to service_role;

create policy "Customers read their own choice" on public.reminder_choices
  for select to authenticated using ((select auth.uid()) = user_id);

-- A renewal is on its way: ordered and waiting, or done in the last thirty days, though nobody has moved the date yet.
create function public.is_renewal_ordered(customer uuid, name text, today date) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from public.orders
    where orders.user_id = customer and orders.kind = 'renew' and lower(orders.domain) = lower(name)
      and (orders.status in ('requested', 'processing') or (orders.status = 'done' and orders.updated_at::date > today - 30)));
$$;

-- The customers who have domains whose last day lies between two days and no renewal is ordered, and who had no reminder today;
-- so many from after one of them. With each domain the steps that were told of that last day. An account without a confirmed
-- address, or that was closed, has nobody to write to.
create function public.customers_to_remind(today date, earliest date, latest date, beyond uuid, most integer)
returns table (user_id uuid, email text, wants_reminders boolean, names jsonb)
language sql stable security definer set search_path = '' as $$
  select customer.id, customer.email::text,
    coalesce((select choice.wants_reminders from public.reminder_choices as choice where choice.user_id = customer.id), true),
    jsonb_agg(jsonb_build_object('id', domain.id, 'name', domain.name, 'expiryDate', domain.expiry_date, 'told', (
      select coalesce(jsonb_agg(notice.step), '[]') from public.renewal_notices as notice
      where notice.user_id = customer.id and notice.domain_id = domain.id
        and notice.expires_on = (domain.expiry_date at time zone 'Africa/Nairobi')::date
    )) order by domain.expiry_date, domain.name)
  from auth.users as customer
  join public.domains as domain on domain.user_id = customer.id
    and domain.expiry_date >= earliest::timestamp at time zone 'Africa/Nairobi'
    and domain.expiry_date < (latest + 1)::timestamp at time zone 'Africa/Nairobi'
  where (beyond is null or customer.id > beyond)
    and customer.email_confirmed_at is not null and customer.email not like '%@invalid'
    and not exists (
      select from public.renewal_notices as notice where notice.user_id = customer.id and notice.told_on = today)
    and not public.is_renewal_ordered(customer.id, domain.name, today)
  group by customer.id order by customer.id limit most;
$$;

-- Notes of what a customer is told today and queues the mail: both, or neither. Of any number who try, one does it. False when they
-- had their mail today; an error, and nothing written, when one of the domains is not as it was read any more.
create function public.remind(customer uuid, today date, names jsonb, mails jsonb) returns boolean
language plpgsql set search_path = '' as $$
declare
  written integer;
begin
  perform pg_advisory_xact_lock(hashtextextended(customer::text, 0));
  if exists (select from public.renewal_notices where user_id = customer and told_on = today) then return false; end if;
  insert into public.renewal_notices (user_id, domain_id, expires_on, step, told_on)
    select customer, domain.id, told."expiresOn", told.step, today
    from jsonb_to_recordset(names) as told (id uuid, "expiresOn" date, step text)
    join public.domains as domain on domain.id = told.id and domain.user_id = customer
      and (domain.expiry_date at time zone 'Africa/Nairobi')::date = told."expiresOn"
    where not public.is_renewal_ordered(customer, domain.name, today)
    on conflict do nothing;
  get diagnostics written = row_count;
  if written <> jsonb_array_length(names) then
    raise exception 'a domain has changed meanwhile' using errcode = 'serialization_failure';
  end if;
  perform public.queue_mail(one.mail) from jsonb_array_elements(mails) as one (mail);
  return true;
end $$;

revoke execute on function public.is_renewal_ordered(uuid, text, date),
  public.customers_to_remind(date, date, date, uuid, integer), public.remind(uuid, date, jsonb, jsonb)
  from public, anon, authenticated;
grant execute on function public.is_renewal_ordered(uuid, text, date),
  public.customers_to_remind(date, date, date, uuid, integer), public.remind(uuid, date, jsonb, jsonb) to service_role;
