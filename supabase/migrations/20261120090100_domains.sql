-- The domains that customers have with us. A row is written by the server alone, when an order is done.
create table public.domains (
  id uuid primary key default gen_random_uuid(),
  -- Restricted: a domain that is paid for must not vanish together with an account.
  user_id uuid not null references auth.users (id) on delete restrict,
  name text not null check (length(name) between 1 and 253),
  status text not null default 'active' check (length(status) between 1 and 50),
  expiry_date timestamptz not null,
  -- The zone at the DNS provider. None until DNS is set up; one zone belongs to one domain.
  zone_id text check (zone_id <> ''),
  ssl_status text check (ssl_status <> ''),
  -- Kept because the product stores it; never shown, the provider's list is.
  dns_records jsonb,
  created_at timestamptz not null default now()
);
create unique index domains_name on public.domains (lower(name));
create unique index domains_zone on public.domains (zone_id);
create index domains_of_user on public.domains (user_id, expiry_date);

alter table public.domains enable row level security;
revoke all on public.domains from anon, authenticated;
grant select on public.domains to authenticated;
grant select, insert, update, delete on public.domains to service_role;

create policy "Customers read their own domains" on public.domains
  for select to authenticated using ((select auth.uid()) = user_id);
