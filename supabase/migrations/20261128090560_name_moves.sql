-- Domains that a customer gives to another one. Source: docs/product/domains.md, "Giving a name to another account".
-- To prevent deadlocks, a transaction locks the giver's orders first, then the domain and then its move.

create table public.name_moves (
  id uuid primary key default gen_random_uuid(),
  domain_id uuid not null references public.domains (id) on delete cascade,
  -- The giver, who has the domain until the move is done.
  user_id uuid not null references auth.users (id) on delete cascade,
  -- The receiver's address in lower case, and the account that agreed, which is confirmed with it.
  to_email text not null check (length(to_email) between 3 and 254 and to_email = lower(to_email) and to_email !~ '[[:cntrl:]]'),
  to_user uuid references auth.users (id) on delete set null,
  -- The member of staff who began it for the giver; null if the giver did.
  started_by uuid,
  state text not null default 'open' check (state in ('open', 'done', 'refused', 'cancelled', 'expired')),
  -- When the giver and the receiver agreed.
  from_ok_at timestamptz,
  to_ok_at timestamptz,
  -- Before this moment the giver may still stop it, whoever has agreed.
  not_before timestamptz not null,
  created_at timestamptz not null default now(),
  ends_at timestamptz not null,
  ended_at timestamptz,
  check ((state = 'open') = (ended_at is null))
);
-- A domain has at most one open move.
create unique index name_moves_open on public.name_moves (domain_id) where ended_at is null;
create index name_moves_to_email on public.name_moves (to_email, created_at desc) where ended_at is null;
create index name_moves_of_domain on public.name_moves (domain_id, created_at desc);
create index name_moves_of_user on public.name_moves (user_id, created_at desc);
create index name_moves_to_user on public.name_moves (to_user);
create index name_moves_ended on public.name_moves (ended_at) where ended_at is not null;
create policy "Customers read their own moves of names" on public.name_moves
  for select to authenticated using ((select auth.uid()) = user_id);

-- Begins a move with its mails. `move` has id, domain_id, to_email, not_before, ends_at, and from_ok_at if the giver began it with the
-- password. Outcomes: 'done'; 'same' (this move is open already); 'open' (one to another address is open); 'many' (5 in a day); 'gone' (the
-- domain is not with us). A move that staff begin is logged and counts for no limit.
create function public.start_name_move(giver uuid, move jsonb, mails jsonb, staff jsonb default null, log_detail jsonb default '{}') returns text
language plpgsql set search_path = '' as $$
declare
  asked public.name_moves := jsonb_populate_record(null::public.name_moves, move);
  earliest timestamptz := now() + make_interval(hours => (public.name_request_terms(giver) ->> 'hours')::integer);
  its_domain public.domains;
  known public.name_moves;
begin
  -- Of two forms that are sent at once, the second waits here and finds the first one's move.
  select * into its_domain from public.domains where id = asked.domain_id and user_id = giver and status <> 'left' and held = 'us'
    and moving_since is null for update;
  if not found then return 'gone'; end if;
  select * into known from public.name_moves where domain_id = asked.domain_id and ended_at is null;
  if found then return case when known.to_email = asked.to_email then 'same' else 'open' end; end if;
  if staff is null and (select count(*) from public.name_moves where user_id = giver and started_by is null
      and created_at > now() - interval '1 day') >= 5 then
    return 'many';
  end if;
  insert into public.name_moves (id, domain_id, user_id, to_email, started_by, from_ok_at, not_before, ends_at)
    values (asked.id, asked.domain_id, giver, asked.to_email, (staff ->> 'id')::uuid, asked.from_ok_at,
      greatest(asked.not_before, earliest), asked.ends_at);
  if staff is not null then
    perform public.log_staff(staff, 'domain-move-started', 'domain', lower(its_domain.name), giver, log_detail);
  end if;
  perform public.queue_mails(mails);
  return 'done';
end $$;

-- A move as the pages and mails about it need it.
create function public.name_move_view(move public.name_moves) returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', move.id, 'name', its_domain.name, 'state', move.state, 'to_email', move.to_email,
    'from_email', giver.email, 'from_name', giver.raw_user_meta_data ->> 'full_name',
    'to_name', (select raw_user_meta_data ->> 'full_name' from auth.users where id = move.to_user),
    'has_giver_agreed', move.from_ok_at is not null, 'has_receiver_agreed', move.to_ok_at is not null,
    'not_before', move.not_before, 'ends_at', move.ends_at)
  from public.domains as its_domain, auth.users as giver where its_domain.id = move.domain_id and giver.id = move.user_id;
$$;

-- A move by its id; null if it was deleted.
create function public.find_name_move(move uuid) returns jsonb language sql stable set search_path = '' as $$
  select public.name_move_view(name_moves) from public.name_moves where id = move;
$$;

-- The open move of a domain; null if it has none.
create function public.open_name_move(domain uuid) returns jsonb language sql stable set search_path = '' as $$
  select public.name_move_view(name_moves) from public.name_moves where domain_id = domain and ended_at is null;
$$;

-- The open moves that both sides agreed to and that may be done at a moment, and those that end by then.
create function public.due_name_moves(at timestamptz, max_rows integer) returns jsonb language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(public.name_move_view(due)), '[]') from (
    select * from public.name_moves
    where ended_at is null and (ends_at <= at or (from_ok_at is not null and to_user is not null and not_before <= at))
    order by ends_at limit max_rows) as due;
$$;

-- Locks a move with the giver's orders and the domain.
create function public.lock_name_move(move uuid) returns public.name_moves language plpgsql set search_path = '' as $$
declare locked public.name_moves;
begin
  select * into locked from public.name_moves where id = move;
  perform pg_advisory_xact_lock(hashtextextended('order ' || locked.user_id, 0));
  perform from public.domains where id = locked.domain_id for update;
  select * into locked from public.name_moves where id = move for update;
  return locked;
end $$;

-- What has to end before a domain can go to another customer: 'order', 'bill', 'request' or 'dns'; null if nothing has to. A change of
-- DNS that was sent ten minutes ago and has no outcome is over: its process ended.
create function public.name_move_blocked_by(move uuid) returns text language plpgsql stable set search_path = '' as $$
declare
  its_domain public.domains;
begin
  select domains.* into its_domain from public.name_moves join public.domains on domains.id = domain_id where name_moves.id = move;
  return case
    when exists (select from public.orders where lower(domain) = lower(its_domain.name) and status in ('requested', 'processing'))
      then 'order'
    when exists (select from public.orders join public.bills on bills.id = bill_id where orders.user_id = its_domain.user_id
      and lower(domain) = lower(its_domain.name) and status <> 'failed' and paid_at is null) then 'bill'
    when exists (select from public.name_requests where domain_id = its_domain.id and ended_at is null) then 'request'
    when exists (select from public.dns_jobs where domain_id = its_domain.id and state = 'running')
      or exists (select from public.dns_changes where domain_id = its_domain.id and state = 'sent'
        and sent_at > now() - interval '10 minutes') then 'dns'
    end;
end $$;

-- Gives the domain of a move to the receiver once both have agreed and its time has come, and queues the mails. Returns the state of the
-- move afterwards, null without a move. It stays 'open' while something has to end first. The agreed price was the giver's.
create function public.finish_name_move(move uuid, at timestamptz, mails jsonb) returns text
language plpgsql set search_path = '' as $$
declare moved public.name_moves := public.lock_name_move(move);
begin
  if moved.state <> 'open' or moved.ends_at <= at or moved.not_before > at or moved.from_ok_at is null or moved.to_user is null
    or public.name_move_blocked_by(move) is not null then return moved.state; end if;
  -- Plans that nobody carried out are the giver's.
  delete from public.dns_jobs where domain_id = moved.domain_id and state = 'planned';
  update public.name_moves set state = 'done', ended_at = now() where id = move;
  update public.domains set user_id = moved.to_user, renew_ksh = null where id = moved.domain_id;
  perform public.log_staff('{"id": "00000000-0000-0000-0000-000000000000", "email": "the server"}', 'domain-moved', 'domain', lower(name))
    from public.domains where id = moved.domain_id;
  perform public.queue_mails(mails);
  return 'done';
end $$;

-- Notes that the giver agreed, and does the move if nothing is missing. Returns as above; null if it is not the giver's move.
create function public.confirm_name_move(move uuid, giver uuid, at timestamptz, mails jsonb) returns text
language plpgsql set search_path = '' as $$
declare moved public.name_moves := public.lock_name_move(move);
begin
  if moved.user_id is distinct from giver then return null; end if;
  update public.name_moves set from_ok_at = coalesce(from_ok_at, at) where id = move and state = 'open' and ends_at > at;
  return public.finish_name_move(move, at, mails);
end $$;

-- Notes that the receiver agreed, and does the move if nothing is missing. Returns as above; 'other' if the account is not confirmed with
-- exactly the address of the move.
create function public.accept_name_move(move uuid, receiver uuid, at timestamptz, mails jsonb) returns text
language plpgsql set search_path = '' as $$
declare moved public.name_moves := public.lock_name_move(move);
begin
  if moved.id is null then return null; end if;
  if public.confirmed_account(moved.to_email) is distinct from receiver then return 'other'; end if;
  update public.name_moves set to_ok_at = coalesce(to_ok_at, at), to_user = receiver where id = move and state = 'open' and ends_at > at;
  return public.finish_name_move(move, at, mails);
end $$;

-- Ends an open move without doing it, and queues the mails: 'refused' by the receiver, 'cancelled', or 'expired'. With a giver only a move
-- of theirs. Returns the state afterwards; null if there is no such move.
create function public.end_name_move(
  move uuid, ending text, mails jsonb, giver uuid default null, staff jsonb default null, log_detail jsonb default '{}'
) returns text language plpgsql set search_path = '' as $$
declare moved public.name_moves := public.lock_name_move(move);
begin
  if moved.id is null or (giver is not null and moved.user_id <> giver) then return null; end if;
  if moved.state <> 'open' then return moved.state; end if;
  update public.name_moves set state = ending, ended_at = now() where id = move;
  if staff is not null then
    perform public.log_staff(staff, 'domain-move-ended', 'domain', lower(name), moved.user_id, log_detail)
      from public.domains where id = moved.domain_id;
  end if;
  perform public.queue_mails(mails);
  return ending;
end $$;

-- Ends the open move of a domain that left us or got another owner in another way.
create function public.end_moves_of_domain() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.name_moves set state = 'cancelled', ended_at = now() where domain_id = new.id and ended_at is null;
  return null;
end $$;
create trigger end_moves_of_domain after update on public.domains for each row
  when ((new.status = 'left' and old.status <> 'left') or new.user_id <> old.user_id)
  execute function public.end_moves_of_domain();

-- A change of the giver's password, address or second step lets open moves wait three days from then.
create function public.delay_name_moves() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.name_moves set not_before = greatest(not_before, new.created_at + interval '3 days')
    where user_id = new.user_id and ended_at is null;
  return null;
end $$;
create trigger delay_name_moves after insert on public.account_changes for each row when (public.delays_requests(new.kind))
  execute function public.delay_name_moves();
