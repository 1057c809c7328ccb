-- What the agency's staff did at the desk. Rows are added and read, never changed: not by the service role either.
create table public.desk_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  -- No foreign key: a line stays when the account of a member of staff or a customer goes.
  staff uuid not null,
  staff_email text not null check (length(staff_email) between 3 and 254),
  -- What was done: 'order-done', 'person-looked-at'.
  did text not null check (did ~ '^[a-z-]{1,40}$'),
  about_kind text not null check (about_kind ~ '^[a-z-]{1,30}$'),
  about_id text not null check (length(about_id) between 1 and 200),
  -- The account that it is about.
  customer uuid,
  -- Never a transfer code, a secret or the text of a mail.
  detail jsonb not null default '{}'
);
create index desk_log_newest on public.desk_log (at desc, id desc);
create index desk_log_about on public.desk_log (about_kind, about_id, id);

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
create index desk_notes_about on public.desk_notes (about_kind, about_id, created_at);

alter table public.desk_log enable row level security;
alter table public.desk_notes enable row level security;
revoke all on public.desk_log, public.desk_notes from anon, authenticated, service_role;
grant select, insert on public.desk_log to service_role;
grant select, insert, delete on public.desk_notes to service_role;

create function public.refuse_log_change() returns trigger
language plpgsql set search_path = '' as $$
begin
  -- The purge below is the one that may.
  if tg_op = 'DELETE' and current_setting('desk.purge', true) = 'on' then return null; end if;
  raise exception 'The log of the desk cannot be changed.';
end $$;
create trigger refuse_log_change after update or delete on public.desk_log
  for each row execute function public.refuse_log_change();
create trigger refuse_log_truncate before truncate on public.desk_log
  for each statement execute function public.refuse_log_change();

-- Adds a line to the log. `staff` has the keys id and email of the member of staff. Called in the transaction of what was done.
create function public.log_staff(
  staff jsonb, did text, about_kind text, about_id text, customer uuid default null, detail jsonb default '{}'
) returns void
language sql set search_path = '' as $$
  insert into public.desk_log (staff, staff_email, did, about_kind, about_id, customer, detail)
  values ((staff ->> 'id')::uuid, staff ->> 'email', did, about_kind, about_id, customer, detail);
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

-- Deletes lines that are older than 730 days. Returns how many.
create function public.purge_desk_log() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  gone integer;
begin
  perform set_config('desk.purge', 'on', true);
  delete from public.desk_log where at < now() - interval '730 days';
  get diagnostics gone = row_count;
  perform set_config('desk.purge', '', true);
  return gone;
end $$;

revoke execute on function public.refuse_log_change(), public.purge_desk_log(),
  public.log_staff(jsonb, text, text, text, uuid, jsonb), public.add_desk_note(jsonb, text, text, text, uuid)
  from public, anon, authenticated;
grant execute on function public.purge_desk_log(), public.log_staff(jsonb, text, text, text, uuid, jsonb),
  public.add_desk_note(jsonb, text, text, text, uuid) to service_role;

-- Of second steps: when a session passed its second step, if the step is in force.
create function public.stepped_at(owner uuid, session uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('is_on', exists (
      select from public.second_steps where user_id = owner and confirmed_at is not null),
    'passed_at', (select passed_at from public.stepped_sessions where user_id = owner and session_id = session));
$$;
revoke execute on function public.stepped_at(uuid, uuid) from public, anon, authenticated;
grant execute on function public.stepped_at(uuid, uuid) to service_role;
