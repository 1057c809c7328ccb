-- Orders at the desk.

-- Returns from when staff may take an order that the site carries out by itself: its process may have stopped, or the provider's reply
-- was lost. Ten minutes are longer than any call takes. Null for other orders.
create function public.order_abandoned_at(its_order public.orders) returns timestamptz language sql immutable set search_path = '' as $$
  select case when its_order.status = 'processing' and its_order.taken_by is null then its_order.updated_at + interval '10 minutes' end;
$$;

create function public.is_order_abandoned(its_order public.orders, at timestamptz default now()) returns boolean
language sql stable set search_path = '' as $$ select coalesce(public.order_abandoned_at(its_order) <= at, false) $$;

-- Whether the bill of an order is paid; null without a bill.
create function public.is_order_paid(its_order public.orders) returns boolean language sql stable set search_path = '' as $$
  select paid_at is not null from public.bills where id = its_order.bill_id;
$$;

-- Open orders that do not wait for their payment, and since when: those of a paid bill, and those without a bill.
create function public.orders_waiting() returns table (id uuid, since timestamptz, kind text, service_id uuid)
language sql stable rows 50 set search_path = '' as $$
  select orders.id, bills.paid_at, kind, service_id from public.bills join public.orders on orders.bill_id = bills.id
  where bills.is_in_work and orders.status in ('requested', 'processing')
  union all
  select id, created_at, kind, service_id from public.orders where bill_id is null and status in ('requested', 'processing');
$$;

-- Until when staff may reopen an order: for 30 days after it ended. Null for one that is open or ended earlier, that its customer
-- cancelled, or whose money was paid back or kept as credit.
create function public.order_reopens_until(its_order public.orders) returns timestamptz language sql stable set search_path = '' as $$
  select its_order.updated_at + interval '30 days'
  where its_order.status in ('done', 'failed') and its_order.updated_at > now() - interval '30 days'
    and its_order.cancelled_at is null and its_order.refunded_at is null
    -- A year or a plan that a service got is corrected at the service.
    and (its_order.kind not in ('extend', 'upgrade') or its_order.status = 'failed');
$$;

-- Whether a member of staff has added this line last, notes and shown codes apart. A form that is sent twice finds its own line.
create function public.is_own_order_line(staff jsonb, order_id uuid, done text, log_detail jsonb default '{}') returns boolean
language sql stable set search_path = '' as $$
  select coalesce((
    select line.staff = (is_own_order_line.staff ->> 'id')::uuid and line.detail @> log_detail from public.desk_log as line
    where line.about_kind = 'order' and line.about_id = order_id::text and line.did = done
    order by line.id desc limit 1), false);
$$;

create function public.lock_order(order_id uuid) returns public.orders language sql set search_path = '' as $$
  select * from public.orders where id = order_id for update;
$$;

-- Logs what was done to an order and queues the mails. Returns the outcome 'done'.
create function public.log_order(staff jsonb, did text, its_order public.orders, log_detail jsonb default '{}', mails jsonb default '[]')
returns text language sql set search_path = '' as $$
  select public.log_done(staff, did, 'order', its_order.id::text, its_order.user_id, log_detail, mails) ->> 'outcome';
$$;

-- Each function below changes one order, with its log line and mails. It returns 'done'; 'same' if the same person did exactly this before;
-- 'lost' if somebody else has the order or it is not in that state any more; null if there is no such order.
create function public.desk_take_order(staff jsonb, order_id uuid) returns text language plpgsql set search_path = '' as $$
declare
  me uuid := staff ->> 'id';
  its_order public.orders := public.lock_order(order_id);
begin
  if its_order.id is null then return null; end if;
  if its_order.status = 'processing' and its_order.taken_by = me then return 'same'; end if;
  if its_order.status <> 'requested' and not public.is_order_abandoned(its_order) then return 'lost'; end if;
  update public.orders set status = 'processing', taken_by = me, taken_at = now() where id = order_id;
  return public.log_order(staff, 'order-taken', its_order, jsonb_build_object('from', its_order.status));
end $$;

-- Gives an order back to everybody, in the state in which it was taken.
create function public.desk_give_back_order(staff jsonb, order_id uuid) returns text language plpgsql set search_path = '' as $$
declare its_order public.orders := public.lock_order(order_id);
begin
  if its_order.id is null then return null; end if;
  if its_order.taken_by is null and public.is_own_order_line(staff, order_id, 'order-given-back') then return 'same'; end if;
  if its_order.status <> 'processing' or its_order.taken_by is distinct from (staff ->> 'id')::uuid then return 'lost'; end if;
  update public.orders set taken_by = null, taken_at = null,
    status = case when public.is_own_order_line(staff, order_id, 'order-taken', '{"from":"processing"}')
      then 'processing' else 'requested' end
    where id = order_id;
  return public.log_order(staff, 'order-given-back', its_order);
end $$;

-- Names the price of an open order that has none.
create function public.desk_price_order(staff jsonb, order_id uuid, ksh integer, mails jsonb) returns text
language plpgsql set search_path = '' as $$
declare its_order public.orders := public.lock_order(order_id);
begin
  if its_order.id is null then return null; end if;
  if public.is_own_order_line(staff, order_id, 'order-priced', jsonb_build_object('ksh', ksh)) then return 'same'; end if;
  if its_order.price_ksh <> 0 or its_order.status in ('done', 'failed') or its_order.taken_by <> (staff ->> 'id')::uuid then
    return 'lost';
  end if;
  update public.orders set price_ksh = ksh, price_named_at = now() where id = order_id;
  return public.log_order(staff, 'order-priced', its_order, jsonb_build_object('ksh', ksh), mails);
end $$;

-- Opens the bill of an open order, after naming its price if `ksh` is given. `bill` has id and reference. Returns what desk_price_order
-- returns; 'lost' also if the order has a bill. Source: docs/product/desk.md, "Orders at the desk".
create function public.desk_bill_order(staff jsonb, order_id uuid, ksh integer, bill jsonb, mails jsonb) returns text
language plpgsql set search_path = '' as $$
declare
  its_order public.orders := public.lock_order(order_id);
  priced text;
begin
  if its_order.id is null then return null; end if;
  if ksh is not null then
    priced := public.desk_price_order(staff, order_id, ksh, mails);
    if priced <> 'done' then return priced; end if;
  else
    if public.is_own_order_line(staff, order_id, 'order-accepted') then return 'same'; end if;
    -- An order without a member of staff that is processing is carried out by the site.
    if its_order.bill_id is not null or its_order.price_ksh = 0 or (its_order.status <> 'requested'
      and (its_order.status <> 'processing' or its_order.taken_by is distinct from (staff ->> 'id')::uuid)) then
      return 'lost';
    end if;
    perform public.log_order(staff, 'order-accepted', its_order, jsonb_build_object('ksh', its_order.price_ksh), mails);
  end if;
  insert into public.bills (id, user_id, opened_by, reference, amount_ksh)
    values ((bill ->> 'id')::uuid, its_order.user_id, its_order.opened_by, bill ->> 'reference', coalesce(ksh, its_order.price_ksh));
  update public.orders set bill_id = (bill ->> 'id')::uuid where id = order_id;
  return 'done';
end $$;

-- Changes the price of an open order and of its unpaid bill, which has no other order. `expected_ksh`: the price that the form showed.
-- Also returns 'paying' if money was paid or reported for the bill or a phone is being asked, and 'shared' if it has other orders.
create function public.desk_reprice_order(staff jsonb, order_id uuid, ksh integer, expected_ksh integer, reason text, mails jsonb) returns text
language plpgsql set search_path = '' as $$
declare
  log_detail jsonb := jsonb_build_object('ksh', ksh, 'from', expected_ksh, 'reason', reason);
  its_order public.orders := public.lock_order(order_id);
begin
  if its_order.id is null then return null; end if;
  -- Not after a failed order: the bill's functions lock it before such an order.
  perform from public.bills where id = its_order.bill_id and its_order.status <> 'failed' for update;
  if its_order.price_ksh = ksh and public.is_own_order_line(staff, order_id, 'order-repriced', log_detail) then return 'same'; end if;
  if its_order.bill_id is null or its_order.status not in ('requested', 'processing') or its_order.price_ksh <> expected_ksh
    or (its_order.status = 'processing' and its_order.taken_by is distinct from (staff ->> 'id')::uuid) then return 'lost'; end if;
  if not public.is_bill_untouched(its_order.bill_id) then return 'paying'; end if;
  if exists (select from public.orders where bill_id = its_order.bill_id and id <> order_id) then return 'shared'; end if;
  update public.orders set price_ksh = ksh, price_named_at = now() where id = order_id;
  perform public.shrink_bill(its_order.bill_id);
  return public.log_order(staff, 'order-repriced', its_order, log_detail, mails);
end $$;

-- Ends an order. `ending` has `status`, `detail` for the log, and for a failed one `reason` for the customer and detail.refundKsh; for a
-- done one detail.until (the name's last day), detail.ssl, and `expected_expiry`, the date that the form showed. The line of a renewal has
-- that date, too, as `from`. Also returns 'name' if the name is another customer's, 'moved' if its date has changed since, 'nameless' if
-- the customer has no such name, 'server' if the hosting server is at work on it, and 'service' if its service begins with it: then it is
-- done `at_service`, with the way in, and a tick if it is not paid.
create function public.desk_end_order(staff jsonb, order_id uuid, ending jsonb, mails jsonb) returns text
language plpgsql set search_path = '' as $$
declare
  me uuid := staff ->> 'id';
  is_done boolean := ending ->> 'status' = 'done';
  line text := 'order-' || (ending ->> 'status');
  until timestamptz := ((ending -> 'detail' ->> 'until')::date + time '12:00') at time zone 'Africa/Nairobi';
  its_order public.orders;
  known public.domains;
begin
  -- What was ordered for its service may fail with it.
  perform public.lock_service_orders(service_id) from public.orders where id = order_id and service_id is not null and not is_done;
  its_order := public.lock_order(order_id);
  if its_order.id is null then return null; end if;
  if its_order.status = ending ->> 'status' and its_order.reason is not distinct from ending ->> 'reason'
    and public.is_own_order_line(staff, order_id, line, ending -> 'detail') then return 'same'; end if;
  -- An order that nobody has taken may be ended at once.
  if not public.is_order_abandoned(its_order) and its_order.status <> 'requested'
    and (its_order.status <> 'processing' or its_order.taken_by is distinct from me) then
    return 'lost';
  end if;
  -- The hosting server is at work on it. It ends the order.
  if exists (select from public.services where id = its_order.service_id and provider = 'whm' and problem is null
    and wanted = case its_order.kind when 'hosting' then 'create' when 'upgrade' then 'plan' end) then return 'server'; end if;

  if is_done and not coalesce((ending ->> 'at_service')::boolean, false)
    and exists (select from public.services where id = its_order.service_id and state = 'ordered') then return 'service'; end if;

  if is_done and its_order.kind in ('register', 'transfer', 'renew') then
    select * into known from public.domains where lower(name) = lower(its_order.domain) and status <> 'left' for update;
    if known.user_id <> its_order.user_id then return 'name'; end if;
    if known.expiry_date is distinct from (ending ->> 'expected_expiry')::timestamptz then return 'moved'; end if;
    if known.id is not null then
      update public.domains set expiry_date = until,
          held = case its_order.kind when 'transfer' then 'us' else held end,
          status = case its_order.kind when 'transfer' then 'active' else status end,
          moving_since = case its_order.kind when 'transfer' then null else moving_since end,
          moving_step = case its_order.kind when 'transfer' then null else moving_step end
        where id = known.id;
    elsif its_order.kind = 'renew' then
      return 'nameless';
    else
      insert into public.domains (user_id, name, expiry_date) values (its_order.user_id, its_order.domain, until)
        on conflict (lower(name)) where status <> 'left' do nothing;
      if not found then return 'moved'; end if;
    end if;
  elsif is_done and its_order.kind = 'certificate' then
    update public.domains set ssl_status = ending -> 'detail' ->> 'ssl'
      where user_id = its_order.user_id and lower(name) = lower(its_order.domain) and status <> 'left';
    if not found then return 'nameless'; end if;
  end if;

  update public.orders set status = ending ->> 'status', reason = ending ->> 'reason', taken_by = me,
    taken_at = coalesce(taken_at, now()), refund_due_ksh = coalesce((ending -> 'detail' ->> 'refundKsh')::integer, 0)
    where id = order_id;
  return public.log_order(staff, line, its_order, ending -> 'detail' ||
    case when is_done and its_order.kind = 'renew' then jsonb_build_object('from', known.expiry_date) else '{}' end, mails);
end $$;

-- Opens an ended order again, for the member of staff. An unpaid bill begins anew. `expected_expiry`: the date of the name that the form
-- showed, if a renewal's name gets back the date before it; else null. Also returns 'again' if the customer ordered the same later,
-- 'refunded' if money of the order was paid back or kept as credit, 'moved' if the name's date has changed since, 'ended' if its service has
-- ended or will, 'differs' if its service does not allow it now, and 'years' if the paid years differ from those of a larger plan's price.
create function public.desk_reopen_order(staff jsonb, order_id uuid, reason text, expected_expiry timestamptz, mails jsonb) returns text
language plpgsql set search_path = '' as $$
declare
  me uuid := staff ->> 'id';
  log_detail jsonb := jsonb_build_object('reason', reason, 'seen', expected_expiry);
  its_order public.orders;
  its_bill public.bills;
  its_service public.services;
  earlier timestamptz;
begin
  -- As place_orders does, so that the same is not ordered in this moment.
  perform pg_advisory_xact_lock(hashtextextended('order ' || user_id, 0)) from public.orders where id = order_id;
  -- A failed order is locked after its bill, any other before it.
  select * into its_order from public.orders where id = order_id and status <> 'failed' for update;
  if not found then
    perform from public.bills where id = (select bill_id from public.orders where id = order_id) for update;
    select * into its_order from public.orders where id = order_id and status = 'failed' for update;
    if not found then select * into its_order from public.orders where id = order_id; end if;
  end if;
  if its_order.id is null then return null; end if;
  if its_order.status = 'processing' and its_order.taken_by = me
    and public.is_own_order_line(staff, order_id, 'order-reopened', log_detail) then return 'same'; end if;
  if its_order.refunded_at is not null then return 'refunded'; end if;
  if public.order_reopens_until(its_order) is null then return 'lost'; end if;
  if exists (select from public.orders where user_id = its_order.user_id and kind = its_order.kind and domain = its_order.domain
    -- A new order for hosting has a service of its own.
    and (kind not in ('extend', 'upgrade') or service_id = its_order.service_id) and created_at > its_order.created_at) then return 'again'; end if;
  select * into its_service from public.services where id = its_order.service_id;
  if its_order.kind in ('extend', 'upgrade') then
    if its_service.state not in ('active', 'suspended') or its_service.will_end then return 'ended'; end if;
    if not public.service_allows_order(its_service, its_order.kind, its_order.payload) then return 'differs'; end if;
    -- The price of a larger plan was for the days until the last one of then, and for the next year only if that was paid.
    if its_order.kind = 'upgrade' and (its_order.payload ->> 'nextOn' is distinct from its_service.next_on::text
      or exists (select from public.orders where service_id = its_service.id and kind = 'extend'
        and status = 'done' and updated_at > its_order.created_at)) then return 'years'; end if;
  -- A service that never began is there again with its order.
  elsif its_service.state = 'ended' and its_service.starts_on is not null then return 'ended'; end if;
  -- It moved to another customer after the order ended.
  if its_order.kind in ('renew', 'certificate', 'register', 'transfer') and exists (select from public.domains where lower(name) = lower(its_order.domain) and status <> 'left'
    and user_id <> its_order.user_id) then return 'name'; end if;
  select * into its_bill from public.bills where id = its_order.bill_id for update;
  -- What went back must still be due for other orders.
  if its_order.status = 'failed' and its_bill.refunded_ksh
    > (case when its_bill.paid_at is null then 0 else its_bill.refund_due_ksh - its_order.price_ksh end) then return 'refunded'; end if;

  if expected_expiry is not null then
    select (detail ->> 'from')::timestamptz into earlier from public.desk_log
      where about_kind = 'order' and about_id = order_id::text and did = 'order-done' order by id desc limit 1;
    update public.domains set expiry_date = coalesce(earlier, expiry_date)
      where its_order.status = 'done' and user_id = its_order.user_id and lower(name) = lower(its_order.domain) and status <> 'left'
        and expiry_date = expected_expiry;
    if not found or earlier is null then return 'moved'; end if;
  end if;
  update public.orders set status = 'processing', reason = null, taken_by = me, taken_at = now(), refund_due_ksh = 0 where id = order_id;
  update public.bills set opened_at = now(), reminders = 0, ends_at = null where id = its_bill.id and paid_at is null;
  update public.bills set wanted_back_ksh = least(wanted_back_ksh, public.due_back(bills)) where id = its_bill.id;
  return public.log_order(staff, 'order-reopened', its_order, log_detail || jsonb_build_object('to', earlier), mails);
end $$;

-- Says that the customer gets money back for an ended order, once, at most its price.
create function public.desk_refund_order(staff jsonb, order_id uuid, ksh integer, mails jsonb) returns text
language plpgsql set search_path = '' as $$
declare
  log_detail jsonb := jsonb_build_object('ksh', ksh);
  its_order public.orders := public.lock_order(order_id);
begin
  if its_order.id is null then return null; end if;
  if its_order.refund_due_ksh = ksh and public.is_own_order_line(staff, order_id, 'order-refund-due', log_detail) then return 'same'; end if;
  -- The refund of an order on a bill is entered at the payment.
  if its_order.status not in ('done', 'failed') or its_order.refund_due_ksh > 0 or ksh > its_order.price_ksh
    or its_order.bill_id is not null then return 'lost'; end if;
  update public.orders set refund_due_ksh = ksh where id = order_id;
  return public.log_order(staff, 'order-refund-due', its_order, log_detail, mails);
end $$;

-- Stores that the refund of an order without a bill was paid.
create function public.desk_order_refunded(staff jsonb, order_id uuid) returns text language plpgsql set search_path = '' as $$
declare its_order public.orders := public.lock_order(order_id);
begin
  if its_order.id is null then return null; end if;
  if public.is_own_order_line(staff, order_id, 'order-refunded') then return 'same'; end if;
  if its_order.refund_due_ksh = 0 or its_order.refunded_at is not null or its_order.bill_id is not null then return 'lost'; end if;
  update public.orders set refunded_at = now() where id = order_id;
  return public.log_order(staff, 'order-refunded', its_order, jsonb_build_object('ksh', its_order.refund_due_ksh));
end $$;

-- Returns the transfer code of an order, and logs that it was shown. Returns null unless the member of staff has taken the
-- order.
create function public.desk_transfer_code(staff jsonb, order_id uuid) returns text language plpgsql set search_path = '' as $$
declare its_order public.orders;
begin
  select * into its_order from public.orders
    where id = order_id and status = 'processing' and taken_by = (staff ->> 'id')::uuid and payload ? 'authCode' for update;
  if its_order.id is null then return null; end if;
  perform public.log_order(staff, 'order-code-shown', its_order);
  return its_order.payload ->> 'authCode';
end $$;

-- A page of orders of these states and kinds, by a part of the name or the number, as list_page returns it. Without data of customers.
-- `payment`: 'paid', sorted by the time of payment; 'unbilled' (without a bill) or 'unpaid'; null for all.
create function public.desk_orders(
  states text[], kinds text[], words text, payment text, is_refund_due boolean, is_oldest_first boolean, place jsonb, max_rows integer
) returns jsonb language sql stable set search_path = '' as $$
  select public.list_page(format('
    select id, kind, domain, status, price_ksh, created_at, updated_at, taken_by, taken_at, price_named_at, refund_due_ksh, refunded_at,
      bill_id is not null as is_billed, payload -> ''years'' as years, public.is_order_abandoned(listed) as is_abandoned,
      public.staff_name(taken_by) as taken_name, %s as at, id as key
    from public.orders as listed %s where %s and %s %s %s',
    case payment
      when 'paid' then 'bill.paid_at, bill.paid_at'
      when 'unpaid' then 'null as paid_at, created_at'
      else '(select paid_at from public.bills where bills.id = bill_id) as paid_at, created_at' end,
    case when payment in ('paid', 'unpaid') then format('cross join lateral (
      select paid_at from public.bills where bills.id = listed.bill_id and %s) as bill',
      case when payment = 'unpaid' then 'paid_at is null' when states <@ '{requested,processing}' then 'is_in_work'
        else 'paid_at is not null' end) end,
    public.is_one_of('status', states) || case payment when 'unbilled' then ' and bill_id is null' else '' end,
    public.is_one_of('kind', kinds),
    case when is_refund_due then 'and refund_due_ksh > 0 and refunded_at is null' end,
    case when words <> '' then format('and (%s %s)', public.has_part('lower(domain)', words),
      case when number ~ '^[0-9a-f]{8}$' then format('or id between %L and %L', number || '-0000-0000-0000-000000000000',
        number || '-ffff-ffff-ffff-ffffffffffff') end) end),
    is_oldest_first, place, max_rows)
  from replace(words, '-', '') as typed (number);
$$;

create trigger forget_desk_notes after delete on public.orders for each row execute function public.forget_desk_notes('order');
