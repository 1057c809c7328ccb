-- The second step of signing in: a code of an authenticator app (RFC 6238) or one of ten printed codes. Customers may have one,
-- staff must. The database asks for it too, so that a stolen password reads no row past the pages either.
create table public.second_steps (
  user_id uuid primary key references auth.users (id) on delete cascade,
  -- Sealed with a key that the database does not have.
  secret text not null,
  confirmed_at timestamptz,
  -- The time step of the last code, so that a code counts once.
  last_counter bigint not null default 0,
  created_at timestamptz not null default now()
);
create table public.step_codes (
  user_id uuid not null references public.second_steps (user_id) on delete cascade,
  hash text not null,
  used_at timestamptz,
  primary key (user_id, hash)
);
create table public.stepped_sessions (
  session_id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  passed_at timestamptz not null default now(),
  passed_by text not null check (passed_by in ('app', 'code'))
);
create index stepped_sessions_user on public.stepped_sessions (user_id);

alter table public.second_steps enable row level security;
alter table public.step_codes enable row level security;
alter table public.stepped_sessions enable row level security;
revoke all on public.second_steps, public.step_codes, public.stepped_sessions from anon, authenticated;
grant select, insert, update, delete on public.second_steps, public.step_codes, public.stepped_sessions to service_role;

-- Whether the session that asks needs no second step or has passed it.
create function public.has_stepped() returns boolean
language sql stable security definer set search_path = '' as $$
  select not exists (select from public.second_steps where user_id = auth.uid() and confirmed_at is not null)
    or exists (
      select from public.stepped_sessions
      where user_id = auth.uid() and session_id::text = auth.jwt() ->> 'session_id'
    )
$$;
revoke execute on function public.has_stepped() from public, anon;
grant execute on function public.has_stepped() to authenticated, service_role;

do $$
declare
  name text;
begin
  foreach name in array array['domains', 'orders', 'dns_changes', 'dns_jobs', 'school_interest', 'newsletter_pending',
    'submissions', 'mails', 'closing_requests', 'renewal_notices', 'reminder_choices', 'account_changes'] loop
    execute format('create policy "The second step is passed" on public.%I as restrictive for select to authenticated
      using ((select public.has_stepped()))', name);
  end loop;
end $$;

-- Told by mail, as a changed password is.
alter table public.account_changes drop constraint account_changes_kind_check,
  add constraint account_changes_kind_check check (kind in ('password', 'address', 'sign-out', 'step-on', 'step-off'));

-- Begins a second step, or begins it anew with another secret. False if one is in force.
create function public.begin_second_step(owner uuid, sealed text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.second_steps (user_id, secret) values (owner, sealed)
    on conflict (user_id) do update set secret = excluded.secret, created_at = now(), last_counter = 0
    where second_steps.confirmed_at is null;
  return found;
end $$;

-- Puts a begun second step into force, with its printed codes, for a session that has just shown a code. False if none is begun.
create function public.confirm_second_step(owner uuid, session uuid, counter bigint, hashes text[]) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  update public.second_steps set confirmed_at = now(), last_counter = counter
    where user_id = owner and confirmed_at is null;
  if not found then return false; end if;
  insert into public.step_codes (user_id, hash) select owner, unnest(hashes);
  insert into public.stepped_sessions (session_id, user_id, passed_by) values (session, owner, 'app');
  insert into public.account_changes (user_id, kind, email) select id, 'step-on', email from auth.users where id = owner;
  return true;
end $$;

-- Passes the second step of a session by a code of the app. False if this code or a later one was used before.
create function public.pass_second_step(owner uuid, session uuid, counter bigint) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  update public.second_steps set last_counter = counter
    where user_id = owner and confirmed_at is not null and last_counter < counter;
  if not found then return false; end if;
  insert into public.stepped_sessions (session_id, user_id, passed_by) values (session, owner, 'app')
    on conflict (session_id) do update set passed_at = now(), passed_by = 'app';
  return true;
end $$;

-- The same by a printed code, which works once.
create function public.pass_second_step_by_code(owner uuid, session uuid, code text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  update public.step_codes set used_at = now() where user_id = owner and hash = code and used_at is null;
  if not found then return false; end if;
  insert into public.stepped_sessions (session_id, user_id, passed_by) values (session, owner, 'code')
    on conflict (session_id) do update set passed_at = now(), passed_by = 'code';
  return true;
end $$;

-- Replaces the printed codes of a second step that is in force.
create function public.renew_step_codes(owner uuid, hashes text[]) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.second_steps where user_id = owner and confirmed_at is not null for update;
  if not found then return false; end if;
  delete from public.step_codes where user_id = owner;
  insert into public.step_codes (user_id, hash) select owner, unnest(hashes);
  return true;
end $$;

-- Ends a second step. Sessions stay signed in.
create function public.end_second_step(owner uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.stepped_sessions where user_id = owner;
  delete from public.second_steps where user_id = owner and confirmed_at is not null;
  if not found then return false; end if;
  insert into public.account_changes (user_id, kind, email) select id, 'step-off', email from auth.users where id = owner;
  return true;
end $$;

revoke execute on function public.begin_second_step(uuid, text), public.confirm_second_step(uuid, uuid, bigint, text[]),
  public.pass_second_step(uuid, uuid, bigint), public.pass_second_step_by_code(uuid, uuid, text),
  public.renew_step_codes(uuid, text[]), public.end_second_step(uuid) from public, anon, authenticated;
grant execute on function public.begin_second_step(uuid, text), public.confirm_second_step(uuid, uuid, bigint, text[]),
  public.pass_second_step(uuid, uuid, bigint), public.pass_second_step_by_code(uuid, uuid, text),
  public.renew_step_codes(uuid, text[]), public.end_second_step(uuid) to service_role;

-- A closed account whose row stays, because it has orders, keeps no second step.
create function public.forget_second_step() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.second_steps where user_id = new.user_id;
  delete from public.stepped_sessions where user_id = new.user_id;
  return null;
end $$;
revoke execute on function public.forget_second_step() from public, anon, authenticated;
create trigger forget_second_step after update of state on public.closing_requests
  for each row when (new.state = 'done') execute function public.forget_second_step();
