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
-- `staff`: null for the customer. The run that mails about payments mails the customer about this one, too.
create function public.use_credit(bill_reference text, expected_ksh integer, staff jsonb default null) returns jsonb
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
    if staff is null then return '{"outcome": "late"}'; end if;
    return public.late_payment(staff, 'bill', bill_reference, 'bill-credit-used', jsonb_build_object('ksh', expected_ksh));
  end if;
  -- Before the payment: the unique code then refuses a second payment with the same one.
  insert into public.credits (user_id, ksh, why, bill_id, payment_code, staff)
    values (its_bill.user_id, -usable, 'used', its_bill.id, code, (staff ->> 'id')::uuid);
  perform public.record_payment(jsonb_build_object('code', code, 'amount_ksh', usable, 'paid_at', now(), 'source', 'credit',
    'bill_id', its_bill.id, 'confirmed_by', 'credit'));
  if staff is not null then
    perform public.log_staff(staff, 'bill-credit-used', 'bill', bill_reference, its_bill.user_id, jsonb_build_object('ksh', usable));
  end if;
  return '{"outcome": "done"}';
end $$;

-- How much one member of staff may give one customer within a day. Above it somebody else must confirm. In shillings.
create function public.goodwill_limit() returns integer language sql immutable set search_path = '' as $$ select 5000; $$;

-- Returns the open request to give a person credit: the newest of the last 24 hours, unless credit was given on it.
create function public.goodwill_request(person uuid) returns public.desk_log language sql stable set search_path = '' as $$
  select request from public.desk_log as request
  where request.about_kind = 'person' and request.about_id = person::text and request.did = 'credit-asked'
    and request.at > now() - interval '24 hours'
    and not exists (select from public.desk_log as given where given.about_kind = 'person' and given.about_id = person::text
      and given.did = 'credit-given' and given.detail ->> 'asked' = request.id::text)
  order by request.id desc limit 1;
$$;

-- Gives a person credit as goodwill, with the mails: {"ksh", "reason"}, or the open request `asked` of another member of staff. Outcomes:
-- 'done', also for the same form within a minute; 'asked' (it is above the limit, and somebody else must confirm it); 'known' (a
-- request is open); 'same' (the one who asked tries to confirm); 'late' (the request is not open any more); 'unseen' (the member of
-- staff has not said why they look).
create function public.desk_give_credit(staff jsonb, person uuid, gift jsonb, asked bigint, mails jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := staff ->> 'id';
  request public.desk_log;
  last jsonb;
  gift_ksh integer := gift ->> 'ksh';
  given bigint;
begin
  if not public.desk_may_view(staff, person) then return '{"outcome": "unseen"}'; end if;
  perform public.lock_credit(person);
  last := public.desk_last(staff, '{credit-given,credit-asked}', 'person', person::text);
  request := public.goodwill_request(person);
  if asked is not null then
    if request.id is distinct from asked then return jsonb_build_object('outcome', 'late', 'last', last); end if;
    if request.staff = me then return '{"outcome": "same"}'; end if;
    gift := request.detail || jsonb_build_object('asked', asked);
    gift_ksh := gift ->> 'ksh';
  else
    if (last ->> 'is_again')::boolean and last -> 'detail' @> gift then
      return jsonb_build_object('outcome', case last ->> 'did' when 'credit-given' then 'done' else 'asked' end);
    end if;
    select coalesce(sum((detail ->> 'ksh')::integer), 0) into given from public.desk_log
      where about_kind = 'person' and about_id = person::text and did = 'credit-given' and desk_log.staff = me
        and at > now() - interval '24 hours';
    if given + gift_ksh > public.goodwill_limit() then
      if request.id is not null then return jsonb_build_object('outcome', 'known', 'last', last); end if;
      perform public.log_staff(staff, 'credit-asked', 'person', person::text, person, gift);
      return '{"outcome": "asked"}';
    end if;
  end if;
  insert into public.credits (user_id, ksh, why, note, staff) values (person, gift_ksh, 'goodwill', gift ->> 'reason', me);
  return public.log_done(staff, 'credit-given', 'person', person::text, person, gift, mails);
end $$;

-- Stores that a person's credit was sent to them, whole or in part, with the mails. `sent`: {"ksh", "code"}, the code of M-PESA. Outcomes:
-- 'done', also for the same form within a minute; 'wrong-amount' (above what the person has); 'known' (the code is stored already);
-- 'unseen' (the member of staff has not said why they look).
create function public.desk_pay_out_credit(staff jsonb, person uuid, sent jsonb, mails jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  sent_ksh integer := sent ->> 'ksh';
  last jsonb;
begin
  if not public.desk_may_view(staff, person) then return '{"outcome": "unseen"}'; end if;
  perform public.lock_credit(person);
  -- Of two who type one code for two persons, one waits here.
  perform pg_advisory_xact_lock(hashtextextended('payment ' || public.read_code(sent ->> 'code'), 0));
  last := public.desk_last(staff, '{credit-paid-out}', 'person', person::text);
  if (last ->> 'is_again')::boolean and last -> 'detail' @> sent then return '{"outcome": "done"}'; end if;
  if exists (select from public.credits where public.read_code(payment_code) = public.read_code(sent ->> 'code')) then
    return jsonb_build_object('outcome', 'known', 'last', last);
  end if;
  if sent_ksh < 1 or sent_ksh > public.credit_left(person) then return '{"outcome": "wrong-amount"}'; end if;
  insert into public.credits (user_id, ksh, why, payment_code, staff) values (person, -sent_ksh, 'paid-out', sent ->> 'code', (staff ->> 'id')::uuid);
  return public.log_done(staff, 'credit-paid-out', 'person', person::text, person, sent, mails);
end $$;
