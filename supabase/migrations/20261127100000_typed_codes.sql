-- As before; `typed_at` are the bills at which customers typed the code, oldest first, each with what is missing of it.
create or replace function public.desk_payment(wanted text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select to_jsonb(money) || jsonb_build_object(
    'entered_name', public.staff_name(money.entered_by),
    'bill', public.desk_bill(bill.reference),
    'is_last', money.code = public.last_counted(bill.id),
    'typed_at', (select coalesce(jsonb_agg(jsonb_build_object('reference', other.reference, 'missing', other.amount_ksh - other.paid_ksh)
        order by other.opened_at), '[]')
      from public.bills as other where other.typed_code = money.code),
    'trail', public.desk_trail('payment', money.code) || public.desk_trail('bill', coalesce(bill.reference, '')))
  from public.payments as money left join public.bills as bill on bill.id = money.bill_id where money.code = wanted;
$$;
