-- Customers read no column that names a member of staff or that only our server needs. A new column of these tables has no grant.
do $$
declare
  held record;
begin
  for held in
    select table_name, string_agg(quote_ident(column_name), ', ' order by ordinal_position) as readable
    from information_schema.columns
    where table_schema = 'public' and (table_name, column_name) not in (
        ('orders', 'taken_by'), ('orders', 'idempotency_key'), ('credit_notes', 'staff_id'), ('bills', 'claimed_until'))
      and table_name in ('orders', 'credit_notes', 'bills')
    group by table_name
  loop
    execute format('revoke select on public.%I from authenticated', held.table_name);
    execute format('grant select (%s) on public.%I to authenticated', held.readable, held.table_name);
  end loop;
end $$;
