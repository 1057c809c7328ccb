-- Orders that the site carries out by itself: why the provider refused one, in words for the customer.
alter table public.orders add column reason text check (length(reason) between 1 and 500);

-- Whoever ends an order, the site or a person: a transfer's code does not outlive it.
create function public.order_changes() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  new.updated_at := now();
  if new.status in ('done', 'failed') then
    new.payload := new.payload - 'authCode';
  end if;
  return new;
end
$$;
revoke execute on function public.order_changes() from public;
create trigger order_changes before update on public.orders
  for each row execute function public.order_changes();
