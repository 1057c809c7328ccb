-- An order that failed before anything of its bill was paid leaves the bill: it is no line of the receipt and nothing to pay back. So the
-- sum of a bill is always the sum of its orders. Before, only the amount became smaller.

-- Takes the failed orders off a bill of which nothing is paid. While a phone shows the old amount, and when all orders have failed, the
-- bill stays as it is. The caller has locked the bill.
create function public.shrink_bill(bill uuid) returns void
language plpgsql set search_path = '' as $$
declare
  payable integer := public.payable_ksh(bill);
begin
  update public.bills set amount_ksh = payable
    where id = bill and paid_ksh = 0 and payable > 0 and not exists (
      select from public.payment_prompts where bill_id = bill and state in ('asking', 'sent'));
  if found then
    update public.orders set bill_id = null where bill_id = bill and status = 'failed';
  end if;
end $$;

create or replace function public.bill_follows_order() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  its_bill public.bills;
  payable integer;
begin
  select * into its_bill from public.bills where id = new.bill_id for update;
  payable := public.payable_ksh(new.bill_id);
  if its_bill.paid_at is null then
    perform public.shrink_bill(new.bill_id);
  else
    update public.bills set refund_due_ksh = greatest(0, amount_ksh - payable),
        refunded_at = case when amount_ksh - payable > refund_due_ksh then null else refunded_at end
      where id = new.bill_id;
    update public.orders set refund_due_ksh = price_ksh where id = new.id and status = 'failed' and refund_due_ksh = 0;
  end if;
  return null;
end $$;

-- As before; and an order that failed while a prompt was open is not asked for by the next one.
create or replace function public.open_prompt(bill uuid, phone text) returns jsonb
language plpgsql set search_path = '' as $$
declare
  its_bill public.bills;
  prompt public.payment_prompts;
begin
  perform from public.bills where id = bill for update;
  update public.payment_prompts set state = 'unknown'
    where bill_id = bill and state in ('asking', 'sent') and asked_at <= now() - interval '120 seconds';
  perform public.shrink_bill(bill);
  select * into its_bill from public.bills where id = bill;
  if not found or its_bill.paid_ksh >= its_bill.amount_ksh or public.payable_ksh(bill) = 0 then return null; end if;
  select * into prompt from public.payment_prompts where bill_id = bill order by asked_at desc, id limit 1;
  if prompt.state in ('asking', 'sent')
    -- Paid, says the provider, but the payment itself has not arrived.
    or (prompt.state = 'paid' and prompt.asked_at > now() - interval '1 day'
      and not exists (select from public.payments where prompt_id = prompt.id))
    or exists (select from public.payments where bill_id = bill and state = 'held' and received_at > now() - interval '1 day')
  then
    return jsonb_build_object('prompt', case when prompt.id is not null then to_jsonb(prompt) end, 'is_new', false);
  end if;
  insert into public.payment_prompts (bill_id, user_id, phone_e164, amount_ksh)
    values (bill, its_bill.user_id, phone, its_bill.amount_ksh - its_bill.paid_ksh) returning * into prompt;
  return jsonb_build_object('prompt', to_jsonb(prompt), 'is_new', true);
end $$;

-- Orders that failed before this rule.
update public.orders set bill_id = null
  from public.bills as bill
  where bill.id = orders.bill_id and orders.status = 'failed' and bill.amount_ksh = public.payable_ksh(bill.id);

revoke execute on function public.shrink_bill(uuid) from public, anon, authenticated;
grant execute on function public.shrink_bill(uuid) to service_role;
