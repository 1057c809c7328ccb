-- Payments at the desk: what needs a person, entries by hand with a witness, and what was paid back. What is paid of a bill is written
-- by settle_payment alone.
alter table public.bills
  -- How much of the refund due was paid back.
  add column refunded_ksh integer not null default 0 check (refunded_ksh >= 0),
  -- How much was paid back of a surplus that is only a part of a payment.
  add column returned_ksh integer not null default 0 check (returned_ksh >= 0);

-- What is to be paid back for orders of a bill that were not carried out, in shillings.
create function public.refund_left(bill public.bills) returns integer
language sql stable set search_path = '' as $$
  select greatest(0, case when bill.paid_at is null and public.payable_ksh(bill.id) = 0 then bill.paid_ksh
    else bill.refund_due_ksh end - bill.refunded_ksh);
$$;

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

-- Payments that need a person at a moment. `code` is null if M-PESA says that a prompt was paid and the payment has not come. A held
-- payment is left to the run for ten minutes.
create function public.payments_waiting(at timestamptz)
returns table (kind text, code text, reference text, ksh integer, since timestamptz)
language sql stable set search_path = '' as $$
  select 'payment-' || money.state, money.code, bill.reference, money.amount_ksh, money.received_at
  from public.payments as money left join public.bills as bill on bill.id = money.bill_id
  where money.state in ('unmatched', 'surplus')
    or (money.state = 'held'
      and (money.is_disputed or money.source = 'staff' or money.received_at <= at - interval '10 minutes'))
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
  where bill.paid_at is null and bill.typed_code is not null
    and not exists (select from public.payments where payments.code = bill.typed_code)
  union all
  select 'payment-said', null, bill.reference, prompt.amount_ksh, prompt.asked_at
  from public.payment_prompts as prompt join public.bills as bill on bill.id = prompt.bill_id
  where prompt.state = 'paid' and bill.paid_at is null and bill.typed_code is null
    and prompt.asked_at between at - interval '30 days' and at - interval '10 minutes'
    and not exists (select from public.payments where prompt_id = prompt.id);
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
    select * from found where words = '' or strpos(coalesce(code, ''), words) > 0 or strpos(coalesce(reference, ''), words) > 0
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

-- A payment with its bill, the bill for which a customer typed its code, and its trail; null if there is none.
create function public.desk_payment(wanted text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select to_jsonb(money) || jsonb_build_object(
    'entered_name', public.staff_name(money.entered_by),
    'bill', public.desk_bill(bill.reference),
    'is_last', money.code = public.last_counted(bill.id),
    'typed_at', (select other.reference from public.bills as other where other.typed_code = money.code order by opened_at limit 1),
    'trail', public.desk_trail('payment', money.code) || public.desk_trail('bill', coalesce(bill.reference, '')))
  from public.payments as money left join public.bills as bill on bill.id = money.bill_id where money.code = wanted;
$$;

-- Receipts of a span of time, for eTIMS, in their order.
create function public.desk_receipts(first timestamptz, beyond timestamptz, most integer) returns setof jsonb
language sql stable set search_path = '' as $$
  select to_jsonb(bill) || jsonb_build_object('codes', (select string_agg(code, ' ' order by received_at) from public.payments
    where bill_id = bill.id and state = 'counted'))
  from public.bills as bill where paid_at >= first and paid_at < beyond order by paid_at, number limit most;
$$;

-- Each function below changes one payment or bill and adds its line to the log, in one transaction. It returns the outcome: 'done',
-- also for the same form sent again by the same person within a minute; 'late' with who did what last; null if there is no such row;
-- and others, as described.

-- Why a form came too late: the same one sent again is done.
create function public.late_payment(staff jsonb, kind text, about text, did text, said jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  last jsonb := public.desk_last(staff, case kind when 'bill' then '{bill-refunded,bill-surplus-returned,bill-etims}'::text[]
    else '{payment-entered,payment-confirmed,payment-matched,payment-corrected,payment-returned,payment-deleted}' end, kind, about);
begin
  if (last ->> 'is_again')::boolean and last ->> 'did' = did and last -> 'detail' @> said then return '{"outcome": "done"}'; end if;
  return jsonb_build_object('outcome', 'late', 'last', last);
end $$;

-- Enters a payment as the portal shows it: {"code", "amount_ksh", "paid_at", "reference"}. It counts when somebody else confirms it.
-- Also 'no-bill' for an unknown reference and 'known' for a code that we have.
create function public.desk_enter_payment(staff jsonb, given jsonb) returns jsonb
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
  perform public.record_payment(given || jsonb_build_object('source', 'staff', 'entered_by', staff ->> 'id'));
  perform public.log_staff(staff, 'payment-entered', 'payment', code,
    (select user_id from public.payments where payments.code = given ->> 'code'), given - 'code');
  return '{"outcome": "done"}';
end $$;

-- Counts a payment that somebody has seen in the portal with this amount: for its bill, or for the bill with this reference, of which
-- `seen` was missing. With `differs` another amount is stored, which somebody else must confirm ('corrected'). Also 'no-bill'; 'moved'
-- if something else is missing; 'wrong-amount'; 'own' if the same person entered it.
create function public.desk_count_payment(
  staff jsonb, payment text, ksh integer, differs boolean, to_reference text, seen integer
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
    return jsonb_build_object('outcome', case when differs and (last ->> 'is_again')::boolean then 'corrected' else 'own' end);
  end if;
  if its_bill.amount_ksh - its_bill.paid_ksh <> seen then return '{"outcome": "moved"}'; end if;
  if to_reference is null then
    perform public.confirm_payment(payment, 'staff');
  else
    perform public.match_payment(payment, its_bill.id, me);
  end if;
  perform public.log_staff(staff, did, 'payment', payment, its_bill.user_id, said);
  return '{"outcome": "done"}';
end $$;

-- A payment that counts for nothing was sent back in the portal. Also 'wrong-amount'.
create function public.desk_return_payment(staff jsonb, payment text, ksh integer) returns jsonb
language plpgsql set search_path = '' as $$
declare
  said jsonb := jsonb_build_object('ksh', ksh);
  money public.payments;
begin
  perform from public.bills where id = (select bill_id from public.payments where code = payment) for update;
  select * into money from public.payments where code = payment for update;
  if money.code is null then return null; end if;
  if money.state not in ('held', 'unmatched', 'surplus') then
    return public.late_payment(staff, 'payment', payment, 'payment-returned', said);
  end if;
  if ksh <> money.amount_ksh then return '{"outcome": "wrong-amount"}'; end if;
  perform public.return_payment(payment, (staff ->> 'id')::uuid);
  perform public.log_staff(staff, 'payment-returned', 'payment', payment, money.user_id, said);
  return '{"outcome": "done"}';
end $$;

-- Deletes an entry by hand that was a mistake, while nothing else has confirmed it.
create function public.desk_withdraw_payment(staff jsonb, payment text) returns jsonb
language plpgsql set search_path = '' as $$
declare
  gone public.payments;
begin
  delete from public.payments where code = payment and source = 'staff' and state in ('held', 'unmatched')
    and (confirmed_by is null or is_disputed) returning * into gone;
  if not found then return public.late_payment(staff, 'payment', payment, 'payment-deleted', '{}'); end if;
  perform public.log_staff(staff, 'payment-deleted', 'payment', payment, gone.user_id, jsonb_build_object('ksh', gone.amount_ksh));
  return '{"outcome": "done"}';
end $$;

-- What was due back on a bill was paid in the portal: its 'refund', or the 'surplus' of a larger payment. Also 'wrong-amount'.
create function public.desk_pay_back(staff jsonb, bill text, what text, ksh integer) returns jsonb
language plpgsql set search_path = '' as $$
declare
  did text := case what when 'refund' then 'bill-refunded' else 'bill-surplus-returned' end;
  said jsonb := jsonb_build_object('ksh', ksh);
  held public.bills;
  due integer;
begin
  select * into held from public.bills where reference = bill for update;
  if held.id is null then return null; end if;
  due := case what when 'refund' then public.refund_left(held) else public.surplus_left(held) end;
  if due <= 0 then return public.late_payment(staff, 'bill', bill, did, said); end if;
  if ksh <> due then return '{"outcome": "wrong-amount"}'; end if;
  if what = 'refund' then
    update public.bills set refunded_ksh = refunded_ksh + due, refunded_at = now() where id = held.id;
    update public.orders set refunded_at = now() where bill_id = held.id and refund_due_ksh > 0 and refunded_at is null;
  else
    update public.bills set returned_ksh = returned_ksh + due where id = held.id;
  end if;
  perform public.log_staff(staff, did, 'bill', bill, held.user_id, said);
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
  customer uuid;
begin
  update public.bills set typed_code = null where reference = bill and typed_code = typed returning user_id into customer;
  if found then perform public.log_staff(staff, 'bill-code-not-found', 'bill', bill, customer, jsonb_build_object('code', typed)); end if;
  return '{"outcome": "done"}';
end $$;

-- As before, of orders without a bill: the bill says what is paid back for the others.
create or replace function public.desk_order_refunded(staff jsonb, wanted uuid) returns text
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

-- As before, and payments.
create or replace function public.desk_work(at timestamptz)
returns table (kind text, id text, title text, since timestamptz, taker_id uuid, taker text)
language sql stable security definer set search_path = '' as $$
  select work.kind, work.id, work.title, work.since, work.taker_id, public.staff_name(work.taker_id)
  from (
    select case when status = 'processing' and taken_by is null then 'order-stuck' else 'order' end,
      orders.id::text, orders.domain, orders.created_at, orders.taken_by
    from public.orders
    where status = 'requested' or (status = 'processing' and (taken_by is not null or updated_at <= at - interval '10 minutes'))
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
      'refund_left', 'surplus_left', 'last_counted', 'payments_waiting', 'desk_payments', 'desk_bill', 'desk_payment', 'desk_receipts',
      'late_payment', 'desk_enter_payment', 'desk_count_payment', 'desk_return_payment', 'desk_withdraw_payment', 'desk_pay_back',
      'desk_enter_etims', 'desk_code_not_found') loop
    execute format('revoke execute on function %s from public, anon, authenticated', one);
    execute format('grant execute on function %s to service_role', one);
  end loop;
end $$;
