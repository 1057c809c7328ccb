-- Unpaid orders: they are no work of staff, end after 30 days, and their customer may cancel or change them. Source: docs/product.md,
-- "Payments".

-- When a bill of which nothing is paid ends: 30 days after it was opened, and three days after its last reminder.
alter table public.bills add column ends_at timestamptz;
alter table public.orders add column cancelled_at timestamptz;
create index bills_to_remind on public.bills (opened_at) where paid_at is null and reminders < 3;
create index bills_to_end on public.bills (ends_at) where ends_at is not null and paid_at is null;

-- Bills that nobody has paid after 3, 10 and 27 days, with the customer, to be reminded once each time.
create or replace function public.bills_to_remind(most integer) returns table (bill jsonb, email text, full_name text)
language sql stable security definer set search_path = '' as $$
  select to_jsonb(bill), customer.email::text, customer.raw_user_meta_data ->> 'full_name'
  from public.bills as bill join auth.users as customer on customer.id = bill.user_id
  where bill.paid_at is null and bill.reminders < 3 and public.payable_ksh(bill.id) > 0
    and bill.opened_at <= now() - make_interval(days => case bill.reminders when 0 then 3 when 1 then 10 else 27 end)
    and not exists (select from public.payments where bill_id = bill.id and state = 'held')
  order by bill.opened_at limit most;
$$;

-- As before; and after the last one it is known when the bill ends.
create or replace function public.remind_bill(bill uuid, seen integer, mails jsonb) returns boolean
language plpgsql set search_path = '' as $$
begin
  update public.bills set reminders = seen + 1,
      ends_at = case when seen = 2 then greatest(opened_at + interval '30 days', now() + interval '3 days') end
    where id = bill and reminders = seen and paid_at is null;
  if not found then return false; end if;
  perform public.queue_mail(one.mail) from jsonb_array_elements(mails) as one (mail);
  return true;
end $$;

-- Whether nothing was paid or reported for a bill, and no phone is asked for it: then its orders may be cancelled or changed. The caller
-- has locked it.
create function public.is_bill_untouched(bill uuid) returns boolean
language plpgsql set search_path = '' as $$
begin
  update public.payment_prompts set state = 'unknown'
    where bill_id = bill and state in ('asking', 'sent') and asked_at <= now() - interval '120 seconds';
  return exists (select from public.bills where id = bill and paid_at is null and paid_ksh = 0 and typed_code is null)
    and not exists (select from public.payments where bill_id = bill and state <> 'returned')
    and not exists (select from public.payment_prompts as prompt where bill_id = bill and (state in ('asking', 'sent')
      -- Paid, says the provider, but the payment itself has not arrived.
      or (state = 'paid' and not exists (select from public.payments where prompt_id = prompt.id))));
end $$;

-- Locks an order of a customer and then its bill. A payment that arrives in the same moment comes before it or after it.
create function public.lock_own_order(customer uuid, wanted uuid) returns public.orders
language plpgsql set search_path = '' as $$
declare
  held public.orders;
begin
  select * into held from public.orders where id = wanted and user_id = customer for update;
  perform from public.bills where id = held.bill_id for update;
  return held;
end $$;

-- Cancels an unpaid order of a customer; the bill becomes the sum of the others. Returns 'done', also for one that is cancelled; 'late'
-- if something was paid or reported or somebody has begun it; null if it is not the customer's.
create function public.cancel_order(customer uuid, wanted uuid) returns text
language plpgsql set search_path = '' as $$
declare
  held public.orders := public.lock_own_order(customer, wanted);
begin
  if held.id is null then return null; end if;
  if held.cancelled_at is not null then return 'done'; end if;
  if held.bill_id is null or not (held.status = 'requested' or (held.status = 'processing' and held.taken_by is not null))
    or not public.is_bill_untouched(held.bill_id) then return 'late'; end if;
  update public.orders set status = 'failed', reason = 'You cancelled it', cancelled_at = now() where id = wanted;
  return 'done';
end $$;

-- Changes the years of an unpaid renewal or registration, and its price, which the site has read from the price list or the provider.
-- Returns what cancel_order returns.
create function public.change_order_years(customer uuid, wanted uuid, years integer, ksh integer) returns text
language plpgsql set search_path = '' as $$
declare
  held public.orders := public.lock_own_order(customer, wanted);
begin
  if held.id is null then return null; end if;
  if held.payload -> 'years' = to_jsonb(years) and held.price_ksh = ksh and held.status = 'requested' then return 'done'; end if;
  if held.bill_id is null or held.status <> 'requested' or held.kind not in ('renew', 'register') or held.price_named_at is not null
    or ksh < 1 or not public.is_bill_untouched(held.bill_id) then return 'late'; end if;
  update public.orders set payload = payload || jsonb_build_object('years', years), price_ksh = ksh where id = wanted;
  update public.bills set amount_ksh = public.payable_ksh(id) where id = held.bill_id;
  return 'done';
end $$;

-- Ends the orders of bills whose time is over, and of which nothing was paid or reported. Returns how many bills ended.
create function public.end_unpaid_bills(most integer) returns integer
language plpgsql set search_path = '' as $$
declare
  one uuid;
  count integer := 0;
begin
  for one in
    select bill.id from public.bills as bill
    where bill.ends_at <= now() and bill.paid_at is null and bill.paid_ksh = 0 and bill.typed_code is null
      and not exists (select from public.payments where bill_id = bill.id and state <> 'returned')
    order by bill.ends_at limit most
  loop
    perform from public.orders where bill_id = one order by id for update;
    perform from public.bills where id = one for update;
    continue when not public.is_bill_untouched(one);
    update public.bills set ends_at = null where id = one;
    update public.orders set status = 'failed', reason = 'It was not paid within 30 days'
      where bill_id = one and (status = 'requested' or (status = 'processing' and taken_by is not null));
    count := count + 1;
  end loop;
  return count;
end $$;

-- As before, without orders that wait for their payment.
create or replace function public.desk_work(at timestamptz)
returns table (kind text, id text, title text, since timestamptz, taker_id uuid, taker text)
language sql stable security definer set search_path = '' as $$
  select work.kind, work.id, work.title, work.since, work.taker_id, public.staff_name(work.taker_id)
  from (
    select case when status = 'processing' and taken_by is null then 'order-stuck' else 'order' end,
      orders.id::text, orders.domain, orders.created_at, orders.taken_by
    from public.orders
    where (status = 'processing' and taken_by is null and updated_at <= at - interval '10 minutes')
      or ((status = 'requested' or (status = 'processing' and taken_by is not null))
        and not exists (select from public.bills where bills.id = orders.bill_id and bills.paid_at is null))
    union all
    select 'refund', orders.id::text, orders.domain, orders.updated_at, orders.taken_by
    from public.orders where refund_due_ksh > 0 and refunded_at is null and bill_id is null
    union all
    select 'message', messages.id::text, messages.subject, messages.touched_at, messages.taken_by
    from public.messages where messages.kind = 'visitor' and messages.state in ('new', 'taken')
    union all
    select 'closing', closing_requests.user_id::text, 'Requested by a customer', closing_requests.created_at, null
    from public.closing_requests where closing_requests.state = 'open'
    union all
    select 'step-off', person.id::text, 'Asked by ' || asked.staff_email, asked.at, null
    from public.second_steps cross join lateral (select second_steps.user_id) as person (id)
    cross join lateral public.desk_step_asked(person.id) as asked where asked.id is not null
    union all
    select 'school', school_interest.id::text, school_interest.school,
      coalesce(school_interest.next_on::timestamp at time zone 'Africa/Nairobi', school_interest.confirmed_at,
        school_interest.created_at), null
    from public.school_interest
    where status in ('confirmed', 'sent')
      and ((stage = 'new' and next_on is null) or next_on <= (at at time zone 'Africa/Nairobi')::date)
      and stage not in ('won', 'lost')
    union all
    select 'mail', mails.id::text, mails.subject, mails.failed_at, null from public.mails where failed_at is not null
    union all
    -- The customer was reminded and has not ordered. Fifteen days before the last day, as the last early reminder.
    select 'lapsing', domains.user_id::text, domains.name, domains.expiry_date - interval '15 days', null
    from public.domains
    where domains.expiry_date between at - interval '1 day' and at + interval '15 days'
      and not exists (
        select from public.orders where orders.user_id = domains.user_id and orders.kind = 'renew'
          and lower(orders.domain) = lower(domains.name)
          and (orders.status in ('requested', 'processing')
            or (orders.status = 'done' and orders.updated_at > at - interval '30 days')))
    union all
    select payment.kind, case payment.kind when 'payment-said' then payment.reference else payment.code end,
      'KSh ' || to_char(payment.ksh, 'FM999,999,999') || coalesce(', ' || payment.code, ''), payment.since, null
    from public.payments_waiting(at) as payment
  ) as work (kind, id, title, since, taker_id)
  order by work.since, work.id, work.title limit 500;
$$;

do $$
declare
  one regprocedure;
begin
  for one in
    select oid::regprocedure from pg_proc where pronamespace = 'public'::regnamespace and proname in (
      'is_bill_untouched', 'lock_own_order', 'cancel_order', 'change_order_years', 'end_unpaid_bills') loop
    execute format('revoke execute on function %s from public, anon, authenticated', one);
    execute format('grant execute on function %s to service_role', one);
  end loop;
end $$;
