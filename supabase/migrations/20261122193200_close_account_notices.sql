-- Closes the account of an open request, all of it or nothing: what was changed in DNS, schools, mails, forms, what was
-- told of renewals and changes, and every session go, the newsletter is left, and who it was is taken out of the account. Orders and domains stay: they belong to nobody who can be
-- named any more. With neither the account itself goes. Gives back what is left: 'nothing', or 'an account without a name'.
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

  if exists (select from public.orders where user_id = account)
    or exists (select from public.domains where user_id = account) then
    update auth.users set email = 'closed-' || account || '@invalid', encrypted_password = '', raw_user_meta_data = '{}'
      where id = account;
    return 'an account without a name';
  end if;
  delete from auth.users where id = account;
  return 'nothing';
end $$;
