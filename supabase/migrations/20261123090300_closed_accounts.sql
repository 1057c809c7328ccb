-- What the auth service keeps beside an account: its log of what was done has names and addresses, and so has a link under way.
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

-- An account that the auth service deletes softly gets an address that is none: that is no change to tell anybody of.
create or replace function public.note_account_change() returns trigger
language plpgsql security definer set search_path = '' as $$
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
  return null;
exception when others then
  raise warning 'a change of an account was not noted: %', sqlstate;
  return null;
end $$;
