-- As before; `paid_with` has the number and the bank of a payment that is not M-PESA's, a bill that was opened again gets a new receipt,
-- and what was paid back of a bill before it was paid in full, for example because all its orders had failed, is a credit
-- note of the receipt that it then gets.
create or replace function public.issue_receipt(bill uuid, issuer jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  its_bill public.bills;
  its_lines jsonb;
  made public.receipts;
  back public.desk_log;
begin
  select * into its_bill from public.bills where id = bill and paid_at is not null for update;
  if not found then return null; end if;
  if not exists (select from public.receipts where number = its_bill.number) then
    select jsonb_agg(jsonb_build_object('what', coalesce(issuer -> 'what' ->> id::text, domain), 'ksh', price_ksh) order by domain, id)
      into its_lines from public.orders where bill_id = bill;
    insert into public.receipts (number, bill_id, user_id, issued_at, gross_ksh, vat_percent, vat_cents, seller, buyer, lines, paid_with)
      values (its_bill.number, bill, its_bill.user_id, its_bill.paid_at, its_bill.amount_ksh, (issuer ->> 'vat_percent')::integer,
        public.vat_cents(its_bill.amount_ksh, (issuer ->> 'vat_percent')::integer), issuer -> 'seller',
        (select jsonb_build_object('name', raw_user_meta_data ->> 'full_name', 'email', email) from auth.users where id = its_bill.user_id),
        coalesce(its_lines, '[]'),
        coalesce((select jsonb_agg(jsonb_strip_nulls(jsonb_build_object('code', code, 'source', source, 'ksh', amount_ksh,
            'number', own_number, 'bank', bank)) order by received_at, code)
          from public.payments where bill_id = bill and state = 'counted'), '[]'))
      returning * into made;
    for back in
      select * from public.desk_log where did = 'bill-refunded' and about_kind = 'bill' and about_id = its_bill.reference
        and at < its_bill.paid_at order by id
    loop
      perform public.add_credit_note(made, (back.detail ->> 'ksh')::integer, back.detail ->> 'way', back.detail ->> 'code', back.staff);
    end loop;
  end if;
  return (select to_jsonb(receipt) from public.receipts as receipt where receipt.number = its_bill.number);
end $$;
