-- An order that a person must look at first gets its bill when staff agree to it. Source: docs/product.md, "Orders at the desk".

-- Opens the bill of an open order: with `ksh` it first names that price (desk_price_order), without it accepts the price that the
-- order has. `bill` has the keys id and reference. Returns what desk_price_order returns; 'lost' also if the order has a bill.
create function public.desk_bill_order(staff jsonb, wanted uuid, ksh integer, bill jsonb, mails jsonb) returns text
language plpgsql set search_path = '' as $$
declare
  held public.orders;
  priced text;
begin
  select * into held from public.orders where id = wanted for update;
  if held.id is null then return null; end if;
  if ksh is not null then
    priced := public.desk_price_order(staff, wanted, ksh, mails);
    if priced <> 'done' then return priced; end if;
  else
    if public.is_own_order_line(staff, wanted, 'order-accepted') then return 'same'; end if;
    -- An order without a member of staff that is processing is carried out by the site.
    if held.bill_id is not null or held.price_ksh = 0 or (held.status <> 'requested'
      and (held.status <> 'processing' or held.taken_by is distinct from (staff ->> 'id')::uuid)) then
      return 'lost';
    end if;
    perform public.log_staff(staff, 'order-accepted', 'order', wanted::text, held.user_id,
      jsonb_build_object('ksh', held.price_ksh));
    perform public.queue_mail(one.mail) from jsonb_array_elements(mails) as one (mail);
  end if;
  insert into public.bills (id, user_id, reference, amount_ksh)
    values ((bill ->> 'id')::uuid, held.user_id, bill ->> 'reference', coalesce(ksh, held.price_ksh));
  update public.orders set bill_id = (bill ->> 'id')::uuid where id = wanted;
  return 'done';
end $$;

revoke execute on function public.desk_bill_order(jsonb, uuid, integer, jsonb, jsonb) from public, anon, authenticated;
grant execute on function public.desk_bill_order(jsonb, uuid, integer, jsonb, jsonb) to service_role;
