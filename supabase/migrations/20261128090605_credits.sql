-- Money that a customer keeps with the agency for later bills. A balance is the sum of its rows.

-- Rows are added, never changed: not by the service role either.
create table public.credits (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete restrict,
  -- In shillings. More than 0 adds to the balance, less than 0 was used.
  ksh integer not null,
  -- 'surplus' and 'refund': what a bill owed its customer; less than 0 if it was taken back, because the payment `payment_code` turned out
  -- void. 'used': it paid a bill, by the payment `payment_code`. 'goodwill': a gift of
  -- the agency. 'paid-out': the agency sent it by M-PESA, with the code `payment_code`.
  why text not null check (why in ('surplus', 'refund', 'used', 'goodwill', 'paid-out')),
  bill_id uuid references public.bills (id),
  payment_code text,
  -- Why the agency gave it. Only staff read it.
  note text check (length(note) between 1 and 200),
  -- The member of staff who did it, null for the customer. No foreign key: the row stays when that account is deleted.
  staff uuid,
  created_at timestamptz not null default now(),
  constraint credits_check check (case why
    when 'used' then ksh < 0 and bill_id is not null and payment_code is not null and payment_code ~ '^CR[0-9A-F]{8}$'
    when 'paid-out' then ksh < 0 and bill_id is null and payment_code is not null and payment_code ~ '^[A-Z]{2}[A-Z0-9]{8}$'
    when 'goodwill' then ksh > 0 and bill_id is null and payment_code is null and note is not null
    else ksh <> 0 and bill_id is not null and (ksh < 0) = (payment_code is not null) end)
);
-- A code counts once, in any spelling.
create unique index credits_code on public.credits (public.read_code(payment_code)) where why in ('used', 'paid-out');
create index credits_of_user on public.credits (user_id, created_at);
create index credits_of_bill on public.credits (bill_id);
create policy "Customers read their own" on public.credits for select to authenticated using ((select auth.uid()) = user_id);

create function public.refuse_credit_change() returns trigger language plpgsql set search_path = '' as $$
begin
  raise exception 'credits do not change';
end $$;
create trigger credits_do_not_change before update or delete on public.credits
  for each row execute function public.refuse_credit_change();

-- Takes the lock of a customer's credit until the transaction ends. To prevent deadlocks, take it before the lock of a bill.
create function public.lock_credit(customer uuid) returns void language sql set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended('credit ' || customer, 0));
$$;

-- Returns a customer's balance, in shillings. It is never below 0, because every change holds lock_credit.
create function public.credit_left(customer uuid) returns integer language sql stable set search_path = '' as $$
  select coalesce(sum(ksh), 0)::integer from public.credits where user_id = customer;
$$;

-- Returns how much of what a bill owed was kept as credit, and not taken back.
create function public.kept_ksh(bill uuid) returns integer language sql stable set search_path = '' as $$
  select coalesce(sum(ksh), 0)::integer from public.credits where bill_id = bill and why in ('surplus', 'refund');
$$;

-- Returns how much credit is taken back if a payment turns out void, in shillings: a payment that was kept as a whole, or what was kept of
-- a bill for which the payment counts. Null if money of such a bill was sent to the customer, which cannot be taken back.
create function public.kept_of_payment(money public.payments, bill public.bills) returns integer
language sql stable set search_path = '' as $$
  select case money.state when 'kept' then money.amount_ksh
    when 'counted' then case when bill.refunded_ksh + bill.returned_ksh = kept.ksh then kept.ksh end
    else 0 end
  from (select public.kept_ksh(bill.id) - coalesce(sum(amount_ksh), 0)::integer as ksh
    from public.payments where bill_id = bill.id and state = 'kept') as kept;
$$;

-- Returns a bill with its customer's address and name; nothing if no bill has this reference.
create function public.billed_customer(bill_reference text) returns table (bill jsonb, email text, full_name text)
language sql stable security definer set search_path = '' as $$
  select to_jsonb(bill), customer.email::text, customer.raw_user_meta_data ->> 'full_name'
  from public.bills as bill join auth.users as customer on customer.id = bill.user_id where bill.reference = bill_reference;
$$;
