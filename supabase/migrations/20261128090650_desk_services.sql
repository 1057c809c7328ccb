-- Services at the desk.

-- Whether the money of a next year that has not begun counts: its payment did not turn out void, and staff did not name a refund. Without a
-- bill it was settled elsewhere, if it had a price.
create function public.is_next_year_paid(service uuid) returns boolean language sql stable set search_path = '' as $$
  select coalesce((select its_order.refund_due_ksh = 0 and case when bills.id is null then its_order.price_ksh > 0 else bills.paid_at is not null end
    from public.last_year_order(service) as its_order left join public.bills on bills.id = its_order.bill_id where its_order.id is not null), true);
$$;

-- The version of a service: the last line of staff's log, and a hash of what staff see of it. Each form shows it, so that of two members of
-- staff the second reads who was first, and nobody decides about what the customer or the server has changed meanwhile.
create function public.service_version(its_service public.services) returns text language sql stable set search_path = '' as $$
  select concat((select max(id) from public.desk_log where about_kind = 'service' and about_id = its_service.id::text and did <> 'note-added'), '.',
    md5((to_jsonb(its_service) - '{secret_sealed,secret_at,secret_shown_at,has_secret,priced_on,counts_from,call_started_at,next_call_at,claimed_until,attempts}'::text[])::text));
$$;

-- Changes one service for staff, if it still is as the form showed it (`version`), with its line of the log, of its history and its mails. `act`
-- is the form, `change` what it sets. Outcomes:
-- 'done'; 'same' (the same form within a minute); 'paying' (money for it was paid or reported); 'unpaid' (its order has no paid bill); 'nameless'
-- (the customer has no such name); 'paid-year' (the last day would be before a paid next year); 'others' (the name is also another
-- customer's, and the form is not `shared`: nobody has read whose); 'taken' (the username is that of another service, of `domain`);
-- 'lost', with `state` and `last` (who did what before, and when); null without a service.
--   setup     access, secret (sealed, with `mark` of its text), cert_ends_on, and `provider` ('hand': it is
--             not at our hosting server, which then must not be asked about it). Its first order is done with it, an unpaid one if `early`.
--   server    the server sets it up by WHM: an ordered hosting plan.        suspend, restore   a person did it.
--   hold      hold_until, at most 30 days from now, or null.                price   renew_ksh, or null for the list; `first_price`: it had none.
--   date      ends_on, not before today.       plan      the change of plan is done at the provider.
--   reissued  cert_ends_on.                    removed   the data is deleted: after 45 days, or of an order that failed, by a person.
--   again, there     a person looked at the server: what failed is tried again, or it is there already.
create function public.desk_change_service(staff jsonb, service uuid, act text, change jsonb, mails jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  me uuid := staff ->> 'id';
  today date := public.nairobi_date(now());
  its_service public.services;
  other public.services;
  way_in jsonb;
  first_order public.orders;
  last jsonb;
  ended text;
  version text;
  is_called boolean;
  is_allowed boolean;
  is_first_price boolean := act = 'price' and coalesce((change ->> 'first_price')::boolean, false);
begin
  change := change - 'first_price';
  perform public.lock_service_orders(service);
  select * into its_service from public.services where id = service for update;
  if its_service.id is null then return null; end if;
  last := public.desk_last(staff, array(select distinct did from public.desk_log
    where about_kind = 'service' and about_id = service::text and did <> 'note-added'), 'service', service::text);
  version := public.service_version(its_service);
  -- What the server failed to do once more since the form was sent is not the same.
  if not (act in ('again', 'there') and change ->> 'version' = version) and last ->> 'did' = 'service-' || act and (last ->> 'is_again')::boolean and (last -> 'detail') - '{version,from}'::text[] = change - '{secret,version}'::text[] then
    return '{"outcome": "same"}';
  end if;
  select * into first_order from public.orders where service_id = service and kind in ('hosting', 'mail', 'certificate')
    and status in ('requested', 'processing');
  -- The server is at work on it, so that nobody else is.
  is_called := its_service.provider = 'whm' and its_service.wanted is not null and its_service.problem is null;
  is_allowed := case act
    when 'setup' then its_service.state <> 'ended' and not (is_called and its_service.wanted = 'create')
    when 'server' then its_service.state = 'ordered' and its_service.kind = 'hosting' and its_service.wanted is null and its_service.problem is null
      and (first_order.status = 'requested' or first_order.taken_by = me)
    when 'suspend' then its_service.state = 'active' and its_service.wanted = 'suspended' and not is_called
    when 'restore' then its_service.state = 'suspended' and not is_called
    when 'hold' then its_service.state in ('active', 'suspended')
      and coalesce((change ->> 'hold_until')::date between today and today + 30, its_service.hold_until is not null)
    -- Not before today, so that the customer has the notices and the days until the deletion.
    when 'date' then its_service.state in ('active', 'suspended') and (change ->> 'ends_on')::date >= least(its_service.ends_on, today) and not is_called
    when 'plan' then its_service.wanted = 'plan' and its_service.provider <> 'whm'
    when 'reissued' then its_service.kind = 'certificate' and its_service.state = 'active'
    when 'removed' then (its_service.state = 'ended' and its_service.problem is not null)
      or (its_service.state = 'suspended' and its_service.wanted is null and public.deletion_day(its_service) <= today
      and coalesce(its_service.hold_until < today, true)
      and not exists (select from public.orders where service_id = service and status in ('requested', 'processing')))
    when 'again' then its_service.problem is not null and its_service.provider = 'whm' and its_service.wanted is not null
    when 'there' then its_service.problem is not null and its_service.wanted is not null
    else its_service.state in ('active', 'suspended') end;
  if is_allowed is not true or change ->> 'version' is distinct from version then
    -- Who of staff was before, if it was not the customer, the days or the server.
    return jsonb_build_object('outcome', 'lost', 'state', its_service.state,
      'last', case when split_part(change ->> 'version', '.', 1) is distinct from split_part(version, '.', 1) then last end);
  end if;
  if act = 'date' and (change ->> 'ends_on')::date < its_service.next_on then
    if public.is_next_year_paid(service) then return '{"outcome": "paid-year"}'; end if;
    -- What the customer chose for it stays chosen.
    perform public.take_back_next_year(service, 'Its payment does not count');
  elsif act = 'date' and (change ->> 'ends_on')::date < its_service.ends_on
    and exists (select from public.bills where id = (public.last_year_order(service)).bill_id and paid_at is null) then
    -- An open bill would ask for days that the service does not have any more.
    perform public.take_back_next_year(service, 'Its payment does not count');
  end if;
  if act = 'suspend' and public.has_service_money(service) then return '{"outcome": "paying"}'; end if;
  if act in ('server', 'setup') and not coalesce((change ->> 'early')::boolean, false)
    and first_order.id is not null and not exists (select from public.bills where id = first_order.bill_id and paid_at is not null) then
    return '{"outcome": "unpaid"}';
  end if;
  if act in ('server', 'setup') or (act = 'there' and its_service.wanted = 'create') then
    if public.is_name_shared(its_service) and not coalesce((change ->> 'shared')::boolean, false) then return '{"outcome": "others"}'; end if;
    way_in := its_service.access || coalesce(change -> 'access', '{}');
    if act <> 'server' and its_service.kind = 'hosting' then
      other := public.other_with_username(service, way_in ->> 'username', way_in ->> 'host');
      if other.id is not null then return jsonb_build_object('outcome', 'taken', 'domain', other.domain); end if;
    end if;
  end if;
  if act = 'setup' and first_order.id is not null then
    ended := public.desk_end_order(staff, first_order.id, jsonb_build_object('status', 'done', 'at_service', true, 'detail',
      case its_service.kind when 'certificate' then '{"ssl": "active"}' else '{}' end::jsonb), '[]');
    if ended not in ('done', 'same') then
      return jsonb_build_object('outcome', case ended when 'nameless' then ended else 'lost' end, 'state', its_service.state, 'last', last);
    end if;
  end if;

  if act = 'date' then change := change || jsonb_build_object('from', its_service.ends_on); end if;
  if act = 'restore' then perform public.note_restored(its_service); end if;
  update public.services set
    access = case when act in ('setup', 'there') then access || coalesce(change -> 'access', '{}') else access end,
    secret_sealed = case when act = 'setup' and change ? 'secret' then change ->> 'secret' else secret_sealed end,
    secret_at = case when act = 'setup' and change ? 'secret' then now() else secret_at end,
    secret_shown_at = case when act = 'setup' and change ? 'secret' then null else secret_shown_at end,
    cert_ends_on = case when act in ('setup', 'reissued') and change ? 'cert_ends_on' then (change ->> 'cert_ends_on')::date else cert_ends_on end,
    provider = case when act = 'server' then 'whm' when act = 'setup' and change ? 'provider' then change ->> 'provider' else provider end,
    wanted = case act when 'server' then 'create' when 'suspend' then null when 'restore' then null when 'plan' then null
      when 'hold' then case when change ->> 'hold_until' is not null then public.wanted_after_stay(services) else wanted end
      -- With another last day it may work on, or has to work again.
      when 'date' then case when state = 'active' and (change ->> 'ends_on')::date >= today then public.wanted_after_stay(services)
        when state = 'suspended' and (change ->> 'ends_on')::date >= today then 'active'
        when state = 'suspended' and wanted = 'active' then null else wanted end
      else wanted end,
    state = case act when 'suspend' then 'suspended' when 'restore' then 'active' when 'removed' then 'ended' else state end,
    suspended_on = case act when 'suspend' then today when 'restore' then null else suspended_on end,
    ends_on = case when act = 'restore' then ends_on + public.days_without(services)
      when act = 'date' then (change ->> 'ends_on')::date else ends_on end,
    -- A hold that ends today was one until yesterday: the days after it count.
    hold_until = case when act = 'hold' then coalesce((change ->> 'hold_until')::date, least(hold_until, today - 1)) else hold_until end,
    priced_on = case when is_first_price then today else priced_on end,
    renew_ksh = case when act = 'price' then (change ->> 'renew_ksh')::integer else renew_ksh end,
    removed_at = case when act = 'removed' then now() else removed_at end,
    ended_at = case when act = 'removed' then coalesce(ended_at, now()) else ended_at end,
    problem = case when act in ('again', 'setup', 'removed') then null else problem end,
    attempts = case when act = 'again' then 0 else attempts end,
    call_started_at = case when act = 'again' then null else call_started_at end,
    next_call_at = case when act = 'again' then now() else next_call_at end
  where id = service returning * into its_service;
  if act = 'there' then
    -- As if the server had said so: an order is done with it.
    perform public.settle_service(service, its_service.wanted, '{"did": true}', '[]');
  elsif act = any ('{suspend,hold,price,date,plan,reissued,removed}'::text[]) and its_service.starts_on is not null then
    perform public.note_service(its_service, case act when 'suspend' then 'suspended' when 'hold' then 'held'
      else act end, change - '{reason,version}'::text[]);
  end if;
  return public.log_done(staff, 'service-' || act, 'service', service::text, its_service.user_id, change - 'secret', mails);
end $$;

-- A page of services of these states and kinds, by a part of the name or the number, as list_page returns it. First come
-- those that wait for staff, the oldest first (`waits_since`), then those that end next. `at`, `priced`: as in services_waiting. Without data
-- of customers.
create function public.desk_services(
  at timestamptz, priced text[], states text[], kinds text[], words text, place jsonb, max_rows integer) returns jsonb
language sql stable set search_path = '' as $$
  -- The services that wait, and then all others. Conditions stand outside of the two lists, so that the index of the second gives its order.
  select public.list_page(format('
    select %1$s, problem is not null as has_problem, waits_since, at, id as key from (
      select services.*, waits_since, waits_since - interval ''100 years'' as at, true as is_waiting
      from public.services join (select id as waiting_id, min(since) as waits_since from (%2$s) as waiting group by id) as work on waiting_id = id
      union all
      select services.*, null, listed_at, false from public.services) as one
    where (is_waiting or id not in (select id from (%2$s) as waiting)) and %3$s and %4$s %5$s',
      'id, kind, domain, plan, seats, state, starts_on, ends_on, price_ksh, renew_ksh, provider, wanted, created_at',
      format('select id, since from public.services_waiting(%L, %L) union all
        -- Its order waits for staff, to set it up.
        select service_id, since from public.orders_waiting() where service_id is not null and kind not in (''extend'', ''upgrade'')', at, priced),
      public.is_one_of('state', states), public.is_one_of('kind', kinds),
      case when words <> '' then format('and (%s %s)', public.has_part('lower(domain)', words),
        case when number ~ '^[0-9a-f]{8}$' then format('or id between %L and %L', number || '-0000-0000-0000-000000000000',
          number || '-ffff-ffff-ffff-ffffffffffff') end) end),
    true, place, max_rows)
  from replace(words, '-', '') as typed (number);
$$;

-- Whether something was paid or reported of an unpaid bill, so that its service waits for the rest.
create function public.has_unsettled_money(bill public.bills) returns boolean language sql stable set search_path = '' as $$
  select bill.paid_ksh > 0 or bill.typed_code is not null or exists (select from public.payments where bill_id = bill.id and state = 'held');
$$;

-- The orders of a service that decide how it is: those that are open and those of its years. Besides, the newest ones.
create function public.service_orders(service uuid) returns setof uuid language sql stable rows 20 set search_path = '' as $$
  (select id from public.orders where service_id = service
    and (status in ('requested', 'processing') or kind in ('hosting', 'mail', 'certificate') or (kind = 'extend' and status = 'done'))
    order by created_at desc limit 50)
  union (select id from public.orders where service_id = service order by created_at desc limit 20);
$$;

-- A service for its page, without its first password: with its customer, its last orders, the log and the notes; null if there is none.
create function public.desk_service(service uuid) returns jsonb language sql stable security definer set search_path = '' as $$
  select to_jsonb(its_service) - 'secret_sealed' || jsonb_build_object(
    'days_without', public.days_without(its_service), 'is_next_year_paid', next_on is not null and public.is_next_year_paid(service),
    'has_share', exists (select from public.orders where service_id = service and kind = 'upgrade' and status <> 'failed'
      and payload ->> 'nextOn' = next_on::text),
    'customer', (select jsonb_build_object('email', email, 'name', raw_user_meta_data ->> 'full_name') from auth.users
      where id = its_service.user_id),
    'orders', coalesce((select jsonb_agg(its_order) from (
      select orders.id, kind, domain, status, orders.price_ksh, updated_at, bill_id, choices, taken_by, public.staff_name(taken_by) as taken_name,
        bills.paid_at is null as is_unpaid,
        case when bills.paid_at is null and status in ('requested', 'processing') and public.has_unsettled_money(bills)
          then jsonb_build_object('reference', reference, 'paid_ksh', paid_ksh, 'amount_ksh', amount_ksh, 'typed_code', typed_code) end as money
      from public.orders left join public.bills on bills.id = orders.bill_id
      where orders.id in (select public.service_orders(service)) order by created_at desc, orders.id) as its_order), '[]'),
    'changes', coalesce((select jsonb_agg(to_jsonb(one) order by at desc, id desc) from (
      select id, at, did, detail from public.service_changes where service_id = service order by at desc, id desc limit 20) as one), '[]'),
    'others', coalesce((select jsonb_agg(jsonb_build_object('user_id', other.user_id, 'service_id', other.service_id,
        'email', email, 'name', raw_user_meta_data ->> 'full_name'))
      from public.others_with_name(its_service) as other join auth.users on id = other.user_id where its_service.state <> 'ended'), '[]'),
    'version', public.service_version(its_service), 'trail', public.desk_trail('service', service::text))
  from public.services as its_service where its_service.id = service;
$$;

-- What a service waits for, for staff: a problem at the server, what they do by hand, money that was reported or paid in part, the way in of one that is active, the deletion of its
-- data, a certificate that ends before the service, and the price of the next year of a plan that is not `priced` in the list. `since`: when
-- it began to wait. Source: docs/product/services.md, "Services at the desk".
create function public.services_waiting(at timestamptz, priced text[])
returns table (kind text, id uuid, domain text, since timestamptz) language sql stable rows 50 set search_path = '' as $$
  with now_in (today) as (select public.nairobi_date(at)), waiting (kind, id, domain, since, day) as (
    select 'service-problem', id, domain, coalesce(next_call_at, created_at), null::date from public.services where problem is not null
    union all
    select case wanted when 'suspended' then 'service-suspend' when 'active' then 'service-restore' else 'service-plan' end, id, domain,
      coalesce(next_call_at, created_at), null
    from public.services where wanted is not null and provider <> 'whm' and problem is null
    union all
    select 'service-setup', id, domain, null, starts_on from public.services
    where state = 'active' and wanted is null and problem is null
      and case kind when 'certificate' then cert_ends_on is null else access ->> 'panel' is null end
    union all
    -- It would be suspended, but for money that does not pay its next year.
    select 'service-money', services.id, services.domain, null, services.counts_from + 8
    from now_in, public.services join public.orders on service_id = services.id and orders.kind = 'extend'
      and orders.status in ('requested', 'processing') join public.bills on bills.id = bill_id and paid_at is null
    where services.state = 'active' and wanted is null and counts_from <= today - 8 and (hold_until is null or hold_until < today)
      and public.has_unsettled_money(bills)
    union all
    select 'service-remove', id, domain, null, public.deletion_day(services) from public.services, now_in
    where state = 'suspended' and counts_from <= today - 45 and public.deletion_day(services) <= today and wanted is null and problem is null
      and not exists (select from public.orders where service_id = services.id and status in ('requested', 'processing'))
    union all
    select 'service-reissue', id, domain, null, cert_ends_on - 21 from public.services, now_in
    where state = 'active' and cert_ends_on <= today + 21 and cert_ends_on < ends_on
    union all
    select 'service-price', id, domain, null, ends_on - 45 from public.services, now_in
    where state = 'active' and counts_from <= today + 45 and not will_end and renew_ksh is null and not coalesce(next_plan, plan) = any (priced)
      and not exists (select from public.orders where service_id = services.id and orders.kind = 'extend'
        and status in ('requested', 'processing'))
  )
  select kind, id, domain, coalesce(since, day::timestamp at time zone 'Africa/Nairobi') from waiting;
$$;
