-- Where a mail program's own button leaves the list that a mail is of (RFC 2369, RFC 8058); null for mails of no list. Emptied, as the
-- words are, when the mail was sent.
alter table public.mails add column unsubscribe_url text
  check (length(unsubscribe_url) <= 2000 and unsubscribe_url ~ '^https?://[^<>[:space:][:cntrl:]]+$');

create or replace function public.queue_mail(mail jsonb) returns void
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

create or replace function public.note_mail_sent(mail uuid) returns void
language sql set search_path = '' as $$
  update public.mails set claimed_until = null, sent_at = now(), failed_at = null, body_text = '', body_html = '',
    unsubscribe_url = null
  where id = mail;
$$;
