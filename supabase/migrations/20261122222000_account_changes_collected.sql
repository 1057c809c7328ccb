-- What customers are told of changes of their accounts: the first of a kind at once, those of the ten minutes after a mail together in
-- the next one. Whoever changes a password a thousand times, as a thief or for fun, sends six mails an hour and keeps nobody else's
-- waiting. Each change of an address is told by itself: each has another address.
create function public.account_changes_to_tell(most integer)
returns table (id uuid, kind text, email text, new_email text, created_at timestamptz, times integer)
language sql stable set search_path = '' as $$
  select (array_agg(change.id order by change.created_at desc))[1], change.kind, change.email, max(change.new_email),
    max(change.created_at), count(*)::integer
  from public.account_changes as change
  where change.told_at is null and (change.kind = 'address' or not exists (
    select from public.account_changes as told
    where told.user_id = change.user_id and told.kind = change.kind and told.email = change.email
      and told.told_at > now() - interval '10 minutes'))
  group by change.user_id, change.kind, change.email, case change.kind when 'address' then change.id end
  order by min(change.created_at) limit most;
$$;

-- As before, and notes those that were collected with it.
create or replace function public.tell_account_change(change uuid, mails jsonb) returns boolean
language plpgsql set search_path = '' as $$
declare
  told public.account_changes;
begin
  update public.account_changes set told_at = now() where id = change and told_at is null returning * into told;
  if not found then return false; end if;
  update public.account_changes as earlier set told_at = now()
    where earlier.user_id = told.user_id and earlier.kind = told.kind and earlier.email = told.email and told.kind <> 'address'
      and earlier.told_at is null and earlier.created_at <= told.created_at;
  perform public.queue_mail(one.mail) from jsonb_array_elements(mails) as one (mail);
  return true;
end $$;

revoke execute on function public.account_changes_to_tell(integer) from public, anon, authenticated;
grant execute on function public.account_changes_to_tell(integer) to service_role;

-- What a hosted project gives everybody on new functions and sequences, and nobody needs.
revoke execute on function public.order_changes() from anon, authenticated;
revoke all on sequence public.dns_changes_id_seq from anon, authenticated;
