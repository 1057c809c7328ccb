-- A customer gets a receipt for an order, queued with the orders and the mail to the agency. Only mails to the agency wait for the
-- outcome of an order; a receipt goes out at once.
create or replace function public.tell_agency(messages jsonb, mails jsonb, hold integer default 0) returns void
language plpgsql set search_path = '' as $$
begin
  insert into public.messages (key, name, email, subject, message, domain, handed_on_at)
    select said.key, said.name, said.email, said.subject, said.message, said.domain, now()
    from jsonb_populate_recordset(null::public.messages, messages) as said;
  perform public.queue_mail(one.mail) from jsonb_array_elements(mails) as one (mail);
  update public.mails as held set next_try_at = now() + make_interval(secs => hold)
    from jsonb_array_elements(mails) as one (mail)
    where held.key = one.mail ->> 'key' and held.kind = 'contact' and hold > 0;
end $$;
