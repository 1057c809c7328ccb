-- A message that the contact service did not take is told again by any process, as mails are (claim_mail).
alter table public.messages
  add column next_try_at timestamptz not null default now(),
  add column attempts integer not null default 0,
  -- Whoever tells it has so long; then it is anybody's again. A process of the last release does not say so, and has a minute.
  add column claimed_until timestamptz default now() + interval '1 minute',
  add column failed_at timestamptz,
  -- Of the last attempt: host, kind and code. Never the service's words, which may repeat an address.
  add column failure jsonb;
-- Whether a person has looked after those of before, nobody knows: none is told by itself.
update public.messages set failed_at = now() where handed_on_at is null;
create index messages_due on public.messages (next_try_at) where handed_on_at is null and failed_at is null;

-- Keeps a message that a service is to be told of, once for its key, and takes it for so many seconds: 'ours'. 'told' when it was
-- told within a day, 'busy' while somebody else has it in hand. A person who sends it again begins its attempts anew.
create function public.keep_message(kept jsonb, seconds integer) returns text
language plpgsql set search_path = '' as $$
begin
  insert into public.messages as known (key, name, email, subject, message, domain, attempts, claimed_until)
    select said.key, said.name, said.email, said.subject, said.message, said.domain,
      1, now() + make_interval(secs => seconds)
    from jsonb_populate_record(null::public.messages, kept) as said
    on conflict (key) do update
      set attempts = 1, claimed_until = excluded.claimed_until, handed_on_at = null, failed_at = null, failure = null
      where (known.claimed_until is null or known.claimed_until <= now())
        and (known.handed_on_at is null or known.handed_on_at < now() - interval '23 hours');
  if found then return 'ours'; end if;
  return (select case when known.handed_on_at is null then 'busy' else 'told' end
    from public.messages as known where known.key = kept ->> 'key');
end $$;

-- Takes the message that is due longest, for so many seconds. One that somebody else has in hand is passed over, not waited for.
create function public.claim_message(seconds integer) returns setof public.messages
language sql set search_path = '' as $$
  update public.messages set attempts = attempts + 1, claimed_until = now() + make_interval(secs => seconds)
  where id = (
    select id from public.messages
    where handed_on_at is null and failed_at is null and next_try_at <= now()
      and (claimed_until is null or claimed_until <= now())
    order by next_try_at limit 1 for update skip locked
  )
  returning *;
$$;

-- Notes that the service has taken a message, whoever says it.
create function public.note_message_told(told text) returns void
language sql set search_path = '' as $$
  update public.messages set claimed_until = null, handed_on_at = now(), failed_at = null where key = told;
$$;

-- Notes that an attempt failed, unless somebody has taken the message since: it is told again in so many seconds, or, without
-- them, never.
create function public.note_message_failed(told text, attempt integer, why jsonb, again_in integer default null)
returns void
language sql set search_path = '' as $$
  update public.messages set
    claimed_until = null, failure = why,
    next_try_at = now() + make_interval(secs => coalesce(again_in, 0)),
    failed_at = case when again_in is null then now() end
  where key = told and attempts = attempt and handed_on_at is null;
$$;

revoke execute on function public.keep_message(jsonb, integer), public.claim_message(integer),
  public.note_message_told(text), public.note_message_failed(text, integer, jsonb, integer)
  from public, anon, authenticated;
grant execute on function public.keep_message(jsonb, integer), public.claim_message(integer),
  public.note_message_told(text), public.note_message_failed(text, integer, jsonb, integer) to service_role;
