-- Domains at the desk.

-- A page of domains as list_page returns it, the earliest last day first. Those that have left are found by a part of their name only.
create function public.desk_domains(words text, place jsonb, max_rows integer) returns jsonb language sql stable set search_path = '' as $$
  select public.list_page(format('
    select name, status, held, moving_step, expiry_date, expiry_date as at, id as key from public.domains where %s',
    case when words = '' then 'status <> ''left''' else public.has_part('lower(name)', words) end), true, place, max_rows);
$$;

-- The parts of a domain that staff may change, as texts. A form sends back the text that it was made with.
create function public.domain_parts(its_domain public.domains) returns jsonb language sql stable set search_path = '' as $$
  select jsonb_build_object('date', to_char(its_domain.expiry_date at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    'status', its_domain.status, 'ssl', coalesce(its_domain.ssl_status, ''), 'price', coalesce(its_domain.renew_ksh::text, ''),
    'held', its_domain.held, 'step', coalesce(its_domain.moving_step, ''));
$$;

-- A domain for its page, with the last orders for it and what was done to it. If it has left and come back, the row that is with us.
create function public.desk_domain(domain_name text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select to_jsonb(its_domain) || jsonb_build_object(
    'parts', public.domain_parts(its_domain),
    'customer', (select jsonb_build_object('email', email, 'name', raw_user_meta_data ->> 'full_name') from auth.users
      where id = its_domain.user_id),
    'orders', coalesce((select jsonb_agg(found) from (
      select id, kind, domain, status, price_ksh, updated_at, public.is_order_paid(orders) as is_paid from public.orders
      where user_id = its_domain.user_id and lower(domain) = lower(its_domain.name) order by created_at desc, id limit 10) as found), '[]'),
    'trail', public.desk_trail('domain', lower(its_domain.name)))
  from public.domains as its_domain where lower(name) = lower(domain_name) order by status = 'left', created_at desc limit 1;
$$;

-- Changes one part of a domain, with its mails, if it still is what the form showed. `log_detail` has "from", "to" and "reason".
-- Outcomes: 'done'; 'same' (the same form within a minute); 'moved' (it was changed before: by whom and when, if staff did it); 'named' (the
-- name is somebody else's by now). Null: there is no such domain.
create function public.desk_change_domain(staff jsonb, domain_id uuid, part text, expected text, wanted text, log_detail jsonb, mails jsonb)
returns jsonb
language plpgsql set search_path = '' as $$
declare
  its_domain public.domains;
  line text := 'domain-' || part;
  last jsonb;
  present text;
  its_order public.orders;
begin
  if part = 'step' and wanted = 'refused' then
    -- The order first: everywhere an order is locked before its domain.
    select orders.* into its_order from public.orders join public.domains on domains.id = domain_id
      where orders.user_id = domains.user_id and orders.kind = 'transfer' and lower(orders.domain) = lower(domains.name)
      order by orders.created_at desc limit 1 for update of orders;
  end if;
  select * into its_domain from public.domains where id = domain_id for update;
  if not found then return null; end if;
  last := public.desk_last(staff, array[line], 'domain', lower(its_domain.name));
  if (last ->> 'is_again')::boolean and (last -> 'detail') - 'now' = log_detail then return '{"outcome": "same"}'; end if;
  present := public.domain_parts(its_domain) ->> part;
  if present is distinct from expected then
    return '{"outcome": "moved"}'::jsonb
      || case when last -> 'detail' ->> 'now' = present then jsonb_build_object('by', last -> 'who', 'at', last -> 'at') else '{}' end;
  end if;
  if part = 'date' then
    update public.domains set expiry_date = (wanted::date + time '12:00') at time zone 'Africa/Nairobi' where id = domain_id;
  elsif part = 'status' then
    update public.domains set status = wanted, moving_step = null,
      moving_since = case when wanted = 'moving' then coalesce(moving_since, (now() at time zone 'Africa/Nairobi')::date) end
      where id = domain_id;
  elsif part = 'ssl' then
    update public.domains set ssl_status = nullif(wanted, '') where id = domain_id;
  elsif part = 'price' then
    update public.domains set renew_ksh = nullif(wanted, '')::integer where id = domain_id;
  elsif part = 'held' then
    update public.domains set held = wanted where id = domain_id;
  elsif part = 'step' then
    update public.domains set moving_step = nullif(wanted, '') where id = domain_id and status = 'moving';
    if not found then return '{"outcome": "moved"}'; end if;
    -- Its order was not done after all. What was paid for it is due back by the rules of its bill.
    if its_order.status = 'done' then
      update public.orders set status = 'failed', reason = 'Your old provider refused the transfer' where id = its_order.id;
      perform public.log_order(staff, 'order-failed', its_order, '{"reason": "refused"}');
    end if;
  end if;
  select public.domain_parts(domains) ->> part into present from public.domains where id = domain_id;
  return public.log_done(staff, line, 'domain', lower(its_domain.name), its_domain.user_id,
    log_detail || jsonb_build_object('now', present), mails);
exception when unique_violation then
  return '{"outcome": "named"}';
end $$;

-- Adds a domain to a customer's and logs it. Outcomes: 'done'; 'own' (the customer has it already; nothing is changed); 'named' (another
-- customer has it). `ksh`: the price that was agreed for a year, if one was.
create function public.add_domain(staff jsonb, person uuid, domain_name text, until date, holder text, ksh integer, more_detail jsonb)
returns text language plpgsql set search_path = '' as $$
begin
  insert into public.domains (user_id, name, expiry_date, held, renew_ksh)
    values (person, lower(domain_name), (until + time '12:00') at time zone 'Africa/Nairobi', holder, ksh)
    on conflict (lower(name)) where status <> 'left' do nothing;
  if found then
    perform public.log_staff(staff, 'domain-added', 'domain', lower(domain_name), person,
      jsonb_build_object('until', until, 'held', holder) || more_detail);
    return 'done';
  end if;
  return case when exists (select from public.domains where lower(name) = lower(domain_name) and user_id = person and status <> 'left')
    then 'own' else 'named' end;
end $$;

-- Adds a domain to a customer's by the form. Outcomes: 'done'; 'same' (the same form within a minute); 'named' (a customer has it);
-- 'unseen' (the member of staff has not said why they look at the customer).
create function public.desk_add_domain(staff jsonb, person uuid, domain_name text, until date, holder text) returns jsonb
language plpgsql set search_path = '' as $$
declare
  last jsonb := public.desk_last(staff, '{domain-added}', 'domain', lower(domain_name));
  outcome text;
begin
  if not public.desk_may_view(staff, person) then return '{"outcome": "unseen"}'; end if;
  outcome := public.add_domain(staff, person, domain_name, until, holder, null, '{}');
  return jsonb_build_object('outcome', case when outcome = 'done' then 'done'
    when outcome = 'own' and (last ->> 'is_again')::boolean and last -> 'detail' = jsonb_build_object('until', until, 'held', holder)
    then 'same' else 'named' end);
end $$;
