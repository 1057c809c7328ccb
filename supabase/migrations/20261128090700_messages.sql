-- Messages to the agency, their parts, and saved answers.

-- What was written to the agency: by the contact form, and of orders, zones and readers who left. Kept before anybody is told of it,
-- and deleted after a year. Read by the agency alone.
create table public.messages (
  id uuid primary key default gen_random_uuid(),
  -- The fingerprint of what was typed, or of what it is about: one row however often it is sent.
  key text not null unique check (key ~ '^[\w-]{8,128}$'),
  name text not null check (length(name) between 1 and 200),
  email text not null check (length(email) between 3 and 254),
  phone text check (phone ~ '^\+\d{6,15}$'),
  subject text not null check (length(subject) between 1 and 300),
  message text not null check (length(message) between 1 and 10000),
  domain text check (length(domain) <= 253),
  created_at timestamptz not null default now(),
  -- When the contact service has taken it, or its mail was put into the queue; null: nobody may have been told.
  handed_on_at timestamptz,
  next_try_at timestamptz not null default now(),
  attempts integer not null default 0,
  -- Until then a process is sending it; afterwards any process may.
  claimed_until timestamptz default now() + interval '1 minute',
  failed_at timestamptz,
  -- Of the last attempt: host, kind and code. Never the service's words, which may repeat an address.
  failure jsonb,
  kind text not null default 'visitor' check (kind in ('visitor', 'reply', 'order', 'zone', 'reader', 'closing', 'payment')),
  -- The account that wrote it while signed in, or that a notice is about.
  user_id uuid references auth.users (id) on delete set null,
  state text not null default 'new' check (state in ('new', 'taken', 'answered', 'closed')),
  -- The member of staff who has it or ended it. No foreign key: the row stays when that account goes.
  taken_by uuid,
  taken_at timestamptz,
  -- The last word or step: a message is deleted a year after it.
  touched_at timestamptz not null default now()
);
create index messages_due on public.messages (next_try_at) where handed_on_at is null and failed_at is null;
create index messages_age on public.messages (touched_at);
create index messages_open on public.messages (created_at) where kind = 'visitor' and state in ('new', 'taken');

create table public.message_parts (
  id bigint generated always as identity primary key,
  message_id uuid not null references public.messages (id) on delete cascade,
  -- 'us': an answer of staff; 'them': the visitor; 'note': for staff only.
  side text not null check (side in ('us', 'them', 'note')),
  -- The member of staff who wrote it, or put in what came by mail.
  author uuid,
  body text not null check (length(body) between 1 and 10000),
  -- The fingerprint of thread, side, words and the parts that the form showed: a form that is sent again adds nothing.
  key text not null unique check (key ~ '^[\w-]{8,128}$'),
  created_at timestamptz not null default now()
);
create index message_parts_thread on public.message_parts (message_id, id);

create table public.saved_answers (
  id uuid primary key default gen_random_uuid(),
  title text not null check (length(title) between 1 and 100),
  body text not null check (length(body) between 1 and 5000),
  changed_by uuid not null,
  changed_at timestamptz not null default now()
);
create unique index saved_answers_title on public.saved_answers (lower(title));

-- What a message is by its key, for rows of releases that did not say.
create function public.message_kind(key text) returns text
language sql immutable set search_path = '' as $$
  select case
    when key like 'order-%' then 'order'
    when key like 'zone-%' then 'zone'
    when key like 'unsubscribe-%' then 'reader'
    when key like 'closing-%' then 'closing'
    when key like 'payment-%' or key like 'paid-%' then 'payment'
    else 'visitor' end;
$$;

-- A customer gets a receipt for an order, queued with the orders and the mail to the agency. Only mails to the agency wait for the
-- outcome of an order; a receipt goes out at once.
create function public.tell_agency(messages jsonb, mails jsonb, hold integer default 0) returns void
language plpgsql set search_path = '' as $$
begin
  insert into public.messages (key, name, email, phone, subject, message, domain, kind, user_id, handed_on_at)
    select said.key, said.name, said.email, said.phone, said.subject, said.message, said.domain,
      coalesce(said.kind, public.message_kind(said.key)), said.user_id, now()
    from jsonb_populate_recordset(null::public.messages, messages) as said;
  perform public.queue_mail(one.mail) from jsonb_array_elements(mails) as one (mail);
  update public.mails as held set next_try_at = now() + make_interval(secs => hold)
    from jsonb_array_elements(mails) as one (mail)
    where held.key = one.mail ->> 'key' and held.kind = 'contact' and hold > 0;
end $$;

-- Gives a mail that is held back its last words and sends it. False when it has gone out, or is on its way, as it was.
create function public.retell_agency(messages jsonb, mails jsonb) returns boolean
language plpgsql set search_path = '' as $$
begin
  update public.mails as held
    set subject = one.mail ->> 'subject', body_text = one.mail ->> 'body_text', next_try_at = now()
    from jsonb_array_elements(mails) as one (mail) where held.key = one.mail ->> 'key' and held.attempts = 0;
  if not found then return false; end if;
  update public.messages as kept set subject = said.subject, message = said.message
    from jsonb_populate_recordset(null::public.messages, messages) as said where kept.key = said.key;
  return true;
end $$;

-- Keeps a message that a service is to be told of, once for its key, and takes it for so many seconds: 'ours'. 'told' when it was
-- told within a day, 'busy' while somebody else has it in hand. A person who sends it again begins its attempts anew.
-- An ended thread whose first message is sent once more is new again.
create function public.keep_message(kept jsonb, seconds integer) returns text
language plpgsql set search_path = '' as $$
begin
  insert into public.messages as known
    (key, name, email, phone, subject, message, domain, kind, user_id, attempts, claimed_until)
    select said.key, said.name, said.email, said.phone, said.subject, said.message, said.domain,
      coalesce(said.kind, public.message_kind(said.key)), said.user_id, 1, now() + make_interval(secs => seconds)
    from jsonb_populate_record(null::public.messages, kept) as said
    on conflict (key) do update
      set attempts = 1, claimed_until = excluded.claimed_until, handed_on_at = null, failed_at = null, failure = null,
        state = case when known.state in ('answered', 'closed') then 'new' else known.state end, touched_at = now()
      where (known.claimed_until is null or known.claimed_until <= now())
        and (known.handed_on_at is null or known.handed_on_at < now() - interval '23 hours');
  if found then return 'ours'; end if;
  return (select case when known.handed_on_at is null then 'busy' else 'told' end
    from public.messages as known where known.key = kept ->> 'key');
end $$;

-- Takes the message that is due longest, for so many seconds. One that somebody else has in hand is passed over, not waited for.
create function public.claim_message(seconds integer) returns setof public.messages
language sql set search_path = '' as $$
  update public.messages set attempts = attempts + 1, claimed_until = now() + make_interval(secs => seconds)
  where id = (
    select id from public.messages
    where handed_on_at is null and failed_at is null and next_try_at <= now()
      and (claimed_until is null or claimed_until <= now())
    order by next_try_at limit 1 for update skip locked
  )
  returning *;
$$;

-- Notes that the service has taken a message, whoever says it.
create function public.note_message_told(told text) returns void
language sql set search_path = '' as $$
  update public.messages set claimed_until = null, handed_on_at = now(), failed_at = null where key = told;
$$;

-- Notes that an attempt failed, unless somebody has taken the message since: it is told again in so many seconds, or, without
-- them, never.
create function public.note_message_failed(told text, attempt integer, why jsonb, again_in integer default null)
returns void
language sql set search_path = '' as $$
  update public.messages set
    claimed_until = null, failure = why,
    next_try_at = now() + make_interval(secs => coalesce(again_in, 0)),
    failed_at = case when again_in is null then now() end
  where key = told and attempts = attempt and handed_on_at is null;
$$;

-- Queues the mail of a stored message again. An ended thread is new again if its mail really goes out: its visitor wrote the same
-- a day later.
create function public.message_again(told text, mails jsonb) returns void
language plpgsql set search_path = '' as $$
begin
  perform public.queue_mail(one.mail) from jsonb_array_elements(mails) as one (mail);
  update public.messages as known set state = 'new', touched_at = now()
    from jsonb_array_elements(mails) as one (mail)
    where known.key = told and known.state in ('answered', 'closed') and exists (
      select from public.mails as queued where queued.key = one.mail ->> 'key' and queued.sent_at is null);
end $$;

-- A closed account's messages stay until they are a year old, but no longer name the account.
create function public.forget_message_account() returns trigger
language plpgsql set search_path = '' as $$
begin
  update public.messages set user_id = null where user_id = new.user_id;
  return null;
end $$;

-- A message for its page at the desk, with its last 200 parts, and what the account with its address has.
create function public.desk_thread(wanted uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select to_jsonb(held) || jsonb_build_object(
    'taken_name', public.staff_name(held.taken_by),
    'seen', (select count(*) from public.message_parts where message_id = held.id),
    'parts', coalesce((
      select jsonb_agg(to_jsonb(part) || jsonb_build_object('author', public.staff_name(part.author)) order by part.id)
      from (select id, side, author, body, created_at from public.message_parts
        where message_id = held.id order by id desc limit 200) as part), '[]'),
    'account', (
      select jsonb_build_object('id', known.id, 'name', known.raw_user_meta_data ->> 'full_name',
        'domains', coalesce((select jsonb_agg(name order by name) from (
          select name from public.domains where user_id = known.id order by name limit 50) as own), '[]'),
        'orders', coalesce((select jsonb_agg(own) from (
          select id, kind, domain, status, created_at from public.orders
          where user_id = known.id order by created_at desc limit 20) as own), '[]'))
      from auth.users as known where known.id = public.confirmed_account(held.email)))
  from public.messages as held where held.id = wanted;
$$;

-- Messages for the list at the desk and how many there are: threads in these states, or notices, that have these words (in lower
-- case). No address is in it. `since` is when the visitor last wrote.
create function public.desk_messages(
  states text[], is_notice boolean, words text, is_oldest_first boolean, most integer, skipped integer
) returns jsonb
language sql stable security definer set search_path = '' as $$
  with found as (
    select id, kind, name, subject, state, taken_by, coalesce((
      select max(part.created_at) from public.message_parts as part
      where part.message_id = held.id and part.side = 'them'), held.created_at) as since
    from public.messages as held
    where (kind <> 'visitor') = is_notice and (is_notice or state = any (states))
      and (words = '' or strpos(lower(public.plain_quotes(concat_ws(' ', name, email, subject, domain))), words) > 0)
  ), page as (
    select found.* from found order by
      case when is_oldest_first then since end, case when not is_oldest_first then since end desc, id
      limit most offset skipped
  )
  select jsonb_build_object('count', (select count(*) from found), 'messages', coalesce((
    select jsonb_agg(to_jsonb(page) - 'taken_by' || jsonb_build_object('taken_name', public.staff_name(page.taken_by)))
    from page), '[]'));
$$;

-- Each function below changes one thread, adds its line to the log and queues its mails, all in one transaction. It returns null if
-- there is no such thread, else an object whose `outcome` is 'done'; 'same' if it was done before; or why not: 'held' or 'closed' by
-- somebody (`by`, `at`), or 'moved' if parts were added that the form did not show.
-- Locks a thread.
create function public.lock_thread(wanted uuid) returns public.messages
language sql set search_path = '' as $$
  select * from public.messages where id = wanted and kind = 'visitor' for update;
$$;

-- Why a member of staff may not end or answer a thread, or null.
create function public.thread_conflict(held public.messages, me uuid, seen integer) returns jsonb
language sql stable set search_path = '' as $$
  select case
    when held.state = 'closed' then jsonb_build_object('outcome', 'closed', 'by', public.staff_name(held.taken_by),
      'at', held.touched_at)
    when held.taken_by <> me then jsonb_build_object('outcome', 'held', 'by', public.staff_name(held.taken_by),
      'at', held.taken_at)
    when seen <> (select count(*) from public.message_parts where message_id = held.id)
      then jsonb_build_object('outcome', 'moved')
  end;
$$;

-- Takes a thread, gives it back, closes or reopens it. `shown` has what the form showed: `seen`, how many parts; `holder`, who had it.
-- Anybody may give back for a colleague: the log has both.
create function public.desk_move_message(staff jsonb, wanted uuid, step text, shown jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  me uuid := staff ->> 'id';
  held public.messages := public.lock_thread(wanted);
  seen integer := coalesce((shown ->> 'seen')::integer, (select count(*) from public.message_parts where message_id = wanted));
  conflict jsonb := public.thread_conflict(held, me, seen);
  line text;
begin
  if held.id is null then return null; end if;
  if step = 'take' then
    if conflict ->> 'outcome' in ('closed', 'held') then return conflict; end if;
    if held.state <> 'new' and held.taken_by is not null then return '{"outcome":"same"}'; end if;
    line := 'message-taken';
    update public.messages set state = 'taken', taken_by = me, taken_at = now(), touched_at = now() where id = wanted;
  elsif step = 'give-back' then
    if held.state = 'closed' then return conflict; end if;
    if held.taken_by is null then return '{"outcome":"same"}'; end if;
    if held.taken_by::text is distinct from shown ->> 'holder' then
      return jsonb_build_object('outcome', 'held', 'by', public.staff_name(held.taken_by), 'at', held.taken_at);
    end if;
    line := 'message-given-back';
    update public.messages set state = case when state = 'taken' then 'new' else state end, taken_by = null,
      taken_at = null, touched_at = now() where id = wanted;
  elsif step = 'close' then
    if held.state = 'closed' and held.taken_by = me then return '{"outcome":"same"}'; end if;
    if conflict is not null then return conflict; end if;
    line := 'message-closed';
    update public.messages set state = 'closed', taken_by = me, taken_at = coalesce(taken_at, now()), touched_at = now()
      where id = wanted;
  elsif step = 'reopen' then
    if held.state <> 'closed' then return '{"outcome":"same"}'; end if;
    line := 'message-reopened';
    update public.messages set state = 'new', taken_by = null, taken_at = null, touched_at = now() where id = wanted;
  else
    raise exception 'There is no step %', step;
  end if;
  perform public.log_staff(staff, line, 'message', wanted::text, public.confirmed_account(held.email),
    case when held.taken_by <> me then jsonb_build_object('holder', held.taken_by) else '{}' end);
  return '{"outcome":"done"}';
end $$;

-- Adds a part with its mails: an answer ('us'), what came by mail ('them'), or a note. `part` has side, body, key, and `seen`, how many
-- parts the form showed. Only an answer needs the thread in one's own hand or nobody's. The same words within a minute are one part.
create function public.desk_add_part(staff jsonb, wanted uuid, part jsonb, mails jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  me uuid := staff ->> 'id';
  new_side text := part ->> 'side';
  held public.messages := public.lock_thread(wanted);
  conflict jsonb;
begin
  if held.id is null then return null; end if;
  if exists (select from public.message_parts as known where known.key = part ->> 'key' or (
      known.message_id = wanted and known.side = new_side and known.author = me and known.body = part ->> 'body'
      and known.created_at > now() - interval '1 minute')) then return '{"outcome":"same"}'; end if;
  if new_side = 'us' then conflict := public.thread_conflict(held, me, (part ->> 'seen')::integer); end if;
  if conflict is not null then return conflict; end if;
  insert into public.message_parts (message_id, side, author, body, key)
    values (wanted, new_side, me, part ->> 'body', part ->> 'key');
  update public.messages set touched_at = now(),
    state = case new_side when 'us' then 'answered' when 'them' then 'new' else state end,
    taken_by = case when new_side = 'us' then me else taken_by end,
    taken_at = case when new_side = 'us' then coalesce(taken_at, now()) else taken_at end
    where id = wanted;
  perform public.log_staff(staff, case new_side when 'us' then 'message-answered' when 'them' then 'message-came'
    else 'message-noted' end, 'message', wanted::text, public.confirmed_account(held.email));
  perform public.queue_mail(one.mail) from jsonb_array_elements(mails) as one (mail);
  return '{"outcome":"done"}';
end $$;

-- Adds what a visitor wrote on the page of a thread. It is new again, also if it was closed; whoever has it keeps it.
create function public.reply_to_message(wanted uuid, words text, part_key text, mails jsonb) returns text
language plpgsql set search_path = '' as $$
declare
  held public.messages := public.lock_thread(wanted);
begin
  if held.id is null then return null; end if;
  if exists (select from public.message_parts where key = part_key) then return 'same'; end if;
  insert into public.message_parts (message_id, side, body, key) values (wanted, 'them', words, part_key);
  update public.messages set state = 'new', touched_at = now() where id = wanted;
  perform public.queue_mail(one.mail) from jsonb_array_elements(mails) as one (mail);
  return 'done';
end $$;

-- Adds a saved answer, or changes the one with this id if nobody has since the form was made (`seen`, its time of change). Returns null
-- if it was deleted; 'titled' if another has this title; 'moved' with who changed it and when.
create function public.desk_save_answer(staff jsonb, answer jsonb, seen timestamptz) returns jsonb
language plpgsql set search_path = '' as $$
declare
  me uuid := staff ->> 'id';
  wanted uuid := answer ->> 'id';
  known public.saved_answers;
begin
  perform pg_advisory_xact_lock(hashtextextended('saved answers', 0));
  if wanted is not null then
    select * into known from public.saved_answers where id = wanted;
    if known.id is null then return null; end if;
  end if;
  if exists (select from public.saved_answers where title = answer ->> 'title' and body = answer ->> 'body'
    and (wanted is null or id = wanted)) then return '{"outcome":"same"}'; end if;
  if known.changed_at <> seen then
    return jsonb_build_object('outcome', 'moved', 'by', public.staff_name(known.changed_by), 'at', known.changed_at);
  end if;
  if exists (select from public.saved_answers
    where lower(title) = lower(answer ->> 'title') and id is distinct from wanted) then return '{"outcome":"titled"}'; end if;
  if wanted is null then
    insert into public.saved_answers (title, body, changed_by) values (answer ->> 'title', answer ->> 'body', me)
      returning * into known;
  else
    update public.saved_answers set title = answer ->> 'title', body = answer ->> 'body', changed_by = me,
      changed_at = now() where id = wanted;
  end if;
  perform public.log_staff(staff, 'saved-answer-changed', 'saved-answer', known.id::text);
  return '{"outcome":"done"}';
end $$;

-- Deletes a saved answer if nobody has changed it since the form was made.
create function public.desk_delete_answer(staff jsonb, wanted uuid, seen timestamptz) returns jsonb
language plpgsql set search_path = '' as $$
declare
  known public.saved_answers;
begin
  select * into known from public.saved_answers where id = wanted for update;
  if known.id is null then return '{"outcome":"same"}'; end if;
  if known.changed_at <> seen then
    return jsonb_build_object('outcome', 'moved', 'by', public.staff_name(known.changed_by), 'at', known.changed_at);
  end if;
  delete from public.saved_answers where id = wanted;
  perform public.log_staff(staff, 'saved-answer-deleted', 'saved-answer', wanted::text);
  return '{"outcome":"done"}';
end $$;

create trigger forget_message_account after update of state on public.closing_requests
  for each row when (new.state = 'done') execute function public.forget_message_account();
