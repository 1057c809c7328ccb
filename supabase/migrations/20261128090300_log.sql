-- What staff did at the desk, and what they noted.

-- What the agency's staff did at the desk. Rows are added and read, never changed: not by the service role either.
create table public.desk_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  -- No foreign key: a line stays when the account of a member of staff or a customer goes.
  staff uuid not null,
  staff_email text not null check (length(staff_email) between 3 and 254),
  -- What was done: 'order-done', 'person-viewed'.
  did text not null check (did ~ '^[a-z-]{1,40}$'),
  about_kind text not null check (about_kind ~ '^[a-z-]{1,30}$'),
  -- Its id, or the name of a domain, which has up to 253 characters.
  about_id text not null check (length(about_id) between 1 and 253),
  -- The customer's account that the line is about.
  customer uuid,
  -- Never a transfer code, a secret or the text of a mail.
  detail jsonb not null default '{}'
);
create index desk_log_newest on public.desk_log (at desc, id desc);
create index desk_log_of_staff on public.desk_log (staff_email, at desc, id desc);
create index desk_log_did on public.desk_log (did, at desc, id desc);
create index desk_log_about on public.desk_log (about_kind, about_id, id);
create index desk_log_customer on public.desk_log (customer, at desc) where customer is not null;

-- What staff note about an order, a message, a school or a person. Customers never see it.
create table public.desk_notes (
  id uuid primary key default gen_random_uuid(),
  about_kind text not null check (about_kind ~ '^[a-z-]{1,30}$'),
  about_id text not null check (length(about_id) between 1 and 200),
  -- The address of the member of staff.
  author text not null check (length(author) between 3 and 254),
  body text not null check (length(body) between 1 and 2000),
  created_at timestamptz not null default now()
);
create index desk_notes_age on public.desk_notes (created_at);
create index desk_notes_about on public.desk_notes (about_kind, about_id, created_at);

create function public.refuse_log_change() returns trigger language plpgsql set search_path = '' as $$
begin
  -- Only the purge below may delete lines.
  if tg_op = 'DELETE' and current_setting('desk.purge', true) = 'on' then return null; end if;
  raise exception 'The log of the desk cannot be changed.';
end $$;
create trigger refuse_log_truncate before truncate on public.desk_log for each statement execute function public.refuse_log_change();
create trigger refuse_log_change after update or delete on public.desk_log for each row execute function public.refuse_log_change();

-- Adds a line to the log. `staff` has the keys id and email of the member of staff. Call it in the transaction of the change
-- that it logs.
create function public.log_staff(
  staff jsonb, did text, about_kind text, about_id text, customer uuid default null, detail jsonb default '{}'
) returns void language sql set search_path = '' as $$
  insert into public.desk_log (staff, staff_email, did, about_kind, about_id, customer, detail)
  values ((staff ->> 'id')::uuid, staff ->> 'email', did, about_kind, about_id, customer, detail);
$$;

-- Adds a line to the log as log_staff does, and queues the mails. Returns the outcome 'done'.
create function public.log_done(
  staff jsonb, did text, about_kind text, about_id text, customer uuid default null, detail jsonb default '{}', mails jsonb default '[]'
) returns jsonb language sql set search_path = '' as $$
  select public.log_staff(staff, did, about_kind, about_id, customer, detail);
  select public.queue_mails(mails);
  select '{"outcome": "done"}'::jsonb;
$$;

-- Adds a note with its line in the log. The same note by the same person within a minute is one: a form that was sent twice.
create function public.add_desk_note(staff jsonb, kind text, about text, words text, customer uuid default null) returns boolean
language plpgsql set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('note ' || kind || about, 0));
  if exists (select from public.desk_notes where about_kind = kind and about_id = about and body = words
    and author = staff ->> 'email' and created_at > now() - interval '1 minute') then return false; end if;
  insert into public.desk_notes (about_kind, about_id, author, body) values (kind, about, staff ->> 'email', words);
  perform public.log_staff(staff, 'note-added', kind, about, customer);
  return true;
end $$;

-- Deletes the `max_rows` oldest log lines that are older than 730 days. Returns how many.
create function public.purge_desk_log(max_rows integer) returns integer language plpgsql security definer set search_path = '' as $$
declare gone integer;
begin
  perform set_config('desk.purge', 'on', true);
  delete from public.desk_log where id in (
    select id from public.desk_log where at < now() - interval '730 days' order by at limit max_rows);
  get diagnostics gone = row_count;
  perform set_config('desk.purge', '', true);
  return gone;
end $$;

-- Deletes the notes about a row together with the row.
create function public.forget_desk_notes() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from public.desk_notes where about_kind = tg_argv[0] and about_id = old.id::text;
  return null;
end $$;
create trigger forget_desk_notes after delete on auth.users for each row execute function public.forget_desk_notes('person');

-- The name of the member of staff with an address, for the log; the address if no account has it.
create function public.desk_name(address text) returns text language sql stable security definer set search_path = '' as $$
  select coalesce((select nullif(left(raw_user_meta_data ->> 'full_name', 100), '') from auth.users
    where email = lower(address) and not is_sso_user limit 1), address);
$$;

-- Returns the last log line of these kinds about something: `did`, `who`, `at`, `detail`, and `is_again`, whether `doer` did it
-- within the last minute. Null if there is none.
create function public.desk_last(doer jsonb, kinds text[], kind text, about text) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('did', line.did, 'who', public.desk_name(line.staff_email), 'at', line.at,
    'detail', line.detail,
    'is_again', coalesce(line.staff = (doer ->> 'id')::uuid and line.at > now() - interval '1 minute', false))
  from public.desk_log as line
  where line.about_kind = kind and line.about_id = about and line.did = any (kinds) order by line.id desc limit 1;
$$;

-- Returns the last 100 log lines and notes about something, newest first. A note takes the place of the log line 'note-added'.
create function public.desk_trail(kind text, about text) returns jsonb language sql stable set search_path = '' as $$
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

-- A page of the log as list_page returns it, the newest first, by an address and by what was done if they are not empty; `staff`: all who
-- are in the log.
create function public.desk_log_lines(by_address text, done text, place jsonb, max_rows integer) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('staff', (
      -- One step through the index for each address, instead of every line.
      with recursive known as (
        (select staff_email from public.desk_log order by staff_email limit 1)
        union all
        select (select staff_email from public.desk_log where staff_email > known.staff_email order by staff_email limit 1)
        from known where known.staff_email is not null)
      select coalesce(jsonb_agg(jsonb_build_object('email', staff_email, 'name', public.desk_name(staff_email))
        order by staff_email), '[]') from known where staff_email is not null))
    || public.list_page(format('
      select id, at, did, about_kind, about_id, detail, public.desk_name(staff_email) as who, id as key
      from public.desk_log where true %s %s', case when by_address <> '' then format('and staff_email = %L', by_address) end,
      case when done <> '' then format('and did = %L', done) end), false, place, max_rows, false);
$$;
