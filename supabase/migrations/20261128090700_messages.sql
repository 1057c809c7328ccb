-- Messages to the agency, their parts, and saved answers.

-- Messages to the agency: of visitors, and of the site about orders, zones and subscribers. Deleted after a year.
create table public.messages (
  id uuid primary key default gen_random_uuid(),
  -- A fingerprint of what was typed, or of what the message is about. The same message again makes no second row.
  key text not null unique check (key ~ '^[\w-]{8,128}$'),
  name text not null check (length(name) between 1 and 200),
  email text not null check (length(email) between 3 and 254),
  -- In lower case, for the same reason as mails.address.
  address text not null generated always as (lower(email)) stored,
  phone text check (phone ~ '^\+\d{6,15}$'),
  subject text not null check (length(subject) between 1 and 300),
  message text not null check (length(message) between 1 and 10000),
  domain text check (length(domain) <= 253),
  -- What the desk searches, as it folds what is typed.
  searched text not null generated always as (
    lower(public.plain_quotes(name || ' ' || email || ' ' || subject || coalesce(' ' || domain, '')))) stored,
  created_at timestamptz not null default now(),
  -- When the contact service accepted the message, or the mail with it was queued.
  handed_on_at timestamptz,
  next_try_at timestamptz not null default now(),
  attempts integer not null default 0,
  -- Until this time one process is sending the message; afterwards any process may.
  claimed_until timestamptz default now() + interval '1 minute',
  failed_at timestamptz,
  -- How the last attempt failed: host, kind and code. Never the service's words, which may repeat an address.
  failure jsonb,
  kind text not null default 'visitor' check (kind in ('visitor', 'reply', 'order', 'zone', 'subscriber', 'closing', 'payment')),
  -- The account that wrote it while signed in, or that a notice is about.
  user_id uuid references auth.users (id) on delete set null,
  state text not null default 'new' check (state in ('new', 'taken', 'answered', 'closed')),
  -- The member of staff who took or closed the thread. No foreign key: the row stays when that account is deleted.
  taken_by uuid,
  taken_at timestamptz,
  -- When the visitor wrote again last, written by the parts.
  wrote_again_at timestamptz,
  -- The time of the last part or step. The message is deleted a year later.
  touched_at timestamptz not null default now()
);
create index messages_due on public.messages (next_try_at) where handed_on_at is null and failed_at is null;
create index messages_of_address on public.messages (address, created_at desc);
create index messages_age on public.messages (touched_at);
create index messages_open on public.messages (created_at) where kind = 'visitor' and state in ('new', 'taken');
-- The desk's lists: threads by state, and notices.
create index messages_by_part on public.messages using gin (public.text_parts(searched));
create index messages_by_state on public.messages (state, coalesce(wrote_again_at, created_at), id) where kind = 'visitor';
create index messages_of_site on public.messages (coalesce(wrote_again_at, created_at), id) where kind <> 'visitor';

create table public.message_parts (
  id bigint generated always as identity primary key,
  message_id uuid not null references public.messages (id) on delete cascade,
  -- 'us': an answer of staff; 'them': the visitor; 'note': for staff only.
  side text not null check (side in ('us', 'them', 'note')),
  -- The member of staff who wrote the part, or who copied it from a mail.
  author uuid,
  body text not null check (length(body) between 1 and 10000),
  -- The fingerprint of thread, side, words and the parts that the form showed: a form that is sent again adds nothing.
  key text not null unique check (key ~ '^[\w-]{8,128}$'),
  created_at timestamptz not null default now()
);
create index message_parts_thread on public.message_parts (message_id, id);

create function public.note_visitor_wrote() returns trigger language plpgsql set search_path = '' as $$
begin
  update public.messages set wrote_again_at = greatest(wrote_again_at, new.created_at) where id = new.message_id;
  return null;
end $$;
create trigger note_visitor_wrote after insert on public.message_parts for each row when (new.side = 'them')
  execute function public.note_visitor_wrote();

create table public.saved_answers (
  id uuid primary key default gen_random_uuid(),
  title text not null check (length(title) between 1 and 100),
  body text not null check (length(body) between 1 and 5000),
  changed_by uuid not null,
  changed_at timestamptz not null default now()
);
create unique index saved_answers_title on public.saved_answers (lower(title));

-- Stores messages to the agency and queues mails. Mails to the agency may be delayed by `delay_seconds`; a customer's receipt is not.
create function public.notify_agency(messages jsonb, mails jsonb, delay_seconds integer default 0) returns void
language plpgsql set search_path = '' as $$
begin
  insert into public.messages (key, name, email, phone, subject, message, domain, kind, user_id, handed_on_at)
    select new_message.key, new_message.name, new_message.email, new_message.phone, new_message.subject, new_message.message,
      new_message.domain, coalesce(new_message.kind, 'visitor'), new_message.user_id, now()
    from jsonb_populate_recordset(null::public.messages, messages) as new_message;
  perform public.queue_mails(mails);
  update public.mails as queued set next_try_at = now() + make_interval(secs => delay_seconds)
    from jsonb_array_elements(mails) as one (mail)
    where queued.key = one.mail ->> 'key' and queued.kind = 'contact' and delay_seconds > 0;
end $$;

-- Gives a delayed mail its final text and sends it. False if it has gone out, or is on its way.
create function public.update_agency_mail(messages jsonb, mails jsonb) returns boolean language plpgsql set search_path = '' as $$
begin
  update public.mails as queued
    set subject = one.mail ->> 'subject', body_text = one.mail ->> 'body_text', next_try_at = now()
    from jsonb_array_elements(mails) as one (mail) where queued.key = one.mail ->> 'key' and queued.attempts = 0;
  if not found then return false; end if;
  update public.messages as stored set subject = new_message.subject, message = new_message.message
    from jsonb_populate_recordset(null::public.messages, messages) as new_message where stored.key = new_message.key;
  return true;
end $$;

-- Stores a message for the contact service, once for its key, and claims it for so many seconds: 'claimed'; 'sent' if it was sent within a
-- day; 'busy' while another process has it. A closed thread that is sent once more is new again.
create function public.store_message(new_message jsonb, seconds integer) returns text language plpgsql set search_path = '' as $$
begin
  insert into public.messages as known
    (key, name, email, phone, subject, message, domain, kind, user_id, attempts, claimed_until)
    select new_row.key, new_row.name, new_row.email, new_row.phone, new_row.subject, new_row.message, new_row.domain,
      coalesce(new_row.kind, 'visitor'), new_row.user_id, 1, now() + make_interval(secs => seconds)
    from jsonb_populate_record(null::public.messages, new_message) as new_row
    on conflict (key) do update
      set attempts = 1, claimed_until = excluded.claimed_until, handed_on_at = null, failed_at = null, failure = null,
        state = case when known.state in ('answered', 'closed') then 'new' else known.state end, touched_at = now()
      where (known.claimed_until is null or known.claimed_until <= now())
        and (known.handed_on_at is null or known.handed_on_at < now() - interval '23 hours');
  if found then return 'claimed'; end if;
  return (select case when known.handed_on_at is null then 'busy' else 'sent' end
    from public.messages as known where known.key = new_message ->> 'key');
end $$;

-- Claims the message that has been due longest, for `seconds`. Skips a message that another process has claimed, without
-- waiting.
create function public.claim_message(seconds integer) returns setof public.messages language sql set search_path = '' as $$
  update public.messages set attempts = attempts + 1, claimed_until = now() + make_interval(secs => seconds)
  where id = (
    select id from public.messages
    where handed_on_at is null and failed_at is null and next_try_at <= now()
      and (claimed_until is null or claimed_until <= now())
    order by next_try_at limit 1 for update skip locked
  )
  returning *;
$$;

-- Marks a message sent, whichever process sent it.
create function public.mark_message_sent(message_key text) returns void language sql set search_path = '' as $$
  update public.messages set claimed_until = null, handed_on_at = now(), failed_at = null where key = message_key;
$$;

-- Marks an attempt failed, unless another process has claimed the message since. If `again_in` (seconds) is null, the message
-- is not tried again.
create function public.mark_message_failed(message_key text, attempt integer, why jsonb, again_in integer default null)
returns void
language sql set search_path = '' as $$
  update public.messages set
    claimed_until = null, failure = why,
    next_try_at = now() + make_interval(secs => coalesce(again_in, 0)),
    failed_at = case when again_in is null then now() end
  where key = message_key and attempts = attempt and handed_on_at is null;
$$;

-- Queues the mail of a stored message again. A closed thread whose mail goes out is new again.
create function public.requeue_message(message_key text, mails jsonb) returns void language plpgsql set search_path = '' as $$
begin
  perform public.queue_mails(mails);
  update public.messages as known set state = 'new', touched_at = now()
    from jsonb_array_elements(mails) as one (mail)
    where known.key = message_key and known.state in ('answered', 'closed') and exists (
      select from public.mails as queued where queued.key = one.mail ->> 'key' and queued.sent_at is null);
end $$;

-- A message for its page at the desk, with its last 200 parts, five other messages of its address, and what the account with the address has.
create function public.desk_thread(thread_id uuid) returns jsonb language sql stable security definer set search_path = '' as $$
  select to_jsonb(thread) || jsonb_build_object(
    'taken_name', public.staff_name(thread.taken_by),
    'part_count', (select count(*) from public.message_parts where message_id = thread.id),
    'parts', coalesce((
      select jsonb_agg(to_jsonb(part) || jsonb_build_object('author', public.staff_name(part.author)) order by part.id)
      from (select id, side, author, body, created_at from public.message_parts
        where message_id = thread.id order by id desc limit 200) as part), '[]'),
    'others', coalesce((
      select jsonb_agg(other) from (
        select id, subject, state, touched_at from public.messages
        where address = thread.address and kind = 'visitor' and id <> thread.id order by created_at desc, id limit 5) as other), '[]'),
    'account', (
      select jsonb_build_object('id', known.id, 'name', known.raw_user_meta_data ->> 'full_name',
        'domains', coalesce((select jsonb_agg(name order by name) from (
          select name from public.domains where user_id = known.id and status <> 'left' order by name limit 50) as own), '[]'),
        'orders', coalesce((select jsonb_agg(own) from (
          select id, kind, domain, status, price_ksh, updated_at, public.is_order_paid(orders) as is_paid from public.orders
          where user_id = known.id order by created_at desc limit 20) as own), '[]'))
      from auth.users as known where known.id = public.confirmed_account(thread.email)))
  from public.messages as thread where thread.id = thread_id;
$$;

-- A page of threads in these states, or of notices, that have these words (in lower case), as list_page returns it. Without addresses.
-- `since`: when the visitor last wrote.
create function public.desk_messages(
  states text[], is_from_site boolean, words text, is_oldest_first boolean, place jsonb, max_rows integer
) returns jsonb language sql stable security definer set search_path = '' as $$
  select public.list_page(format('
    select id, kind, name, subject, state, taken_by, public.staff_name(taken_by) as taken_name, coalesce(wrote_again_at, created_at) as since,
      touched_at, coalesce(wrote_again_at, created_at) as at, id as key
    from public.messages where %s %s',
    case when is_from_site then 'kind <> ''visitor''' else 'kind = ''visitor'' and ' || public.is_one_of('state', states) end,
    case when words <> '' then 'and ' || public.has_part('searched', words) end),
    is_oldest_first, place, max_rows);
$$;

-- Each function below changes one thread, with its log line and mails. It returns null if there is no such thread, else an `outcome`:
-- 'done'; 'same' if it was done before; 'taken' or 'closed' by somebody (`by`, `at`); 'moved' if parts were added that the form did not
-- show.
create function public.lock_thread(thread_id uuid) returns public.messages language sql set search_path = '' as $$
  select * from public.messages where id = thread_id and kind = 'visitor' for update;
$$;

-- Returns why a member of staff may not close or answer a thread: an `outcome`, and who did what (`by`, `at`). Null if they
-- may.
create function public.thread_conflict(thread public.messages, me uuid, expected_parts integer) returns jsonb
language sql stable set search_path = '' as $$
  select case
    when thread.state = 'closed' then jsonb_build_object('outcome', 'closed', 'by', public.staff_name(thread.taken_by),
      'at', thread.touched_at)
    when thread.taken_by <> me then jsonb_build_object('outcome', 'taken', 'by', public.staff_name(thread.taken_by),
      'at', thread.taken_at)
    when expected_parts <> (select count(*) from public.message_parts where message_id = thread.id)
      then jsonb_build_object('outcome', 'moved')
  end;
$$;

-- Takes a thread, gives it back (also for a colleague), closes or reopens it. `expected` has what the form showed: `part_count`, `holder`.
create function public.desk_move_message(staff jsonb, thread_id uuid, step text, expected jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  me uuid := staff ->> 'id';
  thread public.messages := public.lock_thread(thread_id);
  expected_parts integer := coalesce((expected ->> 'part_count')::integer,
    (select count(*) from public.message_parts where message_id = thread_id));
  conflict jsonb := public.thread_conflict(thread, me, expected_parts);
  line text;
begin
  if thread.id is null then return null; end if;
  if step = 'take' then
    if conflict ->> 'outcome' in ('closed', 'taken') then return conflict; end if;
    if thread.state <> 'new' and thread.taken_by is not null then return '{"outcome":"same"}'; end if;
    line := 'message-taken';
    update public.messages set state = 'taken', taken_by = me, taken_at = now(), touched_at = now() where id = thread_id;
  elsif step = 'give-back' then
    if thread.state = 'closed' then return conflict; end if;
    if thread.taken_by is null then return '{"outcome":"same"}'; end if;
    if thread.taken_by::text is distinct from expected ->> 'holder' then
      return jsonb_build_object('outcome', 'taken', 'by', public.staff_name(thread.taken_by), 'at', thread.taken_at);
    end if;
    line := 'message-given-back';
    update public.messages set state = case when state = 'taken' then 'new' else state end, taken_by = null,
      taken_at = null, touched_at = now() where id = thread_id;
  elsif step = 'close' then
    if thread.state = 'closed' and thread.taken_by = me then return '{"outcome":"same"}'; end if;
    if conflict is not null then return conflict; end if;
    line := 'message-closed';
    update public.messages set state = 'closed', taken_by = me, taken_at = coalesce(taken_at, now()), touched_at = now()
      where id = thread_id;
  elsif step = 'reopen' then
    if thread.state <> 'closed' then return '{"outcome":"same"}'; end if;
    line := 'message-reopened';
    update public.messages set state = 'new', taken_by = null, taken_at = null, touched_at = now() where id = thread_id;
  else
    raise exception 'There is no step %', step;
  end if;
  return public.log_done(staff, line, 'message', thread_id::text, public.confirmed_account(thread.email),
    case when thread.taken_by <> me then jsonb_build_object('holder', thread.taken_by) else '{}' end);
end $$;

-- Deletes a thread with its parts and mails. The log keeps its id and why. `expected_version`: when the thread was last touched, as the form
-- showed it.
create function public.desk_delete_message(staff jsonb, thread_id uuid, expected_version timestamptz, reason text) returns jsonb
language plpgsql set search_path = '' as $$
declare
  thread public.messages := public.lock_thread(thread_id);
  keys text[] := array(select key from public.message_parts where message_id = thread_id) || thread.key;
begin
  if thread.id is null then
    return case when (public.desk_last(staff, '{message-deleted}', 'message', thread_id::text) ->> 'is_again')::boolean
      then '{"outcome":"same"}'::jsonb end;
  end if;
  if thread.state <> 'closed' and thread.taken_by <> (staff ->> 'id')::uuid then
    return jsonb_build_object('outcome', 'taken', 'by', public.staff_name(thread.taken_by), 'at', thread.taken_at);
  end if;
  if thread.touched_at is distinct from expected_version then return '{"outcome":"moved"}'; end if;
  delete from public.mails where key = any (array(select kind || key from unnest(keys) as key, unnest('{contact-,answer-}'::text[]) as kind));
  -- The agency's copy of a visitor's reply has the key of the part.
  delete from public.messages where key = any (keys) and kind in ('visitor', 'reply');
  return public.log_done(staff, 'message-deleted', 'message', thread_id::text, detail => jsonb_build_object('reason', reason));
end $$;

-- Deletes these threads ("id", "version"), except those that desk_delete_message refuses. Returns how many are `deleted` and `kept`.
create function public.desk_delete_messages(staff jsonb, threads jsonb, reason text) returns jsonb
language plpgsql set search_path = '' as $$
declare
  one record;
  outcome text;
  deleted integer := 0;
  kept integer := 0;
begin
  -- In one order, to prevent deadlocks.
  for one in select * from jsonb_to_recordset(threads) as ticked (id uuid, version timestamptz) order by id loop
    outcome := public.desk_delete_message(staff, one.id, one.version, reason) ->> 'outcome';
    if outcome in ('done', 'same') then deleted := deleted + 1; end if;
    if outcome in ('taken', 'moved') then kept := kept + 1; end if;
  end loop;
  return jsonb_build_object('deleted', deleted, 'kept', kept);
end $$;

-- Adds an answer ('us'), what came by mail ('them') or a note. `part` has side, body, key and `part_count`, how many the form showed. Only
-- an answer needs the thread in one's own hand or nobody's. The same words within a minute are one part.
create function public.desk_add_part(staff jsonb, thread_id uuid, part jsonb, mails jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  me uuid := staff ->> 'id';
  new_side text := part ->> 'side';
  thread public.messages := public.lock_thread(thread_id);
  conflict jsonb;
begin
  if thread.id is null then return null; end if;
  if exists (select from public.message_parts as known where known.key = part ->> 'key' or (
      known.message_id = thread_id and known.side = new_side and known.author = me and known.body = part ->> 'body'
      and known.created_at > now() - interval '1 minute')) then return '{"outcome":"same"}'; end if;
  if new_side = 'us' then conflict := public.thread_conflict(thread, me, (part ->> 'part_count')::integer); end if;
  if conflict is not null then return conflict; end if;
  insert into public.message_parts (message_id, side, author, body, key)
    values (thread_id, new_side, me, part ->> 'body', part ->> 'key');
  update public.messages set touched_at = now(),
    state = case new_side when 'us' then 'answered' when 'them' then 'new' else state end,
    taken_by = case when new_side = 'us' then me else taken_by end,
    taken_at = case when new_side = 'us' then coalesce(taken_at, now()) else taken_at end
    where id = thread_id;
  return public.log_done(staff, case new_side when 'us' then 'message-answered' when 'them' then 'message-came'
    else 'message-noted' end, 'message', thread_id::text, public.confirmed_account(thread.email),
    mails => mails);
end $$;

-- Adds what a visitor wrote on the page of a thread. It is new again, also if it was closed; whoever has it keeps it.
create function public.reply_to_message(thread_id uuid, words text, part_key text, mails jsonb) returns text
language plpgsql set search_path = '' as $$
declare thread public.messages := public.lock_thread(thread_id);
begin
  if thread.id is null then return null; end if;
  if exists (select from public.message_parts where key = part_key) then return 'same'; end if;
  insert into public.message_parts (message_id, side, body, key) values (thread_id, 'them', words, part_key);
  update public.messages set state = 'new', touched_at = now() where id = thread_id;
  perform public.queue_mails(mails);
  return 'done';
end $$;

-- Adds a saved answer, or changes the one with this id. Null if it was deleted; 'titled' if another has this title; 'moved' if it has
-- changed.
create function public.desk_save_answer(staff jsonb, answer jsonb, expected_version timestamptz) returns jsonb
language plpgsql set search_path = '' as $$
declare
  me uuid := staff ->> 'id';
  answer_id uuid := answer ->> 'id';
  known public.saved_answers;
begin
  perform pg_advisory_xact_lock(hashtextextended('saved answers', 0));
  if answer_id is not null then
    select * into known from public.saved_answers where id = answer_id;
    if known.id is null then return null; end if;
  end if;
  if exists (select from public.saved_answers where title = answer ->> 'title' and body = answer ->> 'body'
    and (answer_id is null or id = answer_id)) then return '{"outcome":"same"}'; end if;
  if known.changed_at <> expected_version then
    return jsonb_build_object('outcome', 'moved', 'by', public.staff_name(known.changed_by), 'at', known.changed_at);
  end if;
  if exists (select from public.saved_answers
    where lower(title) = lower(answer ->> 'title') and id is distinct from answer_id) then return '{"outcome":"titled"}'; end if;
  if answer_id is null then
    insert into public.saved_answers (title, body, changed_by) values (answer ->> 'title', answer ->> 'body', me)
      returning * into known;
  else
    update public.saved_answers set title = answer ->> 'title', body = answer ->> 'body', changed_by = me,
      changed_at = now() where id = answer_id;
  end if;
  return public.log_done(staff, 'saved-answer-changed', 'saved-answer', known.id::text);
end $$;

-- Deletes a saved answer if nobody has changed it since the form was made.
create function public.desk_delete_answer(staff jsonb, answer_id uuid, expected_version timestamptz) returns jsonb
language plpgsql set search_path = '' as $$
declare known public.saved_answers;
begin
  select * into known from public.saved_answers where id = answer_id for update;
  if known.id is null then return '{"outcome":"same"}'; end if;
  if known.changed_at <> expected_version then
    return jsonb_build_object('outcome', 'moved', 'by', public.staff_name(known.changed_by), 'at', known.changed_at);
  end if;
  delete from public.saved_answers where id = answer_id;
  return public.log_done(staff, 'saved-answer-deleted', 'saved-answer', answer_id::text);
end $$;
