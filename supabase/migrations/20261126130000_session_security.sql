-- Every change of an account's security is mailed: also its phone number, by which the agency makes sure who has lost a second step, new
-- printed codes, a printed code that was used, and many wrong codes after a right password.
alter table public.account_changes drop constraint account_changes_kind_check,
  add constraint account_changes_kind_check check (kind in ('password', 'address', 'sign-out', 'step-on', 'step-off', 'phone',
    'step-codes', 'step-code-used', 'wrong-codes')),
  -- The number before, where that is what has changed; none if there was none.
  add column old_phone text check (length(old_phone) <= 100);

create or replace function public.note_account_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  old_number text := nullif(left(old.raw_user_meta_data ->> 'contact_phone', 100), '');
  new_number text := nullif(left(new.raw_user_meta_data ->> 'contact_phone', 100), '');
begin
  if old.email_confirmed_at is null or old.email is null or new.email is null or new.email like '%@invalid'
    or new.deleted_at is not null then
    return null;
  end if;
  if old.encrypted_password <> '' and new.encrypted_password <> '' and old.encrypted_password <> new.encrypted_password then
    insert into public.account_changes (user_id, kind, email) values (new.id, 'password', new.email);
  end if;
  if lower(old.email) <> lower(new.email) then
    insert into public.account_changes (user_id, kind, email, new_email) values (new.id, 'address', old.email, new.email);
  end if;
  if old_number is distinct from new_number then
    insert into public.account_changes (user_id, kind, email, old_phone) values (new.id, 'phone', new.email, old_number);
  end if;
  return null;
exception when others then
  raise warning 'a change of an account was not noted: %', sqlstate;
  return null;
end $$;
create trigger note_phone_change after update on auth.users for each row
  when (old.email is not distinct from new.email and old.encrypted_password is not distinct from new.encrypted_password
    and old.raw_user_meta_data ->> 'contact_phone' is distinct from new.raw_user_meta_data ->> 'contact_phone')
  execute function public.note_account_change();

-- Which number to call to make sure who writes: the one that stood in the account 30 days ago, and since when there is another. Null for
-- no account.
create function public.phone_to_call(person uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'phone', case when first.at is null then account.raw_user_meta_data ->> 'contact_phone' else first.old_phone end,
    'changed_at', first.at)
  from auth.users as account
  left join lateral (
    select change.created_at as at, change.old_phone from public.account_changes as change
    where change.user_id = account.id and change.kind = 'phone' and change.created_at > now() - interval '30 days'
    order by change.created_at limit 1
  ) as first on true
  where account.id = person;
$$;

-- As above, for the account of exactly this address.
create function public.phone_to_call_of(address text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select public.phone_to_call(id) from auth.users where email = lower(address) limit 1;
$$;

-- Passes the second step of a session by a printed code, which works once. Its owner gets a mail.
create or replace function public.pass_second_step_by_code(owner uuid, session uuid, code text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  update public.step_codes set used_at = now() where user_id = owner and hash = code and used_at is null;
  if not found then return false; end if;
  insert into public.stepped_sessions (session_id, user_id, passed_by) values (session, owner, 'code')
    on conflict (session_id) do update set passed_at = now(), passed_by = 'code';
  insert into public.account_changes (user_id, kind, email)
    select id, 'step-code-used', email from auth.users where id = owner;
  return true;
end $$;

-- Replaces the printed codes of a second step that is in force. Its owner gets a mail.
create or replace function public.renew_step_codes(owner uuid, hashes text[]) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.second_steps where user_id = owner and confirmed_at is not null for update;
  if not found then return false; end if;
  delete from public.step_codes where user_id = owner;
  insert into public.step_codes (user_id, hash) select owner, unnest(hashes);
  insert into public.account_changes (user_id, kind, email) select id, 'step-codes', email from auth.users where id = owner;
  return true;
end $$;

-- Notes that many codes after a right password were wrong. False if there is no such account.
create function public.note_wrong_codes(owner uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.account_changes (user_id, kind, email) select id, 'wrong-codes', email from auth.users where id = owner;
  return found;
end $$;

revoke execute on function public.phone_to_call(uuid), public.phone_to_call_of(text), public.note_wrong_codes(uuid)
  from public, anon, authenticated;
grant execute on function public.phone_to_call(uuid), public.phone_to_call_of(text), public.note_wrong_codes(uuid) to service_role;
