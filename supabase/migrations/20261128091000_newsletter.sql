-- The newsletter: subscribers, issues and deliveries.

create table public.newsletter_pending (
  id uuid primary key default gen_random_uuid(),
  email text not null check (length(email) between 3 and 254),
  -- In lower case, for the same reason as mails.address.
  address text not null generated always as (lower(email)) stored,
  first_name text check (length(first_name) <= 100),
  last_name text check (length(last_name) <= 100),
  status text not null default 'unconfirmed' check (status in ('unconfirmed', 'confirmed', 'sent', 'left')),
  confirm_token_hash text unique,
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  sent_at timestamptz,
  left_at timestamptz,
  -- Since when they get issues; null if they do not.
  reads_since timestamptz generated always as (
    case when status in ('confirmed', 'sent') then coalesce(confirmed_at, created_at) end) stored
);
create index newsletter_pending_readers on public.newsletter_pending (reads_since) where reads_since is not null;
create unique index newsletter_pending_address on public.newsletter_pending (address);
create index newsletter_pending_status on public.newsletter_pending (status, created_at);
create policy "Customers read the newsletter of their address" on public.newsletter_pending for select to authenticated
  using (address = (select lower(auth.jwt() ->> 'email')) and status <> 'unconfirmed');

-- Issues of the newsletter, and to whom each went. Kept by the server alone.
create table public.newsletter_issues (
  id uuid primary key default gen_random_uuid(),
  -- The subject of its mails.
  title text not null check (length(title) between 1 and 200 and title !~ '[[:cntrl:]]'),
  -- Markdown.
  content text not null,
  state text not null default 'draft' check (state in ('draft', 'sending', 'stopped', 'sent')),
  created_at timestamptz not null default now(),
  -- When title or text last changed. Only a draft can be changed.
  updated_at timestamptz not null default now(),
  -- When sending began. Subscribers who confirmed later do not get the issue.
  started_at timestamptz,
  -- When the last mail entered the queue.
  finished_at timestamptz,
  -- What became of its mails, as issue_counts returns it, counted last at `counted_at`; null until no mail of it waits.
  counts jsonb,
  counted_at timestamptz
);

-- Whether the counts of an issue will not change any more: a failed mail can be sent again for 30 days.
create function public.is_counted_out(issue public.newsletter_issues) returns boolean language sql stable set search_path = '' as $$
  select coalesce(issue.state = 'sent' and issue.counted_at > issue.finished_at + interval '40 days', false);
$$;

-- One row for each mail that was put into the queue, so that nobody gets a second copy, even if a process dies.
create table public.newsletter_deliveries (
  issue_id uuid not null references public.newsletter_issues on delete cascade,
  subscriber_id uuid not null references public.newsletter_pending on delete cascade,
  mail_key text not null unique,
  queued_at timestamptz not null default now(),
  sent_at timestamptz,
  failed_at timestamptz,
  -- When the mail was taken out of the queue, because the subscriber left before it was sent.
  withdrawn_at timestamptz,
  primary key (issue_id, subscriber_id)
);
create index newsletter_deliveries_queued on public.newsletter_deliveries (queued_at);
create index newsletter_deliveries_waiting on public.newsletter_deliveries (issue_id)
  where sent_at is null and failed_at is null and withdrawn_at is null;
create index newsletter_deliveries_subscriber on public.newsletter_deliveries (subscriber_id);

-- Marks a subscriber as left, deletes the names and notifies the agency. False if they had left before.
create function public.unsubscribe(subscriber jsonb, messages jsonb, mails jsonb) returns boolean
language plpgsql set search_path = '' as $$
begin
  insert into public.newsletter_pending as known (id, email, confirm_token_hash, status, left_at)
    select gone.id, gone.email, gone.confirm_token_hash, 'left', now()
    from jsonb_populate_record(null::public.newsletter_pending, subscriber) as gone
    on conflict (address) do update set status = 'left', left_at = now(), first_name = null, last_name = null
      where known.status <> 'left';
  if not found then return false; end if;
  perform public.notify_agency(messages, mails);
  return true;
end $$;

create function public.touch_issue() returns trigger language plpgsql set search_path = '' as $$
begin
  new.updated_at := greatest(now(), old.updated_at + interval '1 microsecond');
  return new;
end $$;
create trigger touch_issue before update of title, content on public.newsletter_issues for each row execute function public.touch_issue();

-- Stores with the delivery whether its mail was sent or failed, because mails are deleted after 30 days.
create function public.record_issue_mail() returns trigger language plpgsql set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    update public.newsletter_deliveries set withdrawn_at = now()
      where mail_key = old.key and sent_at is null and failed_at is null;
  else
    update public.newsletter_deliveries set sent_at = new.sent_at, failed_at = new.failed_at where mail_key = new.key;
  end if;
  return null;
end $$;
create trigger record_issue_mail_gone after delete on public.mails
  for each row when (old.kind = 'issue') execute function public.record_issue_mail();
create trigger record_issue_mail after update of sent_at, failed_at on public.mails
  for each row when (new.kind = 'issue') execute function public.record_issue_mail();

-- When a subscriber leaves or is erased, takes the unsent mails of issues to this subscriber out of the queue. A mail that a
-- process is sending is still sent.
create function public.withdraw_issues() returns trigger language plpgsql set search_path = '' as $$
begin
  if tg_op = 'DELETE' or (new.status = 'left' and old.status <> 'left') then
    delete from public.mails as waiting using public.newsletter_deliveries as theirs
      where theirs.subscriber_id = old.id and waiting.key = theirs.mail_key
        and waiting.sent_at is null and waiting.failed_at is null
        and (waiting.claimed_until is null or waiting.claimed_until <= now());
  end if;
  if tg_op = 'DELETE' then return old; end if;
  return new;
end $$;
create trigger withdraw_issues before update of status or delete on public.newsletter_pending
  for each row execute function public.withdraw_issues();

-- Sends an issue in its `expected_version`, or continues one that was stopped. Returns {state, id, by, at} like save_article.
create function public.start_issue(staff jsonb, issue uuid, expected_version timestamptz) returns jsonb
language plpgsql set search_path = '' as $$
declare known public.newsletter_issues;
begin
  select * into known from public.newsletter_issues where id = issue for update;
  if not found then return public.article_conflict('gone', 'issue', null); end if;
  if known.state = 'draft' and known.updated_at is distinct from expected_version then
    return public.article_conflict('changed', 'issue', to_jsonb(known));
  end if;
  if known.state in ('draft', 'stopped') then
    update public.newsletter_issues set state = 'sending', started_at = coalesce(started_at, now()) where id = issue;
    perform public.log_staff(staff, case known.state when 'draft' then 'issue-started' else 'issue-continued' end, 'issue',
      issue::text, null, jsonb_build_object('title', known.title));
  end if;
  return jsonb_build_object('state', 'saved', 'id', issue);
end $$;

-- Stops an issue that is being sent. Its mails that no process has tried yet leave the queue, and wait to be continued.
create function public.stop_issue(staff jsonb, issue uuid) returns jsonb language plpgsql set search_path = '' as $$
declare known public.newsletter_issues;
begin
  update public.newsletter_issues set state = 'stopped' where id = issue and state = 'sending' returning * into known;
  if known.id is not null then
    with untried as (
      delete from public.mails as waiting using public.newsletter_deliveries as theirs
        where theirs.issue_id = issue and waiting.key = theirs.mail_key and waiting.attempts = 0
          and waiting.sent_at is null and waiting.failed_at is null
        returning waiting.key)
    delete from public.newsletter_deliveries where mail_key in (select key from untried);
    perform public.log_staff(staff, 'issue-stopped', 'issue', issue::text, null, jsonb_build_object('title', known.title));
  end if;
  return jsonb_build_object('state', 'saved', 'id', issue);
end $$;

-- Returns how many mails of issues may be queued now: at most `rate` in a minute, together with invitations of imported customers, and never
-- more than `rate` waiting in the queue.
create function public.issue_room(rate integer) returns integer language plpgsql stable set search_path = '' as $$
begin
  return greatest(0, rate - greatest(
    (select count(*) from public.newsletter_deliveries where queued_at > now() - interval '1 minute')
      + (select count(*) from public.import_lines where invited_at > now() - interval '1 minute'),
    (select count(*) from public.mails where kind = 'issue' and sent_at is null and failed_at is null)));
end $$;

-- The next subscribers of the issue that began first, with its words. Marks an issue without further subscribers as sent.
create function public.next_issue_subscribers(rate integer, max_rows integer)
returns table (issue uuid, title text, content text, subscriber uuid, email text, first_name text)
language plpgsql set search_path = '' as $$
declare
  nobody constant uuid := '00000000-0000-0000-0000-000000000000';
  first public.newsletter_issues;
  last uuid;
  beyond uuid;
  room integer := least(max_rows, public.issue_room(rate));
begin
  select * into first from public.newsletter_issues as one where one.state = 'sending' order by one.started_at, one.id limit 1;
  if not found or room = 0 then return; end if;
  last := coalesce((select theirs.subscriber_id from public.newsletter_deliveries as theirs where theirs.issue_id = first.id
    order by theirs.subscriber_id desc limit 1), nobody);
  -- They get it in the order of their ids. Those before the last one who got it are read when none is left behind: a stopped issue left some
  -- out.
  foreach beyond in array case last when nobody then array[nobody] else array[last, nobody] end loop
    return query
      select first.id, first.title, first.content, pending.id, pending.email, pending.first_name
      from public.newsletter_pending as pending
      where pending.id > beyond and pending.reads_since <= first.started_at
        and not exists (select from public.newsletter_deliveries as theirs
          where theirs.issue_id = first.id and theirs.subscriber_id = pending.id)
      order by pending.id limit room;
    if found then return; end if;
  end loop;
  update public.newsletter_issues as one set state = 'sent', finished_at = now() where one.id = first.id and one.state = 'sending';
end $$;

-- Queues mails of an issue with their deliveries, once for each subscriber, while the issue is being sent. Returns how many.
create function public.queue_issue(issue uuid, rate integer, deliveries jsonb) returns integer language plpgsql set search_path = '' as $$
declare
  one jsonb;
  queued integer := 0;
begin
  perform pg_advisory_xact_lock(hashtextextended('newsletter issues', 0));
  perform from public.newsletter_issues where id = issue and state = 'sending' for share;
  if not found then return 0; end if;
  for one in select value from jsonb_array_elements(deliveries) limit public.issue_room(rate) loop
    -- Locks the subscribers. One who leaves now waits until the mail is in the queue, and then takes it out again.
    perform from public.newsletter_pending
      where id = (one ->> 'subscriber')::uuid and status in ('confirmed', 'sent') for share;
    continue when not found;
    insert into public.newsletter_deliveries (issue_id, subscriber_id, mail_key)
      values (issue, (one ->> 'subscriber')::uuid, one -> 'mail' ->> 'key') on conflict do nothing;
    continue when not found;
    perform public.queue_mail(one -> 'mail');
    queued := queued + 1;
  end loop;
  return queued;
end $$;

-- Counts the mails of an issue: `waiting` are in the queue, `left_to_go` are not queued yet, `unsubscribed` is how many left after they got
-- the issue.
create function public.issue_counts(issue public.newsletter_issues) returns jsonb language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'sent', count(*) filter (where sent_at is not null),
    'failed', count(*) filter (where failed_at is not null),
    'waiting', count(*) filter (where coalesce(sent_at, failed_at, withdrawn_at) is null),
    'withdrawn', count(*) filter (where withdrawn_at is not null),
    'unsubscribed', (select count(*) from public.newsletter_pending as pending
      join public.newsletter_deliveries as theirs on theirs.issue_id = issue.id and theirs.subscriber_id = pending.id
      where pending.status = 'left' and pending.left_at >= theirs.sent_at),
    'left_to_go', (select count(*) from public.newsletter_pending as pending
      where issue.state <> 'sent' and pending.reads_since <= coalesce(issue.started_at, now())
        and not exists (select from public.newsletter_deliveries as theirs
          where theirs.issue_id = issue.id and theirs.subscriber_id = pending.id)))
  from public.newsletter_deliveries where issue_id = issue.id;
$$;

-- Returns issues, newest first, with their counts. The list has those of an issue that went out as they were counted last, because it would
-- read every delivery; the page of one issue counts them itself, as long as they change.
create function public.list_issues(only_one uuid default null)
returns table (id uuid, title text, content text, state text, updated_at timestamptz, started_at timestamptz,
  finished_at timestamptz, sent integer, failed integer, waiting integer, withdrawn integer, unsubscribed integer,
  left_to_go integer)
language sql stable set search_path = '' as $$
  select issue.id, issue.title, issue.content, issue.state, issue.updated_at, issue.started_at, issue.finished_at, counted.*
  from (
    select * from public.newsletter_issues where only_one is null or newsletter_issues.id = only_one
    order by coalesce(newsletter_issues.started_at, now()) desc, newsletter_issues.created_at desc limit 101) as issue
  cross join lateral jsonb_to_record(case
    when issue.state = 'draft' then jsonb_build_object('sent', 0, 'failed', 0, 'waiting', 0, 'withdrawn', 0, 'unsubscribed', 0,
      'left_to_go', (select count(*) from public.newsletter_pending where reads_since <= now()))
    when issue.counts is not null and (only_one is null or public.is_counted_out(issue)) then issue.counts
    else public.issue_counts(issue) end)
    as counted (sent integer, failed integer, waiting integer, withdrawn integer, unsubscribed integer, left_to_go integer)
  order by coalesce(issue.started_at, now()) desc, issue.created_at desc;
$$;

-- Counts an issue of which no mail waits, if its counts may have changed since the last time. Returns whether there was one. Only the
-- housekeeping calls it: a sender that counted would wait for the other senders.
create function public.count_issue() returns boolean language plpgsql set search_path = '' as $$
declare issue public.newsletter_issues;
begin
  select * into issue from public.newsletter_issues as one
    where one.state = 'sent' and not public.is_counted_out(one) and (one.counted_at is null or one.counted_at < now() - interval '1 hour')
      and not exists (select from public.newsletter_deliveries where issue_id = one.id
        and sent_at is null and failed_at is null and withdrawn_at is null)
    order by one.counted_at nulls first, one.id limit 1 for update skip locked;
  if not found then return false; end if;
  update public.newsletter_issues set counts = public.issue_counts(issue), counted_at = now() where id = issue.id;
  return true;
end $$;

-- Deletes at most `max_rows` deliveries of issues whose counts do not change any more. Returns how many.
create function public.purge_deliveries(max_rows integer) returns integer language plpgsql set search_path = '' as $$
declare gone integer;
begin
  delete from public.newsletter_deliveries where ctid = any (array(
    select ctid from public.newsletter_deliveries where issue_id in (
      select id from public.newsletter_issues as one where public.is_counted_out(one)) limit max_rows));
  get diagnostics gone = row_count;
  return gone;
end $$;
