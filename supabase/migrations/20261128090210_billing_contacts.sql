-- Billing contacts: a second address that gets copies of a customer's mails about orders, money and expiry dates.

create table public.billing_contacts (
  user_id uuid primary key references auth.users (id) on delete cascade,
  email text not null check (length(email) between 3 and 254 and email !~ '[[:cntrl:]]'),
  -- The secret of the link by which the address ends the copies.
  token uuid not null unique default gen_random_uuid(),
  created_at timestamptz not null default now(),
  -- When the address confirmed. Before that it gets no copy.
  confirmed_at timestamptz,
  status text not null generated always as (case when confirmed_at is null then 'unconfirmed' else 'confirmed' end) stored
);
-- Index for the purge.
create index billing_contacts_unconfirmed on public.billing_contacts (created_at) where status = 'unconfirmed';
create policy "Customers read their own billing contact" on public.billing_contacts
  for select to authenticated using ((select auth.uid()) = user_id);

-- Stores the address and queues the mail by which it confirms. Changes nothing and returns false if the address has confirmed before or was
-- named in the last ten minutes: a form of which the response was lost is sent again.
create function public.set_billing_contact(account uuid, contact text, mails jsonb) returns boolean language plpgsql set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('billing contact ' || account, 0));
  perform from public.billing_contacts where user_id = account and lower(email) = lower(contact)
    and (confirmed_at is not null or created_at > now() - interval '10 minutes');
  if found then return false; end if;
  perform public.end_billing_contact(account => account);
  insert into public.billing_contacts (user_id, email) values (account, contact);
  perform public.queue_mails(mails);
  return true;
end $$;

-- Starts the copies. The customer is notified. Returns false if the customer has named another address since, or none.
create function public.confirm_billing_contact(account uuid, contact text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.billing_contacts where user_id = account and email = contact for update;
  if not found then return false; end if;
  update public.billing_contacts set confirmed_at = now() where user_id = account and confirmed_at is null;
  if found then
    insert into public.account_changes (user_id, kind, email, new_email) select id, 'copies-on', email, contact from auth.users where id = account;
  end if;
  return true;
end $$;

-- Ends the copies of an account, or those of a link's token, and deletes the copies that were not sent. The customer is notified. Returns the address,
-- or null if there was none.
create function public.end_billing_contact(account uuid default null, link uuid default null) returns text
language plpgsql security definer set search_path = '' as $$
declare ended public.billing_contacts;
begin
  delete from public.billing_contacts where user_id = account or token = link returning * into ended;
  delete from public.mails where copy_token = ended.token and sent_at is null;
  if ended.confirmed_at is not null then
    insert into public.account_changes (user_id, kind, email, new_email)
      select id, 'copies-off', email, ended.email from auth.users where id = ended.user_id;
  end if;
  return ended.email;
end $$;

-- Queues the copy of a mail in the mail's own transaction. A billing contact does not read how to sign in to a service.
create function public.copy_mail() returns trigger language plpgsql security definer set search_path = '' as $$
declare contact public.billing_contacts;
begin
  select * into contact from public.billing_contacts
    where user_id = public.confirmed_account(new.address) and confirmed_at is not null and lower(email) <> new.address;
  if found then
    perform public.queue_mail(to_jsonb(new) || jsonb_build_object('key', new.key || '-copy',
      'message_id', replace(new.message_id, '<', '<copy-'), 'recipient', contact.email, 'copy_token', contact.token));
  end if;
  return null;
end $$;
create trigger copy_mail after insert on public.mails for each row
  when (new.copy_token is null and new.kind in ('order', 'order-news', 'payment', 'renewal', 'service')
    and not new.tags @> '[{"name": "service", "value": "set-up"}]') execute function public.copy_mail();
