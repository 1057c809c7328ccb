-- What changes a service: its orders, its customer, staff, the days and the server. To prevent deadlocks, a transaction locks an order and
-- its bill before the service. Days are those of Nairobi. Source: docs/product/services.md.

create function public.nairobi_date(at timestamptz) returns date language sql immutable set search_path = '' as $$
  select (at at time zone 'Africa/Nairobi')::date;
$$;

create function public.note_service(its_service public.services, did text, detail jsonb default '{}') returns void
language sql set search_path = '' as $$
  insert into public.service_changes (service_id, user_id, did, detail) values (its_service.id, its_service.user_id, did, detail);
$$;

-- Whether a service allows an order for its next year, or for a larger plan: one at a time, because the price of the next year is that of the
-- plan, and for the plan whose price was read. A smaller plan that is paid for the next year begins before a larger one is ordered, and
-- nothing larger is ordered while something that the service got is not paid.
create function public.service_allows_order(its_service public.services, order_kind text, payload jsonb) returns boolean
language sql stable set search_path = '' as $$
  select its_service.state in ('active', 'suspended') and not its_service.will_end
    and not exists (select from public.orders where service_id = its_service.id and kind in ('extend', 'upgrade') and kind <> order_kind
      and status in ('requested', 'processing'))
    and case order_kind
      when 'extend' then its_service.next_on is null
        and coalesce(payload ->> 'plan' = coalesce(its_service.next_plan, its_service.plan), true)
        and coalesce((payload ->> 'seats')::integer = coalesce(its_service.next_seats, its_service.seats), true)
      else its_service.state = 'active' and (its_service.next_on is null or coalesce(its_service.next_plan, its_service.next_seats::text) is null)
        and coalesce(payload ->> 'from' = its_service.plan, true) and coalesce((payload ->> 'fromSeats')::integer = its_service.seats, true)
        and not exists (select from public.orders join public.bills on bills.id = bill_id
          where service_id = its_service.id and status = 'done' and paid_at is null) end;
$$;

-- A new order for hosting, mailboxes or a certificate creates its service. A customer has one of each kind for a name: a second order is an
-- error. An order that extends or upgrades a service must be of its customer, and the service not ended.
create function public.order_has_service() returns trigger language plpgsql security definer set search_path = '' as $$
declare its_service public.services;
begin
  if new.service_id is null then
    insert into public.services (user_id, kind, domain, plan, seats)
      values (new.user_id, new.kind, new.domain, coalesce(new.payload ->> 'plan', case new.kind when 'certificate' then 'dv' else 'unknown' end),
        case new.kind when 'mail' then coalesce((new.payload ->> 'seats')::integer, 1) end)
      returning * into its_service;
    new.service_id := its_service.id;
    perform public.note_service(its_service, 'ordered');
    return new;
  end if;
  select * into its_service from public.services where id = new.service_id for update;
  if its_service.user_id is distinct from new.user_id or not public.service_allows_order(its_service, new.kind, new.payload) then
    raise exception 'the service does not allow this order';
  end if;
  return new;
end $$;
create trigger order_has_service before insert on public.orders for each row
  when (new.kind in ('hosting', 'mail', 'certificate', 'extend', 'upgrade') and new.status in ('requested', 'processing'))
  execute function public.order_has_service();

-- Of what the server or a person still has to do after a suspension is not wanted any more: 'active' if the server may have been asked for
-- it, so that it is restored there, else nothing.
create function public.wanted_after_stay(its_service public.services) returns text language sql immutable set search_path = '' as $$
  select case when its_service.wanted is distinct from 'suspended' then its_service.wanted
    when its_service.provider = 'whm' and its_service.attempts > 0 then 'active' end;
$$;

-- What is newly wanted has no failed attempts, and may be asked of the server at once.
create function public.service_wants() returns trigger language plpgsql set search_path = '' as $$
begin
  new.attempts := 0;
  new.problem := null;
  new.call_started_at := null;
  if new.next_call_at is not distinct from old.next_call_at then new.next_call_at := now(); end if;
  return new;
end $$;
create trigger service_wants before update of wanted on public.services for each row
  when (new.wanted is distinct from old.wanted) execute function public.service_wants();

-- Begins the next year that was paid before: with its price, its plan and its seats. The server or a person then changes the plan; what
-- restores a service also gives it its plan. What staff agreed was for this year; it holds until here, because the year may be taken back.
create function public.begin_next_year(service uuid) returns void language sql set search_path = '' as $$
  update public.services set plan = coalesce(next_plan, plan), seats = coalesce(next_seats, seats), price_ksh = next_ksh,
      renew_ksh = null, next_on = null, next_ksh = null, next_plan = null, next_seats = null,
      wanted = case when state = 'active' and coalesce(next_plan, next_seats::text) is not null then coalesce(wanted, 'plan') else wanted end
    where id = service and next_on is not null;
$$;

-- Returns the order of the last year that a service got; null if it only had its first one.
create function public.last_year_order(service uuid) returns public.orders language sql stable set search_path = '' as $$
  select * from public.orders where service_id = service and kind = 'extend' and status = 'done' order by updated_at desc limit 1;
$$;

-- Takes back the last year, which is the next one or has begun: its order fails, so that an unpaid bill closes, and what was paid is due back. So
-- is what a larger plan cost for a year that has not begun; an upgrade that is not paid yet fails, because its price was for both years. The
-- plan of a year that has begun stays. The caller has locked the service, and names the last day.
create function public.take_back_next_year(service uuid, its_reason text) returns void language plpgsql set search_path = '' as $$
declare
  its_service public.services;
  upgrade public.orders;
  its_bill public.bills;
begin
  select * into its_service from public.services where id = service;
  update public.orders set status = 'failed', reason = its_reason where id = (public.last_year_order(service)).id;
  for upgrade in
    select * from public.orders where service_id = service and kind = 'upgrade' and status <> 'failed'
      and payload ->> 'nextOn' = its_service.next_on::text order by id for update
  loop
    select * into its_bill from public.bills where id = upgrade.bill_id for update;
    if upgrade.status <> 'done' and its_bill.paid_at is null then
      update public.orders set status = 'failed', reason = its_reason where id = upgrade.id;
      continue;
    end if;
    update public.orders set payload = payload - '{nextOn,thisYearKsh}'::text[],
        price_ksh = case when bill_id is null then price_ksh else least(price_ksh, (payload ->> 'thisYearKsh')::integer) end,
        refund_due_ksh = case when bill_id is null then greatest(refund_due_ksh, price_ksh - (payload ->> 'thisYearKsh')::integer) else refund_due_ksh end
      where id = upgrade.id;
    perform public.shrink_bill(its_bill.id);
    update public.bills set refund_due_ksh = greatest(0, amount_ksh - public.payable_ksh(id)), refunded_at = null
      where id = its_bill.id and paid_at is not null and refund_due_ksh < amount_ksh - public.payable_ksh(id);
  end loop;
  update public.services set next_on = null, next_ksh = null where id = service;
end $$;

-- Returns how many days without a suspended service are added to its last day when it is restored now: those of the year that was paid for it
-- since or, if it was suspended because its first order failed, those until its last day. A last day that staff named since then stays.
-- `owed`: the days that the next year gets if it is paid after the service is restored.
create function public.days_without(its_service public.services, owed boolean default false) returns integer
language sql stable set search_path = '' as $$
  select case when its_service.state <> 'suspended' then 0 else greatest(0, case
      when owed and suspended >= greatest(renewed, dated) then today - greatest(its_service.suspended_on, its_service.ends_on + 1)
      when owed then 0
      when reopened > suspended and dated <= suspended then least(today, its_service.ends_on + 1) - its_service.suspended_on
      when renewed > greatest(suspended, dated)
        then today - greatest(its_service.suspended_on, (its_service.ends_on - interval '1 year')::date + 1) end) end
  from (select public.nairobi_date(now()) as today,
      coalesce(max(id) filter (where did = 'suspended'), 0) as suspended, coalesce(max(id) filter (where did = 'renewed'), 0) as renewed,
      coalesce(max(id) filter (where did = 'date'), 0) as dated, coalesce(max(id) filter (where did = 'order-reopened'), 0) as reopened
    from public.service_changes where service_id = its_service.id) as last;
$$;

-- Notes that a service works again. Takes it as it was before.
create function public.note_restored(its_service public.services) returns void language sql set search_path = '' as $$
  select public.note_service(its_service, 'restored', jsonb_build_object('owed', public.days_without(its_service, true)));
$$;

-- Ends a service whose first order fails after it was set up: from tomorrow the days suspend it. All that was ordered for it since falls with
-- that order, and its money is due back: what is open and, while the paid days are not over, what is done. What a year or an upgrade changed
-- is undone; a smaller plan is a wish again. Takes the service as it was before, and its failed order.
create function public.end_with_first_order(its_service public.services, first_order public.orders) returns void
language plpgsql set search_path = '' as $$
declare
  today date := public.nairobi_date(now());
  had_days boolean := its_service.ends_on >= today;
  first_plan text := coalesce(first_order.payload ->> 'plan', its_service.plan);
  first_seats integer := coalesce((first_order.payload ->> 'seats')::integer, its_service.seats);
  years integer;
  upgrades integer;
begin
  select count(*) filter (where kind = 'extend'), count(*) filter (where kind = 'upgrade') into years, upgrades
    from public.orders where service_id = its_service.id and status = 'done' and had_days;
  -- What is given back if the order is reopened, and the plan that the account has until then.
  perform public.note_service(its_service, 'order-failed', jsonb_build_object(
    'from', (its_service.ends_on - make_interval(years => years))::date, 'ends_on', least(its_service.ends_on, today - 1),
    'will_end', its_service.will_end, 'plan', its_service.plan, 'seats', its_service.seats));
  -- The site opens no order in place of one that was paid: staff may reopen it.
  update public.orders set status = 'failed', reason = 'The service has ended',
      taken_by = case when exists (select from public.bills where id = bill_id and paid_at is not null) then coalesce(first_order.taken_by, taken_by)
        else taken_by end
    where service_id = its_service.id and kind in ('extend', 'upgrade')
      and (status in ('requested', 'processing') or (status = 'done' and had_days));
  update public.services set will_end = true, ends_on = least(ends_on, today - 1), next_on = null, next_ksh = null where id = its_service.id;
  if years + upgrades > 0 then
    update public.services set plan = first_plan, seats = first_seats, price_ksh = first_order.price_ksh,
        next_plan = case when upgrades = 0 then nullif(coalesce(next_plan, plan), first_plan) end,
        next_seats = case when upgrades = 0 then nullif(coalesce(next_seats, seats), first_seats) end
      where id = its_service.id;
  end if;
end $$;

-- Begins a service again whose first order is reopened: with its plan, its days and what its customer chose, without the years and the upgrades that
-- fell with that order. A last day that staff named since then stays.
create function public.begin_again(its_service public.services) returns void language plpgsql set search_path = '' as $$
declare
  failed public.service_changes;
  today date := public.nairobi_date(now());
  given_days integer;
begin
  select * into failed from public.service_changes where service_id = its_service.id and did = 'order-failed' order by id desc limit 1;
  given_days := case when exists (select from public.service_changes where service_id = its_service.id and did = 'date' and id > failed.id) then 0
    else coalesce((failed.detail ->> 'from')::date - (failed.detail ->> 'ends_on')::date, 0) end;
  update public.services set ends_on = ends_on + given_days,
      will_end = coalesce((select did = 'will-end' from public.service_changes
          where service_id = its_service.id and did in ('will-end', 'stays') and id > failed.id order by id desc limit 1),
        (failed.detail ->> 'will_end')::boolean, false)
    where id = its_service.id;
  perform public.note_service(its_service, 'order-reopened', jsonb_build_object('from', its_service.ends_on, 'ends_on', its_service.ends_on + given_days));
  update public.services set wanted = case when ends_on + public.days_without(services) < today then wanted
      when state = 'suspended' then 'active'
      when plan is distinct from failed.detail ->> 'plan' or seats is distinct from (failed.detail ->> 'seats')::integer
        then coalesce(public.wanted_after_stay(services), 'plan')
      else public.wanted_after_stay(services) end
    where id = its_service.id;
end $$;

-- A service follows the end of its orders. Its first order makes it active for a year; one that extends it adds a year, which has the plan
-- that was asked for and begins after the running one; an upgrade changes the plan, and the last day stays. A service whose first order fails
-- has never been there, or ends with all that was ordered for it since.
create function public.service_follows_order() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  today date := public.nairobi_date(now());
  is_first boolean := new.kind in ('hosting', 'mail', 'certificate');
  its_service public.services;
begin
  -- The orders of a service are locked before it.
  if is_first and new.status = 'failed' then perform public.lock_service_orders(new.service_id); end if;
  select * into its_service from public.services where id = new.service_id for update;
  if new.status = 'failed' and is_first and its_service.state = 'ordered' then
    update public.services set state = 'ended', ended_at = now(), wanted = null, problem = null where id = its_service.id;
    -- Only a person can tell whether the account is there.
    update public.services set problem = format('Its order failed after the server was asked for the account %s. If it is there, delete it.',
        access ->> 'username')
      where id = its_service.id and provider = 'whm' and its_service.call_started_at is not null;
  elsif old.status = 'failed' and its_service.state = 'ended' and its_service.starts_on is null then
    update public.services set state = 'ordered', ended_at = null, problem = null,
        will_end = exists (select from auth.users where id = its_service.user_id and email like '%@invalid') where id = its_service.id;
  elsif new.status = 'failed' and is_first and its_service.state in ('active', 'suspended') then
    perform public.end_with_first_order(its_service, new);
  elsif old.status = 'failed' and is_first and its_service.state in ('active', 'suspended') then
    perform public.begin_again(its_service);
  elsif new.status = 'failed' and new.kind = 'upgrade' and its_service.wanted = 'plan' and its_service.provider = 'whm'
    -- Otherwise the server was asked for the plan of a year that begins.
    and exists (select from public.bills where id = new.bill_id and paid_at is not null) then
    update public.services set wanted = null, problem = null where id = its_service.id;
  elsif new.status <> 'done' then
    return null;
  elsif is_first and its_service.state = 'ordered' then
    update public.services set state = 'active', starts_on = today, ends_on = (today + interval '1 year')::date - 1,
        price_ksh = new.price_ksh, wanted = null, problem = null
      where id = its_service.id;
    perform public.note_service(its_service, 'set-up');
  elsif new.kind = 'extend' and its_service.state in ('active', 'suspended') then
    update public.services set ends_on = (ends_on + interval '1 year')::date + public.days_owed(id), next_on = ends_on + 1, next_ksh = new.price_ksh,
        -- What was paid for, which staff may have reopened after the customer chose again.
        next_plan = nullif(coalesce(new.payload ->> 'plan', next_plan), plan),
        next_seats = nullif(coalesce((new.payload ->> 'seats')::integer, next_seats), seats),
        -- Who has paid is restored, or not suspended after all.
        wanted = case state when 'suspended' then 'active' else public.wanted_after_stay(services) end
      where id = its_service.id returning * into its_service;
    -- The days begin it otherwise: until then the customer has what this year was paid for.
    if its_service.next_on <= today then perform public.begin_next_year(its_service.id); end if;
    perform public.note_service(its_service, 'renewed', jsonb_build_object('until', its_service.ends_on, 'ksh', new.price_ksh));
  elsif new.kind = 'upgrade' and its_service.state in ('active', 'suspended') then
    update public.services set plan = coalesce(new.payload ->> 'plan', plan), seats = coalesce((new.payload ->> 'seats')::integer, seats),
        price_ksh = (new.payload ->> 'yearKsh')::integer, next_plan = null, next_seats = null,
        -- Its price was for the days of both years.
        next_ksh = case when next_on is not null then (new.payload ->> 'yearKsh')::integer end,
        -- What staff agreed was for the plan and the seats before.
        renew_ksh = null
      where id = its_service.id returning * into its_service;
    perform public.note_service(its_service, 'upgraded', jsonb_build_object('plan', its_service.plan, 'seats', its_service.seats));
  end if;
  return null;
end $$;
create trigger service_follows_order after update of status on public.orders for each row
  when (new.service_id is not null and old.status <> new.status) execute function public.service_follows_order();

-- Staff named the price of a next year that had none.
create function public.service_is_priced() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.services set priced_on = public.nairobi_date(now()) where id = new.service_id;
  return null;
end $$;
create trigger service_is_priced after update of price_ksh on public.orders for each row
  when (new.kind = 'extend' and old.price_ksh = 0 and new.price_ksh > 0) execute function public.service_is_priced();

-- Ends the open orders of these kinds of a service for which no money was paid or reported. If their time `is_over`, a typed code or a part
-- of the money does not keep them: what was paid must be refunded; and one without a price is kept, as its service is. False if there is one
-- with money, or one that somebody has begun; then none is ended.
create function public.end_service_orders(service uuid, kinds text[], its_reason text, is_over boolean default false) returns boolean
language plpgsql set search_path = '' as $$
declare open_order public.orders;
begin
  for open_order in
    select * from public.orders where service_id = service and kind = any (kinds) and status in ('requested', 'processing')
    order by id for update
  loop
    continue when public.is_price_asked(open_order) and not is_over;
    perform from public.bills where id = open_order.bill_id for update;
    if open_order.status = 'processing' or (not public.is_bill_untouched(open_order.bill_id) and not (is_over
      and not public.is_money_known(open_order.bill_id)
      and exists (select from public.bills where id = open_order.bill_id and paid_at is null))) then return false; end if;
  end loop;
  update public.orders set status = 'failed', reason = its_reason
    where service_id = service and kind = any (kinds) and (status = 'requested' or public.is_price_asked(orders));
  return true;
end $$;

-- Locks the open orders of a service and their bills, before the service, so that a payment of this moment comes before or after.
create function public.lock_service_orders(service uuid) returns void language plpgsql set search_path = '' as $$
begin
  perform from public.orders where service_id = service and status in ('requested', 'processing') order by id for update;
  perform from public.bills where id in (select bill_id from public.orders where service_id = service and status in ('requested', 'processing'))
    order by id for update;
end $$;

-- Whether money for a service is on its way: paid or reported, or an order without a bill that waits for the agency. The caller has locked
-- its orders.
create function public.has_service_money(service uuid) returns boolean language plpgsql set search_path = '' as $$
begin
  return exists (select from public.orders left join public.bills on bills.id = orders.bill_id
    where service_id = service and kind in ('extend', 'upgrade') and orders.status in ('requested', 'processing')
      and (orders.status = 'processing' or orders.bill_id is null or not public.is_bill_untouched(orders.bill_id)));
end $$;

-- The customer ends a service with its last paid day, or keeps it after all. Outcomes: 'done'; 'same'; 'paying' (money for an order of it
-- was paid or reported); 'late' (that day is over, or it has ended). Null if the customer has no such service.
create function public.end_own_service(customer uuid, service uuid, ends boolean, mails jsonb) returns text
language plpgsql set search_path = '' as $$
declare its_service public.services;
begin
  perform pg_advisory_xact_lock(hashtextextended('order ' || customer, 0));
  select * into its_service from public.services where id = service and user_id = customer;
  if its_service.id is null then return null; end if;
  if its_service.will_end = ends and (ends or its_service.state = 'active') and its_service.state in ('active', 'suspended') then return 'same'; end if;
  if its_service.state <> 'active' or its_service.ends_on < public.nairobi_date(now()) then return 'late'; end if;
  if ends and not public.end_service_orders(service, '{extend,upgrade}', 'You end it') then return 'paying'; end if;
  update public.services set will_end = ends where id = service returning * into its_service;
  perform public.note_service(its_service, case when ends then 'will-end' else 'stays' end);
  perform public.queue_mails(mails);
  return 'done';
end $$;

-- The customer wants a smaller plan or fewer mailboxes from the next renewal on, or no longer (both null). An unpaid order for the next year
-- ends, because its price changes; who had only asked for the price asks for that of the new choice. Not while a next year that is paid has not begun. Outcomes as above.
create function public.plan_own_service(customer uuid, service uuid, plan text, seats integer) returns text
language plpgsql set search_path = '' as $$
declare
  its_service public.services;
  question public.orders;
begin
  perform pg_advisory_xact_lock(hashtextextended('order ' || customer, 0));
  select * into its_service from public.services where id = service and user_id = customer;
  if its_service.id is null then return null; end if;
  if its_service.next_plan is not distinct from plan_own_service.plan and its_service.next_seats is not distinct from plan_own_service.seats then
    return 'same';
  end if;
  if its_service.state <> 'active' or its_service.will_end or its_service.next_on is not null then return 'late'; end if;
  select * into question from public.orders where service_id = service and kind = 'extend' and public.is_price_asked(orders);
  if not public.end_service_orders(service, '{extend,upgrade}', 'You chose another plan for the next year') then return 'paying'; end if;
  -- What staff agreed for the next year was for the plan and the seats before.
  update public.services set next_plan = plan_own_service.plan, next_seats = plan_own_service.seats, renew_ksh = null
    where id = service and next_on is null returning * into its_service;
  -- It was paid in this moment.
  if not found then return 'late'; end if;
  perform public.note_service(its_service, case when plan is null and seats is null then 'not-smaller' else 'smaller' end,
    jsonb_build_object('plan', plan, 'seats', seats));
  insert into public.orders (user_id, kind, domain, payload, price_ksh, service_id, opened_by, idempotency_key)
    select customer, question.kind, question.domain, question.payload || jsonb_strip_nulls(jsonb_build_object(
        'plan', coalesce(its_service.next_plan, its_service.plan), 'seats', coalesce(its_service.next_seats, its_service.seats))),
      0, service, question.opened_by, 'asked after ' || question.id
    where question.id is not null;
  return 'done';
end $$;

-- Returns the sealed first password of a customer's service, also again within ten minutes, because the response may be lost on its way;
-- null if there is none. The days delete it.
create function public.show_service_secret(customer uuid, service uuid) returns text language sql set search_path = '' as $$
  update public.services set secret_shown_at = coalesce(secret_shown_at, now())
    where id = service and user_id = customer and secret_sealed is not null
      and (secret_shown_at is null or secret_shown_at > now() - interval '10 minutes')
    returning secret_sealed;
$$;

-- Does what the days bring, once each, for at most `max_rows` services of each kind: begins years that were paid before; asks for the suspension of what was not paid on the
-- eighth day, or on the first if its customer ends it, from Monday to Thursday between 9 and 12; ends unpaid orders for the next year on
-- day 39 and unpaid upgrades after three days, also those that are paid in part or said to be; deletes first passwords. `priced`: the plans with a price in the list; others
-- are not suspended before staff named a price. Returns how many services changed; 0 also if another process does it in this moment.
create function public.run_service_days(at timestamptz, max_rows integer, priced text[]) returns integer
language plpgsql set search_path = '' as $$
declare
  today date := public.nairobi_date(at);
  one uuid;
  changed integer := 0;
  before integer;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('service days', 0)) then return 0; end if;
  for one in select id from public.services where next_on <= today order by next_on, id limit max_rows loop
    perform public.begin_next_year(one);
    changed := changed + 1;
  end loop;
  before := changed;
  if extract(isodow from at at time zone 'Africa/Nairobi') <= 4
    and extract(hour from at at time zone 'Africa/Nairobi') between 9 and 11 then
    for one in
      select id from public.services
      where state = 'active' and wanted is null and counts_from < today and (will_end or counts_from + 8 <= today)
        and (hold_until is null or hold_until < today)
        and (will_end or renew_ksh is not null or coalesce(next_plan, plan) = any (priced))
      order by counts_from, id
    loop
      -- What waits for its money does not keep the others waiting.
      exit when changed - before >= max_rows;
      perform public.lock_service_orders(one);
      continue when public.has_service_money(one);
      update public.services set wanted = 'suspended'
        where id = one and state = 'active' and wanted is null and counts_from < today and (will_end or counts_from + 8 <= today)
          and (hold_until is null or hold_until < today);
      changed := changed + found::integer;
    end loop;
  end if;
  before := changed;
  for one in
    select distinct service_id from public.orders join public.services on services.id = service_id
    where orders.kind = 'extend' and orders.status = 'requested' and services.state in ('active', 'suspended')
      and services.counts_from <= today - 39
      -- Nobody has named its price yet.
      and (renew_ksh is not null or orders.price_ksh > 0 or coalesce(next_plan, plan) = any (priced)) order by service_id
  loop
    exit when changed - before >= max_rows;
    changed := changed + public.end_service_orders(one, '{extend}', 'It ended too long ago to be renewed', true)::integer;
  end loop;
  before := changed;
  for one in
    select distinct service_id from public.orders
    where kind = 'upgrade' and status = 'requested' and bill_id is not null and created_at <= at - interval '3 days' order by service_id
  loop
    exit when changed - before >= max_rows;
    changed := changed + public.end_service_orders(one, '{upgrade}', 'It was not paid within three days', true)::integer;
  end loop;
  update public.services set secret_sealed = null, secret_at = null, secret_shown_at = null
    where id in (select id from public.services
      where secret_at <= at - interval '14 days' or secret_shown_at <= at - interval '10 minutes' limit max_rows);
  return changed;
end $$;

-- A page of services whose next year is to be ordered: from 30 days before their last day until day 38 (`counts_from`), without those that their
-- customer ends and those with an open order for it. An order that the customer or staff ended is not opened again by the site.
create function public.services_to_extend(today date, after_service uuid, max_rows integer) returns table (
  id uuid, user_id uuid, kind text, domain text, plan text, seats integer, renew_ksh integer, next_plan text, next_seats integer
) language sql stable set search_path = '' as $$
  select id, user_id, kind, domain, plan, seats, renew_ksh, next_plan, next_seats from public.services
  where state in ('active', 'suspended') and not will_end and next_on is null and counts_from between today - 38 and today + 30
    and (after_service is null or id > after_service)
    and not exists (select from public.orders where service_id = services.id and orders.kind = 'upgrade'
      and status in ('requested', 'processing'))
    and not exists (select from public.orders where service_id = services.id and orders.kind = 'extend'
      and (status in ('requested', 'processing') or (status = 'failed' and (cancelled_at is not null or taken_by is not null)
        and public.nairobi_date(created_at) >= services.ends_on - 45)))
  order by id limit max_rows;
$$;

-- Services with data that end within 7 days because their customer ends them, and whose customer was not told to take a backup.
create function public.services_to_back_up(today date, max_rows integer) returns table (service jsonb, email text, full_name text)
language sql stable security definer set search_path = '' as $$
  select to_jsonb(ending) - '{secret_sealed,problem}'::text[], customer.email::text, customer.raw_user_meta_data ->> 'full_name'
  from public.services as ending join auth.users as customer on customer.id = ending.user_id
  where state = 'active' and will_end and kind <> 'certificate' and ends_on between today and today + 7
    and customer.email not like '%@invalid'
    and not exists (select from public.service_notices as notice
      where notice.service_id = ending.id and notice.ends_on = ending.ends_on and step = 'backup')
  order by ends_on, ending.id limit max_rows;
$$;

-- Stores that the customer of a service was told to take a backup and queues the mail. False if that was done before, or if the service
-- does not end on this day any more.
create function public.note_backup(service uuid, its_end date, today date, mails jsonb) returns boolean
language plpgsql set search_path = '' as $$
declare its_service public.services;
begin
  select * into its_service from public.services where id = service and state = 'active' and will_end and ends_on = its_end for update;
  if its_service.id is null then return false; end if;
  insert into public.service_notices (user_id, service_id, ends_on, step, notified_on)
    values (its_service.user_id, service, its_end, 'backup', today) on conflict do nothing;
  if not found then return false; end if;
  perform public.queue_mails(mails);
  return true;
end $$;

-- Claims for `seconds` a service for which the server is to be called, or whose first call's answer was lost; null if there is none. Also
-- returns whom to mail, the days that are added if it is restored, the plan that the account should have, whether that is a paid upgrade, and the open bill for the next year.
create function public.claim_service(at timestamptz, seconds integer) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  its_service public.services;
  upgrade public.orders;
begin
  update public.services set claimed_until = at + make_interval(secs => seconds), attempts = attempts + 1
    where id = (select id from public.services
      where provider = 'whm' and wanted is not null and problem is null and next_call_at <= at
        and (claimed_until is null or claimed_until <= at)
      order by next_call_at limit 1 for update skip locked)
    returning * into its_service;
  if its_service.id is null then return null; end if;
  select * into upgrade from public.orders
    where service_id = its_service.id and kind = 'upgrade' and status in ('requested', 'processing') and its_service.wanted = 'plan'
      and exists (select from public.bills where bills.id = bill_id and paid_at is not null)
    order by created_at desc limit 1;
  return (
    select jsonb_build_object('service', to_jsonb(its_service) - 'secret_sealed', 'wanted', its_service.wanted,
      'attempts', its_service.attempts, 'is_begun', its_service.call_started_at is not null,
      'email', email, 'full_name', raw_user_meta_data ->> 'full_name',
      'days_without', public.days_without(its_service), 'target_plan', coalesce(upgrade.payload ->> 'plan', its_service.plan), 'is_upgrade', upgrade.id is not null,
      'open_bill', (select bill_id from public.orders where service_id = its_service.id and kind = 'extend' and status = 'requested'
        order by created_at desc limit 1))
    from auth.users where id = its_service.user_id);
end $$;

-- Ends a wish to suspend a service if money for it is on its way. Returns whether it did. The server is asked only if it did not.
create function public.drop_suspension(service uuid) returns boolean language plpgsql set search_path = '' as $$
begin
  perform public.lock_service_orders(service);
  if not public.has_service_money(service) then return false; end if;
  update public.services set wanted = public.wanted_after_stay(services), claimed_until = null where id = service and wanted = 'suspended';
  return found;
end $$;

-- Whose else the name of a service is: another customer's domain, or a service of the same kind that another customer has there or that is
-- being set up.
create function public.others_with_name(its_service public.services) returns table (user_id uuid, service_id uuid)
language sql stable set search_path = '' as $$
  select user_id, null::uuid from public.domains
    where lower(name) = lower(its_service.domain) and status <> 'left' and user_id <> its_service.user_id
  union all
  select user_id, id from public.services
    where kind = its_service.kind and lower(domain) = lower(its_service.domain) and user_id <> its_service.user_id
      and (state in ('active', 'suspended') or (state = 'ordered' and wanted is not null));
$$;

-- The same as a question before a service is set up: until the end of the transaction no other service of its name is.
create function public.is_name_shared(its_service public.services) returns boolean language plpgsql set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('services of ' || lower(its_service.domain), 0));
  return exists (select from public.others_with_name(its_service));
end $$;

-- Whether the name of an order for a service is another customer's, too.
create function public.is_order_shared(order_id uuid) returns boolean language sql stable set search_path = '' as $$
  select exists (select from public.orders join public.services on services.id = service_id, public.others_with_name(services)
    where orders.id = order_id);
$$;

-- Claims a requested order for the process that asks the domain provider: {"outcome": "claimed", "order"}. One call at a time goes out for a
-- name: 'busy' while another order for the same is at the provider, and 'shared' for hosting and certificates of a name that is another
-- customer's, too. Null: it is not requested any more.
create function public.claim_order(order_id uuid, at timestamptz) returns jsonb language plpgsql set search_path = '' as $$
declare
  its_order public.orders;
  kinds text[];
begin
  select * into its_order from public.orders where id = order_id;
  kinds := case when its_order.kind in ('register', 'transfer') then '{register,transfer}' else array[its_order.kind] end;
  perform pg_advisory_xact_lock(hashtextextended('asks the provider for ' || lower(its_order.domain), 0));
  if exists (select from public.orders where lower(domain) = lower(its_order.domain) and kind = any (kinds) and id <> order_id
      and status = 'processing' and taken_by is null) then return '{"outcome": "busy"}'; end if;
  if its_order.kind in ('hosting', 'certificate') and public.is_order_shared(order_id) then return '{"outcome": "shared"}'; end if;
  update public.orders set status = 'processing', asked_at = at where id = order_id and status = 'requested' returning * into its_order;
  if not found then return null; end if;
  return jsonb_build_object('outcome', 'claimed', 'order', to_jsonb(its_order));
end $$;

-- Another hosting service that has not ended and has this username at this server, at a server that is not known, or for the same name:
-- one server may have several names. Locks the username until the end of the transaction.
create function public.other_with_username(service uuid, username text, host text) returns public.services
language plpgsql set search_path = '' as $$
declare other public.services;
begin
  perform pg_advisory_xact_lock(hashtextextended('hosting account ' || username, 0));
  select * into other from public.services
    where kind = 'hosting' and state <> 'ended' and access ->> 'username' = username and id <> service
      and (coalesce(access ->> 'host' = host, true)
        or lower(domain) = (select lower(its.domain) from public.services its where its.id = service)) limit 1;
  return other;
end $$;

-- Stores before a call to create an account under which username it is asked for: 'begun'. 'taken': another service has this username.
-- Null if a call was begun before: then only read.
create function public.begin_service_call(service uuid, at timestamptz, username text) returns text
language plpgsql set search_path = '' as $$
begin
  perform from public.services where id = service and wanted = 'create' and call_started_at is null for update;
  if not found then return null; end if;
  if (public.other_with_username(service, username, null)).id is not null then return 'taken'; end if;
  update public.services set call_started_at = at, access = access || jsonb_build_object('username', username) where id = service;
  return 'begun';
end $$;

-- Stores what the server said, and releases the claim. `outcome`: {"did"} (it has done what is `wanted`), {"problem"} (for a person),
-- {"again_at"} (look or try again then). With `access` if it is known. After {"begins_again": true} nothing was created, so that a new call
-- to create may begin. False if the service is not wanted like that any more; then nothing is stored.
create function public.settle_service(service uuid, expected text, outcome jsonb, mails jsonb) returns boolean
language plpgsql set search_path = '' as $$
declare
  today date := public.nairobi_date(now());
  its_service public.services;
  is_done boolean := outcome ? 'did';
begin
  -- The orders of a service are locked before it.
  perform from public.orders where service_id = service and status in ('requested', 'processing') order by id for update;
  select * into its_service from public.services where id = service and wanted = expected for update;
  if its_service.id is null then return false; end if;
  if is_done and expected = 'active' and its_service.state = 'suspended' then perform public.note_restored(its_service); end if;
  update public.services set claimed_until = null, access = access || coalesce(outcome -> 'access', '{}'),
    provider_ref = coalesce(outcome ->> 'ref', provider_ref), problem = outcome ->> 'problem',
    next_call_at = coalesce((outcome ->> 'again_at')::timestamptz, next_call_at),
    call_started_at = case when (outcome ->> 'begins_again')::boolean then null else call_started_at end,
    wanted = case when is_done then null else wanted end,
    state = case when is_done and expected = 'suspended' then 'suspended' when is_done and expected = 'active' then 'active' else state end,
    suspended_on = case when is_done and expected = 'suspended' then today when is_done and expected = 'active' then null else suspended_on end,
    ends_on = case when is_done and expected = 'active' then ends_on + public.days_without(services) else ends_on end
    where id = service;
  if is_done then
    -- What was ordered is there: the order is done, which makes the service active or changes its plan.
    update public.orders set status = 'done' where service_id = service and status in ('requested', 'processing')
      and ((expected = 'create' and kind = 'hosting')
        -- Not one that waits for its money, while a smaller plan begins.
        or (expected = 'plan' and kind = 'upgrade' and exists (select from public.bills where bills.id = bill_id and paid_at is not null)));
    -- What was paid while the server was asked to suspend it has never been suspended here.
    if expected = 'active' and its_service.state <> 'suspended' then return true; end if;
    if expected = 'suspended' then perform public.note_service(its_service, 'suspended'); end if;
    perform public.queue_mails(mails);
  end if;
  return true;
end $$;

-- Carries out a requested order of a service as far as the site can. 'done': a paid year of hosting or of a certificate, which nobody has to
-- buy anywhere. 'server': the hosting server is asked next, for a larger plan that is paid or, if `uses_server`, for a new account. 'staff': the rest, and
-- a new account for a name that is also another customer's.
create function public.carry_out_service_order(order_id uuid, uses_server boolean) returns text language plpgsql set search_path = '' as $$
declare
  its_order public.orders;
  its_service public.services;
  its_wanted text;
begin
  select * into its_order from public.orders where id = order_id for update;
  if its_order.status = 'done' then return 'done'; end if;
  if its_order.status <> 'requested' then return 'staff'; end if;
  if its_order.kind in ('extend', 'upgrade') and not exists (select from public.bills where id = its_order.bill_id and paid_at is not null) then
    return 'staff';
  end if;
  select * into its_service from public.services where id = its_order.service_id for update;
  if its_order.kind = 'extend' and its_service.kind in ('hosting', 'certificate') and its_service.provider <> 'registrar' then
    update public.orders set status = 'done' where id = order_id;
    return 'done';
  end if;
  its_wanted := case when its_order.kind = 'upgrade' and its_service.provider = 'whm' and its_service.state = 'active' then 'plan'
    when its_order.kind = 'hosting' and uses_server and its_service.state = 'ordered' then 'create' end;
  if its_wanted is null or coalesce(its_service.wanted, its_wanted) <> its_wanted then return 'staff'; end if;
  if its_wanted = 'create' and public.is_name_shared(its_service) then return 'staff'; end if;
  update public.services set provider = 'whm', wanted = its_wanted, attempts = 0, next_call_at = coalesce(next_call_at, now())
    where id = its_service.id;
  -- Counts for the day's limit.
  update public.orders set asked_at = now() where id = order_id and kind = 'hosting';
  return 'server';
end $$;
