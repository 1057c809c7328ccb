-- Payments at the desk.

-- Payments that need a person at a moment. `code` is null if M-PESA calls a prompt paid and the payment has not come. Every
-- payment that staff entered waits for a second member of staff.
create function public.payments_waiting(at timestamptz)
returns table (kind text, code text, reference text, ksh integer, since timestamptz) language sql stable set search_path = '' as $$
  select 'payment-' || money.state, money.code, bill.reference, money.amount_ksh, money.received_at
  from public.payments as money left join public.bills as bill on bill.id = money.bill_id
  where money.state in ('unmatched', 'surplus')
    or (money.state = 'held'
      and (money.is_disputed or public.is_by_hand(money.source) or public.is_payment_overdue(money, at)))
  union all
  select 'payment-surplus', public.last_counted(bill.id), bill.reference, public.surplus_left(bill), bill.paid_at
  from public.bills as bill where bill.surplus_ksh > bill.returned_ksh and public.surplus_left(bill) > 0
  union all
  select 'payment-refund', public.last_counted(bill.id), bill.reference, public.refund_left(bill), coalesce(
    (select max(updated_at) from public.orders where bill_id = bill.id and status = 'failed'), bill.opened_at)
  from public.bills as bill
  where ((bill.paid_at is null and bill.paid_ksh > 0) or bill.refund_due_ksh > bill.refunded_ksh)
    and bill.paid_ksh > 0 and public.refund_left(bill) > 0
  union all
  select 'payment-claimed', typed.code, bill.reference, bill.missing_ksh, bill.opened_at
  from public.bills as bill cross join lateral public.open_codes(bill) as typed (code)
  where bill.paid_at is null and bill.typed_code is not null
  union all
  select 'payment-claimed', null, bill.reference, prompt.amount_ksh, prompt.asked_at
  from public.payment_prompts as prompt join public.bills as bill on bill.id = prompt.bill_id
  where prompt.state = 'paid' and not prompt.has_payment and bill.paid_at is null and not exists (select from public.open_codes(bill))
    and prompt.asked_at between at - interval '30 days' and at - interval '10 minutes'
  union all
  -- Bills of which a part was paid three days ago and nothing since, and bills whose orders were begun without a payment, or
  -- before the payment turned out void. Neither changes by itself. A bill with a held payment is left out, because that payment
  -- is listed.
  select 'payment-part', last.code, bill.reference, bill.missing_ksh, coalesce(last.since, bill.opened_at)
  from public.bills as bill left join lateral (
    select code, state, case state when 'counted' then received_at else bill.opened_at end as since
    from public.payments where bill_id = bill.id and state in ('counted', 'void')
    order by state = 'counted' desc, received_at desc, code desc limit 1) as last on true
  where bill.paid_at is null and (bill.paid_ksh > 0 or bill.has_begun_orders) and public.payable_ksh(bill.id) > 0
    and case last.state when 'counted' then last.since <= at - interval '3 days' else bill.has_begun_orders end
    and not exists (select from public.open_codes(bill))
    and not exists (select from public.payments where bill_id = bill.id and state = 'held');
$$;

-- A page of payments as list_page returns it: 'todo' (those that need a person), a state, 'etims' (paid bills without an eTIMS number, each
-- with its last payment) or 'all'; by a part of the code or reference. Without data of customers.
create function public.desk_payments(view text, words text, at timestamptz, place jsonb, max_rows integer) returns jsonb
language sql stable set search_path = '' as $$
  with listed (query) as (select case
    when view = 'todo' then format('
      select kind, code, reference, ksh, since, since as at, coalesce(code, reference) || ''.'' || kind as key
      from public.payments_waiting(%L)', at)
    when view = 'etims' then '
      select ''payment-counted'' as kind, public.last_counted(id) as code, reference,
        (select amount_ksh from public.payments where code = public.last_counted(bills.id)) as ksh,
        paid_at as since, paid_at as at, reference as key
      from public.bills where paid_at is not null and etims_number is null'
    else '
      select case money.source when ''credit'' then ''payment-credit'' else ''payment-'' || money.state end as kind, money.code,
        bill.reference, money.amount_ksh as ksh, money.received_at as since,
        money.received_at as at, money.code as key
      from public.payments as money left join public.bills as bill on bill.id = money.bill_id' || case when view = 'all' then '' else format(' where money.state = %L', view) end
    end),
  -- A code is compared as read_code reads it: a call of the function for each row would take ten times as long.
  searched (code, reference) as (select public.has_part('translate(code, ''OIL'', ''011'')', public.read_code(words)),
    public.has_part('reference', public.read_code(words)))
  select public.list_page(case
      when words = '' then query
      -- These come from what waits. Payments are found by the indexes of both columns, which "or" would not use.
      when view in ('todo', 'etims') then format('select * from (%s) as one where %s or %s', query, code, reference)
      else format('select * from (%s) as one where code in (select code from public.payments where %s union
        select money.code from public.bills as bill join public.payments as money on money.bill_id = bill.id where bill.id in (
          select id from public.bills where %s))', query, code, reference) end,
    view <> 'all', place, max_rows)
  from listed cross join searched;
$$;

-- A bill for the desk: its row, what is left to do, its customer and its orders; null if there is none with this reference.
create function public.desk_bill(bill_reference text) returns jsonb language sql stable security definer set search_path = '' as $$
  select to_jsonb(bill) || jsonb_build_object(
    'due_back', public.due_back(bill), 'kept', public.kept_ksh(bill.id), 'payable_ksh', public.payable_ksh(bill.id),
    'refund_left', public.refund_left(bill), 'surplus_left', public.surplus_left(bill),
    'email', (select email from auth.users where id = bill.user_id),
    'codes', coalesce((select jsonb_agg(code order by received_at) from public.payments
      where bill_id = bill.id and state in ('counted', 'surplus')), '[]'),
    'orders', coalesce((select jsonb_agg(jsonb_build_object('id', id, 'kind', kind, 'domain', domain, 'price_ksh', price_ksh,
      'is_failed', status = 'failed') order by created_at, id) from public.orders where bill_id = bill.id), '[]'))
  from public.bills as bill where bill.reference = bill_reference;
$$;

-- A payment with its bill and trail, also found by another spelling; null if there is none. `typed_at`: the bills at which customers typed its code, oldest first.
create function public.desk_payment(payment_code text) returns jsonb language sql stable security definer set search_path = '' as $$
  select to_jsonb(money) || jsonb_build_object(
    'entered_name', public.staff_name(money.entered_by),
    'bill', public.desk_bill(bill.reference),
    'is_last', money.code = public.last_counted(bill.id),
    'kept_ksh', public.kept_of_payment(money, bill),
    'typed_at', (select coalesce(jsonb_agg(jsonb_build_object('reference', other.reference, 'missing', other.missing_ksh)
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
  from public.payments as money left join public.bills as bill on bill.id = money.bill_id
  where money.code = public.meant_code(payment_code);
$$;

-- Receipts and credit notes since one moment and before `until`, in order, after a row. One value, because a set is cut at 1,000 rows. A
-- cancelled receipt keeps its eTIMS number.
create function public.desk_receipts(since timestamptz, until timestamptz, after jsonb, max_rows integer) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(to_jsonb(page) order by page.issued_at, page.number), '[]') from (
    select issued_at, number, kind, receipt_number, gross_ksh, vat_cents, paid_with, buyer_pin, etims_number from (
      select receipt.issued_at, receipt.number, 'receipt' as kind, null as receipt_number, receipt.gross_ksh, receipt.vat_cents,
        receipt.paid_with, bill.buyer_pin,
        case when bill.number = receipt.number then bill.etims_number else receipt.etims_number end as etims_number
      from public.receipts as receipt join public.bills as bill on bill.id = receipt.bill_id
      where receipt.issued_at >= since and receipt.issued_at < until
      union all
      select note.issued_at, note.number, 'credit note', note.receipt_number, -note.gross_ksh, -note.vat_cents,
        jsonb_build_array(jsonb_build_object('source', note.way, 'code', note.code, 'number', note.code)), bill.buyer_pin, null
      from public.credit_notes as note join public.receipts as receipt on receipt.number = note.receipt_number
        join public.bills as bill on bill.id = receipt.bill_id
      where note.issued_at >= since and note.issued_at < until) as issued
    where after is null or (issued_at, number) > ((after ->> 'issued_at')::timestamptz, after ->> 'number')
    order by issued_at, number limit max_rows) as page;
$$;

-- Each function below changes one payment or bill, with its log line. It returns the outcome: 'done', also for the same form sent again
-- within a minute; 'late' with who did what last; null if there is no such row; and others, as described. This one tells 'done' from
-- 'late'.
create function public.late_payment(staff jsonb, kind text, about text, did text, log_detail jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  last jsonb := public.desk_last(staff, case kind when 'bill' then '{bill-refunded,bill-surplus-returned,bill-kept,bill-credit-used,bill-etims}'::text[] else
    '{payment-entered,payment-confirmed,payment-matched,payment-corrected,payment-returned,payment-deleted,payment-void}' end, kind, about);
begin
  if (last ->> 'is_again')::boolean and last ->> 'did' = did and last -> 'detail' @> log_detail then return '{"outcome": "done"}'; end if;
  return jsonb_build_object('outcome', 'late', 'last', last);
end $$;

-- Enters a payment: {"source", "code", "amount_ksh", "paid_at", "reference"}; one that is not M-PESA's also has {"own_number",
-- "bank", "taken_by"}. It counts once somebody else confirms it. More outcomes: 'no-bill' (no bill has this reference) and
-- 'known' (the code is stored already).
create function public.desk_enter_payment(staff jsonb, entry jsonb) returns jsonb language plpgsql set search_path = '' as $$
declare
  code text := entry ->> 'code';
  known text;
  late jsonb;
begin
  perform pg_advisory_xact_lock(hashtextextended('payment ' || public.read_code(code), 0));
  known := public.meant_code(code);
  if known <> code then return jsonb_build_object('outcome', 'known', 'code', known, 'last', null); end if;
  if known is not null then
    late := public.late_payment(staff, 'payment', code, 'payment-entered', entry - 'code');
    return case when late ->> 'outcome' = 'late' then late || '{"outcome": "known"}' else late end;
  end if;
  if entry ->> 'reference' is not null and not exists (select from public.bills where reference = entry ->> 'reference') then
    return '{"outcome": "no-bill"}';
  end if;
  perform public.record_payment('{"source": "staff"}' || entry || jsonb_build_object('entered_by', staff ->> 'id'));
  return public.log_done(staff, 'payment-entered', 'payment', code,
    (select user_id from public.payments where payments.code = entry ->> 'code'), entry - 'code');
end $$;

-- Counts a payment that staff have seen, for its bill or, if `to_reference` is given, for the bill with that reference. If
-- `differs`, stores another amount, which somebody else must confirm ('corrected'). More outcomes: 'no-bill' (no bill has
-- `to_reference`); 'moved' (the bill no longer lacks `expected_missing`); 'wrong-amount'; 'own' (the same person entered the
-- payment). If `alone` (an agency of one), that person may count it, and `mails` notify the agency.
create function public.desk_count_payment(
  staff jsonb, payment text, ksh integer, differs boolean, to_reference text, expected_missing integer, alone boolean, mails jsonb
) returns jsonb language plpgsql set search_path = '' as $$
declare
  me uuid := staff ->> 'id';
  did text := case when to_reference is null then 'payment-confirmed' else 'payment-matched' end;
  log_detail jsonb := jsonb_strip_nulls(jsonb_build_object('ksh', ksh, 'reference', to_reference));
  its_bill public.bills;
  money public.payments;
  last jsonb;
begin
  select * into its_bill from public.bills where case when to_reference is null
    then id = (select bill_id from public.payments where code = payment) else reference = to_reference end for update;
  if its_bill.id is null and to_reference is not null then return '{"outcome": "no-bill"}'; end if;
  money := public.lock_payment(payment);
  if money.code is null then return null; end if;
  if money.state not in ('held', 'unmatched') or its_bill.id is null
    or (to_reference is null and money.bill_id is distinct from its_bill.id) then
    return public.late_payment(staff, 'payment', payment, did, log_detail);
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
    log_detail := log_detail || '{"alone": true}';
  end if;
  if its_bill.missing_ksh <> expected_missing then return '{"outcome": "moved"}'; end if;
  if to_reference is null then
    perform public.confirm_payment(payment, 'staff');
  else
    perform public.match_payment(payment, its_bill.id, me);
  end if;
  perform public.log_staff(staff, did, 'payment', payment, its_bill.user_id, log_detail);
  if log_detail ? 'alone' then perform public.notify_agency('[]', mails); end if;
  return '{"outcome": "done"}';
end $$;

-- Stores that a payment which counts for no bill was sent back. `refund` is {"ksh", "way", "code"}. Also 'wrong-amount'.
create function public.desk_return_payment(staff jsonb, payment text, refund jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare money public.payments;
begin
  perform public.lock_bill_of(payment);
  money := public.lock_payment(payment);
  if money.code is null then return null; end if;
  if money.state not in ('held', 'unmatched', 'surplus') then
    return public.late_payment(staff, 'payment', payment, 'payment-returned', refund);
  end if;
  if (refund ->> 'ksh')::integer <> money.amount_ksh then return '{"outcome": "wrong-amount"}'; end if;
  perform public.return_payment(payment, (staff ->> 'id')::uuid);
  return public.log_done(staff, 'payment-returned', 'payment', payment, money.user_id, refund);
end $$;

-- Deletes an entry by hand that was a mistake, or a cheque that bounced, while nothing has confirmed it and M-PESA has not reported it.
create function public.desk_withdraw_payment(staff jsonb, payment text) returns jsonb language plpgsql set search_path = '' as $$
declare gone public.payments;
begin
  delete from public.payments where code = payment and public.is_by_hand(source) and reported_ksh is null
    and state in ('held', 'unmatched') and (confirmed_by is null or is_disputed) returning * into gone;
  if not found then return public.late_payment(staff, 'payment', payment, 'payment-deleted', '{}'); end if;
  return public.log_done(staff, 'payment-deleted', 'payment', payment, gone.user_id, jsonb_build_object('ksh', gone.amount_ksh));
end $$;

-- Stores that a 'refund' or the 'surplus' of a larger payment was paid back, whole or in part. `refund` is {"ksh", "way", "code"}. A refund
-- of a receipt is a credit note. Also 'wrong-amount' above what is due, 'known' for a code used before, 'no-receipt' before there is one.
create function public.desk_pay_back(staff jsonb, bill text, what text, refund jsonb, expected_due integer) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  back_line text := case what when 'refund' then 'bill-refunded' else 'bill-surplus-returned' end;
  back_code text := concat_ws(' ', what, refund ->> 'way', public.read_code(refund ->> 'code'));
  paid integer := refund ->> 'ksh';
  its_bill public.bills := public.lock_bill(bill);
  receipt public.receipts;
  due integer;
begin
  if its_bill.id is null then return null; end if;
  due := case what when 'refund' then public.refund_left(its_bill) else public.surplus_left(its_bill) end;
  if due <= 0 or due <> expected_due then return public.late_payment(staff, 'bill', bill, back_line, refund); end if;
  if paid < 1 or paid > due then return '{"outcome": "wrong-amount"}'; end if;
  if back_code = any (its_bill.back_codes) then return '{"outcome": "known"}'; end if;
  if what = 'refund' then
    if its_bill.number is not null then
      select * into receipt from public.receipts where number = its_bill.number;
      if not found then return '{"outcome": "no-receipt"}'; end if;
      perform public.add_credit_note(receipt, paid, refund ->> 'way', refund ->> 'code', (staff ->> 'id')::uuid);
    end if;
    update public.bills set refunded_ksh = refunded_ksh + paid, refunded_at = case when paid = due then now() else refunded_at end
      where id = its_bill.id;
    if paid = due then
      update public.orders set refunded_at = now() where bill_id = its_bill.id and refund_due_ksh > 0 and refunded_at is null;
    end if;
  else
    update public.bills set returned_ksh = returned_ksh + paid where id = its_bill.id;
  end if;
  update public.bills set back_codes = array_append(back_codes, back_code), wanted_back_ksh = greatest(0, wanted_back_ksh - paid),
      pay_backs = pay_backs || jsonb_build_object('at', now(), 'ksh', paid, 'way', refund ->> 'way', 'code', refund ->> 'code')
    where id = its_bill.id;
  return public.log_done(staff, back_line, 'bill', bill, its_bill.user_id, refund);
end $$;

-- Stores the eTIMS number of a receipt. `expected_number`: what the form showed, '' for none. Also 'taken' if another receipt has it.
create function public.desk_enter_etims(staff jsonb, bill text, new_number text, expected_number text) returns jsonb
language plpgsql set search_path = '' as $$
declare its_bill public.bills;
begin
  perform pg_advisory_xact_lock(hashtextextended('etims', 0));
  select * into its_bill from public.bills where reference = bill and paid_at is not null for update;
  if its_bill.id is null then return null; end if;
  if coalesce(its_bill.etims_number, '') <> expected_number or its_bill.etims_number = new_number then
    return public.late_payment(staff, 'bill', bill, 'bill-etims', jsonb_build_object('number', new_number));
  end if;
  if exists (select from public.bills where etims_number = new_number) then return '{"outcome": "taken"}'; end if;
  update public.bills set etims_number = new_number where id = its_bill.id;
  return public.log_done(staff, 'bill-etims', 'bill', bill, its_bill.user_id, jsonb_build_object('number', new_number));
end $$;

-- Stores who pays an unpaid bill, {"name", "pin"}, for its papers. `expected`: the name and the PIN that the page had, with a line between.
-- Outcomes: 'done'; 'late' if they are others by now; null if no such bill is unpaid.
create function public.desk_name_buyer(staff jsonb, bill text, buyer jsonb, expected text) returns jsonb
language plpgsql set search_path = '' as $$
declare
  its_bill public.bills;
  known text;
begin
  select * into its_bill from public.bills where reference = bill and paid_at is null for update;
  if not found then return null; end if;
  known := coalesce(its_bill.buyer_name, '') || '|' || coalesce(its_bill.buyer_pin, '');
  if known = (buyer ->> 'name') || '|' || coalesce(buyer ->> 'pin', '') then return '{"outcome": "done"}'; end if;
  if known <> expected then
    return jsonb_build_object('outcome', 'late', 'last', public.desk_last(staff, '{bill-buyer}', 'bill', bill));
  end if;
  update public.bills set buyer_name = buyer ->> 'name', buyer_pin = buyer ->> 'pin' where id = its_bill.id;
  return public.log_done(staff, 'bill-buyer', 'bill', bill, its_bill.user_id);
end $$;

-- Stores that a code which a customer typed is not in M-PESA's portal. Nobody needs to look for it any more.
create function public.desk_code_not_found(staff jsonb, bill text, typed text) returns jsonb language plpgsql set search_path = '' as $$
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

-- Stores that the portal has no payment for a prompt that M-PESA calls paid. The customer may then send another prompt.
create function public.desk_prompt_not_paid(staff jsonb, bill text) returns jsonb language plpgsql set search_path = '' as $$
declare its_bill public.bills := public.lock_bill(bill);
begin
  update public.payment_prompts set state = 'unknown'
    where bill_id = its_bill.id and state = 'paid' and not exists (select from public.payments where prompt_id = payment_prompts.id);
  if found then perform public.log_staff(staff, 'bill-prompt-not-paid', 'bill', bill, its_bill.user_id, '{}'); end if;
  return '{"outcome": "done"}';
end $$;

-- Stores that a bank transfer, cash or cheque that counted, or that was kept as credit, was not paid after all. What of it was kept as
-- credit is taken back. If the other payments do not cover the bill, the bill is open again. In that case, or if the receipt names the
-- payment, a credit note cancels the receipt. More outcomes: 'wrong-amount', 'went-back' (money was sent back already), 'spent' (`ksh` of the
-- credit is used) and 'no-receipt' (the bill is paid and has no receipt yet).
create function public.desk_void_payment(staff jsonb, payment text, ksh integer, mails jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  log_detail jsonb := jsonb_build_object('ksh', ksh);
  me uuid := staff ->> 'id';
  customer uuid := (select bills.user_id from public.payments join public.bills on bills.id = bill_id where code = payment);
  its_bill public.bills;
  money public.payments;
  receipt public.receipts;
  others integer;
  taken integer;
  refund integer;
  spent integer;
begin
  perform public.lock_credit(customer);
  its_bill := public.lock_bill_of(payment);
  money := public.lock_payment(payment);
  if money.code is null then return null; end if;
  if money.source not in ('bank', 'cash', 'cheque') or money.state not in ('counted', 'surplus', 'kept')
    or money.bill_id is distinct from its_bill.id or its_bill.user_id is distinct from customer then
    return public.late_payment(staff, 'payment', payment, 'payment-void', log_detail);
  end if;
  if ksh <> money.amount_ksh then return '{"outcome": "wrong-amount"}'; end if;
  taken := public.kept_of_payment(money, its_bill);
  if taken is null then return '{"outcome": "went-back"}'; end if;
  spent := taken - public.credit_left(customer);
  if taken > 0 and spent > 0 then return jsonb_build_object('outcome', 'spent', 'ksh', spent); end if;
  if money.state <> 'kept' and its_bill.paid_at is not null then
    select * into receipt from public.receipts where number = its_bill.number;
    if not found then return '{"outcome": "no-receipt"}'; end if;
  end if;
  update public.payments set state = 'void', entered_by = me where code = payment;
  if taken > 0 then
    refund := case money.state when 'kept' then 0 else its_bill.refunded_ksh end;
    insert into public.credits (user_id, ksh, why, bill_id, payment_code, staff)
      select customer, -part.ksh, part.why, its_bill.id, payment, me
      from (values (refund, 'refund'), (taken - refund, 'surplus')) as part (ksh, why) where part.ksh > 0;
    log_detail := log_detail || jsonb_build_object('credit', taken);
  end if;
  perform public.log_staff(staff, 'payment-void', 'payment', payment, money.user_id, log_detail);
  perform public.notify_agency('[]', mails);
  -- It had left its bill when it was kept.
  if money.state = 'kept' then return '{"outcome": "done"}'; end if;

  if money.state = 'counted' then
    update public.bills set refunded_ksh = 0, returned_ksh = 0, refunded_at = null where id = its_bill.id;
    update public.orders set refunded_at = null where bill_id = its_bill.id and refunded_at is not null;
    -- A later payment that was surplus takes the place of the void one.
    update public.payments set state = 'counted' where bill_id = its_bill.id and state = 'surplus';
  end if;
  select coalesce(sum(amount_ksh), 0) into others from public.payments where bill_id = its_bill.id and state in ('counted', 'surplus');
  if its_bill.paid_at is not null then
    if others < its_bill.amount_ksh or receipt.paid_with @> jsonb_build_array(jsonb_build_object('code', payment)) then
      -- Credit notes for refunds have cancelled a part of it, or all.
      if receipt.gross_ksh > its_bill.refunded_ksh then
        perform public.add_credit_note(receipt, receipt.gross_ksh - its_bill.refunded_ksh, 'void', left(payment, 40), me);
      end if;
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
  update public.bills set paid_ksh = least(others, amount_ksh), surplus_ksh = greatest(0, others - amount_ksh),
      wanted_back_ksh = 0
    where id = its_bill.id;
  perform public.shrink_bill(its_bill.id);
  return '{"outcome": "done"}';
end $$;
