-- Renewal reminders. The numbers of days are those of app/domains/renewal-days.ts.

-- Whether a renewal was ordered or paid within `open_days` (null: at any time) and is open, or was done within `done_days`.
-- Functions that other functions call for each row are in PL/pgSQL, which keeps their plans: planning this one took a millisecond a name.
create function public.is_renewal_ordered(customer uuid, name text, today date, open_days integer, done_days integer) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (
    select from public.orders left join public.bills as bill on bill.id = orders.bill_id
    where orders.user_id = customer and orders.kind = 'renew' and lower(orders.domain) = lower(name)
      and ((orders.status in ('requested', 'processing') and (open_days is null
          or (coalesce(bill.paid_at, orders.created_at) at time zone 'Africa/Nairobi')::date > today - open_days))
        or (orders.status = 'done' and (orders.updated_at at time zone 'Africa/Nairobi')::date > today - done_days)));
end $$;

-- The same for the next year of a service. An order that the site opened counts only when it is paid: the reminders ask for its money.
create function public.is_service_renewed(service uuid, today date, open_days integer, done_days integer) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (
    select from public.orders left join public.bills as bill on bill.id = orders.bill_id
    where orders.service_id = service and orders.kind = 'extend'
      and ((orders.status in ('requested', 'processing') and (orders.opened_by <> 'site' or bill.paid_at is not null)
          and (coalesce(bill.paid_at, orders.created_at) at time zone 'Africa/Nairobi')::date > today - open_days)
        or (orders.status = 'done' and (orders.updated_at at time zone 'Africa/Nairobi')::date > today - done_days)));
end $$;

-- The domains of a customer whose last day lies between two days. Each comes with the steps sent, whether a renewal is ordered and since
-- when, and the unpaid bill of that order.
create function public.names_to_remind(
  customer uuid, today date, earliest date, latest date, open_days integer, done_days integer
) returns jsonb language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', domain.id, 'name', domain.name, 'expiryDate', domain.expiry_date,
      'renewKsh', domain.renew_ksh, 'held', domain.held,
      'isOrdered', public.is_renewal_ordered(customer, domain.name, today, open_days, done_days),
      'orderedOn', (
        select max((orders.created_at at time zone 'Africa/Nairobi')::date) from public.orders
        where orders.user_id = customer and orders.kind = 'renew' and lower(orders.domain) = lower(domain.name)
          and orders.status in ('requested', 'processing')),
      'unpaidBill', (
        select jsonb_build_object('id', bill.id, 'isOnItsWay', public.is_on_its_way(bill))
        from public.orders join public.bills as bill on bill.id = orders.bill_id
        where orders.user_id = customer and orders.kind = 'renew' and lower(orders.domain) = lower(domain.name)
          and orders.status = 'requested' and bill.paid_at is null
        order by bill.opened_at desc limit 1),
      'sentSteps', (
        select coalesce(jsonb_agg(reminder.step), '[]') from public.renewal_reminders as reminder
        where reminder.user_id = customer and reminder.domain_id = domain.id
          and reminder.expires_on = (domain.expiry_date at time zone 'Africa/Nairobi')::date)
    ) order by domain.expiry_date, domain.name), '[]')
  from public.domains as domain
  where domain.user_id = customer and domain.status <> 'left'
    and domain.expiry_date >= earliest::timestamp at time zone 'Africa/Nairobi'
    and domain.expiry_date < (latest + 1)::timestamp at time zone 'Africa/Nairobi';
$$;

-- The services of a customer whose last day (`counts_from`) lies between two days, without those that the customer ends.
create function public.services_to_remind(
  customer uuid, today date, earliest date, latest date, open_days integer, done_days integer
) returns jsonb language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', service.id, 'kind', service.kind, 'domain', service.domain, 'plan', service.plan,
      'seats', service.seats, 'state', service.state, 'endsOn', service.ends_on, 'priceKsh', service.price_ksh,
      'renewKsh', service.renew_ksh, 'nextPlan', service.next_plan, 'nextSeats', service.next_seats,
      'holdUntil', service.hold_until, 'pricedOn', service.priced_on, 'suspendedOn', service.suspended_on, 'isOrdered', public.is_service_renewed(service.id, today, open_days, done_days),
      'orderedOn', (
        select max((orders.created_at at time zone 'Africa/Nairobi')::date) from public.orders
        where orders.service_id = service.id and orders.kind = 'extend' and orders.status in ('requested', 'processing')
          and not public.is_price_asked(orders)),
      'unpaidBill', (
        select jsonb_build_object('id', bill.id, 'reference', bill.reference, 'ksh', orders.price_ksh,
          'isKept', bill.paid_ksh > 0 or bill.typed_code is not null, 'isOnItsWay', public.is_on_its_way(bill))
        from public.orders join public.bills as bill on bill.id = orders.bill_id
        where orders.service_id = service.id and orders.kind = 'extend' and orders.status = 'requested' and bill.paid_at is null
        order by bill.opened_at desc limit 1),
      'sentSteps', (
        select coalesce(jsonb_agg(notice.step), '[]') from public.service_notices as notice
        where notice.service_id = service.id and notice.ends_on = service.counts_from and notice.step <> 'backup')
    ) order by service.ends_on, service.domain), '[]')
  from public.services as service
  where service.user_id = customer and service.state in ('active', 'suspended') and not service.will_end
    and service.counts_from between earliest and latest;
$$;

-- Whether a customer was reminded on a day.
create function public.is_reminded(customer uuid, today date) returns boolean language plpgsql stable set search_path = '' as $$
begin
  return exists (select from public.renewal_reminders as reminder where reminder.user_id = customer and reminder.notified_on = today)
    or exists (select from public.service_notices as notice
      where notice.user_id = customer and notice.notified_on = today and notice.step <> 'backup');
end $$;

-- A page of customers with domains or services whose last day lies between two days, without those reminded today and those without a
-- confirmed address.
create function public.customers_to_remind(
  today date, earliest date, latest date, after_customer uuid, max_rows integer, open_days integer, done_days integer
) returns table (user_id uuid, email text, wants_reminders boolean, names jsonb, services jsonb)
language sql stable security definer set search_path = '' as $$
  select customer.id, customer.email::text,
    coalesce((select choice.wants_reminders from public.reminder_choices as choice where choice.user_id = customer.id), true),
    public.names_to_remind(customer.id, today, earliest, latest, open_days, done_days),
    public.services_to_remind(customer.id, today, earliest, latest, open_days, done_days)
  from auth.users as customer
  where (after_customer is null or customer.id > after_customer)
    and customer.email_confirmed_at is not null and customer.email not like '%@invalid'
    and (exists (select from public.domains as domain
        where domain.user_id = customer.id and domain.status <> 'left'
          and domain.expiry_date >= earliest::timestamp at time zone 'Africa/Nairobi'
          and domain.expiry_date < (latest + 1)::timestamp at time zone 'Africa/Nairobi')
      or exists (select from public.services as service
        where service.user_id = customer.id and service.state in ('active', 'suspended') and not service.will_end
          and service.counts_from between earliest and latest))
    and not public.is_reminded(customer.id, today)
  order by customer.id limit max_rows;
$$;

-- Stores of what a customer is reminded today and queues the mail. False if another process did; an error if a domain or a service has
-- changed since it was read.
create function public.remind(
  customer uuid, today date, names jsonb, services jsonb, mails jsonb, open_days integer, done_days integer
) returns boolean language plpgsql set search_path = '' as $$
declare
  written integer;
  also integer;
begin
  perform pg_advisory_xact_lock(hashtextextended(customer::text, 0));
  if public.is_reminded(customer, today) then return false; end if;
  insert into public.renewal_reminders (user_id, domain_id, expires_on, step, notified_on)
    select customer, domain.id, reminded."expiresOn", reminded.step, today
    from jsonb_to_recordset(names) as reminded (id uuid, "expiresOn" date, step text)
    join public.domains as domain on domain.id = reminded.id and domain.user_id = customer
      and (domain.expiry_date at time zone 'Africa/Nairobi')::date = reminded."expiresOn"
    where reminded.step in ('1', 'stopped', 'last') or not public.is_renewal_ordered(customer, domain.name, today, open_days, done_days)
    on conflict do nothing;
  get diagnostics written = row_count;
  insert into public.service_notices (user_id, service_id, ends_on, step, notified_on)
    select customer, service.id, reminded."expiresOn", reminded.step, today
    from jsonb_to_recordset(services) as reminded (id uuid, "expiresOn" date, step text)
    join public.services as service on service.id = reminded.id and service.user_id = customer
      and service.counts_from = reminded."expiresOn" and service.state in ('active', 'suspended') and not service.will_end
    where reminded.step in ('1', 'stopped', 'last') or not public.is_service_renewed(service.id, today, open_days, done_days)
    on conflict do nothing;
  get diagnostics also = row_count;
  if written + also <> jsonb_array_length(names) + jsonb_array_length(services) then
    raise exception 'a domain or a service has changed meanwhile' using errcode = 'serialization_failure';
  end if;
  perform public.queue_mails(mails);
  return true;
end $$;
