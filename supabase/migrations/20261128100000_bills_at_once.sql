-- The money of bills under concurrent acts. Locks are taken in one order: an order that has not failed, then its bill; an order that
-- has failed is changed under the lock of its bill alone, so that no two acts wait for each other.

-- A bill also leaves its failed orders behind if the others came to the same sum.
create or replace function public.shrink_bill(bill uuid) returns void
language plpgsql security invoker set search_path = '' as $$
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
  if its_bill.paid_ksh >= payable then perform public.pay_bill(bill); end if;
end $$;

-- now() is the beginning of a transaction, which may have waited for a refund: what went back before has its day before.
create or replace function public.pay_bill(bill uuid) returns void
language plpgsql security invoker set search_path = '' as $$
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

create or replace function public.lock_own_order(customer uuid, wanted uuid) returns public.orders
language plpgsql security invoker set search_path = '' as $$
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

create or replace function public.change_order_years(customer uuid, wanted uuid, years integer, ksh integer) returns text
language plpgsql security invoker set search_path = '' as $$
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

-- A void payment was no money.
create or replace function public.is_bill_untouched(bill uuid) returns boolean
language plpgsql security invoker set search_path = '' as $$
begin
  update public.payment_prompts set state = 'unknown'
    where bill_id = bill and state in ('asking', 'sent') and asked_at <= now() - interval '120 seconds';
  return exists (select from public.bills where id = bill and paid_at is null and paid_ksh = 0 and typed_code is null)
    and not exists (select from public.payments where bill_id = bill and state not in ('returned', 'void'))
    and not exists (select from public.payment_prompts as prompt where bill_id = bill and (state in ('asking', 'sent')
      -- Paid, says the provider, but the payment itself has not arrived.
      or (state = 'paid' and not exists (select from public.payments where prompt_id = prompt.id))));
end $$;

create or replace function public.end_unpaid_bills(most integer) returns integer
language plpgsql security invoker set search_path = '' as $$
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

-- The code of money that was sent back is answered.
create or replace function public.return_payment(payment text, staff uuid) returns boolean
language plpgsql security invoker set search_path = '' as $$
declare
  money public.payments;
begin
  perform from public.bills where id = (select bill_id from public.payments where code = payment) for update;
  select * into money from public.payments where code = payment and state in ('unmatched', 'held', 'surplus') for update;
  if not found then return false; end if;
  update public.payments set state = 'returned', entered_by = staff where code = payment;
  update public.bills set typed_code = null where id = money.bill_id and public.meant_code(typed_code) = payment;
  if money.state = 'surplus' then
    update public.bills set surplus_ksh = surplus_ksh - money.amount_ksh where id = money.bill_id;
  end if;
  return true;
end $$;

-- A bill that was opened again meanwhile is not carried out.
create or replace function public.finish_bill(bill uuid, messages jsonb, mails jsonb) returns boolean
language plpgsql security invoker set search_path = '' as $$
begin
  update public.bills set fulfilled_at = now(), claimed_until = null where id = bill and fulfilled_at is null and paid_at is not null;
  if not found then return false; end if;
  perform public.tell_agency(messages, mails);
  return true;
end $$;

-- The payment may have moved to another bill before it was locked: who moved it counts it there.
create or replace function public.settle_payment(payment text) returns text
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

-- A receipt that names a void payment is cancelled, also if another payment pays its bill.
create or replace function public.desk_void_payment(staff jsonb, payment text, ksh integer, mails jsonb) returns jsonb
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
  update public.payments set state = 'void', entered_by = (staff ->> 'id')::uuid where code = payment;
  -- A later payment that was too much takes its place.
  if money.state = 'counted' then
    update public.payments set state = 'counted' where bill_id = its_bill.id and state = 'surplus';
  end if;
  select coalesce(sum(amount_ksh), 0) into others from public.payments where bill_id = its_bill.id and state in ('counted', 'surplus');
  if its_bill.paid_at is not null then
    select * into strict receipt from public.receipts where number = its_bill.number;
    if others < its_bill.amount_ksh or receipt.paid_with @> jsonb_build_array(jsonb_build_object('code', payment)) then
      perform public.add_credit_note(receipt, receipt.gross_ksh, 'void', left(payment, 40), (staff ->> 'id')::uuid);
      update public.receipts set etims_number = its_bill.etims_number where number = receipt.number;
      update public.bills set etims_number = null where id = its_bill.id;
      if others < its_bill.amount_ksh then
        update public.bills set paid_at = null, number = null, fulfilled_at = null, claimed_until = null,
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
