-- The mail queue.

-- Mails that the site sends by itself, by SMTP. Each is written together with the row that it tells of, and sent afterwards by
-- any process. Kept by the server alone.
create table public.mails (
  id uuid primary key default gen_random_uuid(),
  -- Of what it tells: however often that is told within a day, it is one mail.
  key text not null unique check (key ~ '^[\w-]{8,128}$'),
  -- RFC 5322, 3.6.4; the same in each attempt, so that whoever gets a mail twice can tell.
  message_id text not null unique check (message_id ~ '^<[^<>@\s]+@[^<>@\s]+>$'),
  kind text not null check (kind ~ '^[a-z-]{1,30}$'),
  recipient text not null check (length(recipient) between 3 and 254 and recipient !~ '[[:cntrl:]]'),
  reply_to text check (length(reply_to) between 3 and 254 and reply_to !~ '[[:cntrl:]]'),
  subject text not null check (length(subject) between 1 and 300 and subject !~ '[[:cntrl:]]'),
  -- Emptied when it was sent: there may be a link in it that nobody else should have.
  body_text text not null,
  body_html text not null default '',
  tags jsonb not null default '[]',
  created_at timestamptz not null default now(),
  next_try_at timestamptz not null default now(),
  attempts integer not null default 0,
  -- Whoever sends it has so long; then it is anybody's again.
  claimed_until timestamptz,
  sent_at timestamptz,
  failed_at timestamptz,
  -- Of the last attempt: host, kind and code. Never an address, never the server's words, which may repeat one.
  failure jsonb,
  -- Where a mail program's own button leaves the list that a mail is of (RFC 2369, RFC 8058); null for mails of no list. Emptied, as the
  -- words are, when the mail was sent.
  unsubscribe_url text check (length(unsubscribe_url) <= 2000 and unsubscribe_url ~ '^https?://[^<>[:space:][:cntrl:]]+$')
);
create index mails_due on public.mails (next_try_at) where sent_at is null and failed_at is null;
create policy "Customers read which mails went to their address" on public.mails for select to authenticated
  using (lower(recipient) = lower((select auth.jwt() ->> 'email')) and sent_at is not null);

-- Puts a mail into the queue. The same key again is the same mail, unless that one failed or went out a day ago.
create function public.queue_mail(mail jsonb) returns void
language sql set search_path = '' as $$
  delete from public.mails
  where key = mail ->> 'key'
    and (failed_at is not null or (sent_at is not null and created_at < now() - interval '23 hours'));
  insert into public.mails
    (key, message_id, kind, recipient, reply_to, subject, body_text, body_html, tags, unsubscribe_url)
  values (mail ->> 'key', mail ->> 'message_id', mail ->> 'kind', mail ->> 'recipient', mail ->> 'reply_to',
    mail ->> 'subject', mail ->> 'body_text', mail ->> 'body_html', mail -> 'tags', mail ->> 'unsubscribe_url')
  on conflict (key) do nothing;
$$;

-- Writes a row and the mail that tells of it: both, or neither. Gives back the row.
create function public.keep_with_mail(place text, kept jsonb, mail jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  columns text := (select string_agg(quote_ident(name), ', ') from jsonb_object_keys(kept) as given (name));
  written jsonb;
begin
  execute format(
    'insert into public.%1$I as written (%2$s) select %2$s from jsonb_populate_record(null::public.%1$I, $1)
     returning to_jsonb(written)', place, columns) into written using kept;
  perform public.queue_mail(mail);
  return written;
end $$;

-- The same for a change of the row with this id. Gives back the row; null, and no mail, when there is none.
create function public.change_with_mail(place text, row_id uuid, change jsonb, mail jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  columns text := (select string_agg(quote_ident(name), ', ') from jsonb_object_keys(change) as given (name));
  written jsonb;
begin
  execute format(
    'update public.%1$I as written set (%2$s) = (select %2$s from jsonb_populate_record(null::public.%1$I, $1))
     where id = $2 returning to_jsonb(written)', place, columns) into written using change, row_id;
  if written is not null then perform public.queue_mail(mail); end if;
  return written;
end $$;

-- Takes the mail that is due longest, for so many seconds. One that somebody else has in hand is passed over, not waited for.
create function public.claim_mail(seconds integer) returns setof public.mails
language sql set search_path = '' as $$
  update public.mails set attempts = attempts + 1, claimed_until = now() + make_interval(secs => seconds)
  where id = (
    select id from public.mails
    where sent_at is null and failed_at is null and next_try_at <= now()
      and (claimed_until is null or claimed_until <= now())
    order by next_try_at limit 1 for update skip locked
  )
  returning *;
$$;

-- Notes that a mail went out, whoever says it.
create function public.note_mail_sent(mail uuid) returns void
language sql set search_path = '' as $$
  update public.mails set claimed_until = null, sent_at = now(), failed_at = null, body_text = '', body_html = '',
    unsubscribe_url = null
  where id = mail;
$$;

-- Notes that an attempt failed, unless somebody has taken the mail since: it is tried again in so many seconds, or, without
-- them, never.
create function public.note_mail_failed(mail uuid, attempt integer, why jsonb, again_in integer default null) returns void
language sql set search_path = '' as $$
  update public.mails set
    claimed_until = null, failure = why,
    next_try_at = now() + make_interval(secs => coalesce(again_in, 0)),
    failed_at = case when again_in is null then now() end
  where id = mail and attempts = attempt and sent_at is null;
$$;
