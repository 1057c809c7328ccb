-- Payments by M-PESA and in other ways, prompts, callbacks, receipts and credit notes. Money is written here only.

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
create index prompts_accepted on public.payment_prompts (asked_at) where checkout_request_id is not null;
create policy "Customers read their own" on public.payment_prompts
  for select to authenticated using ((select auth.uid()) = user_id);

create table public.payments (
  code text primary key,
  user_id uuid references auth.users (id) on delete restrict,
  bill_id uuid references public.bills (id),
  prompt_id uuid references public.payment_prompts (id),
  amount_ksh integer not null check (amount_ksh > 0),
  paid_at timestamptz not null,
  -- How we first heard of it.
  source text not null check (source in ('stk', 'paybill', 'pull', 'staff', 'bank', 'cash', 'cheque')),
  typed_reference text check (length(typed_reference) <= 40),
  -- What proves it. A callback alone ("token") is enough for small amounts only.
  confirmed_by text check (confirmed_by in ('query', 'pull', 'status', 'token', 'staff')),
  confirmed_at timestamptz,
  -- Two sources gave different amounts or bills: a person decides.
  is_disputed boolean not null default false,
  state text not null check (state in ('held', 'counted', 'surplus', 'unmatched', 'returned', 'void')),
  entered_by uuid references auth.users (id) on delete set null,
  received_at timestamptz not null default now(),
  -- When the customer was told of it, and when the agency was asked to look at it.
  told_at timestamptz,
  flagged_at timestamptz,
  -- What staff typed, and what M-PESA reported first, in shillings; null if there was none.
  typed_ksh integer check (typed_ksh > 0),
  reported_ksh integer check (reported_ksh > 0),
  -- The bank's reference, or the number of the cash receipt or of the cheque, as it was typed.
  own_number text check (length(own_number) between 1 and 40),
  -- Our bank, or that of the cheque with the end of its account.
  bank text check (length(bank) between 1 and 80),
  -- Who of us took the cash or the cheque.
  taken_by text check (length(taken_by) between 1 and 80),
  -- M-PESA's code has no hyphen. The others are made of the source, the bank and the number, so that nothing is entered twice.
  constraint payments_code_check
    check (case when source in ('bank', 'cash', 'cheque')
      then code ~ '^(BANK|CASH|CHEQUE)(-[A-Z0-9]{1,30}){1,3}$' and own_number is not null else code ~ '^[A-Z0-9]{6,20}$' end)
);
create index payments_of_bill on public.payments (bill_id);
create index payments_of_prompt on public.payments (prompt_id);
create index payments_to_tell on public.payments (received_at) where told_at is null;
-- What needs a person or does not go on, for the metrics: how many rows of each kind, and the age of the oldest in seconds. Kinds without
-- a row are 0. Each kind is explained in docs/operations.md, "Payments".
create index payments_open on public.payments (state) where state in ('held', 'unmatched', 'surplus');
create index payments_by_prompt on public.payments (received_at) where source = 'stk';
create policy "Customers read their own" on public.payments
  for select to authenticated using ((select auth.uid()) = user_id);

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
create index callbacks_by_prompt on public.payment_callbacks (received_at) where source = 'stk';

-- The last receipt number of each year in Nairobi: no number is left out.
create table public.receipt_numbers (
  year text primary key,
  last integer not null
);

-- Receipts and credit notes as they were issued. Neither changes afterwards: a later setting, another name of the customer or a refund
-- adds a document. Source: docs/product.md, "Payments".
create table public.receipts (
  number text primary key,
  bill_id uuid not null references public.bills (id),
  user_id uuid not null references auth.users (id) on delete restrict,
  issued_at timestamptz not null,
  gross_ksh integer not null check (gross_ksh > 0),
  -- The VAT in the gross amount, in cents, and its rate in percent; null if the seller charges none.
  vat_percent integer check (vat_percent between 1 and 99),
  vat_cents integer not null check (vat_cents between 0 and gross_ksh * 100),
  -- {"name", "address", "pin"} of the agency, {"name", "email"} of the customer.
  seller jsonb not null,
  buyer jsonb not null,
  -- [{"what", "ksh"}], as the customer reads them, and [{"code", "source", "ksh"}], how it was paid.
  lines jsonb not null,
  paid_with jsonb not null,
  etims_number text
);
create index receipts_of_user on public.receipts (user_id, issued_at desc);
-- For the month's file.
create index receipts_by_day on public.receipts (issued_at, number);
create index receipts_of_bill on public.receipts (bill_id);
create policy "Customers read their own" on public.receipts
  for select to authenticated using ((select auth.uid()) = user_id);

create table public.credit_notes (
  number text primary key,
  receipt_number text not null references public.receipts (number),
  user_id uuid not null references auth.users (id) on delete restrict,
  issued_at timestamptz not null,
  gross_ksh integer not null check (gross_ksh > 0),
  vat_percent integer,
  vat_cents integer not null check (vat_cents between 0 and gross_ksh * 100),
  -- How the money went back, and the code or number of that payment.
  way text not null check (way in ('mpesa', 'bank', 'cash', 'cheque', 'void')),
  code text not null check (length(code) between 1 and 40),
  staff_id uuid references auth.users (id) on delete set null
);
create index credit_notes_of_receipt on public.credit_notes (receipt_number);
create index credit_notes_of_user on public.credit_notes (user_id, issued_at desc);
create index credit_notes_by_day on public.credit_notes (issued_at, number);
create policy "Customers read their own" on public.credit_notes
  for select to authenticated using ((select auth.uid()) = user_id);

-- Opens a prompt for what is missing of a bill. While one is open, or money of the bill is being checked, there is no second one:
-- gives back the last prompt. Null if there is nothing to pay.
-- An order that failed while a prompt was open is left out of the next prompt.
create function public.open_prompt(bill uuid, phone text) returns jsonb
language plpgsql set search_path = '' as $$
declare
  its_bill public.bills;
  prompt public.payment_prompts;
begin
  perform from public.bills where id = bill for update;
  update public.payment_prompts set state = 'unknown'
    where bill_id = bill and state in ('asking', 'sent') and asked_at <= now() - interval '120 seconds';
  perform public.shrink_bill(bill);
  select * into its_bill from public.bills where id = bill;
  if not found or its_bill.paid_ksh >= its_bill.amount_ksh or public.payable_ksh(bill) = 0 then return null; end if;
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

-- Money that M-PESA announces and that does not come, and money of a prompt that we do not know.
-- Stores a callback once. A prompt that a restored backup does not have is left out: its money is then a payment without a bill.
create function public.keep_callback(kept jsonb) returns void
language sql set search_path = '' as $$
  insert into public.payment_callbacks (key, source, prompt_id, body, address_hash)
    select said.key, said.source, (select id from public.payment_prompts where id = said.prompt_id), said.body, said.address_hash
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

-- Marks a bill as paid and gives it the next receipt number of the year. The caller has locked it.
-- now() is the beginning of a transaction, which may have waited for a refund: what went back before has its day before.
create function public.pay_bill(bill uuid) returns void
language plpgsql set search_path = '' as $$
declare
  this_year text := to_char(now() at time zone 'Africa/Nairobi', 'YYYY');
  count integer;
begin
  insert into public.receipt_numbers as known values (this_year, 1)
    on conflict (year) do update set last = known.last + 1 returning last into count;
  update public.bills set number = this_year || '-' || lpad(count::text, greatest(5, length(count::text)), '0'),
      paid_at = greatest(now(), (select max(at) + interval '1 microsecond' from public.desk_log
        where did = 'bill-refunded' and about_kind = 'bill' and about_id = bills.reference)),
      refund_due_ksh = greatest(0, amount_ksh - public.payable_ksh(id))
    where id = bill;
end $$;

-- Counts a confirmed payment for its bill, once. Nothing else but shrink_bill changes what is paid. The caller has locked the bill.
-- The payment may have moved to another bill before it was locked: who moved it counts it there.
create function public.settle_payment(payment text) returns text
language plpgsql set search_path = '' as $$
declare
  money public.payments;
  its_bill public.bills;
  missing integer;
begin
  select * into its_bill from public.bills where id = (select bill_id from public.payments where code = payment) for update;
  select * into money from public.payments where code = payment for update;
  if money.state <> 'held' or money.confirmed_by is null or money.is_disputed
    or its_bill.id is null or money.bill_id <> its_bill.id then
    return money.state;
  end if;
  missing := its_bill.amount_ksh - its_bill.paid_ksh;
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

-- Whether a person entered a payment from this source.
create function public.is_by_hand(source text) returns boolean
language sql immutable set search_path = '' as $$
  select source in ('staff', 'bank', 'cash', 'cheque');
$$;

-- Writes a payment that we heard of, or adds what another source says of it, and counts it if it is confirmed. The amount is what M-PESA
-- reports; an entry by hand that does not count yet takes it over. Two different reports or bills make it disputed; the provider's list
-- settles a dispute if it has the amount that we know. Gives back the row. `given` has the columns, and "reference", the bill's.
-- Payments that are not by M-PESA have a number, a bank and who took the money. An M-PESA code that staff misread is corrected by the
-- report of the code that reads the same, so that money counts once.
create function public.record_payment(given jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  said public.payments := jsonb_populate_record(null::public.payments, given);
  is_typed boolean := public.is_by_hand(said.source);
  its_bill public.bills;
  kept public.payments;
begin
  perform pg_advisory_xact_lock(hashtextextended('payment ' || public.read_code(said.code), 0));
  select * into its_bill from public.bills where id = coalesce(said.bill_id,
      (select bill_id from public.payment_prompts where id = said.prompt_id),
      (select id from public.bills where reference = given ->> 'reference'),
      (select bill_id from public.payments where code = public.meant_code(said.code))) for update;
  -- After the bill, as everywhere, so that no two acts wait for each other.
  if not is_typed then
    update public.payments set code = said.code
      where code = public.meant_code(said.code) and code <> said.code and source = 'staff' and reported_ksh is null;
  end if;
  insert into public.payments as known (code, user_id, bill_id, prompt_id, amount_ksh, typed_ksh, reported_ksh, paid_at, source,
      own_number, bank, taken_by, typed_reference, confirmed_by, confirmed_at, is_disputed, entered_by, state)
    values (said.code, its_bill.user_id, its_bill.id, said.prompt_id, said.amount_ksh, case when is_typed then said.amount_ksh end,
      case when not is_typed then said.amount_ksh end, said.paid_at, said.source, said.own_number, said.bank, said.taken_by,
      said.typed_reference, said.confirmed_by, case when said.confirmed_by is not null then now() end,
      coalesce(said.is_disputed, false), said.entered_by,
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
-- The code of money that was sent back is answered.
create function public.return_payment(payment text, staff uuid) returns boolean
language plpgsql set search_path = '' as $$
declare
  money public.payments;
begin
  perform from public.bills where id = (select bill_id from public.payments where code = payment) for update;
  select * into money from public.payments where code = payment and state in ('unmatched', 'held', 'surplus') for update;
  if not found then return false; end if;
  update public.payments set state = 'returned', entered_by = staff where code = payment;
  perform public.drop_typed_code(money.bill_id, payment);
  if money.state = 'surplus' then
    update public.bills set surplus_ksh = surplus_ksh - money.amount_ksh where id = money.bill_id;
  end if;
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
-- Also payments that count, and of which a later report gives another amount or bill.
create function public.payments_to_check(most integer) returns setof public.payments
language sql stable set search_path = '' as $$
  select * from public.payments
  where flagged_at is null and (state = 'unmatched' or (is_disputed and state <> 'returned')
    or (state = 'held' and received_at <= now() - interval '10 minutes'))
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

-- What is to be paid back of a payment that was larger than its bill, in shillings. Payments that are surplus as a whole stand alone.
create function public.surplus_left(bill public.bills) returns integer
language sql stable set search_path = '' as $$
  select bill.surplus_ksh - bill.returned_ksh - coalesce(sum(amount_ksh), 0)::integer
  from public.payments where bill_id = bill.id and state = 'surplus';
$$;

-- The last payment that counts for a bill. Its page has the bill's forms.
create function public.last_counted(bill uuid) returns text
language sql stable set search_path = '' as $$
  select code from public.payments where bill_id = bill and state = 'counted' order by received_at desc, code desc limit 1;
$$;

-- A code as people read it: 0 for O, and 1 for I and L.
create function public.read_code(code text) returns text
language sql immutable set search_path = '' as $$
  select translate(code, 'OIL', '011');
$$;
create index payments_as_read on public.payments (public.read_code(code));
create index desk_log_payment_as_read on public.desk_log (public.read_code(about_id)) where about_kind = 'payment';

-- The code of the payment that somebody means who typed this code: the same, or the only code of M-PESA that reads the same. What was
-- typed stays as it is. Null if there is none.
create function public.meant_code(typed text) returns text
language sql stable set search_path = '' as $$
  select coalesce((select code from public.payments where code = typed),
    (select min(code) from public.payments where public.read_code(code) = public.read_code(typed)
      and typed ~ '^[A-Z0-9]{10}$' having count(*) = 1));
$$;

-- A code that the customer typed, and that paid another bill, hides nothing from the desk: the customer reads that a person looks for it.
-- The codes that the customer of a bill typed and that are neither a payment of this bill nor one without a bill, which is listed itself.
create function public.open_codes(bill public.bills) returns setof text
language sql stable set search_path = '' as $$
  select typed.code from unnest(array_append(bill.typed_before, bill.typed_code)) as typed (code)
  where typed.code is not null and not exists (
    select from public.payments where code = public.meant_code(typed.code) and (bill_id = bill.id or state = 'unmatched'));
$$;

-- Stores an M-PESA code that the customer of a bill typed, beside the last 20 that were typed before.
create function public.add_typed_code(bill uuid, typed text) returns void
language sql set search_path = '' as $$
  update public.bills set typed_code = typed,
    typed_before = (array_remove(array_remove(array_append(typed_before, typed_code), null), typed))[
      greatest(1, cardinality(typed_before) - 18):]
  where id = bill and typed_code is distinct from typed;
$$;

-- Deletes a typed code that is answered, in whichever spelling. The caller has locked the bill.
create function public.drop_typed_code(bill uuid, answered text) returns void
language plpgsql set search_path = '' as $$
declare
  others text[];
begin
  select coalesce(array_agg(typed.code order by typed.at), '{}') into others
    from public.bills, unnest(array_append(typed_before, typed_code)) with ordinality as typed (code, at)
    where id = bill and typed.code <> answered and public.meant_code(typed.code) is distinct from answered;
  update public.bills set typed_code = others[cardinality(others)], typed_before = others[:cardinality(others) - 1] where id = bill;
end $$;

-- Payments that need a person at a moment. `code` is null if M-PESA says that a prompt was paid and the payment has not come. A held
-- payment is left to the run for ten minutes.
-- Every entry by hand waits for a second member of staff.
create function public.payments_waiting(at timestamptz)
returns table (kind text, code text, reference text, ksh integer, since timestamptz)
language sql stable set search_path = '' as $$
  select 'payment-' || money.state, money.code, bill.reference, money.amount_ksh, money.received_at
  from public.payments as money left join public.bills as bill on bill.id = money.bill_id
  where money.state in ('unmatched', 'surplus')
    or (money.state = 'held'
      and (money.is_disputed or public.is_by_hand(money.source) or money.received_at <= at - interval '10 minutes'))
  union all
  select 'payment-surplus', public.last_counted(bill.id), bill.reference, public.surplus_left(bill), bill.paid_at
  from public.bills as bill where bill.surplus_ksh > bill.returned_ksh and public.surplus_left(bill) > 0
  union all
  select 'payment-refund', public.last_counted(bill.id), bill.reference, public.refund_left(bill), coalesce(
    (select max(updated_at) from public.orders where bill_id = bill.id and status = 'failed'), bill.opened_at)
  from public.bills as bill
  where bill.paid_ksh > 0 and (bill.paid_at is null or bill.refund_due_ksh > bill.refunded_ksh) and public.refund_left(bill) > 0
  union all
  select 'payment-said', typed.code, bill.reference, bill.amount_ksh - bill.paid_ksh, bill.opened_at
  from public.bills as bill cross join lateral public.open_codes(bill) as typed (code)
  where bill.paid_at is null and bill.typed_code is not null
  union all
  select 'payment-said', null, bill.reference, prompt.amount_ksh, prompt.asked_at
  from public.payment_prompts as prompt join public.bills as bill on bill.id = prompt.bill_id
  where prompt.state = 'paid' and bill.paid_at is null and not exists (select from public.open_codes(bill))
    and prompt.asked_at between at - interval '30 days' and at - interval '10 minutes'
    and not exists (select from public.payments where prompt_id = prompt.id)
  union all
  -- Part of a bill was paid three days ago, and nothing has come since, or its orders were begun, without a payment or before it turned
  -- out void. None of these ends by itself. While money of the bill waits, that is listed.
  select 'payment-part', last.code, bill.reference, bill.amount_ksh - bill.paid_ksh, coalesce(last.since, bill.opened_at)
  from public.bills as bill left join lateral (
    select code, state, case state when 'counted' then received_at else bill.opened_at end as since
    from public.payments where bill_id = bill.id and state in ('counted', 'void')
    order by state = 'counted' desc, received_at desc, code desc limit 1) as last on true
  where bill.paid_at is null and public.payable_ksh(bill.id) > 0
    and case last.state when 'counted' then last.since <= at - interval '3 days' else public.has_begun_orders(bill.id) end
    and not exists (select from public.open_codes(bill))
    and not exists (select from public.payments where bill_id = bill.id and state = 'held');
$$;

-- Payments for the list: 'todo' (those that need a person), a state, 'etims' (paid, without a number of eTIMS) or 'all'; by a part of
-- the code or of a reference. Nothing of the customer is in it.
create function public.desk_payments(view text, words text, at timestamptz, most integer, skipped integer) returns jsonb
language sql stable set search_path = '' as $$
  with found as (
    select * from public.payments_waiting(at) where view = 'todo'
    union all
    select 'payment-' || money.state, money.code, bill.reference, money.amount_ksh, money.received_at
    from public.payments as money left join public.bills as bill on bill.id = money.bill_id
    where view in ('all', money.state)
      or (view = 'etims' and bill.paid_at is not null and bill.etims_number is null and money.code = public.last_counted(bill.id))
  ), fitting as (
    select * from found where words = '' or strpos(public.read_code(coalesce(code, '')), public.read_code(words)) > 0
      or strpos(coalesce(reference, ''), public.read_code(words)) > 0
  ), page as (
    select * from fitting order by case when view <> 'all' then since end, case when view = 'all' then since end desc, code, kind
      limit most offset skipped
  )
  select jsonb_build_object('count', (select count(*) from fitting), 'rows', coalesce((select jsonb_agg(to_jsonb(page)) from page), '[]'));
$$;

-- A bill for the desk: its row, what is left to do, its customer and its orders; null if there is none with this reference.
create function public.desk_bill(wanted text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select to_jsonb(bill) || jsonb_build_object(
    'payable_ksh', public.payable_ksh(bill.id), 'refund_left', public.refund_left(bill), 'surplus_left', public.surplus_left(bill),
    'email', (select email from auth.users where id = bill.user_id),
    'codes', coalesce((select jsonb_agg(code order by received_at) from public.payments
      where bill_id = bill.id and state in ('counted', 'surplus')), '[]'),
    'orders', coalesce((select jsonb_agg(jsonb_build_object('id', id, 'kind', kind, 'domain', domain, 'price_ksh', price_ksh,
      'is_failed', status = 'failed') order by created_at, id) from public.orders where bill_id = bill.id), '[]'))
  from public.bills as bill where bill.reference = wanted;
$$;

-- A payment with its bill, the bill for which a customer typed its code, and its trail; null if there is none. Also found by another
-- spelling that staff typed.
-- `typed_at` are the bills at which customers typed the code, oldest first, each with what is missing of it.
create function public.desk_payment(wanted text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select to_jsonb(money) || jsonb_build_object(
    'entered_name', public.staff_name(money.entered_by),
    'bill', public.desk_bill(bill.reference),
    'is_last', money.code = public.last_counted(bill.id),
    'typed_at', (select coalesce(jsonb_agg(jsonb_build_object('reference', other.reference, 'missing', other.amount_ksh - other.paid_ksh)
        order by other.opened_at), '[]')
      from public.bills as other where other.typed_code is not null and exists (
        select from unnest(array_append(other.typed_before, other.typed_code)) as typed (code)
        where public.read_code(typed.code) = public.read_code(money.code) and public.meant_code(typed.code) = money.code)),
    'trail', public.desk_trail('bill', coalesce(bill.reference, '')) || (
      select coalesce(jsonb_agg(line), '[]') from (
        select distinct about_id as code from public.desk_log
        where about_kind = 'payment' and public.read_code(about_id) = public.read_code(money.code)) as spelled
      cross join lateral jsonb_array_elements(public.desk_trail('payment', spelled.code)) as trail (line)
      where spelled.code = money.code or public.meant_code(spelled.code) = money.code))
  from public.payments as money left join public.bills as bill on bill.id = money.bill_id where money.code = public.meant_code(wanted);
$$;

-- Receipts and credit notes of a span of time in the order of their days, after the one with this day and number; at most so many.
-- One value, because a set would be cut at the database's 1,000 rows.
-- `paid_with` says how each was paid or paid back. A receipt that was cancelled keeps its eTIMS number.
create function public.desk_receipts(first timestamptz, beyond timestamptz, after jsonb, most integer) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(to_jsonb(page) order by page.issued_at, page.number), '[]') from (
    select issued_at, number, kind, receipt_number, gross_ksh, vat_cents, paid_with, buyer_pin, etims_number from (
      select receipt.issued_at, receipt.number, 'receipt' as kind, null as receipt_number, receipt.gross_ksh, receipt.vat_cents,
        receipt.paid_with, bill.buyer_pin,
        case when bill.number = receipt.number then bill.etims_number else receipt.etims_number end as etims_number
      from public.receipts as receipt join public.bills as bill on bill.id = receipt.bill_id
      where receipt.issued_at >= first and receipt.issued_at < beyond
      union all
      select note.issued_at, note.number, 'credit note', note.receipt_number, -note.gross_ksh, -note.vat_cents,
        jsonb_build_array(jsonb_build_object('source', note.way, 'code', note.code, 'number', note.code)), bill.buyer_pin, null
      from public.credit_notes as note join public.receipts as receipt on receipt.number = note.receipt_number
        join public.bills as bill on bill.id = receipt.bill_id
      where note.issued_at >= first and note.issued_at < beyond) as issued
    where after is null or (issued_at, number) > ((after ->> 'issued_at')::timestamptz, after ->> 'number')
    order by issued_at, number limit most) as page;
$$;

-- Each function below changes one payment or bill and adds its line to the log, in one transaction. It returns the outcome: 'done',
-- also for the same form sent again by the same person within a minute; 'late' with who did what last; null if there is no such row;
-- and others, as described.
-- Why a form came too late: the same one sent again is done.
-- That includes payments that turned out void.
create function public.late_payment(staff jsonb, kind text, about text, did text, said jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  last jsonb := public.desk_last(staff, case kind when 'bill' then '{bill-refunded,bill-surplus-returned,bill-etims}'::text[] else
    '{payment-entered,payment-confirmed,payment-matched,payment-corrected,payment-returned,payment-deleted,payment-void}' end, kind, about);
begin
  if (last ->> 'is_again')::boolean and last ->> 'did' = did and last -> 'detail' @> said then return '{"outcome": "done"}'; end if;
  return jsonb_build_object('outcome', 'late', 'last', last);
end $$;

-- Enters a payment as staff read it: {"source", "code", "amount_ksh", "paid_at", "reference"}, and without M-PESA {"own_number", "bank",
-- "taken_by"}. It counts when somebody else confirms it. Also 'no-bill' for an unknown reference and 'known' for a code that we have.
create function public.desk_enter_payment(staff jsonb, given jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  code text := given ->> 'code';
  known text;
  late jsonb;
begin
  perform pg_advisory_xact_lock(hashtextextended('payment ' || public.read_code(code), 0));
  known := public.meant_code(code);
  if known <> code then return jsonb_build_object('outcome', 'known', 'code', known, 'last', null); end if;
  if known is not null then
    late := public.late_payment(staff, 'payment', code, 'payment-entered', given - 'code');
    return case when late ->> 'outcome' = 'late' then late || '{"outcome": "known"}' else late end;
  end if;
  if given ->> 'reference' is not null and not exists (select from public.bills where reference = given ->> 'reference') then
    return '{"outcome": "no-bill"}';
  end if;
  perform public.record_payment('{"source": "staff"}' || given || jsonb_build_object('entered_by', staff ->> 'id'));
  perform public.log_staff(staff, 'payment-entered', 'payment', code,
    (select user_id from public.payments where payments.code = given ->> 'code'), given - 'code');
  return '{"outcome": "done"}';
end $$;

-- Counts a payment that somebody has seen with this amount: for its bill, or for the bill with this reference, of which `seen` was
-- missing. With `differs` another amount is stored, which somebody else must confirm ('corrected'). Also 'no-bill'; 'moved' if something
-- else is missing; 'wrong-amount'; 'own' if the same person entered it, unless it may count `alone`, for an agency of one: then that is
-- in the log, and `mails` tell the agency.
create function public.desk_count_payment(
  staff jsonb, payment text, ksh integer, differs boolean, to_reference text, seen integer, alone boolean,
  mails jsonb
) returns jsonb
language plpgsql set search_path = '' as $$
declare
  me uuid := staff ->> 'id';
  did text := case when to_reference is null then 'payment-confirmed' else 'payment-matched' end;
  said jsonb := jsonb_strip_nulls(jsonb_build_object('ksh', ksh, 'reference', to_reference));
  its_bill public.bills;
  money public.payments;
  last jsonb;
begin
  select * into its_bill from public.bills where case when to_reference is null
    then id = (select bill_id from public.payments where code = payment) else reference = to_reference end for update;
  if its_bill.id is null and to_reference is not null then return '{"outcome": "no-bill"}'; end if;
  select * into money from public.payments where code = payment for update;
  if money.code is null then return null; end if;
  if money.state not in ('held', 'unmatched') or its_bill.id is null
    or (to_reference is null and money.bill_id is distinct from its_bill.id) then
    return public.late_payment(staff, 'payment', payment, did, said);
  end if;
  if ksh <> money.amount_ksh then
    if not differs or (money.confirmed_by is not null and not money.is_disputed) then return '{"outcome": "wrong-amount"}'; end if;
    update public.payments set amount_ksh = ksh, entered_by = me where code = payment;
    perform public.log_staff(staff, 'payment-corrected', 'payment', payment, money.user_id,
      jsonb_build_object('from', money.amount_ksh, 'ksh', ksh));
    return '{"outcome": "corrected"}';
  end if;
  if money.entered_by = me and (money.confirmed_by is null or money.is_disputed) then
    last := public.desk_last(staff, '{payment-corrected}', 'payment', payment);
    if differs and (last ->> 'is_again')::boolean then return '{"outcome": "corrected"}'; end if;
    if not alone then return '{"outcome": "own"}'; end if;
    said := said || '{"alone": true}';
  end if;
  if its_bill.amount_ksh - its_bill.paid_ksh <> seen then return '{"outcome": "moved"}'; end if;
  if to_reference is null then
    perform public.confirm_payment(payment, 'staff');
  else
    perform public.match_payment(payment, its_bill.id, me);
  end if;
  perform public.log_staff(staff, did, 'payment', payment, its_bill.user_id, said);
  if said ? 'alone' then perform public.tell_agency('[]', mails); end if;
  return '{"outcome": "done"}';
end $$;

-- A payment that counts for nothing was sent back. `given` is {"ksh", "way", "code"}. Also 'wrong-amount'.
create function public.desk_return_payment(staff jsonb, payment text, given jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  money public.payments;
begin
  perform from public.bills where id = (select bill_id from public.payments where code = payment) for update;
  select * into money from public.payments where code = payment for update;
  if money.code is null then return null; end if;
  if money.state not in ('held', 'unmatched', 'surplus') then
    return public.late_payment(staff, 'payment', payment, 'payment-returned', given);
  end if;
  if (given ->> 'ksh')::integer <> money.amount_ksh then return '{"outcome": "wrong-amount"}'; end if;
  perform public.return_payment(payment, (staff ->> 'id')::uuid);
  perform public.log_staff(staff, 'payment-returned', 'payment', payment, money.user_id, given);
  return '{"outcome": "done"}';
end $$;

-- Deletes an entry by hand that was a mistake, or a cheque that bounced, while nothing has confirmed it and M-PESA has not reported it.
create function public.desk_withdraw_payment(staff jsonb, payment text) returns jsonb
language plpgsql set search_path = '' as $$
declare
  gone public.payments;
begin
  delete from public.payments where code = payment and public.is_by_hand(source) and reported_ksh is null
    and state in ('held', 'unmatched') and (confirmed_by is null or is_disputed) returning * into gone;
  if not found then return public.late_payment(staff, 'payment', payment, 'payment-deleted', '{}'); end if;
  perform public.log_staff(staff, 'payment-deleted', 'payment', payment, gone.user_id, jsonb_build_object('ksh', gone.amount_ksh));
  return '{"outcome": "done"}';
end $$;

-- The VAT in a gross amount of shillings, in cents, rounded half up. Source: VAT Act 2013, section 13.
create function public.vat_cents(gross_ksh integer, percent integer) returns integer
language sql immutable set search_path = '' as $$
  select case when percent is null then 0 else round(gross_ksh::numeric * 100 * percent / (100 + percent))::integer end;
$$;

-- Writes a credit note of a receipt and gives it the next number of the year.
create function public.add_credit_note(receipt public.receipts, ksh integer, note_way text, note_code text, staff uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  this_year text := to_char(now() at time zone 'Africa/Nairobi', 'YYYY');
  count integer;
begin
  insert into public.receipt_numbers as known values ('credit ' || this_year, 1)
    on conflict (year) do update set last = known.last + 1 returning last into count;
  insert into public.credit_notes (number, receipt_number, user_id, issued_at, gross_ksh, vat_percent, vat_cents, way, code, staff_id)
    values ('CN-' || this_year || '-' || lpad(count::text, greatest(5, length(count::text)), '0'), receipt.number, receipt.user_id, now(),
      ksh, receipt.vat_percent, public.vat_cents(ksh, receipt.vat_percent), note_way, note_code, staff);
end $$;

-- What was due back on a bill was paid back, whole or in part: of its 'refund', or of the 'surplus' of a larger payment. `given` is
-- {"ksh", "way", "code"}; `seen` is what was due on the page. A refund of a bill with a receipt is a credit note, numbered consecutively
-- within the year. Also 'wrong-amount' for more than is due, 'known' for the same code once more, and 'no-receipt' before there is one.
create function public.desk_pay_back(staff jsonb, bill text, what text, given jsonb, seen integer) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  back_line text := case what when 'refund' then 'bill-refunded' else 'bill-surplus-returned' end;
  back_code text := concat_ws(' ', what, given ->> 'way', public.read_code(given ->> 'code'));
  paid integer := given ->> 'ksh';
  held public.bills;
  receipt public.receipts;
  due integer;
begin
  select * into held from public.bills where reference = bill for update;
  if held.id is null then return null; end if;
  due := case what when 'refund' then public.refund_left(held) else public.surplus_left(held) end;
  if due <= 0 or due <> seen then return public.late_payment(staff, 'bill', bill, back_line, given); end if;
  if paid < 1 or paid > due then return '{"outcome": "wrong-amount"}'; end if;
  if back_code = any (held.back_codes) then return '{"outcome": "known"}'; end if;
  if what = 'refund' then
    if held.number is not null then
      select * into receipt from public.receipts where number = held.number;
      if not found then return '{"outcome": "no-receipt"}'; end if;
      perform public.add_credit_note(receipt, paid, given ->> 'way', given ->> 'code', (staff ->> 'id')::uuid);
    end if;
    update public.bills set refunded_ksh = refunded_ksh + paid, refunded_at = case when paid = due then now() else refunded_at end
      where id = held.id;
    if paid = due then
      update public.orders set refunded_at = now() where bill_id = held.id and refund_due_ksh > 0 and refunded_at is null;
    end if;
  else
    update public.bills set returned_ksh = returned_ksh + paid where id = held.id;
  end if;
  update public.bills set back_codes = array_append(back_codes, back_code) where id = held.id;
  perform public.log_staff(staff, back_line, 'bill', bill, held.user_id, given);
  return '{"outcome": "done"}';
end $$;

-- Stores the number that eTIMS gave to a receipt. `seen` is the number that the form showed, and '' for none. Also 'taken' if another
-- receipt has the number.
create function public.desk_enter_etims(staff jsonb, bill text, typed text, seen text) returns jsonb
language plpgsql set search_path = '' as $$
declare
  held public.bills;
begin
  perform pg_advisory_xact_lock(hashtextextended('etims', 0));
  select * into held from public.bills where reference = bill and paid_at is not null for update;
  if held.id is null then return null; end if;
  if coalesce(held.etims_number, '') <> seen or held.etims_number = typed then
    return public.late_payment(staff, 'bill', bill, 'bill-etims', jsonb_build_object('number', typed));
  end if;
  if exists (select from public.bills where etims_number = typed) then return '{"outcome": "taken"}'; end if;
  update public.bills set etims_number = typed where id = held.id;
  perform public.log_staff(staff, 'bill-etims', 'bill', bill, held.user_id, jsonb_build_object('number', typed));
  return '{"outcome": "done"}';
end $$;

-- The code that a customer typed is not in the portal: it needs nobody any more.
create function public.desk_code_not_found(staff jsonb, bill text, typed text) returns jsonb
language plpgsql set search_path = '' as $$
declare
  its_bill uuid;
  customer uuid;
begin
  select id, user_id into its_bill, customer from public.bills
    where reference = bill and typed = any (array_append(typed_before, typed_code)) for update;
  if found then
    perform public.drop_typed_code(its_bill, typed);
    perform public.log_staff(staff, 'bill-code-not-found', 'bill', bill, customer, jsonb_build_object('code', typed));
  end if;
  return '{"outcome": "done"}';
end $$;

-- Bills that nobody has paid after 3, 10 and 27 days, with the customer, to be reminded once each time.
create function public.bills_to_remind(most integer) returns table (bill jsonb, email text, full_name text)
language sql stable security definer set search_path = '' as $$
  select to_jsonb(bill), customer.email::text, customer.raw_user_meta_data ->> 'full_name'
  from public.bills as bill join auth.users as customer on customer.id = bill.user_id
  where bill.paid_at is null and bill.reminders < 3 and public.payable_ksh(bill.id) > 0
    and bill.opened_at <= now() - make_interval(days => case bill.reminders when 0 then 3 when 1 then 10 else 27 end)
    and not exists (select from public.payments where bill_id = bill.id and state = 'held')
  order by bill.opened_at limit most;
$$;

-- M-PESA says that a prompt of this bill was paid, and its portal has no such payment: the customer may ask the phone again. A payment
-- that comes later counts all the same.
create function public.desk_prompt_not_paid(staff jsonb, bill text) returns jsonb
language plpgsql set search_path = '' as $$
declare
  held public.bills;
begin
  select * into held from public.bills where reference = bill for update;
  update public.payment_prompts set state = 'unknown'
    where bill_id = held.id and state = 'paid' and not exists (select from public.payments where prompt_id = payment_prompts.id);
  if found then perform public.log_staff(staff, 'bill-prompt-not-paid', 'bill', bill, held.user_id, '{}'); end if;
  return '{"outcome": "done"}';
end $$;

-- A document that was issued is never changed, not even by its owner. Only the reference to a member of staff who is gone is cleared.
-- The eTIMS number may be added later.
create function public.refuse_issued_change() returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - array['staff_id', 'etims_number'] = to_jsonb(old) - array['staff_id', 'etims_number'] then
    return new;
  end if;
  raise exception 'receipts and credit notes do not change';
end $$;

-- Issues the receipt of a paid bill, once. `issuer` is {"seller": {...}, "vat_percent", "what": {order id: words}} as the settings are now.
-- Gives back the stored receipt; null if the bill is not paid or its lines are not its sum.
-- `paid_with` has the number and the bank of a payment that is not by M-PESA. A bill that was opened again gets a new receipt,
-- and what was paid back of a bill before it was paid in full, for example because all its orders had failed, is a credit
-- note of the receipt that it then gets.
create function public.issue_receipt(bill uuid, issuer jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  its_bill public.bills;
  its_lines jsonb;
  made public.receipts;
  back public.desk_log;
begin
  select * into its_bill from public.bills where id = bill and paid_at is not null for update;
  if not found then return null; end if;
  if not exists (select from public.receipts where number = its_bill.number) then
    select jsonb_agg(jsonb_build_object('what', coalesce(issuer -> 'what' ->> id::text, domain), 'ksh', price_ksh) order by domain, id)
      into its_lines from public.orders where bill_id = bill;
    insert into public.receipts (number, bill_id, user_id, issued_at, gross_ksh, vat_percent, vat_cents, seller, buyer, lines, paid_with)
      values (its_bill.number, bill, its_bill.user_id, its_bill.paid_at, its_bill.amount_ksh, (issuer ->> 'vat_percent')::integer,
        public.vat_cents(its_bill.amount_ksh, (issuer ->> 'vat_percent')::integer), issuer -> 'seller',
        (select jsonb_build_object('name', raw_user_meta_data ->> 'full_name', 'email', email) from auth.users where id = its_bill.user_id),
        coalesce(its_lines, '[]'),
        coalesce((select jsonb_agg(jsonb_strip_nulls(jsonb_build_object('code', code, 'source', source, 'ksh', amount_ksh,
            'number', own_number, 'bank', bank)) order by received_at, code)
          from public.payments where bill_id = bill and state = 'counted'), '[]'))
      returning * into made;
    for back in
      select * from public.desk_log where did = 'bill-refunded' and about_kind = 'bill' and about_id = its_bill.reference
        and at < its_bill.paid_at order by id
    loop
      perform public.add_credit_note(made, (back.detail ->> 'ksh')::integer, back.detail ->> 'way', back.detail ->> 'code', back.staff);
    end loop;
  end if;
  return (select to_jsonb(receipt) from public.receipts as receipt where receipt.number = its_bill.number);
end $$;

-- Paid bills that have no receipt yet, oldest first: {"id", "orders": [{"id", "kind", "domain"}]}.
create function public.bills_without_receipt(most integer) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', due.id, 'orders', (
      select coalesce(jsonb_agg(jsonb_build_object('id', id, 'kind', kind, 'domain', domain)), '[]') from public.orders
      where bill_id = due.id))
    order by due.paid_at, due.number), '[]')
  from (select id, paid_at, number from public.bills
    where paid_at is not null and not exists (select from public.receipts where receipts.number = bills.number)
    order by paid_at, number limit most) as due;
$$;

-- Nothing deletes a reported payment, whichever way.
create function public.refuse_payment_loss() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception 'M-PESA has reported this payment';
end $$;

-- A bill with its last prompt and its payments as they are at one moment, so that a page never shows an unpaid bill beside the payment
-- that pays it; null if there is no such bill.
-- It has how each payment was made, and what we know of the typed code: it is 'unknown', 'unmatched' (a payment without a bill) or
-- 'elsewhere' (a payment of another bill, of which nothing is told); null without a code, and once it is a payment of this bill.
create function public.bill_snapshot(wanted uuid) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('bill', to_jsonb(bill),
    'prompt', (select to_jsonb(prompt) from public.payment_prompts as prompt where prompt.bill_id = bill.id
      order by prompt.asked_at desc, prompt.id limit 1),
    'typed', (select case when money.code is null then 'unknown' when money.bill_id = bill.id then null
        when money.state = 'unmatched' then 'unmatched' else 'elsewhere' end
      from (select bill.typed_code where bill.typed_code is not null) as said (code)
        left join public.payments as money on money.code = public.meant_code(said.code)),
    'has_receipt', exists (select from public.receipts where bill_id = bill.id),
    'payments', (select coalesce(jsonb_agg(jsonb_build_object('code', money.code, 'amount_ksh', money.amount_ksh, 'state', money.state,
        'prompt_id', money.prompt_id, 'source', money.source, 'number', money.own_number, 'bank', money.bank)
        order by money.received_at), '[]')
      from public.payments as money where money.bill_id = bill.id))
  from public.bills as bill where bill.id = wanted;
$$;

-- A payment by bank transfer, cash or cheque that counted was not paid after all. What else was paid of the bill counts on. If that is
-- less than the bill, the bill is open again, a credit note cancels its receipt as a whole, and the next payment that completes it makes
-- a new one. `mails` tell the customer. Also 'wrong-amount', and 'went-back' if money of the bill was paid back already.
-- A receipt that names a void payment is cancelled, also if another payment pays its bill.
create function public.desk_void_payment(staff jsonb, payment text, ksh integer, mails jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  said jsonb := jsonb_build_object('ksh', ksh);
  its_bill public.bills;
  money public.payments;
  receipt public.receipts;
  others integer;
begin
  select * into its_bill from public.bills where id = (select bill_id from public.payments where code = payment) for update;
  select * into money from public.payments where code = payment for update;
  if money.code is null then return null; end if;
  if money.source not in ('bank', 'cash', 'cheque') or money.state not in ('counted', 'surplus')
    or money.bill_id is distinct from its_bill.id then
    return public.late_payment(staff, 'payment', payment, 'payment-void', said);
  end if;
  if ksh <> money.amount_ksh then return '{"outcome": "wrong-amount"}'; end if;
  if its_bill.refunded_ksh + its_bill.returned_ksh > 0 then return '{"outcome": "went-back"}'; end if;
  if its_bill.paid_at is not null then
    select * into receipt from public.receipts where number = its_bill.number;
    if not found then return '{"outcome": "no-receipt"}'; end if;
  end if;
  update public.payments set state = 'void', entered_by = (staff ->> 'id')::uuid where code = payment;
  -- A later payment that was too much takes its place.
  if money.state = 'counted' then
    update public.payments set state = 'counted' where bill_id = its_bill.id and state = 'surplus';
  end if;
  select coalesce(sum(amount_ksh), 0) into others from public.payments where bill_id = its_bill.id and state in ('counted', 'surplus');
  if its_bill.paid_at is not null then
    if others < its_bill.amount_ksh or receipt.paid_with @> jsonb_build_array(jsonb_build_object('code', payment)) then
      perform public.add_credit_note(receipt, receipt.gross_ksh, 'void', left(payment, 40), (staff ->> 'id')::uuid);
      update public.receipts set etims_number = its_bill.etims_number where number = receipt.number;
      update public.bills set etims_number = null where id = its_bill.id;
      if others < its_bill.amount_ksh then
        update public.bills set paid_at = null, shrunk_at = null, number = null, fulfilled_at = null, claimed_until = null,
          refund_due_ksh = 0, opened_at = now(), reminders = 0, ends_at = null where id = its_bill.id;
        update public.orders set refund_due_ksh = 0 where bill_id = its_bill.id and refund_due_ksh > 0;
      else
        perform public.pay_bill(its_bill.id);
      end if;
    end if;
  end if;
  update public.bills set paid_ksh = least(others, amount_ksh), surplus_ksh = greatest(0, others - amount_ksh) where id = its_bill.id;
  perform public.shrink_bill(its_bill.id);
  perform public.log_staff(staff, 'payment-void', 'payment', payment, money.user_id, said);
  perform public.tell_agency('[]', mails);
  return '{"outcome": "done"}';
end $$;

create trigger forget_phones_of_closed after update of state on public.closing_requests
  for each row when (new.state = 'done') execute function public.forget_phones_of_closed();

create trigger receipts_do_not_change before update or delete on public.receipts
  for each row execute function public.refuse_issued_change();

create trigger credit_notes_do_not_change before update or delete on public.credit_notes
  for each row execute function public.refuse_issued_change();

create trigger reported_payments_stay before delete on public.payments
  for each row when (old.reported_ksh is not null) execute function public.refuse_payment_loss();
