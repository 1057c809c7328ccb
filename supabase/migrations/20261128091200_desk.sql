-- The agency's desk: people, failed mails, the page of an order, and the work list.

-- The days on which the digest was sent, so that any number of processes send it once.
create table public.desk_digests (
  -- ISO 8601, in Nairobi.
  day text primary key check (day ~ '^\d{4}-\d\d-\d\d$'),
  created_at timestamptz not null default now()
);

-- Normalizes a text, to compare it with what somebody types: ignores case, spaces and how letters are composed.
create function public.folded_text(words text) returns text language sql immutable set search_path = '' as $$
  select lower(btrim(regexp_replace(normalize(words, nfkc), '\s+', ' ', 'g')));
$$;

-- Finds the account of exactly this address, or with this id, and logs that somebody looks at it, and why; null if there is none.
create function public.desk_view_person(staff jsonb, address text, known uuid, reason text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  person uuid;
  last jsonb;
begin
  select id into person from auth.users where id = known or (email = lower(btrim(address)) and not is_sso_user) order by created_at limit 1;
  last := public.desk_last(staff, '{person-viewed,person-not-found}', 'person', coalesce(person::text, 'nobody'));
  if not coalesce((last ->> 'is_again')::boolean and last -> 'detail' ->> 'reason' = reason, false) then
    perform public.log_staff(staff, case when person is null then 'person-not-found' else 'person-viewed' end, 'person',
      coalesce(person::text, 'nobody'), person, jsonb_build_object('reason', reason));
  end if;
  return person;
end $$;

-- Logs that a member of staff invited a person, once a minute.
create function public.desk_note_invited(staff jsonb, person uuid) returns boolean language plpgsql set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('invited ' || person, 0));
  if coalesce((public.desk_last(staff, '{person-invited}', 'person', person::text) ->> 'is_again')::boolean, false) then return true; end if;
  perform public.log_staff(staff, 'person-invited', 'person', person::text, person);
  return true;
end $$;

-- Whether a member of staff has said within half an hour why they look at a person, or has invited them.
create function public.desk_may_view(doer jsonb, person uuid) returns boolean language sql stable set search_path = '' as $$
  select exists (select from public.desk_log where about_kind = 'person' and about_id = person::text
    and did in ('person-viewed', 'person-invited') and staff = (doer ->> 'id')::uuid and at > now() - interval '30 minutes');
$$;

-- Returns the open request to disable a person's second step: the newest of the last 24 hours that was made after the step was
-- set up. Confirming the request deletes the step.
create function public.desk_step_off_request(person uuid) returns public.desk_log
language sql stable security definer set search_path = '' as $$
  select request from public.desk_log as request
  where request.about_kind = 'person' and request.about_id = person::text and request.did = 'step-off-asked'
    and request.at > now() - interval '24 hours'
    and request.at > (select confirmed_at from public.second_steps where user_id = person)
  order by request.id desc limit 1;
$$;

-- Returns the open request to change a person's address: the newest of the last 24 hours, unless an address was changed since.
create function public.address_request(person uuid) returns public.desk_log language sql stable set search_path = '' as $$
  select request from public.desk_log as request
  where request.about_kind = 'person' and request.about_id = person::text and request.did = 'address-asked'
    and request.at > now() - interval '24 hours'
    and not exists (select from public.desk_log as later where later.about_kind = 'person' and later.about_id = person::text
      and later.did = 'address-changed' and later.id > request.id)
  order by request.id desc limit 1;
$$;

-- Two members of staff change a person's address: one asks, another confirms within a day by typing the same one. `address_hash`: a keyed
-- hash of the new address, because the log keeps no addresses. `step`: 'ask'; 'check', before the auth service is called; 'note', after
-- that. Outcomes: 'asked'; 'go' (the auth service may be called); 'changed', also for the same form within a minute; 'own' (it is their
-- own account); 'unconfirmed' (nobody has confirmed the account); 'known' (somebody else has asked already); 'same' (the one who asked
-- tries to confirm); 'differs' (another address was asked for); 'late' (nobody has asked within a day); 'unseen' (the member of staff has
-- not said why).
create function public.desk_change_address(staff jsonb, person uuid, address_hash text, step text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := staff ->> 'id';
  request public.desk_log;
  last jsonb;
begin
  if not public.desk_may_view(staff, person) then return '{"outcome": "unseen"}'; end if;
  if me = person then return '{"outcome": "own"}'; end if;
  if not exists (select from auth.users where id = person and email_confirmed_at is not null and email not like '%@invalid') then
    return '{"outcome": "unconfirmed"}';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('address ' || person, 0));
  request := public.address_request(person);
  last := public.desk_last(staff, '{address-asked,address-changed}', 'person', person::text);
  if step = 'ask' then
    if request.id is not null and request.staff <> me then return jsonb_build_object('outcome', 'known', 'last', last); end if;
    if request.id is null or request.detail ->> 'hash' <> address_hash then
      perform public.log_staff(staff, 'address-asked', 'person', person::text, person, jsonb_build_object('hash', address_hash));
    end if;
    return '{"outcome": "asked"}';
  end if;
  if request.id is null then
    return jsonb_build_object('outcome', case when (last ->> 'is_again')::boolean and last -> 'detail' ->> 'hash' = address_hash
      then 'changed' else 'late' end, 'last', last);
  end if;
  if request.staff = me then return '{"outcome": "same"}'; end if;
  if request.detail ->> 'hash' <> address_hash then return '{"outcome": "differs"}'; end if;
  if step = 'check' then return '{"outcome": "go"}'; end if;
  perform public.log_staff(staff, 'address-changed', 'person', person::text, person, jsonb_build_object('hash', address_hash));
  return '{"outcome": "changed"}';
end $$;

-- The page of a person; null unless the member of staff has said why.
create function public.desk_person(staff jsonb, person uuid) returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'account', jsonb_build_object('id', known.id, 'email', known.email, 'user_metadata', known.raw_user_meta_data,
      'created_at', known.created_at, 'email_confirmed_at', known.email_confirmed_at,
      'last_sign_in_at', known.last_sign_in_at),
    'credit', public.credit_left(known.id),
    'credit_asked', (select jsonb_build_object('id', asked.id, 'who', public.desk_name(asked.staff_email), 'at', asked.at,
        'is_own', asked.staff = (desk_person.staff ->> 'id')::uuid, 'ksh', asked.detail -> 'ksh', 'reason', asked.detail ->> 'reason')
      from public.goodwill_request(known.id) as asked where asked.id is not null),
    -- Those for which desk_close_person refuses to close it, and those that end with it.
    'open_orders', (select count(*) from public.orders left join public.bills on bills.id = bill_id where orders.user_id = known.id
      and (status = 'processing' or (status = 'requested' and (bills.paid_at is not null or public.has_unsettled_money(bills))))),
    'unpaid_orders', (select count(*) from public.orders left join public.bills on bills.id = bill_id where orders.user_id = known.id
      and status = 'requested' and bills.paid_at is null and public.has_unsettled_money(bills) is not true),
    'owed_ksh', (select coalesce(sum(missing_ksh), 0) from public.bills where user_id = known.id and paid_at is null
      and exists (select from public.orders where bill_id = bills.id and status <> 'failed')),
    'names', (select count(*) from public.domains where user_id = known.id and status <> 'left'),
    'services', (select count(*) from public.services where user_id = known.id and state <> 'ended'),
    'step_since', (select confirmed_at from public.second_steps where user_id = known.id),
    'step_asked', (select jsonb_build_object('who', public.desk_name(asked.staff_email), 'at', asked.at,
        'is_own', asked.staff = (desk_person.staff ->> 'id')::uuid)
      from public.desk_step_off_request(known.id) as asked where asked.id is not null),
    'address_asked', (select jsonb_build_object('who', public.desk_name(asked.staff_email), 'at', asked.at,
        'is_own', asked.staff = (desk_person.staff ->> 'id')::uuid)
      from public.address_request(known.id) as asked where asked.id is not null),
    'copies_to', (select jsonb_build_object('email', email, 'confirmed_at', confirmed_at) from public.billing_contacts
      where user_id = known.id),
    'closing', (select jsonb_build_object('created_at', created_at, 'reason', reason) from public.closing_requests
      where user_id = known.id and state = 'open'))
  from auth.users as known where known.id = person and public.desk_may_view(staff, person);
$$;

-- Logs that a person's data was given out. Returns false unless the member of staff has said why and the address is confirmed;
-- then nothing may be given out. Rows found by an unconfirmed address may belong to somebody else.
create function public.desk_export(staff jsonb, person uuid) returns boolean language plpgsql security definer set search_path = '' as $$
begin
  if not public.desk_may_view(staff, person)
    or not exists (select from auth.users where id = person and email_confirmed_at is not null) then return false; end if;
  perform public.log_staff(staff, 'person-exported', 'person', person::text, person);
  return true;
end $$;

-- Closes an account on request, if its address was typed. Outcomes: 'closed' with `left`, what close_account had to keep;
-- 'wrong-address'; 'unseen' (the member of staff has not said why); 'open' with `orders`, how many open orders somebody works on, or have
-- money that was paid or reported; 'none' (there is no open request) with who closed the account `last`.
create function public.desk_close_person(staff jsonb, person uuid, typed text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  request uuid;
  remains text;
  open_orders integer;
begin
  if not public.desk_may_view(staff, person) then return '{"outcome": "unseen"}'; end if;
  -- So that a payment of this moment comes before or after.
  perform from public.orders where user_id = person and status in ('requested', 'processing') order by id for update;
  perform from public.bills where id in (select bill_id from public.orders where user_id = person and status in ('requested', 'processing'))
    order by id for update;
  select id into request from public.closing_requests where user_id = person and state = 'open' for update;
  if not found then
    return jsonb_build_object('outcome', 'none',
      'last', public.desk_last(staff, '{account-closed}', 'person', person::text));
  end if;
  if not exists (select from auth.users where id = person and public.folded_text(email) = public.folded_text(typed)) then
    return '{"outcome": "wrong-address"}';
  end if;
  select count(*) into open_orders from public.orders where user_id = person
    and (status = 'processing' or (status = 'requested' and bill_id is not null and not public.is_bill_untouched(bill_id)));
  if open_orders > 0 then return jsonb_build_object('outcome', 'open', 'orders', open_orders); end if;
  remains := public.close_account(request);
  perform public.log_staff(staff, 'account-closed', 'person', person::text, person, jsonb_build_object('left', remains));
  return jsonb_build_object('outcome', 'closed', 'left', remains);
end $$;

-- Two members of staff disable a person's second step: one asks, another confirms within a day. Outcomes: 'asked'; 'off'; 'own'
-- (it is their own step); 'same' (the one who asked tries to confirm); 'known' (somebody else has asked already); 'late'
-- (nobody has asked within a day); 'none' (the person has no second step); 'unseen' (the member of staff has not said why).
create function public.desk_step_off(staff jsonb, person uuid, confirms boolean) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  asked public.desk_log;
  last jsonb;
begin
  if not public.desk_may_view(staff, person) then return '{"outcome": "unseen"}'; end if;
  if (staff ->> 'id')::uuid = person then return '{"outcome": "own"}'; end if;
  perform pg_advisory_xact_lock(hashtextextended('step-off ' || person, 0));
  asked := public.desk_step_off_request(person);
  last := jsonb_build_object('last', public.desk_last(staff, '{step-off-asked,step-off-done}', 'person', person::text));
  if not exists (select from public.second_steps where user_id = person and confirmed_at is not null) then
    return '{"outcome": "none"}' || last;
  end if;
  if asked.staff = (staff ->> 'id')::uuid then
    return jsonb_build_object('outcome', case when confirms then 'same' else 'asked' end);
  end if;
  if asked.id is not null and not confirms then return '{"outcome": "known"}' || last; end if;
  if asked.id is null and confirms then return '{"outcome": "late"}'; end if;
  if not confirms then
    perform public.log_staff(staff, 'step-off-asked', 'person', person::text, person);
    return '{"outcome": "asked"}';
  end if;
  perform public.end_second_step(person);
  perform public.log_staff(staff, 'step-off-done', 'person', person::text, person);
  return '{"outcome": "off"}';
end $$;

-- Disables a second step from the server's command line, when no second member of staff can confirm. Outcomes: 'off', 'none'
-- (the account has no second step) or 'unknown' (no account has the address).
create function public.desk_server_step_off(address text) returns text language plpgsql security definer set search_path = '' as $$
declare person uuid := (select id from auth.users where email = lower(btrim(address)) and not is_sso_user limit 1);
begin
  if person is null then return 'unknown'; end if;
  if not public.end_second_step(person) then return 'none'; end if;
  perform public.log_staff('{"id": "00000000-0000-0000-0000-000000000000", "email": "the server"}', 'step-off-done', 'person',
    person::text, person);
  return 'off';
end $$;

-- Retries a failed mail, or with `discards` deletes it. 'done', or 'gone' with who did it.
create function public.desk_failed_mail(staff jsonb, mail uuid, discards boolean) returns jsonb language plpgsql set search_path = '' as $$
begin
  if discards then
    delete from public.mails where id = mail and failed_at is not null;
  else
    update public.mails set failed_at = null, claimed_until = null, next_try_at = now(), attempts = 0
      where id = mail and failed_at is not null;
  end if;
  if not found then
    return jsonb_build_object('outcome', 'gone',
      'last', public.desk_last(staff, '{mail-retried,mail-discarded}', 'mail', mail::text));
  end if;
  return public.log_done(staff, case when discards then 'mail-discarded' else 'mail-retried' end, 'mail', mail::text);
end $$;

-- Retries all failed mails. Returns how many.
create function public.desk_retry_mails(staff jsonb) returns integer language plpgsql set search_path = '' as $$
declare again integer;
begin
  update public.mails set failed_at = null, claimed_until = null, next_try_at = now(), attempts = 0
    where failed_at is not null;
  get diagnostics again = row_count;
  if again > 0 then
    perform public.log_staff(staff, 'mails-retried', 'mail', 'all', null, jsonb_build_object('count', again));
  end if;
  return again;
end $$;

-- Queues the digests of a day. False, and nothing is queued, if they were queued before.
create function public.send_digests(day text, mails jsonb) returns boolean language plpgsql set search_path = '' as $$
begin
  insert into public.desk_digests (day) values (send_digests.day) on conflict do nothing;
  if not found then return false; end if;
  perform public.queue_mails(mails);
  return true;
end $$;

-- For the doctor: how many of the addresses of staff have a confirmed account, and how many of these accounts have a second
-- step.
create function public.staff_state(addresses text[]) returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('confirmed', count(*), 'stepped', count(step.user_id))
  from auth.users as account
  left join public.second_steps as step on step.user_id = account.id and step.confirmed_at is not null
  where account.email = any (addresses) and not account.is_sso_user and account.email_confirmed_at is not null;
$$;

-- Returns what waits for staff at a moment, and who has taken it. `since`: when it began to wait. Orders that wait for their
-- payment are not listed, nor those that the hosting server carries out. `priced`: as in services_waiting.
create function public.desk_work(at timestamptz, lapsing_days integer, done_days integer, priced text[] default null)
returns table (kind text, id text, title text, since timestamptz, taker_id uuid)
language sql stable security definer set search_path = '' as $$
  select 'order-stuck', orders.id::text, orders.domain,
    coalesce((select paid_at from public.bills where bills.id = orders.bill_id), orders.created_at), orders.taken_by
  from public.orders where status = 'processing' and public.is_order_abandoned(orders, at)
  union all
  select 'order', orders.id::text, orders.domain, waiting.since, orders.taken_by
  from public.orders_waiting() as waiting join public.orders on orders.id = waiting.id
  where (status = 'requested' or taken_by is not null)
    and not exists (select from public.services where services.id = orders.service_id and provider = 'whm'
      and wanted = case orders.kind when 'hosting' then 'create' when 'upgrade' then 'plan' end)
  union all
  select service.kind, service.id::text, service.domain, service.since, null from public.services_waiting(at, priced) as service
  union all
  select 'refund', orders.id::text, orders.domain, orders.updated_at, orders.taken_by
  from public.orders where refund_due_ksh > 0 and refunded_at is null and bill_id is null
  union all
  select 'message', messages.id::text, messages.subject, messages.touched_at, messages.taken_by
  from public.messages where messages.kind = 'visitor' and messages.state in ('new', 'taken')
  union all
  select 'closing', closing_requests.user_id::text, 'Requested by a customer', closing_requests.created_at, null
  from public.closing_requests where closing_requests.state = 'open'
  union all
  -- Reads the log of the last day first, because there are requests for few of all second steps.
  select 'step-off', person.id, 'Asked by ' || asked.staff_email, asked.at, null
  from (select distinct about_id from public.desk_log
    where did = 'step-off-asked' and about_kind = 'person' and at > now() - interval '24 hours') as person (id)
  cross join lateral public.desk_step_off_request(person.id::uuid) as asked where asked.id is not null
  union all
  select 'address', person.id, 'Asked by ' || asked.staff_email, asked.at, null
  from (select distinct about_id from public.desk_log
    where did = 'address-asked' and about_kind = 'person' and at > now() - interval '24 hours') as person (id)
  cross join lateral public.address_request(person.id::uuid) as asked where asked.id is not null
  union all
  select 'credit', person.id, 'KSh ' || to_char((asked.detail ->> 'ksh')::integer, 'FM999,999,999') || ', asked by ' || asked.staff_email,
    asked.at, null
  from (select distinct about_id from public.desk_log
    where did = 'credit-asked' and about_kind = 'person' and at > now() - interval '24 hours') as person (id)
  cross join lateral public.goodwill_request(person.id::uuid) as asked where asked.id is not null
  union all
  select 'school', school_interest.id::text, school_interest.school,
    coalesce(school_interest.next_on::timestamp at time zone 'Africa/Nairobi', school_interest.confirmed_at,
      school_interest.created_at), null
  from public.school_interest
  where status in ('confirmed', 'sent')
    and ((stage = 'new' and next_on is null) or next_on <= (at at time zone 'Africa/Nairobi')::date)
    and stage not in ('won', 'lost')
  union all
  select 'mail', mails.id::text, mails.subject, mails.failed_at, null from public.mails where failed_at is not null
  union all
  -- The customer was reminded and has not ordered. Of these only the first 100, because they grow with the agency and nobody waits for them.
  (select 'lapsing', domains.user_id::text, domains.name, domains.expiry_date - make_interval(days => lapsing_days), null
  from public.domains
  where domains.status <> 'left' and domains.held = 'us' and domains.expiry_date between at - interval '1 day' and at + make_interval(days => lapsing_days)
    -- As is_renewal_ordered, at any time: a call of the function for each name would take most of the time of the list.
    and not exists (
      select from public.orders
      where orders.user_id = domains.user_id and orders.kind = 'renew' and lower(orders.domain) = lower(domains.name)
        and (orders.status in ('requested', 'processing') or (orders.status = 'done'
          and (orders.updated_at at time zone 'Africa/Nairobi')::date > (at at time zone 'Africa/Nairobi')::date - done_days)))
  order by domains.expiry_date, domains.user_id, domains.name limit 100)
  union all
  select case when differs is not null then 'name-differs' when missing_days >= 3 then 'name-missing' else 'name-moving' end, name, name,
    coalesce((differs ->> 'at')::timestamptz, coalesce(missing_on, moving_since + 7)::timestamp at time zone 'Africa/Nairobi'), null
  from public.domains
  where (differs is not null or missing_days >= 3 or status = 'moving') and status <> 'left' and held = 'us'
    and (differs is not null or missing_days >= 3 or moving_since < (at at time zone 'Africa/Nairobi')::date - 7)
  union all
  -- Its customer had time to stop it.
  select 'request', asked.id::text, its_domain.name, asked.not_before, asked.taken_by
  from public.name_requests as asked join public.domains as its_domain on its_domain.id = asked.domain_id
  where asked.state in ('open', 'taken') and asked.not_before <= at
  union all
  select payment.kind, case payment.kind when 'payment-claimed' then payment.reference else coalesce(payment.code, payment.reference) end,
    'KSh ' || to_char(payment.ksh, 'FM999,999,999') || coalesce(', ' || coalesce(payment.code, payment.reference), ''), payment.since, null
  from public.payments_waiting(at) as payment;
$$;

-- An order for its page: the row without a transfer's code, the customer with five other orders and messages, the name, and the last 200
-- log lines and notes.
create function public.desk_order(order_id uuid) returns jsonb language sql stable security definer set search_path = '' as $$
  select to_jsonb(its_order) - 'idempotency_key' - 'submission_id' || jsonb_build_object(
    'payload', its_order.payload - 'authCode',
    'has_code', its_order.payload ? 'authCode',
    'is_abandoned', public.is_order_abandoned(its_order),
    'abandoned_at', public.order_abandoned_at(its_order),
    'reopens_until', public.order_reopens_until(its_order),
    'taken_name', public.staff_name(its_order.taken_by),
    'customer', (select jsonb_build_object('email', email, 'name', raw_user_meta_data ->> 'full_name',
      'phone', raw_user_meta_data ->> 'contact_phone') from auth.users where id = its_order.user_id),
    'payment_code', public.last_counted(its_order.bill_id),
    'payer_phone', (select phone_e164 from public.payment_prompts where bill_id = its_order.bill_id and state = 'paid'
      and length(phone_e164) > 3 order by asked_at desc limit 1),
    'paid_at', (select paid_at from public.bills where id = its_order.bill_id),
    'other_orders', coalesce((select jsonb_agg(other) from (
      select id, kind, domain, status, price_ksh, updated_at, public.is_order_paid(orders) as is_paid from public.orders
      where user_id = its_order.user_id and id <> order_id order by created_at desc, id limit 5) as other), '[]'),
    'messages', coalesce((select jsonb_agg(message) from (
      select message.id, message.subject, message.state, message.touched_at
      from auth.users as customer join public.messages as message on message.address = lower(customer.email)
      where customer.id = its_order.user_id and customer.email_confirmed_at is not null and message.kind = 'visitor'
      order by message.created_at desc, message.id limit 5) as message), '[]'),
    'name', (select jsonb_build_object('is_own', user_id = its_order.user_id, 'expiry_date', expiry_date,
      'ssl_status', ssl_status) from public.domains where lower(name) = lower(its_order.domain) and status <> 'left'),
    -- `later_ksh`: what was paid for the years and the upgrades that fall with its first order.
    'service', (select jsonb_build_object('id', id, 'state', state, 'later_ksh', case when its_order.kind not in ('extend', 'upgrade')
        then coalesce((select sum(case when bills.paid_at is not null then later.price_ksh
            when public.payable_ksh(bills.id) = later.price_ksh then bills.paid_ksh else 0 end)
          from public.orders as later join public.bills on bills.id = later.bill_id
          where later.service_id = services.id and later.kind in ('extend', 'upgrade')
            and (later.status in ('requested', 'processing')
              or (later.status = 'done' and ends_on >= public.nairobi_date(now())))), 0) else 0 end)
      from public.services where id = its_order.service_id),
    'trail', coalesce((select jsonb_agg(line) from (
      select staff, coalesce(public.staff_name(staff), staff_email) as name, at, did, detail from public.desk_log
      where about_kind = 'order' and about_id = order_id::text order by id desc limit 200) as line), '[]'),
    'notes', coalesce((select jsonb_agg(note) from (
      select author, body, created_at from public.desk_notes
      where about_kind = 'order' and about_id = order_id::text order by created_at desc, id limit 200) as note), '[]'))
  from public.orders as its_order where its_order.id = order_id;
$$;

-- Returns how many things need staff in each part of the desk, each counted to 100 at most. Orders: open and not waiting for their payment.
create function public.desk_counts(at timestamptz, priced text[] default null) returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'orders', (select count(*) from (
      select from public.orders_waiting() as waiting join public.orders on orders.id = waiting.id
      where orders.status = 'requested' or orders.taken_by is not null or public.is_order_abandoned(orders, at) limit 100) as found),
    'messages', (select count(*) from (
      select from public.messages where kind = 'visitor' and state in ('new', 'taken') limit 100) as found),
    'payments', (select count(*) from (select from public.payments_waiting(at) limit 100) as found),
    'services', (select count(*) from (select from public.services_waiting(at, priced) limit 100) as found),
    'mails', (select count(*) from (select from public.mails where failed_at is not null limit 100) as found));
$$;

-- Returns the oldest entries of desk_work with the names of those who have taken them, and the number of entries of each kind. Paid orders
-- come first, and domains that end soon last: nobody waits for these.
-- An order of a service that is still to be set up has the service's id. `customer`: the name of the customer or of the visitor; `ksh`: the
-- price of an order, or what is due.
create function public.desk_work_list(
  at timestamptz, lapsing_days integer, done_days integer, max_rows integer, priced text[] default null
) returns jsonb
language sql stable set search_path = '' as $$
  with work as materialized (select * from public.desk_work(at, lapsing_days, done_days, priced)),
  -- A scalar subquery: PostgreSQL answers EXISTS by reading all orders once for the list and once for its order.
  ranked as materialized (select work.*, case
      when work.kind = 'lapsing' then 'domains'
      when (select orders.bill_id from public.orders
        where orders.id = case when work.kind in ('order', 'order-stuck') then work.id::uuid end) is not null then 'paid'
      else 'others' end as part from work),
  page as (select *, array_position(array['paid', 'others', 'domains'], part) as rank,
      case when kind in ('order', 'order-stuck', 'refund') then id::uuid end as order_id from ranked
    order by rank, since, id, title limit max_rows),
  described as (select page.*, its_order.kind as order_kind,
      case when page.kind = 'order' and service.state = 'ordered' then service.id end as service_id,
      nullif(case page.kind when 'refund' then its_order.refund_due_ksh else its_order.price_ksh end, 0) as ksh,
      case page.kind when 'message' then (select name from public.messages where messages.id = page.id::uuid)
        else public.full_name(coalesce(its_order.user_id, service.user_id, case
          when page.kind in ('closing', 'step-off', 'address', 'credit', 'lapsing') then page.id::uuid
          when page.kind = 'request' then (select user_id from public.name_requests where name_requests.id = page.id::uuid)
          when page.kind like 'name-%' then (select user_id from public.domains where name = page.id and status <> 'left') end)) end as customer
    from page left join public.orders as its_order on its_order.id = page.order_id
    left join public.services as service
      on service.id = coalesce(its_order.service_id, case when page.kind like 'service-%' then page.id::uuid end))
  select jsonb_build_object(
    'counts', (select coalesce(jsonb_object_agg(kind, total), '{}') from (
      select kind, count(*) as total from work group by kind) as kinds),
    'items', (select coalesce(jsonb_agg(to_jsonb(described) || jsonb_build_object('taker', public.staff_name(taker_id))
      order by rank, since, id, title), '[]') from described));
$$;

-- For the metrics: how many orders and payments of each kind wait, and the age of the oldest in seconds; 0 without one. Source:
-- docs/operations.md, "Payments".
create function public.payment_backlog(at timestamptz) returns table (kind text, total bigint, oldest_seconds bigint)
language sql stable security definer set search_path = '' as $$
  with kinds (kind) as (values ('order'), ('order-paid'), ('bill-paid'), ('refund'), ('payment-held'), ('payment-unmatched'),
    ('payment-surplus'), ('payment-refund'), ('payment-part'), ('payment-claimed'), ('report-missing'), ('query-missing')),
  waiting (kind, since) as (
    select kind, since from public.payments_waiting(at)
    union all
    select 'order', since from public.orders_waiting()
    union all
    select 'order-paid', since from public.orders_waiting() as open join public.orders on orders.id = open.id
    where orders.status = 'requested' and orders.taken_by is null and orders.bill_id is not null
    union all
    -- Paid bills whose orders the site has neither carried out nor handed to the agency.
    select 'bill-paid', paid_at from public.bills where paid_at is not null and fulfilled_at is null
    union all
    select 'refund', updated_at from public.orders where refund_due_ksh > 0 and refunded_at is null and bill_id is null
    union all
    -- Prompts that M-PESA accepted in the last day, after the newest callback. A prompt ends within two minutes, paid or not,
    -- so its callback is overdue.
    select 'report-missing', asked_at from public.payment_prompts
    where checkout_request_id is not null and asked_at between at - interval '1 day' and at - interval '5 minutes'
      and asked_at > coalesce((select max(received_at) from public.payment_callbacks where source = 'stk' and received_at <= at),
        '-infinity')
    union all
    -- Payments by prompt of the last day that no query has confirmed, and that arrived after the newest one that a query
    -- confirmed.
    select 'query-missing', received_at from public.payments
    where source = 'stk' and confirmed_by is distinct from 'query'
      and received_at between at - interval '1 day' and at - interval '10 minutes'
      and received_at > coalesce((select max(received_at) from public.payments
        where source = 'stk' and confirmed_by = 'query' and received_at > at - interval '2 days'), '-infinity')
  )
  select kinds.kind, count(waiting.kind), greatest(0, coalesce(extract(epoch from at - min(waiting.since)), 0))::bigint
  from kinds left join waiting on waiting.kind = kinds.kind group by kinds.kind order by kinds.kind;
$$;

-- Returns a page of one list (`part`) of a person's data, newest first, after the row `after`. Null unless the member of staff
-- has said why.
create function public.desk_person_part(staff jsonb, person uuid, part text, after jsonb, max_rows integer) returns jsonb
language sql stable security definer set search_path = '' as $$
  select case when public.desk_may_view(staff, person) then (
    with known as (select id, email from auth.users where id = person), found as (
      select created_at as at, name as key, jsonb_build_object('name', name, 'status', status, 'expiry_date', expiry_date) as row
        from public.domains where part = 'names' and user_id = person
      union all
      select created_at, id::text, jsonb_build_object('kind', kind, 'domain', domain, 'plan', plan, 'seats', seats, 'state', state,
          'ends_on', ends_on)
        from public.services where part = 'services' and user_id = person
      union all
      select created_at, id::text, jsonb_build_object('kind', kind, 'domain', domain, 'status', status, 'price_ksh', price_ksh,
          'is_paid', public.is_order_paid(orders))
        from public.orders where part = 'orders' and user_id = person
      union all
      select opened_at, id::text, jsonb_build_object('reference', reference, 'amount_ksh', amount_ksh, 'paid_ksh', paid_ksh,
          'paid_at', paid_at, 'number', number)
        from public.bills where part = 'bills' and user_id = person
      union all
      select received_at, code, jsonb_build_object('code', code, 'amount_ksh', amount_ksh, 'state', state, 'source', source)
        from public.payments where part = 'payments' and code in (
          -- Two indexes: with "or" the database would read all payments.
          select code from public.payments where user_id = person
          union select money.code from public.bills as bill join public.payments as money on money.bill_id = bill.id
            where bill.user_id = person)
      union all
      select messages.created_at, messages.id::text, jsonb_build_object('subject', subject, 'state', state)
        from public.messages join known on messages.address = lower(known.email) where part = 'messages' and kind = 'visitor'
      union all
      select mails.created_at, mails.id::text, jsonb_build_object('subject', subject, 'sent_at', sent_at, 'failed_at', failed_at)
        from public.mails join known on mails.address = lower(known.email) where part = 'mails'
      union all
      select line.at, lpad(line.id::text, 19, '0'), jsonb_build_object('id', line.id, 'who', public.desk_name(line.staff_email),
          'did', line.did, 'about_kind', line.about_kind, 'about_id', line.about_id, 'detail', line.detail)
        from public.desk_log as line
        where part = 'log' and (line.customer = person or (line.about_kind = 'person' and line.about_id = person::text))
    ), page as (
      select * from found
      where after is null or (at, key collate "C") < ((after ->> 'at')::timestamptz, (after ->> 'key') collate "C")
      order by at desc, key collate "C" desc limit max_rows
    )
    select coalesce(jsonb_agg(row || jsonb_build_object('at', at, 'key', key) order by at desc, key collate "C" desc), '[]') from page) end;
$$;
