-- Renewal reminders. The numbers of days are those of app/domains/renewal-days.ts.

-- Whether a renewal was ordered or paid within `open_days` (null: at any time) and is open, or was done within `done_days`.
create function public.is_renewal_ordered(customer uuid, name text, today date, open_days integer, done_days integer) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from public.orders left join public.bills as bill on bill.id = orders.bill_id
    where orders.user_id = customer and orders.kind = 'renew' and lower(orders.domain) = lower(name)
      and ((orders.status in ('requested', 'processing') and (open_days is null
          or (coalesce(bill.paid_at, orders.created_at) at time zone 'Africa/Nairobi')::date > today - open_days))
        or (orders.status = 'done' and (orders.updated_at at time zone 'Africa/Nairobi')::date > today - done_days)));
$$;

-- A page of customers with domains whose last day lies between two days, without those reminded today and those without a confirmed
-- address. Each domain comes with the steps sent, whether a renewal is ordered and since when, and the unpaid bill of that order.
create function public.customers_to_remind(
  today date, earliest date, latest date, after_customer uuid, max_rows integer, open_days integer, done_days integer
) returns table (user_id uuid, email text, wants_reminders boolean, names jsonb)
language sql stable security definer set search_path = '' as $$
  select customer.id, customer.email::text,
    coalesce((select choice.wants_reminders from public.reminder_choices as choice where choice.user_id = customer.id), true),
    jsonb_agg(jsonb_build_object('id', domain.id, 'name', domain.name, 'expiryDate', domain.expiry_date,
      'renewKsh', domain.renew_ksh, 'held', domain.held,
      'isOrdered', public.is_renewal_ordered(customer.id, domain.name, today, open_days, done_days),
      'orderedOn', (
        select max((orders.created_at at time zone 'Africa/Nairobi')::date) from public.orders
        where orders.user_id = customer.id and orders.kind = 'renew' and lower(orders.domain) = lower(domain.name)
          and orders.status in ('requested', 'processing')),
      'unpaidBill', (
        select bill.id from public.orders join public.bills as bill on bill.id = orders.bill_id
        where orders.user_id = customer.id and orders.kind = 'renew' and lower(orders.domain) = lower(domain.name)
          and orders.status = 'requested' and bill.paid_at is null
        order by bill.opened_at desc limit 1),
      'sentSteps', (
        select coalesce(jsonb_agg(reminder.step), '[]') from public.renewal_reminders as reminder
        where reminder.user_id = customer.id and reminder.domain_id = domain.id
          and reminder.expires_on = (domain.expiry_date at time zone 'Africa/Nairobi')::date)
    ) order by domain.expiry_date, domain.name)
  from auth.users as customer
  join public.domains as domain on domain.user_id = customer.id and domain.status <> 'left'
    and domain.expiry_date >= earliest::timestamp at time zone 'Africa/Nairobi'
    and domain.expiry_date < (latest + 1)::timestamp at time zone 'Africa/Nairobi'
  where (after_customer is null or customer.id > after_customer)
    and customer.email_confirmed_at is not null and customer.email not like '%@invalid'
    and not exists (
      select from public.renewal_reminders as reminder where reminder.user_id = customer.id and reminder.notified_on = today)
  group by customer.id order by customer.id limit max_rows;
$$;

-- Stores of what a customer is reminded today and queues the mail. False if another process did; an error if a domain has changed since it
-- was read.
create function public.remind(customer uuid, today date, names jsonb, mails jsonb, open_days integer, done_days integer) returns boolean
language plpgsql set search_path = '' as $$
declare written integer;
begin
  perform pg_advisory_xact_lock(hashtextextended(customer::text, 0));
  if exists (select from public.renewal_reminders where user_id = customer and notified_on = today) then return false; end if;
  insert into public.renewal_reminders (user_id, domain_id, expires_on, step, notified_on)
    select customer, domain.id, reminded."expiresOn", reminded.step, today
    from jsonb_to_recordset(names) as reminded (id uuid, "expiresOn" date, step text)
    join public.domains as domain on domain.id = reminded.id and domain.user_id = customer
      and (domain.expiry_date at time zone 'Africa/Nairobi')::date = reminded."expiresOn"
    where reminded.step in ('1', 'stopped', 'last') or not public.is_renewal_ordered(customer, domain.name, today, open_days, done_days)
    on conflict do nothing;
  get diagnostics written = row_count;
  if written <> jsonb_array_length(names) then
    raise exception 'a domain has changed meanwhile' using errcode = 'serialization_failure';
  end if;
  perform public.queue_mails(mails);
  return true;
end $$;
