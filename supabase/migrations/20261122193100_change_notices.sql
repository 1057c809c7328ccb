-- What has changed of an account, of which its customer is to be told: the password, the address, or that all were signed out.
create table public.account_changes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  kind text not null check (kind in ('password', 'address', 'sign-out')),
  -- The address before, and after where that is what has changed.
  email text not null check (length(email) between 1 and 320),
  new_email text check (length(new_email) between 1 and 320),
  created_at timestamptz not null default now(),
  -- When its mail was put into the queue; none while that has still to be done.
  told_at timestamptz
);
create index account_changes_untold on public.account_changes (created_at) where told_at is null;
create index account_changes_of_user on public.account_changes (user_id, created_at desc);

alter table public.account_changes enable row level security;
revoke all on public.account_changes from anon, authenticated;
grant select on public.account_changes to authenticated;
grant select, insert, update, delete on public.account_changes to service_role;

create policy "Customers read what has changed of their account" on public.account_changes
  for select to authenticated using ((select auth.uid()) = user_id);

-- Noted where it happens, whoever does it: the site, the auth service, or a person in its console. Not what is done to an account
-- that nobody has confirmed, the first password of one, or the end of one. Whatever fails here, the change itself does not.
create function public.note_account_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old.email_confirmed_at is null or old.email is null or new.email is null or new.email like '%@invalid' then
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
revoke execute on function public.note_account_change() from public, anon, authenticated;
create trigger note_account_change after update on auth.users for each row
  when (old.email is distinct from new.email or old.encrypted_password is distinct from new.encrypted_password)
  execute function public.note_account_change();

-- Queues the mails that tell of a change and notes it: both, or neither, and once, however many try. False when it was told.
create function public.tell_account_change(change uuid, mails jsonb) returns boolean
language plpgsql set search_path = '' as $$
begin
  update public.account_changes set told_at = now() where id = change and told_at is null;
  if not found then return false; end if;
  perform public.queue_mail(one.mail) from jsonb_array_elements(mails) as one (mail);
  return true;
end $$;

-- When a customer was told of a change of a record; all that were made before today are history.
alter table public.dns_changes add column told_at timestamptz default now();
alter table public.dns_changes alter column told_at drop default;
create index dns_changes_untold on public.dns_changes (domain_id)
  where told_at is null and state in ('sent', 'done', 'unconfirmed');

-- The domains with changes of which nobody was told and the first of which was made ten minutes before a moment, the oldest first:
-- whom to tell, the ids of all of them, and so many with the record before and after. What is still on its way is looked at later.
create function public.dns_changes_to_tell(moment timestamptz, most_domains integer, most_shown integer)
returns table (domain_id uuid, name text, email text, ids jsonb, changes jsonb)
language sql stable security definer set search_path = '' as $$
  with untold as (
    select change.*, row_number() over (partition by change.domain_id order by change.id) as place
    from public.dns_changes as change
    where change.told_at is null and (change.state in ('done', 'unconfirmed')
      or (change.state = 'sent' and coalesce(change.sent_at, change.created_at) <= moment - interval '10 minutes'))
  )
  select domain.id, domain.name, customer.email::text, jsonb_agg(untold.id order by untold.id),
    jsonb_agg(jsonb_build_object('before', untold.before, 'after', untold.after, 'state', untold.state,
      'at', coalesce(untold.sent_at, untold.created_at)) order by untold.id) filter (where untold.place <= most_shown)
  from untold
  join public.domains as domain on domain.id = untold.domain_id
  join auth.users as customer on customer.id = untold.user_id
  where customer.email is not null
  group by domain.id, domain.name, customer.email
  having min(coalesce(untold.sent_at, untold.created_at)) <= moment - interval '10 minutes'
  order by min(coalesce(untold.sent_at, untold.created_at)) limit most_domains;
$$;

-- As above, for changes of records. An error, and nothing written, when somebody else has told of a part of them.
create function public.tell_dns_changes(ids jsonb, mails jsonb) returns boolean
language plpgsql set search_path = '' as $$
declare
  told integer;
begin
  update public.dns_changes set told_at = now()
    where id in (select one.id::bigint from jsonb_array_elements_text(ids) as one (id)) and told_at is null;
  get diagnostics told = row_count;
  if told = 0 then return false; end if;
  if told <> jsonb_array_length(ids) then
    raise exception 'a change was told of meanwhile' using errcode = 'serialization_failure';
  end if;
  perform public.queue_mail(one.mail) from jsonb_array_elements(mails) as one (mail);
  return true;
end $$;

-- Notes the zone of a customer's domain that had none and queues the mail with its name servers: both, or neither.
create function public.set_zone(domain uuid, customer uuid, zone text, mails jsonb) returns boolean
language plpgsql set search_path = '' as $$
begin
  update public.domains set zone_id = zone where id = domain and user_id = customer and zone_id is null;
  if not found then return false; end if;
  perform public.queue_mail(one.mail) from jsonb_array_elements(mails) as one (mail);
  return true;
end $$;

revoke execute on function public.tell_account_change(uuid, jsonb), public.tell_dns_changes(jsonb, jsonb),
  public.dns_changes_to_tell(timestamptz, integer, integer), public.set_zone(uuid, uuid, text, jsonb)
  from public, anon, authenticated;
grant execute on function public.tell_account_change(uuid, jsonb), public.tell_dns_changes(jsonb, jsonb),
  public.dns_changes_to_tell(timestamptz, integer, integer), public.set_zone(uuid, uuid, text, jsonb) to service_role;
