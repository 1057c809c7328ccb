-- Money that M-PESA announces and that does not come, and money of a prompt that we do not know.

-- Stores a callback once. A prompt that a restored backup does not have is left out: its money is then a payment without a bill.
create or replace function public.keep_callback(kept jsonb) returns void
language sql set search_path = '' as $$
  insert into public.payment_callbacks (key, source, prompt_id, body, address_hash)
    select said.key, said.source, (select id from public.payment_prompts where id = said.prompt_id), said.body, said.address_hash
    from jsonb_populate_record(null::public.payment_callbacks, kept) as said
  on conflict (key) do nothing;
$$;

-- M-PESA says that a prompt of this bill was paid, and its portal has no such payment: the customer may ask the phone again. A payment
-- that comes later counts all the same.
create function public.desk_prompt_not_paid(staff jsonb, bill text) returns jsonb
language plpgsql set search_path = '' as $$
declare
  held public.bills;
begin
  select * into held from public.bills where reference = bill for update;
  update public.payment_prompts set state = 'unknown'
    where bill_id = held.id and state = 'paid' and not exists (select from public.payments where prompt_id = payment_prompts.id);
  if found then perform public.log_staff(staff, 'bill-prompt-not-paid', 'bill', bill, held.user_id, '{}'); end if;
  return '{"outcome": "done"}';
end $$;

revoke execute on function public.desk_prompt_not_paid(jsonb, text) from public, anon, authenticated;
grant execute on function public.desk_prompt_not_paid(jsonb, text) to service_role;
