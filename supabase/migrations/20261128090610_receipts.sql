-- Receipts and credit notes.

-- The last number that was given in each series and year of Nairobi. The row '2026' is for receipts, 'credit 2026' for credit
-- notes. Numbers have no gaps.
create table public.receipt_numbers (
  year text primary key,
  last integer not null
);

-- Receipts and credit notes as they were issued. They stay the same when a setting or the customer's name changes; a refund
-- adds a credit note. Source: docs/product/payments.md, "Payments".
create table public.receipts (
  number text primary key,
  bill_id uuid not null references public.bills (id),
  user_id uuid not null references auth.users (id) on delete restrict,
  issued_at timestamptz not null,
  gross_ksh integer not null check (gross_ksh > 0),
  -- The VAT in the gross amount, in cents, and its rate in percent; null if the seller charges none.
  vat_percent integer check (vat_percent between 1 and 99),
  vat_cents integer not null check (vat_cents between 0 and gross_ksh * 100),
  -- `seller`: {"name", "address", "pin"} of the agency. `buyer`: {"name", "email"} of the customer.
  seller jsonb not null,
  buyer jsonb not null,
  -- `lines`: [{"what", "ksh", "kind"}], as the customer reads them, with the kind of the order. `paid_with`: [{"code", "source", "ksh"}],
  -- the payments.
  lines jsonb not null,
  paid_with jsonb not null,
  etims_number text
);
create index receipts_of_user on public.receipts (user_id, issued_at desc);
-- Index for the file of a month.
create index receipts_by_day on public.receipts (issued_at, number);
create index receipts_of_bill on public.receipts (bill_id);
create policy "Customers read their own" on public.receipts for select to authenticated using ((select auth.uid()) = user_id);

create table public.credit_notes (
  number text primary key,
  receipt_number text not null references public.receipts (number),
  user_id uuid not null references auth.users (id) on delete restrict,
  issued_at timestamptz not null,
  gross_ksh integer not null check (gross_ksh > 0),
  vat_percent integer,
  vat_cents integer not null check (vat_cents between 0 and gross_ksh * 100),
  -- How the money went back, and the code or number of that payment. 'credit': it was kept as credit; the code is the bill's reference.
  way text not null check (way in ('mpesa', 'bank', 'cash', 'cheque', 'credit', 'void')),
  code text not null check (length(code) between 1 and 40),
  staff_id uuid references auth.users (id) on delete set null
);
create index credit_notes_of_receipt on public.credit_notes (receipt_number);
create index credit_notes_of_user on public.credit_notes (user_id, issued_at desc);
create index credit_notes_by_day on public.credit_notes (issued_at, number);
create policy "Customers read their own" on public.credit_notes for select to authenticated using ((select auth.uid()) = user_id);

-- Rejects changes of issued documents, except that a deleted member of staff is removed and an eTIMS number is added later.
create function public.refuse_issued_change() returns trigger language plpgsql set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - array['staff_id', 'etims_number'] = to_jsonb(old) - array['staff_id', 'etims_number'] then
    return new;
  end if;
  raise exception 'receipts and credit notes do not change';
end $$;
create trigger credit_notes_do_not_change before update or delete on public.credit_notes
  for each row execute function public.refuse_issued_change();
create trigger receipts_do_not_change before update or delete on public.receipts
  for each row execute function public.refuse_issued_change();

-- Returns the next number of a series of documents in this year of Nairobi: "2026-00042". No number is left out.
create function public.next_document_number(series text) returns text language sql set search_path = '' as $$
  insert into public.receipt_numbers as known values (series || to_char(now() at time zone 'Africa/Nairobi', 'YYYY'), 1)
    on conflict (year) do update set last = known.last + 1
    returning right(year, 4) || '-' || lpad(last::text, greatest(5, length(last::text)), '0');
$$;

-- The refunds of a bill: what was sent back, and what was kept as credit and not taken back.
create function public.bill_refunds(bill public.bills) returns table (at timestamptz, ksh integer, way text, code text, staff uuid)
language sql stable set search_path = '' as $$
  select at, (detail ->> 'ksh')::integer, detail ->> 'way', detail ->> 'code', staff from public.desk_log
  where did = 'bill-refunded' and about_kind = 'bill' and about_id = bill.reference
  union all
  select max(created_at), sum(ksh)::integer, 'credit', bill.reference, (array_agg(staff order by created_at desc))[1]
  from public.credits where bill_id = bill.id and why = 'refund' having sum(ksh) > 0;
$$;

-- Marks a bill as paid and gives it the next receipt number. The caller has locked it.
-- now() is when the transaction began. If it waited for a refund since then, paid_at must be after that refund.
create function public.pay_bill(bill uuid) returns void language sql set search_path = '' as $$
  update public.bills set number = public.next_document_number(''),
      paid_at = greatest(now(), (select max(at) + interval '1 microsecond' from public.bill_refunds(bills))),
      refund_due_ksh = greatest(0, amount_ksh - public.payable_ksh(id))
    where id = bill;
$$;

-- The VAT in a gross amount of shillings, in cents, rounded half up. Source: VAT Act 2013, section 13.
create function public.vat_cents(gross_ksh integer, percent integer) returns integer language sql immutable set search_path = '' as $$
  select case when percent is null then 0 else round(gross_ksh::numeric * 100 * percent / (100 + percent))::integer end;
$$;

-- Writes a credit note of a receipt and gives it the next number of the year.
create function public.add_credit_note(receipt public.receipts, ksh integer, note_way text, note_code text, staff uuid) returns void
language sql security definer set search_path = '' as $$
  insert into public.credit_notes (number, receipt_number, user_id, issued_at, gross_ksh, vat_percent, vat_cents, way, code, staff_id)
    values ('CN-' || public.next_document_number('credit '), receipt.number, receipt.user_id, now(), ksh, receipt.vat_percent,
      public.vat_cents(ksh, receipt.vat_percent), note_way, note_code, staff);
$$;

-- Issues the receipt of a paid bill, once. `issuer` is {"seller", "vat_percent", "what": {order id: words}}. A bill that was opened again
-- gets a new receipt; each refund before the full payment becomes a credit note of the new receipt. Returns the receipt; null if the bill is
-- not paid.
-- The days from which and to which an order pays for a name or a service: {"starts", "ends"}. Null for other orders, if it failed, and once
-- a renewal of a name is being carried out, because then the day of the name may be the new one. The last day of a service moves
-- with the state of its order; while it is suspended, nobody knows how many days are added.
create function public.renewal_term(ordered public.orders) returns jsonb language sql stable set search_path = '' as $$
  select jsonb_build_object('starts', last_day, 'ends', (last_day + make_interval(years => (ordered.payload ->> 'years')::integer))::date)
  from (select (expiry_date at time zone 'Africa/Nairobi')::date as last_day from public.domains
    where user_id = ordered.user_id and name = ordered.domain) as its
  where ordered.kind = 'renew' and ordered.status = 'requested' and ordered.payload ->> 'years' is not null
  union all
  select case when ordered.kind = 'upgrade' then jsonb_build_object('starts', paid_on, 'ends', ends_on)
      when ordered.status = 'done' then jsonb_build_object('starts', (ends_on - interval '1 year')::date + 1, 'ends', ends_on)
      else jsonb_build_object('starts', ends_on + owed + 1, 'ends', (ends_on + interval '1 year')::date + owed) end
  from public.services, lateral (select (paid_at at time zone 'Africa/Nairobi')::date as paid_on, public.days_owed(services.id) as owed from public.bills
    where bills.id = ordered.bill_id) as its
  where services.id = ordered.service_id and ordered.kind in ('extend', 'upgrade') and ordered.status <> 'failed' and ends_on is not null
    and services.state <> 'suspended'
$$;

create function public.issue_receipt(bill uuid, issuer jsonb) returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  its_bill public.bills;
  its_lines jsonb;
  issued public.receipts;
  back record;
begin
  select * into its_bill from public.bills where id = bill and paid_at is not null for update;
  if not found then return null; end if;
  if not exists (select from public.receipts where number = its_bill.number) then
    select jsonb_agg(jsonb_build_object('what', coalesce(issuer -> 'what' ->> ordered.id::text, ordered.domain), 'ksh', price_ksh,
          'kind', kind) || coalesce(public.renewal_term(ordered), '{}') order by ordered.domain, ordered.id)
      into its_lines from public.orders as ordered where bill_id = bill;
    insert into public.receipts (number, bill_id, user_id, issued_at, gross_ksh, vat_percent, vat_cents, seller, buyer, lines, paid_with)
      values (its_bill.number, bill, its_bill.user_id, its_bill.paid_at, its_bill.amount_ksh, (issuer ->> 'vat_percent')::integer,
        public.vat_cents(its_bill.amount_ksh, (issuer ->> 'vat_percent')::integer), issuer -> 'seller',
        (select jsonb_build_object('name', coalesce(its_bill.buyer_name, raw_user_meta_data ->> 'full_name'), 'email', email) from auth.users where id = its_bill.user_id),
        coalesce(its_lines, '[]'),
        coalesce((select jsonb_agg(jsonb_strip_nulls(jsonb_build_object('code', code, 'source', source, 'ksh', amount_ksh,
            'number', own_number, 'bank', bank)) order by received_at, code)
          from public.payments where bill_id = bill and state = 'counted'), '[]'))
      returning * into issued;
    for back in
      select * from public.bill_refunds(its_bill) where at < its_bill.paid_at order by at
    loop
      perform public.add_credit_note(issued, back.ksh, back.way, back.code, back.staff);
    end loop;
  end if;
  update public.bills set issued_number = number where id = bill and issued_number is distinct from number;
  return (select to_jsonb(receipt) from public.receipts as receipt where receipt.number = its_bill.number);
end $$;

-- Paid bills that have no receipt yet, oldest first: {"id", "orders": [{"id", "kind", "domain"}]}.
create function public.bills_without_receipt(max_rows integer) returns jsonb language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', due.id, 'orders', (
      select coalesce(jsonb_agg(jsonb_build_object('id', id, 'kind', kind, 'domain', domain)), '[]') from public.orders
      where bill_id = due.id))
    order by due.paid_at, due.number), '[]')
  from (select id, paid_at, number from public.bills
    where paid_at is not null and number is distinct from issued_number
    order by paid_at, number limit max_rows) as due;
$$;

-- Returns what is known of the M-PESA code that the customer of a bill typed last: 'unknown' (no such payment), 'unmatched' (a payment
-- without a bill) or 'elsewhere' (another payment). Null if no code was typed, or if the code is a payment of this bill.
create function public.typed_state(bill public.bills) returns text language sql stable set search_path = '' as $$
  select case when money.code is null then 'unknown' when money.bill_id = bill.id then null
      when money.state = 'unmatched' then 'unmatched' else 'elsewhere' end
  from (select bill.typed_code where bill.typed_code is not null) as typed (code)
    left join public.payments as money on money.code = public.meant_code(typed.code);
$$;

-- Whether the money for an unpaid bill is being confirmed or looked for, so that no page asks for it: a payment is held, M-PESA called the
-- last prompt paid within a day and its payment has not arrived, or the customer typed a code that is no payment of this bill.
create function public.is_on_its_way(bill public.bills) returns boolean language sql stable set search_path = '' as $$
  select bill.paid_at is null and (public.typed_state(bill) is not null
    or exists (select from public.payments where bill_id = bill.id and state = 'held')
    or exists (select from (select * from public.payment_prompts where bill_id = bill.id order by asked_at desc, id limit 1) as prompt
      where prompt.state = 'paid' and not prompt.has_payment and prompt.asked_at > now() - interval '1 day'));
$$;

-- Bills that nobody has paid after 3, 10 and 27 days, with the customer, to be reminded once each time. `is_missed`: the next reminder
-- is due already. `ends_at`: when the bill ends, with its last reminder; null if its orders were begun (`is_begun`). `is_on_its_way`: of a
-- code that the customer typed. Other money on its way is waited for.
create function public.bills_to_remind(max_rows integer)
returns table (bill jsonb, is_missed boolean, is_begun boolean, is_on_its_way boolean, ends_at timestamptz, email text, full_name text)
language sql stable security definer set search_path = '' as $$
  select to_jsonb(bill), coalesce(bill.opened_at <= now() - make_interval(days => days[bill.reminders + 2]), false),
    bill.has_begun_orders, public.typed_state(bill) is not null,
    -- What was typed or paid in part keeps a bill for 30 days more (`is_bill_overdue`).
    case when bill.reminders = 2 and not bill.has_begun_orders then least(
      public.bill_end(bill) + case when bill.typed_code is not null or exists (
        select from public.payments where bill_id = bill.id and state not in ('returned', 'kept', 'void')) then interval '30 days'
      else interval '0' end,
      -- Nothing keeps the next year of a service after day 38.
      (select min((counts_from + 39)::timestamp at time zone 'Africa/Nairobi') from public.orders join public.services on services.id = service_id
        where bill_id = bill.id and orders.kind = 'extend' and status in ('requested', 'processing'))) end,
    customer.email::text, customer.raw_user_meta_data ->> 'full_name'
  from (select array[3, 10, 27]) as reminder (days), public.bills as bill join auth.users as customer on customer.id = bill.user_id
  where bill.paid_at is null and bill.reminders < 3 and bill.opened_by <> 'site' and public.payable_ksh(bill.id) > 0
    and bill.opened_at <= now() - make_interval(days => days[bill.reminders + 1])
    and (not public.is_on_its_way(bill) or (public.typed_state(bill) is not null
      and not exists (select from public.payments where bill_id = bill.id and state = 'held')))
  order by bill.opened_at limit max_rows;
$$;

-- Returns the ids of those of a customer's bills whose money is on its way.
create function public.bills_on_their_way(customer uuid, bill_ids uuid[]) returns jsonb language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(id), '[]') from public.bills where id = any (bill_ids) and user_id = customer and public.is_on_its_way(bills);
$$;

-- Returns what those of a customer's bills owe that still wait for the customer's choice: {"<id>": shillings}.
create function public.bills_owing(customer uuid, bill_ids uuid[]) returns jsonb language sql stable set search_path = '' as $$
  select coalesce(jsonb_object_agg(id, public.due_back(bills)), '{}') from public.bills
  where id = any (bill_ids) and user_id = customer and public.due_back(bills) > wanted_back_ksh;
$$;

-- Returns a bill with its last prompt and its payments at one moment, so that a page never shows an unpaid bill beside the
-- payment that pays it.
create function public.bill_snapshot(for_bill uuid) returns jsonb language sql stable set search_path = '' as $$
  select jsonb_build_object('bill', to_jsonb(bill), 'state', public.bill_state(bill), 'due_back', public.due_back(bill),
    'wanted_back', bill.wanted_back_ksh, 'kept', public.kept_ksh(bill.id),
    'credit', public.credit_left(bill.user_id),
    'prompt', (select to_jsonb(prompt) from public.payment_prompts as prompt where prompt.bill_id = bill.id
      order by prompt.asked_at desc, prompt.id limit 1),
    'typed', public.typed_state(bill), 'is_on_its_way', public.is_on_its_way(bill),
    'has_receipt', exists (select from public.receipts where bill_id = bill.id), 'pay_backs', bill.pay_backs,
    'notes', (select coalesce(jsonb_agg(jsonb_build_object('number', note.number, 'receipt', receipt.number) order by note.number), '[]')
      from public.receipts as receipt join public.credit_notes as note on note.receipt_number = receipt.number
      where receipt.bill_id = bill.id),
    'payments', (select coalesce(jsonb_agg(jsonb_build_object('code', money.code, 'amount_ksh', money.amount_ksh, 'state', money.state,
        'prompt_id', money.prompt_id, 'source', money.source, 'number', money.own_number, 'bank', money.bank)
        order by money.received_at), '[]')
      from public.payments as money where money.bill_id = bill.id))
  from public.bills as bill where bill.id = for_bill;
$$;
