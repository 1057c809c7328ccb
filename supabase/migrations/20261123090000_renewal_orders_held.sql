-- Reminders do not fall silent because of an order that nobody carries out. A renewal order holds back the reminders 60, 30 and 15
-- days before the last day only, while it is open and younger than 7 days, or done in the last 30. Days are those of Nairobi.
create or replace function public.is_renewal_ordered(customer uuid, name text, today date) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from public.orders
    where orders.user_id = customer and orders.kind = 'renew' and lower(orders.domain) = lower(name)
      and ((orders.status in ('requested', 'processing')
          and (orders.created_at at time zone 'Africa/Nairobi')::date > today - 7)
        or (orders.status = 'done' and (orders.updated_at at time zone 'Africa/Nairobi')::date > today - 30)));
$$;

-- The customers who have domains whose last day lies between two days, and who had no reminder today; so many from after one of
-- them. With each domain: the steps that were told of that last day, whether an order holds back the early ones, and the day on
-- which a renewal was ordered that is still open. An account without a confirmed address, or that was closed, has nobody to write to.
create or replace function public.customers_to_remind(
  today date, earliest date, latest date, beyond uuid, most integer
) returns table (user_id uuid, email text, wants_reminders boolean, names jsonb)
language sql stable security definer set search_path = '' as $$
  select customer.id, customer.email::text,
    coalesce((select choice.wants_reminders from public.reminder_choices as choice where choice.user_id = customer.id), true),
    jsonb_agg(jsonb_build_object('id', domain.id, 'name', domain.name, 'expiryDate', domain.expiry_date,
      'isHeld', public.is_renewal_ordered(customer.id, domain.name, today),
      'orderedOn', (
        select max((orders.created_at at time zone 'Africa/Nairobi')::date) from public.orders
        where orders.user_id = customer.id and orders.kind = 'renew' and lower(orders.domain) = lower(domain.name)
          and orders.status in ('requested', 'processing')),
      'told', (
        select coalesce(jsonb_agg(notice.step), '[]') from public.renewal_notices as notice
        where notice.user_id = customer.id and notice.domain_id = domain.id
          and notice.expires_on = (domain.expiry_date at time zone 'Africa/Nairobi')::date)
    ) order by domain.expiry_date, domain.name)
  from auth.users as customer
  join public.domains as domain on domain.user_id = customer.id
    and domain.expiry_date >= earliest::timestamp at time zone 'Africa/Nairobi'
    and domain.expiry_date < (latest + 1)::timestamp at time zone 'Africa/Nairobi'
  where (beyond is null or customer.id > beyond)
    and customer.email_confirmed_at is not null and customer.email not like '%@invalid'
    and not exists (
      select from public.renewal_notices as notice where notice.user_id = customer.id and notice.told_on = today)
  group by customer.id order by customer.id limit most;
$$;

-- Notes what a customer is told today and queues the mail: both, or neither. Of any number of processes that try, one does it. False
-- when the customer had a mail today; an error, and nothing written, when a domain has changed since it was read.
create or replace function public.remind(customer uuid, today date, names jsonb, mails jsonb) returns boolean
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
    where told.step in ('1', 'stopped', 'last') or not public.is_renewal_ordered(customer, domain.name, today)
    on conflict do nothing;
  get diagnostics written = row_count;
  if written <> jsonb_array_length(names) then
    raise exception 'a domain has changed meanwhile' using errcode = 'serialization_failure';
  end if;
  perform public.queue_mail(one.mail) from jsonb_array_elements(mails) as one (mail);
  return true;
end $$;
