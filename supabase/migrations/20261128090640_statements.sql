-- What was charged and paid of each customer, line by line, for the statement of a year. Source: docs/product/payments.md, "Statements".

-- Sets when a payment ended: it was sent back, or turned out void.
create function public.payment_ends() returns trigger language plpgsql set search_path = '' as $$
begin
  new.ended_at := case when new.state in ('returned', 'void') then now() end;
  return new;
end $$;
create trigger payment_ends before update of state on public.payments
  for each row when (new.state <> old.state) execute function public.payment_ends();

-- The lines in the order of `day`, the day in Nairobi, and `id`. All amounts are whole shillings. A bill is charged by its receipt; one that is not paid
-- charges nothing and has what is missing in `due`. What is due back changes nothing before it goes back. Money that is still checked is not in it. `ksh`: the amount that the line is about.
-- `credit`: how the line changes the customer's credit. `charged_sum`, `paid_sum`, `due_sum`, `credit_sum`: the sums up to the line, including it. Their customer is the owner of each row that they read.
create view public.statement_lines with (security_invoker = true) as
  select line.*, date_trunc('day', at, 'Africa/Nairobi') as day, its_bill.reference, sum(charged) over so_far as charged_sum, sum(paid) over so_far as paid_sum, sum(due) over so_far as due_sum,
    sum(credit) over so_far as credit_sum
  from (
    -- The digit before the number orders the lines of a day: what is charged comes before the money that pays it. Then comes the time.
    select user_id, least(paid_at, received_at) as at, '2.' || extract(epoch from least(paid_at, received_at)) || '.' || code as id, 'payment' as kind, code as number, bill_id,
      null::text as receipt_number, source as way, own_number, bank, null::jsonb as lines, amount_ksh as ksh, 0 as charged,
      amount_ksh as paid, 0 as due, 0 as credit
    from public.payments
    where source <> 'credit' and state in ('counted', 'surplus', 'kept', 'returned', 'void')
    union all
    select user_id, created_at, '3.' || extract(epoch from created_at) || '.' || id, case when why not in ('surplus', 'refund') then why when ksh > 0 then 'kept' else 'taken-back' end,
      coalesce(payment_code, ''), bill_id, null, null, null, null, null, abs(ksh), 0,
      case when why in ('goodwill', 'paid-out') then ksh else 0 end, 0, ksh
    from public.credits
    union all
    select user_id, issued_at, '1.' || number, 'receipt', number, bill_id, null, null, null, null, lines, gross_ksh, gross_ksh, 0, 0, 0
    from public.receipts
    union all
    select note.user_id, note.issued_at, '4.' || note.number, 'note', note.number, receipt.bill_id, note.receipt_number, note.way, null,
      null, null, note.gross_ksh, -note.gross_ksh, 0, 0, 0
    from public.credit_notes as note join public.receipts as receipt on receipt.number = note.receipt_number
    union all
    select bill.user_id, (back.line ->> 'at')::timestamptz, '5.' || bill.reference || '.' || lpad(back.place::text, 5, '0'), 'back',
      back.line ->> 'code', bill.id, null, back.line ->> 'way', null, null, null, (back.line ->> 'ksh')::integer, 0,
      -(back.line ->> 'ksh')::integer, 0, 0
    from public.bills as bill cross join lateral jsonb_array_elements(bill.pay_backs) with ordinality as back (line, place)
    union all
    select user_id, coalesce(ended_at, received_at), '6.' || code, state, code, bill_id, null, source, own_number, bank, null, amount_ksh,
      0, -amount_ksh, 0, 0
    from public.payments where source <> 'credit' and state in ('returned', 'void')
    union all
    select user_id, opened_at, '7.' || reference, 'bill', reference, bill.id, null, null, null, null, null, missing_ksh, 0, 0, missing_ksh, 0
    from public.bills as bill
    where paid_at is null and exists (select from public.orders where bill_id = bill.id and status <> 'failed')
    union all
    -- As due_back returns it, which customers cannot call.
    select user_id, since, '8.' || reference, 'due-back', reference, id, null, null, null, null, null, back, 0, 0, 0, 0
    from (select bill.id, bill.user_id, reference, greatest(0, case when paid_at is null and failed.every_one then paid_ksh else refund_due_ksh end - refunded_ksh)
        + surplus_ksh - returned_ksh as back,
        -- Not before the money came.
        greatest(coalesce(failed.at, paid_at, opened_at), (select max(least(money.paid_at, received_at)) from public.payments as money
          where money.bill_id = bill.id and state in ('counted', 'surplus', 'kept', 'returned', 'void'))) as since
      from public.bills as bill cross join lateral (
        select max(updated_at) filter (where status = 'failed') as at, coalesce(bool_and(status = 'failed'), true) as every_one
        from public.orders where bill_id = bill.id) as failed) as owing
    where back > 0
  ) as line left join public.bills as its_bill on its_bill.id = line.bill_id
  window so_far as (partition by line.user_id order by date_trunc('day', at, 'Africa/Nairobi'), line.id rows unbounded preceding);
