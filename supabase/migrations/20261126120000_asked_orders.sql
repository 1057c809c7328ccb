-- When the site last asked the provider to carry an order out; null if it never did, or if the order was released.
alter table public.orders add column asked_at timestamptz;
create index orders_asked on public.orders (asked_at) where asked_at is not null;

-- The total price in KSh of the orders that the site has asked the provider for since a moment, without one order.
create function public.sum_asked_orders(since timestamptz, except_order uuid) returns bigint
language sql stable set search_path = '' as $$
  select coalesce(sum(price_ksh), 0) from public.orders
  where asked_at >= since and status in ('processing', 'done') and id <> except_order;
$$;
revoke execute on function public.sum_asked_orders(timestamptz, uuid) from public, anon, authenticated;
grant execute on function public.sum_asked_orders(timestamptz, uuid) to service_role;
