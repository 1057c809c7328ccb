-- Several orders by one press, such as the renewal of all names that are due: all of them, or none.
alter table public.orders add column press uuid not null default gen_random_uuid();

-- Writes the orders of one press down and tells of them, one press of a customer after the other, whichever process takes them. Should
-- any be for the same thing and name as one that is open, or done after a moment, those are given back and nothing is written; null
-- when there were so many presses since the day began.
create function public.place_orders(
  made jsonb, same_from timestamptz, day_began timestamptz, most integer, messages jsonb, mails jsonb, hold integer
) returns jsonb
language plpgsql set search_path = '' as $$
declare
  customer uuid := made -> 0 ->> 'user_id';
  this_press uuid := gen_random_uuid();
  placed jsonb;
begin
  perform pg_advisory_xact_lock(hashtextextended('order ' || customer, 0));
  select jsonb_agg(to_jsonb(last) - 'payload' - 'idempotency_key' - 'user_id' - 'press') into placed
    from jsonb_populate_recordset(null::public.orders, made) as wanted
    cross join lateral (
      select * from public.orders as known
      where known.user_id = customer and known.kind = wanted.kind and known.domain = wanted.domain
      order by known.created_at desc limit 1) as last
    where last.status <> 'failed' and (last.status <> 'done' or last.created_at > same_from);
  if placed is not null then return jsonb_build_object('orders', placed, 'is_new', false); end if;
  if (select count(distinct known.press) from public.orders as known
      where known.user_id = customer and known.created_at >= day_began) >= most then
    return null;
  end if;
  -- All who order the same after the same earlier order have one key. A process that knows no lock counts for itself: this stops it.
  with written as (
    insert into public.orders (id, user_id, kind, domain, payload, price_ksh, press, idempotency_key)
      select wanted.id, customer, wanted.kind, wanted.domain, wanted.payload, wanted.price_ksh, this_press,
        encode(sha256(convert_to(format('["%s","%s","%s","%s"]', customer, wanted.kind, wanted.domain, coalesce((
          select known.id::text from public.orders as known
          where known.user_id = customer and known.kind = wanted.kind and known.domain = wanted.domain
          order by known.created_at desc limit 1), 'none')), 'UTF8')), 'hex')
      from jsonb_populate_recordset(null::public.orders, made) as wanted
      returning *)
  select jsonb_agg(to_jsonb(written) - 'payload' - 'idempotency_key' - 'user_id' - 'press') into placed from written;
  perform public.tell_agency(messages, mails, hold);
  return jsonb_build_object('orders', placed, 'is_new', true);
end $$;

-- The same of a single order.
create or replace function public.place_order(
  made jsonb, same_from timestamptz, day_began timestamptz, most integer, messages jsonb, mails jsonb, hold integer
) returns jsonb
language plpgsql set search_path = '' as $$
declare
  placed jsonb := public.place_orders(jsonb_build_array(made), same_from, day_began, most, messages, mails, hold);
begin
  if placed is null then return null; end if;
  return jsonb_build_object('order', placed -> 'orders' -> 0, 'is_new', placed -> 'is_new');
end $$;

revoke execute on function public.place_orders(jsonb, timestamptz, timestamptz, integer, jsonb, jsonb, integer)
  from public, anon, authenticated;
grant execute on function public.place_orders(jsonb, timestamptz, timestamptz, integer, jsonb, jsonb, integer) to service_role;
