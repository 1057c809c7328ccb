-- As before; and a payment that counts already, and of which a later report gives another amount or bill.
create or replace function public.payments_to_check(most integer) returns setof public.payments
language sql stable set search_path = '' as $$
  select * from public.payments
  where flagged_at is null and (state = 'unmatched' or (is_disputed and state <> 'returned')
    or (state = 'held' and received_at <= now() - interval '10 minutes'))
  order by received_at limit most;
$$;
