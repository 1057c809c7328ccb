-- Money that M-PESA reported is never erased, and a bill asks only for what is still ordered.

alter table public.payments
  -- What staff typed, and what M-PESA reported first, in shillings; null if there was none.
  add column typed_ksh integer check (typed_ksh > 0),
  add column reported_ksh integer check (reported_ksh > 0);
update public.payments set typed_ksh = case when source = 'staff' then amount_ksh end,
  reported_ksh = case when source <> 'staff' then amount_ksh end;

-- Writes a payment that we heard of, or adds what another source says of it, and counts it if it is confirmed. The amount is what M-PESA
-- reports; an entry by hand that does not count yet takes it over. Two different reports or bills make it disputed; the provider's list
-- settles a dispute if it has the amount that we know. Gives back the row. `given` has the columns, and "reference", the bill's.
create or replace function public.record_payment(given jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  said public.payments := jsonb_populate_record(null::public.payments, given);
  is_typed boolean := said.source = 'staff';
  its_bill public.bills;
  kept public.payments;
begin
  select * into its_bill from public.bills where id = coalesce(said.bill_id,
      (select bill_id from public.payment_prompts where id = said.prompt_id),
      (select id from public.bills where reference = given ->> 'reference'),
      (select bill_id from public.payments where code = said.code)) for update;
  insert into public.payments as known (code, user_id, bill_id, prompt_id, amount_ksh, typed_ksh, reported_ksh, paid_at, source,
      typed_reference, confirmed_by, confirmed_at, is_disputed, entered_by, state)
    values (said.code, its_bill.user_id, its_bill.id, said.prompt_id, said.amount_ksh, case when is_typed then said.amount_ksh end,
      case when not is_typed then said.amount_ksh end, said.paid_at, said.source,
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

-- Deletes an entry by hand that was a mistake, while nothing else has confirmed it and M-PESA has not reported it.
create or replace function public.desk_withdraw_payment(staff jsonb, payment text) returns jsonb
language plpgsql set search_path = '' as $$
declare
  gone public.payments;
begin
  delete from public.payments where code = payment and source = 'staff' and reported_ksh is null and state in ('held', 'unmatched')
    and (confirmed_by is null or is_disputed) returning * into gone;
  if not found then return public.late_payment(staff, 'payment', payment, 'payment-deleted', '{}'); end if;
  perform public.log_staff(staff, 'payment-deleted', 'payment', payment, gone.user_id, jsonb_build_object('ksh', gone.amount_ksh));
  return '{"outcome": "done"}';
end $$;

-- Nothing deletes a reported payment, whichever way.
create function public.refuse_payment_loss() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception 'M-PESA has reported this payment';
end $$;
create trigger reported_payments_stay before delete on public.payments
  for each row when (old.reported_ksh is not null) execute function public.refuse_payment_loss();

-- Marks a bill as paid and gives it the next receipt number of the year. The caller has locked it.
create function public.pay_bill(bill uuid) returns void
language plpgsql set search_path = '' as $$
declare
  this_year text := to_char(now() at time zone 'Africa/Nairobi', 'YYYY');
  count integer;
begin
  insert into public.receipt_numbers as known values (this_year, 1)
    on conflict (year) do update set last = known.last + 1 returning last into count;
  update public.bills set paid_at = now(), number = this_year || '-' || lpad(count::text, greatest(5, length(count::text)), '0'),
      refund_due_ksh = greatest(0, amount_ksh - public.payable_ksh(id))
    where id = bill;
end $$;

-- Counts a confirmed payment for its bill, once. Nothing else but shrink_bill changes what is paid. The caller has locked the bill.
create or replace function public.settle_payment(payment text) returns text
language plpgsql set search_path = '' as $$
declare
  money public.payments;
  its_bill public.bills;
  missing integer;
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
    perform public.pay_bill(its_bill.id);
  else
    -- An order may have failed while the phone was asked.
    perform public.shrink_bill(its_bill.id);
  end if;
  return case when missing > 0 then 'counted' else 'surplus' end;
end $$;

-- Takes the failed orders off a bill that is not paid: it becomes the sum of what is still ordered. What was paid already covers it, and
-- what is above is surplus. While a phone shows the old amount, and when all orders have failed, the bill stays as it is. The caller has
-- locked the bill.
create or replace function public.shrink_bill(bill uuid) returns void
language plpgsql set search_path = '' as $$
declare
  payable integer := public.payable_ksh(bill);
  its_bill public.bills;
begin
  select * into its_bill from public.bills where id = bill;
  if its_bill.paid_at is not null or payable = 0 or payable = its_bill.amount_ksh or exists (
    select from public.payment_prompts where bill_id = bill and state in ('asking', 'sent')) then return; end if;
  update public.bills set amount_ksh = payable, paid_ksh = least(paid_ksh, payable),
      surplus_ksh = surplus_ksh + greatest(0, paid_ksh - payable)
    where id = bill;
  update public.orders set bill_id = null where bill_id = bill and status = 'failed';
  if its_bill.paid_ksh >= payable then perform public.pay_bill(bill); end if;
end $$;

-- Shrinks the bills whose orders failed while a phone was asked. Returns how many there were.
create function public.shrink_bills(most integer) returns integer
language plpgsql set search_path = '' as $$
declare
  one uuid;
  count integer := 0;
begin
  for one in
    select bill.id from public.bills as bill
    where bill.paid_at is null and exists (select from public.orders where bill_id = bill.id and status = 'failed')
      and public.payable_ksh(bill.id) > 0
      and not exists (select from public.payment_prompts where bill_id = bill.id and state in ('asking', 'sent'))
    order by bill.opened_at limit most
  loop
    perform from public.bills where id = one for update;
    perform public.shrink_bill(one);
    count := count + 1;
  end loop;
  return count;
end $$;

do $$
declare
  one regprocedure;
begin
  for one in
    select oid::regprocedure from pg_proc where pronamespace = 'public'::regnamespace and proname in (
      'record_payment', 'desk_withdraw_payment', 'refuse_payment_loss', 'pay_bill', 'settle_payment', 'shrink_bill', 'shrink_bills') loop
    execute format('revoke execute on function %s from public, anon, authenticated', one);
    execute format('grant execute on function %s to service_role', one);
  end loop;
end $$;
