-- Fills a database as an agency with `growth.customers` customers has it after some years. Row n of a table always has the same content.
set session_replication_role = replica;
create function pg_temp.customers() returns integer language sql immutable as $$ select current_setting('growth.customers')::integer $$;
create function pg_temp.id(what text, n bigint) returns uuid language sql immutable as $$ select md5(what || n)::uuid $$;
create function pg_temp.customer(n bigint) returns uuid language sql immutable as $$
  select pg_temp.id('customer', n % pg_temp.customers()) $$;
-- A moment of the last 1,000 days; the first rows are the newest.
create function pg_temp.ago(n bigint, of_all bigint) returns timestamptz language sql stable as $$
  select now() - interval '1000 days' * (n::double precision / of_all) - interval '1 hour' $$;
-- A part of the customer's number in the alphabet of references.
create function pg_temp.letters(n bigint) returns text language sql immutable as $$
  select upper(translate(lpad(to_hex(n), 7, '0'), 'ilou', 'wxyz')) $$;

insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data, created_at, encrypted_password)
  select pg_temp.id('customer', n), 'customer' || n || '@example.co.ke', now(),
    jsonb_build_object('full_name', 'Customer ' || n, 'contact_phone', '+2547' || lpad(n::text, 8, '0')), pg_temp.ago(n, pg_temp.customers()), ''
  from generate_series(0, pg_temp.customers() - 1) as n;
insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
  select pg_temp.id('staff', n), 'staff' || n || '@example.co.ke', now(), jsonb_build_object('full_name', 'Staff ' || n)
  from generate_series(0, 2) as n;
-- Half of all entries that the auth service writes by itself are token refreshes.
insert into auth.audit_log_entries (id, payload, created_at)
  select pg_temp.id('audit', n), json_build_object('action', 'token_refreshed', 'actor_id', pg_temp.customer(n),
    'actor_username', 'customer' || n % pg_temp.customers() || '@example.co.ke'), pg_temp.ago(n, pg_temp.customers() * 20)
  from generate_series(0, pg_temp.customers() * 20 - 1) as n;
insert into auth.sessions (user_id) select pg_temp.customer(n) from generate_series(0, pg_temp.customers() - 1) as n;

insert into domains (id, user_id, name, expiry_date, zone_id, created_at)
  select pg_temp.id('domain', n), pg_temp.customer(n), 'name' || n || '.co.ke',
    now() + interval '1 day' * (n % 365 - 10), 'zone' || n, pg_temp.ago(n, pg_temp.customers() * 8 / 5)
  from generate_series(0, pg_temp.customers() * 8 / 5 - 1) as n;
insert into renewal_reminders (user_id, domain_id, expires_on, step, notified_on)
  select user_id, id, (expiry_date at time zone 'Africa/Nairobi')::date, '60', current_date - 40 from domains;

-- Six services for ten customers. One in ten has ended, 20 wait for staff, and the others end on some day of the next year. Each has been
-- extended once.
insert into services (id, user_id, kind, domain, plan, seats, state, starts_on, ends_on, price_ksh, access, cert_ends_on, wanted, next_call_at,
    ended_at, created_at)
  select pg_temp.id('service', n), pg_temp.customer(n), kind, 'name' || n || '.co.ke',
    case kind when 'hosting' then 'starter' when 'mail' then 'professional' else 'dv' end, case kind when 'mail' then 3 end,
    case when n % 10 = 9 then 'ended' else 'active' end, ends_on - 364, ends_on, 6228, '{"panel": "https://server.example:2083"}',
    case kind when 'certificate' then current_date + 100 end, case when n < 20 then 'suspended' end, case when n < 20 then now() end,
    case when n % 10 = 9 then now() end, pg_temp.ago(n, pg_temp.customers() * 6 / 10)
  from generate_series(0, pg_temp.customers() * 6 / 10 - 1) as n,
    lateral (select (array['hosting', 'mail', 'certificate'])[n % 3 + 1] as kind, current_date + 1 + (n % 365)::integer as ends_on) as service;
insert into service_changes (service_id, user_id, at, did)
  select id, user_id, created_at, did from services, unnest(array['ordered', 'set-up', 'renewed']) as did;
insert into service_notices (user_id, service_id, ends_on, step, notified_on) select user_id, id, ends_on, '30', current_date - 40 from services;

-- Each bill has two orders. One bill in 50 is unpaid, and not less than 130; those are the newest. A code was typed for five of them. The orders of the newest 20 paid
-- ones wait for staff.
create function pg_temp.unpaid() returns integer language sql stable as $$ select greatest(pg_temp.customers() * 3 / 100, 130) $$;
create function pg_temp.waits(bill bigint) returns boolean language sql stable as $$ select bill < pg_temp.unpaid() + 20 $$;
insert into bills (id, user_id, reference, amount_ksh, paid_ksh, opened_at, paid_at, number, fulfilled_at, reminders, ends_at, etims_number, issued_number,
    typed_code, has_open_orders, has_begun_orders)
  select pg_temp.id('bill', n), pg_temp.customer(n), 'M' || pg_temp.letters(n), 3000, case when is_paid then 3000 else 0 end, at,
    case when is_paid then at + interval '1 hour' end, case when is_paid then 'R' || n end,
    case when is_paid then at + interval '2 hours' end, case when is_paid then 0 else 3 end, case when not is_paid then at + interval '15 days' end,
    -- The newest paid ones wait for their eTIMS number.
    case when is_paid and n >= pg_temp.unpaid() * 2 then 'E' || n end, case when is_paid then 'R' || n end,
    case when n < 5 then 'SZZZZZZZZ' || n end, pg_temp.waits(n), not pg_temp.waits(n)
  from generate_series(0, pg_temp.customers() * 3 / 2 - 1) as n,
    lateral (select n >= pg_temp.unpaid() as is_paid, pg_temp.ago(n, pg_temp.customers() * 3 / 2) as at) as bill;
insert into orders (id, user_id, kind, domain, price_ksh, status, idempotency_key, created_at, updated_at, bill_id)
  select pg_temp.id('order', n), bill.user_id, case n % 3 when 0 then 'register' else 'renew' end,
    'name' || n % (pg_temp.customers() * 8 / 5) || '.co.ke', 1500, case when pg_temp.waits(n / 2) then 'requested' else 'done' end, 'order' || n, bill.opened_at, bill.opened_at, bill.id
  from generate_series(0, pg_temp.customers() * 3 - 1) as n join bills as bill on bill.id = pg_temp.id('bill', n / 2);
insert into orders (user_id, kind, domain, price_ksh, status, idempotency_key, created_at, updated_at, service_id)
  select user_id, 'extend', domain, 6228, 'done', 'year' || id, created_at, created_at, id
  from services where state = 'active';
insert into payment_prompts (id, bill_id, user_id, phone_e164, amount_ksh, state, asked_at, checkout_request_id, has_payment)
  select pg_temp.id('prompt', n), bill.id, bill.user_id, '+254700000001', 3000, 'paid', bill.opened_at, 'checkout' || n, true
  from generate_series(0, pg_temp.customers() * 3 / 2 - 1) as n join bills as bill on bill.id = pg_temp.id('bill', n) where bill.paid_at is not null;
insert into payments (code, user_id, bill_id, prompt_id, amount_ksh, paid_at, source, state, confirmed_by, confirmed_at, received_at, notified_at)
  select 'S' || lpad(upper(to_hex(n)), 9, '0'), bill.user_id, bill.id, pg_temp.id('prompt', n), 3000, bill.paid_at, 'stk', 'counted',
    'query', bill.paid_at, bill.paid_at, bill.paid_at
  from generate_series(0, pg_temp.customers() * 3 / 2 - 1) as n join bills as bill on bill.id = pg_temp.id('bill', n) where bill.paid_at is not null;
insert into payment_callbacks (key, source, prompt_id, body, received_at, handled_at)
  select 'stk:' || checkout_request_id, 'stk', id, '{}', asked_at, asked_at from payment_prompts;
insert into receipts (number, bill_id, user_id, issued_at, gross_ksh, vat_percent, vat_cents, seller, buyer, lines, paid_with)
  select number, id, user_id, paid_at, 3000, 16, 41379, '{}', '{}', '[]', '[]' from bills where number is not null;
insert into receipt_numbers values (to_char(now(), 'YYYY'), 1) on conflict do nothing;

-- 120 mails wait, 30 have failed.
insert into mails (id, key, message_id, kind, recipient, subject, body_text, created_at, sent_at, failed_at)
  select pg_temp.id('mail', n), 'mail-key-' || n, '<' || n || '@example.co.ke>', 'receipt', 'customer' || n % pg_temp.customers() || '@example.co.ke',
    'Subject ' || n, repeat('Text of a mail. ', 40), at, case when n >= 150 then at end, case when n < 30 then at end
  from generate_series(0, pg_temp.customers() * 10 - 1) as n, lateral (select now() - interval '30 days' * n / (pg_temp.customers() * 10) as at) as mail;
insert into messages (id, key, name, email, subject, message, created_at, touched_at, handed_on_at, claimed_until, kind, state, domain)
  select pg_temp.id('message', n), 'message-key-' || n, 'Customer ' || n, 'customer' || n % pg_temp.customers() || '@example.co.ke', 'Question ' || n, 'Text of a message.',
    at, at, at, null, case when n % 5 = 4 then 'order' else 'visitor' end, case when n < 50 then 'new' else 'closed' end, null
  from generate_series(0, pg_temp.customers() * 2 - 1) as n, lateral (select pg_temp.ago(n, pg_temp.customers() * 2) as at) as message;
insert into message_parts (message_id, side, body, key, created_at)
  select id, 'us', 'Answer.', 'part-' || key, created_at from messages where kind = 'visitor';
insert into desk_log (at, staff, staff_email, did, about_kind, about_id, customer)
  select pg_temp.ago(pg_temp.customers() * 20 - n, pg_temp.customers() * 20), pg_temp.id('staff', n % 3), 'staff' || n % 3 || '@example.co.ke',
    case n % 4 when 0 then 'order-taken' when 1 then 'order-done' when 2 then 'message-answered' else 'person-viewed' end,
    'order', pg_temp.id('order', n % (pg_temp.customers() * 3))::text, pg_temp.customer(n)
  from generate_series(0, pg_temp.customers() * 20 - 1) as n;

insert into dns_jobs (id, user_id, domain_id, zone_id, kind, title, state, created_at)
  select pg_temp.id('job', n), domain.user_id, domain.id, domain.zone_id, 'add', 'Record added', 'finished', pg_temp.ago(n, pg_temp.customers() * 5)
  from generate_series(0, pg_temp.customers() * 5 - 1) as n join domains as domain on domain.id = pg_temp.id('domain', n % (pg_temp.customers() * 8 / 5));
insert into dns_changes (user_id, domain_id, zone_id, job_id, record_id, after, state, sent_at, notified_at, created_at)
  select user_id, domain_id, zone_id, id, 'record', '{"type":"A","name":"www"}', 'done', created_at, created_at, created_at from dns_jobs order by created_at;

insert into newsletter_pending (id, email, status, confirmed_at, created_at)
  select pg_temp.id('subscriber', n), 'customer' || n || '@example.co.ke', 'confirmed', pg_temp.ago(n, pg_temp.customers()), pg_temp.ago(n, pg_temp.customers())
  from generate_series(0, pg_temp.customers() - 1) as n;
insert into newsletter_issues (id, title, content, state, started_at, created_at, finished_at, counted_at, counts)
  select pg_temp.id('issue', n), 'Issue ' || n, 'Text.', case n when 0 then 'sending' else 'sent' end, at, at, case when n > 0 then at end,
    case when n > 0 then now() end, case when n > 0 then '{"sent": 1, "failed": 0, "waiting": 0, "withdrawn": 0, "unsubscribed": 0, "left_to_go": 0}'::jsonb end
  from generate_series(0, 11) as n, lateral (select now() - interval '30 days' * n as at) as issue;
-- The issue that is being sent is halfway.
insert into newsletter_deliveries (issue_id, subscriber_id, mail_key, queued_at, sent_at)
  select pg_temp.id('issue', issue), pg_temp.id('subscriber', n), 'issue-' || issue || '-' || n, at, at
  from generate_series(0, 11) as issue, generate_series(0, pg_temp.customers() - 1) as n, lateral (select now() - interval '30 days' * issue - interval '1 hour' as at) as one
  where issue > 0 or n % 2 = 0;
insert into school_interest (name, email, phone, school, status, created_at)
  select 'Head ' || n, 'customer' || n * 20 || '@example.co.ke', '0712345678', 'School ' || n, 'confirmed', pg_temp.ago(n, pg_temp.customers() / 20)
  from generate_series(0, pg_temp.customers() / 20 - 1) as n;
insert into posts (slug, title, excerpt, content, category, created_at, published_at)
  select 'post-' || n, 'Post ' || n, 'Words about domains.', repeat('A sentence about names and mail. ', 100), 'Business', at, at
  from generate_series(0, pg_temp.customers() / 20 - 1) as n, lateral (select pg_temp.ago(n, pg_temp.customers() / 20) as at) as post;
insert into submissions (key, form, owner, state, started_at)
  select md5('a' || n) || md5('b' || n), 'orders', pg_temp.customer(n)::text, 'done', now() - interval '1 day' * n / pg_temp.customers()
  from generate_series(0, pg_temp.customers() - 1) as n;
insert into account_changes (user_id, kind, email, created_at, notified_at)
  select pg_temp.customer(n), 'password', 'customer' || n || '@example.co.ke', now() - interval '20 days', now() from generate_series(0, pg_temp.customers() / 2) as n;

set session_replication_role = origin;
analyze;
