-- Everything that costs money is first an order. Written by the server alone, after the price was read again.
create table public.orders (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete restrict,
  kind text not null check (kind in ('renew', 'certificate', 'register', 'transfer', 'hosting')),
  domain text not null check (length(domain) between 1 and 253),
  -- What the provider will be asked for: years, plan and the like.
  payload jsonb not null default '{}',
  price_ksh integer not null check (price_ksh >= 0),
  status text not null default 'requested' check (status in ('requested', 'processing', 'done', 'failed')),
  -- Handed to the provider, so that the same order cannot be carried out twice.
  idempotency_key text not null unique check (length(idempotency_key) between 1 and 200),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index orders_of_user on public.orders (user_id, created_at desc);
create index orders_of_day on public.orders (created_at);

alter table public.orders enable row level security;
revoke all on public.orders from anon, authenticated;
grant select on public.orders to authenticated;
grant select, insert, update, delete on public.orders to service_role;

create policy "Customers read their own orders" on public.orders
  for select to authenticated using ((select auth.uid()) = user_id);
