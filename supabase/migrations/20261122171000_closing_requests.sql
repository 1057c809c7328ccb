-- Customers who have asked to have their account closed. A person of the agency does it, and until then it can be taken back.
create table public.closing_requests (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  reason text check (length(reason) between 1 and 1000),
  state text not null default 'open' check (state in ('open', 'withdrawn', 'done')),
  created_at timestamptz not null default now(),
  -- When the agency was told of it; none while that has still to be done.
  told_at timestamptz,
  ended_at timestamptz
);
-- However often and from wherever it is sent: one that is open.
create unique index closing_requests_open on public.closing_requests (user_id) where state = 'open';
create index closing_requests_of_user on public.closing_requests (user_id, created_at desc);

alter table public.closing_requests enable row level security;
revoke all on public.closing_requests from anon, authenticated;
grant select on public.closing_requests to authenticated;
grant select, insert, update, delete on public.closing_requests to service_role;

create policy "Customers read their own requests" on public.closing_requests
  for select to authenticated using ((select auth.uid()) = user_id);

-- Closes the account of an open request, all of it or nothing: what was changed in DNS, schools, mails, forms and every session go, the
-- newsletter is left, and who it was is taken out of the account. Orders and domains stay: they belong to nobody who can be
-- named any more. With neither the account itself goes. Gives back what is left: 'nothing', or 'an account without a name'.
create function public.close_account(request uuid) returns text
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

revoke execute on function public.close_account(uuid) from public, anon, authenticated;
grant execute on function public.close_account(uuid) to service_role;
