-- A bill with its last prompt and its payments as they are at one moment, so that a page never shows an unpaid bill beside the payment
-- that pays it; null if there is no such bill.
create function public.bill_snapshot(wanted uuid) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('bill', to_jsonb(bill),
    'prompt', (select to_jsonb(prompt) from public.payment_prompts as prompt where prompt.bill_id = bill.id
      order by prompt.asked_at desc, prompt.id limit 1),
    'payments', (select coalesce(jsonb_agg(jsonb_build_object('code', money.code, 'amount_ksh', money.amount_ksh, 'state', money.state,
        'prompt_id', money.prompt_id) order by money.received_at), '[]')
      from public.payments as money where money.bill_id = bill.id))
  from public.bills as bill where bill.id = wanted;
$$;
revoke execute on function public.bill_snapshot(uuid) from public, anon, authenticated;
grant execute on function public.bill_snapshot(uuid) to service_role;
