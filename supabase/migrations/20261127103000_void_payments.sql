-- A payment that counted and that turns out void: a cheque that bounced late, a transfer that the bank took back, false cash. Source:
-- docs/product.md, "Payments".
alter table public.payments drop constraint payments_state_check,
  add constraint payments_state_check check (state in ('held', 'counted', 'surplus', 'unmatched', 'returned', 'void'));
alter table public.credit_notes drop constraint credit_notes_way_check,
  add constraint credit_notes_way_check check (way in ('mpesa', 'bank', 'cash', 'cheque', 'void'));
-- A bill that is paid again has a second receipt. That of the first keeps the number of eTIMS that it had.
alter table public.receipts drop constraint receipts_bill_id_key, add column etims_number text;
create index receipts_of_bill on public.receipts (bill_id);

-- As before; and the number of eTIMS is kept.
create or replace function public.refuse_issued_change() returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - array['staff_id', 'etims_number'] = to_jsonb(old) - array['staff_id', 'etims_number'] then
    return new;
  end if;
  raise exception 'receipts and credit notes do not change';
end $$;

create or replace function public.bills_without_receipt(most integer) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', due.id, 'orders', (
      select coalesce(jsonb_agg(jsonb_build_object('id', id, 'kind', kind, 'domain', domain)), '[]') from public.orders where bill_id = due.id))
    order by due.paid_at, due.number), '[]')
  from (select id, paid_at, number from public.bills
    where paid_at is not null and not exists (select from public.receipts where receipts.number = bills.number)
    order by paid_at, number limit most) as due;
$$;

-- As before; `paid_with` says how each was paid, or paid back, and a receipt that was cancelled keeps its eTIMS number.
create or replace function public.desk_receipts(first timestamptz, beyond timestamptz, after jsonb, most integer) returns jsonb
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

-- As before.
create or replace function public.desk_pay_back(staff jsonb, bill text, what text, given jsonb, seen integer) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  did text := case what when 'refund' then 'bill-refunded' else 'bill-surplus-returned' end;
  paid integer := given ->> 'ksh';
  held public.bills;
  receipt public.receipts;
  due integer;
begin
  select * into held from public.bills where reference = bill for update;
  if held.id is null then return null; end if;
  due := case what when 'refund' then public.refund_left(held) else public.surplus_left(held) end;
  if due <= 0 or due <> seen then return public.late_payment(staff, 'bill', bill, did, given); end if;
  if paid < 1 or paid > due then return '{"outcome": "wrong-amount"}'; end if;
  if what = 'refund' then
    if held.number is not null then
      select * into strict receipt from public.receipts where number = held.number;
      if exists (select from public.credit_notes as note where note.receipt_number = receipt.number
          and note.way = given ->> 'way' and note.code = given ->> 'code') then
        return '{"outcome": "known"}';
      end if;
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
  perform public.log_staff(staff, did, 'bill', bill, held.user_id, given);
  return '{"outcome": "done"}';
end $$;

-- As before, and what was void.
create or replace function public.late_payment(staff jsonb, kind text, about text, did text, said jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  last jsonb := public.desk_last(staff, case kind when 'bill' then '{bill-refunded,bill-surplus-returned,bill-etims}'::text[] else
    '{payment-entered,payment-confirmed,payment-matched,payment-corrected,payment-returned,payment-deleted,payment-void}' end, kind, about);
begin
  if (last ->> 'is_again')::boolean and last ->> 'did' = did and last -> 'detail' @> said then return '{"outcome": "done"}'; end if;
  return jsonb_build_object('outcome', 'late', 'last', last);
end $$;

-- A payment by bank transfer, cash or cheque that counted was not paid after all. What else was paid of the bill counts on. If that is
-- less than the bill, the bill is open again, a credit note cancels its receipt as a whole, and the next payment that completes it makes
-- a new one. `mails` tell the customer. Also 'wrong-amount', and 'went-back' if money of the bill was paid back already.
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
  if money.source not in ('bank', 'cash', 'cheque') or money.state not in ('counted', 'surplus') then
    return public.late_payment(staff, 'payment', payment, 'payment-void', said);
  end if;
  if ksh <> money.amount_ksh then return '{"outcome": "wrong-amount"}'; end if;
  if its_bill.refunded_ksh + its_bill.returned_ksh > 0 then return '{"outcome": "went-back"}'; end if;
  update public.payments set state = 'void', entered_by = (staff ->> 'id')::uuid where code = payment;
  -- A later payment that was too much takes its place.
  if money.state = 'counted' then
    update public.payments set state = 'counted' where bill_id = its_bill.id and state = 'surplus';
  end if;
  select coalesce(sum(amount_ksh), 0) into others from public.payments where bill_id = its_bill.id and state in ('counted', 'surplus');
  if its_bill.paid_at is not null and others < its_bill.amount_ksh then
    select * into strict receipt from public.receipts where number = its_bill.number;
    perform public.add_credit_note(receipt, receipt.gross_ksh, 'void', left(payment, 40), (staff ->> 'id')::uuid);
    update public.receipts set etims_number = its_bill.etims_number where number = receipt.number;
    update public.bills set paid_at = null, number = null, etims_number = null, fulfilled_at = null, claimed_until = null,
      refund_due_ksh = 0, opened_at = now(), reminders = 0 where id = its_bill.id;
    update public.orders set refund_due_ksh = 0 where bill_id = its_bill.id;
  end if;
  update public.bills set paid_ksh = least(others, amount_ksh), surplus_ksh = greatest(0, others - amount_ksh) where id = its_bill.id;
  perform public.shrink_bill(its_bill.id);
  perform public.log_staff(staff, 'payment-void', 'payment', payment, money.user_id, said);
  perform public.tell_agency('[]', mails);
  return '{"outcome": "done"}';
end $$;

do $$
declare
  one regprocedure;
begin
  for one in
    select oid::regprocedure from pg_proc where pronamespace = 'public'::regnamespace and proname in ('add_credit_note', 'desk_void_payment') loop
    execute format('revoke execute on function %s from public, anon, authenticated', one);
    execute format('grant execute on function %s to service_role', one);
  end loop;
end $$;
