-- What needs a person or does not go on, for the metrics: how many rows of each kind, and the age of the oldest in seconds. Kinds without
-- a row are 0. Each kind is explained in docs/operations.md, "Payments".
create index payments_open on public.payments (state) where state in ('held', 'unmatched', 'surplus');
create index payments_by_prompt on public.payments (received_at) where source = 'stk';
create index callbacks_by_prompt on public.payment_callbacks (received_at) where source = 'stk';
create index prompts_accepted on public.payment_prompts (asked_at) where checkout_request_id is not null;

create function public.payment_backlog(at timestamptz) returns table (kind text, total bigint, oldest_seconds bigint)
language sql stable security definer set search_path = '' as $$
  with kinds (kind) as (values ('order'), ('order-paid'), ('bill-paid'), ('refund'), ('payment-held'), ('payment-unmatched'),
    ('payment-surplus'), ('payment-refund'), ('payment-said'), ('report-missing'), ('query-missing')),
  waiting (kind, since) as (
    select kind, since from public.payments_waiting(at)
    union all
    -- Open orders, except those that still have to be paid.
    select 'order', coalesce(bill.paid_at, orders.created_at)
    from public.orders left join public.bills as bill on bill.id = orders.bill_id
    where orders.status in ('requested', 'processing') and (bill.id is null or bill.paid_at is not null)
    union all
    select 'order-paid', bill.paid_at
    from public.orders join public.bills as bill on bill.id = orders.bill_id
    where orders.status = 'requested' and orders.taken_by is null and bill.paid_at is not null
    union all
    -- The site has neither carried out its orders nor told the agency.
    select 'bill-paid', paid_at from public.bills where paid_at is not null and fulfilled_at is null
    union all
    select 'refund', updated_at from public.orders where refund_due_ksh > 0 and refunded_at is null and bill_id is null
    union all
    -- Prompts that M-PESA accepted in the last day, without any report since. One ends within two minutes, whatever its end.
    select 'report-missing', asked_at from public.payment_prompts
    where checkout_request_id is not null and asked_at between at - interval '1 day' and at - interval '5 minutes'
      and asked_at > coalesce((select max(received_at) from public.payment_callbacks where source = 'stk' and received_at <= at),
        '-infinity')
    union all
    -- Reported payments of the last day that no query has confirmed, since the last one that a query did.
    select 'query-missing', received_at from public.payments
    where source = 'stk' and confirmed_by is distinct from 'query'
      and received_at between at - interval '1 day' and at - interval '10 minutes'
      and received_at > coalesce((select max(received_at) from public.payments
        where source = 'stk' and confirmed_by = 'query' and received_at > at - interval '2 days'), '-infinity')
  )
  select kinds.kind, count(waiting.kind), greatest(0, coalesce(extract(epoch from at - min(waiting.since)), 0))::bigint
  from kinds left join waiting on waiting.kind = kinds.kind group by kinds.kind order by kinds.kind;
$$;
revoke execute on function public.payment_backlog(timestamptz) from public, anon, authenticated;
grant execute on function public.payment_backlog(timestamptz) to service_role;
