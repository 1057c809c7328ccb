-- Orders and their bills. To prevent deadlocks, a transaction locks an order first and then its bill. An order that has failed
-- is changed under the lock of its bill alone.

-- A bill is the total of the orders of one form. All amounts are whole shillings. Source: docs/decisions/057-mpesa.md.
create table public.bills (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete restrict,
  -- Who opened it. Of a bill that the site opened, the reminders of the service's end are enough.
  opened_by text not null default 'customer' check (opened_by in ('customer', 'staff', 'site')),
  -- The account number of a Pay Bill payment.
  reference text not null unique check (reference ~ '^M[0-9A-HJKMNP-TV-Z]{7}$'),
  -- Changes only while nothing is paid.
  amount_ksh integer not null check (amount_ksh > 0),
  paid_ksh integer not null default 0 check (paid_ksh between 0 and amount_ksh),
  missing_ksh integer not null generated always as (amount_ksh - paid_ksh) stored,
  surplus_ksh integer not null default 0 check (surplus_ksh >= 0),
  refund_due_ksh integer not null default 0 check (refund_due_ksh >= 0),
  opened_at timestamptz not null default now(),
  paid_at timestamptz,
  refunded_at timestamptz,
  -- The receipt's number, given when the bill is paid.
  number text unique,
  -- That number again, once the receipt is issued.
  issued_number text,
  -- Who pays, if the customer named somebody on the proforma invoice; then the receipt is for them, too.
  buyer_name text check (length(buyer_name) between 1 and 100),
  buyer_pin text check (buyer_pin ~ '^[AP][0-9]{9}[A-Z]$'),
  etims_number text check (length(etims_number) between 1 and 60),
  -- The last M-PESA code that the customer typed and whose payment had not arrived. It proves nothing.
  typed_code text check (typed_code ~ '^[A-Z0-9]{10}$'),
  -- The codes that the customer typed before `typed_code`, oldest first; empty if that is null.
  typed_before text[] not null default '{}' check (typed_code is not null or typed_before = '{}'),
  -- `fulfilled_at`: when the bill's orders were carried out or handed to the agency. `claimed_until`: until then one process is
  -- doing so.
  fulfilled_at timestamptz,
  claimed_until timestamptz,
  -- How many reminders were sent.
  reminders integer not null default 0,
  -- How much of the refund due was paid back.
  refunded_ksh integer not null default 0 check (refunded_ksh >= 0),
  -- How much was paid back of a surplus that is only a part of a payment.
  returned_ksh integer not null default 0 check (returned_ksh >= 0),
  -- How much of what is due back the customer asked to have sent, instead of keeping it as credit. What goes back is taken off.
  wanted_back_ksh integer not null default 0 check (wanted_back_ksh >= 0),
  -- Each repayment with its kind, way and code: "refund mpesa SBACK00001". The log has the same, but its lines are deleted
  -- after 730 days.
  back_codes text[] not null default '{}',
  -- The same with their times and amounts, in order, for the customer's statement: [{"at", "ksh", "way", "code"}].
  pay_backs jsonb not null default '[]',
  -- When a failed order lowered the total to what had already been paid.
  shrunk_at timestamptz,
  -- When a bill of which nothing is paid ends: 30 days after it was opened, and three days after its last reminder.
  ends_at timestamptz,
  -- Of its orders, kept by note_bill_orders: whether one is open; whether one was carried out, or the site began it. Of an unpaid bill the
  -- latter is so after a payment turned out void.
  has_open_orders boolean not null default true,
  has_begun_orders boolean not null default false,
  -- Paid, with an open order. One column, so that PostgreSQL knows how few they are.
  is_in_work boolean not null generated always as (paid_at is not null and has_open_orders) stored
);
create index bills_of_user on public.bills (user_id, opened_at desc);
-- The next six: what waits at the desk.
create index bills_in_work on public.bills (paid_at, id) where is_in_work;
create index bills_begun on public.bills (id) where paid_at is null and (paid_ksh > 0 or has_begun_orders);
create index bills_claimed on public.bills (id) where paid_at is null and typed_code is not null;
create index bills_without_receipt on public.bills (paid_at, number) where paid_at is not null and number is distinct from issued_number;
create index bills_without_etims on public.bills (paid_at, reference) where paid_at is not null and etims_number is null;
create index bills_surplus on public.bills (paid_at) where surplus_ksh > returned_ksh;
create index bills_to_refund on public.bills (paid_at) where refund_due_ksh > refunded_ksh;
create index bills_by_part on public.bills using gin (public.text_parts(reference));
create index bills_to_fulfil on public.bills (paid_at) where paid_at is not null and fulfilled_at is null;
create index bills_to_remind on public.bills (opened_at) where paid_at is null and reminders < 3 and opened_by <> 'site';
create index bills_to_end on public.bills (ends_at) where ends_at is not null and paid_at is null;
create policy "Customers read their own" on public.bills for select to authenticated using ((select auth.uid()) = user_id);

-- Everything that costs money is first an order. Written by the server alone, after the price was read again.
create table public.orders (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete restrict,
  kind text not null
    check (kind in ('renew', 'certificate', 'register', 'transfer', 'hosting', 'mail', 'extend', 'upgrade')),
  domain text not null check (length(domain) between 1 and 253),
  -- What the provider will be asked for: years, plan and the like.
  payload jsonb not null default '{}',
  -- The part of `payload` that the customer may read: all but the transfer code.
  choices jsonb not null generated always as (payload - 'authCode') stored,
  price_ksh integer not null check (price_ksh >= 0),
  status text not null default 'requested' check (status in ('requested', 'processing', 'done', 'failed')),
  -- Sent to the provider, so that the provider does not carry out the same order twice.
  idempotency_key text not null unique check (length(idempotency_key) between 1 and 200),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Why the provider refused an order that the site carries out by itself, in words for the customer.
  reason text check (length(reason) between 1 and 500),
  -- All orders of one form have the same id, such as the renewals of all names that are due. All of them are stored, or none.
  submission_id uuid not null default gen_random_uuid(),
  -- The member of staff who took or closed the order. No foreign key: the row stays when that account is deleted.
  taken_by uuid,
  taken_at timestamptz,
  -- When staff named the price of an order that had none.
  price_named_at timestamptz,
  -- `refund_due_ksh`: what we owe the customer, in whole shillings. `refunded_at`: when it was paid back.
  refund_due_ksh integer not null default 0 check (refund_due_ksh >= 0),
  refunded_at timestamptz,
  bill_id uuid references public.bills (id),
  -- When the site last asked the provider to carry an order out; null if it never did, or if the order was released.
  asked_at timestamptz,
  cancelled_at timestamptz,
  -- The service that the order creates, extends by a year ('extend') or makes larger ('upgrade').
  service_id uuid references public.services (id),
  opened_by text not null default 'customer' check (opened_by in ('customer', 'staff', 'site')),
  check (service_id is null or kind not in ('renew', 'register', 'transfer')),
  check (service_id is not null or kind not in ('extend', 'upgrade'))
);
create index orders_of_service on public.orders (service_id, created_at desc) where service_id is not null;
create index orders_of_user on public.orders (user_id, created_at desc);
-- The next six: the desk's lists.
create index orders_listed on public.orders (created_at, id);
create index orders_by_state on public.orders (status, created_at, id);
create index orders_by_kind on public.orders (kind, created_at, id);
create index orders_to_refund on public.orders (created_at, id) where refund_due_ksh > 0 and refunded_at is null;
create index orders_to_renew on public.orders (user_id, lower(domain)) where kind = 'renew';
create index orders_open on public.orders (created_at, id) where status in ('requested', 'processing');
create index orders_unbilled on public.orders (created_at, id) where bill_id is null and status in ('requested', 'processing');
create index orders_by_part on public.orders using gin (public.text_parts(lower(domain)));
create index orders_of_bill on public.orders (bill_id);
-- The next years that are ordered and not done, without those of all earlier years.
create index orders_extending on public.orders (service_id) where kind = 'extend' and status in ('requested', 'processing');
create index orders_asked on public.orders (asked_at) where asked_at is not null;
create policy "Customers read their own orders" on public.orders for select to authenticated using ((select auth.uid()) = user_id);

-- Sets `updated_at` when the status changes, and only then. Deletes the transfer code of an order that is done or has failed.
create function public.order_changes() returns trigger language plpgsql set search_path = '' as $$
begin
  if new.status <> old.status then new.updated_at := now(); end if;
  if new.status in ('done', 'failed') then
    new.payload := new.payload - 'authCode';
  end if;
  return new;
end $$;
create trigger order_changes before update on public.orders for each row execute function public.order_changes();

-- Stores the orders of one form with their bill and mails, and notifies the agency. Returns {"orders", "is_new"}. If an order
-- for the same thing is open, or is done and was placed after `done_since`, returns that order with "is_new" false and stores
-- nothing. Returns null after `max_submissions` forms of the customer since `day_start` whose bill is not paid. `bill` is
-- {"id", "reference", "orders": [ids of the payable orders]}. `staff`: who orders for the customer, with `log_detail` for the log.
-- `opened_by`: 'customer', 'staff' or 'site'.
create function public.place_orders(
  new_orders jsonb, done_since timestamptz, day_start timestamptz, max_submissions integer, messages jsonb, mails jsonb,
  delay_seconds integer, bill jsonb, staff jsonb default null, log_detail jsonb default '{}', opened_by text default 'customer'
) returns jsonb language plpgsql set search_path = '' as $$
declare
  customer uuid := new_orders -> 0 ->> 'user_id';
  this_submission uuid := gen_random_uuid();
  placed jsonb;
  its_bill uuid;
begin
  perform pg_advisory_xact_lock(hashtextextended('order ' || customer, 0));
  select jsonb_agg(to_jsonb(last) - 'payload' - 'idempotency_key' - 'user_id' - 'submission_id') into placed
    from jsonb_populate_recordset(null::public.orders, new_orders) as ordered
    cross join lateral (
      select * from public.orders as known
      where known.user_id = customer and known.kind = ordered.kind and known.domain = ordered.domain
        and (ordered.service_id is null or known.service_id = ordered.service_id)
      order by known.created_at desc limit 1) as last
    -- Two upgrades in a day are the same only if they are to the same plan.
    where last.status <> 'failed' and (last.status <> 'done' or (last.created_at > done_since
      and (ordered.kind <> 'upgrade' or last.payload = ordered.payload)));
  if placed is not null then return jsonb_build_object('orders', placed, 'is_new', false); end if;
  -- It moved to another customer after the form was read.
  if exists (select from jsonb_populate_recordset(null::public.orders, new_orders) as ordered
      join public.domains as its_domain on lower(its_domain.name) = lower(ordered.domain) and its_domain.status <> 'left'
      where ordered.kind in ('renew', 'certificate') and its_domain.user_id <> customer) then
    raise exception 'another customer has this domain';
  end if;
  if opened_by = 'customer' and (select count(distinct known.submission_id) from public.orders as known
      where known.user_id = customer and known.created_at >= day_start and known.opened_by = 'customer'
        and not exists (select from public.bills where bills.id = known.bill_id and bills.paid_at is not null)) >= max_submissions then
    return null;
  end if;
  insert into public.bills (id, user_id, opened_by, reference, amount_ksh)
    select (bill ->> 'id')::uuid, customer, place_orders.opened_by, bill ->> 'reference', sum(ordered.price_ksh)
    from jsonb_populate_recordset(null::public.orders, new_orders) as ordered
    where bill -> 'orders' ? ordered.id::text having sum(ordered.price_ksh) > 0
    returning id into its_bill;
  -- The key is a hash of customer, kind, domain, service and the previous order for these. Concurrent forms get the same key, so only
  -- one of them can be stored.
  with written as (
    insert into public.orders (id, user_id, kind, domain, payload, price_ksh, service_id, opened_by, submission_id, bill_id,
        idempotency_key)
      select ordered.id, customer, ordered.kind, ordered.domain, ordered.payload, ordered.price_ksh, ordered.service_id,
        place_orders.opened_by, this_submission, case when bill -> 'orders' ? ordered.id::text then its_bill end,
        encode(sha256(convert_to(format('["%s","%s","%s","%s"]', customer, ordered.kind, ordered.domain, coalesce((
          select known.id::text from public.orders as known
          where known.user_id = customer and known.kind = ordered.kind and known.domain = ordered.domain
          order by known.created_at desc limit 1), 'none')) || coalesce(ordered.service_id::text, ''), 'UTF8')), 'hex')
      from jsonb_populate_recordset(null::public.orders, new_orders) as ordered
      returning *)
  select jsonb_agg(to_jsonb(written) - 'payload' - 'idempotency_key' - 'user_id' - 'submission_id') into placed from written;
  if staff is not null then
    perform public.log_staff(staff, 'order-placed', 'order', ordered ->> 'id', customer, log_detail)
      from jsonb_array_elements(placed) as ordered;
  end if;
  perform public.notify_agency(messages, mails, delay_seconds);
  return jsonb_build_object('orders', placed, 'is_new', true);
end $$;

-- The sum of a bill's orders that have not failed.
create function public.payable_ksh(bill uuid) returns integer language sql stable set search_path = '' as $$
  select coalesce(sum(price_ksh), 0)::integer from public.orders where bill_id = bill and status <> 'failed';
$$;

-- Returns the state of a bill: 'paid', 'closed' (all its orders have failed), 'part' (partly paid) or 'open'.
create function public.bill_state(bill public.bills) returns text language sql stable set search_path = '' as $$
  select case when bill.missing_ksh <= 0 then 'paid' when public.payable_ksh(bill.id) = 0 then 'closed'
    when bill.paid_ksh > 0 then 'part' else 'open' end;
$$;

-- Takes the failed orders off an unpaid bill and lowers its total. What was paid above the new total becomes surplus. The bill
-- stays as it is while a phone shows a prompt with the old total, and if all orders have failed. The caller has locked the
-- bill.
create function public.shrink_bill(bill uuid) returns void language plpgsql set search_path = '' as $$
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
    -- The customer's last mail said that something is missing. The next mail brings the receipt.
    update public.payments set notified_at = null where code = public.last_counted(bill);
  end if;
end $$;

-- If an order of an unpaid bill fails, the bill shrinks; if none is left, a part of the money is due back. If an order of a paid bill fails, its price must be refunded.
create function public.bill_follows_order() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  its_bill public.bills;
  payable integer;
begin
  select * into its_bill from public.bills where id = new.bill_id for update;
  payable := public.payable_ksh(new.bill_id);
  if its_bill.paid_at is null then
    perform public.shrink_bill(new.bill_id);
    -- The customer's last mail said that something is missing. The next one says that what was paid is due back.
    if payable = 0 then update public.payments set notified_at = null where code = public.last_counted(new.bill_id); end if;
  else
    update public.bills set refund_due_ksh = greatest(0, amount_ksh - payable),
        refunded_at = case when amount_ksh - payable > refund_due_ksh then null else refunded_at end
      where id = new.bill_id;
    update public.orders set refund_due_ksh = price_ksh where id = new.id and status = 'failed' and refund_due_ksh = 0;
  end if;
  return null;
end $$;
create trigger bill_follows_order after update of status on public.orders
  for each row when (new.bill_id is not null and old.status <> new.status) execute function public.bill_follows_order();

-- Keeps `has_open_orders` and `has_begun_orders` of a bill. The order is locked before its bill.
create function public.note_bill_orders() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform from public.bills where id = new.bill_id for update;
  update public.bills set has_open_orders = noted.is_open, has_begun_orders = noted.is_begun
    from (select bool_or(status in ('requested', 'processing')) as is_open,
        bool_or(status = 'done' or (status = 'processing' and taken_by is null)) as is_begun
      from public.orders where bill_id = new.bill_id) as noted
    where id = new.bill_id and (has_open_orders, has_begun_orders) is distinct from (noted.is_open, noted.is_begun);
  return null;
end $$;
create trigger note_bill_orders after insert or update of status, taken_by, bill_id on public.orders
  for each row when (new.bill_id is not null) execute function public.note_bill_orders();

-- Claims a paid bill whose orders are not carried out yet, for `seconds`. Returns it with the customer's address and name.
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

-- Stores that a paid bill's orders were fulfilled or handed over, and notifies the agency. False if that was stored before.
create function public.finish_bill(bill uuid, messages jsonb, mails jsonb) returns boolean language plpgsql set search_path = '' as $$
begin
  update public.bills set fulfilled_at = now(), claimed_until = null where id = bill and fulfilled_at is null and paid_at is not null;
  if not found then return false; end if;
  perform public.notify_agency(messages, mails);
  return true;
end $$;

-- What is to be paid back for orders of a bill that were not carried out, in shillings.
create function public.refund_left(bill public.bills) returns integer language sql stable set search_path = '' as $$
  select greatest(0, case when bill.paid_at is null and public.payable_ksh(bill.id) = 0 then bill.paid_ksh
    else bill.refund_due_ksh end - bill.refunded_ksh);
$$;

-- The same for orders that had failed when the money came.
create function public.orders_follow_bill() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.orders set refund_due_ksh = price_ksh where bill_id = new.id and status = 'failed' and refund_due_ksh = 0;
  return null;
end $$;
create trigger orders_follow_bill after update of paid_at on public.bills
  for each row when (old.paid_at is null and new.paid_at is not null and new.refund_due_ksh > 0)
  execute function public.orders_follow_bill();

-- Returns what a bill owes its customer, in shillings: for orders that were not carried out, of payments above the bill, and of
-- payments after it was paid.
create function public.due_back(bill public.bills) returns integer language sql stable set search_path = '' as $$
  select public.refund_left(bill) + bill.surplus_ksh - bill.returned_ksh;
$$;

-- When a bill ends that is not paid after its last reminder: 30 days after it was opened, and at least three days from now. Null if
-- its orders were begun.
create function public.bill_end(bill public.bills) returns timestamptz language sql stable set search_path = '' as $$
  select case when not bill.has_begun_orders then greatest(bill.opened_at + interval '30 days', now() + interval '3 days') end;
$$;

-- Stores that a customer was reminded of a bill and queues the mails. False if another process did.
create function public.remind_bill(bill uuid, expected_reminders integer, mails jsonb) returns boolean
language plpgsql set search_path = '' as $$
begin
  update public.bills set reminders = expected_reminders + 1,
      ends_at = case when expected_reminders = 2 then public.bill_end(bills) end
    where id = bill and reminders = expected_reminders and paid_at is null;
  if not found then return false; end if;
  perform public.queue_mails(mails);
  return true;
end $$;

-- The total price in KSh of the orders that the site has asked the provider for since a moment, without one order.
create function public.sum_asked_orders(since timestamptz, except_order uuid) returns bigint language sql stable set search_path = '' as $$
  select coalesce(sum(price_ksh), 0) from public.orders
  where asked_at >= since and status in ('processing', 'done') and id <> except_order;
$$;

-- Shrinks the bills whose orders failed while a phone was asked. Returns how many there were.
create function public.shrink_bills(max_rows integer) returns integer language plpgsql set search_path = '' as $$
declare
  one uuid;
  count integer := 0;
begin
  for one in
    select bill.id from public.bills as bill
    where bill.paid_at is null and exists (select from public.orders where bill_id = bill.id and status = 'failed')
      and public.payable_ksh(bill.id) > 0
      and not exists (select from public.payment_prompts where bill_id = bill.id and state in ('asking', 'sent'))
    order by bill.opened_at limit max_rows
  loop
    perform from public.bills where id = one for update;
    perform public.shrink_bill(one);
    count := count + 1;
  end loop;
  return count;
end $$;

-- Whether M-PESA or staff know of money for a bill that does not count yet: a payment is held, a prompt is open, or the provider calls one
-- paid whose payment has not arrived. A customer cannot invent it, as a typed code. The caller has locked the bill.
create function public.is_money_known(bill uuid) returns boolean language plpgsql set search_path = '' as $$
begin
  perform public.expire_prompts(bill);
  return exists (select from public.payments where bill_id = bill and state = 'held')
    or exists (select from public.payment_prompts as prompt where bill_id = bill and (state in ('asking', 'sent')
      or (state = 'paid' and not exists (select from public.payments where prompt_id = prompt.id))));
end $$;

-- Whether no money was reported for a bill and no prompt is open, so that its orders may change. The caller has locked it.
create function public.is_bill_untouched(bill uuid) returns boolean language plpgsql set search_path = '' as $$
begin
  return not public.is_money_known(bill)
    and exists (select from public.bills where id = bill and paid_at is null and paid_ksh = 0 and typed_code is null)
    and not exists (select from public.payments where bill_id = bill and state not in ('returned', 'kept', 'void'));
end $$;

-- Locks an order of a customer and then its bill. A payment that arrives in the same moment comes before it or after it.
create function public.lock_own_order(customer uuid, order_id uuid) returns public.orders language plpgsql set search_path = '' as $$
declare its_order public.orders;
begin
  select * into its_order from public.orders where id = order_id and user_id = customer and status <> 'failed' for update;
  if not found then
    select * into its_order from public.orders where id = order_id and user_id = customer;
    return its_order;
  end if;
  perform from public.bills where id = its_order.bill_id for update;
  return its_order;
end $$;

-- Whether a customer has only asked for the price of an order: it has none and no bill. Staff may have taken it.
create function public.is_price_asked(its_order public.orders) returns boolean language sql immutable set search_path = '' as $$
  select its_order.price_ksh = 0 and its_order.bill_id is null
    and (its_order.status = 'requested' or (its_order.status = 'processing' and its_order.taken_by is not null));
$$;

-- Cancels an unpaid order of a customer. Returns 'done', also if it is cancelled; 'late' if something was paid or reported or somebody has
-- begun it; null if it is not the customer's.
create function public.cancel_order(customer uuid, order_id uuid) returns text language plpgsql set search_path = '' as $$
declare its_order public.orders := public.lock_own_order(customer, order_id);
begin
  if its_order.id is null then return null; end if;
  if its_order.cancelled_at is not null then return 'done'; end if;
  if not public.is_price_asked(its_order)
    and (not (its_order.status = 'requested' or (its_order.status = 'processing' and its_order.taken_by is not null))
      or not public.is_bill_untouched(its_order.bill_id)) then return 'late'; end if;
  update public.orders set status = 'failed', reason = 'You cancelled it', cancelled_at = now() where id = order_id;
  return 'done';
end $$;

-- Changes the years and the price of an unpaid renewal or registration. Returns what cancel_order returns.
create function public.change_order_years(customer uuid, order_id uuid, years integer, ksh integer) returns text
language plpgsql set search_path = '' as $$
declare its_order public.orders := public.lock_own_order(customer, order_id);
begin
  if its_order.id is null then return null; end if;
  if its_order.payload -> 'years' = to_jsonb(years) and its_order.price_ksh = ksh and its_order.status = 'requested' then
    return 'done';
  end if;
  if its_order.bill_id is null or its_order.status <> 'requested' or its_order.kind not in ('renew', 'register')
    or its_order.price_named_at is not null or ksh < 1
    or not public.is_bill_untouched(its_order.bill_id) then return 'late'; end if;
  update public.orders set payload = payload || jsonb_build_object('years', years), price_ksh = ksh where id = order_id;
  perform public.shrink_bill(its_order.bill_id);
  return 'done';
end $$;

-- Ends the orders of bills whose time is over: those of which nothing was paid or reported, and those overdue. What was paid of these must be
-- refunded. Returns how many bills ended.
create function public.end_unpaid_bills(max_rows integer) returns integer language plpgsql set search_path = '' as $$
declare
  one uuid;
  is_untouched boolean;
  count integer := 0;
begin
  for one in
    select bill.id from public.bills as bill
    where bill.ends_at <= now() and bill.paid_at is null and ((bill.paid_ksh = 0 and bill.typed_code is null
      and not exists (select from public.payments where bill_id = bill.id and state not in ('returned', 'kept', 'void')))
      or (public.is_bill_overdue(bill) and not exists (select from public.payments where bill_id = bill.id and state = 'held')))
    order by bill.ends_at limit max_rows
  loop
    perform from public.orders where bill_id = one and status <> 'failed' order by id for update;
    perform from public.bills where id = one for update;
    is_untouched := public.is_bill_untouched(one);
    continue when not is_untouched and (public.is_money_known(one)
      or not exists (select from public.bills where id = one and paid_at is null and public.is_bill_overdue(bills)));
    update public.bills set ends_at = null where id = one;
    update public.orders set status = 'failed',
        reason = case when is_untouched then 'It was not paid within 30 days' else 'It was not paid in full within 60 days' end
      where bill_id = one and (status = 'requested' or (status = 'processing' and taken_by is not null));
    count := count + 1;
  end loop;
  return count;
end $$;
