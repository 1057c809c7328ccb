-- What customers read of the code that they typed, and what staff read of it at its payment.

-- As before, and what we know of the typed code: it is 'unknown', 'unmatched' (a payment without a bill) or 'elsewhere' (a payment of
-- another bill, of which nothing is told); null without a code, and once it is a payment of this bill.
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
        'prompt_id', money.prompt_id) order by money.received_at), '[]')
      from public.payments as money where money.bill_id = bill.id))
  from public.bills as bill where bill.id = wanted;
$$;

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
