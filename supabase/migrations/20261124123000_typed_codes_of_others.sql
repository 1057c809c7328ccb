-- A code that the customer typed, and that paid another bill, hides nothing from the desk: the customer reads that a person looks for it.

-- Whether the code that the customer of a bill typed is neither a payment of this bill nor one without a bill, which is listed itself.
create function public.is_typed_code_open(bill public.bills) returns boolean
language sql stable set search_path = '' as $$
  select bill.typed_code is not null and not exists (
    select from public.payments where code = bill.typed_code and (bill_id = bill.id or state = 'unmatched'));
$$;

-- As before, by the new rule.
create or replace function public.payments_waiting(at timestamptz)
returns table (kind text, code text, reference text, ksh integer, since timestamptz)
language sql stable set search_path = '' as $$
  select 'payment-' || money.state, money.code, bill.reference, money.amount_ksh, money.received_at
  from public.payments as money left join public.bills as bill on bill.id = money.bill_id
  where money.state in ('unmatched', 'surplus')
    or (money.state = 'held'
      and (money.is_disputed or money.source = 'staff' or money.received_at <= at - interval '10 minutes'))
  union all
  select 'payment-surplus', public.last_counted(bill.id), bill.reference, public.surplus_left(bill), bill.paid_at
  from public.bills as bill where bill.surplus_ksh > bill.returned_ksh and public.surplus_left(bill) > 0
  union all
  select 'payment-refund', public.last_counted(bill.id), bill.reference, public.refund_left(bill), coalesce(
    (select max(updated_at) from public.orders where bill_id = bill.id and status = 'failed'), bill.opened_at)
  from public.bills as bill
  where bill.paid_ksh > 0 and (bill.paid_at is null or bill.refund_due_ksh > bill.refunded_ksh) and public.refund_left(bill) > 0
  union all
  select 'payment-said', bill.typed_code, bill.reference, bill.amount_ksh - bill.paid_ksh, bill.opened_at
  from public.bills as bill
  where bill.paid_at is null and public.is_typed_code_open(bill)
  union all
  select 'payment-said', null, bill.reference, prompt.amount_ksh, prompt.asked_at
  from public.payment_prompts as prompt join public.bills as bill on bill.id = prompt.bill_id
  where prompt.state = 'paid' and bill.paid_at is null and not public.is_typed_code_open(bill)
    and prompt.asked_at between at - interval '30 days' and at - interval '10 minutes'
    and not exists (select from public.payments where prompt_id = prompt.id);
$$;

revoke execute on function public.is_typed_code_open(public.bills) from public, anon, authenticated;
grant execute on function public.is_typed_code_open(public.bills) to service_role;
