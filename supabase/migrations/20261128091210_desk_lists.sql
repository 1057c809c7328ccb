-- What the desk sums up and searches.

create index payments_by_day on public.payments (paid_at);
create index credits_by_day on public.credits (created_at);
create index orders_done on public.orders (updated_at) where status = 'done';

-- The agency's income in the last months of Nairobi, that of `at` last: [{"month": "2026-11", "sums": {…}}]. Sums are whole shillings, `vat`
-- is in cents, and `new`, `renewed` and `lost` count names; a sum that is 0 is left out. `mpesa` and `other`: money that arrived, on the
-- day it was paid, also if it went back or became credit; without credit that was used, and without what is not confirmed or void. `credit`:
-- credit that paid bills. `back`: what staff sent back, by the log, which is as old as these months. `receipts` and `notes`: the gross
-- amounts issued; the sums by the kind of the order are parts of `receipts`. A name is lost in the month of its last day or, if staff
-- noted that it left, then.
create function public.desk_income(at timestamptz, months integer) returns jsonb language sql stable set search_path = '' as $$
  with month as (
    select date_trunc('month', at at time zone 'Africa/Nairobi') - make_interval(months => one) as first from generate_series(0, months - 1) as one
  ), since (first) as (
    select min(first) at time zone 'Africa/Nairobi' from month
  ), entry (at, what, n) as (
    select paid_at, case when source in ('bank', 'cash', 'cheque') then 'other' else 'mpesa' end, amount_ksh from public.payments, since
      where paid_at >= since.first and source <> 'credit'
        and (state in ('counted', 'surplus', 'returned', 'kept') or (state = 'unmatched' and confirmed_by is not null))
    union all
    select created_at, case why when 'used' then 'credit' else 'back' end, -ksh from public.credits, since
      where created_at >= since.first and why in ('used', 'paid-out')
    union all
    select line.at, 'back', (detail ->> 'ksh')::integer from public.desk_log as line, since
      where line.at >= since.first and did in ('bill-refunded', 'bill-surplus-returned', 'payment-returned')
    union all
    select issued_at, part.what, part.n from public.receipts, since, lateral (
      select 'receipts' as what, gross_ksh as n union all select 'vat', vat_cents
      union all select kind, ksh from jsonb_to_recordset(lines) as line (kind text, ksh integer) where kind is not null) as part
      where issued_at >= since.first
    union all
    select issued_at, part.what, part.n from public.credit_notes, since, lateral (
      select 'notes' as what, gross_ksh as n union all select 'vat', -vat_cents) as part
      where issued_at >= since.first
    union all
    select updated_at, case kind when 'renew' then 'renewed' else 'new' end, 1 from public.orders, since
      where updated_at >= since.first and status = 'done' and kind in ('renew', 'register', 'transfer')
    union all
    select expiry_date, 'lost', 1 from public.domains, since
      where expiry_date >= since.first and expiry_date < desk_income.at - interval '1 day' and status <> 'left' and held = 'us'
    union all
    select max(line.at), 'lost', 1 from public.desk_log as line, since
      where line.at >= since.first and did = 'domain-status' and detail ->> 'now' = 'left'
        and exists (select from public.domains where lower(name) = line.about_id and status = 'left')
      group by line.about_id
  ), summed as (
    select date_trunc('month', entry.at at time zone 'Africa/Nairobi') as first, what, sum(n) as n from entry group by 1, 2
  )
  select jsonb_agg(jsonb_build_object('month', to_char(month.first, 'YYYY-MM'), 'sums', coalesce(
    (select jsonb_object_agg(what, n) from summed where summed.first = month.first), '{}')) order by month.first) from month;
$$;
