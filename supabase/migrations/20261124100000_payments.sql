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
  -- When its orders were carried out or handed to the agency, and which process is doing so.
  fulfilled_at timestamptz,
  claimed_until timestamptz,
  -- How many reminders to pay were sent.
  reminders integer not null default 0
);
create index bills_of_user on public.bills (user_id, opened_at desc);
create index bills_to_fulfil on public.bills (paid_at) where paid_at is not null and fulfilled_at is null;

alter table public.orders add column bill_id uuid references public.bills (id);
create index orders_of_bill on public.orders (bill_id);

create table public.payment_prompts (
  id uuid primary key default gen_random_uuid(),
  bill_id uuid not null references public.bills (id),
  user_id uuid not null references auth.users (id) on delete restrict,
  -- After 30 days only the last three digits.
  phone_e164 text not null check (length(phone_e164) between 3 and 20),
  amount_ksh integer not null check (amount_ksh > 0),
  state text not null default 'asking' check (state in ('asking', 'sent', 'paid', 'refused', 'unknown')),
  merchant_request_id text check (length(merchant_request_id) <= 100),
  checkout_request_id text unique check (length(checkout_request_id) <= 100),
  result_code text check (length(result_code) <= 40),
  result_text text check (length(result_text) <= 200),
  asked_at timestamptz not null default now(),
  -- When the provider is asked next how the prompt ended, and how often it was.
  next_query_at timestamptz,
  queries integer not null default 0
);
-- The lock against a second prompt.
create unique index one_open_prompt on public.payment_prompts (bill_id) where state in ('asking', 'sent');
create index prompts_of_bill on public.payment_prompts (bill_id, asked_at desc);
create index prompts_to_query on public.payment_prompts (next_query_at) where next_query_at is not null;

create table public.payments (
  code text primary key check (code ~ '^[A-Z0-9]{6,20}$'),
  user_id uuid references auth.users (id) on delete restrict,
  bill_id uuid references public.bills (id),
  prompt_id uuid references public.payment_prompts (id),
  amount_ksh integer not null check (amount_ksh > 0),
  paid_at timestamptz not null,
  -- How we first heard of it.
  source text not null check (source in ('stk', 'paybill', 'pull', 'staff')),
  typed_reference text check (length(typed_reference) <= 40),
  -- What proves it. A callback alone ("token") is enough for small amounts only.
  confirmed_by text check (confirmed_by in ('query', 'pull', 'status', 'token', 'staff')),
  confirmed_at timestamptz,
  -- Two sources gave different amounts or bills: a person decides.
  is_disputed boolean not null default false,
  state text not null check (state in ('held', 'counted', 'surplus', 'unmatched', 'returned')),
  entered_by uuid references auth.users (id) on delete set null,
  received_at timestamptz not null default now(),
  -- When the customer was told of it, and when the agency was asked to look at it.
  told_at timestamptz,
  flagged_at timestamptz
);
create index payments_of_bill on public.payments (bill_id);
create index payments_of_prompt on public.payments (prompt_id);
create index payments_to_tell on public.payments (received_at) where told_at is null;

-- What the provider posted, without names and phone numbers, stored before it is processed.
create table public.payment_callbacks (
  key text primary key check (length(key) between 5 and 300),
  source text not null check (source in ('stk', 'paybill')),
  prompt_id uuid references public.payment_prompts (id),
  body jsonb not null,
  received_at timestamptz not null default now(),
  address_hash text,
  handled_at timestamptz,
  attempts integer not null default 0,
  claimed_until timestamptz,
  -- Why a person has to look at it.
  problem text check (length(problem) <= 200)
);
create index callbacks_to_handle on public.payment_callbacks (received_at) where handled_at is null;

-- The last receipt number of each year in Nairobi: no number is left out.
create table public.receipt_numbers (year text primary key, last integer not null);

do $$
declare
  name text;
begin
  foreach name in array array['bills', 'payment_prompts', 'payments', 'payment_callbacks', 'receipt_numbers'] loop
    execute format('alter table public.%I enable row level security', name);
    execute format('revoke all on public.%I from anon, authenticated', name);
    execute format('grant select, insert, update, delete on public.%I to service_role', name);
  end loop;
  foreach name in array array['bills', 'payment_prompts', 'payments'] loop
    execute format('grant select on public.%I to authenticated', name);
    execute format('create policy "Customers read their own" on public.%I for select to authenticated
      using ((select auth.uid()) = user_id)', name);
    execute format('create policy "The second step is passed" on public.%I as restrictive for select to authenticated
      using ((select public.has_stepped()))', name);
  end loop;
end $$;

-- As before, and with a bill for the payable ones among the orders: {"id", "reference", "orders": [ids]}.
create function public.place_orders_with_bill(
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

-- The same of a single order.
create function public.place_order_with_bill(
  made jsonb, same_from timestamptz, day_began timestamptz, most integer, messages jsonb, mails jsonb, hold integer, bill jsonb
) returns jsonb
language plpgsql set search_path = '' as $$
declare
  placed jsonb := public.place_orders_with_bill(jsonb_build_array(made), same_from, day_began, most, messages, mails, hold, bill);
begin
  if placed is null then return null; end if;
  return jsonb_build_object('order', placed -> 'orders' -> 0, 'is_new', placed -> 'is_new');
end $$;

-- The sum of a bill's orders that have not failed.
create function public.payable_ksh(bill uuid) returns integer
language sql stable set search_path = '' as $$
  select coalesce(sum(price_ksh), 0)::integer from public.orders where bill_id = bill and status <> 'failed';
$$;

-- An order that failed is not to be paid any more: the bill becomes smaller, or, once anything is paid, its price is due back.
create function public.bill_follows_order() returns trigger
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
  elsif its_bill.paid_ksh = 0 and payable > 0 and not exists (
    select from public.payment_prompts where bill_id = new.bill_id and state in ('asking', 'sent')) then
    update public.bills set amount_ksh = payable where id = new.bill_id;
  end if;
  return null;
end $$;
create trigger bill_follows_order after update of status on public.orders
  for each row when (new.bill_id is not null and old.status <> new.status) execute function public.bill_follows_order();

-- Opens a prompt for what is missing of a bill. While one is open, or money of the bill is being checked, there is no second one:
-- gives back the last prompt. Null if there is nothing to pay.
create function public.open_prompt(bill uuid, phone text) returns jsonb
language plpgsql set search_path = '' as $$
declare
  its_bill public.bills;
  prompt public.payment_prompts;
begin
  select * into its_bill from public.bills where id = bill for update;
  if not found or its_bill.paid_ksh >= its_bill.amount_ksh or public.payable_ksh(bill) = 0 then return null; end if;
  update public.payment_prompts set state = 'unknown'
    where bill_id = bill and state in ('asking', 'sent') and asked_at <= now() - interval '120 seconds';
  select * into prompt from public.payment_prompts where bill_id = bill order by asked_at desc, id limit 1;
  if prompt.state in ('asking', 'sent')
    -- Paid, says the provider, but the payment itself has not arrived.
    or (prompt.state = 'paid' and prompt.asked_at > now() - interval '1 day'
      and not exists (select from public.payments where prompt_id = prompt.id))
    or exists (select from public.payments where bill_id = bill and state = 'held' and received_at > now() - interval '1 day')
  then
    return jsonb_build_object('prompt', case when prompt.id is not null then to_jsonb(prompt) end, 'is_new', false);
  end if;
  insert into public.payment_prompts (bill_id, user_id, phone_e164, amount_ksh)
    values (bill, its_bill.user_id, phone, its_bill.amount_ksh - its_bill.paid_ksh) returning * into prompt;
  return jsonb_build_object('prompt', to_jsonb(prompt), 'is_new', true);
end $$;

-- When the provider is asked next about a prompt: after 20, 45, 75 and 120 seconds, then every 5 minutes for an hour, then every
-- hour for a day.
create function public.next_query(asked_at timestamptz) returns timestamptz
language sql stable set search_path = '' as $$
  select min(asked_at + make_interval(secs => step)) from (
    select unnest(array[20, 45, 75, 120]) union select generate_series(420, 3600, 300)
    union select generate_series(7200, 86400, 3600)) as steps (step)
  where asked_at + make_interval(secs => step) > now();
$$;

-- Stores that the provider accepted a prompt, and its numbers, which a callback may have brought before. Gives back the number that
-- is stored.
create function public.mark_prompt_sent(prompt uuid, merchant text, checkout text) returns text
language sql set search_path = '' as $$
  update public.payment_prompts set merchant_request_id = coalesce(merchant_request_id, merchant),
    checkout_request_id = coalesce(checkout_request_id, checkout),
    state = case state when 'asking' then 'sent' else state end,
    next_query_at = case when state in ('asking', 'unknown') then public.next_query(asked_at) else next_query_at end
  where id = prompt returning checkout_request_id;
$$;

-- Ends a prompt as paid, refused or unknown. One that money has come from stays paid.
create function public.end_prompt(prompt uuid, outcome text, code text, words text) returns void
language sql set search_path = '' as $$
  update public.payment_prompts set state = outcome, result_code = code, result_text = words,
    next_query_at = case when outcome = 'unknown' then next_query_at end
  where id = prompt and state in ('asking', 'sent', 'unknown')
    and not exists (select from public.payments where prompt_id = prompt);
$$;

-- Takes the prompt about which the provider is to be asked, and sets the time of the next query. Prompts of which nothing was heard
-- for two minutes become unknown.
create function public.claim_prompt_query() returns setof public.payment_prompts
language sql set search_path = '' as $$
  update public.payment_prompts set state = 'unknown'
    where state in ('asking', 'sent') and asked_at <= now() - interval '120 seconds';
  update public.payment_prompts set queries = queries + 1, next_query_at = public.next_query(asked_at)
  where id = (
    select id from public.payment_prompts
    where next_query_at <= now() and checkout_request_id is not null
    order by next_query_at limit 1 for update skip locked
  )
  returning *;
$$;

-- Stores a callback once.
create function public.keep_callback(kept jsonb) returns void
language sql set search_path = '' as $$
  insert into public.payment_callbacks (key, source, prompt_id, body, address_hash)
    select said.key, said.source, said.prompt_id, said.body, said.address_hash
    from jsonb_populate_record(null::public.payment_callbacks, kept) as said
  on conflict (key) do nothing;
$$;

-- Takes the oldest callback that is not handled, for so many seconds.
create function public.claim_callback(seconds integer) returns setof public.payment_callbacks
language sql set search_path = '' as $$
  update public.payment_callbacks set attempts = attempts + 1, claimed_until = now() + make_interval(secs => seconds)
  where key = (
    select key from public.payment_callbacks
    where handled_at is null and attempts < 100 and (claimed_until is null or claimed_until <= now())
    order by received_at limit 1 for update skip locked
  )
  returning *;
$$;

create function public.end_callback(callback text, why text) returns void
language sql set search_path = '' as $$
  update public.payment_callbacks set handled_at = now(), claimed_until = null, problem = left(why, 200)
  where key = callback;
$$;

-- Counts a confirmed payment for its bill, once. Nothing else changes what is paid. When the bill is paid, it gets the next receipt
-- number of the year. The caller has locked the bill.
create function public.settle_payment(payment text) returns text
language plpgsql set search_path = '' as $$
declare
  money public.payments;
  its_bill public.bills;
  missing integer;
  this_year text := to_char(now() at time zone 'Africa/Nairobi', 'YYYY');
  count integer;
begin
  select * into its_bill from public.bills where id = (select bill_id from public.payments where code = payment) for update;
  select * into money from public.payments where code = payment for update;
  if money.state <> 'held' or money.confirmed_by is null or money.is_disputed or its_bill.id is null then
    return money.state;
  end if;
  missing := its_bill.amount_ksh - its_bill.paid_ksh;
  update public.payments set state = case when missing > 0 then 'counted' else 'surplus' end where code = payment;
  update public.bills set paid_ksh = paid_ksh + least(missing, money.amount_ksh),
      surplus_ksh = surplus_ksh + greatest(0, money.amount_ksh - missing)
    where id = its_bill.id;
  update public.payment_prompts set next_query_at = null where id = money.prompt_id;
  if missing > 0 and money.amount_ksh >= missing then
    insert into public.receipt_numbers as known values (this_year, 1)
      on conflict (year) do update set last = known.last + 1 returning last into count;
    update public.bills set paid_at = now(), number = this_year || '-' || lpad(count::text, greatest(5, length(count::text)), '0'),
        refund_due_ksh = greatest(0, amount_ksh - public.payable_ksh(id))
      where id = its_bill.id;
  end if;
  return case when missing > 0 then 'counted' else 'surplus' end;
end $$;

-- Writes a payment that we heard of, or adds what another source says of it, and counts it if it is confirmed. Two different amounts
-- or bills make it disputed; the provider's list settles a dispute if it has the amount that we know. Gives back the row. `given` has
-- the columns, and "reference", the bill's.
create function public.record_payment(given jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  said public.payments := jsonb_populate_record(null::public.payments, given);
  its_bill public.bills;
  kept public.payments;
begin
  select * into its_bill from public.bills where id = coalesce(said.bill_id,
      (select bill_id from public.payment_prompts where id = said.prompt_id),
      (select id from public.bills where reference = given ->> 'reference'),
      (select bill_id from public.payments where code = said.code)) for update;
  insert into public.payments as known (code, user_id, bill_id, prompt_id, amount_ksh, paid_at, source, typed_reference,
      confirmed_by, confirmed_at, is_disputed, entered_by, state)
    values (said.code, its_bill.user_id, its_bill.id, said.prompt_id, said.amount_ksh, said.paid_at, said.source,
      said.typed_reference, said.confirmed_by, case when said.confirmed_by is not null then now() end,
      coalesce(said.is_disputed, false), said.entered_by,
      case when its_bill.id is null then 'unmatched' else 'held' end)
    on conflict (code) do update set
      bill_id = coalesce(known.bill_id, excluded.bill_id), user_id = coalesce(known.user_id, excluded.user_id),
      prompt_id = coalesce(known.prompt_id, excluded.prompt_id),
      typed_reference = coalesce(known.typed_reference, excluded.typed_reference),
      is_disputed = known.amount_ksh <> excluded.amount_ksh or coalesce(known.bill_id <> excluded.bill_id, false)
        or ((known.is_disputed or excluded.is_disputed) and excluded.confirmed_by is distinct from 'pull'),
      confirmed_by = coalesce(known.confirmed_by, excluded.confirmed_by),
      confirmed_at = coalesce(known.confirmed_at, excluded.confirmed_at),
      state = case when known.state = 'unmatched' and excluded.bill_id is not null then 'held' else known.state end
    returning * into kept;
  update public.payment_prompts set state = 'paid', result_code = '0', result_text = null,
      next_query_at = case when kept.confirmed_by is null then now() end
    where id = said.prompt_id;
  perform public.settle_payment(kept.code);
  return (select to_jsonb(written) from public.payments as written where code = kept.code);
end $$;

-- Confirms a payment that is held and counts it. A person may also settle a dispute. Gives back its state.
create function public.confirm_payment(payment text, by text) returns text
language plpgsql set search_path = '' as $$
begin
  perform from public.bills where id = (select bill_id from public.payments where code = payment) for update;
  update public.payments set confirmed_by = by, confirmed_at = now(), is_disputed = is_disputed and by <> 'staff'
    where code = payment and state = 'held' and (by = 'staff' or (confirmed_by is null and not is_disputed));
  return public.settle_payment(payment);
end $$;

-- The provider contradicts itself about a payment: a person or its list decides.
create function public.dispute_payment(payment text) returns void
language sql set search_path = '' as $$
  update public.payments set is_disputed = true where code = payment and state = 'held' and confirmed_by is null;
$$;

-- A person says to which bill a payment belongs. Gives back its state.
create function public.match_payment(payment text, bill uuid, staff uuid) returns text
language plpgsql set search_path = '' as $$
begin
  perform from public.bills where id = bill for update;
  update public.payments set bill_id = bill, user_id = (select user_id from public.bills where id = bill), state = 'held',
      entered_by = staff
    where code = payment and state in ('unmatched', 'held');
  return public.confirm_payment(payment, 'staff');
end $$;

-- A person has sent a payment back: one that counts for no bill, or a whole surplus. False if it counts.
create function public.return_payment(payment text, staff uuid) returns boolean
language plpgsql set search_path = '' as $$
declare
  money public.payments;
begin
  perform from public.bills where id = (select bill_id from public.payments where code = payment) for update;
  select * into money from public.payments where code = payment and state in ('unmatched', 'held', 'surplus') for update;
  if not found then return false; end if;
  update public.payments set state = 'returned', entered_by = staff where code = payment;
  if money.state = 'surplus' then
    update public.bills set surplus_ksh = surplus_ksh - money.amount_ksh where id = money.bill_id;
  end if;
  return true;
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
create function public.finish_bill(bill uuid, messages jsonb, mails jsonb) returns boolean
language plpgsql set search_path = '' as $$
begin
  update public.bills set fulfilled_at = now(), claimed_until = null where id = bill and fulfilled_at is null;
  if not found then return false; end if;
  perform public.tell_agency(messages, mails);
  return true;
end $$;

-- Payments of which the customer is to be told, oldest first, with the bill as it is now.
create function public.payments_to_tell(most integer)
returns table (payment jsonb, bill jsonb, email text, full_name text)
language sql stable security definer set search_path = '' as $$
  select to_jsonb(money), to_jsonb(bill), customer.email::text, customer.raw_user_meta_data ->> 'full_name'
  from public.payments as money join public.bills as bill on bill.id = money.bill_id
    join auth.users as customer on customer.id = bill.user_id
  where money.told_at is null and money.state in ('counted', 'surplus')
  order by money.received_at limit most;
$$;

-- Stores that a customer was told of a payment, and queues the mails. False if that was stored before.
create function public.tell_payment(payment text, mails jsonb) returns boolean
language plpgsql set search_path = '' as $$
begin
  update public.payments set told_at = now() where code = payment and told_at is null;
  if not found then return false; end if;
  perform public.queue_mail(one.mail) from jsonb_array_elements(mails) as one (mail);
  return true;
end $$;

-- Payments that a person has to look at, and the agency was not told of: without a bill, disputed, or not confirmed in ten minutes.
create function public.payments_to_check(most integer) returns setof public.payments
language sql stable set search_path = '' as $$
  select * from public.payments
  where flagged_at is null and (state = 'unmatched'
    or (state = 'held' and (is_disputed or received_at <= now() - interval '10 minutes')))
  order by received_at limit most;
$$;

-- Stores that the agency was told of a payment, and tells it. False if that was stored before.
create function public.flag_payment(payment text, messages jsonb, mails jsonb) returns boolean
language plpgsql set search_path = '' as $$
begin
  update public.payments set flagged_at = now() where code = payment and flagged_at is null;
  if not found then return false; end if;
  perform public.tell_agency(messages, mails);
  return true;
end $$;

-- Leaves only the last three digits of phones: after 30 days, and at once for a closed account.
create function public.forget_phones() returns void
language sql set search_path = '' as $$
  update public.payment_prompts set phone_e164 = right(phone_e164, 3)
  where asked_at < now() - interval '30 days' and length(phone_e164) > 3;
$$;
create function public.forget_phones_of_closed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.payment_prompts set phone_e164 = right(phone_e164, 3) where user_id = new.user_id;
  return null;
end $$;
create trigger forget_phones_of_closed after update of state on public.closing_requests
  for each row when (new.state = 'done') execute function public.forget_phones_of_closed();

-- A renewal order holds back the early reminders for 7 days after it was ordered or paid, or 30 days after it was done. One that
-- nobody pays stops holding them back.
create or replace function public.is_renewal_ordered(customer uuid, name text, today date) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from public.orders left join public.bills as bill on bill.id = orders.bill_id
    where orders.user_id = customer and orders.kind = 'renew' and lower(orders.domain) = lower(name)
      and ((orders.status in ('requested', 'processing')
          and (coalesce(bill.paid_at, orders.created_at) at time zone 'Africa/Nairobi')::date > today - 7)
        or (orders.status = 'done' and (orders.updated_at at time zone 'Africa/Nairobi')::date > today - 30)));
$$;

-- The server alone uses the functions; a trigger needs no right.
do $$
declare
  one regprocedure;
begin
  for one in
    select oid::regprocedure from pg_proc where pronamespace = 'public'::regnamespace and proname in (
      'place_orders_with_bill', 'place_order_with_bill', 'payable_ksh', 'bill_follows_order', 'open_prompt', 'next_query', 'mark_prompt_sent',
      'end_prompt', 'claim_prompt_query', 'keep_callback', 'claim_callback', 'end_callback', 'settle_payment', 'record_payment',
      'confirm_payment', 'dispute_payment', 'match_payment', 'return_payment', 'claim_paid_bill', 'finish_bill', 'payments_to_tell', 'tell_payment',
      'payments_to_check', 'flag_payment', 'forget_phones', 'forget_phones_of_closed') loop
    execute format('revoke execute on function %s from public, anon, authenticated', one);
    execute format('grant execute on function %s to service_role', one);
  end loop;
end $$;
