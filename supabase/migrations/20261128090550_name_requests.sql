-- Requests about a domain that staff carry out at the registry. Source: docs/product/domains.md, "Requests about a name".

create table public.name_requests (
  id uuid primary key default gen_random_uuid(),
  domain_id uuid not null references public.domains (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  -- New name servers, the lock at the registry off or on, the code for a transfer away, another holder.
  kind text not null check (kind in ('servers', 'unlock', 'lock', 'code', 'holder')),
  -- What the customer typed: {"servers": [...]}, or the holder as the registry gets it. Emptied 30 days after the end.
  wanted jsonb not null default '{}',
  -- A request waits until its owner had time to stop it. Then it is open, and staff take it.
  state text not null default 'waiting' check (state in ('waiting', 'open', 'taken', 'done', 'refused', 'cancelled')),
  not_before timestamptz not null,
  created_at timestamptz not null default now(),
  taken_by uuid,
  ended_at timestamptz,
  -- Why it was refused, for the customer.
  reason text check (length(reason) between 1 and 500),
  -- The transfer code, sealed with a key that the database does not have. Null once it expired or the request was stopped.
  secret_sealed text,
  has_secret boolean not null generated always as (secret_sealed is not null) stored,
  -- When the customer first read the code.
  read_at timestamptz,
  check ((state in ('done', 'refused', 'cancelled')) = (ended_at is not null))
);
-- A domain has at most one request of each kind that has not ended.
create unique index name_requests_open on public.name_requests (domain_id, kind) where ended_at is null;
create index name_requests_waiting on public.name_requests (not_before) where state = 'waiting';
create index name_requests_of_domain on public.name_requests (domain_id, created_at desc);
create index name_requests_of_user on public.name_requests (user_id, created_at desc);
create index name_requests_ended on public.name_requests (ended_at) where ended_at is not null;
create policy "Customers read their own requests about names" on public.name_requests
  for select to authenticated using ((select auth.uid()) = user_id);

-- Whether a change of an account of this kind lets what the customer asks for wait longer.
create function public.delays_requests(kind text) returns boolean language sql immutable set search_path = '' as $$
  select kind in ('password', 'address', 'step-on', 'step-off', 'step-codes');
$$;

-- Returns how many hours a customer's request waits, longer after a change of the account or the first password of an invited customer,
-- and the addresses that the account had in the last 30 days.
create function public.name_request_terms(customer uuid) returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'hours', case when exists (select from public.account_changes where user_id = customer and created_at > now() - interval '3 days'
      and public.delays_requests(kind)) or exists (select from auth.users where id = customer and invited_at is not null
      and email_confirmed_at > now() - interval '3 days') then 72 else 24 end,
    'before', coalesce((select jsonb_agg(distinct email) from public.account_changes
      where user_id = customer and kind = 'address' and created_at > now() - interval '30 days'), '[]'));
$$;

-- Stores a request of a customer with its mails. `request` has id, domain_id, kind, wanted and not_before. Outcomes: 'done'; 'same' (this
-- request is open already); 'open' (another one of its kind is open); 'many' (20 in a day); 'gone' (the domain is not with us).
create function public.ask_name_request(customer uuid, request jsonb, mails jsonb) returns text
language plpgsql set search_path = '' as $$
declare
  asked public.name_requests := jsonb_populate_record(null::public.name_requests, request);
  known public.name_requests;
  earliest timestamptz := now() + make_interval(hours => (public.name_request_terms(customer) ->> 'hours')::integer);
begin
  -- Of two forms that are sent at once, the second waits here and finds the first one's request.
  perform from public.domains where id = asked.domain_id and user_id = customer and status <> 'left' and held = 'us'
    and moving_since is null for update;
  if not found then return 'gone'; end if;
  select * into known from public.name_requests where domain_id = asked.domain_id and kind = asked.kind and ended_at is null;
  if found then return case when known.wanted = asked.wanted then 'same' else 'open' end; end if;
  if (select count(*) from public.name_requests where user_id = customer and created_at > now() - interval '1 day') >= 20 then
    return 'many';
  end if;
  insert into public.name_requests (id, domain_id, user_id, kind, wanted, state, not_before)
    values (asked.id, asked.domain_id, customer, asked.kind, asked.wanted,
      case asked.kind when 'lock' then 'open' else 'waiting' end,
      case asked.kind when 'lock' then now() else greatest(asked.not_before, earliest) end);
  perform public.queue_mails(mails);
  return 'done';
end $$;

-- Opens the requests for staff that waited until a moment. Returns how many.
create function public.open_name_requests(at timestamptz) returns integer language plpgsql set search_path = '' as $$
declare opened integer;
begin
  update public.name_requests set state = 'open' where state = 'waiting' and not_before <= at;
  get diagnostics opened = row_count;
  return opened;
end $$;

-- A request as the link of its mail shows it; null if it was deleted.
create function public.mailed_name_request(request uuid) returns jsonb language sql stable set search_path = '' as $$
  select jsonb_build_object('kind', asked.kind, 'state', asked.state, 'name', its_domain.name,
    'is_read', asked.read_at is not null, 'has_code', asked.secret_sealed is not null)
  from public.name_requests as asked join public.domains as its_domain on its_domain.id = asked.domain_id where asked.id = request;
$$;

-- Ends a request for its customer, also one that staff have taken. Without a customer it was the link of the mail: that also deletes the
-- transfer code of a request that is done. Returns the state of the request; null if the customer has no such request.
create function public.cancel_name_request(request uuid, customer uuid default null) returns text
language plpgsql set search_path = '' as $$
declare its_state text;
begin
  select state into its_state from public.name_requests
    where id = request and (customer is null or user_id = customer) for update;
  if its_state in ('waiting', 'open', 'taken') then
    update public.name_requests set state = 'cancelled', ended_at = now() where id = request returning state into its_state;
  elsif its_state = 'done' and customer is null then
    update public.name_requests set secret_sealed = null where id = request;
  end if;
  return its_state;
end $$;

-- Returns the sealed transfer code of a customer's request, and notes that it was read; null if there is none.
create function public.read_name_code(request uuid, customer uuid) returns text language sql set search_path = '' as $$
  update public.name_requests set read_at = coalesce(read_at, now())
  where id = request and user_id = customer and state = 'done' and secret_sealed is not null returning secret_sealed;
$$;

-- Ends the requests about a domain that has left or that another customer has now.
create function public.end_requests_of_domain() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.name_requests set secret_sealed = null,
      state = case when ended_at is null then 'cancelled' else state end, ended_at = coalesce(ended_at, now())
    where domain_id = new.id and (ended_at is null or secret_sealed is not null);
  return null;
end $$;
create trigger end_requests_of_domain after update on public.domains for each row
  when ((new.status = 'left' and old.status <> 'left') or new.user_id <> old.user_id)
  execute function public.end_requests_of_domain();

-- Empties what was typed for at most `max_rows` requests that ended 30 days ago, and deletes their codes. Returns how many.
create function public.forget_name_requests(max_rows integer) returns integer language plpgsql set search_path = '' as $$
declare emptied integer;
begin
  update public.name_requests set wanted = '{}', secret_sealed = null where id in (
    select id from public.name_requests
    where ended_at < now() - interval '30 days' and (wanted <> '{}' or secret_sealed is not null) limit max_rows);
  get diagnostics emptied = row_count;
  return emptied;
end $$;

-- A page of requests as list_page returns it, those that began to wait first: those that staff may carry out, or all, the newest first.
create function public.desk_requests(view text, place jsonb, max_rows integer) returns jsonb
language sql stable security definer set search_path = '' as $$
  select public.list_page(format('
    select asked.id, asked.kind, asked.state, its_domain.name, asked.not_before, public.staff_name(asked.taken_by) as taken_name,
      %1$s as at, asked.id as key
    from public.name_requests as asked join public.domains as its_domain on its_domain.id = asked.domain_id %2$s',
    case when view = 'open' then 'asked.not_before' else 'asked.created_at' end,
    case when view = 'open' then 'where asked.state in (''open'', ''taken'')' end), view = 'open', place, max_rows);
$$;

-- A request for its page, without its code; null if there is none.
create function public.desk_request(request uuid) returns jsonb language sql stable security definer set search_path = '' as $$
  select to_jsonb(asked) - 'secret_sealed' || jsonb_build_object('name', its_domain.name,
    'taken_name', public.staff_name(asked.taken_by),
    'customer', (select jsonb_build_object('email', email, 'name', raw_user_meta_data ->> 'full_name') from auth.users
      where id = asked.user_id),
    'trail', public.desk_trail('request', asked.id::text))
  from public.name_requests as asked join public.domains as its_domain on its_domain.id = asked.domain_id where asked.id = request;
$$;

-- Takes an open request, or gives it back. Outcomes: 'done'; 'same'; 'lost', with the state, and with who did what before.
create function public.desk_move_request(staff jsonb, request uuid, takes boolean) returns jsonb
language plpgsql set search_path = '' as $$
declare
  me uuid := staff ->> 'id';
  asked public.name_requests;
begin
  select * into asked from public.name_requests where id = request for update;
  if asked.id is null then return null; end if;
  if takes and asked.state = 'taken' and asked.taken_by = me then return '{"outcome": "same"}'; end if;
  if not takes and asked.state = 'open' then return '{"outcome": "same"}'; end if;
  if asked.state <> (case when takes then 'open' else 'taken' end) or (not takes and asked.taken_by <> me) then
    return public.request_conflict(staff, asked);
  end if;
  update public.name_requests set state = case when takes then 'taken' else 'open' end, taken_by = case when takes then me end
    where id = request;
  return public.log_done(staff, case when takes then 'request-taken' else 'request-given-back' end, 'request', request::text, asked.user_id);
end $$;

-- What a form that came too late is told: the state of the request, who of staff changed it last, and when.
create function public.request_conflict(staff jsonb, asked public.name_requests) returns jsonb language sql stable set search_path = '' as $$
  select jsonb_build_object('outcome', 'lost', 'state', asked.state, 'ended_at', asked.ended_at,
    'last', public.desk_last(staff, '{request-taken,request-given-back,request-done,request-code-replaced,request-refused}', 'request', asked.id::text));
$$;

-- Ends a request that the member of staff has taken. `ending` has state ('done' or 'refused'), reason (a refusal, for the customer), secret (a
-- transfer code, sealed), detail for the log, and replaces: when the code was given (ended_at) that this one replaces. Outcomes as above, and
-- 'given': another code was given, `secret`, with who gave it when.
create function public.desk_end_request(staff jsonb, request uuid, ending jsonb, mails jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  asked public.name_requests;
  its_state text := ending ->> 'state';
begin
  select * into asked from public.name_requests where id = request for update;
  if asked.id is null then return null; end if;
  if asked.state = 'done' and asked.secret_sealed is not null and its_state = 'done' then
    if asked.ended_at is distinct from (ending ->> 'replaces')::timestamptz then
      return public.request_conflict(staff, asked) || jsonb_build_object('outcome', 'given', 'secret', asked.secret_sealed);
    end if;
    update public.name_requests set secret_sealed = ending ->> 'secret', ended_at = now(), read_at = null where id = request;
    return public.log_done(staff, 'request-code-replaced', 'request', request::text, asked.user_id, '{}', mails);
  end if;
  if asked.state = its_state and asked.taken_by = (staff ->> 'id')::uuid and asked.reason is not distinct from ending ->> 'reason'
    and (asked.kind <> 'code' or its_state = 'refused') then return '{"outcome": "same"}';
  end if;
  if asked.state <> 'taken' or asked.taken_by <> (staff ->> 'id')::uuid then return public.request_conflict(staff, asked); end if;
  -- A new code makes an earlier one useless.
  if ending ->> 'secret' is not null then
    update public.name_requests set secret_sealed = null where domain_id = asked.domain_id and secret_sealed is not null;
  end if;
  update public.name_requests set state = its_state, ended_at = now(), reason = ending ->> 'reason', secret_sealed = ending ->> 'secret'
    where id = request;
  return public.log_done(staff, 'request-' || its_state, 'request', request::text, asked.user_id,
    coalesce(ending -> 'detail', '{}'), mails);
end $$;
