-- Schools, people, mails that were given up and the log at the desk. Each change is one function: the row, its line in the log and its
-- mails in one transaction.

-- How far our talks with a school are, and when somebody calls or visits next.
alter table public.school_interest
  add column stage text not null default 'new' check (stage in ('new', 'called', 'visited', 'won', 'lost')),
  add column next_on date;

-- Notes go with what they are about.
create function public.forget_desk_notes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.desk_notes where about_kind = tg_argv[0] and about_id = old.id::text;
  return null;
end $$;
create trigger forget_desk_notes after delete on public.school_interest
  for each row execute function public.forget_desk_notes('school');
create trigger forget_desk_notes after delete on public.orders
  for each row execute function public.forget_desk_notes('order');
create trigger forget_desk_notes after delete on auth.users
  for each row execute function public.forget_desk_notes('person');

-- As before, and notes that are as old, which are about something that still exists.
create or replace function public.purge_desk_log() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  gone integer;
begin
  perform set_config('desk.purge', 'on', true);
  delete from public.desk_log where at < now() - interval '730 days';
  get diagnostics gone = row_count;
  perform set_config('desk.purge', '', true);
  delete from public.desk_notes where created_at < now() - interval '730 days';
  return gone;
end $$;

-- As before, and what staff noted about the person and the orders, which stay. The log has nothing but the account's id.
create or replace function public.close_account(request uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  account uuid;
  address text;
begin
  update public.closing_requests set state = 'done', ended_at = now(), reason = null
    where id = request and state = 'open' returning user_id into account;
  if not found then raise exception 'There is no open request %', request; end if;
  select email into address from auth.users where id = account for update;

  delete from public.dns_jobs where user_id = account;
  delete from public.school_interest where lower(email) = lower(address);
  update public.newsletter_pending set status = 'left', left_at = now(), first_name = null, last_name = null
    where lower(email) = lower(address);
  delete from public.mails where lower(recipient) = lower(address);
  delete from public.submissions where owner = account::text;
  delete from public.renewal_notices where user_id = account;
  delete from public.reminder_choices where user_id = account;
  delete from public.account_changes where user_id = account;
  delete from public.desk_notes where (about_kind = 'person' and about_id = account::text)
    or (about_kind = 'order' and about_id in (select id::text from public.orders where user_id = account));
  delete from auth.sessions where user_id = account;
  delete from auth.identities where user_id = account;
  -- The embedded auth service has no such table.
  if to_regclass('auth.one_time_tokens') is not null then
    delete from auth.one_time_tokens where user_id = account;
  end if;

  if exists (select from public.orders where user_id = account)
    or exists (select from public.domains where user_id = account) then
    update auth.users set email = 'closed-' || account || '@invalid', encrypted_password = '', raw_user_meta_data = '{}',
      phone = null, email_change = '', phone_change = '' where id = account;
  else
    delete from auth.users where id = account;
  end if;
  -- Last of all: nothing above must have been written down again. By who acted, and by who it was done to.
  delete from auth.audit_log_entries where account::text in (payload ->> 'actor_id', payload -> 'traits' ->> 'user_id')
    or lower(address) in (lower(payload ->> 'actor_username'), lower(payload -> 'traits' ->> 'user_email'));
  return case when exists (select from auth.users where id = account) then 'an account without a name' else 'nothing' end;
end $$;

-- The name of the member of staff with an address, for the log; the address if no account has it.
create function public.desk_name(address text) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce((select nullif(left(raw_user_meta_data ->> 'full_name', 100), '') from auth.users
    where email = lower(address) limit 1), address);
$$;

-- Who did one of these last about something: by whom, when, with what, and whether it is the same form sent twice, that is, by the same
-- person within a minute. Null if nobody did.
create function public.desk_last(doer jsonb, kinds text[], kind text, about text) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('did', line.did, 'who', public.desk_name(line.staff_email), 'at', line.at,
    'detail', line.detail,
    'is_again', line.staff = (doer ->> 'id')::uuid and line.at > now() - interval '1 minute')
  from public.desk_log as line
  where line.about_kind = kind and line.about_id = about and line.did = any (kinds) order by line.id desc limit 1;
$$;

-- What was done to something and noted about it, the newest first. A note stands in place of its line.
create function public.desk_trail(kind text, about text) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('at', line.at, 'who', public.desk_name(line.address), 'did', line.did,
    'detail', line.detail, 'note', line.note) order by line.at desc), '[]')
  from (
    select at, staff_email as address, did, detail, null as note from public.desk_log
      where about_kind = kind and about_id = about and did <> 'note-added'
    union all
    select created_at, author, 'note-added', '{}', body from public.desk_notes
      where about_kind = kind and about_id = about
    order by 1 desc limit 100
  ) as line;
$$;

-- A page of the log, the newest first, by an address and by what was done if they are not empty. With all who are in it.
create function public.desk_log_lines(by_address text, done text, skipped integer, most integer) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'staff', (select coalesce(jsonb_agg(jsonb_build_object('email', one.staff_email,
        'name', public.desk_name(one.staff_email)) order by one.staff_email), '[]')
      from (select distinct staff_email from public.desk_log) as one),
    'lines', (select coalesce(jsonb_agg(to_jsonb(line) || jsonb_build_object('who', public.desk_name(line.staff_email))
        order by line.at desc, line.id desc), '[]')
      from (
        select id, at, staff_email, did, about_kind, about_id, detail from public.desk_log
        where (by_address = '' or staff_email = by_address) and (done = '' or did = done)
        order by at desc, id desc offset skipped limit most
      ) as line));
$$;

-- The schools of these stages whose address is confirmed: first those with a next date, then the newest.
create function public.desk_schools(stages text[], most integer) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(to_jsonb(lead) order by lead.next_on, lead.created_at desc), '[]')
  from (
    select id, name, email, phone, phone_e164, school, role_label, role, student_count, interest, wants_news, created_at,
      stage, next_on
    from public.school_interest where status <> 'unconfirmed' and stage = any (stages)
    order by next_on, created_at desc limit most
  ) as lead;
$$;

-- One of them, with its notes and what was done.
create function public.desk_school(lead uuid) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('lead', to_jsonb(one) - '{turnstile_token,confirm_token_hash,submission_key}'::text[],
    'trail', public.desk_trail('school', one.id::text))
  from public.school_interest as one where one.id = lead and one.status <> 'unconfirmed';
$$;

-- Changes the stage of a school (null: as it is) and, with `moves`, its next date, and adds a note unless it is empty. Only what
-- differs is logged, so that the same form again changes nothing. False if there is no such school.
create function public.desk_save_school(
  staff jsonb, lead uuid, new_stage text, moves boolean, new_date date, note text
) returns boolean
language plpgsql set search_path = '' as $$
declare
  was public.school_interest;
  changes jsonb := '{}';
begin
  select * into was from public.school_interest where id = lead and status <> 'unconfirmed' for update;
  if not found then return false; end if;
  if new_stage <> was.stage then
    changes := jsonb_build_object('stage', jsonb_build_array(was.stage, new_stage));
  end if;
  if moves and new_date is distinct from was.next_on then
    changes := changes || jsonb_build_object('next_on', jsonb_build_array(was.next_on, new_date));
  end if;
  if changes <> '{}' then
    update public.school_interest set stage = coalesce(new_stage, stage),
      next_on = case when moves then new_date else next_on end where id = lead;
    perform public.log_staff(staff, 'school-changed', 'school', lead::text, null, changes);
  end if;
  if note <> '' then perform public.add_desk_note(staff, 'school', lead::text, note); end if;
  return true;
end $$;

-- Deletes a school with its notes and its mails, if its name was typed. The outcome is 'erased', 'wrong-name', or 'gone' with who
-- erased it.
create function public.desk_erase_school(staff jsonb, lead uuid, typed text) returns jsonb
language plpgsql set search_path = '' as $$
declare
  gone public.school_interest;
begin
  select * into gone from public.school_interest where id = lead and status <> 'unconfirmed' for update;
  if not found then
    return jsonb_build_object('outcome', 'gone', 'last', public.desk_last(staff, '{school-erased}', 'school', lead::text));
  end if;
  if public.desk_typed(gone.school) <> public.desk_typed(typed) then return '{"outcome": "wrong-name"}'; end if;
  -- The confirmation has the key of the submission, the thanks have the row's id.
  delete from public.mails where lower(recipient) = lower(gone.email)
    and key in ('confirm-' || gone.submission_key, 'school-school-' || gone.id);
  delete from public.school_interest where id = lead;
  perform public.log_staff(staff, 'school-erased', 'school', lead::text);
  return '{"outcome": "erased"}';
end $$;

-- A text as somebody may type it again: without regard to case, spaces and how letters are composed.
create function public.desk_typed(words text) returns text
language sql immutable set search_path = '' as $$
  select lower(btrim(regexp_replace(normalize(words, nfkc), '\s+', ' ', 'g')));
$$;

-- Finds the account of exactly this address, or with this id, and logs that somebody looks at it, and why; null if there is none.
create function public.desk_look(staff jsonb, address text, known uuid, reason text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  person uuid;
  last jsonb;
begin
  select id into person from auth.users where id = known or lower(email) = lower(btrim(address)) order by created_at limit 1;
  last := public.desk_last(staff, '{person-looked-at,person-not-found}', 'person', coalesce(person::text, 'nobody'));
  if not coalesce((last ->> 'is_again')::boolean and last -> 'detail' ->> 'reason' = reason, false) then
    perform public.log_staff(staff, case when person is null then 'person-not-found' else 'person-looked-at' end, 'person',
      coalesce(person::text, 'nobody'), person, jsonb_build_object('reason', reason));
  end if;
  return person;
end $$;

-- Whether a member of staff has said within half an hour why they look at a person.
create function public.desk_may_see(doer jsonb, person uuid) returns boolean
language sql stable set search_path = '' as $$
  select exists (select from public.desk_log where about_kind = 'person' and about_id = person::text
    and did = 'person-looked-at' and staff = (doer ->> 'id')::uuid and at > now() - interval '30 minutes');
$$;

-- The open question whether a person's second step may be switched off: asked within a day, since the step is on, and not answered.
create function public.desk_step_asked(person uuid) returns public.desk_log
language sql stable security definer set search_path = '' as $$
  select asked from public.desk_log as asked
  where asked.about_kind = 'person' and asked.about_id = person::text and asked.did = 'step-off-asked'
    and asked.at > now() - interval '24 hours'
    and asked.at > (select confirmed_at from public.second_steps where user_id = person)
  order by asked.id desc limit 1;
$$;

-- What the page of a person shows; null unless the member of staff has said why.
create function public.desk_person(staff jsonb, person uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'account', jsonb_build_object('id', known.id, 'email', known.email, 'user_metadata', known.raw_user_meta_data,
      'created_at', known.created_at, 'email_confirmed_at', known.email_confirmed_at,
      'last_sign_in_at', known.last_sign_in_at),
    'domains', (select coalesce(jsonb_agg(jsonb_build_object('name', one.name, 'status', one.status,
        'expiry_date', one.expiry_date) order by one.name), '[]')
      from (select name, status, expiry_date from public.domains where user_id = known.id order by name limit 500) as one),
    'orders', (select coalesce(jsonb_agg(to_jsonb(one) order by one.created_at desc), '[]')
      from (select id, kind, domain, status, price_ksh, created_at from public.orders
        where user_id = known.id order by created_at desc limit 100) as one),
    'mails', (select coalesce(jsonb_agg(to_jsonb(one) order by one.created_at desc), '[]')
      from (select kind, subject, created_at, sent_at, failed_at from public.mails
        where lower(recipient) = lower(known.email) order by created_at desc limit 50) as one),
    'messages', (select count(*) from public.messages where lower(email) = lower(known.email)),
    'step_since', (select confirmed_at from public.second_steps where user_id = known.id),
    'step_asked', (select jsonb_build_object('who', public.desk_name(asked.staff_email), 'at', asked.at,
        'is_own', asked.staff = (desk_person.staff ->> 'id')::uuid)
      from public.desk_step_asked(known.id) as asked where asked.id is not null),
    'closing', (select jsonb_build_object('created_at', created_at, 'reason', reason) from public.closing_requests
      where user_id = known.id and state = 'open'),
    'trail', public.desk_trail('person', known.id::text))
  from auth.users as known where known.id = person and public.desk_may_see(staff, person);
$$;

-- Logs that a person's data was given out as a file. False, and nothing may be given out, unless the member of staff has said why and
-- the person has confirmed the address: rows of an address are somebody else's otherwise.
create function public.desk_export(staff jsonb, person uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  if not public.desk_may_see(staff, person)
    or not exists (select from auth.users where id = person and email_confirmed_at is not null) then return false; end if;
  perform public.log_staff(staff, 'person-exported', 'person', person::text, person);
  return true;
end $$;

-- Closes the account of a person who has asked for it, if the address was typed. The outcome is 'closed' with what is left,
-- 'wrong-address', 'unseen', or 'none' with who closed it last.
create function public.desk_close_person(staff jsonb, person uuid, typed text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  request uuid;
  remains text;
begin
  if not public.desk_may_see(staff, person) then return '{"outcome": "unseen"}'; end if;
  select id into request from public.closing_requests where user_id = person and state = 'open' for update;
  if not found then
    return jsonb_build_object('outcome', 'none',
      'last', public.desk_last(staff, '{account-closed}', 'person', person::text));
  end if;
  if not exists (select from auth.users where id = person and public.desk_typed(email) = public.desk_typed(typed)) then
    return '{"outcome": "wrong-address"}';
  end if;
  remains := public.close_account(request);
  perform public.log_staff(staff, 'account-closed', 'person', person::text, person, jsonb_build_object('left', remains));
  return jsonb_build_object('outcome', 'closed', 'left', remains);
end $$;

-- Two members of staff switch a person's second step off: one asks, another confirms within a day. The customer is mailed, as by
-- end_second_step. The outcome is 'asked', 'off', 'own' (their own step), 'same' (who asked confirms), 'known' (somebody else
-- has asked), 'late' (nobody has asked within a day), 'none' (no step is on) or 'unseen'.
create function public.desk_step_off(staff jsonb, person uuid, confirms boolean) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  asked public.desk_log;
  last jsonb;
begin
  if not public.desk_may_see(staff, person) then return '{"outcome": "unseen"}'; end if;
  if (staff ->> 'id')::uuid = person then return '{"outcome": "own"}'; end if;
  perform pg_advisory_xact_lock(hashtextextended('step-off ' || person, 0));
  asked := public.desk_step_asked(person);
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

-- The same by somebody on the server, for the last member of staff: 'off', 'none' or 'unknown'.
create function public.desk_server_step_off(address text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  person uuid := (select id from auth.users where lower(email) = lower(btrim(address)) limit 1);
begin
  if person is null then return 'unknown'; end if;
  if not public.end_second_step(person) then return 'none'; end if;
  perform public.log_staff('{"id": "00000000-0000-0000-0000-000000000000", "email": "the server"}', 'step-off-done', 'person',
    person::text, person);
  return 'off';
end $$;

-- Sends a mail that was given up once more, from its first attempt on, or with `let_go` deletes it. The outcome is 'done', or 'gone'
-- with who did it.
create function public.desk_given_up_mail(staff jsonb, mail uuid, let_go boolean) returns jsonb
language plpgsql set search_path = '' as $$
begin
  if let_go then
    delete from public.mails where id = mail and failed_at is not null;
  else
    update public.mails set failed_at = null, claimed_until = null, next_try_at = now(), attempts = 0
      where id = mail and failed_at is not null;
  end if;
  if not found then
    return jsonb_build_object('outcome', 'gone',
      'last', public.desk_last(staff, '{mail-again,mail-let-go}', 'mail', mail::text));
  end if;
  perform public.log_staff(staff, case when let_go then 'mail-let-go' else 'mail-again' end, 'mail', mail::text);
  return '{"outcome": "done"}';
end $$;

-- Sends all of them once more. Returns how many.
create function public.desk_all_mails_again(staff jsonb) returns integer
language plpgsql set search_path = '' as $$
declare
  again integer;
begin
  update public.mails set failed_at = null, claimed_until = null, next_try_at = now(), attempts = 0
    where failed_at is not null;
  get diagnostics again = row_count;
  if again > 0 then
    perform public.log_staff(staff, 'mails-again', 'mail', 'all', null, jsonb_build_object('count', again));
  end if;
  return again;
end $$;

do $$
declare
  one regprocedure;
begin
  for one in select oid::regprocedure from pg_catalog.pg_proc where pronamespace = 'public'::regnamespace
    and (proname in ('desk_name', 'desk_last', 'desk_trail', 'desk_log_lines', 'desk_schools', 'desk_school',
      'desk_save_school', 'desk_erase_school', 'desk_typed', 'desk_look', 'desk_may_see', 'desk_step_asked', 'desk_person',
      'desk_export', 'desk_close_person', 'desk_step_off', 'desk_server_step_off', 'desk_given_up_mail',
      'desk_all_mails_again')) loop
    execute format('revoke execute on function %s from public, anon, authenticated', one);
    execute format('grant execute on function %s to service_role', one);
  end loop;
end $$;
revoke execute on function public.forget_desk_notes() from public, anon, authenticated;
