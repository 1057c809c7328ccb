-- The mail queue.

-- The queue of mails that the site sends by SMTP. Each is stored in one transaction with the row that it is about.
create table public.mails (
  id uuid primary key default gen_random_uuid(),
  -- One mail a day for each key.
  key text not null unique check (key ~ '^[\w-]{8,128}$'),
  -- The Message-ID (RFC 5322, 3.6.4). It is the same in each attempt.
  message_id text not null unique check (message_id ~ '^<[^<>@\s]+@[^<>@\s]+>$'),
  kind text not null check (kind ~ '^[a-z-]{1,30}$'),
  recipient text not null check (length(recipient) between 3 and 254 and recipient !~ '[[:cntrl:]]'),
  -- Policies compare this column, because PostgreSQL uses no index on lower() under row-level security.
  address text not null generated always as (lower(recipient)) stored,
  reply_to text check (length(reply_to) between 3 and 254 and reply_to !~ '[[:cntrl:]]'),
  subject text not null check (length(subject) between 1 and 300 and subject !~ '[[:cntrl:]]'),
  -- Emptied when the mail was sent: the text may contain a link that nobody else should have.
  body_text text not null,
  body_html text not null default '',
  tags jsonb not null default '[]',
  created_at timestamptz not null default now(),
  next_try_at timestamptz not null default now(),
  attempts integer not null default 0,
  -- When the claim of the process that sends it expires.
  claimed_until timestamptz,
  sent_at timestamptz,
  failed_at timestamptz,
  -- How the last attempt failed: host, kind and code. Never an address, and never the server's words, which may repeat an
  -- address.
  failure jsonb,
  -- The URL behind the "Unsubscribe" button of mail programs (RFC 2369, RFC 8058). Emptied when the mail was sent.
  unsubscribe_url text check (length(unsubscribe_url) <= 2000 and unsubscribe_url ~ '^https?://[^<>[:space:][:cntrl:]]+$'),
  -- Set on a copy for a billing contact: the secret of the link that ends the copies.
  copy_token uuid
);
create index mails_due on public.mails (next_try_at) where sent_at is null and failed_at is null;
create index mails_of_address on public.mails (address, created_at desc);
-- Indexes for the purge and for the list of failed mails.
create index mails_sent on public.mails (sent_at) where sent_at is not null;
create index mails_of_copies on public.mails (copy_token) where copy_token is not null and sent_at is null;
create index mails_failed on public.mails (failed_at desc, id) where failed_at is not null;
-- Index for issue_room.
create index mails_of_issues on public.mails (id) where kind = 'issue' and sent_at is null and failed_at is null;
create policy "Customers read which mails went to their address" on public.mails for select to authenticated
  using (address = (select lower(auth.jwt() ->> 'email')) and sent_at is not null);

-- Puts a mail into the queue. A second mail with the same key is ignored, unless the first one failed, or was sent and is at
-- least 23 hours old.
create function public.queue_mail(mail jsonb) returns void language sql set search_path = '' as $$
  delete from public.mails
  where key = mail ->> 'key'
    and (failed_at is not null or (sent_at is not null and created_at < now() - interval '23 hours'));
  insert into public.mails
    (key, message_id, kind, recipient, reply_to, subject, body_text, body_html, tags, unsubscribe_url, copy_token)
  values (mail ->> 'key', mail ->> 'message_id', mail ->> 'kind', mail ->> 'recipient', mail ->> 'reply_to',
    mail ->> 'subject', mail ->> 'body_text', mail ->> 'body_html', mail -> 'tags', mail ->> 'unsubscribe_url', (mail ->> 'copy_token')::uuid)
  on conflict (key) do nothing;
$$;

create function public.queue_mails(mails jsonb) returns void language sql set search_path = '' as $$
  select public.queue_mail(one.mail) from jsonb_array_elements(mails) as one (mail);
$$;

-- Inserts a row and queues the mail about it, in one transaction. Returns the row.
create function public.insert_with_mail(table_name text, new_row jsonb, mail jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  columns text := (select string_agg(quote_ident(name), ', ') from jsonb_object_keys(new_row) as keys (name));
  written jsonb;
begin
  execute format(
    'insert into public.%1$I as written (%2$s) select %2$s from jsonb_populate_record(null::public.%1$I, $1)
     returning to_jsonb(written)', table_name, columns) into written using new_row;
  perform public.queue_mail(mail);
  return written;
end $$;

-- Changes the row with this id and queues the mail about the change, in one transaction. Returns the row. If there is no such
-- row, returns null and queues no mail.
create function public.update_with_mail(table_name text, row_id uuid, change jsonb, mail jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  columns text := (select string_agg(quote_ident(name), ', ') from jsonb_object_keys(change) as keys (name));
  written jsonb;
begin
  execute format(
    'update public.%1$I as written set (%2$s) = (select %2$s from jsonb_populate_record(null::public.%1$I, $1))
     where id = $2 returning to_jsonb(written)', table_name, columns) into written using change, row_id;
  if written is not null then perform public.queue_mail(mail); end if;
  return written;
end $$;

-- Claims the mail that has been due longest, for `seconds`. Skips a mail that another process has claimed, without waiting. `issues`: true
-- for those of the newsletter only, false for the others only, so that a receipt waits behind no issue.
create function public.claim_mail(seconds integer, issues boolean default null) returns setof public.mails
language sql set search_path = '' as $$
  update public.mails set attempts = attempts + 1, claimed_until = now() + make_interval(secs => seconds)
  where id = (
    select id from public.mails
    where sent_at is null and failed_at is null and next_try_at <= now() and (issues is null or (kind = 'issue') = issues)
      and (claimed_until is null or claimed_until <= now())
    order by next_try_at limit 1 for update skip locked
  )
  returning *;
$$;

-- Marks a mail as sent, whichever process sent it.
create function public.mark_mail_sent(mail uuid) returns void language sql set search_path = '' as $$
  update public.mails set claimed_until = null, sent_at = now(), failed_at = null, body_text = '', body_html = '',
    unsubscribe_url = null
  where id = mail;
$$;

-- Marks an attempt as failed, unless another process has claimed the mail since. If `again_in` (seconds) is null, the mail is
-- not tried again.
create function public.mark_mail_failed(mail uuid, attempt integer, why jsonb, again_in integer default null) returns void
language sql set search_path = '' as $$
  update public.mails set
    claimed_until = null, failure = why,
    next_try_at = now() + make_interval(secs => coalesce(again_in, 0)),
    failed_at = case when again_in is null then now() end
  where id = mail and attempts = attempt and sent_at is null;
$$;
