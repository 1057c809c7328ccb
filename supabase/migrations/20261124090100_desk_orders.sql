-- Orders at the desk: who has one in hand, when its price was named, and what must be paid back. The four statuses stay.
alter table public.orders
  -- The member of staff who has it or ended it. No foreign key: the row stays when that account goes.
  add column taken_by uuid,
  add column taken_at timestamptz,
  -- When staff named the price of an order that had none.
  add column price_named_at timestamptz,
  -- What we owe the customer, in whole shillings, and when it was paid back.
  add column refund_due_ksh integer not null default 0 check (refund_due_ksh >= 0),
  add column refunded_at timestamptz;
create index orders_open on public.orders (created_at) where status in ('requested', 'processing');

-- `updated_at` is the time of the last state. Since the desk, a row also changes without its state.
create or replace function public.order_changes() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.status <> old.status then new.updated_at := now(); end if;
  if new.status in ('done', 'failed') then
    new.payload := new.payload - 'authCode';
  end if;
  return new;
end $$;

-- Whether the site began to carry an order out by itself and has not ended it: its process stopped, or the provider's reply was
-- lost. Ten minutes are longer than any call takes.
create function public.is_order_left(held public.orders) returns boolean
language sql stable set search_path = '' as $$
  select held.status = 'processing' and held.taken_by is null and held.updated_at <= now() - interval '10 minutes';
$$;

-- Whether a member of staff has added this line last, notes and shown codes apart. A form that is sent twice finds its own line.
create function public.is_own_order_line(staff jsonb, wanted uuid, done text, said jsonb default '{}') returns boolean
language sql stable set search_path = '' as $$
  select coalesce((
    select line.staff = (is_own_order_line.staff ->> 'id')::uuid and line.detail @> said from public.desk_log as line
    where line.about_kind = 'order' and line.about_id = wanted::text and line.did = done
    order by line.id desc limit 1), false);
$$;

-- Each function below changes one order, adds its line to the log and queues its mails, all in one transaction. It returns 'done';
-- 'same' if the same person did exactly this before, and nothing happens; null if there is no such order; else why not: 'lost' if
-- somebody else has the order or it is not in that state any more.

-- Gives an order to a member of staff.
create function public.desk_take_order(staff jsonb, wanted uuid) returns text
language plpgsql set search_path = '' as $$
declare
  me uuid := staff ->> 'id';
  held public.orders;
begin
  select * into held from public.orders where id = wanted for update;
  if held.id is null then return null; end if;
  if held.status = 'processing' and held.taken_by = me then return 'same'; end if;
  if held.status <> 'requested' and not public.is_order_left(held) then return 'lost'; end if;
  update public.orders set status = 'processing', taken_by = me, taken_at = now() where id = wanted;
  perform public.log_staff(staff, 'order-taken', 'order', wanted::text, held.user_id,
    jsonb_build_object('from', held.status));
  return 'done';
end $$;

-- Gives an order back to everybody, in the state in which it was taken.
create function public.desk_give_back_order(staff jsonb, wanted uuid) returns text
language plpgsql set search_path = '' as $$
declare
  held public.orders;
begin
  select * into held from public.orders where id = wanted for update;
  if held.id is null then return null; end if;
  if held.taken_by is null and public.is_own_order_line(staff, wanted, 'order-given-back') then return 'same'; end if;
  if held.status <> 'processing' or held.taken_by is distinct from (staff ->> 'id')::uuid then return 'lost'; end if;
  update public.orders set taken_by = null, taken_at = null,
    status = case when public.is_own_order_line(staff, wanted, 'order-taken', '{"from":"processing"}')
      then 'processing' else 'requested' end
    where id = wanted;
  perform public.log_staff(staff, 'order-given-back', 'order', wanted::text, held.user_id);
  return 'done';
end $$;

-- Names the price of an open order that has none.
create function public.desk_price_order(staff jsonb, wanted uuid, ksh integer, mails jsonb) returns text
language plpgsql set search_path = '' as $$
declare
  held public.orders;
begin
  select * into held from public.orders where id = wanted for update;
  if held.id is null then return null; end if;
  if public.is_own_order_line(staff, wanted, 'order-priced', jsonb_build_object('ksh', ksh)) then return 'same'; end if;
  if held.price_ksh <> 0 or held.status in ('done', 'failed') or held.taken_by <> (staff ->> 'id')::uuid then
    return 'lost';
  end if;
  update public.orders set price_ksh = ksh, price_named_at = now() where id = wanted;
  perform public.log_staff(staff, 'order-priced', 'order', wanted::text, held.user_id, jsonb_build_object('ksh', ksh));
  perform public.queue_mail(one.mail) from jsonb_array_elements(mails) as one (mail);
  return 'done';
end $$;

-- Ends an order, for good. `ending` has `status`, and `said`: what the log keeps of it. Failed: `reason`, for the customer, and
-- said.refundKsh. Done: said.until, the name's last day; said.ssl, the state of its certificate; `seen`, the date that the form
-- showed, null if it showed none. Also returns 'name' if the name is another customer's, 'moved' if its date has changed since it
-- was shown, and 'nameless' if the customer has no such name.
create function public.desk_end_order(staff jsonb, wanted uuid, ending jsonb, mails jsonb) returns text
language plpgsql set search_path = '' as $$
declare
  me uuid := staff ->> 'id';
  is_done boolean := ending ->> 'status' = 'done';
  line text := 'order-' || (ending ->> 'status');
  until timestamptz := ((ending -> 'said' ->> 'until')::date + time '12:00') at time zone 'Africa/Nairobi';
  held public.orders;
  known public.domains;
begin
  select * into held from public.orders where id = wanted for update;
  if held.id is null then return null; end if;
  if held.status = ending ->> 'status' and held.reason is not distinct from ending ->> 'reason'
    and public.is_own_order_line(staff, wanted, line, ending -> 'said') then return 'same'; end if;
  if not public.is_order_left(held) and (held.status <> 'processing' or held.taken_by is distinct from me) then
    return 'lost';
  end if;

  if is_done and held.kind in ('register', 'transfer', 'renew') then
    select * into known from public.domains where lower(name) = lower(held.domain) for update;
    if known.user_id <> held.user_id then return 'name'; end if;
    if known.expiry_date is distinct from (ending ->> 'seen')::timestamptz then return 'moved'; end if;
    if known.id is not null then
      update public.domains set expiry_date = until where id = known.id;
    elsif held.kind = 'renew' then
      return 'nameless';
    else
      insert into public.domains (user_id, name, expiry_date) values (held.user_id, held.domain, until)
        on conflict (lower(name)) do nothing;
      if not found then return 'moved'; end if;
    end if;
  elsif is_done and held.kind = 'certificate' then
    update public.domains set ssl_status = ending -> 'said' ->> 'ssl'
      where user_id = held.user_id and lower(name) = lower(held.domain);
    if not found then return 'nameless'; end if;
  end if;

  update public.orders set status = ending ->> 'status', reason = ending ->> 'reason', taken_by = me,
    taken_at = coalesce(taken_at, now()), refund_due_ksh = coalesce((ending -> 'said' ->> 'refundKsh')::integer, 0)
    where id = wanted;
  perform public.log_staff(staff, line, 'order', wanted::text, held.user_id, ending -> 'said');
  perform public.queue_mail(one.mail) from jsonb_array_elements(mails) as one (mail);
  return 'done';
end $$;

-- Says that the customer gets money back for an ended order, once, at most its price.
create function public.desk_refund_order(staff jsonb, wanted uuid, ksh integer, mails jsonb) returns text
language plpgsql set search_path = '' as $$
declare
  said jsonb := jsonb_build_object('ksh', ksh);
  held public.orders;
begin
  select * into held from public.orders where id = wanted for update;
  if held.id is null then return null; end if;
  if public.is_own_order_line(staff, wanted, 'order-refund-due', said) then return 'same'; end if;
  if held.status not in ('done', 'failed') or held.refund_due_ksh > 0 or ksh > held.price_ksh then return 'lost'; end if;
  update public.orders set refund_due_ksh = ksh where id = wanted;
  perform public.log_staff(staff, 'order-refund-due', 'order', wanted::text, held.user_id, said);
  perform public.queue_mail(one.mail) from jsonb_array_elements(mails) as one (mail);
  return 'done';
end $$;

-- Notes that the money was paid back.
create function public.desk_order_refunded(staff jsonb, wanted uuid) returns text
language plpgsql set search_path = '' as $$
declare
  held public.orders;
begin
  select * into held from public.orders where id = wanted for update;
  if held.id is null then return null; end if;
  if public.is_own_order_line(staff, wanted, 'order-refunded') then return 'same'; end if;
  if held.refund_due_ksh = 0 or held.refunded_at is not null then return 'lost'; end if;
  update public.orders set refunded_at = now() where id = wanted;
  perform public.log_staff(staff, 'order-refunded', 'order', wanted::text, held.user_id,
    jsonb_build_object('ksh', held.refund_due_ksh));
  return 'done';
end $$;

-- Returns the code of a transfer to the member of staff who has the order, and logs that it was shown; else null.
create function public.desk_transfer_code(staff jsonb, wanted uuid) returns text
language plpgsql set search_path = '' as $$
declare
  held public.orders;
begin
  select * into held from public.orders
    where id = wanted and status = 'processing' and taken_by = (staff ->> 'id')::uuid and payload ? 'authCode' for update;
  if held.id is null then return null; end if;
  perform public.log_staff(staff, 'order-code-shown', 'order', wanted::text, held.user_id);
  return held.payload ->> 'authCode';
end $$;

-- The name of a member of staff, else the address.
create function public.staff_name(who uuid) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(nullif(raw_user_meta_data ->> 'full_name', ''), email::text) from auth.users where id = who;
$$;

-- An order for its page at the desk: its row without a transfer's code, its customer, its name, and the last 200 lines of its log
-- and notes.
create function public.desk_order(wanted uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select to_jsonb(held) - 'idempotency_key' - 'press' || jsonb_build_object(
    'payload', held.payload - 'authCode',
    'has_code', held.payload ? 'authCode',
    'is_left', public.is_order_left(held),
    'taken_name', public.staff_name(held.taken_by),
    'customer', (select jsonb_build_object('email', email, 'name', raw_user_meta_data ->> 'full_name',
      'phone', raw_user_meta_data ->> 'contact_phone') from auth.users where id = held.user_id),
    'name', (select jsonb_build_object('is_own', user_id = held.user_id, 'expiry_date', expiry_date,
      'ssl_status', ssl_status) from public.domains where lower(name) = lower(held.domain)),
    'trail', coalesce((select jsonb_agg(line) from (
      select staff, coalesce(public.staff_name(staff), staff_email) as name, at, did, detail from public.desk_log
      where about_kind = 'order' and about_id = wanted::text order by id desc limit 200) as line), '[]'),
    'notes', coalesce((select jsonb_agg(note) from (
      select author, body, created_at from public.desk_notes
      where about_kind = 'order' and about_id = wanted::text order by created_at desc, id limit 200) as note), '[]'))
  from public.orders as held where held.id = wanted;
$$;

-- Orders for the list at the desk and how many there are: of these states, kinds, a part of the name or the whole number. Nothing of
-- the customer is in it.
create function public.desk_orders(
  states text[], kinds text[], words text, is_refund_due boolean, is_oldest_first boolean, most integer, skipped integer
) returns jsonb
language sql stable set search_path = '' as $$
  with found as (
    select id, kind, domain, status, price_ksh, created_at, updated_at, taken_at, price_named_at, refund_due_ksh,
      refunded_at, taken_by, public.is_order_left(held) as is_left
    from public.orders as held
    where status = any (states) and kind = any (kinds) and (not is_refund_due or (refund_due_ksh > 0 and refunded_at is null))
      and (words = '' or strpos(lower(domain), words) > 0 or left(id::text, 8) = replace(words, '-', ''))
  ), page as (
    select found.* from found order by
      case when is_oldest_first then created_at end, case when not is_oldest_first then created_at end desc, id
      limit most offset skipped
  )
  select jsonb_build_object('count', (select count(*) from found), 'orders', coalesce((
    select jsonb_agg(to_jsonb(page) - 'taken_by' || jsonb_build_object('taken_name', public.staff_name(page.taken_by)))
    from page), '[]'));
$$;

do $$
declare
  one text;
begin
  foreach one in array array['is_order_left(public.orders)', 'is_own_order_line(jsonb, uuid, text, jsonb)',
    'desk_take_order(jsonb, uuid)', 'desk_give_back_order(jsonb, uuid)', 'desk_price_order(jsonb, uuid, integer, jsonb)',
    'desk_end_order(jsonb, uuid, jsonb, jsonb)', 'desk_refund_order(jsonb, uuid, integer, jsonb)',
    'desk_order_refunded(jsonb, uuid)', 'desk_transfer_code(jsonb, uuid)', 'staff_name(uuid)', 'desk_order(uuid)',
    'desk_orders(text[], text[], text, boolean, boolean, integer, integer)'] loop
    execute format('revoke execute on function public.%s from public, anon, authenticated', one);
    execute format('grant execute on function public.%s to service_role', one);
  end loop;
end $$;
revoke all on sequence public.desk_log_id_seq from anon, authenticated;
