-- An agency of one: with `alone` whoever entered a payment may count it, too. That is in the log, and `mails` tell the agency.
-- The function without these two stays for the release before this one.

-- Counts a payment that somebody has seen with this amount: for its bill, or for the bill with this reference, of which `seen` was
-- missing. With `differs` another amount is stored, which somebody else must confirm ('corrected'). Also 'no-bill'; 'moved' if something
-- else is missing; 'wrong-amount'; 'own' if the same person entered it, unless it may count `alone`: then the mails are queued.
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

revoke execute on function public.desk_count_payment(jsonb, text, integer, boolean, text, integer, boolean, jsonb)
  from public, anon, authenticated;
grant execute on function public.desk_count_payment(jsonb, text, integer, boolean, text, integer, boolean, jsonb) to service_role;
