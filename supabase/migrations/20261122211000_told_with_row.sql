-- The agency is told of an order, of an account to close and of a reader who left in the transaction of the row: both, or neither.
-- Where a contact service brings its messages, the lists of messages and mails are empty, and the service is asked afterwards.

-- Keeps messages to the agency and queues their mails, to be sent in so many seconds.
create function public.tell_agency(messages jsonb, mails jsonb, hold integer default 0) returns void
language plpgsql set search_path = '' as $$
begin
  insert into public.messages (key, name, email, subject, message, domain, handed_on_at)
    select said.key, said.name, said.email, said.subject, said.message, said.domain, now()
    from jsonb_populate_recordset(null::public.messages, messages) as said;
  perform public.queue_mail(one.mail) from jsonb_array_elements(mails) as one (mail);
  update public.mails as held set next_try_at = now() + make_interval(secs => hold)
    from jsonb_array_elements(mails) as one (mail) where held.key = one.mail ->> 'key' and hold > 0;
end $$;

-- Gives a mail that is held back its last words and sends it. False when it has gone out, or is on its way, as it was.
create function public.retell_agency(messages jsonb, mails jsonb) returns boolean
language plpgsql set search_path = '' as $$
begin
  update public.mails as held
    set subject = one.mail ->> 'subject', body_text = one.mail ->> 'body_text', next_try_at = now()
    from jsonb_array_elements(mails) as one (mail) where held.key = one.mail ->> 'key' and held.attempts = 0;
  if not found then return false; end if;
  update public.messages as kept set subject = said.subject, message = said.message
    from jsonb_populate_recordset(null::public.messages, messages) as said where kept.key = said.key;
  return true;
end $$;

-- Writes an order down and tells of it, one of a customer after the other, whichever process takes them. One for the same thing and
-- name that is open, or done after a moment, is given back instead; null when there are so many since the day began.
create function public.place_order(
  made jsonb, same_from timestamptz, day_began timestamptz, most integer, messages jsonb, mails jsonb, hold integer
) returns jsonb
language plpgsql set search_path = '' as $$
declare
  wanted public.orders := jsonb_populate_record(null::public.orders, made);
  last public.orders;
  is_new boolean := false;
begin
  perform pg_advisory_xact_lock(hashtextextended('order ' || wanted.user_id, 0));
  select * into last from public.orders as known
    where known.user_id = wanted.user_id and known.kind = wanted.kind and known.domain = wanted.domain
    order by known.created_at desc limit 1;
  if last.id is null or last.status = 'failed' or (last.status = 'done' and last.created_at <= same_from) then
    if (select count(*) from public.orders as known
        where known.user_id = wanted.user_id and known.created_at >= day_began) >= most then
      return null;
    end if;
    -- All who order the same after the same earlier order have one key. A process of the last release counts for itself: this stops it.
    insert into public.orders (id, user_id, kind, domain, payload, price_ksh, idempotency_key)
      values (wanted.id, wanted.user_id, wanted.kind, wanted.domain, wanted.payload, wanted.price_ksh,
        encode(sha256(convert_to(format('["%s","%s","%s","%s"]',
          wanted.user_id, wanted.kind, wanted.domain, coalesce(last.id::text, 'none')), 'UTF8')), 'hex'))
      returning * into last;
    perform public.tell_agency(messages, mails, hold);
    is_new := true;
  end if;
  return jsonb_build_object('order', to_jsonb(last) - 'payload' - 'idempotency_key' - 'user_id', 'is_new', is_new);
end $$;

-- Writes down a customer's wish to have their account closed, and tells of it. An error when one is open.
create function public.ask_to_close(request jsonb, messages jsonb, mails jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  written public.closing_requests;
begin
  insert into public.closing_requests (id, user_id, reason, created_at, told_at)
    select asked.id, asked.user_id, asked.reason, asked.created_at, asked.told_at
    from jsonb_populate_record(null::public.closing_requests, request) as asked
    returning * into written;
  perform public.tell_agency(messages, mails);
  return to_jsonb(written);
end $$;

-- Takes an open request back, and tells of it. False, and nobody is told, when it is not open any more.
create function public.withdraw_closing(request uuid, messages jsonb, mails jsonb) returns boolean
language plpgsql set search_path = '' as $$
begin
  update public.closing_requests set state = 'withdrawn', ended_at = now() where id = request and state = 'open';
  if not found then return false; end if;
  perform public.tell_agency(messages, mails);
  return true;
end $$;

-- Notes that a reader has left, forgets their names, and tells of it. False, and nobody is told, when they had left before.
create function public.leave_newsletter(reader jsonb, messages jsonb, mails jsonb) returns boolean
language plpgsql set search_path = '' as $$
begin
  insert into public.newsletter_pending as known (id, email, confirm_token_hash, status, left_at)
    select gone.id, gone.email, gone.confirm_token_hash, 'left', now()
    from jsonb_populate_record(null::public.newsletter_pending, reader) as gone
    on conflict (lower(email)) do update set status = 'left', left_at = now(), first_name = null, last_name = null
      where known.status <> 'left';
  if not found then return false; end if;
  perform public.tell_agency(messages, mails);
  return true;
end $$;

revoke execute on function public.tell_agency(jsonb, jsonb, integer), public.retell_agency(jsonb, jsonb),
  public.place_order(jsonb, timestamptz, timestamptz, integer, jsonb, jsonb, integer),
  public.ask_to_close(jsonb, jsonb, jsonb), public.withdraw_closing(uuid, jsonb, jsonb),
  public.leave_newsletter(jsonb, jsonb, jsonb) from public, anon, authenticated;
grant execute on function public.tell_agency(jsonb, jsonb, integer), public.retell_agency(jsonb, jsonb),
  public.place_order(jsonb, timestamptz, timestamptz, integer, jsonb, jsonb, integer),
  public.ask_to_close(jsonb, jsonb, jsonb), public.withdraw_closing(uuid, jsonb, jsonb),
  public.leave_newsletter(jsonb, jsonb, jsonb) to service_role;
