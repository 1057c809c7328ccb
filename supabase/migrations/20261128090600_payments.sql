-- Payments by M-PESA and in other ways, prompts and callbacks. Only settle_payment and shrink_bill change what is paid of a bill.

create table public.payment_prompts (
  id uuid primary key default gen_random_uuid(),
  bill_id uuid not null references public.bills (id),
  user_id uuid not null references auth.users (id) on delete restrict,
  -- The phone number; after 30 days only its last three digits.
  phone_e164 text not null check (length(phone_e164) between 3 and 20),
  amount_ksh integer not null check (amount_ksh > 0),
  state text not null default 'asking' check (state in ('asking', 'sent', 'paid', 'refused', 'unknown')),
  merchant_request_id text check (length(merchant_request_id) <= 100),
  checkout_request_id text unique check (length(checkout_request_id) <= 100),
  result_code text check (length(result_code) <= 40),
  result_text text check (length(result_text) <= 200),
  asked_at timestamptz not null default now(),
  -- `next_query_at`: when the provider is asked next how the prompt ended. `queries`: how often it was asked.
  next_query_at timestamptz,
  queries integer not null default 0,
  -- Whether its payment has arrived. M-PESA may call a prompt paid before that.
  has_payment boolean not null default false
);
-- Prevents a second open prompt for a bill.
create unique index one_open_prompt on public.payment_prompts (bill_id) where state in ('asking', 'sent');
create index prompts_of_user on public.payment_prompts (user_id);
create index prompts_of_bill on public.payment_prompts (bill_id, asked_at desc);
create index prompts_to_query on public.payment_prompts (next_query_at) where next_query_at is not null;
create index prompts_paid on public.payment_prompts (asked_at) where state = 'paid' and not has_payment;
create index prompts_accepted on public.payment_prompts (asked_at) where checkout_request_id is not null;
create policy "Customers read their own" on public.payment_prompts for select to authenticated using ((select auth.uid()) = user_id);

create table public.payments (
  code text primary key,
  user_id uuid references auth.users (id) on delete restrict,
  bill_id uuid references public.bills (id),
  prompt_id uuid references public.payment_prompts (id),
  amount_ksh integer not null check (amount_ksh > 0),
  paid_at timestamptz not null,
  -- How we first learned of the payment.
  source text not null check (source in ('stk', 'paybill', 'pull', 'staff', 'bank', 'cash', 'cheque', 'credit')),
  typed_reference text check (length(typed_reference) <= 40),
  -- What confirms the payment. A callback alone ("token") is enough for small amounts only.
  confirmed_by text check (confirmed_by in ('query', 'pull', 'status', 'token', 'staff', 'credit')),
  confirmed_at timestamptz,
  -- Two sources gave different amounts or bills: a person decides.
  is_disputed boolean not null default false,
  state text not null check (state in ('held', 'counted', 'surplus', 'unmatched', 'returned', 'kept', 'void')),
  -- When it was sent back, or turned out void.
  ended_at timestamptz,
  entered_by uuid references auth.users (id) on delete set null,
  received_at timestamptz not null default now(),
  -- `notified_at`: when the customer was notified. `flagged_at`: when the agency was asked to look at the payment.
  notified_at timestamptz,
  flagged_at timestamptz,
  -- `typed_ksh`: the amount that staff typed. `reported_ksh`: the amount that M-PESA reported first. In shillings; null if
  -- there was none.
  typed_ksh integer check (typed_ksh > 0),
  reported_ksh integer check (reported_ksh > 0),
  -- The bank's reference, or the number of the cash receipt or of the cheque, as it was typed.
  own_number text check (length(own_number) between 1 and 40),
  -- For a transfer our bank; for a cheque its bank and the end of its account number.
  bank text check (length(bank) between 1 and 80),
  -- The member of staff who took the cash or the cheque.
  taken_by text check (length(taken_by) between 1 and 80),
  -- An M-PESA code has no hyphen. Other codes consist of source, bank and number, so that the same payment cannot be entered
  -- twice.
  constraint payments_code_check
    check (case when source in ('bank', 'cash', 'cheque')
      then code ~ '^(BANK|CASH|CHEQUE)(-[A-Z0-9]{1,30}){1,3}$' and own_number is not null else code ~ '^[A-Z0-9]{6,20}$' end)
);
create index payments_of_bill on public.payments (bill_id);
-- For the desk's list.
create index payments_listed on public.payments (received_at, code);
create index payments_by_part on public.payments using gin (public.text_parts(translate(code, 'OIL', '011')));
create index payments_of_user on public.payments (user_id);
create index payments_of_prompt on public.payments (prompt_id);
create index payments_to_notify on public.payments (received_at) where notified_at is null;
create index payments_open on public.payments (state) where state in ('held', 'unmatched', 'surplus');
create index payments_by_prompt on public.payments (received_at) where source = 'stk';
create policy "Customers read their own" on public.payments for select to authenticated using ((select auth.uid()) = user_id);

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
create index callbacks_handled on public.payment_callbacks (handled_at) where handled_at is not null;
create index callbacks_by_prompt on public.payment_callbacks (received_at) where source = 'stk';

-- When the provider is queried next: after 20, 45, 75 and 120 seconds, then every 5 minutes for an hour, then hourly for a day.
create function public.next_query(asked_at timestamptz) returns timestamptz language sql stable set search_path = '' as $$
  select min(asked_at + make_interval(secs => step)) from (
    select unnest(array[20, 45, 75, 120]) union select generate_series(420, 3600, 300)
    union select generate_series(7200, 86400, 3600)) as steps (step)
  where asked_at + make_interval(secs => step) > now();
$$;

-- Sets prompts without a result to unknown after two minutes: those of one bill or, if `bill` is null, all.
create function public.expire_prompts(bill uuid default null) returns void language sql set search_path = '' as $$
  update public.payment_prompts set state = 'unknown'
    where state in ('asking', 'sent') and asked_at <= now() - interval '120 seconds' and (bill is null or bill_id = bill);
$$;

-- Returns whether money for a bill may be on its way, so that nothing else should be paid: a prompt is open, the provider says that
-- the last prompt was paid and the payment itself has not arrived, or money is being checked. The caller has locked the bill.
create function public.awaits_money(bill uuid) returns boolean language sql stable set search_path = '' as $$
  select exists (
    select from (select * from public.payment_prompts where bill_id = bill order by asked_at desc, id limit 1) as prompt
    where prompt.state in ('asking', 'sent')
      or (prompt.state = 'paid' and prompt.asked_at > now() - interval '1 day'
        and not exists (select from public.payments where prompt_id = prompt.id)))
    or exists (select from public.payments where bill_id = bill and state = 'held' and received_at > now() - interval '1 day');
$$;

-- Whether an unpaid bill has waited long enough for what its customer only said or paid in part: 30 days after it would have ended, and
-- after its last payment.
create function public.is_bill_overdue(bill public.bills) returns boolean language sql stable set search_path = '' as $$
  select bill.ends_at <= now() - interval '30 days' and not exists (select from public.payments
    where bill_id = bill.id and state in ('counted', 'surplus') and received_at > now() - interval '30 days');
$$;

-- Opens a prompt for what is missing of a bill, after failed orders are taken off. Returns {"prompt", "is_new"}. If a prompt is
-- open, or money for the bill is being checked, opens none and returns the last one with "is_new" false. `only_first`: so it does
-- if the bill ever had a prompt, so that an order form that is sent twice sends one. Returns null if nothing is to be paid.
create function public.open_prompt(bill uuid, phone text, only_first boolean default false) returns jsonb language plpgsql set search_path = '' as $$
declare
  its_bill public.bills;
  prompt public.payment_prompts;
begin
  perform from public.bills where id = bill for update;
  perform public.expire_prompts(bill);
  perform public.shrink_bill(bill);
  select * into its_bill from public.bills where id = bill;
  if not found or its_bill.missing_ksh = 0 or public.payable_ksh(bill) = 0 then return null; end if;
  select * into prompt from public.payment_prompts where bill_id = bill order by asked_at desc, id limit 1;
  if public.awaits_money(bill) or (only_first and prompt.id is not null) then
    return jsonb_build_object('prompt', case when prompt.id is not null then to_jsonb(prompt) end, 'is_new', false);
  end if;
  insert into public.payment_prompts (bill_id, user_id, phone_e164, amount_ksh)
    values (bill, its_bill.user_id, phone, its_bill.missing_ksh) returning * into prompt;
  return jsonb_build_object('prompt', to_jsonb(prompt), 'is_new', true);
end $$;

-- Stores that the provider accepted a prompt, and the provider's two ids unless a callback brought them. Returns the stored
-- checkout id.
create function public.mark_prompt_sent(prompt uuid, merchant text, checkout text) returns text language sql set search_path = '' as $$
  update public.payment_prompts set merchant_request_id = coalesce(merchant_request_id, merchant),
    checkout_request_id = coalesce(checkout_request_id, checkout),
    state = case state when 'asking' then 'sent' else state end,
    next_query_at = case when state in ('asking', 'unknown') then public.next_query(asked_at) else next_query_at end
  where id = prompt returning checkout_request_id;
$$;

-- Ends a prompt as paid, refused or unknown. A prompt whose payment has arrived stays paid.
create function public.end_prompt(prompt uuid, outcome text, code text, words text) returns void language sql set search_path = '' as $$
  update public.payment_prompts set state = outcome, result_code = code, result_text = words,
    next_query_at = case when outcome = 'unknown' then next_query_at end
  where id = prompt and state in ('asking', 'sent', 'unknown')
    and not exists (select from public.payments where prompt_id = prompt);
$$;

-- Claims the prompt about which the provider is queried next.
create function public.claim_prompt_query() returns setof public.payment_prompts language sql set search_path = '' as $$
  select public.expire_prompts();
  update public.payment_prompts set queries = queries + 1, next_query_at = public.next_query(asked_at)
  where id = (
    select id from public.payment_prompts
    where next_query_at <= now() and checkout_request_id is not null
    order by next_query_at limit 1 for update skip locked
  )
  returning *;
$$;

-- Stores a callback once. If the prompt of a callback is missing, as in a restored backup, the money that the callback reports becomes a payment without a bill.
create function public.store_callback(callback jsonb) returns void language sql set search_path = '' as $$
  insert into public.payment_callbacks (key, source, prompt_id, body, address_hash)
    select posted.key, posted.source, (select id from public.payment_prompts where id = posted.prompt_id), posted.body, posted.address_hash
    from jsonb_populate_record(null::public.payment_callbacks, callback) as posted
  on conflict (key) do nothing;
$$;

-- Claims the oldest callback that is not handled yet, for `seconds`.
create function public.claim_callback(seconds integer) returns setof public.payment_callbacks language sql set search_path = '' as $$
  update public.payment_callbacks set attempts = attempts + 1, claimed_until = now() + make_interval(secs => seconds)
  where key = (
    select key from public.payment_callbacks
    where handled_at is null and attempts < 100 and (claimed_until is null or claimed_until <= now())
    order by received_at limit 1 for update skip locked
  )
  returning *;
$$;

create function public.end_callback(callback text, why text) returns void language sql set search_path = '' as $$
  update public.payment_callbacks set handled_at = now(), claimed_until = null, problem = left(why, 200)
  where key = callback;
$$;

-- Returns whether staff enter payments of this source by hand.
create function public.is_by_hand(source text) returns boolean language sql immutable set search_path = '' as $$
  select source in ('staff', 'bank', 'cash', 'cheque');
$$;

-- Locks and returns the bill of a payment. Call it before the payment is locked: bills are locked before payments.
create function public.lock_bill_of(payment text) returns public.bills language sql set search_path = '' as $$
  select * from public.bills where id = (select bill_id from public.payments where code = payment) for update;
$$;

create function public.lock_payment(payment text) returns public.payments language sql set search_path = '' as $$
  select * from public.payments where code = payment for update;
$$;

create function public.lock_bill(bill_reference text) returns public.bills language sql set search_path = '' as $$
  select * from public.bills where reference = bill_reference for update;
$$;

-- Returns whether a payment has been held for ten minutes. The site should have settled it by then, so it needs a person.
create function public.is_payment_overdue(payment public.payments, at timestamptz default now()) returns boolean
language sql stable set search_path = '' as $$ select payment.state = 'held' and payment.received_at <= at - interval '10 minutes' $$;

-- Counts a confirmed payment for its bill, once. Returns the payment's state. Only this function and shrink_bill change what is
-- paid. If the payment was matched with another bill meanwhile, match_payment counts it there.
create function public.settle_payment(payment text) returns text language plpgsql set search_path = '' as $$
declare
  its_bill public.bills := public.lock_bill_of(payment);
  money public.payments := public.lock_payment(payment);
  missing integer;
begin
  if money.state <> 'held' or money.confirmed_by is null or money.is_disputed
    or its_bill.id is null or money.bill_id <> its_bill.id then
    return money.state;
  end if;
  missing := its_bill.missing_ksh;
  update public.payments set state = case when missing > 0 then 'counted' else 'surplus' end where code = payment;
  update public.bills set paid_ksh = paid_ksh + least(missing, money.amount_ksh),
      surplus_ksh = surplus_ksh + greatest(0, money.amount_ksh - missing)
    where id = its_bill.id;
  update public.payment_prompts set next_query_at = null where id = money.prompt_id;
  if missing > 0 and money.amount_ksh >= missing then
    perform public.pay_bill(its_bill.id);
  else
    -- An order may have failed while the phone was asked.
    perform public.shrink_bill(its_bill.id);
  end if;
  return case when missing > 0 then 'counted' else 'surplus' end;
end $$;

-- Stores a payment, or what another source reports of it, and counts it if it is confirmed. A report replaces the amount that
-- staff typed, unless the payment counts already. Reports with different amounts or bills make it disputed; the provider's list
-- settles the dispute if it has the stored amount. `report` has the columns of the table, and may have "reference", the reference of the bill.
-- Returns the row.
create function public.record_payment(report jsonb) returns jsonb language plpgsql set search_path = '' as $$
declare
  reported public.payments := jsonb_populate_record(null::public.payments, report);
  is_typed boolean := public.is_by_hand(reported.source);
  its_bill public.bills;
  stored public.payments;
begin
  perform pg_advisory_xact_lock(hashtextextended('payment ' || public.read_code(reported.code), 0));
  select * into its_bill from public.bills where id = coalesce(reported.bill_id,
      (select bill_id from public.payment_prompts where id = reported.prompt_id),
      (select id from public.bills where reference = report ->> 'reference'),
      (select bill_id from public.payments where code = public.meant_code(reported.code))) for update;
  -- Replaces a mistyped code by the reported one. Only now: bills are locked before payments everywhere, to prevent deadlocks.
  if not is_typed then
    update public.payments set code = reported.code
      where code = public.meant_code(reported.code) and code <> reported.code and source = 'staff' and reported_ksh is null;
  end if;
  insert into public.payments as known (code, user_id, bill_id, prompt_id, amount_ksh, typed_ksh, reported_ksh, paid_at, source,
      own_number, bank, taken_by, typed_reference, confirmed_by, confirmed_at, is_disputed, entered_by, state)
    values (reported.code, its_bill.user_id, its_bill.id, reported.prompt_id, reported.amount_ksh,
      case when is_typed then reported.amount_ksh end, case when not is_typed then reported.amount_ksh end,
      reported.paid_at, reported.source, reported.own_number, reported.bank, reported.taken_by, reported.typed_reference, reported.confirmed_by,
      case when reported.confirmed_by is not null then now() end,
      coalesce(reported.is_disputed, false), reported.entered_by,
      case when its_bill.id is null then 'unmatched' else 'held' end)
    on conflict (code) do update set
      bill_id = coalesce(known.bill_id, excluded.bill_id), user_id = coalesce(known.user_id, excluded.user_id),
      prompt_id = coalesce(known.prompt_id, excluded.prompt_id),
      typed_reference = coalesce(known.typed_reference, excluded.typed_reference),
      typed_ksh = coalesce(known.typed_ksh, excluded.typed_ksh),
      reported_ksh = coalesce(known.reported_ksh, excluded.reported_ksh),
      amount_ksh = case when known.state in ('held', 'unmatched') and known.reported_ksh is null
        then coalesce(excluded.reported_ksh, known.amount_ksh) else known.amount_ksh end,
      is_disputed = (known.amount_ksh <> excluded.amount_ksh
          and not (known.state in ('held', 'unmatched') and known.reported_ksh is null))
        or coalesce(known.bill_id <> excluded.bill_id, false)
        or ((known.is_disputed or excluded.is_disputed) and excluded.confirmed_by is distinct from 'pull'),
      confirmed_by = coalesce(known.confirmed_by, excluded.confirmed_by),
      confirmed_at = coalesce(known.confirmed_at, excluded.confirmed_at),
      state = case when known.state = 'unmatched' and excluded.bill_id is not null then 'held' else known.state end
    returning * into stored;
  update public.payment_prompts set state = 'paid', has_payment = true, result_code = '0', result_text = null,
      next_query_at = case when stored.confirmed_by is null then now() end
    where id = reported.prompt_id;
  perform public.settle_payment(stored.code);
  return (select to_jsonb(written) from public.payments as written where code = stored.code);
end $$;

-- Confirms a payment that is held and counts it. Staff may also settle a dispute in this way. Returns the payment's state.
create function public.confirm_payment(payment text, by text) returns text language plpgsql set search_path = '' as $$
begin
  perform public.lock_bill_of(payment);
  update public.payments set confirmed_by = by, confirmed_at = now(), is_disputed = is_disputed and by <> 'staff'
    where code = payment and state = 'held' and (by = 'staff' or (confirmed_by is null and not is_disputed));
  return public.settle_payment(payment);
end $$;

-- Marks a payment as disputed, because the provider contradicts itself. Staff or the provider's list then decide.
create function public.dispute_payment(payment text) returns void language sql set search_path = '' as $$
  update public.payments set is_disputed = true where code = payment and state = 'held' and confirmed_by is null;
$$;

-- Stores to which bill a payment belongs, as staff decided. Returns the payment's state.
create function public.match_payment(payment text, bill uuid, staff uuid) returns text language plpgsql set search_path = '' as $$
begin
  perform from public.bills where id = bill for update;
  update public.payments set bill_id = bill, user_id = (select user_id from public.bills where id = bill), state = 'held',
      entered_by = staff
    where code = payment and state in ('unmatched', 'held');
  return public.confirm_payment(payment, 'staff');
end $$;

-- Stores that a payment that counts for no bill, or a whole surplus, was sent back. False if it counts.
create function public.return_payment(payment text, staff uuid) returns boolean language plpgsql set search_path = '' as $$
declare money public.payments;
begin
  perform public.lock_bill_of(payment);
  select * into money from public.payments where code = payment and state in ('unmatched', 'held', 'surplus') for update;
  if not found then return false; end if;
  update public.payments set state = 'returned', entered_by = staff where code = payment;
  perform public.drop_typed_code(money.bill_id, payment);
  if money.state = 'surplus' then
    update public.bills set surplus_ksh = surplus_ksh - money.amount_ksh,
        wanted_back_ksh = greatest(0, wanted_back_ksh - money.amount_ksh)
      where id = money.bill_id;
  end if;
  return true;
end $$;

-- Rejects every deletion of a payment that was reported.
create function public.refuse_payment_loss() returns trigger language plpgsql set search_path = '' as $$
begin
  raise exception 'M-PESA has reported this payment';
end $$;
create trigger reported_payments_stay before delete on public.payments
  for each row when (old.reported_ksh is not null) execute function public.refuse_payment_loss();

-- Payments of which the customer is notified, oldest first, with the bill as it is now, and what it owes.
create function public.payments_to_notify(max_rows integer)
returns table (payment jsonb, bill jsonb, state text, due_back integer, email text, full_name text)
language sql stable security definer set search_path = '' as $$
  select to_jsonb(money), to_jsonb(bill), public.bill_state(bill), public.due_back(bill), customer.email::text,
    customer.raw_user_meta_data ->> 'full_name'
  from public.payments as money join public.bills as bill on bill.id = money.bill_id
    join auth.users as customer on customer.id = bill.user_id
  where money.notified_at is null and money.state in ('counted', 'surplus')
  order by money.received_at limit max_rows;
$$;

-- Marks a payment as notified and queues the mails. False if another process did.
create function public.notify_payment(payment text, mails jsonb) returns boolean language plpgsql set search_path = '' as $$
begin
  update public.payments set notified_at = now() where code = payment and notified_at is null;
  if not found then return false; end if;
  perform public.queue_mails(mails);
  return true;
end $$;

-- Payments that need a person and of which the agency was not notified: without a bill, disputed (also if they count), or overdue.
create function public.payments_to_check(max_rows integer) returns setof public.payments language sql stable set search_path = '' as $$
  select * from public.payments
  where flagged_at is null and (state = 'unmatched' or (is_disputed and state not in ('returned', 'kept'))
    or (state = 'held' and public.is_payment_overdue(payments)))
  order by received_at limit max_rows;
$$;

-- Notifies the agency of a payment, once. False if another process did.
create function public.flag_payment(payment text, messages jsonb, mails jsonb) returns boolean language plpgsql set search_path = '' as $$
begin
  update public.payments set flagged_at = now() where code = payment and flagged_at is null;
  if not found then return false; end if;
  perform public.notify_agency(messages, mails);
  return true;
end $$;

-- Leaves only the last three digits of phones: after 30 days, and at once for a closed account.
create function public.forget_phones() returns void language sql set search_path = '' as $$
  update public.payment_prompts set phone_e164 = right(phone_e164, 3)
  where asked_at < now() - interval '30 days' and length(phone_e164) > 3;
$$;

-- Returns how many shillings are still to be paid back of payments that were larger than their bill. Payments that are surplus
-- as a whole are not included: each is returned by itself.
create function public.surplus_left(bill public.bills) returns integer language sql stable set search_path = '' as $$
  select bill.surplus_ksh - bill.returned_ksh - coalesce(sum(amount_ksh), 0)::integer
  from public.payments where bill_id = bill.id and state = 'surplus';
$$;

-- Returns the code of the last payment that counts for a bill. The page of that payment has the bill's forms.
create function public.last_counted(bill uuid) returns text language sql stable set search_path = '' as $$
  select code from public.payments where bill_id = bill and state = 'counted' order by received_at desc, code desc limit 1;
$$;

-- Returns a code with 0 for O, and 1 for I and L, because people confuse these.
create function public.read_code(code text) returns text language sql immutable set search_path = '' as $$
  select translate(code, 'OIL', '011');
$$;
create index payments_as_read on public.payments (public.read_code(code));
create index desk_log_payment_as_read on public.desk_log (public.read_code(about_id)) where about_kind = 'payment';

-- Returns the stored code that a typed code means: the same code, or the only M-PESA code for which read_code returns the same.
-- Null if there is none.
create function public.meant_code(typed text) returns text language sql stable set search_path = '' as $$
  select coalesce((select code from public.payments where code = typed),
    (select min(code) from public.payments where public.read_code(code) = public.read_code(typed)
      and typed ~ '^[A-Z0-9]{10}$' having count(*) = 1));
$$;

-- Returns the codes that the customer of a bill typed, without those of payments of this bill and of payments without a bill. A code that paid another bill stays listed, because the bill's page tells the customer that a person looks for it.
create function public.open_codes(bill public.bills) returns setof text language sql stable set search_path = '' as $$
  select typed.code from unnest(array_append(bill.typed_before, bill.typed_code)) as typed (code)
  where typed.code is not null and not exists (
    select from public.payments where code = public.meant_code(typed.code) and (bill_id = bill.id or state = 'unmatched'));
$$;

-- Stores an M-PESA code that the customer of a bill typed, beside the last 20 that were typed before.
create function public.add_typed_code(bill uuid, typed text) returns void language sql set search_path = '' as $$
  update public.bills set typed_code = typed,
    typed_before = (array_remove(array_remove(array_append(typed_before, typed_code), null), typed))[
      greatest(1, cardinality(typed_before) - 18):]
  where id = bill and typed_code is distinct from typed;
$$;

-- Deletes a typed code that staff have dealt with, in any spelling. The caller has locked the bill.
create function public.drop_typed_code(bill uuid, answered text) returns void language plpgsql set search_path = '' as $$
declare others text[];
begin
  select coalesce(array_agg(typed.code order by typed.at), '{}') into others
    from public.bills, unnest(array_append(typed_before, typed_code)) with ordinality as typed (code, at)
    where id = bill and typed.code <> answered and public.meant_code(typed.code) is distinct from answered;
  update public.bills set typed_code = others[cardinality(others)], typed_before = others[:cardinality(others) - 1] where id = bill;
end $$;
