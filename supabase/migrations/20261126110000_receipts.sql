-- Receipts and credit notes as they were issued. Neither changes afterwards: a later setting, another name of the customer or a refund
-- adds a document. Source: docs/product.md, "Payments".
create table public.receipts (
  number text primary key,
  bill_id uuid not null unique references public.bills (id),
  user_id uuid not null references auth.users (id) on delete restrict,
  issued_at timestamptz not null,
  gross_ksh integer not null check (gross_ksh > 0),
  -- The VAT in the gross amount, in cents, and its rate in percent; null if the seller charges none.
  vat_percent integer check (vat_percent between 1 and 99),
  vat_cents integer not null check (vat_cents between 0 and gross_ksh * 100),
  -- {"name", "address", "pin"} of the agency, {"name", "email"} of the customer.
  seller jsonb not null,
  buyer jsonb not null,
  -- [{"what", "ksh"}], as the customer reads them, and [{"code", "source", "ksh"}], how it was paid.
  lines jsonb not null,
  paid_with jsonb not null
);
create index receipts_of_user on public.receipts (user_id, issued_at desc);
-- For the month's file.
create index receipts_by_day on public.receipts (issued_at, number);

create table public.credit_notes (
  number text primary key,
  receipt_number text not null references public.receipts (number),
  user_id uuid not null references auth.users (id) on delete restrict,
  issued_at timestamptz not null,
  gross_ksh integer not null check (gross_ksh > 0),
  vat_percent integer,
  vat_cents integer not null check (vat_cents between 0 and gross_ksh * 100),
  -- How the money went back, and the code or number of that payment.
  way text not null check (way in ('mpesa', 'bank', 'cash', 'cheque')),
  code text not null check (length(code) between 1 and 40),
  staff_id uuid references auth.users (id) on delete set null
);
create index credit_notes_of_receipt on public.credit_notes (receipt_number);
create index credit_notes_of_user on public.credit_notes (user_id, issued_at desc);
create index credit_notes_by_day on public.credit_notes (issued_at, number);

do $$
declare
  name text;
begin
  foreach name in array array['receipts', 'credit_notes'] loop
    execute format('alter table public.%I enable row level security', name);
    execute format('revoke all on public.%I from anon, authenticated', name);
    execute format('grant select, insert on public.%I to service_role', name);
    execute format('revoke update, delete, truncate on public.%I from service_role', name);
    execute format('grant select on public.%I to authenticated', name);
    execute format('create policy "Customers read their own" on public.%I for select to authenticated
      using ((select auth.uid()) = user_id)', name);
    execute format('create policy "The second step is passed" on public.%I as restrictive for select to authenticated
      using ((select public.has_stepped()))', name);
  end loop;
end $$;

-- A document that was issued is never changed, not even by its owner. Only the reference to a member of staff who is gone is cleared.
create function public.refuse_issued_change() returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - 'staff_id' = to_jsonb(old) - 'staff_id' then return new; end if;
  raise exception 'receipts and credit notes do not change';
end $$;
create trigger receipts_do_not_change before update or delete on public.receipts
  for each row execute function public.refuse_issued_change();
create trigger credit_notes_do_not_change before update or delete on public.credit_notes
  for each row execute function public.refuse_issued_change();

-- The VAT in a gross amount of shillings, in cents, rounded half up. Source: VAT Act 2013, section 13.
create function public.vat_cents(gross_ksh integer, percent integer) returns integer
language sql immutable set search_path = '' as $$
  select case when percent is null then 0 else round(gross_ksh::numeric * 100 * percent / (100 + percent))::integer end;
$$;

-- Issues the receipt of a paid bill, once. `issuer` is {"seller": {...}, "vat_percent", "what": {order id: words}} as the settings are now.
-- Gives back the stored receipt; null if the bill is not paid or its lines are not its sum.
create function public.issue_receipt(bill uuid, issuer jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  its_bill public.bills;
  its_lines jsonb;
begin
  select * into its_bill from public.bills where id = bill and paid_at is not null for update;
  if not found then return null; end if;
  if not exists (select from public.receipts where bill_id = bill) then
    select jsonb_agg(jsonb_build_object('what', coalesce(issuer -> 'what' ->> id::text, domain), 'ksh', price_ksh) order by domain, id)
      into its_lines from public.orders where bill_id = bill;
    insert into public.receipts (number, bill_id, user_id, issued_at, gross_ksh, vat_percent, vat_cents, seller, buyer, lines, paid_with)
      values (its_bill.number, bill, its_bill.user_id, its_bill.paid_at, its_bill.amount_ksh, (issuer ->> 'vat_percent')::integer,
        public.vat_cents(its_bill.amount_ksh, (issuer ->> 'vat_percent')::integer), issuer -> 'seller',
        (select jsonb_build_object('name', raw_user_meta_data ->> 'full_name', 'email', email) from auth.users where id = its_bill.user_id),
        coalesce(its_lines, '[]'),
        coalesce((select jsonb_agg(jsonb_build_object('code', code, 'source', source, 'ksh', amount_ksh) order by received_at, code)
          from public.payments where bill_id = bill and state = 'counted'), '[]'));
  end if;
  return (select to_jsonb(receipt) from public.receipts as receipt where receipt.bill_id = bill);
end $$;

-- Paid bills that have no receipt yet, oldest first: {"id", "orders": [{"id", "kind", "domain"}]}.
create function public.bills_without_receipt(most integer) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', due.id, 'orders', (
      select coalesce(jsonb_agg(jsonb_build_object('id', id, 'kind', kind, 'domain', domain)), '[]') from public.orders where bill_id = due.id))
    order by due.paid_at, due.number), '[]')
  from (select id, paid_at, number from public.bills
    where paid_at is not null and not exists (select from public.receipts where bill_id = bills.id)
    order by paid_at, number limit most) as due;
$$;
create index bills_paid on public.bills (paid_at, number) where paid_at is not null;

-- Receipts and credit notes of a span of time in the order of their days, after the one with this day and number; at most so many.
-- One value, because a set would be cut at the database's 1,000 rows.
create function public.desk_receipts(first timestamptz, beyond timestamptz, after jsonb, most integer) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(to_jsonb(page) order by page.issued_at, page.number), '[]') from (
    select issued_at, number, kind, receipt_number, gross_ksh, vat_cents, codes, buyer_pin, etims_number from (
      select receipt.issued_at, receipt.number, 'receipt' as kind, null as receipt_number, receipt.gross_ksh, receipt.vat_cents,
        (select string_agg(paid.value ->> 'code', ' ') from jsonb_array_elements(receipt.paid_with) as paid) as codes,
        bill.buyer_pin, bill.etims_number
      from public.receipts as receipt join public.bills as bill on bill.id = receipt.bill_id
      where receipt.issued_at >= first and receipt.issued_at < beyond
      union all
      select note.issued_at, note.number, 'credit note', note.receipt_number, -note.gross_ksh, -note.vat_cents, note.code,
        bill.buyer_pin, null
      from public.credit_notes as note join public.receipts as receipt on receipt.number = note.receipt_number
        join public.bills as bill on bill.id = receipt.bill_id
      where note.issued_at >= first and note.issued_at < beyond) as issued
    where after is null or (issued_at, number) > ((after ->> 'issued_at')::timestamptz, after ->> 'number')
    order by issued_at, number limit most) as page;
$$;

-- What was due back on a bill was paid back, whole or in part: of its 'refund', or of the 'surplus' of a larger payment. `given` is
-- {"ksh", "way", "code"}; `seen` is what was due on the page. A refund of a bill with a receipt is a credit note, numbered consecutively
-- within the year. Also 'wrong-amount' for more than is due, 'known' for a refund of this receipt with the same code.
create function public.desk_pay_back(staff jsonb, bill text, what text, given jsonb, seen integer) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  did text := case what when 'refund' then 'bill-refunded' else 'bill-surplus-returned' end;
  paid integer := given ->> 'ksh';
  this_year text := to_char(now() at time zone 'Africa/Nairobi', 'YYYY');
  count integer;
  held public.bills;
  receipt public.receipts;
  due integer;
begin
  select * into held from public.bills where reference = bill for update;
  if held.id is null then return null; end if;
  due := case what when 'refund' then public.refund_left(held) else public.surplus_left(held) end;
  if due <= 0 or due <> seen then return public.late_payment(staff, 'bill', bill, did, given); end if;
  if paid < 1 or paid > due then return '{"outcome": "wrong-amount"}'; end if;
  if what = 'refund' then
    if held.number is not null then
      select * into strict receipt from public.receipts where bill_id = held.id;
      if exists (select from public.credit_notes as note where note.receipt_number = receipt.number
          and note.way = given ->> 'way' and note.code = given ->> 'code') then
        return '{"outcome": "known"}';
      end if;
      insert into public.receipt_numbers as known values ('credit ' || this_year, 1)
        on conflict (year) do update set last = known.last + 1 returning last into count;
      insert into public.credit_notes (number, receipt_number, user_id, issued_at, gross_ksh, vat_percent, vat_cents, way, code, staff_id)
        values ('CN-' || this_year || '-' || lpad(count::text, greatest(5, length(count::text)), '0'), receipt.number, held.user_id, now(),
          paid, receipt.vat_percent, public.vat_cents(paid, receipt.vat_percent), given ->> 'way', given ->> 'code',
          (staff ->> 'id')::uuid);
    end if;
    update public.bills set refunded_ksh = refunded_ksh + paid, refunded_at = case when paid = due then now() else refunded_at end
      where id = held.id;
    if paid = due then
      update public.orders set refunded_at = now() where bill_id = held.id and refund_due_ksh > 0 and refunded_at is null;
    end if;
  else
    update public.bills set returned_ksh = returned_ksh + paid where id = held.id;
  end if;
  perform public.log_staff(staff, did, 'bill', bill, held.user_id, given);
  return '{"outcome": "done"}';
end $$;

do $$
declare
  one regprocedure;
begin
  for one in
    select oid::regprocedure from pg_proc where pronamespace = 'public'::regnamespace and proname in (
      'refuse_issued_change', 'vat_cents', 'issue_receipt', 'bills_without_receipt', 'desk_receipts', 'desk_pay_back') loop
    execute format('revoke execute on function %s from public, anon, authenticated', one);
    execute format('grant execute on function %s to service_role', one);
  end loop;
end $$;
