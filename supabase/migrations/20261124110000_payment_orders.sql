-- What an unpaid or refunded bill means for its orders and for reminders.

-- As before; and an order that fails after its bill was paid is to be paid back, as the desk lists it.
create or replace function public.bill_follows_order() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  its_bill public.bills;
  payable integer;
begin
  select * into its_bill from public.bills where id = new.bill_id for update;
  payable := public.payable_ksh(new.bill_id);
  if its_bill.paid_at is not null then
    update public.bills set refund_due_ksh = greatest(0, amount_ksh - payable),
        refunded_at = case when amount_ksh - payable > refund_due_ksh then null else refunded_at end
      where id = new.bill_id;
    update public.orders set refund_due_ksh = price_ksh where id = new.id and status = 'failed' and refund_due_ksh = 0;
  elsif its_bill.paid_ksh = 0 and payable > 0 and not exists (
    select from public.payment_prompts where bill_id = new.bill_id and state in ('asking', 'sent')) then
    update public.bills set amount_ksh = payable where id = new.bill_id;
  end if;
  return null;
end $$;

-- The same for orders that had failed when the money came.
create function public.orders_follow_bill() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.orders set refund_due_ksh = price_ksh where bill_id = new.id and status = 'failed' and refund_due_ksh = 0;
  return null;
end $$;
create trigger orders_follow_bill after update of paid_at on public.bills
  for each row when (old.paid_at is null and new.paid_at is not null and new.refund_due_ksh > 0)
  execute function public.orders_follow_bill();

-- As before, and with each domain the bill of an ordered renewal that nobody has paid.
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
      'unpaidBill', (
        select bill.id from public.orders join public.bills as bill on bill.id = orders.bill_id
        where orders.user_id = customer.id and orders.kind = 'renew' and lower(orders.domain) = lower(domain.name)
          and orders.status = 'requested' and bill.paid_at is null
        order by bill.opened_at desc limit 1),
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

-- Bills that nobody has paid after 3 and after 10 days, with the customer, to be reminded once each time.
create function public.bills_to_remind(most integer) returns table (bill jsonb, email text, full_name text)
language sql stable security definer set search_path = '' as $$
  select to_jsonb(bill), customer.email::text, customer.raw_user_meta_data ->> 'full_name'
  from public.bills as bill join auth.users as customer on customer.id = bill.user_id
  where bill.paid_at is null and public.payable_ksh(bill.id) > 0
    and bill.opened_at <= now() - make_interval(days => case bill.reminders when 0 then 3 when 1 then 10 end)
    and not exists (select from public.payments where bill_id = bill.id and state = 'held')
  order by bill.opened_at limit most;
$$;

-- Stores that a customer was reminded of a bill, and queues the mails. False if that was stored before.
create function public.remind_bill(bill uuid, seen integer, mails jsonb) returns boolean
language plpgsql set search_path = '' as $$
begin
  update public.bills set reminders = seen + 1 where id = bill and reminders = seen and paid_at is null;
  if not found then return false; end if;
  perform public.queue_mail(one.mail) from jsonb_array_elements(mails) as one (mail);
  return true;
end $$;

revoke execute on function public.orders_follow_bill(), public.bills_to_remind(integer), public.remind_bill(uuid, integer, jsonb)
  from public, anon, authenticated;
grant execute on function public.bills_to_remind(integer), public.remind_bill(uuid, integer, jsonb) to service_role;
