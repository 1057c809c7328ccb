-- What the desk sums up and searches.

create index payments_by_day on public.payments (paid_at);
create index payments_by_sum on public.payments (amount_ksh, received_at desc);
create index payments_by_typed on public.payments using gin (public.text_parts(upper(typed_reference)));
create index bills_by_sum on public.bills (amount_ksh, opened_at desc);
create index bills_by_missing on public.bills (missing_ksh, opened_at desc) where paid_at is null;
create index bills_open on public.bills (opened_at, id) where paid_at is null;
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
  ), summed as materialized (
    select date_trunc('month', entry.at at time zone 'Africa/Nairobi') as first, what, sum(n) as n from entry group by 1, 2
  )
  select jsonb_agg(jsonb_build_object('month', to_char(month.first, 'YYYY-MM'), 'sums', coalesce(
    (select jsonb_object_agg(what, n) from summed where summed.first = month.first), '{}')) order by month.first) from month;
$$;

-- The name and the phone of each account, for the search at the desk: the hosted project allows no index on auth.users.
create table public.people_search (
  user_id uuid primary key references auth.users (id) on delete cascade,
  -- As the desk folds what is typed.
  words text not null check (length(words) <= 200),
  phone text check (length(phone) <= 100)
);
create index people_by_part on public.people_search using gin (public.text_parts(words));
-- For a search by a whole phone number, and by its last digits.
create index people_by_phone on public.people_search (reverse(phone) text_pattern_ops) where phone is not null;

create function public.note_searched_person() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into public.people_search as known (user_id, words, phone)
    values (new.id, left(lower(public.plain_quotes(coalesce(new.raw_user_meta_data ->> 'full_name', ''))), 200),
      nullif(left(new.raw_user_meta_data ->> 'contact_phone', 100), ''))
    on conflict (user_id) do update set words = excluded.words, phone = excluded.phone;
  return null;
end $$;
create trigger note_new_person after insert on auth.users for each row execute function public.note_searched_person();
create trigger note_changed_person after update on auth.users for each row
  when (old.raw_user_meta_data is distinct from new.raw_user_meta_data) execute function public.note_searched_person();

-- What the desk's search finds beside names and orders, the newest first, at most `max_rows` of each: people whose name has all of these
-- `words` (in lower case), who have this `phone` or one that ends with `last_digits`, or whose number in the log is `code`; bills of which
-- `ksh` shillings are asked or missing, and payments of `ksh`; bills and payments with `code` (in upper case) as a part of their reference,
-- their code or the account number that was typed on a phone, and bills whose receipt or credit note has the number `code`. What is null
-- finds nothing.
create function public.desk_search(words text, phone text, last_digits text, ksh integer, code text, max_rows integer) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  by_name text := (select string_agg(public.has_part('words', word), ' and ') from string_to_table(words, ' ') as word where word <> '');
  read text := public.read_code(regexp_replace(code, '[^A-Z0-9]', '', 'g'));
  people text := 'select null::uuid where false';
  bills text := 'select null::uuid where false';
  payments text := 'select null where false';
  found jsonb;
begin
  if by_name is not null then people := format('%s union (select user_id from public.people_search where %s limit $2)', people, by_name); end if;
  if phone is not null then
    people := people || ' union (select user_id from public.people_search where reverse(phone) = reverse($3) limit $2)';
  end if;
  if last_digits is not null then
    people := people || ' union (select user_id from public.people_search where reverse(phone) like reverse($4) || ''%'' limit $2)';
  end if;
  if code ~ '^W?[0-9A-F]{4}-?[0-9A-F]{4}$' then
    people := format('%s union select user_id from public.people_search where user_id between %L and %L', people,
      right(translate(code, '-', ''), 8) || '-0000-0000-0000-000000000000', right(translate(code, '-', ''), 8) || '-ffff-ffff-ffff-ffffffffffff');
  end if;
  if ksh is not null then
    bills := bills || ' union (select id from public.bills where amount_ksh = $1 order by opened_at desc limit $2)
      union (select id from public.bills where missing_ksh = $1 and paid_at is null order by opened_at desc limit $2)';
    payments := payments || ' union (select code from public.payments where amount_ksh = $1 order by received_at desc limit $2)';
  end if;
  if code is not null then
    payments := format('%s union select code from public.payments where %s', payments, public.has_part('upper(typed_reference)', code));
    bills := format('%s union select bill_id from public.receipts where number = %2$L union select receipt.bill_id
      from public.credit_notes as note join public.receipts as receipt on receipt.number = note.receipt_number where note.number = %2$L',
      bills, code);
  end if;
  if length(read) >= 3 then
    bills := format('%s union select id from public.bills where %s', bills, public.has_part('reference', read));
    payments := format('%s union select code from public.payments where %s', payments,
      public.has_part('translate(code, ''OIL'', ''011'')', read));
  end if;
  execute format($query$
    select jsonb_build_object(
      'people', (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', raw_user_meta_data ->> 'full_name', 'since', created_at,
          'is_confirmed', email_confirmed_at is not null, 'domain', (select name from public.domains
            where user_id = person.id and status <> 'left' order by created_at, name limit 1)) order by created_at desc, id), '[]')
        from (select * from auth.users where id in (%1$s) order by created_at desc, id limit $2) as person),
      'bills', (select coalesce(jsonb_agg(jsonb_build_object('reference', reference, 'ksh', amount_ksh, 'missing', missing_ksh, 'at', opened_at,
          'state', public.bill_state(bill), 'order', (select id from public.orders where bill_id = bill.id order by created_at, id limit 1))
          order by opened_at desc, id), '[]')
        from (select * from public.bills where id in (%2$s) order by opened_at desc, id limit $2) as bill),
      'payments', (select coalesce(jsonb_agg(jsonb_build_object('code', code, 'ksh', amount_ksh, 'at', received_at, 'state', state,
          'typed', typed_reference) order by received_at desc, code), '[]')
        from (select * from public.payments where code in (%3$s) order by received_at desc, code limit $2) as money))
    $query$, people, bills, payments) using ksh, max_rows, phone, last_digits into found;
  return found;
end $$;

-- Bills that are to be paid, by their age in days of Nairobi: 'week' (up to 7), 'month' (8 to 30), 'older', or 'all'. Returns list_page, the
-- oldest first, and `sums`: for each age how many there are, and what is missing.
create function public.desk_unpaid(band text, at timestamptz, place jsonb, max_rows integer) returns jsonb
language sql stable security definer set search_path = '' as $$
  with edge as (
    select (today - 7)::timestamp at time zone 'Africa/Nairobi' as week, (today - 30)::timestamp at time zone 'Africa/Nairobi' as month
    from (select (at at time zone 'Africa/Nairobi')::date as today) as one
  ), summed as materialized (
    select case when opened_at >= edge.week then 'week' when opened_at >= edge.month then 'month' else 'older' end as age,
      count(*) as count, sum(missing_ksh) as ksh
    from public.bills, edge where paid_at is null and exists (select from public.orders where bill_id = bills.id and status <> 'failed')
    group by 1
  )
  select public.list_page(format($query$
    select bill.id as key, bill.opened_at as at, bill.reference, bill.amount_ksh, bill.missing_ksh, bill.user_id, bill.opened_by,
      (select coalesce(nullif(raw_user_meta_data ->> 'full_name', ''), email) from auth.users where id = bill.user_id) as customer,
      (select jsonb_agg(jsonb_build_object('id', id, 'domain', domain) order by created_at, id) from public.orders
        where bill_id = bill.id and status <> 'failed') as orders
    from public.bills as bill where paid_at is null and opened_at >= %L and opened_at < %L
      and exists (select from public.orders where bill_id = bill.id and status <> 'failed')
    $query$, case band when 'week' then edge.week when 'month' then edge.month else '-infinity' end,
    case band when 'month' then edge.week when 'older' then edge.month else 'infinity' end), true, place, max_rows)
    || jsonb_build_object('sums', coalesce((select jsonb_object_agg(age, jsonb_build_object('count', count, 'ksh', ksh)) from summed), '{}'))
  from edge;
$$;
