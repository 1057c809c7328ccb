-- How credit comes to be and is used.

-- Adds all that a bill owes its customer to the customer's credit, and queues the mails. `staff`: null for the customer. A refund of a
-- receipt is a credit note. Returns the outcome: 'done'; 'late' if something else than `expected_due` is due, or if the customer
-- presses and asked before to have it sent back; 'no-receipt' before the bill has its receipt; null if there is no such bill.
create function public.keep_credit(staff jsonb, bill_reference text, expected_due integer, mails jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  its_bill public.bills;
  receipt public.receipts;
  whom uuid := staff ->> 'id';
  due integer;
  refund integer;
  part integer;
begin
  perform public.lock_credit((select user_id from public.bills where reference = bill_reference));
  its_bill := public.lock_bill(bill_reference);
  if its_bill.id is null then return null; end if;
  due := public.due_back(its_bill);
  refund := public.refund_left(its_bill);
  part := public.surplus_left(its_bill);
  if due <= 0 or due <> expected_due or (staff is null and its_bill.wanted_back_ksh >= due) then
    if staff is null then return '{"outcome": "late"}'; end if;
    return public.late_payment(staff, 'bill', bill_reference, 'bill-kept', jsonb_build_object('ksh', expected_due));
  end if;
  if refund > 0 then
    if its_bill.number is not null then
      select * into receipt from public.receipts where number = its_bill.number;
      if not found then return '{"outcome": "no-receipt"}'; end if;
      perform public.add_credit_note(receipt, refund, 'credit', bill_reference, whom);
    end if;
    update public.bills set refunded_ksh = refunded_ksh + refund, refunded_at = now() where id = its_bill.id;
    update public.orders set refunded_at = now() where bill_id = its_bill.id and refund_due_ksh > 0 and refunded_at is null;
    insert into public.credits (user_id, ksh, why, bill_id, staff) values (its_bill.user_id, refund, 'refund', its_bill.id, whom);
  end if;
  if due > refund then
    -- Payments that are surplus as a whole leave the bill, as if they were returned; of the others a part is returned.
    update public.payments set state = 'kept' where bill_id = its_bill.id and state = 'surplus';
    update public.bills set returned_ksh = returned_ksh + part, surplus_ksh = surplus_ksh - (due - refund - part)
      where id = its_bill.id;
    insert into public.credits (user_id, ksh, why, bill_id, staff)
      values (its_bill.user_id, due - refund, 'surplus', its_bill.id, whom);
  end if;
  update public.bills set wanted_back_ksh = 0 where id = its_bill.id;
  if staff is not null then
    perform public.log_staff(staff, 'bill-kept', 'bill', bill_reference, its_bill.user_id, jsonb_build_object('ksh', due));
  end if;
  perform public.queue_mails(mails);
  return '{"outcome": "done"}';
end $$;

-- Stores that the customer wants what a bill owes to be sent back. Staff see it at the desk. Returns 'done', or 'late' if something
-- else than `expected_due` is due, or if it is stored already; null if there is no such bill.
create function public.want_back(bill_reference text, expected_due integer) returns jsonb language plpgsql set search_path = '' as $$
declare
  its_bill public.bills := public.lock_bill(bill_reference);
  due integer := public.due_back(its_bill);
begin
  if its_bill.id is null then return null; end if;
  if due <= 0 or due <> expected_due or its_bill.wanted_back_ksh >= due then return '{"outcome": "late"}'; end if;
  update public.bills set wanted_back_ksh = due where id = its_bill.id;
  return '{"outcome": "done"}';
end $$;

-- Pays a bill with its customer's credit, as far as that goes: a payment with the source 'credit' and a code of its own. Returns 'done',
-- or 'late' if another sum than `expected_ksh` could be used, or if money for the bill may be on its way; null if there is no such bill.
create function public.use_credit(bill_reference text, expected_ksh integer) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  its_bill public.bills;
  code text := 'CR' || upper(left(gen_random_uuid()::text, 8));
  usable integer;
begin
  perform public.lock_credit((select user_id from public.bills where reference = bill_reference));
  its_bill := public.lock_bill(bill_reference);
  if its_bill.id is null then return null; end if;
  perform public.expire_prompts(its_bill.id);
  perform public.shrink_bill(its_bill.id);
  select * into its_bill from public.bills where id = its_bill.id;
  usable := least(public.credit_left(its_bill.user_id), its_bill.missing_ksh);
  if usable <= 0 or usable <> expected_ksh or public.payable_ksh(its_bill.id) = 0 or public.awaits_money(its_bill.id) then
    return '{"outcome": "late"}';
  end if;
  -- Before the payment: the unique code then refuses a second payment with the same one.
  insert into public.credits (user_id, ksh, why, bill_id, payment_code) values (its_bill.user_id, -usable, 'used', its_bill.id, code);
  perform public.record_payment(jsonb_build_object('code', code, 'amount_ksh', usable, 'paid_at', now(), 'source', 'credit',
    'bill_id', its_bill.id, 'confirmed_by', 'credit'));
  return '{"outcome": "done"}';
end $$;
