-- Whose the link of a mail is, asked before it is spent. Auth services keep the first password and the first name when an
-- unconfirmed address signs up again, so whoever was first could prepare an account for somebody else's mailbox. An account
-- whose address nobody has confirmed therefore loses all that was put into it, unless it was made by the browser that asks:
-- that one's mark is in the account, and in a signed cookie. Nothing happens to an account that is confirmed.
-- Gives back 'maker', 'mailbox' (it was not this browser's), 'customer' (it is confirmed), or null for a link that leads nowhere.
create function public.claim_mailed_link(link text, mark text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  account uuid;
  is_confirmed boolean;
  made_by text;
begin
  -- Hosted projects look links up in a table of their own; the embedded auth service has the columns alone.
  if to_regclass('auth.one_time_tokens') is null then
    select id into account from auth.users where link in (confirmation_token, recovery_token);
  else
    select user_id into account from auth.one_time_tokens where token_hash = link limit 1;
  end if;

  select email_confirmed_at is not null, raw_user_meta_data ->> 'sign_up_mark' into is_confirmed, made_by
    from auth.users where id = account for update;
  if not found then return null; end if;
  if is_confirmed then return 'customer'; end if;
  if made_by = mark then return 'maker'; end if;

  update auth.users set encrypted_password = '', raw_user_meta_data = '{}' where id = account;
  update auth.identities set identity_data = (
    select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(identity_data) where key in ('sub', 'email')
  ) where user_id = account;
  delete from auth.sessions where user_id = account;
  return 'mailbox';
end $$;

revoke execute on function public.claim_mailed_link(text, text) from public, anon, authenticated;
grant execute on function public.claim_mailed_link(text, text) to service_role;
