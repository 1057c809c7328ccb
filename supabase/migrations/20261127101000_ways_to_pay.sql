-- Payments by bank transfer, cash and cheque, which staff enter. They count by the same rules as M-PESA's. Source: docs/decisions, "Money
-- that is not M-PESA".

alter table public.payments
  -- The bank's reference, or the number of the cash receipt or of the cheque, as it was typed.
  add column own_number text check (length(own_number) between 1 and 40),
  -- Our bank, or that of the cheque with the end of its account.
  add column bank text check (length(bank) between 1 and 80),
  -- Who of us took the cash or the cheque.
  add column taken_by text check (length(taken_by) between 1 and 80),
  drop constraint payments_code_check,
  drop constraint payments_source_check,
  add constraint payments_source_check check (source in ('stk', 'paybill', 'pull', 'staff', 'bank', 'cash', 'cheque')),
  -- M-PESA's code has no hyphen. The others are made of the source, the bank and the number, so that nothing is entered twice.
  add constraint payments_code_check check (case when source in ('bank', 'cash', 'cheque')
    then code ~ '^(BANK|CASH|CHEQUE)(-[A-Z0-9]{1,30}){1,3}$' and own_number is not null else code ~ '^[A-Z0-9]{6,20}$' end);

-- Customers read their payments without what is about staff.
revoke select on public.payments from authenticated;
grant select (code, user_id, bill_id, prompt_id, amount_ksh, typed_ksh, reported_ksh, paid_at, source, own_number, bank, typed_reference,
  confirmed_by, confirmed_at, is_disputed, state, received_at, told_at) on public.payments to authenticated;

-- Whether a person entered a payment from this source.
create function public.is_by_hand(source text) returns boolean
language sql immutable set search_path = '' as $$
  select source in ('staff', 'bank', 'cash', 'cheque');
$$;

-- As before, and with the number, the bank and who took it.
create or replace function public.record_payment(given jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  said public.payments := jsonb_populate_record(null::public.payments, given);
  is_typed boolean := public.is_by_hand(said.source);
  its_bill public.bills;
  kept public.payments;
begin
  select * into its_bill from public.bills where id = coalesce(said.bill_id,
      (select bill_id from public.payment_prompts where id = said.prompt_id),
      (select id from public.bills where reference = given ->> 'reference'),
      (select bill_id from public.payments where code = said.code)) for update;
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

-- Enters a payment as staff read it: {"source", "code", "amount_ksh", "paid_at", "reference"}, and without M-PESA {"own_number", "bank",
-- "taken_by"}. It counts when somebody else confirms it. Also 'no-bill' for an unknown reference and 'known' for a code that we have.
create or replace function public.desk_enter_payment(staff jsonb, given jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  code text := given ->> 'code';
  late jsonb;
begin
  perform pg_advisory_xact_lock(hashtextextended('payment ' || code, 0));
  if exists (select from public.payments where payments.code = given ->> 'code') then
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

-- Deletes an entry by hand that was a mistake, or a cheque that bounced, while nothing has confirmed it and M-PESA has not reported it.
create or replace function public.desk_withdraw_payment(staff jsonb, payment text) returns jsonb
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

-- As before, with every entry by hand.
create or replace function public.payments_waiting(at timestamptz)
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
  select 'payment-said', bill.typed_code, bill.reference, bill.amount_ksh - bill.paid_ksh, bill.opened_at
  from public.bills as bill
  where bill.paid_at is null and public.is_typed_code_open(bill)
  union all
  select 'payment-said', null, bill.reference, prompt.amount_ksh, prompt.asked_at
  from public.payment_prompts as prompt join public.bills as bill on bill.id = prompt.bill_id
  where prompt.state = 'paid' and bill.paid_at is null and not public.is_typed_code_open(bill)
    and prompt.asked_at between at - interval '30 days' and at - interval '10 minutes'
    and not exists (select from public.payments where prompt_id = prompt.id);
$$;

-- As before, how each payment was made, and what we know of the typed code: it is 'unknown', 'unmatched' (a payment without a bill) or
-- 'elsewhere' (a payment of another bill, of which nothing is told); null without a code, and once it is a payment of this bill.
create or replace function public.bill_snapshot(wanted uuid) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('bill', to_jsonb(bill),
    'prompt', (select to_jsonb(prompt) from public.payment_prompts as prompt where prompt.bill_id = bill.id
      order by prompt.asked_at desc, prompt.id limit 1),
    'typed', (select case when money.code is null then 'unknown' when money.bill_id = bill.id then null
        when money.state = 'unmatched' then 'unmatched' else 'elsewhere' end
      from (select bill.typed_code where bill.typed_code is not null) as said (code)
        left join public.payments as money on money.code = said.code),
    'payments', (select coalesce(jsonb_agg(jsonb_build_object('code', money.code, 'amount_ksh', money.amount_ksh, 'state', money.state,
        'prompt_id', money.prompt_id, 'source', money.source, 'number', money.own_number, 'bank', money.bank)
        order by money.received_at), '[]')
      from public.payments as money where money.bill_id = bill.id))
  from public.bills as bill where bill.id = wanted;
$$;

revoke execute on function public.is_by_hand(text) from public, anon, authenticated;
grant execute on function public.is_by_hand(text) to service_role;
