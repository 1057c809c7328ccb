-- All of a person for the desk, a page at a time, the newest first: after the row with this time and key; at most so many. Null unless
-- the member of staff has said why they look. Each row has "at" and "key".
create function public.desk_person_part(staff jsonb, person uuid, part text, after jsonb, most integer) returns jsonb
language sql stable security definer set search_path = '' as $$
  select case when public.desk_may_see(staff, person) then (
    with known as (select id, email from auth.users where id = person), found as (
      select created_at as at, name as key, jsonb_build_object('name', name, 'status', status, 'expiry_date', expiry_date) as row
        from public.domains where part = 'names' and user_id = person
      union all
      select created_at, id::text, jsonb_build_object('kind', kind, 'domain', domain, 'status', status, 'price_ksh', price_ksh)
        from public.orders where part = 'orders' and user_id = person
      union all
      select opened_at, id::text, jsonb_build_object('reference', reference, 'amount_ksh', amount_ksh, 'paid_ksh', paid_ksh,
          'paid_at', paid_at, 'number', number)
        from public.bills where part = 'bills' and user_id = person
      union all
      select received_at, code, jsonb_build_object('code', code, 'amount_ksh', amount_ksh, 'state', state, 'source', source)
        from public.payments where part = 'payments'
          and (user_id = person or bill_id in (select id from public.bills where user_id = person))
      union all
      select messages.created_at, messages.id::text, jsonb_build_object('subject', subject, 'state', state)
        from public.messages join known on lower(messages.email) = lower(known.email) where part = 'messages' and kind = 'visitor'
      union all
      select mails.created_at, mails.id::text, jsonb_build_object('subject', subject, 'sent_at', sent_at, 'failed_at', failed_at)
        from public.mails join known on lower(mails.recipient) = lower(known.email) where part = 'mails'
      union all
      select line.at, lpad(line.id::text, 19, '0'), jsonb_build_object('id', line.id, 'who', public.desk_name(line.staff_email),
          'did', line.did, 'about_kind', line.about_kind, 'about_id', line.about_id, 'detail', line.detail)
        from public.desk_log as line
        where part = 'log' and (line.customer = person or (line.about_kind = 'person' and line.about_id = person::text))
    ), page as (
      select * from found
      where after is null or (at, key collate "C") < ((after ->> 'at')::timestamptz, (after ->> 'key') collate "C")
      order by at desc, key collate "C" desc limit most
    )
    select coalesce(jsonb_agg(row || jsonb_build_object('at', at, 'key', key) order by at desc, key collate "C" desc), '[]') from page) end;
$$;
revoke execute on function public.desk_person_part(jsonb, uuid, text, jsonb, integer) from public, anon, authenticated;
grant execute on function public.desk_person_part(jsonb, uuid, text, jsonb, integer) to service_role;
create index desk_log_customer on public.desk_log (customer, at desc) where customer is not null;

-- As before, without the lists, which desk_person_part has.
create or replace function public.desk_person(staff jsonb, person uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'account', jsonb_build_object('id', known.id, 'email', known.email, 'user_metadata', known.raw_user_meta_data,
      'created_at', known.created_at, 'email_confirmed_at', known.email_confirmed_at,
      'last_sign_in_at', known.last_sign_in_at),
    'open_orders', (select count(*) from public.orders where user_id = known.id and status in ('requested', 'processing')),
    'step_since', (select confirmed_at from public.second_steps where user_id = known.id),
    'step_asked', (select jsonb_build_object('who', public.desk_name(asked.staff_email), 'at', asked.at,
        'is_own', asked.staff = (desk_person.staff ->> 'id')::uuid)
      from public.desk_step_asked(known.id) as asked where asked.id is not null),
    'closing', (select jsonb_build_object('created_at', created_at, 'reason', reason) from public.closing_requests
      where user_id = known.id and state = 'open'))
  from auth.users as known where known.id = person and public.desk_may_see(staff, person);
$$;
