-- Orders and their bills. Locks are taken in one order: an order that has not failed, then its bill; an order that has failed is
-- changed under the lock of its bill alone, so that no two acts wait for each other.

-- Payments by M-PESA. A bill is what one press costs. A payment prompt asks a phone to pay it. Money exists only as a row of
-- payments, named by its M-PESA code. All amounts are whole shillings. Source: docs/decisions, "M-PESA".
create table public.bills (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete restrict,
  -- The account number of a Pay Bill payment.
  reference text not null unique check (reference ~ '^M[0-9A-HJKMNP-TV-Z]{7}$'),
  -- Changes only while nothing is paid.
  amount_ksh integer not null check (amount_ksh > 0),
  paid_ksh integer not null default 0 check (paid_ksh between 0 and amount_ksh),
  surplus_ksh integer not null default 0 check (surplus_ksh >= 0),
  refund_due_ksh integer not null default 0 check (refund_due_ksh >= 0),
  opened_at timestamptz not null default now(),
  paid_at timestamptz,
  refunded_at timestamptz,
  -- The receipt's number, given when the bill is paid.
  number text unique,
  buyer_pin text check (buyer_pin ~ '^[AP][0-9]{9}[A-Z]$'),
  etims_number text check (length(etims_number) between 1 and 60),
  -- An M-PESA code that the customer typed and that had not arrived. It proves nothing.
  typed_code text check (typed_code ~ '^[A-Z0-9]{10}$'),
  -- The codes that were typed before it, oldest first; empty without a typed code.
  typed_before text[] not null default '{}' check (typed_code is not null or typed_before = '{}'),
  -- When its orders were carried out or handed to the agency, and which process is doing so.
  fulfilled_at timestamptz,
  claimed_until timestamptz,
  -- How many reminders to pay were sent.
  reminders integer not null default 0,
  -- How much of the refund due was paid back.
  refunded_ksh integer not null default 0 check (refunded_ksh >= 0),
  -- How much was paid back of a surplus that is only a part of a payment.
  returned_ksh integer not null default 0 check (returned_ksh >= 0),
  -- What was paid back, how and with which code: "refund mpesa SBACK00001". The log, which has the same, is not kept for ever.
  back_codes text[] not null default '{}',
  -- When what had been paid became enough, because an order failed.
  shrunk_at timestamptz,
  -- Unpaid orders: they are no work of staff, end after 30 days, and their customer may cancel or change them. Source: docs/product.md,
  -- "Payments".
  -- When a bill of which nothing is paid ends: 30 days after it was opened, and three days after its last reminder.
  ends_at timestamptz
);
create index bills_of_user on public.bills (user_id, opened_at desc);
create index bills_to_fulfil on public.bills (paid_at) where paid_at is not null and fulfilled_at is null;
create index bills_paid on public.bills (paid_at, number) where paid_at is not null;
create index bills_to_remind on public.bills (opened_at) where paid_at is null and reminders < 3;
create index bills_to_end on public.bills (ends_at) where ends_at is not null and paid_at is null;
create policy "Customers read their own" on public.bills
  for select to authenticated using ((select auth.uid()) = user_id);

-- Everything that costs money is first an order. Written by the server alone, after the price was read again.
create table public.orders (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete restrict,
  kind text not null check (kind in ('renew', 'certificate', 'register', 'transfer', 'hosting')),
  domain text not null check (length(domain) between 1 and 253),
  -- What the provider will be asked for: years, plan and the like.
  payload jsonb not null default '{}',
  -- The part of it that the customer may read: not the code of a transfer.
  choices jsonb not null generated always as (payload - 'authCode') stored,
  price_ksh integer not null check (price_ksh >= 0),
  status text not null default 'requested' check (status in ('requested', 'processing', 'done', 'failed')),
  -- Handed to the provider, so that the same order cannot be carried out twice.
  idempotency_key text not null unique check (length(idempotency_key) between 1 and 200),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Orders that the site carries out by itself: why the provider refused one, in words for the customer.
  reason text check (length(reason) between 1 and 500),
  -- Several orders by one press, such as the renewal of all names that are due: all of them, or none.
  press uuid not null default gen_random_uuid(),
  -- The member of staff who has it or ended it. No foreign key: the row stays when that account goes.
  taken_by uuid,
  taken_at timestamptz,
  -- When staff named the price of an order that had none.
  price_named_at timestamptz,
  -- What we owe the customer, in whole shillings, and when it was paid back.
  refund_due_ksh integer not null default 0 check (refund_due_ksh >= 0),
  refunded_at timestamptz,
  bill_id uuid references public.bills (id),
  -- When the site last asked the provider to carry an order out; null if it never did, or if the order was released.
  asked_at timestamptz,
  cancelled_at timestamptz
);
create index orders_of_user on public.orders (user_id, created_at desc);
create index orders_of_day on public.orders (created_at);
create index orders_open on public.orders (created_at) where status in ('requested', 'processing');
create index orders_of_bill on public.orders (bill_id);
create index orders_asked on public.orders (asked_at) where asked_at is not null;
create policy "Customers read their own orders" on public.orders
  for select to authenticated using ((select auth.uid()) = user_id);

-- `updated_at` is the time of the last state. Since the desk, a row also changes without its state.
create function public.order_changes() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.status <> old.status then new.updated_at := now(); end if;
  if new.status in ('done', 'failed') then
    new.payload := new.payload - 'authCode';
  end if;
  return new;
end $$;

-- A renewal order holds back the early reminders for 7 days after it was ordered or paid, or 30 days after it was done. One that
-- nobody pays stops holding them back.
create function public.is_renewal_ordered(customer uuid, name text, today date) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from public.orders left join public.bills as bill on bill.id = orders.bill_id
    where orders.user_id = customer and orders.kind = 'renew' and lower(orders.domain) = lower(name)
      and ((orders.status in ('requested', 'processing')
          and (coalesce(bill.paid_at, orders.created_at) at time zone 'Africa/Nairobi')::date > today - 7)
        or (orders.status = 'done' and (orders.updated_at at time zone 'Africa/Nairobi')::date > today - 30)));
$$;

-- The customers who have domains whose last day lies between two days, and who had no reminder today; so many from after one of
-- them. With each domain: the steps that were told of that last day, whether an order holds back the early ones, and the day on
-- which a renewal was ordered that is still open. An account without a confirmed address, or that was closed, has nobody to write to.
-- Each domain comes with the unpaid bill of its ordered renewal.
create function public.customers_to_remind(
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

-- Notes what a customer is told today and queues the mail: both, or neither. Of any number of processes that try, one does it. False
-- when the customer had a mail today; an error, and nothing written, when a domain has changed since it was read.
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
    where told.step in ('1', 'stopped', 'last') or not public.is_renewal_ordered(customer, domain.name, today)
    on conflict do nothing;
  get diagnostics written = row_count;
  if written <> jsonb_array_length(names) then
    raise exception 'a domain has changed meanwhile' using errcode = 'serialization_failure';
  end if;
  perform public.queue_mail(one.mail) from jsonb_array_elements(mails) as one (mail);
  return true;
end $$;

-- Writes the orders of one press down and tells of them, one press of a customer after the other, whichever process takes them. Should
-- any be for the same thing and name as one that is open, or done after a moment, those are given back and nothing is written; null
-- when there were so many presses since the day began.
-- `bill` makes a bill for the payable ones among the orders: {"id", "reference", "orders": [ids]}; null makes none.
create function public.place_orders(
  made jsonb, same_from timestamptz, day_began timestamptz, most integer, messages jsonb, mails jsonb, hold integer, bill jsonb
) returns jsonb
language plpgsql set search_path = '' as $$
declare
  customer uuid := made -> 0 ->> 'user_id';
  this_press uuid := gen_random_uuid();
  placed jsonb;
  its_bill uuid;
begin
  perform pg_advisory_xact_lock(hashtextextended('order ' || customer, 0));
  select jsonb_agg(to_jsonb(last) - 'payload' - 'idempotency_key' - 'user_id' - 'press') into placed
    from jsonb_populate_recordset(null::public.orders, made) as wanted
    cross join lateral (
      select * from public.orders as known
      where known.user_id = customer and known.kind = wanted.kind and known.domain = wanted.domain
      order by known.created_at desc limit 1) as last
    where last.status <> 'failed' and (last.status <> 'done' or last.created_at > same_from);
  if placed is not null then return jsonb_build_object('orders', placed, 'is_new', false); end if;
  if (select count(distinct known.press) from public.orders as known
      where known.user_id = customer and known.created_at >= day_began) >= most then
    return null;
  end if;
  insert into public.bills (id, user_id, reference, amount_ksh)
    select (bill ->> 'id')::uuid, customer, bill ->> 'reference', sum(wanted.price_ksh)
    from jsonb_populate_recordset(null::public.orders, made) as wanted
    where bill -> 'orders' ? wanted.id::text having sum(wanted.price_ksh) > 0
    returning id into its_bill;
  -- Orders of the same after the same earlier order have one key, so that concurrent presses cannot both be stored.
  with written as (
    insert into public.orders (id, user_id, kind, domain, payload, price_ksh, press, bill_id, idempotency_key)
      select wanted.id, customer, wanted.kind, wanted.domain, wanted.payload, wanted.price_ksh, this_press,
        case when bill -> 'orders' ? wanted.id::text then its_bill end,
        encode(sha256(convert_to(format('["%s","%s","%s","%s"]', customer, wanted.kind, wanted.domain, coalesce((
          select known.id::text from public.orders as known
          where known.user_id = customer and known.kind = wanted.kind and known.domain = wanted.domain
          order by known.created_at desc limit 1), 'none')), 'UTF8')), 'hex')
      from jsonb_populate_recordset(null::public.orders, made) as wanted
      returning *)
  select jsonb_agg(to_jsonb(written) - 'payload' - 'idempotency_key' - 'user_id' - 'press') into placed from written;
  perform public.tell_agency(messages, mails, hold);
  return jsonb_build_object('orders', placed, 'is_new', true);
end $$;

-- Whether the site began to carry an order out by itself and has not ended it: its process stopped, or the provider's reply was
-- lost. Ten minutes are longer than any call takes.
create function public.is_order_left(held public.orders) returns boolean
language sql stable set search_path = '' as $$
  select held.status = 'processing' and held.taken_by is null and held.updated_at <= now() - interval '10 minutes';
$$;

-- Whether a member of staff has added this line last, notes and shown codes apart. A form that is sent twice finds its own line.
create function public.is_own_order_line(staff jsonb, wanted uuid, done text, said jsonb default '{}') returns boolean
language sql stable set search_path = '' as $$
  select coalesce((
    select line.staff = (is_own_order_line.staff ->> 'id')::uuid and line.detail @> said from public.desk_log as line
    where line.about_kind = 'order' and line.about_id = wanted::text and line.did = done
    order by line.id desc limit 1), false);
$$;

-- Each function below changes one order, adds its line to the log and queues its mails, all in one transaction. It returns 'done';
-- 'same' if the same person did exactly this before, and nothing happens; null if there is no such order; else why not: 'lost' if
-- somebody else has the order or it is not in that state any more.
-- Gives an order to a member of staff.
create function public.desk_take_order(staff jsonb, wanted uuid) returns text
language plpgsql set search_path = '' as $$
declare
  me uuid := staff ->> 'id';
  held public.orders;
begin
  select * into held from public.orders where id = wanted for update;
  if held.id is null then return null; end if;
  if held.status = 'processing' and held.taken_by = me then return 'same'; end if;
  if held.status <> 'requested' and not public.is_order_left(held) then return 'lost'; end if;
  update public.orders set status = 'processing', taken_by = me, taken_at = now() where id = wanted;
  perform public.log_staff(staff, 'order-taken', 'order', wanted::text, held.user_id,
    jsonb_build_object('from', held.status));
  return 'done';
end $$;

-- Gives an order back to everybody, in the state in which it was taken.
create function public.desk_give_back_order(staff jsonb, wanted uuid) returns text
language plpgsql set search_path = '' as $$
declare
  held public.orders;
begin
  select * into held from public.orders where id = wanted for update;
  if held.id is null then return null; end if;
  if held.taken_by is null and public.is_own_order_line(staff, wanted, 'order-given-back') then return 'same'; end if;
  if held.status <> 'processing' or held.taken_by is distinct from (staff ->> 'id')::uuid then return 'lost'; end if;
  update public.orders set taken_by = null, taken_at = null,
    status = case when public.is_own_order_line(staff, wanted, 'order-taken', '{"from":"processing"}')
      then 'processing' else 'requested' end
    where id = wanted;
  perform public.log_staff(staff, 'order-given-back', 'order', wanted::text, held.user_id);
  return 'done';
end $$;

-- Names the price of an open order that has none.
create function public.desk_price_order(staff jsonb, wanted uuid, ksh integer, mails jsonb) returns text
language plpgsql set search_path = '' as $$
declare
  held public.orders;
begin
  select * into held from public.orders where id = wanted for update;
  if held.id is null then return null; end if;
  if public.is_own_order_line(staff, wanted, 'order-priced', jsonb_build_object('ksh', ksh)) then return 'same'; end if;
  if held.price_ksh <> 0 or held.status in ('done', 'failed') or held.taken_by <> (staff ->> 'id')::uuid then
    return 'lost';
  end if;
  update public.orders set price_ksh = ksh, price_named_at = now() where id = wanted;
  perform public.log_staff(staff, 'order-priced', 'order', wanted::text, held.user_id, jsonb_build_object('ksh', ksh));
  perform public.queue_mail(one.mail) from jsonb_array_elements(mails) as one (mail);
  return 'done';
end $$;

-- Ends an order, for good. `ending` has `status`, and `said`: what the log keeps of it. Failed: `reason`, for the customer, and
-- said.refundKsh. Done: said.until, the name's last day; said.ssl, the state of its certificate; `seen`, the date that the form
-- showed, null if it showed none. Also returns 'name' if the name is another customer's, 'moved' if its date has changed since it
-- was shown, and 'nameless' if the customer has no such name.
create function public.desk_end_order(staff jsonb, wanted uuid, ending jsonb, mails jsonb) returns text
language plpgsql set search_path = '' as $$
declare
  me uuid := staff ->> 'id';
  is_done boolean := ending ->> 'status' = 'done';
  line text := 'order-' || (ending ->> 'status');
  until timestamptz := ((ending -> 'said' ->> 'until')::date + time '12:00') at time zone 'Africa/Nairobi';
  held public.orders;
  known public.domains;
begin
  select * into held from public.orders where id = wanted for update;
  if held.id is null then return null; end if;
  if held.status = ending ->> 'status' and held.reason is not distinct from ending ->> 'reason'
    and public.is_own_order_line(staff, wanted, line, ending -> 'said') then return 'same'; end if;
  if not public.is_order_left(held) and (held.status <> 'processing' or held.taken_by is distinct from me) then
    return 'lost';
  end if;

  if is_done and held.kind in ('register', 'transfer', 'renew') then
    select * into known from public.domains where lower(name) = lower(held.domain) for update;
    if known.user_id <> held.user_id then return 'name'; end if;
    if known.expiry_date is distinct from (ending ->> 'seen')::timestamptz then return 'moved'; end if;
    if known.id is not null then
      update public.domains set expiry_date = until where id = known.id;
    elsif held.kind = 'renew' then
      return 'nameless';
    else
      insert into public.domains (user_id, name, expiry_date) values (held.user_id, held.domain, until)
        on conflict (lower(name)) do nothing;
      if not found then return 'moved'; end if;
    end if;
  elsif is_done and held.kind = 'certificate' then
    update public.domains set ssl_status = ending -> 'said' ->> 'ssl'
      where user_id = held.user_id and lower(name) = lower(held.domain);
    if not found then return 'nameless'; end if;
  end if;

  update public.orders set status = ending ->> 'status', reason = ending ->> 'reason', taken_by = me,
    taken_at = coalesce(taken_at, now()), refund_due_ksh = coalesce((ending -> 'said' ->> 'refundKsh')::integer, 0)
    where id = wanted;
  perform public.log_staff(staff, line, 'order', wanted::text, held.user_id, ending -> 'said');
  perform public.queue_mail(one.mail) from jsonb_array_elements(mails) as one (mail);
  return 'done';
end $$;

-- Says that the customer gets money back for an ended order, once, at most its price.
create function public.desk_refund_order(staff jsonb, wanted uuid, ksh integer, mails jsonb) returns text
language plpgsql set search_path = '' as $$
declare
  said jsonb := jsonb_build_object('ksh', ksh);
  held public.orders;
begin
  select * into held from public.orders where id = wanted for update;
  if held.id is null then return null; end if;
  if public.is_own_order_line(staff, wanted, 'order-refund-due', said) then return 'same'; end if;
  if held.status not in ('done', 'failed') or held.refund_due_ksh > 0 or ksh > held.price_ksh then return 'lost'; end if;
  update public.orders set refund_due_ksh = ksh where id = wanted;
  perform public.log_staff(staff, 'order-refund-due', 'order', wanted::text, held.user_id, said);
  perform public.queue_mail(one.mail) from jsonb_array_elements(mails) as one (mail);
  return 'done';
end $$;

-- Notes that the money was paid back.
-- Only for orders without a bill: the bill says what is paid back for the others.
create function public.desk_order_refunded(staff jsonb, wanted uuid) returns text
language plpgsql set search_path = '' as $$
declare
  held public.orders;
begin
  select * into held from public.orders where id = wanted for update;
  if held.id is null then return null; end if;
  if public.is_own_order_line(staff, wanted, 'order-refunded') then return 'same'; end if;
  if held.refund_due_ksh = 0 or held.refunded_at is not null or held.bill_id is not null then return 'lost'; end if;
  update public.orders set refunded_at = now() where id = wanted;
  perform public.log_staff(staff, 'order-refunded', 'order', wanted::text, held.user_id,
    jsonb_build_object('ksh', held.refund_due_ksh));
  return 'done';
end $$;

-- Returns the code of a transfer to the member of staff who has the order, and logs that it was shown; else null.
create function public.desk_transfer_code(staff jsonb, wanted uuid) returns text
language plpgsql set search_path = '' as $$
declare
  held public.orders;
begin
  select * into held from public.orders
    where id = wanted and status = 'processing' and taken_by = (staff ->> 'id')::uuid and payload ? 'authCode' for update;
  if held.id is null then return null; end if;
  perform public.log_staff(staff, 'order-code-shown', 'order', wanted::text, held.user_id);
  return held.payload ->> 'authCode';
end $$;

-- An order for its page at the desk: its row without a transfer's code, its customer, its name, and the last 200 lines of its log
-- and notes.
create function public.desk_order(wanted uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select to_jsonb(held) - 'idempotency_key' - 'press' || jsonb_build_object(
    'payload', held.payload - 'authCode',
    'has_code', held.payload ? 'authCode',
    'is_left', public.is_order_left(held),
    'taken_name', public.staff_name(held.taken_by),
    'customer', (select jsonb_build_object('email', email, 'name', raw_user_meta_data ->> 'full_name',
      'phone', raw_user_meta_data ->> 'contact_phone') from auth.users where id = held.user_id),
    'name', (select jsonb_build_object('is_own', user_id = held.user_id, 'expiry_date', expiry_date,
      'ssl_status', ssl_status) from public.domains where lower(name) = lower(held.domain)),
    'trail', coalesce((select jsonb_agg(line) from (
      select staff, coalesce(public.staff_name(staff), staff_email) as name, at, did, detail from public.desk_log
      where about_kind = 'order' and about_id = wanted::text order by id desc limit 200) as line), '[]'),
    'notes', coalesce((select jsonb_agg(note) from (
      select author, body, created_at from public.desk_notes
      where about_kind = 'order' and about_id = wanted::text order by created_at desc, id limit 200) as note), '[]'))
  from public.orders as held where held.id = wanted;
$$;

-- Orders for the list at the desk and how many there are: of these states, kinds, a part of the name or the whole number. Nothing of
-- the customer is in it.
create function public.desk_orders(
  states text[], kinds text[], words text, is_refund_due boolean, is_oldest_first boolean, most integer, skipped integer
) returns jsonb
language sql stable set search_path = '' as $$
  with found as (
    select id, kind, domain, status, price_ksh, created_at, updated_at, taken_at, price_named_at, refund_due_ksh,
      refunded_at, taken_by, public.is_order_left(held) as is_left
    from public.orders as held
    where status = any (states) and kind = any (kinds) and (not is_refund_due or (refund_due_ksh > 0 and refunded_at is null))
      and (words = '' or strpos(lower(domain), words) > 0 or left(id::text, 8) = replace(words, '-', ''))
  ), page as (
    select found.* from found order by
      case when is_oldest_first then created_at end, case when not is_oldest_first then created_at end desc, id
      limit most offset skipped
  )
  select jsonb_build_object('count', (select count(*) from found), 'orders', coalesce((
    select jsonb_agg(to_jsonb(page) - 'taken_by' || jsonb_build_object('taken_name', public.staff_name(page.taken_by)))
    from page), '[]'));
$$;

-- The sum of a bill's orders that have not failed.
create function public.payable_ksh(bill uuid) returns integer
language sql stable set search_path = '' as $$
  select coalesce(sum(price_ksh), 0)::integer from public.orders where bill_id = bill and status <> 'failed';
$$;

-- Takes the failed orders off a bill that is not paid: it becomes the sum of what is still ordered. What was paid already covers it, and
-- what is above is surplus. While a phone shows the old amount, and when all orders have failed, the bill stays as it is. The caller has
-- locked the bill.
-- A bill also leaves its failed orders behind if the others came to the same sum.
create function public.shrink_bill(bill uuid) returns void
language plpgsql set search_path = '' as $$
declare
  payable integer := public.payable_ksh(bill);
  its_bill public.bills;
begin
  select * into its_bill from public.bills where id = bill;
  if its_bill.paid_at is not null or payable = 0
    or (payable = its_bill.amount_ksh and not exists (select from public.orders where bill_id = bill and status = 'failed'))
    or exists (select from public.payment_prompts where bill_id = bill and state in ('asking', 'sent')) then return; end if;
  update public.bills set amount_ksh = payable, paid_ksh = least(paid_ksh, payable),
      surplus_ksh = surplus_ksh + greatest(0, paid_ksh - payable)
    where id = bill;
  update public.orders set bill_id = null where bill_id = bill and status = 'failed';
  if its_bill.paid_ksh >= payable then
    perform public.pay_bill(bill);
    update public.bills set shrunk_at = now() where id = bill;
    -- The customer was told that something is missing, and is now told of the receipt.
    update public.payments set told_at = null where code = public.last_counted(bill);
  end if;
end $$;

-- An order that failed is not to be paid any more: the bill becomes smaller, or, once anything is paid, its price is due back.
-- An order that fails after its bill was paid is listed at the desk as to be paid back.
create function public.bill_follows_order() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  its_bill public.bills;
  payable integer;
begin
  select * into its_bill from public.bills where id = new.bill_id for update;
  payable := public.payable_ksh(new.bill_id);
  if its_bill.paid_at is null then
    perform public.shrink_bill(new.bill_id);
  else
    update public.bills set refund_due_ksh = greatest(0, amount_ksh - payable),
        refunded_at = case when amount_ksh - payable > refund_due_ksh then null else refunded_at end
      where id = new.bill_id;
    update public.orders set refund_due_ksh = price_ksh where id = new.id and status = 'failed' and refund_due_ksh = 0;
  end if;
  return null;
end $$;

-- Takes a paid bill whose orders are not carried out yet, for so many seconds, with the customer's address and name.
create function public.claim_paid_bill(seconds integer) returns table (bill jsonb, email text, full_name text)
language sql security definer set search_path = '' as $$
  with taken as (
    update public.bills set claimed_until = now() + make_interval(secs => seconds)
    where id = (
      select id from public.bills
      where paid_at is not null and fulfilled_at is null and (claimed_until is null or claimed_until <= now())
      order by paid_at limit 1 for update skip locked
    )
    returning *)
  select to_jsonb(taken), customer.email::text, customer.raw_user_meta_data ->> 'full_name'
  from taken join auth.users as customer on customer.id = taken.user_id;
$$;

-- Stores that a bill's orders were carried out or handed over, and tells the agency. False if that was stored before.
-- A bill that was opened again meanwhile is not carried out.
create function public.finish_bill(bill uuid, messages jsonb, mails jsonb) returns boolean
language plpgsql set search_path = '' as $$
begin
  update public.bills set fulfilled_at = now(), claimed_until = null where id = bill and fulfilled_at is null and paid_at is not null;
  if not found then return false; end if;
  perform public.tell_agency(messages, mails);
  return true;
end $$;

-- What is to be paid back for orders of a bill that were not carried out, in shillings.
create function public.refund_left(bill public.bills) returns integer
language sql stable set search_path = '' as $$
  select greatest(0, case when bill.paid_at is null and public.payable_ksh(bill.id) = 0 then bill.paid_ksh
    else bill.refund_due_ksh end - bill.refunded_ksh);
$$;

-- The same for orders that had failed when the money came.
create function public.orders_follow_bill() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.orders set refund_due_ksh = price_ksh where bill_id = new.id and status = 'failed' and refund_due_ksh = 0;
  return null;
end $$;

-- Whether an order of a bill was carried out, or the site began it. Of an unpaid bill that is so after a payment turned out void.
create function public.has_begun_orders(bill uuid) returns boolean
language sql stable set search_path = '' as $$
  select exists (select from public.orders
    where bill_id = bill and (status = 'done' or (status = 'processing' and taken_by is null)));
$$;

-- Stores that a customer was reminded of a bill, and queues the mails. False if that was stored before.
-- After the last reminder the bill has a day on which it ends, unless its orders were begun.
create function public.remind_bill(bill uuid, seen integer, mails jsonb) returns boolean
language plpgsql set search_path = '' as $$
begin
  update public.bills set reminders = seen + 1,
      ends_at = case when seen = 2 and not public.has_begun_orders(id)
        then greatest(opened_at + interval '30 days', now() + interval '3 days') end
    where id = bill and reminders = seen and paid_at is null;
  if not found then return false; end if;
  perform public.queue_mail(one.mail) from jsonb_array_elements(mails) as one (mail);
  return true;
end $$;

-- An order that a person must look at first gets its bill when staff agree to it. Source: docs/product.md, "Orders at the desk".
-- Opens the bill of an open order: with `ksh` it first names that price (desk_price_order), without it accepts the price that the
-- order has. `bill` has the keys id and reference. Returns what desk_price_order returns; 'lost' also if the order has a bill.
create function public.desk_bill_order(staff jsonb, wanted uuid, ksh integer, bill jsonb, mails jsonb) returns text
language plpgsql set search_path = '' as $$
declare
  held public.orders;
  priced text;
begin
  select * into held from public.orders where id = wanted for update;
  if held.id is null then return null; end if;
  if ksh is not null then
    priced := public.desk_price_order(staff, wanted, ksh, mails);
    if priced <> 'done' then return priced; end if;
  else
    if public.is_own_order_line(staff, wanted, 'order-accepted') then return 'same'; end if;
    -- An order without a member of staff that is processing is carried out by the site.
    if held.bill_id is not null or held.price_ksh = 0 or (held.status <> 'requested'
      and (held.status <> 'processing' or held.taken_by is distinct from (staff ->> 'id')::uuid)) then
      return 'lost';
    end if;
    perform public.log_staff(staff, 'order-accepted', 'order', wanted::text, held.user_id,
      jsonb_build_object('ksh', held.price_ksh));
    perform public.queue_mail(one.mail) from jsonb_array_elements(mails) as one (mail);
  end if;
  insert into public.bills (id, user_id, reference, amount_ksh)
    values ((bill ->> 'id')::uuid, held.user_id, bill ->> 'reference', coalesce(ksh, held.price_ksh));
  update public.orders set bill_id = (bill ->> 'id')::uuid where id = wanted;
  return 'done';
end $$;

-- The total price in KSh of the orders that the site has asked the provider for since a moment, without one order.
create function public.sum_asked_orders(since timestamptz, except_order uuid) returns bigint
language sql stable set search_path = '' as $$
  select coalesce(sum(price_ksh), 0) from public.orders
  where asked_at >= since and status in ('processing', 'done') and id <> except_order;
$$;

-- Shrinks the bills whose orders failed while a phone was asked. Returns how many there were.
create function public.shrink_bills(most integer) returns integer
language plpgsql set search_path = '' as $$
declare
  one uuid;
  count integer := 0;
begin
  for one in
    select bill.id from public.bills as bill
    where bill.paid_at is null and exists (select from public.orders where bill_id = bill.id and status = 'failed')
      and public.payable_ksh(bill.id) > 0
      and not exists (select from public.payment_prompts where bill_id = bill.id and state in ('asking', 'sent'))
    order by bill.opened_at limit most
  loop
    perform from public.bills where id = one for update;
    perform public.shrink_bill(one);
    count := count + 1;
  end loop;
  return count;
end $$;

-- Whether nothing was paid or reported for a bill, and no phone is asked for it: then its orders may be cancelled or changed. The caller
-- has locked it.
-- A void payment was no money.
create function public.is_bill_untouched(bill uuid) returns boolean
language plpgsql set search_path = '' as $$
begin
  update public.payment_prompts set state = 'unknown'
    where bill_id = bill and state in ('asking', 'sent') and asked_at <= now() - interval '120 seconds';
  return exists (select from public.bills where id = bill and paid_at is null and paid_ksh = 0 and typed_code is null)
    and not exists (select from public.payments where bill_id = bill and state not in ('returned', 'void'))
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
  select * into held from public.orders where id = wanted and user_id = customer and status <> 'failed' for update;
  if not found then
    select * into held from public.orders where id = wanted and user_id = customer;
    return held;
  end if;
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
  perform public.shrink_bill(held.bill_id);
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
      and not exists (select from public.payments where bill_id = bill.id and state not in ('returned', 'void'))
    order by bill.ends_at limit most
  loop
    perform from public.orders where bill_id = one and status <> 'failed' order by id for update;
    perform from public.bills where id = one for update;
    continue when not public.is_bill_untouched(one);
    update public.bills set ends_at = null where id = one;
    update public.orders set status = 'failed', reason = 'It was not paid within 30 days'
      where bill_id = one and (status = 'requested' or (status = 'processing' and taken_by is not null));
    count := count + 1;
  end loop;
  return count;
end $$;

create trigger order_changes before update on public.orders
  for each row execute function public.order_changes();

create trigger forget_desk_notes after delete on public.orders
  for each row execute function public.forget_desk_notes('order');

create trigger bill_follows_order after update of status on public.orders
  for each row when (new.bill_id is not null and old.status <> new.status) execute function public.bill_follows_order();

create trigger orders_follow_bill after update of paid_at on public.bills
  for each row when (old.paid_at is null and new.paid_at is not null and new.refund_due_ksh > 0)
  execute function public.orders_follow_bill();
