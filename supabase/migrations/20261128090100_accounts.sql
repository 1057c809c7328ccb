-- Accounts: their changes, closing, the second step, and forms that were sent.

-- Changes of an account. The customer gets a mail about each.
create table public.account_changes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  kind text not null check (kind in ('password', 'address', 'sign-out', 'step-on', 'step-off', 'phone', 'step-codes', 'step-code-used',
    'wrong-codes', 'copies-on', 'copies-off')),
  -- The address at the change, and the new one if the address was changed. For copies, `new_email` is the billing contact.
  email text not null check (length(email) between 1 and 320),
  new_email text check (length(new_email) between 1 and 320),
  created_at timestamptz not null default now(),
  -- When the mail about the change was queued.
  notified_at timestamptz,
  -- The phone number before.
  old_phone text check (length(old_phone) <= 100)
);
create index account_changes_notified on public.account_changes (notified_at) where notified_at is not null;
create index account_changes_unnotified on public.account_changes (created_at) where notified_at is null;
create index account_changes_of_user on public.account_changes (user_id, created_at desc);
create policy "Customers read what has changed of their account" on public.account_changes
  for select to authenticated using ((select auth.uid()) = user_id);

-- Requests to close an account. Staff close it; until then the customer may withdraw the request.
create table public.closing_requests (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  reason text check (length(reason) between 1 and 1000),
  state text not null default 'open' check (state in ('open', 'withdrawn', 'done')),
  created_at timestamptz not null default now(),
  -- When the agency was notified.
  notified_at timestamptz,
  ended_at timestamptz
);
-- An account has at most one open request.
create unique index closing_requests_open on public.closing_requests (user_id) where state = 'open';
create index closing_requests_of_user on public.closing_requests (user_id, created_at desc);
create policy "Customers read their own requests" on public.closing_requests
  for select to authenticated using ((select auth.uid()) = user_id);

-- The second step of signing in: a code of an authenticator app (RFC 6238) or one of ten printed codes. Row-level security requires it too.
create table public.second_steps (
  user_id uuid primary key references auth.users (id) on delete cascade,
  -- Sealed with a key that the database does not have.
  secret text not null,
  confirmed_at timestamptz,
  -- The time step (RFC 6238) of the last accepted code. Only later codes are accepted, so a code counts once.
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

-- Forms that were sent in the last day, so that the same form sent twice is carried out once.
create table public.submissions (
  -- HMAC-SHA256 of form, owner and input. The input itself is not stored.
  key text primary key check (key ~ '^[0-9a-f]{64}$'),
  form text not null check (length(form) between 1 and 50),
  -- The customer's id, or a word for all anonymous visitors.
  owner text not null check (length(owner) between 1 and 100),
  -- unknown: the reply was lost, so the submission may have been carried out.
  state text not null default 'running' check (state in ('running', 'done', 'unknown')),
  -- Each process that takes over the submission adds 1, and then owns the row.
  attempt integer not null default 1,
  result jsonb,
  started_at timestamptz not null default now()
);
create index submissions_age on public.submissions (started_at);
create index submissions_of_owner on public.submissions (owner);
create policy "Customers read which forms they have sent" on public.submissions for select to authenticated
  using (owner = (select auth.uid())::text);

-- Returns whose account a mailed link opens, before the link is used up: 'maker' (unconfirmed, signed up in this browser),
-- 'mailbox' (unconfirmed, signed up elsewhere), 'customer' (confirmed) or null (unknown link). Auth services keep the password
-- and the name of the first sign-up, so somebody could prepare an account for another person's mailbox. An unconfirmed account
-- therefore loses both, unless this browser signed up: `sign_up_id`, from its signed cookie, is also in the account. It keeps the path
-- of the order form that was wanted. An invited account without a password keeps name and phone: only staff can have typed them.
create function public.claim_mailed_link(link text, sign_up_id text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  account uuid;
  is_confirmed boolean;
  made_by text;
begin
  -- A hosted project has the hashes of links in a table of their own; the embedded auth service only has them in columns of
  -- auth.users.
  if to_regclass('auth.one_time_tokens') is null then
    select id into account from auth.users where link in (confirmation_token, recovery_token);
  else
    select user_id into account from auth.one_time_tokens where token_hash = link limit 1;
  end if;

  select email_confirmed_at is not null, raw_user_meta_data ->> 'sign_up_id' into is_confirmed, made_by
    from auth.users where id = account for update;
  if not found then return null; end if;
  if is_confirmed then return 'customer'; end if;
  if made_by = sign_up_id then return 'maker'; end if;

  update auth.users set encrypted_password = '',
      raw_user_meta_data = jsonb_strip_nulls(case when invited_at is null or encrypted_password <> ''
        then jsonb_build_object('goal', raw_user_meta_data -> 'goal')
        else jsonb_build_object(
          'full_name', raw_user_meta_data -> 'full_name', 'contact_phone', raw_user_meta_data -> 'contact_phone') end)
    where id = account;
  update auth.identities set identity_data = (
    select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(identity_data) where key in ('sub', 'email')
  ) where user_id = account;
  delete from auth.sessions where user_id = account;
  return 'mailbox';
end $$;

-- Closed accounts whose entries in the auth service's audit log are still to be deleted, because they have names and addresses.
-- That log has no index of accounts, so all its entries are read in the order of their ids.
create table public.audit_erasures (
  user_id uuid primary key,
  email text not null,
  closed_at timestamptz not null default now(),
  -- The id of the last entry that was read.
  after_id uuid
);

-- Reads the next `max_rows` entries for the account that was closed first, and deletes the entries by or about that account.
-- Returns how many were read. An account that signed up later with the same address keeps its entries.
create function public.erase_audit_entries(max_rows integer) returns integer language plpgsql security definer set search_path = '' as $$
declare
  closed public.audit_erasures;
  slice uuid[];
begin
  select * into closed from public.audit_erasures order by closed_at, user_id limit 1 for update skip locked;
  if not found then return 0; end if;
  slice := array(select id from auth.audit_log_entries where closed.after_id is null or id > closed.after_id order by id limit max_rows);
  delete from auth.audit_log_entries where id = any (slice) and created_at <= closed.closed_at
    and (closed.user_id::text in (payload ->> 'actor_id', payload -> 'traits' ->> 'user_id')
      or lower(closed.email) in (lower(payload ->> 'actor_username'), lower(payload -> 'traits' ->> 'user_email')));
  if cardinality(slice) < max_rows then
    delete from public.audit_erasures where user_id = closed.user_id;
  else
    update public.audit_erasures set after_id = slice[max_rows] where user_id = closed.user_id;
  end if;
  return cardinality(slice);
end $$;

-- Closes an account by its open request. Orders and the desk's log stay. Returns in words what remains of the account.
create function public.close_account(request uuid) returns text language plpgsql security definer set search_path = '' as $$
declare
  account uuid;
  its_email text;
begin
  update public.closing_requests set state = 'done', ended_at = now(), reason = null
    where id = request and state = 'open' returning user_id into account;
  if not found then raise exception 'There is no open request %', request; end if;
  select email into its_email from auth.users where id = account for update;

  delete from public.dns_jobs where user_id = account;
  delete from public.school_interest where address = lower(its_email);
  update public.newsletter_pending set status = 'left', left_at = now(), first_name = null, last_name = null
    where address = lower(its_email);
  delete from public.mails where address = lower(its_email);
  delete from public.submissions where owner = account::text;
  delete from public.renewal_reminders where user_id = account;
  delete from public.reminder_choices where user_id = account;
  -- Nobody is left to pay it.
  update public.orders set status = 'failed', reason = 'The account was closed'
    where user_id = account and status = 'requested' and (bill_id is null or public.is_bill_untouched(bill_id));
  -- What is paid for works until its last day. Then staff remove the data.
  perform public.note_service(services, 'will-end', '{"account": "closed"}') from public.services
    where user_id = account and state <> 'ended';
  update public.services set will_end = true, secret_sealed = null, secret_at = null, secret_shown_at = null
    where user_id = account and state <> 'ended';
  delete from public.service_notices where user_id = account;
  delete from public.name_requests where user_id = account;
  delete from public.name_moves where user_id = account;
  update public.name_moves set to_email = 'closed@invalid', to_user = null where to_user = account or to_email = lower(its_email);
  delete from public.import_lines where email = lower(its_email);
  perform public.end_billing_contact(account => account);
  delete from public.account_changes where user_id = account;
  delete from public.desk_notes where (about_kind = 'person' and about_id = account::text)
    or (about_kind = 'order' and about_id in (select id::text from public.orders where user_id = account));
  delete from auth.sessions where user_id = account;
  delete from auth.identities where user_id = account;
  -- The embedded auth service has no such table.
  if to_regclass('auth.one_time_tokens') is not null then
    delete from auth.one_time_tokens where user_id = account;
  end if;

  if exists (select from public.orders where user_id = account)
    or exists (select from public.domains where user_id = account)
    or exists (select from public.credits where user_id = account) then
    update auth.users set email = 'closed-' || account || '@invalid', encrypted_password = '', raw_user_meta_data = '{}',
      phone = null, email_change = '', phone_change = '' where id = account;
  else
    delete from auth.users where id = account;
  end if;
  insert into public.audit_erasures (user_id, email) values (account, its_email);
  return case when exists (select from auth.users where id = account) then 'an account without a name' else 'nothing' end;
end $$;

-- Stores each change of which the customer is notified. When the auth service deletes an account softly, it replaces the
-- address: of that nobody is notified.
create function public.record_account_change() returns trigger language plpgsql security definer set search_path = '' as $$
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
create trigger record_phone_change after update on auth.users for each row
  when (old.email is not distinct from new.email and old.encrypted_password is not distinct from new.encrypted_password
    and old.raw_user_meta_data ->> 'contact_phone' is distinct from new.raw_user_meta_data ->> 'contact_phone')
  execute function public.record_account_change();
create trigger record_account_change after update on auth.users for each row
  when (old.email is distinct from new.email or old.encrypted_password is distinct from new.encrypted_password)
  execute function public.record_account_change();

-- Marks a change and the earlier ones of its kind as notified, and queues the mails. Returns false if another process did.
create function public.notify_account_change(change uuid, mails jsonb) returns boolean language plpgsql set search_path = '' as $$
declare notified public.account_changes;
begin
  update public.account_changes set notified_at = now() where id = change and notified_at is null returning * into notified;
  if not found then return false; end if;
  update public.account_changes as earlier set notified_at = now()
    where earlier.user_id = notified.user_id and earlier.kind = notified.kind and earlier.email = notified.email
      and notified.kind <> 'address' and earlier.notified_at is null and earlier.created_at <= notified.created_at;
  perform public.queue_mails(mails);
  return true;
end $$;

-- Stores a request to close an account and notifies the agency. An error if one is open.
create function public.request_closing(request jsonb, messages jsonb, mails jsonb) returns jsonb language plpgsql set search_path = '' as $$
declare written public.closing_requests;
begin
  insert into public.closing_requests (id, user_id, reason, created_at, notified_at)
    select asked.id, asked.user_id, asked.reason, asked.created_at, asked.notified_at
    from jsonb_populate_record(null::public.closing_requests, request) as asked
    returning * into written;
  perform public.notify_agency(messages, mails);
  return to_jsonb(written);
end $$;

-- Withdraws an open request and notifies the agency. False if none is open.
create function public.withdraw_closing(request uuid, messages jsonb, mails jsonb) returns boolean
language plpgsql set search_path = '' as $$
begin
  update public.closing_requests set state = 'withdrawn', ended_at = now() where id = request and state = 'open';
  if not found then return false; end if;
  perform public.notify_agency(messages, mails);
  return true;
end $$;

-- Returns the changes of which customers are to be notified now. The first change of a kind is due at once. The changes of the
-- ten minutes after its mail share the next mail, so that nobody causes more than six mails an hour. Each change of an address
-- has a mail of its own, because the mail goes to another address.
create function public.account_changes_to_notify(max_rows integer)
returns table (id uuid, kind text, email text, new_email text, created_at timestamptz, times integer)
language sql stable set search_path = '' as $$
  select (array_agg(change.id order by change.created_at desc))[1], change.kind, change.email, max(change.new_email),
    max(change.created_at), count(*)::integer
  from public.account_changes as change
  where change.notified_at is null and (change.kind = 'address' or not exists (
    select from public.account_changes as earlier
    where earlier.user_id = change.user_id and earlier.kind = change.kind and earlier.email = change.email
      and earlier.notified_at > now() - interval '10 minutes'))
  group by change.user_id, change.kind, change.email, case change.kind when 'address' then change.id end
  order by min(change.created_at) limit max_rows;
$$;

-- The full names of customers by their addresses: a mail greets its reader by the first name.
create function public.full_names(addresses jsonb) returns table (email text, name text)
language sql stable security definer set search_path = '' as $$
  select customer.email::text, customer.raw_user_meta_data ->> 'full_name'
  from auth.users as customer
  where customer.email in (select jsonb_array_elements_text(addresses))
    and customer.raw_user_meta_data ->> 'full_name' <> '';
$$;

-- Returns whether the session of this request has passed the second step, or its account has none.
create function public.has_stepped() returns boolean language sql stable security definer set search_path = '' as $$
  select not exists (select from public.second_steps where user_id = auth.uid() and confirmed_at is not null)
    or exists (
      select from public.stepped_sessions
      where user_id = auth.uid() and session_id::text = auth.jwt() ->> 'session_id'
    )
$$;

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

-- Passes the second step of a session by a printed code, which works once. Its owner gets a mail.
create function public.pass_second_step_by_code(owner uuid, session uuid, code text) returns boolean
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
create function public.renew_step_codes(owner uuid, hashes text[]) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.second_steps where user_id = owner and confirmed_at is not null for update;
  if not found then return false; end if;
  delete from public.step_codes where user_id = owner;
  insert into public.step_codes (user_id, hash) select owner, unnest(hashes);
  insert into public.account_changes (user_id, kind, email) select id, 'step-codes', email from auth.users where id = owner;
  return true;
end $$;

-- Ends a second step. Sessions stay signed in.
create function public.end_second_step(owner uuid) returns boolean language plpgsql security definer set search_path = '' as $$
begin
  delete from public.stepped_sessions where user_id = owner;
  delete from public.second_steps where user_id = owner and confirmed_at is not null;
  if not found then return false; end if;
  insert into public.account_changes (user_id, kind, email) select id, 'step-off', email from auth.users where id = owner;
  return true;
end $$;

-- A closed account whose row stays, because it has orders, keeps no second step, no phone number and no name on its messages.
create function public.forget_closed_account() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from public.second_steps where user_id = new.user_id;
  delete from public.stepped_sessions where user_id = new.user_id;
  update public.payment_prompts set phone_e164 = right(phone_e164, 3) where user_id = new.user_id;
  update public.messages set user_id = null where user_id = new.user_id;
  return null;
end $$;
create trigger forget_closed_account after update of state on public.closing_requests for each row when (new.state = 'done')
  execute function public.forget_closed_account();

-- Returns {"is_on": whether the account has a confirmed second step, "passed_at": when the session passed it, or null}.
create function public.stepped_at(owner uuid, session uuid) returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('is_on', exists (
      select from public.second_steps where user_id = owner and confirmed_at is not null),
    'passed_at', (select passed_at from public.stepped_sessions where user_id = owner and session_id = session));
$$;

-- Returns the full name of an account; the address if it has no name.
create function public.staff_name(who uuid) returns text language sql stable security definer set search_path = '' as $$
  select coalesce(nullif(raw_user_meta_data ->> 'full_name', ''), email::text) from auth.users where id = who;
$$;

-- The name of an account; null without one.
create function public.full_name(who uuid) returns text language sql stable security definer set search_path = '' as $$
  select nullif(raw_user_meta_data ->> 'full_name', '') from auth.users where id = who;
$$;

-- The account whose confirmed address this is, or null.
create function public.confirmed_account(address text) returns uuid language sql stable security definer set search_path = '' as $$
  select id from auth.users where email = lower(address) and not is_sso_user and email_confirmed_at is not null limit 1;
$$;

-- Returns the number to call to verify a customer: `phone` is the number that the account had 30 days ago, `changed_at` is when
-- it was first changed since then, or null. Returns null without an account.
create function public.phone_to_call(person uuid) returns jsonb language sql stable security definer set search_path = '' as $$
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
create function public.phone_to_call_of(address text) returns jsonb language sql stable security definer set search_path = '' as $$
  select public.phone_to_call(id) from auth.users where email = lower(address) and not is_sso_user limit 1;
$$;

-- Stores that many wrong codes followed a correct password. False if there is no such account.
create function public.record_wrong_codes(owner uuid) returns boolean language plpgsql security definer set search_path = '' as $$
begin
  insert into public.account_changes (user_id, kind, email) select id, 'wrong-codes', email from auth.users where id = owner;
  return found;
end $$;

-- The auth service puts user metadata into each access token. A token too long for a cookie signs nobody in, so somebody with the password
-- could lock the owner out. Of long metadata only what the site reads is stored.
create function public.shorten_user_data() returns trigger language plpgsql set search_path = '' as $$
begin
  new.raw_user_meta_data := jsonb_strip_nulls(jsonb_build_object(
    'full_name', left(new.raw_user_meta_data ->> 'full_name', 200),
    'contact_phone', left(new.raw_user_meta_data ->> 'contact_phone', 16),
    'avatar_url', left(new.raw_user_meta_data ->> 'avatar_url', 500),
    'sign_up_id', left(new.raw_user_meta_data ->> 'sign_up_id', 100)));
  return new;
end $$;
create trigger shorten_user_data before insert or update on auth.users for each row
  when (octet_length(new.raw_user_meta_data::text) > 2500) execute function public.shorten_user_data();
