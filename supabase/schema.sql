-- The schema after all migrations, to be read. `npm run schema` writes this file; migrations change the database.

-- Changes of an account. The customer gets a mail about each.
create table public.account_changes (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  kind text not null,
  email text not null,
  new_email text,
  created_at timestamp with time zone not null default now(),
  notified_at timestamp with time zone,
  old_phone text,
  constraint account_changes_pkey PRIMARY KEY (id),
  constraint account_changes_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint account_changes_email_check CHECK (((length(email) >= 1) AND (length(email) <= 320))),
  constraint account_changes_kind_check CHECK ((kind = ANY (ARRAY['password'::text, 'address'::text, 'sign-out'::text, 'step-on'::text, 'step-off'::text, 'phone'::text, 'step-codes'::text, 'step-code-used'::text, 'wrong-codes'::text, 'copies-on'::text, 'copies-off'::text]))),
  constraint account_changes_new_email_check CHECK (((length(new_email) >= 1) AND (length(new_email) <= 320))),
  constraint account_changes_old_phone_check CHECK ((length(old_phone) <= 100))
);
CREATE INDEX account_changes_notified ON public.account_changes USING btree (notified_at) WHERE (notified_at IS NOT NULL);
CREATE INDEX account_changes_of_user ON public.account_changes USING btree (user_id, created_at DESC);
CREATE INDEX account_changes_unnotified ON public.account_changes USING btree (created_at) WHERE (notified_at IS NULL);
-- Policy "Customers read what has changed of their account" (permissive) for {authenticated}: (( SELECT auth.uid() AS uid) = user_id)
-- Policy "The second step is passed" (restrictive) for {authenticated}: ( SELECT has_stepped() AS has_stepped)
CREATE TRIGGER delay_name_moves AFTER INSERT ON public.account_changes FOR EACH ROW WHEN (delays_requests(new.kind)) EXECUTE FUNCTION delay_name_moves();

-- Requests to close an account. Staff close it; until then the customer may withdraw the request.
create table public.closing_requests (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  reason text,
  state text not null default 'open'::text,
  created_at timestamp with time zone not null default now(),
  notified_at timestamp with time zone,
  ended_at timestamp with time zone,
  constraint closing_requests_pkey PRIMARY KEY (id),
  constraint closing_requests_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint closing_requests_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 1000))),
  constraint closing_requests_state_check CHECK ((state = ANY (ARRAY['open'::text, 'withdrawn'::text, 'done'::text])))
);
CREATE INDEX closing_requests_of_user ON public.closing_requests USING btree (user_id, created_at DESC);
CREATE UNIQUE INDEX closing_requests_open ON public.closing_requests USING btree (user_id) WHERE (state = 'open'::text);
-- Policy "Customers read their own requests" (permissive) for {authenticated}: (( SELECT auth.uid() AS uid) = user_id)
-- Policy "The second step is passed" (restrictive) for {authenticated}: ( SELECT has_stepped() AS has_stepped)
CREATE TRIGGER forget_closed_account AFTER UPDATE OF state ON public.closing_requests FOR EACH ROW WHEN ((new.state = 'done'::text)) EXECUTE FUNCTION forget_closed_account();

-- The second step of signing in: a code of an authenticator app (RFC 6238) or one of ten printed codes. Row-level security requires it too.
create table public.second_steps (
  user_id uuid not null,
  secret text not null,
  confirmed_at timestamp with time zone,
  last_counter bigint not null default 0,
  created_at timestamp with time zone not null default now(),
  constraint second_steps_pkey PRIMARY KEY (user_id),
  constraint second_steps_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);

create table public.step_codes (
  user_id uuid not null,
  hash text not null,
  used_at timestamp with time zone,
  constraint step_codes_pkey PRIMARY KEY (user_id, hash),
  constraint step_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES second_steps(user_id) ON DELETE CASCADE
);

create table public.stepped_sessions (
  session_id uuid not null,
  user_id uuid not null,
  passed_at timestamp with time zone not null default now(),
  passed_by text not null,
  constraint stepped_sessions_pkey PRIMARY KEY (session_id),
  constraint stepped_sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint stepped_sessions_passed_by_check CHECK ((passed_by = ANY (ARRAY['app'::text, 'code'::text])))
);
CREATE INDEX stepped_sessions_user ON public.stepped_sessions USING btree (user_id);

-- Forms that were sent in the last day, so that the same form sent twice is carried out once.
create table public.submissions (
  key text not null,
  form text not null,
  owner text not null,
  state text not null default 'running'::text,
  attempt integer not null default 1,
  result jsonb,
  started_at timestamp with time zone not null default now(),
  constraint submissions_pkey PRIMARY KEY (key),
  constraint submissions_form_check CHECK (((length(form) >= 1) AND (length(form) <= 50))),
  constraint submissions_key_check CHECK ((key ~ '^[0-9a-f]{64}$'::text)),
  constraint submissions_owner_check CHECK (((length(owner) >= 1) AND (length(owner) <= 100))),
  constraint submissions_state_check CHECK ((state = ANY (ARRAY['running'::text, 'done'::text, 'unknown'::text])))
);
CREATE INDEX submissions_age ON public.submissions USING btree (started_at);
CREATE INDEX submissions_of_owner ON public.submissions USING btree (owner);
-- Policy "Customers read which forms they have sent" (permissive) for {authenticated}: (owner = (( SELECT auth.uid() AS uid))::text)
-- Policy "The second step is passed" (restrictive) for {authenticated}: ( SELECT has_stepped() AS has_stepped)

-- Closed accounts whose entries in the auth service's audit log are still to be deleted, because they have names and addresses.
-- That log has no index of accounts, so all its entries are read in the order of their ids.
create table public.audit_erasures (
  user_id uuid not null,
  email text not null,
  closed_at timestamp with time zone not null default now(),
  after_id uuid,
  constraint audit_erasures_pkey PRIMARY KEY (user_id)
);

-- The queue of mails that the site sends by SMTP. Each is stored in one transaction with the row that it is about.
create table public.mails (
  id uuid not null default gen_random_uuid(),
  key text not null,
  message_id text not null,
  kind text not null,
  recipient text not null,
  address text not null generated always as (lower(recipient)) stored,
  reply_to text,
  subject text not null,
  body_text text not null,
  body_html text not null default ''::text,
  tags jsonb not null default '[]'::jsonb,
  created_at timestamp with time zone not null default now(),
  next_try_at timestamp with time zone not null default now(),
  attempts integer not null default 0,
  claimed_until timestamp with time zone,
  sent_at timestamp with time zone,
  failed_at timestamp with time zone,
  failure jsonb,
  unsubscribe_url text,
  copy_token uuid,
  constraint mails_key_key UNIQUE (key),
  constraint mails_message_id_key UNIQUE (message_id),
  constraint mails_pkey PRIMARY KEY (id),
  constraint mails_key_check CHECK ((key ~ '^[\w-]{8,128}$'::text)),
  constraint mails_kind_check CHECK ((kind ~ '^[a-z-]{1,30}$'::text)),
  constraint mails_message_id_check CHECK ((message_id ~ '^<[^<>@\s]+@[^<>@\s]+>$'::text)),
  constraint mails_recipient_check CHECK ((((length(recipient) >= 3) AND (length(recipient) <= 254)) AND (recipient !~ '[[:cntrl:]]'::text))),
  constraint mails_reply_to_check CHECK ((((length(reply_to) >= 3) AND (length(reply_to) <= 254)) AND (reply_to !~ '[[:cntrl:]]'::text))),
  constraint mails_subject_check CHECK ((((length(subject) >= 1) AND (length(subject) <= 300)) AND (subject !~ '[[:cntrl:]]'::text))),
  constraint mails_unsubscribe_url_check CHECK (((length(unsubscribe_url) <= 2000) AND (unsubscribe_url ~ '^https?://[^<>[:space:][:cntrl:]]+$'::text)))
);
CREATE INDEX mails_due ON public.mails USING btree (next_try_at) WHERE ((sent_at IS NULL) AND (failed_at IS NULL));
CREATE INDEX mails_failed ON public.mails USING btree (failed_at DESC, id) WHERE (failed_at IS NOT NULL);
CREATE INDEX mails_of_address ON public.mails USING btree (address, created_at DESC);
CREATE INDEX mails_of_copies ON public.mails USING btree (copy_token) WHERE ((copy_token IS NOT NULL) AND (sent_at IS NULL));
CREATE INDEX mails_of_issues ON public.mails USING btree (id) WHERE ((kind = 'issue'::text) AND (sent_at IS NULL) AND (failed_at IS NULL));
CREATE INDEX mails_sent ON public.mails USING btree (sent_at) WHERE (sent_at IS NOT NULL);
-- Policy "Customers read which mails went to their address" (permissive) for {authenticated}: ((address = ( SELECT lower((auth.jwt() ->> 'email'::text)) AS lower)) AND (sent_at IS NOT NULL))
-- Policy "The second step is passed" (restrictive) for {authenticated}: ( SELECT has_stepped() AS has_stepped)
CREATE TRIGGER copy_mail AFTER INSERT ON public.mails FOR EACH ROW WHEN (((new.copy_token IS NULL) AND (new.kind = ANY (ARRAY['order'::text, 'order-news'::text, 'payment'::text, 'renewal'::text, 'service'::text])) AND (NOT (new.tags @> '[{"name": "service", "value": "set-up"}]'::jsonb)))) EXECUTE FUNCTION copy_mail();
CREATE TRIGGER record_issue_mail AFTER UPDATE OF sent_at, failed_at ON public.mails FOR EACH ROW WHEN ((new.kind = 'issue'::text)) EXECUTE FUNCTION record_issue_mail();
CREATE TRIGGER record_issue_mail_gone AFTER DELETE ON public.mails FOR EACH ROW WHEN ((old.kind = 'issue'::text)) EXECUTE FUNCTION record_issue_mail();

create table public.billing_contacts (
  user_id uuid not null,
  email text not null,
  token uuid not null default gen_random_uuid(),
  created_at timestamp with time zone not null default now(),
  confirmed_at timestamp with time zone,
  status text not null generated always as (
CASE
    WHEN (confirmed_at IS NULL) THEN 'unconfirmed'::text
    ELSE 'confirmed'::text
END) stored,
  constraint billing_contacts_token_key UNIQUE (token),
  constraint billing_contacts_pkey PRIMARY KEY (user_id),
  constraint billing_contacts_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint billing_contacts_email_check CHECK ((((length(email) >= 3) AND (length(email) <= 254)) AND (email !~ '[[:cntrl:]]'::text)))
);
CREATE INDEX billing_contacts_unconfirmed ON public.billing_contacts USING btree (created_at) WHERE (status = 'unconfirmed'::text);
-- Policy "Customers read their own billing contact" (permissive) for {authenticated}: (( SELECT auth.uid() AS uid) = user_id)
-- Policy "The second step is passed" (restrictive) for {authenticated}: ( SELECT has_stepped() AS has_stepped)

-- What the agency's staff did at the desk. Rows are added and read, never changed: not by the service role either.
create table public.desk_log (
  id bigint not null generated always as identity,
  at timestamp with time zone not null default now(),
  staff uuid not null,
  staff_email text not null,
  did text not null,
  about_kind text not null,
  about_id text not null,
  customer uuid,
  detail jsonb not null default '{}'::jsonb,
  constraint desk_log_pkey PRIMARY KEY (id),
  constraint desk_log_about_id_check CHECK (((length(about_id) >= 1) AND (length(about_id) <= 253))),
  constraint desk_log_about_kind_check CHECK ((about_kind ~ '^[a-z-]{1,30}$'::text)),
  constraint desk_log_did_check CHECK ((did ~ '^[a-z-]{1,40}$'::text)),
  constraint desk_log_staff_email_check CHECK (((length(staff_email) >= 3) AND (length(staff_email) <= 254)))
);
CREATE INDEX desk_log_about ON public.desk_log USING btree (about_kind, about_id, id);
CREATE INDEX desk_log_customer ON public.desk_log USING btree (customer, at DESC) WHERE (customer IS NOT NULL);
CREATE INDEX desk_log_did ON public.desk_log USING btree (did, at DESC, id DESC);
CREATE INDEX desk_log_newest ON public.desk_log USING btree (at DESC, id DESC);
CREATE INDEX desk_log_of_staff ON public.desk_log USING btree (staff_email, at DESC, id DESC);
CREATE INDEX desk_log_payment_as_read ON public.desk_log USING btree (read_code(about_id)) WHERE (about_kind = 'payment'::text);
CREATE TRIGGER refuse_log_change AFTER DELETE OR UPDATE ON public.desk_log FOR EACH ROW EXECUTE FUNCTION refuse_log_change();
CREATE TRIGGER refuse_log_truncate BEFORE TRUNCATE ON public.desk_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_log_change();

-- What staff note about an order, a message, a school or a person. Customers never see it.
create table public.desk_notes (
  id uuid not null default gen_random_uuid(),
  about_kind text not null,
  about_id text not null,
  author text not null,
  body text not null,
  created_at timestamp with time zone not null default now(),
  constraint desk_notes_pkey PRIMARY KEY (id),
  constraint desk_notes_about_id_check CHECK (((length(about_id) >= 1) AND (length(about_id) <= 200))),
  constraint desk_notes_about_kind_check CHECK ((about_kind ~ '^[a-z-]{1,30}$'::text)),
  constraint desk_notes_author_check CHECK (((length(author) >= 3) AND (length(author) <= 254))),
  constraint desk_notes_body_check CHECK (((length(body) >= 1) AND (length(body) <= 2000)))
);
CREATE INDEX desk_notes_about ON public.desk_notes USING btree (about_kind, about_id, created_at);
CREATE INDEX desk_notes_age ON public.desk_notes USING btree (created_at);

-- The domains of customers. A row is written by the server alone, when an order is done, and at the desk.
create table public.domains (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  name text not null,
  status text not null default 'active'::text,
  left_at timestamp with time zone,
  expiry_date timestamp with time zone not null,
  zone_id text,
  ssl_status text,
  dns_records jsonb,
  created_at timestamp with time zone not null default now(),
  moving_since date,
  moving_step text,
  held text not null default 'us'::text,
  renew_ksh integer,
  checked_at timestamp with time zone,
  differs jsonb,
  missing_days smallint not null default 0,
  missing_on date,
  constraint domains_pkey PRIMARY KEY (id),
  constraint domains_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE RESTRICT,
  constraint domains_held_check CHECK ((held = ANY (ARRAY['us'::text, 'elsewhere'::text]))),
  constraint domains_moving_step_check CHECK ((moving_step = ANY (ARRAY['asked'::text, 'waiting'::text, 'refused'::text]))),
  constraint domains_name_check CHECK (((length(name) >= 1) AND (length(name) <= 253))),
  constraint domains_renew_ksh_check CHECK (((renew_ksh >= 1) AND (renew_ksh <= 1000000))),
  constraint domains_ssl_status_check CHECK ((ssl_status <> ''::text)),
  constraint domains_status_check CHECK (((length(status) >= 1) AND (length(status) <= 50))),
  constraint domains_zone_id_check CHECK ((zone_id <> ''::text))
);
CREATE INDEX domains_by_expiry ON public.domains USING btree (expiry_date, id) WHERE (status <> 'left'::text);
CREATE INDEX domains_by_name ON public.domains USING btree (lower(name), created_at);
CREATE INDEX domains_by_part ON public.domains USING gin (text_parts(lower(name)));
CREATE INDEX domains_left ON public.domains USING btree (left_at) WHERE ((left_at IS NOT NULL) AND (zone_id IS NOT NULL));
CREATE UNIQUE INDEX domains_name ON public.domains USING btree (lower(name)) WHERE (status <> 'left'::text);
CREATE INDEX domains_of_user ON public.domains USING btree (user_id, expiry_date);
CREATE INDEX domains_of_user_by_name ON public.domains USING btree (user_id, name);
CREATE INDEX domains_to_check ON public.domains USING btree (id) WHERE ((differs IS NOT NULL) OR (missing_days >= 3) OR (status = 'moving'::text));
CREATE UNIQUE INDEX domains_zone ON public.domains USING btree (zone_id);
-- Policy "Customers read their own domains" (permissive) for {authenticated}: (( SELECT auth.uid() AS uid) = user_id)
-- Policy "The second step is passed" (restrictive) for {authenticated}: ( SELECT has_stepped() AS has_stepped)
CREATE TRIGGER domain_changes BEFORE UPDATE ON public.domains FOR EACH ROW EXECUTE FUNCTION domain_changes();
CREATE TRIGGER end_moves_of_domain AFTER UPDATE ON public.domains FOR EACH ROW WHEN ((((new.status = 'left'::text) AND (old.status <> 'left'::text)) OR (new.user_id <> old.user_id))) EXECUTE FUNCTION end_moves_of_domain();
CREATE TRIGGER end_requests_of_domain AFTER UPDATE ON public.domains FOR EACH ROW WHEN ((((new.status = 'left'::text) AND (old.status <> 'left'::text)) OR (new.user_id <> old.user_id))) EXECUTE FUNCTION end_requests_of_domain();

-- Renewal reminders that were sent, by domain, last day and step. A renewed domain has another last day, and so its steps anew.
create table public.renewal_reminders (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  domain_id uuid not null,
  expires_on date not null,
  step text not null,
  notified_on date not null,
  created_at timestamp with time zone not null default now(),
  constraint renewal_reminders_user_id_domain_id_expires_on_step_key UNIQUE (user_id, domain_id, expires_on, step),
  constraint renewal_reminders_pkey PRIMARY KEY (id),
  constraint renewal_reminders_domain_id_fkey FOREIGN KEY (domain_id) REFERENCES domains(id) ON DELETE CASCADE,
  constraint renewal_reminders_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint renewal_reminders_step_check CHECK ((step = ANY (ARRAY['60'::text, '30'::text, '15'::text, '1'::text, 'stopped'::text, 'last'::text])))
);
CREATE INDEX renewal_reminders_of_day ON public.renewal_reminders USING btree (user_id, notified_on);
CREATE INDEX renewal_reminders_of_domain ON public.renewal_reminders USING btree (domain_id);
CREATE INDEX renewal_reminders_old ON public.renewal_reminders USING btree (expires_on);
-- Policy "Customers read their own reminders" (permissive) for {authenticated}: (( SELECT auth.uid() AS uid) = user_id)
-- Policy "The second step is passed" (restrictive) for {authenticated}: ( SELECT has_stepped() AS has_stepped)

-- Whether a customer wants to be reminded before a domain ends. Without a row they do.
create table public.reminder_choices (
  user_id uuid not null,
  wants_reminders boolean not null,
  created_at timestamp with time zone not null default now(),
  changed_at timestamp with time zone not null default now(),
  constraint reminder_choices_pkey PRIMARY KEY (user_id),
  constraint reminder_choices_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
-- Policy "Customers read their own choice" (permissive) for {authenticated}: (( SELECT auth.uid() AS uid) = user_id)
-- Policy "The second step is passed" (restrictive) for {authenticated}: ( SELECT has_stepped() AS has_stepped)

create table public.services (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  kind text not null,
  domain text not null,
  plan text not null,
  seats integer,
  state text not null default 'ordered'::text,
  starts_on date,
  ends_on date,
  price_ksh integer not null default 0,
  renew_ksh integer,
  next_plan text,
  next_seats integer,
  next_on date,
  next_ksh integer,
  will_end boolean not null default false,
  hold_until date,
  priced_on date,
  counts_from date generated always as (GREATEST(ends_on, priced_on, (hold_until - 7))) stored,
  provider text not null default 'hand'::text,
  provider_ref text,
  access jsonb not null default '{}'::jsonb,
  secret_sealed text,
  secret_at timestamp with time zone,
  secret_shown_at timestamp with time zone,
  has_secret boolean not null generated always as ((secret_sealed IS NOT NULL)) stored,
  cert_ends_on date,
  suspended_on date,
  removed_at timestamp with time zone,
  wanted text,
  call_started_at timestamp with time zone,
  next_call_at timestamp with time zone,
  claimed_until timestamp with time zone,
  attempts integer not null default 0,
  problem text,
  created_at timestamp with time zone not null default now(),
  ended_at timestamp with time zone,
  listed_at timestamp with time zone not null generated always as (COALESCE(((ends_on)::timestamp without time zone AT TIME ZONE 'Africa/Nairobi'::text), created_at)) stored,
  constraint services_pkey PRIMARY KEY (id),
  constraint services_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE RESTRICT,
  constraint services_check CHECK (((secret_at IS NULL) = (secret_sealed IS NULL))),
  constraint services_check1 CHECK (((secret_shown_at IS NULL) OR (secret_sealed IS NOT NULL))),
  constraint services_check2 CHECK (((seats IS NULL) = (kind <> 'mail'::text))),
  constraint services_check3 CHECK (((ends_on IS NULL) = (starts_on IS NULL))),
  constraint services_check4 CHECK (((state = ANY (ARRAY['ordered'::text, 'ended'::text])) OR (ends_on IS NOT NULL))),
  constraint services_check5 CHECK (((state = 'ended'::text) = (ended_at IS NOT NULL))),
  constraint services_check6 CHECK (((next_on IS NULL) = (next_ksh IS NULL))),
  constraint services_check7 CHECK ((next_on <= ends_on)),
  constraint services_domain_check CHECK (((length(domain) >= 1) AND (length(domain) <= 253))),
  constraint services_kind_check CHECK ((kind = ANY (ARRAY['hosting'::text, 'mail'::text, 'certificate'::text]))),
  constraint services_next_ksh_check CHECK ((next_ksh >= 0)),
  constraint services_next_plan_check CHECK ((next_plan ~ '^[a-z0-9-]{1,30}$'::text)),
  constraint services_next_seats_check CHECK (((next_seats >= 1) AND (next_seats <= 300))),
  constraint services_plan_check CHECK ((plan ~ '^[a-z0-9-]{1,30}$'::text)),
  constraint services_price_ksh_check CHECK ((price_ksh >= 0)),
  constraint services_problem_check CHECK (((length(problem) >= 1) AND (length(problem) <= 500))),
  constraint services_provider_check CHECK ((provider = ANY (ARRAY['hand'::text, 'registrar'::text, 'whm'::text]))),
  constraint services_provider_ref_check CHECK (((length(provider_ref) >= 1) AND (length(provider_ref) <= 100))),
  constraint services_renew_ksh_check CHECK ((renew_ksh > 0)),
  constraint services_seats_check CHECK (((seats >= 1) AND (seats <= 300))),
  constraint services_state_check CHECK ((state = ANY (ARRAY['ordered'::text, 'active'::text, 'suspended'::text, 'ended'::text]))),
  constraint services_wanted_check CHECK ((wanted = ANY (ARRAY['create'::text, 'active'::text, 'suspended'::text, 'plan'::text])))
);
CREATE UNIQUE INDEX services_alive ON public.services USING btree (user_id, kind, lower(domain)) WHERE (state <> 'ended'::text);
CREATE INDEX services_beginning ON public.services USING btree (next_on) WHERE (next_on IS NOT NULL);
CREATE INDEX services_by_part ON public.services USING gin (text_parts(lower(domain)));
CREATE INDEX services_by_state ON public.services USING btree (state, listed_at, id);
CREATE INDEX services_certificate ON public.services USING btree (cert_ends_on) WHERE ((cert_ends_on IS NOT NULL) AND (state = 'active'::text));
CREATE INDEX services_ending ON public.services USING btree (counts_from, id) WHERE (state = ANY (ARRAY['active'::text, 'suspended'::text]));
CREATE INDEX services_listed ON public.services USING btree (listed_at, id);
CREATE INDEX services_of_name ON public.services USING btree (kind, lower(domain)) WHERE (state <> 'ended'::text);
CREATE INDEX services_of_user ON public.services USING btree (user_id, created_at DESC);
CREATE INDEX services_of_username ON public.services USING btree (((access ->> 'username'::text))) WHERE ((kind = 'hosting'::text) AND (state <> 'ended'::text));
CREATE INDEX services_problem ON public.services USING btree (id) WHERE (problem IS NOT NULL);
CREATE INDEX services_secret ON public.services USING btree (secret_at) WHERE (secret_at IS NOT NULL);
CREATE INDEX services_secret_shown ON public.services USING btree (secret_shown_at) WHERE (secret_shown_at IS NOT NULL);
CREATE INDEX services_wanted ON public.services USING btree (next_call_at) WHERE (wanted IS NOT NULL);
CREATE INDEX services_without_way_in ON public.services USING btree (id) WHERE ((state = 'active'::text) AND
CASE kind
    WHEN 'certificate'::text THEN (cert_ends_on IS NULL)
    ELSE ((access ->> 'panel'::text) IS NULL)
END);
-- Policy "Customers read their own services" (permissive) for {authenticated}: (( SELECT auth.uid() AS uid) = user_id)
-- Policy "The second step is passed" (restrictive) for {authenticated}: ( SELECT has_stepped() AS has_stepped)
CREATE TRIGGER forget_desk_notes AFTER DELETE ON public.services FOR EACH ROW EXECUTE FUNCTION forget_desk_notes('service');
CREATE TRIGGER service_wants BEFORE UPDATE OF wanted ON public.services FOR EACH ROW WHEN ((new.wanted IS DISTINCT FROM old.wanted)) EXECUTE FUNCTION service_wants();

-- What happened to a service, for its customer's page. Rows are added and read, never changed.
create table public.service_changes (
  id bigint not null generated always as identity,
  service_id uuid not null,
  user_id uuid not null,
  at timestamp with time zone not null default now(),
  did text not null,
  detail jsonb not null default '{}'::jsonb,
  constraint service_changes_pkey PRIMARY KEY (id),
  constraint service_changes_service_id_fkey FOREIGN KEY (service_id) REFERENCES services(id) ON DELETE CASCADE,
  constraint service_changes_did_check CHECK ((did = ANY (ARRAY['ordered'::text, 'set-up'::text, 'renewed'::text, 'upgraded'::text, 'plan'::text, 'suspended'::text, 'restored'::text, 'will-end'::text, 'stays'::text, 'smaller'::text, 'not-smaller'::text, 'held'::text, 'price'::text, 'date'::text, 'order-failed'::text, 'order-reopened'::text, 'reissued'::text, 'ended'::text, 'removed'::text])))
);
CREATE INDEX service_changes_of_service ON public.service_changes USING btree (service_id, at DESC, id DESC);
-- Policy "Customers read what happened to their services" (permissive) for {authenticated}: (( SELECT auth.uid() AS uid) = user_id)
-- Policy "The second step is passed" (restrictive) for {authenticated}: ( SELECT has_stepped() AS has_stepped)

-- The notifications that were sent about the end of a service: each step once for each last day.
create table public.service_notices (
  user_id uuid not null,
  service_id uuid not null,
  ends_on date not null,
  step text not null,
  notified_on date not null,
  constraint service_notices_pkey PRIMARY KEY (service_id, ends_on, step),
  constraint service_notices_service_id_fkey FOREIGN KEY (service_id) REFERENCES services(id) ON DELETE CASCADE,
  constraint service_notices_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint service_notices_step_check CHECK ((step = ANY (ARRAY['30'::text, '15'::text, '1'::text, 'stopped'::text, 'last'::text, 'backup'::text])))
);
CREATE INDEX service_notices_of_user ON public.service_notices USING btree (user_id, notified_on);
-- Policy "Customers read their own notices" (permissive) for {authenticated}: (( SELECT auth.uid() AS uid) = user_id)
-- Policy "The second step is passed" (restrictive) for {authenticated}: ( SELECT has_stepped() AS has_stepped)

-- A bill is the total of the orders of one form. All amounts are whole shillings. Source: docs/decisions/057-mpesa.md.
create table public.bills (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  opened_by text not null default 'customer'::text,
  reference text not null,
  amount_ksh integer not null,
  paid_ksh integer not null default 0,
  missing_ksh integer not null generated always as ((amount_ksh - paid_ksh)) stored,
  surplus_ksh integer not null default 0,
  refund_due_ksh integer not null default 0,
  opened_at timestamp with time zone not null default now(),
  paid_at timestamp with time zone,
  refunded_at timestamp with time zone,
  number text,
  issued_number text,
  buyer_name text,
  buyer_pin text,
  etims_number text,
  typed_code text,
  typed_before text[] not null default '{}'::text[],
  fulfilled_at timestamp with time zone,
  claimed_until timestamp with time zone,
  reminders integer not null default 0,
  refunded_ksh integer not null default 0,
  returned_ksh integer not null default 0,
  wanted_back_ksh integer not null default 0,
  back_codes text[] not null default '{}'::text[],
  pay_backs jsonb not null default '[]'::jsonb,
  shrunk_at timestamp with time zone,
  ends_at timestamp with time zone,
  has_open_orders boolean not null default true,
  has_begun_orders boolean not null default false,
  is_in_work boolean not null generated always as (((paid_at IS NOT NULL) AND has_open_orders)) stored,
  constraint bills_number_key UNIQUE (number),
  constraint bills_reference_key UNIQUE (reference),
  constraint bills_pkey PRIMARY KEY (id),
  constraint bills_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE RESTRICT,
  constraint bills_amount_ksh_check CHECK ((amount_ksh > 0)),
  constraint bills_buyer_name_check CHECK (((length(buyer_name) >= 1) AND (length(buyer_name) <= 100))),
  constraint bills_buyer_pin_check CHECK ((buyer_pin ~ '^[AP][0-9]{9}[A-Z]$'::text)),
  constraint bills_check CHECK (((paid_ksh >= 0) AND (paid_ksh <= amount_ksh))),
  constraint bills_check1 CHECK (((typed_code IS NOT NULL) OR (typed_before = '{}'::text[]))),
  constraint bills_etims_number_check CHECK (((length(etims_number) >= 1) AND (length(etims_number) <= 60))),
  constraint bills_opened_by_check CHECK ((opened_by = ANY (ARRAY['customer'::text, 'staff'::text, 'site'::text]))),
  constraint bills_reference_check CHECK ((reference ~ '^M[0-9A-HJKMNP-TV-Z]{7}$'::text)),
  constraint bills_refund_due_ksh_check CHECK ((refund_due_ksh >= 0)),
  constraint bills_refunded_ksh_check CHECK ((refunded_ksh >= 0)),
  constraint bills_returned_ksh_check CHECK ((returned_ksh >= 0)),
  constraint bills_surplus_ksh_check CHECK ((surplus_ksh >= 0)),
  constraint bills_typed_code_check CHECK ((typed_code ~ '^[A-Z0-9]{10}$'::text)),
  constraint bills_wanted_back_ksh_check CHECK ((wanted_back_ksh >= 0))
);
CREATE INDEX bills_begun ON public.bills USING btree (id) WHERE ((paid_at IS NULL) AND ((paid_ksh > 0) OR has_begun_orders));
CREATE INDEX bills_by_missing ON public.bills USING btree (missing_ksh, opened_at DESC) WHERE (paid_at IS NULL);
CREATE INDEX bills_by_part ON public.bills USING gin (text_parts(reference));
CREATE INDEX bills_by_sum ON public.bills USING btree (amount_ksh, opened_at DESC);
CREATE INDEX bills_claimed ON public.bills USING btree (id) WHERE ((paid_at IS NULL) AND (typed_code IS NOT NULL));
CREATE INDEX bills_in_work ON public.bills USING btree (paid_at, id) WHERE is_in_work;
CREATE INDEX bills_of_user ON public.bills USING btree (user_id, opened_at DESC);
CREATE INDEX bills_open ON public.bills USING btree (opened_at, id) WHERE (paid_at IS NULL);
CREATE INDEX bills_surplus ON public.bills USING btree (paid_at) WHERE (surplus_ksh > returned_ksh);
CREATE INDEX bills_to_end ON public.bills USING btree (ends_at) WHERE ((ends_at IS NOT NULL) AND (paid_at IS NULL));
CREATE INDEX bills_to_fulfil ON public.bills USING btree (paid_at) WHERE ((paid_at IS NOT NULL) AND (fulfilled_at IS NULL));
CREATE INDEX bills_to_refund ON public.bills USING btree (paid_at) WHERE (refund_due_ksh > refunded_ksh);
CREATE INDEX bills_to_remind ON public.bills USING btree (opened_at) WHERE ((paid_at IS NULL) AND (reminders < 3) AND (opened_by <> 'site'::text));
CREATE INDEX bills_without_etims ON public.bills USING btree (paid_at, reference) WHERE ((paid_at IS NOT NULL) AND (etims_number IS NULL));
CREATE INDEX bills_without_receipt ON public.bills USING btree (paid_at, number) WHERE ((paid_at IS NOT NULL) AND (number IS DISTINCT FROM issued_number));
-- Policy "Customers read their own" (permissive) for {authenticated}: (( SELECT auth.uid() AS uid) = user_id)
-- Policy "The second step is passed" (restrictive) for {authenticated}: ( SELECT has_stepped() AS has_stepped)
CREATE TRIGGER orders_follow_bill AFTER UPDATE OF paid_at ON public.bills FOR EACH ROW WHEN (((old.paid_at IS NULL) AND (new.paid_at IS NOT NULL) AND (new.refund_due_ksh > 0))) EXECUTE FUNCTION orders_follow_bill();

-- Everything that costs money is first an order. Written by the server alone, after the price was read again.
create table public.orders (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  kind text not null,
  domain text not null,
  payload jsonb not null default '{}'::jsonb,
  choices jsonb not null generated always as ((payload - 'authCode'::text)) stored,
  price_ksh integer not null,
  status text not null default 'requested'::text,
  idempotency_key text not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  reason text,
  submission_id uuid not null default gen_random_uuid(),
  taken_by uuid,
  taken_at timestamp with time zone,
  price_named_at timestamp with time zone,
  refund_due_ksh integer not null default 0,
  refunded_at timestamp with time zone,
  bill_id uuid,
  asked_at timestamp with time zone,
  cancelled_at timestamp with time zone,
  service_id uuid,
  opened_by text not null default 'customer'::text,
  constraint orders_idempotency_key_key UNIQUE (idempotency_key),
  constraint orders_pkey PRIMARY KEY (id),
  constraint orders_bill_id_fkey FOREIGN KEY (bill_id) REFERENCES bills(id),
  constraint orders_service_id_fkey FOREIGN KEY (service_id) REFERENCES services(id),
  constraint orders_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE RESTRICT,
  constraint orders_check CHECK (((service_id IS NULL) OR (kind <> ALL (ARRAY['renew'::text, 'register'::text, 'transfer'::text])))),
  constraint orders_check1 CHECK (((service_id IS NOT NULL) OR (kind <> ALL (ARRAY['extend'::text, 'upgrade'::text])))),
  constraint orders_domain_check CHECK (((length(domain) >= 1) AND (length(domain) <= 253))),
  constraint orders_idempotency_key_check CHECK (((length(idempotency_key) >= 1) AND (length(idempotency_key) <= 200))),
  constraint orders_kind_check CHECK ((kind = ANY (ARRAY['renew'::text, 'certificate'::text, 'register'::text, 'transfer'::text, 'hosting'::text, 'mail'::text, 'extend'::text, 'upgrade'::text]))),
  constraint orders_opened_by_check CHECK ((opened_by = ANY (ARRAY['customer'::text, 'staff'::text, 'site'::text]))),
  constraint orders_price_ksh_check CHECK ((price_ksh >= 0)),
  constraint orders_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 500))),
  constraint orders_refund_due_ksh_check CHECK ((refund_due_ksh >= 0)),
  constraint orders_status_check CHECK ((status = ANY (ARRAY['requested'::text, 'processing'::text, 'done'::text, 'failed'::text])))
);
CREATE INDEX orders_asked ON public.orders USING btree (asked_at) WHERE (asked_at IS NOT NULL);
CREATE INDEX orders_by_kind ON public.orders USING btree (kind, created_at, id);
CREATE INDEX orders_by_part ON public.orders USING gin (text_parts(lower(domain)));
CREATE INDEX orders_by_state ON public.orders USING btree (status, created_at, id);
CREATE INDEX orders_done ON public.orders USING btree (updated_at) WHERE (status = 'done'::text);
CREATE INDEX orders_extending ON public.orders USING btree (service_id) WHERE ((kind = 'extend'::text) AND (status = ANY (ARRAY['requested'::text, 'processing'::text])));
CREATE INDEX orders_listed ON public.orders USING btree (created_at, id);
CREATE INDEX orders_of_bill ON public.orders USING btree (bill_id);
CREATE INDEX orders_of_service ON public.orders USING btree (service_id, created_at DESC) WHERE (service_id IS NOT NULL);
CREATE INDEX orders_of_user ON public.orders USING btree (user_id, created_at DESC);
CREATE INDEX orders_open ON public.orders USING btree (created_at, id) WHERE (status = ANY (ARRAY['requested'::text, 'processing'::text]));
CREATE INDEX orders_to_refund ON public.orders USING btree (created_at, id) WHERE ((refund_due_ksh > 0) AND (refunded_at IS NULL));
CREATE INDEX orders_to_renew ON public.orders USING btree (user_id, lower(domain)) WHERE (kind = 'renew'::text);
CREATE INDEX orders_unbilled ON public.orders USING btree (created_at, id) WHERE ((bill_id IS NULL) AND (status = ANY (ARRAY['requested'::text, 'processing'::text])));
-- Policy "Customers read their own orders" (permissive) for {authenticated}: (( SELECT auth.uid() AS uid) = user_id)
-- Policy "The second step is passed" (restrictive) for {authenticated}: ( SELECT has_stepped() AS has_stepped)
CREATE TRIGGER bill_follows_order AFTER UPDATE OF status ON public.orders FOR EACH ROW WHEN (((new.bill_id IS NOT NULL) AND (old.status <> new.status))) EXECUTE FUNCTION bill_follows_order();
CREATE TRIGGER forget_desk_notes AFTER DELETE ON public.orders FOR EACH ROW EXECUTE FUNCTION forget_desk_notes('order');
CREATE TRIGGER note_bill_orders AFTER INSERT OR UPDATE OF status, taken_by, bill_id ON public.orders FOR EACH ROW WHEN ((new.bill_id IS NOT NULL)) EXECUTE FUNCTION note_bill_orders();
CREATE TRIGGER order_changes BEFORE UPDATE ON public.orders FOR EACH ROW EXECUTE FUNCTION order_changes();
CREATE TRIGGER order_has_service BEFORE INSERT ON public.orders FOR EACH ROW WHEN (((new.kind = ANY (ARRAY['hosting'::text, 'mail'::text, 'certificate'::text, 'extend'::text, 'upgrade'::text])) AND (new.status = ANY (ARRAY['requested'::text, 'processing'::text])))) EXECUTE FUNCTION order_has_service();
CREATE TRIGGER service_follows_order AFTER UPDATE OF status ON public.orders FOR EACH ROW WHEN (((new.service_id IS NOT NULL) AND (old.status <> new.status))) EXECUTE FUNCTION service_follows_order();
CREATE TRIGGER service_is_priced AFTER UPDATE OF price_ksh ON public.orders FOR EACH ROW WHEN (((new.kind = 'extend'::text) AND (old.price_ksh = 0) AND (new.price_ksh > 0))) EXECUTE FUNCTION service_is_priced();

create table public.name_requests (
  id uuid not null default gen_random_uuid(),
  domain_id uuid not null,
  user_id uuid not null,
  kind text not null,
  wanted jsonb not null default '{}'::jsonb,
  state text not null default 'waiting'::text,
  not_before timestamp with time zone not null,
  created_at timestamp with time zone not null default now(),
  taken_by uuid,
  ended_at timestamp with time zone,
  reason text,
  secret_sealed text,
  has_secret boolean not null generated always as ((secret_sealed IS NOT NULL)) stored,
  read_at timestamp with time zone,
  constraint name_requests_pkey PRIMARY KEY (id),
  constraint name_requests_domain_id_fkey FOREIGN KEY (domain_id) REFERENCES domains(id) ON DELETE CASCADE,
  constraint name_requests_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint name_requests_check CHECK (((state = ANY (ARRAY['done'::text, 'refused'::text, 'cancelled'::text])) = (ended_at IS NOT NULL))),
  constraint name_requests_kind_check CHECK ((kind = ANY (ARRAY['servers'::text, 'unlock'::text, 'lock'::text, 'code'::text, 'holder'::text]))),
  constraint name_requests_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 500))),
  constraint name_requests_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'open'::text, 'taken'::text, 'done'::text, 'refused'::text, 'cancelled'::text])))
);
CREATE INDEX name_requests_ended ON public.name_requests USING btree (ended_at) WHERE (ended_at IS NOT NULL);
CREATE INDEX name_requests_of_domain ON public.name_requests USING btree (domain_id, created_at DESC);
CREATE INDEX name_requests_of_user ON public.name_requests USING btree (user_id, created_at DESC);
CREATE UNIQUE INDEX name_requests_open ON public.name_requests USING btree (domain_id, kind) WHERE (ended_at IS NULL);
CREATE INDEX name_requests_waiting ON public.name_requests USING btree (not_before) WHERE (state = 'waiting'::text);
-- Policy "Customers read their own requests about names" (permissive) for {authenticated}: (( SELECT auth.uid() AS uid) = user_id)
-- Policy "The second step is passed" (restrictive) for {authenticated}: ( SELECT has_stepped() AS has_stepped)

create table public.name_moves (
  id uuid not null default gen_random_uuid(),
  domain_id uuid not null,
  user_id uuid not null,
  to_email text not null,
  to_user uuid,
  started_by uuid,
  state text not null default 'open'::text,
  from_ok_at timestamp with time zone,
  to_ok_at timestamp with time zone,
  not_before timestamp with time zone not null,
  created_at timestamp with time zone not null default now(),
  ends_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint name_moves_pkey PRIMARY KEY (id),
  constraint name_moves_domain_id_fkey FOREIGN KEY (domain_id) REFERENCES domains(id) ON DELETE CASCADE,
  constraint name_moves_to_user_fkey FOREIGN KEY (to_user) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint name_moves_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint name_moves_check CHECK (((state = 'open'::text) = (ended_at IS NULL))),
  constraint name_moves_state_check CHECK ((state = ANY (ARRAY['open'::text, 'done'::text, 'refused'::text, 'cancelled'::text, 'expired'::text]))),
  constraint name_moves_to_email_check CHECK ((((length(to_email) >= 3) AND (length(to_email) <= 254)) AND (to_email = lower(to_email)) AND (to_email !~ '[[:cntrl:]]'::text)))
);
CREATE INDEX name_moves_ended ON public.name_moves USING btree (ended_at) WHERE (ended_at IS NOT NULL);
CREATE INDEX name_moves_of_domain ON public.name_moves USING btree (domain_id, created_at DESC);
CREATE INDEX name_moves_of_user ON public.name_moves USING btree (user_id, created_at DESC);
CREATE UNIQUE INDEX name_moves_open ON public.name_moves USING btree (domain_id) WHERE (ended_at IS NULL);
CREATE INDEX name_moves_to_email ON public.name_moves USING btree (to_email, created_at DESC) WHERE (ended_at IS NULL);
CREATE INDEX name_moves_to_user ON public.name_moves USING btree (to_user);
-- Policy "Customers read their own moves of names" (permissive) for {authenticated}: (( SELECT auth.uid() AS uid) = user_id)
-- Policy "The second step is passed" (restrictive) for {authenticated}: ( SELECT has_stepped() AS has_stepped)

create table public.payment_prompts (
  id uuid not null default gen_random_uuid(),
  bill_id uuid not null,
  user_id uuid not null,
  phone_e164 text not null,
  amount_ksh integer not null,
  state text not null default 'asking'::text,
  merchant_request_id text,
  checkout_request_id text,
  result_code text,
  result_text text,
  asked_at timestamp with time zone not null default now(),
  next_query_at timestamp with time zone,
  queries integer not null default 0,
  has_payment boolean not null default false,
  constraint payment_prompts_checkout_request_id_key UNIQUE (checkout_request_id),
  constraint payment_prompts_pkey PRIMARY KEY (id),
  constraint payment_prompts_bill_id_fkey FOREIGN KEY (bill_id) REFERENCES bills(id),
  constraint payment_prompts_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE RESTRICT,
  constraint payment_prompts_amount_ksh_check CHECK ((amount_ksh > 0)),
  constraint payment_prompts_checkout_request_id_check CHECK ((length(checkout_request_id) <= 100)),
  constraint payment_prompts_merchant_request_id_check CHECK ((length(merchant_request_id) <= 100)),
  constraint payment_prompts_phone_e164_check CHECK (((length(phone_e164) >= 3) AND (length(phone_e164) <= 20))),
  constraint payment_prompts_result_code_check CHECK ((length(result_code) <= 40)),
  constraint payment_prompts_result_text_check CHECK ((length(result_text) <= 200)),
  constraint payment_prompts_state_check CHECK ((state = ANY (ARRAY['asking'::text, 'sent'::text, 'paid'::text, 'refused'::text, 'unknown'::text])))
);
CREATE UNIQUE INDEX one_open_prompt ON public.payment_prompts USING btree (bill_id) WHERE (state = ANY (ARRAY['asking'::text, 'sent'::text]));
CREATE INDEX prompts_accepted ON public.payment_prompts USING btree (asked_at) WHERE (checkout_request_id IS NOT NULL);
CREATE INDEX prompts_of_bill ON public.payment_prompts USING btree (bill_id, asked_at DESC);
CREATE INDEX prompts_of_user ON public.payment_prompts USING btree (user_id);
CREATE INDEX prompts_paid ON public.payment_prompts USING btree (asked_at) WHERE ((state = 'paid'::text) AND (NOT has_payment));
CREATE INDEX prompts_to_query ON public.payment_prompts USING btree (next_query_at) WHERE (next_query_at IS NOT NULL);
-- Policy "Customers read their own" (permissive) for {authenticated}: (( SELECT auth.uid() AS uid) = user_id)
-- Policy "The second step is passed" (restrictive) for {authenticated}: ( SELECT has_stepped() AS has_stepped)

create table public.payments (
  code text not null,
  user_id uuid,
  bill_id uuid,
  prompt_id uuid,
  amount_ksh integer not null,
  paid_at timestamp with time zone not null,
  source text not null,
  typed_reference text,
  confirmed_by text,
  confirmed_at timestamp with time zone,
  is_disputed boolean not null default false,
  state text not null,
  ended_at timestamp with time zone,
  entered_by uuid,
  received_at timestamp with time zone not null default now(),
  notified_at timestamp with time zone,
  flagged_at timestamp with time zone,
  typed_ksh integer,
  reported_ksh integer,
  own_number text,
  bank text,
  taken_by text,
  constraint payments_pkey PRIMARY KEY (code),
  constraint payments_bill_id_fkey FOREIGN KEY (bill_id) REFERENCES bills(id),
  constraint payments_entered_by_fkey FOREIGN KEY (entered_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint payments_prompt_id_fkey FOREIGN KEY (prompt_id) REFERENCES payment_prompts(id),
  constraint payments_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE RESTRICT,
  constraint payments_amount_ksh_check CHECK ((amount_ksh > 0)),
  constraint payments_bank_check CHECK (((length(bank) >= 1) AND (length(bank) <= 80))),
  constraint payments_code_check CHECK (
CASE
    WHEN (source = ANY (ARRAY['bank'::text, 'cash'::text, 'cheque'::text])) THEN ((code ~ '^(BANK|CASH|CHEQUE)(-[A-Z0-9]{1,30}){1,3}$'::text) AND (own_number IS NOT NULL))
    ELSE (code ~ '^[A-Z0-9]{6,20}$'::text)
END),
  constraint payments_confirmed_by_check CHECK ((confirmed_by = ANY (ARRAY['query'::text, 'pull'::text, 'status'::text, 'token'::text, 'staff'::text, 'credit'::text]))),
  constraint payments_own_number_check CHECK (((length(own_number) >= 1) AND (length(own_number) <= 40))),
  constraint payments_reported_ksh_check CHECK ((reported_ksh > 0)),
  constraint payments_source_check CHECK ((source = ANY (ARRAY['stk'::text, 'paybill'::text, 'pull'::text, 'staff'::text, 'bank'::text, 'cash'::text, 'cheque'::text, 'credit'::text]))),
  constraint payments_state_check CHECK ((state = ANY (ARRAY['held'::text, 'counted'::text, 'surplus'::text, 'unmatched'::text, 'returned'::text, 'kept'::text, 'void'::text]))),
  constraint payments_taken_by_check CHECK (((length(taken_by) >= 1) AND (length(taken_by) <= 80))),
  constraint payments_typed_ksh_check CHECK ((typed_ksh > 0)),
  constraint payments_typed_reference_check CHECK ((length(typed_reference) <= 40))
);
CREATE INDEX payments_as_read ON public.payments USING btree (read_code(code));
CREATE INDEX payments_by_day ON public.payments USING btree (paid_at);
CREATE INDEX payments_by_part ON public.payments USING gin (text_parts(translate(code, 'OIL'::text, '011'::text)));
CREATE INDEX payments_by_prompt ON public.payments USING btree (received_at) WHERE (source = 'stk'::text);
CREATE INDEX payments_by_sum ON public.payments USING btree (amount_ksh, received_at DESC);
CREATE INDEX payments_by_typed ON public.payments USING gin (text_parts(upper(typed_reference)));
CREATE INDEX payments_listed ON public.payments USING btree (received_at, code);
CREATE INDEX payments_of_bill ON public.payments USING btree (bill_id);
CREATE INDEX payments_of_prompt ON public.payments USING btree (prompt_id);
CREATE INDEX payments_of_user ON public.payments USING btree (user_id);
CREATE INDEX payments_open ON public.payments USING btree (state) WHERE (state = ANY (ARRAY['held'::text, 'unmatched'::text, 'surplus'::text]));
CREATE INDEX payments_to_notify ON public.payments USING btree (received_at) WHERE (notified_at IS NULL);
-- Policy "Customers read their own" (permissive) for {authenticated}: (( SELECT auth.uid() AS uid) = user_id)
-- Policy "The second step is passed" (restrictive) for {authenticated}: ( SELECT has_stepped() AS has_stepped)
CREATE TRIGGER payment_ends BEFORE UPDATE OF state ON public.payments FOR EACH ROW WHEN ((new.state <> old.state)) EXECUTE FUNCTION payment_ends();
CREATE TRIGGER reported_payments_stay BEFORE DELETE ON public.payments FOR EACH ROW WHEN ((old.reported_ksh IS NOT NULL)) EXECUTE FUNCTION refuse_payment_loss();

-- What the provider posted, without names and phone numbers, stored before it is processed.
create table public.payment_callbacks (
  key text not null,
  source text not null,
  prompt_id uuid,
  body jsonb not null,
  received_at timestamp with time zone not null default now(),
  address_hash text,
  handled_at timestamp with time zone,
  attempts integer not null default 0,
  claimed_until timestamp with time zone,
  problem text,
  constraint payment_callbacks_pkey PRIMARY KEY (key),
  constraint payment_callbacks_prompt_id_fkey FOREIGN KEY (prompt_id) REFERENCES payment_prompts(id),
  constraint payment_callbacks_key_check CHECK (((length(key) >= 5) AND (length(key) <= 300))),
  constraint payment_callbacks_problem_check CHECK ((length(problem) <= 200)),
  constraint payment_callbacks_source_check CHECK ((source = ANY (ARRAY['stk'::text, 'paybill'::text])))
);
CREATE INDEX callbacks_by_prompt ON public.payment_callbacks USING btree (received_at) WHERE (source = 'stk'::text);
CREATE INDEX callbacks_handled ON public.payment_callbacks USING btree (handled_at) WHERE (handled_at IS NOT NULL);
CREATE INDEX callbacks_to_handle ON public.payment_callbacks USING btree (received_at) WHERE (handled_at IS NULL);

-- Rows are added, never changed: not by the service role either.
create table public.credits (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  ksh integer not null,
  why text not null,
  bill_id uuid,
  payment_code text,
  note text,
  staff uuid,
  created_at timestamp with time zone not null default now(),
  constraint credits_pkey PRIMARY KEY (id),
  constraint credits_bill_id_fkey FOREIGN KEY (bill_id) REFERENCES bills(id),
  constraint credits_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE RESTRICT,
  constraint credits_check CHECK (
CASE why
    WHEN 'used'::text THEN ((ksh < 0) AND (bill_id IS NOT NULL) AND (payment_code IS NOT NULL) AND (payment_code ~ '^CR[0-9A-F]{8}$'::text))
    WHEN 'paid-out'::text THEN ((ksh < 0) AND (bill_id IS NULL) AND (payment_code IS NOT NULL) AND (payment_code ~ '^[A-Z]{2}[A-Z0-9]{8}$'::text))
    WHEN 'goodwill'::text THEN ((ksh > 0) AND (bill_id IS NULL) AND (payment_code IS NULL) AND (note IS NOT NULL))
    ELSE ((ksh <> 0) AND (bill_id IS NOT NULL) AND ((ksh < 0) = (payment_code IS NOT NULL)))
END),
  constraint credits_note_check CHECK (((length(note) >= 1) AND (length(note) <= 200))),
  constraint credits_why_check CHECK ((why = ANY (ARRAY['surplus'::text, 'refund'::text, 'used'::text, 'goodwill'::text, 'paid-out'::text])))
);
CREATE INDEX credits_by_day ON public.credits USING btree (created_at);
CREATE UNIQUE INDEX credits_code ON public.credits USING btree (read_code(payment_code)) WHERE (why = ANY (ARRAY['used'::text, 'paid-out'::text]));
CREATE INDEX credits_of_bill ON public.credits USING btree (bill_id);
CREATE INDEX credits_of_user ON public.credits USING btree (user_id, created_at);
-- Policy "Customers read their own" (permissive) for {authenticated}: (( SELECT auth.uid() AS uid) = user_id)
-- Policy "The second step is passed" (restrictive) for {authenticated}: ( SELECT has_stepped() AS has_stepped)
CREATE TRIGGER credits_do_not_change BEFORE DELETE OR UPDATE ON public.credits FOR EACH ROW EXECUTE FUNCTION refuse_credit_change();

-- The last number that was given in each series and year of Nairobi. The row '2026' is for receipts, 'credit 2026' for credit
-- notes. Numbers have no gaps.
create table public.receipt_numbers (
  year text not null,
  last integer not null,
  constraint receipt_numbers_pkey PRIMARY KEY (year)
);

-- Receipts and credit notes as they were issued. They stay the same when a setting or the customer's name changes; a refund
-- adds a credit note. Source: docs/product/payments.md, "Payments".
create table public.receipts (
  number text not null,
  bill_id uuid not null,
  user_id uuid not null,
  issued_at timestamp with time zone not null,
  gross_ksh integer not null,
  vat_percent integer,
  vat_cents integer not null,
  seller jsonb not null,
  buyer jsonb not null,
  lines jsonb not null,
  paid_with jsonb not null,
  etims_number text,
  constraint receipts_pkey PRIMARY KEY (number),
  constraint receipts_bill_id_fkey FOREIGN KEY (bill_id) REFERENCES bills(id),
  constraint receipts_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE RESTRICT,
  constraint receipts_check CHECK (((vat_cents >= 0) AND (vat_cents <= (gross_ksh * 100)))),
  constraint receipts_gross_ksh_check CHECK ((gross_ksh > 0)),
  constraint receipts_vat_percent_check CHECK (((vat_percent >= 1) AND (vat_percent <= 99)))
);
CREATE INDEX receipts_by_day ON public.receipts USING btree (issued_at, number);
CREATE INDEX receipts_of_bill ON public.receipts USING btree (bill_id);
CREATE INDEX receipts_of_user ON public.receipts USING btree (user_id, issued_at DESC);
-- Policy "Customers read their own" (permissive) for {authenticated}: (( SELECT auth.uid() AS uid) = user_id)
-- Policy "The second step is passed" (restrictive) for {authenticated}: ( SELECT has_stepped() AS has_stepped)
CREATE TRIGGER receipts_do_not_change BEFORE DELETE OR UPDATE ON public.receipts FOR EACH ROW EXECUTE FUNCTION refuse_issued_change();

create table public.credit_notes (
  number text not null,
  receipt_number text not null,
  user_id uuid not null,
  issued_at timestamp with time zone not null,
  gross_ksh integer not null,
  vat_percent integer,
  vat_cents integer not null,
  way text not null,
  code text not null,
  staff_id uuid,
  constraint credit_notes_pkey PRIMARY KEY (number),
  constraint credit_notes_receipt_number_fkey FOREIGN KEY (receipt_number) REFERENCES receipts(number),
  constraint credit_notes_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint credit_notes_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE RESTRICT,
  constraint credit_notes_check CHECK (((vat_cents >= 0) AND (vat_cents <= (gross_ksh * 100)))),
  constraint credit_notes_code_check CHECK (((length(code) >= 1) AND (length(code) <= 40))),
  constraint credit_notes_gross_ksh_check CHECK ((gross_ksh > 0)),
  constraint credit_notes_way_check CHECK ((way = ANY (ARRAY['mpesa'::text, 'bank'::text, 'cash'::text, 'cheque'::text, 'credit'::text, 'void'::text])))
);
CREATE INDEX credit_notes_by_day ON public.credit_notes USING btree (issued_at, number);
CREATE INDEX credit_notes_of_receipt ON public.credit_notes USING btree (receipt_number);
CREATE INDEX credit_notes_of_user ON public.credit_notes USING btree (user_id, issued_at DESC);
-- Policy "Customers read their own" (permissive) for {authenticated}: (( SELECT auth.uid() AS uid) = user_id)
-- Policy "The second step is passed" (restrictive) for {authenticated}: ( SELECT has_stepped() AS has_stepped)
CREATE TRIGGER credit_notes_do_not_change BEFORE DELETE OR UPDATE ON public.credit_notes FOR EACH ROW EXECUTE FUNCTION refuse_issued_change();

-- Messages to the agency: of visitors, and of the site about orders, zones and subscribers. Deleted after a year.
create table public.messages (
  id uuid not null default gen_random_uuid(),
  key text not null,
  name text not null,
  email text not null,
  address text not null generated always as (lower(email)) stored,
  phone text,
  subject text not null,
  message text not null,
  domain text,
  searched text not null generated always as (lower(plain_quotes((((((name || ' '::text) || email) || ' '::text) || subject) || COALESCE((' '::text || domain), ''::text))))) stored,
  created_at timestamp with time zone not null default now(),
  handed_on_at timestamp with time zone,
  next_try_at timestamp with time zone not null default now(),
  attempts integer not null default 0,
  claimed_until timestamp with time zone default (now() + '00:01:00'::interval),
  failed_at timestamp with time zone,
  failure jsonb,
  kind text not null default 'visitor'::text,
  user_id uuid,
  state text not null default 'new'::text,
  taken_by uuid,
  taken_at timestamp with time zone,
  wrote_again_at timestamp with time zone,
  touched_at timestamp with time zone not null default now(),
  constraint messages_key_key UNIQUE (key),
  constraint messages_pkey PRIMARY KEY (id),
  constraint messages_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint messages_domain_check CHECK ((length(domain) <= 253)),
  constraint messages_email_check CHECK (((length(email) >= 3) AND (length(email) <= 254))),
  constraint messages_key_check CHECK ((key ~ '^[\w-]{8,128}$'::text)),
  constraint messages_kind_check CHECK ((kind = ANY (ARRAY['visitor'::text, 'reply'::text, 'order'::text, 'zone'::text, 'subscriber'::text, 'closing'::text, 'payment'::text]))),
  constraint messages_message_check CHECK (((length(message) >= 1) AND (length(message) <= 10000))),
  constraint messages_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  constraint messages_phone_check CHECK ((phone ~ '^\+\d{6,15}$'::text)),
  constraint messages_state_check CHECK ((state = ANY (ARRAY['new'::text, 'taken'::text, 'answered'::text, 'closed'::text]))),
  constraint messages_subject_check CHECK (((length(subject) >= 1) AND (length(subject) <= 300)))
);
CREATE INDEX messages_age ON public.messages USING btree (touched_at);
CREATE INDEX messages_by_part ON public.messages USING gin (text_parts(searched));
CREATE INDEX messages_by_state ON public.messages USING btree (state, COALESCE(wrote_again_at, created_at), id) WHERE (kind = 'visitor'::text);
CREATE INDEX messages_due ON public.messages USING btree (next_try_at) WHERE ((handed_on_at IS NULL) AND (failed_at IS NULL));
CREATE INDEX messages_of_address ON public.messages USING btree (address, created_at DESC);
CREATE INDEX messages_of_site ON public.messages USING btree (COALESCE(wrote_again_at, created_at), id) WHERE (kind <> 'visitor'::text);
CREATE INDEX messages_open ON public.messages USING btree (created_at) WHERE ((kind = 'visitor'::text) AND (state = ANY (ARRAY['new'::text, 'taken'::text])));

create table public.message_parts (
  id bigint not null generated always as identity,
  message_id uuid not null,
  side text not null,
  author uuid,
  body text not null,
  key text not null,
  created_at timestamp with time zone not null default now(),
  constraint message_parts_key_key UNIQUE (key),
  constraint message_parts_pkey PRIMARY KEY (id),
  constraint message_parts_message_id_fkey FOREIGN KEY (message_id) REFERENCES messages(id) ON DELETE CASCADE,
  constraint message_parts_body_check CHECK (((length(body) >= 1) AND (length(body) <= 10000))),
  constraint message_parts_key_check CHECK ((key ~ '^[\w-]{8,128}$'::text)),
  constraint message_parts_side_check CHECK ((side = ANY (ARRAY['us'::text, 'them'::text, 'note'::text])))
);
CREATE INDEX message_parts_thread ON public.message_parts USING btree (message_id, id);
CREATE TRIGGER note_visitor_wrote AFTER INSERT ON public.message_parts FOR EACH ROW WHEN ((new.side = 'them'::text)) EXECUTE FUNCTION note_visitor_wrote();

create table public.saved_answers (
  id uuid not null default gen_random_uuid(),
  title text not null,
  body text not null,
  changed_by uuid not null,
  changed_at timestamp with time zone not null default now(),
  constraint saved_answers_pkey PRIMARY KEY (id),
  constraint saved_answers_body_check CHECK (((length(body) >= 1) AND (length(body) <= 5000))),
  constraint saved_answers_title_check CHECK (((length(title) >= 1) AND (length(title) <= 100)))
);
CREATE UNIQUE INDEX saved_answers_title ON public.saved_answers USING btree (lower(title));

-- Changes of a zone that belong together: one form, one import. A job is shown, carried out and undone as a whole.
create table public.dns_jobs (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  domain_id uuid not null,
  zone_id text not null,
  kind text not null,
  title text not null,
  state text not null,
  asides jsonb not null default '[]'::jsonb,
  created_at timestamp with time zone not null default now(),
  constraint dns_jobs_pkey PRIMARY KEY (id),
  constraint dns_jobs_domain_id_fkey FOREIGN KEY (domain_id) REFERENCES domains(id) ON DELETE CASCADE,
  constraint dns_jobs_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint dns_jobs_kind_check CHECK ((kind = ANY (ARRAY['add'::text, 'edit'::text, 'delete'::text, 'undo'::text, 'import'::text, 'mail'::text, 'website'::text, 'selection'::text, 'restore'::text]))),
  constraint dns_jobs_state_check CHECK ((state = ANY (ARRAY['planned'::text, 'running'::text, 'finished'::text]))),
  constraint dns_jobs_title_check CHECK ((title <> ''::text)),
  constraint dns_jobs_zone_id_check CHECK ((zone_id <> ''::text))
);
CREATE INDEX dns_jobs_finished ON public.dns_jobs USING btree (created_at) WHERE (state = 'finished'::text);
CREATE INDEX dns_jobs_of_domain ON public.dns_jobs USING btree (domain_id, created_at DESC);
CREATE INDEX dns_jobs_of_user ON public.dns_jobs USING btree (user_id);
CREATE INDEX dns_jobs_planned ON public.dns_jobs USING btree (created_at) WHERE (state = 'planned'::text);
-- Policy "Customers read their own jobs" (permissive) for {authenticated}: (( SELECT auth.uid() AS uid) = user_id)
-- Policy "The second step is passed" (restrictive) for {authenticated}: ( SELECT has_stepped() AS has_stepped)
CREATE TRIGGER keep_job_of_owner BEFORE UPDATE OF state ON public.dns_jobs FOR EACH ROW WHEN ((new.state = 'running'::text)) EXECUTE FUNCTION keep_job_of_owner();

-- Every change of a DNS record, with the record before and after it: the history, and what Undo works from.
create table public.dns_changes (
  id bigint not null generated always as identity,
  user_id uuid not null,
  domain_id uuid not null,
  zone_id text not null,
  record_id text,
  before jsonb,
  after jsonb,
  created_at timestamp with time zone not null default now(),
  job_id uuid not null,
  state text not null default 'waiting'::text,
  sent_at timestamp with time zone,
  reason text,
  notified_at timestamp with time zone,
  constraint dns_changes_pkey PRIMARY KEY (id),
  constraint dns_changes_domain_id_fkey FOREIGN KEY (domain_id) REFERENCES domains(id) ON DELETE CASCADE,
  constraint dns_changes_job_id_fkey FOREIGN KEY (job_id) REFERENCES dns_jobs(id) ON DELETE CASCADE,
  constraint dns_changes_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint dns_changes_check CHECK (((before IS NOT NULL) OR (after IS NOT NULL))),
  constraint dns_changes_record_id_check CHECK ((record_id <> ''::text)),
  constraint dns_changes_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'sent'::text, 'done'::text, 'failed'::text, 'unconfirmed'::text, 'dropped'::text]))),
  constraint dns_changes_zone_id_check CHECK ((zone_id <> ''::text))
);
CREATE INDEX dns_changes_of_domain ON public.dns_changes USING btree (domain_id);
CREATE INDEX dns_changes_of_job ON public.dns_changes USING btree (job_id, id);
CREATE INDEX dns_changes_of_user ON public.dns_changes USING btree (user_id, id DESC);
CREATE INDEX dns_changes_of_zone ON public.dns_changes USING btree (zone_id, id DESC);
CREATE INDEX dns_changes_unnotified ON public.dns_changes USING btree (domain_id) WHERE ((notified_at IS NULL) AND (state = ANY (ARRAY['sent'::text, 'done'::text, 'unconfirmed'::text])));
-- Policy "Customers read their own changes" (permissive) for {authenticated}: (( SELECT auth.uid() AS uid) = user_id)
-- Policy "The second step is passed" (restrictive) for {authenticated}: ( SELECT has_stepped() AS has_stepped)

create table public.posts (
  id uuid not null default gen_random_uuid(),
  slug text not null,
  title text not null,
  excerpt text,
  content text not null,
  image_url text,
  image_alt text,
  category text not null,
  created_at timestamp with time zone not null default now(),
  search_text text generated always as (lower(plain_quotes(((((title || ' '::text) || COALESCE(excerpt, ''::text)) || ' '::text) || content)))) stored,
  published_at timestamp with time zone default now(),
  was_public boolean not null default false,
  updated_at timestamp with time zone not null default now(),
  constraint posts_slug_key UNIQUE (slug),
  constraint posts_pkey PRIMARY KEY (id),
  constraint posts_category_check CHECK ((category = ANY (ARRAY['Technology'::text, 'Business'::text, '#ThatsTheSPIRIT'::text]))),
  constraint posts_excerpt_check CHECK (((length(excerpt) >= 1) AND (length(excerpt) <= 500))),
  constraint posts_image_alt_check CHECK (((length(image_alt) >= 1) AND (length(image_alt) <= 300))),
  constraint posts_image_url_check CHECK ((image_url ~ '^(https?:/)?/'::text)),
  constraint posts_slug_check CHECK (((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text) AND (length(slug) <= 120))),
  constraint posts_title_check CHECK (((length(title) >= 1) AND (length(title) <= 200)))
);
CREATE INDEX posts_by_part ON public.posts USING gin (text_parts(search_text));
CREATE INDEX posts_newest ON public.posts USING btree (created_at DESC);
CREATE INDEX posts_newest_in_category ON public.posts USING btree (category, created_at DESC);
-- Policy "Everybody reads published posts" (permissive) for {anon,authenticated}: (published_at <= now())
CREATE TRIGGER touch_article BEFORE UPDATE ON public.posts FOR EACH ROW EXECUTE FUNCTION touch_article();

-- Pictures that staff uploaded, encoded anew and without metadata. The body never changes, so browsers keep it.
create table public.pictures (
  id uuid not null default gen_random_uuid(),
  sha256 text not null,
  width integer not null,
  height integer not null,
  body bytea not null,
  created_at timestamp with time zone not null default now(),
  unused_since timestamp with time zone default now(),
  constraint pictures_sha256_key UNIQUE (sha256),
  constraint pictures_pkey PRIMARY KEY (id),
  constraint pictures_body_check CHECK (((length(body) >= 1) AND (length(body) <= 307200))),
  constraint pictures_height_check CHECK (((height >= 1) AND (height <= 3200))),
  constraint pictures_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text)),
  constraint pictures_width_check CHECK (((width >= 1) AND (width <= 1600)))
);
CREATE INDEX pictures_unused ON public.pictures USING btree (unused_since);

-- Projects of the agency, unless a worker lists them (PROJECTS_URL); the columns are the fields of the worker's list.
create table public.projects (
  id text not null default (gen_random_uuid())::text,
  title text not null,
  client text,
  category text,
  year text,
  description text,
  fulldescription text,
  technologies text[] not null default '{}'::text[],
  tags text[] not null default '{}'::text[],
  image text,
  link text,
  githuburl text,
  demourl text,
  created_at timestamp with time zone not null default now(),
  published_at timestamp with time zone default now(),
  was_public boolean not null default false,
  updated_at timestamp with time zone not null default now(),
  constraint projects_pkey PRIMARY KEY (id),
  constraint projects_category_check CHECK ((length(category) <= 60)),
  constraint projects_client_check CHECK ((length(client) <= 200)),
  constraint projects_demourl_check CHECK ((demourl ~ '^https?://'::text)),
  constraint projects_description_check CHECK ((length(description) <= 500)),
  constraint projects_fulldescription_check CHECK ((length(fulldescription) <= 20000)),
  constraint projects_githuburl_check CHECK ((githuburl ~ '^https?://'::text)),
  constraint projects_id_check CHECK (((id ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text) AND (length(id) <= 100))),
  constraint projects_image_check CHECK ((image ~ '^(https?:/)?/'::text)),
  constraint projects_link_check CHECK ((link ~ '^https?://'::text)),
  constraint projects_title_check CHECK (((length(TRIM(BOTH FROM title)) >= 1) AND (length(TRIM(BOTH FROM title)) <= 200))),
  constraint projects_year_check CHECK ((length(year) <= 20))
);
CREATE INDEX projects_newest ON public.projects USING btree (created_at DESC, id);
-- Policy "Everybody reads published projects" (permissive) for {anon,authenticated}: (published_at <= now())
CREATE TRIGGER touch_article BEFORE UPDATE ON public.projects FOR EACH ROW EXECUTE FUNCTION touch_article();

create table public.newsletter_pending (
  id uuid not null default gen_random_uuid(),
  email text not null,
  address text not null generated always as (lower(email)) stored,
  first_name text,
  last_name text,
  status text not null default 'unconfirmed'::text,
  confirm_token_hash text,
  created_at timestamp with time zone not null default now(),
  confirmed_at timestamp with time zone,
  sent_at timestamp with time zone,
  left_at timestamp with time zone,
  reads_since timestamp with time zone generated always as (
CASE
    WHEN (status = ANY (ARRAY['confirmed'::text, 'sent'::text])) THEN COALESCE(confirmed_at, created_at)
    ELSE NULL::timestamp with time zone
END) stored,
  constraint newsletter_pending_confirm_token_hash_key UNIQUE (confirm_token_hash),
  constraint newsletter_pending_pkey PRIMARY KEY (id),
  constraint newsletter_pending_email_check CHECK (((length(email) >= 3) AND (length(email) <= 254))),
  constraint newsletter_pending_first_name_check CHECK ((length(first_name) <= 100)),
  constraint newsletter_pending_last_name_check CHECK ((length(last_name) <= 100)),
  constraint newsletter_pending_status_check CHECK ((status = ANY (ARRAY['unconfirmed'::text, 'confirmed'::text, 'sent'::text, 'left'::text])))
);
CREATE UNIQUE INDEX newsletter_pending_address ON public.newsletter_pending USING btree (address);
CREATE INDEX newsletter_pending_readers ON public.newsletter_pending USING btree (reads_since) WHERE (reads_since IS NOT NULL);
CREATE INDEX newsletter_pending_status ON public.newsletter_pending USING btree (status, created_at);
-- Policy "Customers read the newsletter of their address" (permissive) for {authenticated}: ((address = ( SELECT lower((auth.jwt() ->> 'email'::text)) AS lower)) AND (status <> 'unconfirmed'::text))
-- Policy "The second step is passed" (restrictive) for {authenticated}: ( SELECT has_stepped() AS has_stepped)
CREATE TRIGGER withdraw_issues BEFORE DELETE OR UPDATE OF status ON public.newsletter_pending FOR EACH ROW EXECUTE FUNCTION withdraw_issues();

-- Issues of the newsletter, and to whom each went. Kept by the server alone.
create table public.newsletter_issues (
  id uuid not null default gen_random_uuid(),
  title text not null,
  content text not null,
  state text not null default 'draft'::text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  counts jsonb,
  counted_at timestamp with time zone,
  constraint newsletter_issues_pkey PRIMARY KEY (id),
  constraint newsletter_issues_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'sending'::text, 'stopped'::text, 'sent'::text]))),
  constraint newsletter_issues_title_check CHECK ((((length(title) >= 1) AND (length(title) <= 200)) AND (title !~ '[[:cntrl:]]'::text)))
);
CREATE TRIGGER touch_issue BEFORE UPDATE OF title, content ON public.newsletter_issues FOR EACH ROW EXECUTE FUNCTION touch_issue();

-- One row for each mail that was put into the queue, so that nobody gets a second copy, even if a process dies.
create table public.newsletter_deliveries (
  issue_id uuid not null,
  subscriber_id uuid not null,
  mail_key text not null,
  queued_at timestamp with time zone not null default now(),
  sent_at timestamp with time zone,
  failed_at timestamp with time zone,
  withdrawn_at timestamp with time zone,
  constraint newsletter_deliveries_mail_key_key UNIQUE (mail_key),
  constraint newsletter_deliveries_pkey PRIMARY KEY (issue_id, subscriber_id),
  constraint newsletter_deliveries_issue_id_fkey FOREIGN KEY (issue_id) REFERENCES newsletter_issues(id) ON DELETE CASCADE,
  constraint newsletter_deliveries_subscriber_id_fkey FOREIGN KEY (subscriber_id) REFERENCES newsletter_pending(id) ON DELETE CASCADE
);
CREATE INDEX newsletter_deliveries_queued ON public.newsletter_deliveries USING btree (queued_at);
CREATE INDEX newsletter_deliveries_subscriber ON public.newsletter_deliveries USING btree (subscriber_id);
CREATE INDEX newsletter_deliveries_waiting ON public.newsletter_deliveries USING btree (issue_id) WHERE ((sent_at IS NULL) AND (failed_at IS NULL) AND (withdrawn_at IS NULL));

-- Schools that registered. Only the server writes rows: with the public key somebody could bypass the bot check.
create table public.school_interest (
  id uuid not null default gen_random_uuid(),
  submission_key text,
  name text not null,
  email text not null,
  address text not null generated always as (lower(email)) stored,
  phone text not null,
  phone_e164 text,
  school text not null,
  role text not null default 'headteacher'::text,
  role_label text,
  student_count text not null default ''::text,
  interest text not null default ''::text,
  turnstile_token text,
  wants_news boolean not null default false,
  status text not null default 'unconfirmed'::text,
  confirm_token_hash text,
  created_at timestamp with time zone not null default now(),
  confirmed_at timestamp with time zone,
  sent_at timestamp with time zone,
  stage text not null default 'new'::text,
  next_on date,
  constraint school_interest_confirm_token_hash_key UNIQUE (confirm_token_hash),
  constraint school_interest_submission_key_key UNIQUE (submission_key),
  constraint school_interest_pkey PRIMARY KEY (id),
  constraint school_interest_email_check CHECK (((length(email) >= 3) AND (length(email) <= 254))),
  constraint school_interest_interest_check CHECK ((interest = ANY (ARRAY[''::text, 'cbc'::text, 'exams'::text, 'fees'::text, 'reports'::text]))),
  constraint school_interest_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  constraint school_interest_phone_check CHECK (((length(phone) >= 1) AND (length(phone) <= 50))),
  constraint school_interest_phone_e164_check CHECK ((phone_e164 ~ '^\+[0-9]{6,15}$'::text)),
  constraint school_interest_role_check CHECK ((role = ANY (ARRAY['headteacher'::text, 'teacher'::text, 'administrator'::text, 'other'::text]))),
  constraint school_interest_role_label_check CHECK ((length(role_label) <= 50)),
  constraint school_interest_school_check CHECK (((length(school) >= 1) AND (length(school) <= 200))),
  constraint school_interest_stage_check CHECK ((stage = ANY (ARRAY['new'::text, 'called'::text, 'visited'::text, 'won'::text, 'lost'::text]))),
  constraint school_interest_status_check CHECK ((status = ANY (ARRAY['unconfirmed'::text, 'confirmed'::text, 'sent'::text]))),
  constraint school_interest_student_count_check CHECK ((student_count = ANY (ARRAY[''::text, '1-100'::text, '101-300'::text, '301-500'::text, '500+'::text]))),
  constraint school_interest_turnstile_token_check CHECK ((length(turnstile_token) <= 2048))
);
CREATE INDEX school_interest_address ON public.school_interest USING btree (address, created_at);
CREATE INDEX school_interest_status ON public.school_interest USING btree (status, created_at);
-- Policy "Customers read the schools of their address" (permissive) for {authenticated}: ((address = ( SELECT lower((auth.jwt() ->> 'email'::text)) AS lower)) AND (status <> 'unconfirmed'::text))
-- Policy "The second step is passed" (restrictive) for {authenticated}: ( SELECT has_stepped() AS has_stepped)
CREATE TRIGGER forget_desk_notes AFTER DELETE ON public.school_interest FOR EACH ROW EXECUTE FUNCTION forget_desk_notes('school');

-- The days on which the digest was sent, so that any number of processes send it once.
create table public.desk_digests (
  day text not null,
  created_at timestamp with time zone not null default now(),
  constraint desk_digests_pkey PRIMARY KEY (day),
  constraint desk_digests_day_check CHECK ((day ~ '^\d{4}-\d\d-\d\d$'::text))
);

-- The name and the phone of each account, for the search at the desk: the hosted project allows no index on auth.users.
create table public.people_search (
  user_id uuid not null,
  words text not null,
  phone text,
  constraint people_search_pkey PRIMARY KEY (user_id),
  constraint people_search_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint people_search_phone_check CHECK ((length(phone) <= 100)),
  constraint people_search_words_check CHECK ((length(words) <= 200))
);
CREATE INDEX people_by_part ON public.people_search USING gin (text_parts(words));
CREATE INDEX people_by_phone ON public.people_search USING btree (reverse(phone) text_pattern_ops) WHERE (phone IS NOT NULL);

-- A file that staff uploaded. Deleted after 30 days with its lines.
create table public.imports (
  id uuid not null,
  digest text not null,
  state text not null default 'draft'::text,
  staff jsonb not null,
  inviter jsonb,
  created_at timestamp with time zone not null default now(),
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  constraint imports_pkey PRIMARY KEY (id),
  constraint imports_digest_check CHECK ((digest ~ '^[0-9a-f]{64}$'::text)),
  constraint imports_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'running'::text, 'finished'::text])))
);
CREATE UNIQUE INDEX imports_draft ON public.imports USING btree (digest) WHERE (state = 'draft'::text);
CREATE INDEX imports_newest ON public.imports USING btree (created_at DESC, id);
CREATE INDEX imports_running ON public.imports USING btree (started_at) WHERE (state = 'running'::text);

-- A line of the file. Of a line with errors nothing but the errors is stored.
create table public.import_lines (
  import_id uuid not null,
  line integer not null,
  state text not null,
  email text,
  full_name text,
  phone text,
  domain text,
  last_day date,
  held text,
  renew_ksh integer,
  problems jsonb not null default '[]'::jsonb,
  user_id uuid,
  is_new boolean not null default false,
  attempts integer not null default 0,
  claimed_until timestamp with time zone,
  asked_at timestamp with time zone,
  invited_at timestamp with time zone,
  constraint import_lines_pkey PRIMARY KEY (import_id, line),
  constraint import_lines_import_id_fkey FOREIGN KEY (import_id) REFERENCES imports(id) ON DELETE CASCADE,
  constraint import_lines_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint import_lines_check CHECK (((state = 'bad'::text) OR ((email IS NOT NULL) AND (full_name IS NOT NULL)))),
  constraint import_lines_check1 CHECK (((domain IS NULL) OR ((last_day IS NOT NULL) AND (held IS NOT NULL)))),
  constraint import_lines_domain_check CHECK (((domain = lower(domain)) AND ((length(domain) >= 1) AND (length(domain) <= 253)))),
  constraint import_lines_email_check CHECK (((email = lower(email)) AND ((length(email) >= 3) AND (length(email) <= 254)))),
  constraint import_lines_full_name_check CHECK (((length(full_name) >= 1) AND (length(full_name) <= 100))),
  constraint import_lines_held_check CHECK ((held = ANY (ARRAY['us'::text, 'elsewhere'::text]))),
  constraint import_lines_line_check CHECK (((line >= 2) AND (line <= 100000))),
  constraint import_lines_phone_check CHECK ((length(phone) <= 16)),
  constraint import_lines_renew_ksh_check CHECK (((renew_ksh >= 1) AND (renew_ksh <= 1000000))),
  constraint import_lines_state_check CHECK ((state = ANY (ARRAY['bad'::text, 'waiting'::text, 'done'::text, 'unchanged'::text, 'failed'::text])))
);
CREATE INDEX import_lines_asked ON public.import_lines USING btree (asked_at, line) WHERE ((asked_at IS NOT NULL) AND (invited_at IS NULL));
CREATE INDEX import_lines_invited ON public.import_lines USING btree (invited_at) WHERE (invited_at IS NOT NULL);
CREATE INDEX import_lines_of_email ON public.import_lines USING btree (email) WHERE (email IS NOT NULL);
CREATE INDEX import_lines_of_user ON public.import_lines USING btree (user_id) WHERE (user_id IS NOT NULL);
CREATE INDEX import_lines_waiting ON public.import_lines USING btree (import_id, line) WHERE (state = 'waiting'::text);

create view public.dns_job_states as
 SELECT job_id,
    user_id,
    state,
    (count(*))::integer AS changes,
    min(reason) AS reason
   FROM dns_changes
  GROUP BY job_id, user_id, state;

create view public.schema_versions as
 SELECT version
   FROM supabase_migrations.schema_migrations;

create view public.statement_lines as
 SELECT line.user_id,
    line.at,
    line.id,
    line.kind,
    line.number,
    line.bill_id,
    line.receipt_number,
    line.way,
    line.own_number,
    line.bank,
    line.lines,
    line.ksh,
    line.charged,
    line.paid,
    line.due,
    line.credit,
    date_trunc('day'::text, line.at, 'Africa/Nairobi'::text) AS day,
    its_bill.reference,
    sum(line.charged) OVER so_far AS charged_sum,
    sum(line.paid) OVER so_far AS paid_sum,
    sum(line.due) OVER so_far AS due_sum,
    sum(line.credit) OVER so_far AS credit_sum
   FROM (( SELECT payments.user_id,
            LEAST(payments.paid_at, payments.received_at) AS at,
            ((('2.'::text || EXTRACT(epoch FROM LEAST(payments.paid_at, payments.received_at))) || '.'::text) || payments.code) AS id,
            'payment'::text AS kind,
            payments.code AS number,
            payments.bill_id,
            NULL::text AS receipt_number,
            payments.source AS way,
            payments.own_number,
            payments.bank,
            NULL::jsonb AS lines,
            payments.amount_ksh AS ksh,
            0 AS charged,
            payments.amount_ksh AS paid,
            0 AS due,
            0 AS credit
           FROM payments
          WHERE ((payments.source <> 'credit'::text) AND (payments.state = ANY (ARRAY['counted'::text, 'surplus'::text, 'kept'::text, 'returned'::text, 'void'::text])))
        UNION ALL
         SELECT credits.user_id,
            credits.created_at,
            ((('3.'::text || EXTRACT(epoch FROM credits.created_at)) || '.'::text) || credits.id),
                CASE
                    WHEN (credits.why <> ALL (ARRAY['surplus'::text, 'refund'::text])) THEN credits.why
                    WHEN (credits.ksh > 0) THEN 'kept'::text
                    ELSE 'taken-back'::text
                END AS "case",
            COALESCE(credits.payment_code, ''::text) AS "coalesce",
            credits.bill_id,
            NULL::text,
            NULL::text,
            NULL::text,
            NULL::text,
            NULL::jsonb,
            abs(credits.ksh) AS abs,
            0,
                CASE
                    WHEN (credits.why = ANY (ARRAY['goodwill'::text, 'paid-out'::text])) THEN credits.ksh
                    ELSE 0
                END AS "case",
            0,
            credits.ksh
           FROM credits
        UNION ALL
         SELECT receipts.user_id,
            receipts.issued_at,
            ('1.'::text || receipts.number),
            'receipt'::text,
            receipts.number,
            receipts.bill_id,
            NULL::text,
            NULL::text,
            NULL::text,
            NULL::text,
            receipts.lines,
            receipts.gross_ksh,
            receipts.gross_ksh,
            0,
            0,
            0
           FROM receipts
        UNION ALL
         SELECT note.user_id,
            note.issued_at,
            ('4.'::text || note.number),
            'note'::text,
            note.number,
            receipt.bill_id,
            note.receipt_number,
            note.way,
            NULL::text,
            NULL::text,
            NULL::jsonb,
            note.gross_ksh,
            (- note.gross_ksh),
            0,
            0,
            0
           FROM (credit_notes note
             JOIN receipts receipt ON ((receipt.number = note.receipt_number)))
        UNION ALL
         SELECT bill.user_id,
            ((back.line ->> 'at'::text))::timestamp with time zone AS timestamptz,
            ((('5.'::text || bill.reference) || '.'::text) || lpad((back.place)::text, 5, '0'::text)),
            'back'::text,
            (back.line ->> 'code'::text),
            bill.id,
            NULL::text,
            (back.line ->> 'way'::text),
            NULL::text,
            NULL::text,
            NULL::jsonb,
            ((back.line ->> 'ksh'::text))::integer AS int4,
            0,
            (- ((back.line ->> 'ksh'::text))::integer),
            0,
            0
           FROM (bills bill
             CROSS JOIN LATERAL jsonb_array_elements(bill.pay_backs) WITH ORDINALITY back(line, place))
        UNION ALL
         SELECT payments.user_id,
            COALESCE(payments.ended_at, payments.received_at) AS "coalesce",
            ('6.'::text || payments.code),
            payments.state,
            payments.code,
            payments.bill_id,
            NULL::text,
            payments.source,
            payments.own_number,
            payments.bank,
            NULL::jsonb,
            payments.amount_ksh,
            0,
            (- payments.amount_ksh),
            0,
            0
           FROM payments
          WHERE ((payments.source <> 'credit'::text) AND (payments.state = ANY (ARRAY['returned'::text, 'void'::text])))
        UNION ALL
         SELECT bill.user_id,
            bill.opened_at,
            ('7.'::text || bill.reference),
            'bill'::text,
            bill.reference,
            bill.id,
            NULL::text,
            NULL::text,
            NULL::text,
            NULL::text,
            NULL::jsonb,
            bill.missing_ksh,
            0,
            0,
            bill.missing_ksh,
            0
           FROM bills bill
          WHERE ((bill.paid_at IS NULL) AND (EXISTS ( SELECT
                   FROM orders
                  WHERE ((orders.bill_id = bill.id) AND (orders.status <> 'failed'::text)))))
        UNION ALL
         SELECT owing.user_id,
            owing.since,
            ('8.'::text || owing.reference),
            'due-back'::text,
            owing.reference,
            owing.id,
            NULL::text,
            NULL::text,
            NULL::text,
            NULL::text,
            NULL::jsonb,
            owing.back,
            0,
            0,
            0,
            0
           FROM ( SELECT bill.id,
                    bill.user_id,
                    bill.reference,
                    ((GREATEST(0, (
                        CASE
                            WHEN ((bill.paid_at IS NULL) AND failed.every_one) THEN bill.paid_ksh
                            ELSE bill.refund_due_ksh
                        END - bill.refunded_ksh)) + bill.surplus_ksh) - bill.returned_ksh) AS back,
                    GREATEST(COALESCE(failed.at, bill.paid_at, bill.opened_at), ( SELECT max(LEAST(money.paid_at, money.received_at)) AS max
                           FROM payments money
                          WHERE ((money.bill_id = bill.id) AND (money.state = ANY (ARRAY['counted'::text, 'surplus'::text, 'kept'::text, 'returned'::text, 'void'::text]))))) AS since
                   FROM (bills bill
                     CROSS JOIN LATERAL ( SELECT max(orders.updated_at) FILTER (WHERE (orders.status = 'failed'::text)) AS at,
                            COALESCE(bool_and((orders.status = 'failed'::text)), true) AS every_one
                           FROM orders
                          WHERE (orders.bill_id = bill.id)) failed)) owing
          WHERE (owing.back > 0)) line
     LEFT JOIN bills its_bill ON ((its_bill.id = line.bill_id)))
  WINDOW so_far AS (PARTITION BY line.user_id ORDER BY (date_trunc('day'::text, line.at, 'Africa/Nairobi'::text)), line.id ROWS UNBOUNDED PRECEDING);

-- Returns a text with plain quotation marks. `foldQuotes` does the same to the words that are searched in it.
CREATE OR REPLACE FUNCTION public.plain_quotes(words text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select translate(words, E'\u2018\u2019\u201A\u201B\u2032\uFF07\u201C\u201D\u201E\u201F\u2033\u00AB\u00BB\uFF02',
    repeat('''', 6) || repeat('"', 8));
$function$;

-- Returns all parts of three letters in a text. An index on them finds a text by any part of it; of a shorter part it says nothing, and the
-- database reads all rows. Without an extension, because the embedded database would have to load it.
CREATE OR REPLACE FUNCTION public.text_parts(words text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select coalesce(array_agg(distinct part collate "C"), '{}') from (
    select letter || lead(letter, 1) over in_order || lead(letter, 2) over in_order as part
    from string_to_table(words, null) with ordinality as one (letter, place) window in_order as (order by place)) as parts
  where part is not null;
$function$;

-- The condition that a text, as the expression `searched`, has the part `words`, for the index on text_parts of that expression.
CREATE OR REPLACE FUNCTION public.has_part(searched text, words text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select format('(public.text_parts(%1$s) @> public.text_parts(%2$L) and strpos(%1$s, %2$L) > 0)', searched, words);
$function$;

-- Deletes at most `max_rows` rows of a table whose `time_column` is before `before`, the oldest first: only rows of
-- `only_status`, unless it is null. Returns how many. Without a limit, a purge that takes longer than a statement may would
-- fail each time.
CREATE OR REPLACE FUNCTION public.purge_rows(table_name text, time_column text, before timestamp with time zone, max_rows integer, only_status text DEFAULT NULL::text)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare purged integer;
begin
  execute format('delete from public.%1$I where ctid = any (array(
      select ctid from public.%1$I where %2$I < $1 %3$s order by %2$I limit $2))',
    table_name, time_column, case when only_status is not null then 'and status = $3' end) using before, max_rows, only_status;
  get diagnostics purged = row_count;
  return purged;
end $function$;

-- A page of a list: the rows of a query that has the columns `at` and `key`, sorted by these. It begins after the row `place` ("at", "key"),
-- or with "is_back" ends before it; without a place it is the first. `total` rows are in the list and `before` this page, both counted to
-- 10,001 at most, so that a page costs the same in a long list, or to 1 if `is_counted` is false. Functions in the select list run
-- for the rows of the page only.
-- The caller quotes what it puts into the query by %L. Source: docs/decisions/075-pages-by-key.md.
CREATE OR REPLACE FUNCTION public.list_page(listed text, is_oldest_first boolean, place jsonb, max_rows integer, is_counted boolean DEFAULT true)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  is_back boolean := coalesce((place ->> 'is_back')::boolean, false);
  is_rising boolean := is_oldest_first <> is_back;
  turn text := case when is_rising then 'asc' else 'desc' end;
  beyond text := case when place is null then '' else
    format('where (at, key) %s (%L, %L)', case when is_rising then '>' else '<' end, place ->> 'at', place ->> 'key') end;
  most integer := case when is_counted then 10001 else 1 end;
  found jsonb;
  has_more boolean;
  total integer;
  before integer := 0;
begin
  execute format('select coalesce(jsonb_agg(to_jsonb(page)), ''[]'') from (
    select * from (%s) as listed %s order by at %s, key %s limit %s) as page', listed, beyond, turn, turn, max_rows + 1) into found;
  has_more := jsonb_array_length(found) > max_rows;
  if has_more then found := found - max_rows; end if;
  if is_back then
    select coalesce(jsonb_agg(value order by row_number desc), '[]') into found
      from jsonb_array_elements(found) with ordinality as one (value, row_number);
  end if;
  execute format('select count(*) from (select from (%s) as listed limit %s) as counted', listed, most) into total;
  if place is not null and found <> '[]' then
    execute format('select count(*) from (select from (%s) as listed where (at, key) %s (%L, %L) limit %s) as counted', listed,
      case when is_oldest_first then '<' else '>' end, found -> 0 ->> 'at', found -> 0 ->> 'key', most) into before;
  end if;
  return jsonb_build_object('rows', found, 'total', total, 'before', before,
    'has_next', case when is_back then found <> '[]' else has_more end);
end $function$;

-- The condition that a column has one of these values. One value alone lets an index give the order.
CREATE OR REPLACE FUNCTION public.is_one_of(column_name text, choices text[])
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case cardinality(choices) when 1 then format('%I = %L', column_name, choices[1]) else format('%I = any (%L)', column_name, choices) end;
$function$;

-- Returns whose account a mailed link opens, before the link is used up: 'maker' (unconfirmed, signed up in this browser),
-- 'mailbox' (unconfirmed, signed up elsewhere), 'customer' (confirmed) or null (unknown link). Auth services keep the password
-- and the name of the first sign-up, so somebody could prepare an account for another person's mailbox. An unconfirmed account
-- therefore loses both, unless this browser signed up: `sign_up_id`, from its signed cookie, is also in the account. It keeps the path
-- of the order form that was wanted. An invited account without a password keeps name and phone: only staff can have typed them.
CREATE OR REPLACE FUNCTION public.claim_mailed_link(link text, sign_up_id text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  account uuid;
  is_confirmed boolean;
  made_by text;
begin
  -- A hosted project has the hashes of links in a table of their own; the embedded auth service only has them in columns of
  -- auth.users.
  if to_regclass('auth.one_time_tokens') is null then
    select id into account from auth.users where link in (confirmation_token, recovery_token);
  else
    select user_id into account from auth.one_time_tokens where token_hash = link limit 1;
  end if;

  select email_confirmed_at is not null, raw_user_meta_data ->> 'sign_up_id' into is_confirmed, made_by
    from auth.users where id = account for update;
  if not found then return null; end if;
  if is_confirmed then return 'customer'; end if;
  if made_by = sign_up_id then return 'maker'; end if;

  update auth.users set encrypted_password = '',
      raw_user_meta_data = jsonb_strip_nulls(case when invited_at is null or encrypted_password <> ''
        then jsonb_build_object('goal', raw_user_meta_data -> 'goal')
        else jsonb_build_object(
          'full_name', raw_user_meta_data -> 'full_name', 'contact_phone', raw_user_meta_data -> 'contact_phone') end)
    where id = account;
  update auth.identities set identity_data = (
    select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(identity_data) where key in ('sub', 'email')
  ) where user_id = account;
  delete from auth.sessions where user_id = account;
  return 'mailbox';
end $function$;

-- Reads the next `max_rows` entries for the account that was closed first, and deletes the entries by or about that account.
-- Returns how many were read. An account that signed up later with the same address keeps its entries.
CREATE OR REPLACE FUNCTION public.erase_audit_entries(max_rows integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  closed public.audit_erasures;
  slice uuid[];
begin
  select * into closed from public.audit_erasures order by closed_at, user_id limit 1 for update skip locked;
  if not found then return 0; end if;
  slice := array(select id from auth.audit_log_entries where closed.after_id is null or id > closed.after_id order by id limit max_rows);
  delete from auth.audit_log_entries where id = any (slice) and created_at <= closed.closed_at
    and (closed.user_id::text in (payload ->> 'actor_id', payload -> 'traits' ->> 'user_id')
      or lower(closed.email) in (lower(payload ->> 'actor_username'), lower(payload -> 'traits' ->> 'user_email')));
  if cardinality(slice) < max_rows then
    delete from public.audit_erasures where user_id = closed.user_id;
  else
    update public.audit_erasures set after_id = slice[max_rows] where user_id = closed.user_id;
  end if;
  return cardinality(slice);
end $function$;

-- Closes an account by its open request. Orders and the desk's log stay. Returns in words what remains of the account.
CREATE OR REPLACE FUNCTION public.close_account(request uuid)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  account uuid;
  its_email text;
begin
  update public.closing_requests set state = 'done', ended_at = now(), reason = null
    where id = request and state = 'open' returning user_id into account;
  if not found then raise exception 'There is no open request %', request; end if;
  select email into its_email from auth.users where id = account for update;

  delete from public.dns_jobs where user_id = account;
  delete from public.school_interest where address = lower(its_email);
  update public.newsletter_pending set status = 'left', left_at = now(), first_name = null, last_name = null
    where address = lower(its_email);
  delete from public.mails where address = lower(its_email);
  delete from public.submissions where owner = account::text;
  delete from public.renewal_reminders where user_id = account;
  delete from public.reminder_choices where user_id = account;
  -- Nobody is left to pay it.
  update public.orders set status = 'failed', reason = 'The account was closed'
    where user_id = account and status = 'requested' and (bill_id is null or public.is_bill_untouched(bill_id));
  -- What is paid for works until its last day. Then staff remove the data.
  perform public.note_service(services, 'will-end', '{"account": "closed"}') from public.services
    where user_id = account and state <> 'ended';
  update public.services set will_end = true, secret_sealed = null, secret_at = null, secret_shown_at = null
    where user_id = account and state <> 'ended';
  delete from public.service_notices where user_id = account;
  delete from public.name_requests where user_id = account;
  delete from public.name_moves where user_id = account;
  update public.name_moves set to_email = 'closed@invalid', to_user = null where to_user = account or to_email = lower(its_email);
  delete from public.import_lines where email = lower(its_email);
  perform public.end_billing_contact(account => account);
  delete from public.account_changes where user_id = account;
  delete from public.desk_notes where (about_kind = 'person' and about_id = account::text)
    or (about_kind = 'order' and about_id in (select id::text from public.orders where user_id = account));
  delete from auth.sessions where user_id = account;
  delete from auth.identities where user_id = account;
  -- The embedded auth service has no such table.
  if to_regclass('auth.one_time_tokens') is not null then
    delete from auth.one_time_tokens where user_id = account;
  end if;

  if exists (select from public.orders where user_id = account)
    or exists (select from public.domains where user_id = account)
    or exists (select from public.credits where user_id = account) then
    update auth.users set email = 'closed-' || account || '@invalid', encrypted_password = '', raw_user_meta_data = '{}',
      phone = null, email_change = '', phone_change = '' where id = account;
  else
    delete from auth.users where id = account;
  end if;
  insert into public.audit_erasures (user_id, email) values (account, its_email);
  return case when exists (select from auth.users where id = account) then 'an account without a name' else 'nothing' end;
end $function$;

-- Stores each change of which the customer is notified. When the auth service deletes an account softly, it replaces the
-- address: of that nobody is notified.
CREATE OR REPLACE FUNCTION public.record_account_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  old_number text := nullif(left(old.raw_user_meta_data ->> 'contact_phone', 100), '');
  new_number text := nullif(left(new.raw_user_meta_data ->> 'contact_phone', 100), '');
begin
  if old.email_confirmed_at is null or old.email is null or new.email is null or new.email like '%@invalid'
    or new.deleted_at is not null then
    return null;
  end if;
  if old.encrypted_password <> '' and new.encrypted_password <> '' and old.encrypted_password <> new.encrypted_password then
    insert into public.account_changes (user_id, kind, email) values (new.id, 'password', new.email);
  end if;
  if lower(old.email) <> lower(new.email) then
    insert into public.account_changes (user_id, kind, email, new_email) values (new.id, 'address', old.email, new.email);
  end if;
  if old_number is distinct from new_number then
    insert into public.account_changes (user_id, kind, email, old_phone) values (new.id, 'phone', new.email, old_number);
  end if;
  return null;
exception when others then
  raise warning 'a change of an account was not noted: %', sqlstate;
  return null;
end $function$;

-- Marks a change and the earlier ones of its kind as notified, and queues the mails. Returns false if another process did.
CREATE OR REPLACE FUNCTION public.notify_account_change(change uuid, mails jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare notified public.account_changes;
begin
  update public.account_changes set notified_at = now() where id = change and notified_at is null returning * into notified;
  if not found then return false; end if;
  update public.account_changes as earlier set notified_at = now()
    where earlier.user_id = notified.user_id and earlier.kind = notified.kind and earlier.email = notified.email
      and notified.kind <> 'address' and earlier.notified_at is null and earlier.created_at <= notified.created_at;
  perform public.queue_mails(mails);
  return true;
end $function$;

-- Stores a request to close an account and notifies the agency. An error if one is open.
CREATE OR REPLACE FUNCTION public.request_closing(request jsonb, messages jsonb, mails jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare written public.closing_requests;
begin
  insert into public.closing_requests (id, user_id, reason, created_at, notified_at)
    select asked.id, asked.user_id, asked.reason, asked.created_at, asked.notified_at
    from jsonb_populate_record(null::public.closing_requests, request) as asked
    returning * into written;
  perform public.notify_agency(messages, mails);
  return to_jsonb(written);
end $function$;

-- Withdraws an open request and notifies the agency. False if none is open.
CREATE OR REPLACE FUNCTION public.withdraw_closing(request uuid, messages jsonb, mails jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update public.closing_requests set state = 'withdrawn', ended_at = now() where id = request and state = 'open';
  if not found then return false; end if;
  perform public.notify_agency(messages, mails);
  return true;
end $function$;

-- Returns the changes of which customers are to be notified now. The first change of a kind is due at once. The changes of the
-- ten minutes after its mail share the next mail, so that nobody causes more than six mails an hour. Each change of an address
-- has a mail of its own, because the mail goes to another address.
CREATE OR REPLACE FUNCTION public.account_changes_to_notify(max_rows integer)
 RETURNS TABLE(id uuid, kind text, email text, new_email text, created_at timestamp with time zone, times integer)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select (array_agg(change.id order by change.created_at desc))[1], change.kind, change.email, max(change.new_email),
    max(change.created_at), count(*)::integer
  from public.account_changes as change
  where change.notified_at is null and (change.kind = 'address' or not exists (
    select from public.account_changes as earlier
    where earlier.user_id = change.user_id and earlier.kind = change.kind and earlier.email = change.email
      and earlier.notified_at > now() - interval '10 minutes'))
  group by change.user_id, change.kind, change.email, case change.kind when 'address' then change.id end
  order by min(change.created_at) limit max_rows;
$function$;

-- The full names of customers by their addresses: a mail greets its reader by the first name.
CREATE OR REPLACE FUNCTION public.full_names(addresses jsonb)
 RETURNS TABLE(email text, name text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select customer.email::text, customer.raw_user_meta_data ->> 'full_name'
  from auth.users as customer
  where customer.email in (select jsonb_array_elements_text(addresses))
    and customer.raw_user_meta_data ->> 'full_name' <> '';
$function$;

-- Returns whether the session of this request has passed the second step, or its account has none.
CREATE OR REPLACE FUNCTION public.has_stepped()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select not exists (select from public.second_steps where user_id = auth.uid() and confirmed_at is not null)
    or exists (
      select from public.stepped_sessions
      where user_id = auth.uid() and session_id::text = auth.jwt() ->> 'session_id'
    )
$function$;

-- Begins a second step, or begins it anew with another secret. False if one is in force.
CREATE OR REPLACE FUNCTION public.begin_second_step(owner uuid, sealed text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.second_steps (user_id, secret) values (owner, sealed)
    on conflict (user_id) do update set secret = excluded.secret, created_at = now(), last_counter = 0
    where second_steps.confirmed_at is null;
  return found;
end $function$;

-- Puts a begun second step into force, with its printed codes, for a session that has just shown a code. False if none is begun.
CREATE OR REPLACE FUNCTION public.confirm_second_step(owner uuid, session uuid, counter bigint, hashes text[])
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.second_steps set confirmed_at = now(), last_counter = counter
    where user_id = owner and confirmed_at is null;
  if not found then return false; end if;
  insert into public.step_codes (user_id, hash) select owner, unnest(hashes);
  insert into public.stepped_sessions (session_id, user_id, passed_by) values (session, owner, 'app');
  insert into public.account_changes (user_id, kind, email) select id, 'step-on', email from auth.users where id = owner;
  return true;
end $function$;

-- Passes the second step of a session by a code of the app. False if this code or a later one was used before.
CREATE OR REPLACE FUNCTION public.pass_second_step(owner uuid, session uuid, counter bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.second_steps set last_counter = counter
    where user_id = owner and confirmed_at is not null and last_counter < counter;
  if not found then return false; end if;
  insert into public.stepped_sessions (session_id, user_id, passed_by) values (session, owner, 'app')
    on conflict (session_id) do update set passed_at = now(), passed_by = 'app';
  return true;
end $function$;

-- Passes the second step of a session by a printed code, which works once. Its owner gets a mail.
CREATE OR REPLACE FUNCTION public.pass_second_step_by_code(owner uuid, session uuid, code text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.step_codes set used_at = now() where user_id = owner and hash = code and used_at is null;
  if not found then return false; end if;
  insert into public.stepped_sessions (session_id, user_id, passed_by) values (session, owner, 'code')
    on conflict (session_id) do update set passed_at = now(), passed_by = 'code';
  insert into public.account_changes (user_id, kind, email)
    select id, 'step-code-used', email from auth.users where id = owner;
  return true;
end $function$;

-- Replaces the printed codes of a second step that is in force. Its owner gets a mail.
CREATE OR REPLACE FUNCTION public.renew_step_codes(owner uuid, hashes text[])
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform from public.second_steps where user_id = owner and confirmed_at is not null for update;
  if not found then return false; end if;
  delete from public.step_codes where user_id = owner;
  insert into public.step_codes (user_id, hash) select owner, unnest(hashes);
  insert into public.account_changes (user_id, kind, email) select id, 'step-codes', email from auth.users where id = owner;
  return true;
end $function$;

-- Ends a second step. Sessions stay signed in.
CREATE OR REPLACE FUNCTION public.end_second_step(owner uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.stepped_sessions where user_id = owner;
  delete from public.second_steps where user_id = owner and confirmed_at is not null;
  if not found then return false; end if;
  insert into public.account_changes (user_id, kind, email) select id, 'step-off', email from auth.users where id = owner;
  return true;
end $function$;

-- A closed account whose row stays, because it has orders, keeps no second step, no phone number and no name on its messages.
CREATE OR REPLACE FUNCTION public.forget_closed_account()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.second_steps where user_id = new.user_id;
  delete from public.stepped_sessions where user_id = new.user_id;
  update public.payment_prompts set phone_e164 = right(phone_e164, 3) where user_id = new.user_id;
  update public.messages set user_id = null where user_id = new.user_id;
  return null;
end $function$;

-- Returns {"is_on": whether the account has a confirmed second step, "passed_at": when the session passed it, or null}.
CREATE OR REPLACE FUNCTION public.stepped_at(owner uuid, session uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('is_on', exists (
      select from public.second_steps where user_id = owner and confirmed_at is not null),
    'passed_at', (select passed_at from public.stepped_sessions where user_id = owner and session_id = session));
$function$;

-- Returns the full name of an account; the address if it has no name.
CREATE OR REPLACE FUNCTION public.staff_name(who uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(nullif(raw_user_meta_data ->> 'full_name', ''), email::text) from auth.users where id = who;
$function$;

-- The name of an account; null without one.
CREATE OR REPLACE FUNCTION public.full_name(who uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select nullif(raw_user_meta_data ->> 'full_name', '') from auth.users where id = who;
$function$;

-- The account whose confirmed address this is, or null.
CREATE OR REPLACE FUNCTION public.confirmed_account(address text)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select id from auth.users where email = lower(address) and not is_sso_user and email_confirmed_at is not null limit 1;
$function$;

-- Returns the number to call to verify a customer: `phone` is the number that the account had 30 days ago, `changed_at` is when
-- it was first changed since then, or null. Returns null without an account.
CREATE OR REPLACE FUNCTION public.phone_to_call(person uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'phone', case when first.at is null then account.raw_user_meta_data ->> 'contact_phone' else first.old_phone end,
    'changed_at', first.at)
  from auth.users as account
  left join lateral (
    select change.created_at as at, change.old_phone from public.account_changes as change
    where change.user_id = account.id and change.kind = 'phone' and change.created_at > now() - interval '30 days'
    order by change.created_at limit 1
  ) as first on true
  where account.id = person;
$function$;

-- As above, for the account of exactly this address.
CREATE OR REPLACE FUNCTION public.phone_to_call_of(address text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select public.phone_to_call(id) from auth.users where email = lower(address) and not is_sso_user limit 1;
$function$;

-- Stores that many wrong codes followed a correct password. False if there is no such account.
CREATE OR REPLACE FUNCTION public.record_wrong_codes(owner uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.account_changes (user_id, kind, email) select id, 'wrong-codes', email from auth.users where id = owner;
  return found;
end $function$;

-- The auth service puts user metadata into each access token. A token too long for a cookie signs nobody in, so somebody with the password
-- could lock the owner out. Of long metadata only what the site reads is stored.
CREATE OR REPLACE FUNCTION public.shorten_user_data()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.raw_user_meta_data := jsonb_strip_nulls(jsonb_build_object(
    'full_name', left(new.raw_user_meta_data ->> 'full_name', 200),
    'contact_phone', left(new.raw_user_meta_data ->> 'contact_phone', 16),
    'avatar_url', left(new.raw_user_meta_data ->> 'avatar_url', 500),
    'sign_up_id', left(new.raw_user_meta_data ->> 'sign_up_id', 100)));
  return new;
end $function$;

-- Puts a mail into the queue. A second mail with the same key is ignored, unless the first one failed, or was sent and is at
-- least 23 hours old.
CREATE OR REPLACE FUNCTION public.queue_mail(mail jsonb)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  delete from public.mails
  where key = mail ->> 'key'
    and (failed_at is not null or (sent_at is not null and created_at < now() - interval '23 hours'));
  insert into public.mails
    (key, message_id, kind, recipient, reply_to, subject, body_text, body_html, tags, unsubscribe_url, copy_token)
  values (mail ->> 'key', mail ->> 'message_id', mail ->> 'kind', mail ->> 'recipient', mail ->> 'reply_to',
    mail ->> 'subject', mail ->> 'body_text', mail ->> 'body_html', mail -> 'tags', mail ->> 'unsubscribe_url', (mail ->> 'copy_token')::uuid)
  on conflict (key) do nothing;
$function$;

CREATE OR REPLACE FUNCTION public.queue_mails(mails jsonb)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select public.queue_mail(one.mail) from jsonb_array_elements(mails) as one (mail);
$function$;

-- Inserts a row and queues the mail about it, in one transaction. Returns the row.
CREATE OR REPLACE FUNCTION public.insert_with_mail(table_name text, new_row jsonb, mail jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  columns text := (select string_agg(quote_ident(name), ', ') from jsonb_object_keys(new_row) as keys (name));
  written jsonb;
begin
  execute format(
    'insert into public.%1$I as written (%2$s) select %2$s from jsonb_populate_record(null::public.%1$I, $1)
     returning to_jsonb(written)', table_name, columns) into written using new_row;
  perform public.queue_mail(mail);
  return written;
end $function$;

-- Changes the row with this id and queues the mail about the change, in one transaction. Returns the row. If there is no such
-- row, returns null and queues no mail.
CREATE OR REPLACE FUNCTION public.update_with_mail(table_name text, row_id uuid, change jsonb, mail jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  columns text := (select string_agg(quote_ident(name), ', ') from jsonb_object_keys(change) as keys (name));
  written jsonb;
begin
  execute format(
    'update public.%1$I as written set (%2$s) = (select %2$s from jsonb_populate_record(null::public.%1$I, $1))
     where id = $2 returning to_jsonb(written)', table_name, columns) into written using change, row_id;
  if written is not null then perform public.queue_mail(mail); end if;
  return written;
end $function$;

-- Claims the mail that has been due longest, for `seconds`. Skips a mail that another process has claimed, without waiting. `issues`: true
-- for those of the newsletter only, false for the others only, so that a receipt waits behind no issue.
CREATE OR REPLACE FUNCTION public.claim_mail(seconds integer, issues boolean DEFAULT NULL::boolean)
 RETURNS SETOF mails
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  update public.mails set attempts = attempts + 1, claimed_until = now() + make_interval(secs => seconds)
  where id = (
    select id from public.mails
    where sent_at is null and failed_at is null and next_try_at <= now() and (issues is null or (kind = 'issue') = issues)
      and (claimed_until is null or claimed_until <= now())
    order by next_try_at limit 1 for update skip locked
  )
  returning *;
$function$;

-- Marks a mail as sent, whichever process sent it.
CREATE OR REPLACE FUNCTION public.mark_mail_sent(mail uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  update public.mails set claimed_until = null, sent_at = now(), failed_at = null, body_text = '', body_html = '',
    unsubscribe_url = null
  where id = mail;
$function$;

-- Marks an attempt as failed, unless another process has claimed the mail since. If `again_in` (seconds) is null, the mail is
-- not tried again.
CREATE OR REPLACE FUNCTION public.mark_mail_failed(mail uuid, attempt integer, why jsonb, again_in integer DEFAULT NULL::integer)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  update public.mails set
    claimed_until = null, failure = why,
    next_try_at = now() + make_interval(secs => coalesce(again_in, 0)),
    failed_at = case when again_in is null then now() end
  where id = mail and attempts = attempt and sent_at is null;
$function$;

-- Stores the address and queues the mail by which it confirms. Changes nothing and returns false if the address has confirmed before or was
-- named in the last ten minutes: a form of which the response was lost is sent again.
CREATE OR REPLACE FUNCTION public.set_billing_contact(account uuid, contact text, mails jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform pg_advisory_xact_lock(hashtextextended('billing contact ' || account, 0));
  perform from public.billing_contacts where user_id = account and lower(email) = lower(contact)
    and (confirmed_at is not null or created_at > now() - interval '10 minutes');
  if found then return false; end if;
  perform public.end_billing_contact(account => account);
  insert into public.billing_contacts (user_id, email) values (account, contact);
  perform public.queue_mails(mails);
  return true;
end $function$;

-- Starts the copies. The customer is notified. Returns false if the customer has named another address since, or none.
CREATE OR REPLACE FUNCTION public.confirm_billing_contact(account uuid, contact text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform from public.billing_contacts where user_id = account and email = contact for update;
  if not found then return false; end if;
  update public.billing_contacts set confirmed_at = now() where user_id = account and confirmed_at is null;
  if found then
    insert into public.account_changes (user_id, kind, email, new_email) select id, 'copies-on', email, contact from auth.users where id = account;
  end if;
  return true;
end $function$;

-- Ends the copies of an account, or those of a link's token, and deletes the copies that were not sent. The customer is notified. Returns the address,
-- or null if there was none.
CREATE OR REPLACE FUNCTION public.end_billing_contact(account uuid DEFAULT NULL::uuid, link uuid DEFAULT NULL::uuid)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare ended public.billing_contacts;
begin
  delete from public.billing_contacts where user_id = account or token = link returning * into ended;
  delete from public.mails where copy_token = ended.token and sent_at is null;
  if ended.confirmed_at is not null then
    insert into public.account_changes (user_id, kind, email, new_email)
      select id, 'copies-off', email, ended.email from auth.users where id = ended.user_id;
  end if;
  return ended.email;
end $function$;

-- Queues the copy of a mail in the mail's own transaction. A billing contact does not read how to sign in to a service.
CREATE OR REPLACE FUNCTION public.copy_mail()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare contact public.billing_contacts;
begin
  select * into contact from public.billing_contacts
    where user_id = public.confirmed_account(new.address) and confirmed_at is not null and lower(email) <> new.address;
  if found then
    perform public.queue_mail(to_jsonb(new) || jsonb_build_object('key', new.key || '-copy',
      'message_id', replace(new.message_id, '<', '<copy-'), 'recipient', contact.email, 'copy_token', contact.token));
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_log_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  -- Only the purge below may delete lines.
  if tg_op = 'DELETE' and current_setting('desk.purge', true) = 'on' then return null; end if;
  raise exception 'The log of the desk cannot be changed.';
end $function$;

-- Adds a line to the log. `staff` has the keys id and email of the member of staff. Call it in the transaction of the change
-- that it logs.
CREATE OR REPLACE FUNCTION public.log_staff(staff jsonb, did text, about_kind text, about_id text, customer uuid DEFAULT NULL::uuid, detail jsonb DEFAULT '{}'::jsonb)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  insert into public.desk_log (staff, staff_email, did, about_kind, about_id, customer, detail)
  values ((staff ->> 'id')::uuid, staff ->> 'email', did, about_kind, about_id, customer, detail);
$function$;

-- Adds a line to the log as log_staff does, and queues the mails. Returns the outcome 'done'.
CREATE OR REPLACE FUNCTION public.log_done(staff jsonb, did text, about_kind text, about_id text, customer uuid DEFAULT NULL::uuid, detail jsonb DEFAULT '{}'::jsonb, mails jsonb DEFAULT '[]'::jsonb)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select public.log_staff(staff, did, about_kind, about_id, customer, detail);
  select public.queue_mails(mails);
  select '{"outcome": "done"}'::jsonb;
$function$;

-- Adds a note with its line in the log. The same note by the same person within a minute is one: a form that was sent twice.
CREATE OR REPLACE FUNCTION public.add_desk_note(staff jsonb, kind text, about text, words text, customer uuid DEFAULT NULL::uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform pg_advisory_xact_lock(hashtextextended('note ' || kind || about, 0));
  if exists (select from public.desk_notes where about_kind = kind and about_id = about and body = words
    and author = staff ->> 'email' and created_at > now() - interval '1 minute') then return false; end if;
  insert into public.desk_notes (about_kind, about_id, author, body) values (kind, about, staff ->> 'email', words);
  perform public.log_staff(staff, 'note-added', kind, about, customer);
  return true;
end $function$;

-- Deletes the `max_rows` oldest log lines that are older than 730 days. Returns how many.
CREATE OR REPLACE FUNCTION public.purge_desk_log(max_rows integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare gone integer;
begin
  perform set_config('desk.purge', 'on', true);
  delete from public.desk_log where id in (
    select id from public.desk_log where at < now() - interval '730 days' order by at limit max_rows);
  get diagnostics gone = row_count;
  perform set_config('desk.purge', '', true);
  return gone;
end $function$;

-- Deletes the notes about a row together with the row.
CREATE OR REPLACE FUNCTION public.forget_desk_notes()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.desk_notes where about_kind = tg_argv[0] and about_id = old.id::text;
  return null;
end $function$;

-- The name of the member of staff with an address, for the log; the address if no account has it.
CREATE OR REPLACE FUNCTION public.desk_name(address text)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce((select nullif(left(raw_user_meta_data ->> 'full_name', 100), '') from auth.users
    where email = lower(address) and not is_sso_user limit 1), address);
$function$;

-- Returns the last log line of these kinds about something: `did`, `who`, `at`, `detail`, and `is_again`, whether `doer` did it
-- within the last minute. Null if there is none.
CREATE OR REPLACE FUNCTION public.desk_last(doer jsonb, kinds text[], kind text, about text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('did', line.did, 'who', public.desk_name(line.staff_email), 'at', line.at,
    'detail', line.detail,
    'is_again', coalesce(line.staff = (doer ->> 'id')::uuid and line.at > now() - interval '1 minute', false))
  from public.desk_log as line
  where line.about_kind = kind and line.about_id = about and line.did = any (kinds) order by line.id desc limit 1;
$function$;

-- Returns the last 100 log lines and notes about something, newest first. A note takes the place of the log line 'note-added'.
CREATE OR REPLACE FUNCTION public.desk_trail(kind text, about text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('at', line.at, 'who', public.desk_name(line.address), 'did', line.did,
    'detail', line.detail, 'note', line.note) order by line.at desc), '[]')
  from (
    select at, staff_email as address, did, detail, null as note from public.desk_log
      where about_kind = kind and about_id = about and did <> 'note-added'
    union all
    select created_at, author, 'note-added', '{}', body from public.desk_notes
      where about_kind = kind and about_id = about
    order by 1 desc limit 100
  ) as line;
$function$;

-- A page of the log as list_page returns it, the newest first, by an address and by what was done if they are not empty; `staff`: all who
-- are in the log.
CREATE OR REPLACE FUNCTION public.desk_log_lines(by_address text, done text, place jsonb, max_rows integer)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('staff', (
      -- One step through the index for each address, instead of every line.
      with recursive known as (
        (select staff_email from public.desk_log order by staff_email limit 1)
        union all
        select (select staff_email from public.desk_log where staff_email > known.staff_email order by staff_email limit 1)
        from known where known.staff_email is not null)
      select coalesce(jsonb_agg(jsonb_build_object('email', staff_email, 'name', public.desk_name(staff_email))
        order by staff_email), '[]') from known where staff_email is not null))
    || public.list_page(format('
      select id, at, did, about_kind, about_id, detail, public.desk_name(staff_email) as who, id as key
      from public.desk_log where true %s %s', case when by_address <> '' then format('and staff_email = %L', by_address) end,
      case when done <> '' then format('and did = %L', done) end), false, place, max_rows, false);
$function$;

-- A contradiction ends when the row is changed. The next reading of the list finds it again if it is still there. Also notes when it left.
CREATE OR REPLACE FUNCTION public.domain_changes()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if (new.status = 'left') is distinct from (old.status = 'left') then new.left_at := case when new.status = 'left' then now() end; end if;
  if (new.status, new.expiry_date) is distinct from (old.status, old.expiry_date) then new.differs := null; end if;
  return new;
end $function$;

-- The zones of domains that left before a moment, at most `max_rows`. A name that is with us again keeps the zone of its former row.
CREATE OR REPLACE FUNCTION public.zones_to_delete(before timestamp with time zone, max_rows integer)
 RETURNS TABLE(id uuid, name text, zone_id text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select gone.id, gone.name, gone.zone_id from public.domains as gone
  where gone.left_at < before and gone.left_at is not null and gone.zone_id is not null and gone.status = 'left'
    and not exists (select from public.domains as back where lower(back.name) = lower(gone.name) and back.status <> 'left')
  order by gone.left_at limit max_rows;
$function$;

-- Adds the domain of an order that the site carried out. Updates the customer's own row if it is at another provider, or if its transfer was
-- refused before. False if the name is taken.
CREATE OR REPLACE FUNCTION public.add_ordered_domain(customer uuid, domain_name text, new_status text, last_day timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare since date := case when new_status = 'moving' then (now() at time zone 'Africa/Nairobi')::date end;
begin
  insert into public.domains as known (user_id, name, status, expiry_date, moving_since)
    values (customer, domain_name, new_status, last_day, since)
    on conflict (lower(name)) where status <> 'left' do update
      set status = excluded.status, expiry_date = excluded.expiry_date, moving_since = since, moving_step = null, held = 'us'
      where known.user_id = excluded.user_id and (known.held = 'elsewhere' or known.moving_step = 'refused');
  return found;
end $function$;

-- Returns the days without a service that the next year gets, because it was restored before that year was paid.
CREATE OR REPLACE FUNCTION public.days_owed(service uuid)
 RETURNS integer
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(sum((detail ->> 'owed')::integer), 0)::integer from public.service_changes
  where service_id = service and did = 'restored'
    and id > coalesce((select max(id) from public.service_changes where service_id = service and did in ('renewed', 'date')), 0);
$function$;

-- From when staff may delete the data of a suspended service: 45 days after its last day, and 37 after it was really suspended, as many as
-- lie between the eighth day and that one.
CREATE OR REPLACE FUNCTION public.deletion_day(its_service services)
 RETURNS date
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select greatest(its_service.counts_from + 45, its_service.suspended_on + 37);
$function$;

-- Sets `updated_at` when the status changes, and only then. Deletes the transfer code of an order that is done or has failed.
CREATE OR REPLACE FUNCTION public.order_changes()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if new.status <> old.status then new.updated_at := now(); end if;
  if new.status in ('done', 'failed') then
    new.payload := new.payload - 'authCode';
  end if;
  return new;
end $function$;

-- Stores the orders of one form with their bill and mails, and notifies the agency. Returns {"orders", "is_new"}. If an order
-- for the same thing is open, or is done and was placed after `done_since`, returns that order with "is_new" false and stores
-- nothing. Returns null after `max_submissions` forms of the customer since `day_start` whose bill is not paid. `bill` is
-- {"id", "reference", "orders": [ids of the payable orders]}. `staff`: who orders for the customer, with `log_detail` for the log.
-- `opened_by`: 'customer', 'staff' or 'site'.
CREATE OR REPLACE FUNCTION public.place_orders(new_orders jsonb, done_since timestamp with time zone, day_start timestamp with time zone, max_submissions integer, messages jsonb, mails jsonb, delay_seconds integer, bill jsonb, staff jsonb DEFAULT NULL::jsonb, log_detail jsonb DEFAULT '{}'::jsonb, opened_by text DEFAULT 'customer'::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  customer uuid := new_orders -> 0 ->> 'user_id';
  this_submission uuid := gen_random_uuid();
  placed jsonb;
  its_bill uuid;
begin
  perform pg_advisory_xact_lock(hashtextextended('order ' || customer, 0));
  select jsonb_agg(to_jsonb(last) - 'payload' - 'idempotency_key' - 'user_id' - 'submission_id') into placed
    from jsonb_populate_recordset(null::public.orders, new_orders) as ordered
    cross join lateral (
      select * from public.orders as known
      where known.user_id = customer and known.kind = ordered.kind and known.domain = ordered.domain
        and (ordered.service_id is null or known.service_id = ordered.service_id)
      order by known.created_at desc limit 1) as last
    -- Two upgrades in a day are the same only if they are to the same plan.
    where last.status <> 'failed' and (last.status <> 'done' or (last.created_at > done_since
      and (ordered.kind <> 'upgrade' or last.payload = ordered.payload)));
  if placed is not null then return jsonb_build_object('orders', placed, 'is_new', false); end if;
  -- It moved to another customer after the form was read.
  if exists (select from jsonb_populate_recordset(null::public.orders, new_orders) as ordered
      join public.domains as its_domain on lower(its_domain.name) = lower(ordered.domain) and its_domain.status <> 'left'
      where ordered.kind in ('renew', 'certificate') and its_domain.user_id <> customer) then
    raise exception 'another customer has this domain';
  end if;
  if opened_by = 'customer' and (select count(distinct known.submission_id) from public.orders as known
      where known.user_id = customer and known.created_at >= day_start and known.opened_by = 'customer'
        and not exists (select from public.bills where bills.id = known.bill_id and bills.paid_at is not null)) >= max_submissions then
    return null;
  end if;
  insert into public.bills (id, user_id, opened_by, reference, amount_ksh)
    select (bill ->> 'id')::uuid, customer, place_orders.opened_by, bill ->> 'reference', sum(ordered.price_ksh)
    from jsonb_populate_recordset(null::public.orders, new_orders) as ordered
    where bill -> 'orders' ? ordered.id::text having sum(ordered.price_ksh) > 0
    returning id into its_bill;
  -- The key is a hash of customer, kind, domain, service and the previous order for these. Concurrent forms get the same key, so only
  -- one of them can be stored.
  with written as (
    insert into public.orders (id, user_id, kind, domain, payload, price_ksh, service_id, opened_by, submission_id, bill_id,
        idempotency_key)
      select ordered.id, customer, ordered.kind, ordered.domain, ordered.payload, ordered.price_ksh, ordered.service_id,
        place_orders.opened_by, this_submission, case when bill -> 'orders' ? ordered.id::text then its_bill end,
        encode(sha256(convert_to(format('["%s","%s","%s","%s"]', customer, ordered.kind, ordered.domain, coalesce((
          select known.id::text from public.orders as known
          where known.user_id = customer and known.kind = ordered.kind and known.domain = ordered.domain
          order by known.created_at desc limit 1), 'none')) || coalesce(ordered.service_id::text, ''), 'UTF8')), 'hex')
      from jsonb_populate_recordset(null::public.orders, new_orders) as ordered
      returning *)
  select jsonb_agg(to_jsonb(written) - 'payload' - 'idempotency_key' - 'user_id' - 'submission_id') into placed from written;
  if staff is not null then
    perform public.log_staff(staff, 'order-placed', 'order', ordered ->> 'id', customer, log_detail)
      from jsonb_array_elements(placed) as ordered;
  end if;
  perform public.notify_agency(messages, mails, delay_seconds);
  return jsonb_build_object('orders', placed, 'is_new', true);
end $function$;

-- The sum of a bill's orders that have not failed.
CREATE OR REPLACE FUNCTION public.payable_ksh(bill uuid)
 RETURNS integer
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(sum(price_ksh), 0)::integer from public.orders where bill_id = bill and status <> 'failed';
$function$;

-- Returns the state of a bill: 'paid', 'closed' (all its orders have failed), 'part' (partly paid) or 'open'.
CREATE OR REPLACE FUNCTION public.bill_state(bill bills)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case when bill.missing_ksh <= 0 then 'paid' when public.payable_ksh(bill.id) = 0 then 'closed'
    when bill.paid_ksh > 0 then 'part' else 'open' end;
$function$;

-- Takes the failed orders off an unpaid bill and lowers its total. What was paid above the new total becomes surplus. The bill
-- stays as it is while a phone shows a prompt with the old total, and if all orders have failed. The caller has locked the
-- bill.
CREATE OR REPLACE FUNCTION public.shrink_bill(bill uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  payable integer := public.payable_ksh(bill);
  its_bill public.bills;
begin
  select * into its_bill from public.bills where id = bill;
  if its_bill.paid_at is not null or payable = 0
    or (payable = its_bill.amount_ksh and not exists (select from public.orders where bill_id = bill and status = 'failed'))
    or exists (select from public.payment_prompts where bill_id = bill and state in ('asking', 'sent')) then return; end if;
  update public.bills set amount_ksh = payable, paid_ksh = least(paid_ksh, payable),
      surplus_ksh = surplus_ksh + greatest(0, paid_ksh - payable)
    where id = bill;
  update public.orders set bill_id = null where bill_id = bill and status = 'failed';
  if its_bill.paid_ksh >= payable then
    perform public.pay_bill(bill);
    update public.bills set shrunk_at = now() where id = bill;
    -- The customer's last mail said that something is missing. The next mail brings the receipt.
    update public.payments set notified_at = null where code = public.last_counted(bill);
  end if;
end $function$;

-- If an order of an unpaid bill fails, the bill shrinks; if none is left, a part of the money is due back. If an order of a paid bill fails, its price must be refunded.
CREATE OR REPLACE FUNCTION public.bill_follows_order()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  its_bill public.bills;
  payable integer;
begin
  select * into its_bill from public.bills where id = new.bill_id for update;
  payable := public.payable_ksh(new.bill_id);
  if its_bill.paid_at is null then
    perform public.shrink_bill(new.bill_id);
    -- The customer's last mail said that something is missing. The next one says that what was paid is due back.
    if payable = 0 then update public.payments set notified_at = null where code = public.last_counted(new.bill_id); end if;
  else
    update public.bills set refund_due_ksh = greatest(0, amount_ksh - payable),
        refunded_at = case when amount_ksh - payable > refund_due_ksh then null else refunded_at end
      where id = new.bill_id;
    update public.orders set refund_due_ksh = price_ksh where id = new.id and status = 'failed' and refund_due_ksh = 0;
  end if;
  return null;
end $function$;

-- Keeps `has_open_orders` and `has_begun_orders` of a bill. The order is locked before its bill.
CREATE OR REPLACE FUNCTION public.note_bill_orders()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform from public.bills where id = new.bill_id for update;
  update public.bills set has_open_orders = noted.is_open, has_begun_orders = noted.is_begun
    from (select bool_or(status in ('requested', 'processing')) as is_open,
        bool_or(status = 'done' or (status = 'processing' and taken_by is null)) as is_begun
      from public.orders where bill_id = new.bill_id) as noted
    where id = new.bill_id and (has_open_orders, has_begun_orders) is distinct from (noted.is_open, noted.is_begun);
  return null;
end $function$;

-- Claims a paid bill whose orders are not carried out yet, for `seconds`. Returns it with the customer's address and name.
CREATE OR REPLACE FUNCTION public.claim_paid_bill(seconds integer)
 RETURNS TABLE(bill jsonb, email text, full_name text)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with taken as (
    update public.bills set claimed_until = now() + make_interval(secs => seconds)
    where id = (
      select id from public.bills
      where paid_at is not null and fulfilled_at is null and (claimed_until is null or claimed_until <= now())
      order by paid_at limit 1 for update skip locked
    )
    returning *)
  select to_jsonb(taken), customer.email::text, customer.raw_user_meta_data ->> 'full_name'
  from taken join auth.users as customer on customer.id = taken.user_id;
$function$;

-- Stores that a paid bill's orders were fulfilled or handed over, and notifies the agency. False if that was stored before.
CREATE OR REPLACE FUNCTION public.finish_bill(bill uuid, messages jsonb, mails jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update public.bills set fulfilled_at = now(), claimed_until = null where id = bill and fulfilled_at is null and paid_at is not null;
  if not found then return false; end if;
  perform public.notify_agency(messages, mails);
  return true;
end $function$;

-- What is to be paid back for orders of a bill that were not carried out, in shillings.
CREATE OR REPLACE FUNCTION public.refund_left(bill bills)
 RETURNS integer
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select greatest(0, case when bill.paid_at is null and public.payable_ksh(bill.id) = 0 then bill.paid_ksh
    else bill.refund_due_ksh end - bill.refunded_ksh);
$function$;

-- The same for orders that had failed when the money came.
CREATE OR REPLACE FUNCTION public.orders_follow_bill()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.orders set refund_due_ksh = price_ksh where bill_id = new.id and status = 'failed' and refund_due_ksh = 0;
  return null;
end $function$;

-- Returns what a bill owes its customer, in shillings: for orders that were not carried out, of payments above the bill, and of
-- payments after it was paid.
CREATE OR REPLACE FUNCTION public.due_back(bill bills)
 RETURNS integer
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select public.refund_left(bill) + bill.surplus_ksh - bill.returned_ksh;
$function$;

-- When a bill ends that is not paid after its last reminder: 30 days after it was opened, and at least three days from now. Null if
-- its orders were begun.
CREATE OR REPLACE FUNCTION public.bill_end(bill bills)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case when not bill.has_begun_orders then greatest(bill.opened_at + interval '30 days', now() + interval '3 days') end;
$function$;

-- Stores that a customer was reminded of a bill and queues the mails. False if another process did.
CREATE OR REPLACE FUNCTION public.remind_bill(bill uuid, expected_reminders integer, mails jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update public.bills set reminders = expected_reminders + 1,
      ends_at = case when expected_reminders = 2 then public.bill_end(bills) end
    where id = bill and reminders = expected_reminders and paid_at is null;
  if not found then return false; end if;
  perform public.queue_mails(mails);
  return true;
end $function$;

-- The total price in KSh of the orders that the site has asked the provider for since a moment, without one order.
CREATE OR REPLACE FUNCTION public.sum_asked_orders(since timestamp with time zone, except_order uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(sum(price_ksh), 0) from public.orders
  where asked_at >= since and status in ('processing', 'done') and id <> except_order;
$function$;

-- Shrinks the bills whose orders failed while a phone was asked. Returns how many there were.
CREATE OR REPLACE FUNCTION public.shrink_bills(max_rows integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  one uuid;
  count integer := 0;
begin
  for one in
    select bill.id from public.bills as bill
    where bill.paid_at is null and exists (select from public.orders where bill_id = bill.id and status = 'failed')
      and public.payable_ksh(bill.id) > 0
      and not exists (select from public.payment_prompts where bill_id = bill.id and state in ('asking', 'sent'))
    order by bill.opened_at limit max_rows
  loop
    perform from public.bills where id = one for update;
    perform public.shrink_bill(one);
    count := count + 1;
  end loop;
  return count;
end $function$;

-- Whether M-PESA or staff know of money for a bill that does not count yet: a payment is held, a prompt is open, or the provider calls one
-- paid whose payment has not arrived. A customer cannot invent it, as a typed code. The caller has locked the bill.
CREATE OR REPLACE FUNCTION public.is_money_known(bill uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform public.expire_prompts(bill);
  return exists (select from public.payments where bill_id = bill and state = 'held')
    or exists (select from public.payment_prompts as prompt where bill_id = bill and (state in ('asking', 'sent')
      or (state = 'paid' and not exists (select from public.payments where prompt_id = prompt.id))));
end $function$;

-- Whether no money was reported for a bill and no prompt is open, so that its orders may change. The caller has locked it.
CREATE OR REPLACE FUNCTION public.is_bill_untouched(bill uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  return not public.is_money_known(bill)
    and exists (select from public.bills where id = bill and paid_at is null and paid_ksh = 0 and typed_code is null)
    and not exists (select from public.payments where bill_id = bill and state not in ('returned', 'kept', 'void'));
end $function$;

-- Locks an order of a customer and then its bill. A payment that arrives in the same moment comes before it or after it.
CREATE OR REPLACE FUNCTION public.lock_own_order(customer uuid, order_id uuid)
 RETURNS orders
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare its_order public.orders;
begin
  select * into its_order from public.orders where id = order_id and user_id = customer and status <> 'failed' for update;
  if not found then
    select * into its_order from public.orders where id = order_id and user_id = customer;
    return its_order;
  end if;
  perform from public.bills where id = its_order.bill_id for update;
  return its_order;
end $function$;

-- Whether a customer has only asked for the price of an order: it has none and no bill. Staff may have taken it.
CREATE OR REPLACE FUNCTION public.is_price_asked(its_order orders)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select its_order.price_ksh = 0 and its_order.bill_id is null
    and (its_order.status = 'requested' or (its_order.status = 'processing' and its_order.taken_by is not null));
$function$;

-- Cancels an unpaid order of a customer. Returns 'done', also if it is cancelled; 'late' if something was paid or reported or somebody has
-- begun it; null if it is not the customer's.
CREATE OR REPLACE FUNCTION public.cancel_order(customer uuid, order_id uuid)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare its_order public.orders := public.lock_own_order(customer, order_id);
begin
  if its_order.id is null then return null; end if;
  if its_order.cancelled_at is not null then return 'done'; end if;
  if not public.is_price_asked(its_order)
    and (not (its_order.status = 'requested' or (its_order.status = 'processing' and its_order.taken_by is not null))
      or not public.is_bill_untouched(its_order.bill_id)) then return 'late'; end if;
  update public.orders set status = 'failed', reason = 'You cancelled it', cancelled_at = now() where id = order_id;
  return 'done';
end $function$;

-- Changes the years and the price of an unpaid renewal or registration. Returns what cancel_order returns.
CREATE OR REPLACE FUNCTION public.change_order_years(customer uuid, order_id uuid, years integer, ksh integer)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare its_order public.orders := public.lock_own_order(customer, order_id);
begin
  if its_order.id is null then return null; end if;
  if its_order.payload -> 'years' = to_jsonb(years) and its_order.price_ksh = ksh and its_order.status = 'requested' then
    return 'done';
  end if;
  if its_order.bill_id is null or its_order.status <> 'requested' or its_order.kind not in ('renew', 'register')
    or its_order.price_named_at is not null or ksh < 1
    or not public.is_bill_untouched(its_order.bill_id) then return 'late'; end if;
  update public.orders set payload = payload || jsonb_build_object('years', years), price_ksh = ksh where id = order_id;
  perform public.shrink_bill(its_order.bill_id);
  return 'done';
end $function$;

-- Ends the orders of bills whose time is over: those of which nothing was paid or reported, and those overdue. What was paid of these must be
-- refunded. Returns how many bills ended.
CREATE OR REPLACE FUNCTION public.end_unpaid_bills(max_rows integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  one uuid;
  is_untouched boolean;
  count integer := 0;
begin
  for one in
    select bill.id from public.bills as bill
    where bill.ends_at <= now() and bill.paid_at is null and ((bill.paid_ksh = 0 and bill.typed_code is null
      and not exists (select from public.payments where bill_id = bill.id and state not in ('returned', 'kept', 'void')))
      or (public.is_bill_overdue(bill) and not exists (select from public.payments where bill_id = bill.id and state = 'held')))
    order by bill.ends_at limit max_rows
  loop
    perform from public.orders where bill_id = one and status <> 'failed' order by id for update;
    perform from public.bills where id = one for update;
    is_untouched := public.is_bill_untouched(one);
    continue when not is_untouched and (public.is_money_known(one)
      or not exists (select from public.bills where id = one and paid_at is null and public.is_bill_overdue(bills)));
    update public.bills set ends_at = null where id = one;
    update public.orders set status = 'failed',
        reason = case when is_untouched then 'It was not paid within 30 days' else 'It was not paid in full within 60 days' end
      where bill_id = one and (status = 'requested' or (status = 'processing' and taken_by is not null));
    count := count + 1;
  end loop;
  return count;
end $function$;

-- Returns from when staff may take an order that the site carries out by itself: its process may have stopped, or the provider's reply
-- was lost. Ten minutes are longer than any call takes. Null for other orders.
CREATE OR REPLACE FUNCTION public.order_abandoned_at(its_order orders)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when its_order.status = 'processing' and its_order.taken_by is null then its_order.updated_at + interval '10 minutes' end;
$function$;

CREATE OR REPLACE FUNCTION public.is_order_abandoned(its_order orders, at timestamp with time zone DEFAULT now())
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select coalesce(public.order_abandoned_at(its_order) <= at, false) $function$;

-- Whether the bill of an order is paid; null without a bill.
CREATE OR REPLACE FUNCTION public.is_order_paid(its_order orders)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select paid_at is not null from public.bills where id = its_order.bill_id;
$function$;

-- Open orders that do not wait for their payment, and since when: those of a paid bill, and those without a bill.
CREATE OR REPLACE FUNCTION public.orders_waiting()
 RETURNS TABLE(id uuid, since timestamp with time zone, kind text, service_id uuid)
 LANGUAGE sql
 STABLE ROWS 50
 SET search_path TO ''
AS $function$
  select orders.id, bills.paid_at, kind, service_id from public.bills join public.orders on orders.bill_id = bills.id
  where bills.is_in_work and orders.status in ('requested', 'processing')
  union all
  select id, created_at, kind, service_id from public.orders where bill_id is null and status in ('requested', 'processing');
$function$;

-- Until when staff may reopen an order: for 30 days after it ended. Null for one that is open or ended earlier, that its customer
-- cancelled, or whose money was paid back or kept as credit.
CREATE OR REPLACE FUNCTION public.order_reopens_until(its_order orders)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select its_order.updated_at + interval '30 days'
  where its_order.status in ('done', 'failed') and its_order.updated_at > now() - interval '30 days'
    and its_order.cancelled_at is null and its_order.refunded_at is null
    -- A year or a plan that a service got is corrected at the service.
    and (its_order.kind not in ('extend', 'upgrade') or its_order.status = 'failed');
$function$;

-- Whether a member of staff has added this line last, notes and shown codes apart. A form that is sent twice finds its own line.
CREATE OR REPLACE FUNCTION public.is_own_order_line(staff jsonb, order_id uuid, done text, log_detail jsonb DEFAULT '{}'::jsonb)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce((
    select line.staff = (is_own_order_line.staff ->> 'id')::uuid and line.detail @> log_detail from public.desk_log as line
    where line.about_kind = 'order' and line.about_id = order_id::text and line.did = done
    order by line.id desc limit 1), false);
$function$;

CREATE OR REPLACE FUNCTION public.lock_order(order_id uuid)
 RETURNS orders
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select * from public.orders where id = order_id for update;
$function$;

-- Logs what was done to an order and queues the mails. Returns the outcome 'done'.
CREATE OR REPLACE FUNCTION public.log_order(staff jsonb, did text, its_order orders, log_detail jsonb DEFAULT '{}'::jsonb, mails jsonb DEFAULT '[]'::jsonb)
 RETURNS text
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select public.log_done(staff, did, 'order', its_order.id::text, its_order.user_id, log_detail, mails) ->> 'outcome';
$function$;

-- Each function below changes one order, with its log line and mails. It returns 'done'; 'same' if the same person did exactly this before;
-- 'lost' if somebody else has the order or it is not in that state any more; null if there is no such order.
CREATE OR REPLACE FUNCTION public.desk_take_order(staff jsonb, order_id uuid)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  me uuid := staff ->> 'id';
  its_order public.orders := public.lock_order(order_id);
begin
  if its_order.id is null then return null; end if;
  if its_order.status = 'processing' and its_order.taken_by = me then return 'same'; end if;
  if its_order.status <> 'requested' and not public.is_order_abandoned(its_order) then return 'lost'; end if;
  update public.orders set status = 'processing', taken_by = me, taken_at = now() where id = order_id;
  return public.log_order(staff, 'order-taken', its_order, jsonb_build_object('from', its_order.status));
end $function$;

-- Gives an order back to everybody, in the state in which it was taken.
CREATE OR REPLACE FUNCTION public.desk_give_back_order(staff jsonb, order_id uuid)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare its_order public.orders := public.lock_order(order_id);
begin
  if its_order.id is null then return null; end if;
  if its_order.taken_by is null and public.is_own_order_line(staff, order_id, 'order-given-back') then return 'same'; end if;
  if its_order.status <> 'processing' or its_order.taken_by is distinct from (staff ->> 'id')::uuid then return 'lost'; end if;
  update public.orders set taken_by = null, taken_at = null,
    status = case when public.is_own_order_line(staff, order_id, 'order-taken', '{"from":"processing"}')
      then 'processing' else 'requested' end
    where id = order_id;
  return public.log_order(staff, 'order-given-back', its_order);
end $function$;

-- Names the price of an open order that has none.
CREATE OR REPLACE FUNCTION public.desk_price_order(staff jsonb, order_id uuid, ksh integer, mails jsonb)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare its_order public.orders := public.lock_order(order_id);
begin
  if its_order.id is null then return null; end if;
  if public.is_own_order_line(staff, order_id, 'order-priced', jsonb_build_object('ksh', ksh)) then return 'same'; end if;
  if its_order.price_ksh <> 0 or its_order.status in ('done', 'failed') or its_order.taken_by <> (staff ->> 'id')::uuid then
    return 'lost';
  end if;
  update public.orders set price_ksh = ksh, price_named_at = now() where id = order_id;
  return public.log_order(staff, 'order-priced', its_order, jsonb_build_object('ksh', ksh), mails);
end $function$;

-- Opens the bill of an open order, after naming its price if `ksh` is given. `bill` has id and reference. Returns what desk_price_order
-- returns; 'lost' also if the order has a bill. Source: docs/product/desk.md, "Orders at the desk".
CREATE OR REPLACE FUNCTION public.desk_bill_order(staff jsonb, order_id uuid, ksh integer, bill jsonb, mails jsonb)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  its_order public.orders := public.lock_order(order_id);
  priced text;
begin
  if its_order.id is null then return null; end if;
  if ksh is not null then
    priced := public.desk_price_order(staff, order_id, ksh, mails);
    if priced <> 'done' then return priced; end if;
  else
    if public.is_own_order_line(staff, order_id, 'order-accepted') then return 'same'; end if;
    -- An order without a member of staff that is processing is carried out by the site.
    if its_order.bill_id is not null or its_order.price_ksh = 0 or (its_order.status <> 'requested'
      and (its_order.status <> 'processing' or its_order.taken_by is distinct from (staff ->> 'id')::uuid)) then
      return 'lost';
    end if;
    perform public.log_order(staff, 'order-accepted', its_order, jsonb_build_object('ksh', its_order.price_ksh), mails);
  end if;
  insert into public.bills (id, user_id, opened_by, reference, amount_ksh)
    values ((bill ->> 'id')::uuid, its_order.user_id, its_order.opened_by, bill ->> 'reference', coalesce(ksh, its_order.price_ksh));
  update public.orders set bill_id = (bill ->> 'id')::uuid where id = order_id;
  return 'done';
end $function$;

-- Changes the price of an open order and of its unpaid bill, which has no other order. `expected_ksh`: the price that the form showed.
-- Also returns 'paying' if money was paid or reported for the bill or a phone is being asked, and 'shared' if it has other orders.
CREATE OR REPLACE FUNCTION public.desk_reprice_order(staff jsonb, order_id uuid, ksh integer, expected_ksh integer, reason text, mails jsonb)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  log_detail jsonb := jsonb_build_object('ksh', ksh, 'from', expected_ksh, 'reason', reason);
  its_order public.orders := public.lock_order(order_id);
begin
  if its_order.id is null then return null; end if;
  -- Not after a failed order: the bill's functions lock it before such an order.
  perform from public.bills where id = its_order.bill_id and its_order.status <> 'failed' for update;
  if its_order.price_ksh = ksh and public.is_own_order_line(staff, order_id, 'order-repriced', log_detail) then return 'same'; end if;
  if its_order.bill_id is null or its_order.status not in ('requested', 'processing') or its_order.price_ksh <> expected_ksh
    or (its_order.status = 'processing' and its_order.taken_by is distinct from (staff ->> 'id')::uuid) then return 'lost'; end if;
  if not public.is_bill_untouched(its_order.bill_id) then return 'paying'; end if;
  if exists (select from public.orders where bill_id = its_order.bill_id and id <> order_id) then return 'shared'; end if;
  update public.orders set price_ksh = ksh, price_named_at = now() where id = order_id;
  perform public.shrink_bill(its_order.bill_id);
  return public.log_order(staff, 'order-repriced', its_order, log_detail, mails);
end $function$;

-- Ends an order. `ending` has `status`, `detail` for the log, and for a failed one `reason` for the customer and detail.refundKsh; for a
-- done one detail.until (the name's last day), detail.ssl, and `expected_expiry`, the date that the form showed. The line of a renewal has
-- that date, too, as `from`. Also returns 'name' if the name is another customer's, 'moved' if its date has changed since, 'nameless' if
-- the customer has no such name, 'server' if the hosting server is at work on it, and 'service' if its service begins with it: then it is
-- done `at_service`, with the way in, and a tick if it is not paid.
CREATE OR REPLACE FUNCTION public.desk_end_order(staff jsonb, order_id uuid, ending jsonb, mails jsonb)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  me uuid := staff ->> 'id';
  is_done boolean := ending ->> 'status' = 'done';
  line text := 'order-' || (ending ->> 'status');
  until timestamptz := ((ending -> 'detail' ->> 'until')::date + time '12:00') at time zone 'Africa/Nairobi';
  its_order public.orders;
  known public.domains;
begin
  -- What was ordered for its service may fail with it.
  perform public.lock_service_orders(service_id) from public.orders where id = order_id and service_id is not null and not is_done;
  its_order := public.lock_order(order_id);
  if its_order.id is null then return null; end if;
  if its_order.status = ending ->> 'status' and its_order.reason is not distinct from ending ->> 'reason'
    and public.is_own_order_line(staff, order_id, line, ending -> 'detail') then return 'same'; end if;
  -- An order that nobody has taken may be ended at once.
  if not public.is_order_abandoned(its_order) and its_order.status <> 'requested'
    and (its_order.status <> 'processing' or its_order.taken_by is distinct from me) then
    return 'lost';
  end if;
  -- The hosting server is at work on it. It ends the order.
  if exists (select from public.services where id = its_order.service_id and provider = 'whm' and problem is null
    and wanted = case its_order.kind when 'hosting' then 'create' when 'upgrade' then 'plan' end) then return 'server'; end if;

  if is_done and not coalesce((ending ->> 'at_service')::boolean, false)
    and exists (select from public.services where id = its_order.service_id and state = 'ordered') then return 'service'; end if;

  if is_done and its_order.kind in ('register', 'transfer', 'renew') then
    select * into known from public.domains where lower(name) = lower(its_order.domain) and status <> 'left' for update;
    if known.user_id <> its_order.user_id then return 'name'; end if;
    if known.expiry_date is distinct from (ending ->> 'expected_expiry')::timestamptz then return 'moved'; end if;
    if known.id is not null then
      update public.domains set expiry_date = until,
          held = case its_order.kind when 'transfer' then 'us' else held end,
          status = case its_order.kind when 'transfer' then 'active' else status end,
          moving_since = case its_order.kind when 'transfer' then null else moving_since end,
          moving_step = case its_order.kind when 'transfer' then null else moving_step end
        where id = known.id;
    elsif its_order.kind = 'renew' then
      return 'nameless';
    else
      insert into public.domains (user_id, name, expiry_date) values (its_order.user_id, its_order.domain, until)
        on conflict (lower(name)) where status <> 'left' do nothing;
      if not found then return 'moved'; end if;
    end if;
  elsif is_done and its_order.kind = 'certificate' then
    update public.domains set ssl_status = ending -> 'detail' ->> 'ssl'
      where user_id = its_order.user_id and lower(name) = lower(its_order.domain) and status <> 'left';
    if not found then return 'nameless'; end if;
  end if;

  update public.orders set status = ending ->> 'status', reason = ending ->> 'reason', taken_by = me,
    taken_at = coalesce(taken_at, now()), refund_due_ksh = coalesce((ending -> 'detail' ->> 'refundKsh')::integer, 0)
    where id = order_id;
  return public.log_order(staff, line, its_order, ending -> 'detail' ||
    case when is_done and its_order.kind = 'renew' then jsonb_build_object('from', known.expiry_date) else '{}' end, mails);
end $function$;

-- Opens an ended order again, for the member of staff. An unpaid bill begins anew. `expected_expiry`: the date of the name that the form
-- showed, if a renewal's name gets back the date before it; else null. Also returns 'again' if the customer ordered the same later,
-- 'refunded' if money of the order was paid back or kept as credit, 'moved' if the name's date has changed since, 'ended' if its service has
-- ended or will, 'differs' if its service does not allow it now, and 'years' if the paid years differ from those of a larger plan's price.
CREATE OR REPLACE FUNCTION public.desk_reopen_order(staff jsonb, order_id uuid, reason text, expected_expiry timestamp with time zone, mails jsonb)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  me uuid := staff ->> 'id';
  log_detail jsonb := jsonb_build_object('reason', reason, 'seen', expected_expiry);
  its_order public.orders;
  its_bill public.bills;
  its_service public.services;
  earlier timestamptz;
begin
  -- As place_orders does, so that the same is not ordered in this moment.
  perform pg_advisory_xact_lock(hashtextextended('order ' || user_id, 0)) from public.orders where id = order_id;
  -- A failed order is locked after its bill, any other before it.
  select * into its_order from public.orders where id = order_id and status <> 'failed' for update;
  if not found then
    perform from public.bills where id = (select bill_id from public.orders where id = order_id) for update;
    select * into its_order from public.orders where id = order_id and status = 'failed' for update;
    if not found then select * into its_order from public.orders where id = order_id; end if;
  end if;
  if its_order.id is null then return null; end if;
  if its_order.status = 'processing' and its_order.taken_by = me
    and public.is_own_order_line(staff, order_id, 'order-reopened', log_detail) then return 'same'; end if;
  if its_order.refunded_at is not null then return 'refunded'; end if;
  if public.order_reopens_until(its_order) is null then return 'lost'; end if;
  if exists (select from public.orders where user_id = its_order.user_id and kind = its_order.kind and domain = its_order.domain
    -- A new order for hosting has a service of its own.
    and (kind not in ('extend', 'upgrade') or service_id = its_order.service_id) and created_at > its_order.created_at) then return 'again'; end if;
  select * into its_service from public.services where id = its_order.service_id;
  if its_order.kind in ('extend', 'upgrade') then
    if its_service.state not in ('active', 'suspended') or its_service.will_end then return 'ended'; end if;
    if not public.service_allows_order(its_service, its_order.kind, its_order.payload) then return 'differs'; end if;
    -- The price of a larger plan was for the days until the last one of then, and for the next year only if that was paid.
    if its_order.kind = 'upgrade' and (its_order.payload ->> 'nextOn' is distinct from its_service.next_on::text
      or exists (select from public.orders where service_id = its_service.id and kind = 'extend'
        and status = 'done' and updated_at > its_order.created_at)) then return 'years'; end if;
  -- A service that never began is there again with its order.
  elsif its_service.state = 'ended' and its_service.starts_on is not null then return 'ended'; end if;
  -- It moved to another customer after the order ended.
  if its_order.kind in ('renew', 'certificate', 'register', 'transfer') and exists (select from public.domains where lower(name) = lower(its_order.domain) and status <> 'left'
    and user_id <> its_order.user_id) then return 'name'; end if;
  select * into its_bill from public.bills where id = its_order.bill_id for update;
  -- What went back must still be due for other orders.
  if its_order.status = 'failed' and its_bill.refunded_ksh
    > (case when its_bill.paid_at is null then 0 else its_bill.refund_due_ksh - its_order.price_ksh end) then return 'refunded'; end if;

  if expected_expiry is not null then
    select (detail ->> 'from')::timestamptz into earlier from public.desk_log
      where about_kind = 'order' and about_id = order_id::text and did = 'order-done' order by id desc limit 1;
    update public.domains set expiry_date = coalesce(earlier, expiry_date)
      where its_order.status = 'done' and user_id = its_order.user_id and lower(name) = lower(its_order.domain) and status <> 'left'
        and expiry_date = expected_expiry;
    if not found or earlier is null then return 'moved'; end if;
  end if;
  update public.orders set status = 'processing', reason = null, taken_by = me, taken_at = now(), refund_due_ksh = 0 where id = order_id;
  update public.bills set opened_at = now(), reminders = 0, ends_at = null where id = its_bill.id and paid_at is null;
  update public.bills set wanted_back_ksh = least(wanted_back_ksh, public.due_back(bills)) where id = its_bill.id;
  return public.log_order(staff, 'order-reopened', its_order, log_detail || jsonb_build_object('to', earlier), mails);
end $function$;

-- Says that the customer gets money back for an ended order, once, at most its price.
CREATE OR REPLACE FUNCTION public.desk_refund_order(staff jsonb, order_id uuid, ksh integer, mails jsonb)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  log_detail jsonb := jsonb_build_object('ksh', ksh);
  its_order public.orders := public.lock_order(order_id);
begin
  if its_order.id is null then return null; end if;
  if its_order.refund_due_ksh = ksh and public.is_own_order_line(staff, order_id, 'order-refund-due', log_detail) then return 'same'; end if;
  -- The refund of an order on a bill is entered at the payment.
  if its_order.status not in ('done', 'failed') or its_order.refund_due_ksh > 0 or ksh > its_order.price_ksh
    or its_order.bill_id is not null then return 'lost'; end if;
  update public.orders set refund_due_ksh = ksh where id = order_id;
  return public.log_order(staff, 'order-refund-due', its_order, log_detail, mails);
end $function$;

-- Stores that the refund of an order without a bill was paid.
CREATE OR REPLACE FUNCTION public.desk_order_refunded(staff jsonb, order_id uuid)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare its_order public.orders := public.lock_order(order_id);
begin
  if its_order.id is null then return null; end if;
  if public.is_own_order_line(staff, order_id, 'order-refunded') then return 'same'; end if;
  if its_order.refund_due_ksh = 0 or its_order.refunded_at is not null or its_order.bill_id is not null then return 'lost'; end if;
  update public.orders set refunded_at = now() where id = order_id;
  return public.log_order(staff, 'order-refunded', its_order, jsonb_build_object('ksh', its_order.refund_due_ksh));
end $function$;

-- Returns the transfer code of an order, and logs that it was shown. Returns null unless the member of staff has taken the
-- order.
CREATE OR REPLACE FUNCTION public.desk_transfer_code(staff jsonb, order_id uuid)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare its_order public.orders;
begin
  select * into its_order from public.orders
    where id = order_id and status = 'processing' and taken_by = (staff ->> 'id')::uuid and payload ? 'authCode' for update;
  if its_order.id is null then return null; end if;
  perform public.log_order(staff, 'order-code-shown', its_order);
  return its_order.payload ->> 'authCode';
end $function$;

-- A page of orders of these states and kinds, by a part of the name or the number, as list_page returns it. Without data of customers.
-- `payment`: 'paid', sorted by the time of payment; 'unbilled' (without a bill) or 'unpaid'; null for all.
CREATE OR REPLACE FUNCTION public.desk_orders(states text[], kinds text[], words text, payment text, is_refund_due boolean, is_oldest_first boolean, place jsonb, max_rows integer)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select public.list_page(format('
    select id, kind, domain, status, price_ksh, created_at, updated_at, taken_by, taken_at, price_named_at, refund_due_ksh, refunded_at,
      bill_id is not null as is_billed, payload -> ''years'' as years, public.is_order_abandoned(listed) as is_abandoned,
      public.staff_name(taken_by) as taken_name, %s as at, id as key
    from public.orders as listed %s where %s and %s %s %s',
    case payment
      when 'paid' then 'bill.paid_at, bill.paid_at'
      when 'unpaid' then 'null as paid_at, created_at'
      else '(select paid_at from public.bills where bills.id = bill_id) as paid_at, created_at' end,
    case when payment in ('paid', 'unpaid') then format('cross join lateral (
      select paid_at from public.bills where bills.id = listed.bill_id and %s) as bill',
      case when payment = 'unpaid' then 'paid_at is null' when states <@ '{requested,processing}' then 'is_in_work'
        else 'paid_at is not null' end) end,
    public.is_one_of('status', states) || case payment when 'unbilled' then ' and bill_id is null' else '' end,
    public.is_one_of('kind', kinds),
    case when is_refund_due then 'and refund_due_ksh > 0 and refunded_at is null' end,
    case when words <> '' then format('and (%s %s)', public.has_part('lower(domain)', words),
      case when number ~ '^[0-9a-f]{8}$' then format('or id between %L and %L', number || '-0000-0000-0000-000000000000',
        number || '-ffff-ffff-ffff-ffffffffffff') end) end),
    is_oldest_first, place, max_rows)
  from replace(words, '-', '') as typed (number);
$function$;

-- A page of domains as list_page returns it, the earliest last day first. Those that have left are found by a part of their name only.
CREATE OR REPLACE FUNCTION public.desk_domains(words text, place jsonb, max_rows integer)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select public.list_page(format('
    select name, status, held, moving_step, expiry_date, expiry_date as at, id as key from public.domains where %s',
    case when words = '' then 'status <> ''left''' else public.has_part('lower(name)', words) end), true, place, max_rows);
$function$;

-- The parts of a domain that staff may change, as texts. A form sends back the text that it was made with.
CREATE OR REPLACE FUNCTION public.domain_parts(its_domain domains)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('date', to_char(its_domain.expiry_date at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    'status', its_domain.status, 'ssl', coalesce(its_domain.ssl_status, ''), 'price', coalesce(its_domain.renew_ksh::text, ''),
    'held', its_domain.held, 'step', coalesce(its_domain.moving_step, ''));
$function$;

-- A domain for its page, with the last orders for it and what was done to it. If it has left and come back, the row that is with us.
CREATE OR REPLACE FUNCTION public.desk_domain(domain_name text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select to_jsonb(its_domain) || jsonb_build_object(
    'parts', public.domain_parts(its_domain),
    'customer', (select jsonb_build_object('email', email, 'name', raw_user_meta_data ->> 'full_name') from auth.users
      where id = its_domain.user_id),
    'orders', coalesce((select jsonb_agg(found) from (
      select id, kind, domain, status, price_ksh, updated_at, public.is_order_paid(orders) as is_paid from public.orders
      where user_id = its_domain.user_id and lower(domain) = lower(its_domain.name) order by created_at desc, id limit 10) as found), '[]'),
    'trail', public.desk_trail('domain', lower(its_domain.name)))
  from public.domains as its_domain where lower(name) = lower(domain_name) order by status = 'left', created_at desc limit 1;
$function$;

-- Changes one part of a domain, with its mails, if it still is what the form showed. `log_detail` has "from", "to" and "reason".
-- Outcomes: 'done'; 'same' (the same form within a minute); 'moved' (it was changed before: by whom and when, if staff did it); 'named' (the
-- name is somebody else's by now). Null: there is no such domain.
CREATE OR REPLACE FUNCTION public.desk_change_domain(staff jsonb, domain_id uuid, part text, expected text, wanted text, log_detail jsonb, mails jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  its_domain public.domains;
  line text := 'domain-' || part;
  last jsonb;
  present text;
  its_order public.orders;
begin
  if part = 'step' and wanted = 'refused' then
    -- The order first: everywhere an order is locked before its domain.
    select orders.* into its_order from public.orders join public.domains on domains.id = domain_id
      where orders.user_id = domains.user_id and orders.kind = 'transfer' and lower(orders.domain) = lower(domains.name)
      order by orders.created_at desc limit 1 for update of orders;
  end if;
  select * into its_domain from public.domains where id = domain_id for update;
  if not found then return null; end if;
  last := public.desk_last(staff, array[line], 'domain', lower(its_domain.name));
  if (last ->> 'is_again')::boolean and (last -> 'detail') - 'now' = log_detail then return '{"outcome": "same"}'; end if;
  present := public.domain_parts(its_domain) ->> part;
  if present is distinct from expected then
    return '{"outcome": "moved"}'::jsonb
      || case when last -> 'detail' ->> 'now' = present then jsonb_build_object('by', last -> 'who', 'at', last -> 'at') else '{}' end;
  end if;
  if part = 'date' then
    update public.domains set expiry_date = (wanted::date + time '12:00') at time zone 'Africa/Nairobi' where id = domain_id;
  elsif part = 'status' then
    update public.domains set status = wanted, moving_step = null,
      moving_since = case when wanted = 'moving' then coalesce(moving_since, (now() at time zone 'Africa/Nairobi')::date) end
      where id = domain_id;
  elsif part = 'ssl' then
    update public.domains set ssl_status = nullif(wanted, '') where id = domain_id;
  elsif part = 'price' then
    update public.domains set renew_ksh = nullif(wanted, '')::integer where id = domain_id;
  elsif part = 'held' then
    update public.domains set held = wanted where id = domain_id;
  elsif part = 'step' then
    update public.domains set moving_step = nullif(wanted, '') where id = domain_id and status = 'moving';
    if not found then return '{"outcome": "moved"}'; end if;
    -- Its order was not done after all. What was paid for it is due back by the rules of its bill.
    if its_order.status = 'done' then
      update public.orders set status = 'failed', reason = 'Your old provider refused the transfer' where id = its_order.id;
      perform public.log_order(staff, 'order-failed', its_order, '{"reason": "refused"}');
    end if;
  end if;
  select public.domain_parts(domains) ->> part into present from public.domains where id = domain_id;
  return public.log_done(staff, line, 'domain', lower(its_domain.name), its_domain.user_id,
    log_detail || jsonb_build_object('now', present), mails);
exception when unique_violation then
  return '{"outcome": "named"}';
end $function$;

-- Adds a domain to a customer's and logs it. Outcomes: 'done'; 'own' (the customer has it already; nothing is changed); 'named' (another
-- customer has it). `ksh`: the price that was agreed for a year, if one was.
CREATE OR REPLACE FUNCTION public.add_domain(staff jsonb, person uuid, domain_name text, until date, holder text, ksh integer, more_detail jsonb)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  insert into public.domains (user_id, name, expiry_date, held, renew_ksh)
    values (person, lower(domain_name), (until + time '12:00') at time zone 'Africa/Nairobi', holder, ksh)
    on conflict (lower(name)) where status <> 'left' do nothing;
  if found then
    perform public.log_staff(staff, 'domain-added', 'domain', lower(domain_name), person,
      jsonb_build_object('until', until, 'held', holder) || more_detail);
    return 'done';
  end if;
  return case when exists (select from public.domains where lower(name) = lower(domain_name) and user_id = person and status <> 'left')
    then 'own' else 'named' end;
end $function$;

-- Adds a domain to a customer's by the form. Outcomes: 'done'; 'same' (the same form within a minute); 'named' (a customer has it);
-- 'unseen' (the member of staff has not said why they look at the customer).
CREATE OR REPLACE FUNCTION public.desk_add_domain(staff jsonb, person uuid, domain_name text, until date, holder text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  last jsonb := public.desk_last(staff, '{domain-added}', 'domain', lower(domain_name));
  outcome text;
begin
  if not public.desk_may_view(staff, person) then return '{"outcome": "unseen"}'; end if;
  outcome := public.add_domain(staff, person, domain_name, until, holder, null, '{}');
  return jsonb_build_object('outcome', case when outcome = 'done' then 'done'
    when outcome = 'own' and (last ->> 'is_again')::boolean and last -> 'detail' = jsonb_build_object('until', until, 'held', holder)
    then 'same' else 'named' end);
end $function$;

-- A page of domains that are with us, in the order of their ids, with their customers.
CREATE OR REPLACE FUNCTION public.domains_to_sync(after uuid, max_rows integer)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(one order by one.id), '[]') from (
    select domain.id, domain.name, domain.status, domain.expiry_date, domain.moving_since, domain.checked_at is not null as is_known,
      customer.email, customer.raw_user_meta_data ->> 'full_name' as full_name
    from public.domains as domain join auth.users as customer on customer.id = domain.user_id
    where domain.status <> 'left' and domain.held = 'us' and (after is null or domain.id > after)
    order by domain.id limit max_rows) as one;
$function$;

-- Adds a line to the log about what this run changed.
CREATE OR REPLACE FUNCTION public.log_sync(did text, its_domain domains, log_detail jsonb)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select public.log_staff('{"id": "00000000-0000-0000-0000-000000000000", "email": "the server"}', did, 'domain', lower(its_domain.name),
    its_domain.user_id, log_detail);
$function$;

-- Stores what the list says of some domains. `present` has id, `expected` (the last day that was read), `later` (a later last day, or null) and
-- `differs`; `missing` the ids of domains that the list does not have. A later day is taken only if the row still has the day that was read,
-- and no renewal is open, which sets the day itself. Running it again on the same day changes nothing.
CREATE OR REPLACE FUNCTION public.sync_domains(present jsonb, missing jsonb, today date, at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  one record;
  taken public.domains;
begin
  -- In the order of ids, so that two runs do not wait for each other.
  for one in select * from jsonb_to_recordset(present) as listed (id uuid, expected timestamptz, later timestamptz, differs jsonb) order by id loop
    if one.later is not null then
      update public.domains set expiry_date = one.later
        where id = one.id and expiry_date = one.expected and status not in ('moving', 'left') and not exists (
          select from public.orders where orders.user_id = domains.user_id and kind = 'renew' and lower(domain) = lower(name)
            and orders.status in ('requested', 'processing'))
        returning * into taken;
      if taken.id is not null then
        perform public.log_sync('domain-synced', taken, jsonb_build_object(
          'from', (one.expected at time zone 'Africa/Nairobi')::date, 'to', (one.later at time zone 'Africa/Nairobi')::date));
      end if;
    end if;
    update public.domains set checked_at = at, missing_days = 0, missing_on = null,
        differs = case when one.differs is not null then one.differs || jsonb_build_object('at', coalesce(differs -> 'at', to_jsonb(at))) end
      where id = one.id and status <> 'left';
  end loop;
  update public.domains set missing_days = missing_days + 1, missing_on = today
    where missing ? id::text and status <> 'left' and missing_on is distinct from today;
end $function$;

-- Ends a transfer that has arrived, with its new last day and the mail to the customer. False if it was ended or its day changed before.
CREATE OR REPLACE FUNCTION public.end_moving(domain_id uuid, expected timestamp with time zone, last_day timestamp with time zone, at timestamp with time zone, mails jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare moved public.domains;
begin
  update public.domains set status = 'active', moving_since = null, moving_step = null, expiry_date = last_day, checked_at = at,
      missing_days = 0, missing_on = null
    where id = domain_id and status = 'moving' and expiry_date = expected returning * into moved;
  if moved.id is null then return false; end if;
  perform public.log_sync('domain-arrived', moved, jsonb_build_object('to', (last_day at time zone 'Africa/Nairobi')::date));
  perform public.queue_mails(mails);
  return true;
end $function$;

-- Whether a change of an account of this kind lets what the customer asks for wait longer.
CREATE OR REPLACE FUNCTION public.delays_requests(kind text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select kind in ('password', 'address', 'step-on', 'step-off', 'step-codes');
$function$;

-- Returns how many hours a customer's request waits, longer after a change of the account or the first password of an invited customer,
-- and the addresses that the account had in the last 30 days.
CREATE OR REPLACE FUNCTION public.name_request_terms(customer uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'hours', case when exists (select from public.account_changes where user_id = customer and created_at > now() - interval '3 days'
      and public.delays_requests(kind)) or exists (select from auth.users where id = customer and invited_at is not null
      and email_confirmed_at > now() - interval '3 days') then 72 else 24 end,
    'before', coalesce((select jsonb_agg(distinct email) from public.account_changes
      where user_id = customer and kind = 'address' and created_at > now() - interval '30 days'), '[]'));
$function$;

-- Stores a request of a customer with its mails. `request` has id, domain_id, kind, wanted and not_before. Outcomes: 'done'; 'same' (this
-- request is open already); 'open' (another one of its kind is open); 'many' (20 in a day); 'gone' (the domain is not with us).
CREATE OR REPLACE FUNCTION public.ask_name_request(customer uuid, request jsonb, mails jsonb)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  asked public.name_requests := jsonb_populate_record(null::public.name_requests, request);
  known public.name_requests;
  earliest timestamptz := now() + make_interval(hours => (public.name_request_terms(customer) ->> 'hours')::integer);
begin
  -- Of two forms that are sent at once, the second waits here and finds the first one's request.
  perform from public.domains where id = asked.domain_id and user_id = customer and status <> 'left' and held = 'us'
    and moving_since is null for update;
  if not found then return 'gone'; end if;
  select * into known from public.name_requests where domain_id = asked.domain_id and kind = asked.kind and ended_at is null;
  if found then return case when known.wanted = asked.wanted then 'same' else 'open' end; end if;
  if (select count(*) from public.name_requests where user_id = customer and created_at > now() - interval '1 day') >= 20 then
    return 'many';
  end if;
  insert into public.name_requests (id, domain_id, user_id, kind, wanted, state, not_before)
    values (asked.id, asked.domain_id, customer, asked.kind, asked.wanted,
      case asked.kind when 'lock' then 'open' else 'waiting' end,
      case asked.kind when 'lock' then now() else greatest(asked.not_before, earliest) end);
  perform public.queue_mails(mails);
  return 'done';
end $function$;

-- Opens the requests for staff that waited until a moment. Returns how many.
CREATE OR REPLACE FUNCTION public.open_name_requests(at timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare opened integer;
begin
  update public.name_requests set state = 'open' where state = 'waiting' and not_before <= at;
  get diagnostics opened = row_count;
  return opened;
end $function$;

-- A request as the link of its mail shows it; null if it was deleted.
CREATE OR REPLACE FUNCTION public.mailed_name_request(request uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('kind', asked.kind, 'state', asked.state, 'name', its_domain.name,
    'is_read', asked.read_at is not null, 'has_code', asked.secret_sealed is not null)
  from public.name_requests as asked join public.domains as its_domain on its_domain.id = asked.domain_id where asked.id = request;
$function$;

-- Ends a request for its customer, also one that staff have taken. Without a customer it was the link of the mail: that also deletes the
-- transfer code of a request that is done. Returns the state of the request; null if the customer has no such request.
CREATE OR REPLACE FUNCTION public.cancel_name_request(request uuid, customer uuid DEFAULT NULL::uuid)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare its_state text;
begin
  select state into its_state from public.name_requests
    where id = request and (customer is null or user_id = customer) for update;
  if its_state in ('waiting', 'open', 'taken') then
    update public.name_requests set state = 'cancelled', ended_at = now() where id = request returning state into its_state;
  elsif its_state = 'done' and customer is null then
    update public.name_requests set secret_sealed = null where id = request;
  end if;
  return its_state;
end $function$;

-- Returns the sealed transfer code of a customer's request, and notes that it was read; null if there is none.
CREATE OR REPLACE FUNCTION public.read_name_code(request uuid, customer uuid)
 RETURNS text
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  update public.name_requests set read_at = coalesce(read_at, now())
  where id = request and user_id = customer and state = 'done' and secret_sealed is not null returning secret_sealed;
$function$;

-- Ends the requests about a domain that has left or that another customer has now.
CREATE OR REPLACE FUNCTION public.end_requests_of_domain()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.name_requests set secret_sealed = null,
      state = case when ended_at is null then 'cancelled' else state end, ended_at = coalesce(ended_at, now())
    where domain_id = new.id and (ended_at is null or secret_sealed is not null);
  return null;
end $function$;

-- Empties what was typed for at most `max_rows` requests that ended 30 days ago, and deletes their codes. Returns how many.
CREATE OR REPLACE FUNCTION public.forget_name_requests(max_rows integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare emptied integer;
begin
  update public.name_requests set wanted = '{}', secret_sealed = null where id in (
    select id from public.name_requests
    where ended_at < now() - interval '30 days' and (wanted <> '{}' or secret_sealed is not null) limit max_rows);
  get diagnostics emptied = row_count;
  return emptied;
end $function$;

-- A page of requests as list_page returns it, those that began to wait first: those that staff may carry out, or all, the newest first.
CREATE OR REPLACE FUNCTION public.desk_requests(view text, place jsonb, max_rows integer)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select public.list_page(format('
    select asked.id, asked.kind, asked.state, its_domain.name, asked.not_before, public.staff_name(asked.taken_by) as taken_name,
      %1$s as at, asked.id as key
    from public.name_requests as asked join public.domains as its_domain on its_domain.id = asked.domain_id %2$s',
    case when view = 'open' then 'asked.not_before' else 'asked.created_at' end,
    case when view = 'open' then 'where asked.state in (''open'', ''taken'')' end), view = 'open', place, max_rows);
$function$;

-- A request for its page, without its code; null if there is none.
CREATE OR REPLACE FUNCTION public.desk_request(request uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select to_jsonb(asked) - 'secret_sealed' || jsonb_build_object('name', its_domain.name,
    'taken_name', public.staff_name(asked.taken_by),
    'customer', (select jsonb_build_object('email', email, 'name', raw_user_meta_data ->> 'full_name') from auth.users
      where id = asked.user_id),
    'trail', public.desk_trail('request', asked.id::text))
  from public.name_requests as asked join public.domains as its_domain on its_domain.id = asked.domain_id where asked.id = request;
$function$;

-- Takes an open request, or gives it back. Outcomes: 'done'; 'same'; 'lost', with the state, and with who did what before.
CREATE OR REPLACE FUNCTION public.desk_move_request(staff jsonb, request uuid, takes boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  me uuid := staff ->> 'id';
  asked public.name_requests;
begin
  select * into asked from public.name_requests where id = request for update;
  if asked.id is null then return null; end if;
  if takes and asked.state = 'taken' and asked.taken_by = me then return '{"outcome": "same"}'; end if;
  if not takes and asked.state = 'open' then return '{"outcome": "same"}'; end if;
  if asked.state <> (case when takes then 'open' else 'taken' end) or (not takes and asked.taken_by <> me) then
    return public.request_conflict(staff, asked);
  end if;
  update public.name_requests set state = case when takes then 'taken' else 'open' end, taken_by = case when takes then me end
    where id = request;
  return public.log_done(staff, case when takes then 'request-taken' else 'request-given-back' end, 'request', request::text, asked.user_id);
end $function$;

-- What a form that came too late is told: the state of the request, who of staff changed it last, and when.
CREATE OR REPLACE FUNCTION public.request_conflict(staff jsonb, asked name_requests)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('outcome', 'lost', 'state', asked.state, 'ended_at', asked.ended_at,
    'last', public.desk_last(staff, '{request-taken,request-given-back,request-done,request-code-replaced,request-refused}', 'request', asked.id::text));
$function$;

-- Ends a request that the member of staff has taken. `ending` has state ('done' or 'refused'), reason (a refusal, for the customer), secret (a
-- transfer code, sealed), detail for the log, and replaces: when the code was given (ended_at) that this one replaces. Outcomes as above, and
-- 'given': another code was given, `secret`, with who gave it when.
CREATE OR REPLACE FUNCTION public.desk_end_request(staff jsonb, request uuid, ending jsonb, mails jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  asked public.name_requests;
  its_state text := ending ->> 'state';
begin
  select * into asked from public.name_requests where id = request for update;
  if asked.id is null then return null; end if;
  if asked.state = 'done' and asked.secret_sealed is not null and its_state = 'done' then
    if asked.ended_at is distinct from (ending ->> 'replaces')::timestamptz then
      return public.request_conflict(staff, asked) || jsonb_build_object('outcome', 'given', 'secret', asked.secret_sealed);
    end if;
    update public.name_requests set secret_sealed = ending ->> 'secret', ended_at = now(), read_at = null where id = request;
    return public.log_done(staff, 'request-code-replaced', 'request', request::text, asked.user_id, '{}', mails);
  end if;
  if asked.state = its_state and asked.taken_by = (staff ->> 'id')::uuid and asked.reason is not distinct from ending ->> 'reason'
    and (asked.kind <> 'code' or its_state = 'refused') then return '{"outcome": "same"}';
  end if;
  if asked.state <> 'taken' or asked.taken_by <> (staff ->> 'id')::uuid then return public.request_conflict(staff, asked); end if;
  -- A new code makes an earlier one useless.
  if ending ->> 'secret' is not null then
    update public.name_requests set secret_sealed = null where domain_id = asked.domain_id and secret_sealed is not null;
  end if;
  update public.name_requests set state = its_state, ended_at = now(), reason = ending ->> 'reason', secret_sealed = ending ->> 'secret'
    where id = request;
  return public.log_done(staff, 'request-' || its_state, 'request', request::text, asked.user_id,
    coalesce(ending -> 'detail', '{}'), mails);
end $function$;

-- Begins a move with its mails. `move` has id, domain_id, to_email, not_before, ends_at, and from_ok_at if the giver began it with the
-- password. Outcomes: 'done'; 'same' (this move is open already); 'open' (one to another address is open); 'many' (5 in a day); 'gone' (the
-- domain is not with us). A move that staff begin is logged and counts for no limit.
CREATE OR REPLACE FUNCTION public.start_name_move(giver uuid, move jsonb, mails jsonb, staff jsonb DEFAULT NULL::jsonb, log_detail jsonb DEFAULT '{}'::jsonb)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
end $function$;

-- A move as the pages and mails about it need it.
CREATE OR REPLACE FUNCTION public.name_move_view(move name_moves)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('id', move.id, 'name', its_domain.name, 'state', move.state, 'to_email', move.to_email,
    'from_email', giver.email, 'from_name', giver.raw_user_meta_data ->> 'full_name',
    'to_name', (select raw_user_meta_data ->> 'full_name' from auth.users where id = move.to_user),
    'has_giver_agreed', move.from_ok_at is not null, 'has_receiver_agreed', move.to_ok_at is not null,
    'not_before', move.not_before, 'ends_at', move.ends_at)
  from public.domains as its_domain, auth.users as giver where its_domain.id = move.domain_id and giver.id = move.user_id;
$function$;

-- A move by its id; null if it was deleted.
CREATE OR REPLACE FUNCTION public.find_name_move(move uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select public.name_move_view(name_moves) from public.name_moves where id = move;
$function$;

-- The open move of a domain; null if it has none.
CREATE OR REPLACE FUNCTION public.open_name_move(domain uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select public.name_move_view(name_moves) from public.name_moves where domain_id = domain and ended_at is null;
$function$;

-- The open moves that both sides agreed to and that may be done at a moment, and those that end by then.
CREATE OR REPLACE FUNCTION public.due_name_moves(at timestamp with time zone, max_rows integer)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(public.name_move_view(due)), '[]') from (
    select * from public.name_moves
    where ended_at is null and (ends_at <= at or (from_ok_at is not null and to_user is not null and not_before <= at))
    order by ends_at limit max_rows) as due;
$function$;

-- Locks a move with the giver's orders and the domain.
CREATE OR REPLACE FUNCTION public.lock_name_move(move uuid)
 RETURNS name_moves
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare locked public.name_moves;
begin
  select * into locked from public.name_moves where id = move;
  perform pg_advisory_xact_lock(hashtextextended('order ' || locked.user_id, 0));
  perform from public.domains where id = locked.domain_id for update;
  select * into locked from public.name_moves where id = move for update;
  return locked;
end $function$;

-- What has to end before a domain can go to another customer: 'order', 'bill', 'request' or 'dns'; null if nothing has to. A change of
-- DNS that was sent ten minutes ago and has no outcome is over: its process ended.
CREATE OR REPLACE FUNCTION public.name_move_blocked_by(move uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
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
end $function$;

-- Gives the domain of a move to the receiver once both have agreed and its time has come, and queues the mails. Returns the state of the
-- move afterwards, null without a move. It stays 'open' while something has to end first. The agreed price was the giver's.
CREATE OR REPLACE FUNCTION public.finish_name_move(move uuid, at timestamp with time zone, mails jsonb)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
end $function$;

-- Notes that the giver agreed, and does the move if nothing is missing. Returns as above; null if it is not the giver's move.
CREATE OR REPLACE FUNCTION public.confirm_name_move(move uuid, giver uuid, at timestamp with time zone, mails jsonb)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare moved public.name_moves := public.lock_name_move(move);
begin
  if moved.user_id is distinct from giver then return null; end if;
  update public.name_moves set from_ok_at = coalesce(from_ok_at, at) where id = move and state = 'open' and ends_at > at;
  return public.finish_name_move(move, at, mails);
end $function$;

-- Notes that the receiver agreed, and does the move if nothing is missing. Returns as above; 'other' if the account is not confirmed with
-- exactly the address of the move.
CREATE OR REPLACE FUNCTION public.accept_name_move(move uuid, receiver uuid, at timestamp with time zone, mails jsonb)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare moved public.name_moves := public.lock_name_move(move);
begin
  if moved.id is null then return null; end if;
  if public.confirmed_account(moved.to_email) is distinct from receiver then return 'other'; end if;
  update public.name_moves set to_ok_at = coalesce(to_ok_at, at), to_user = receiver where id = move and state = 'open' and ends_at > at;
  return public.finish_name_move(move, at, mails);
end $function$;

-- Ends an open move without doing it, and queues the mails: 'refused' by the receiver, 'cancelled', or 'expired'. With a giver only a move
-- of theirs. Returns the state afterwards; null if there is no such move.
CREATE OR REPLACE FUNCTION public.end_name_move(move uuid, ending text, mails jsonb, giver uuid DEFAULT NULL::uuid, staff jsonb DEFAULT NULL::jsonb, log_detail jsonb DEFAULT '{}'::jsonb)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
end $function$;

-- Ends the open move of a domain that left us or got another owner in another way.
CREATE OR REPLACE FUNCTION public.end_moves_of_domain()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.name_moves set state = 'cancelled', ended_at = now() where domain_id = new.id and ended_at is null;
  return null;
end $function$;

-- A change of the giver's password, address or second step lets open moves wait three days from then.
CREATE OR REPLACE FUNCTION public.delay_name_moves()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.name_moves set not_before = greatest(not_before, new.created_at + interval '3 days')
    where user_id = new.user_id and ended_at is null;
  return null;
end $function$;

-- When the provider is queried next: after 20, 45, 75 and 120 seconds, then every 5 minutes for an hour, then hourly for a day.
CREATE OR REPLACE FUNCTION public.next_query(asked_at timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select min(asked_at + make_interval(secs => step)) from (
    select unnest(array[20, 45, 75, 120]) union select generate_series(420, 3600, 300)
    union select generate_series(7200, 86400, 3600)) as steps (step)
  where asked_at + make_interval(secs => step) > now();
$function$;

-- Sets prompts without a result to unknown after two minutes: those of one bill or, if `bill` is null, all.
CREATE OR REPLACE FUNCTION public.expire_prompts(bill uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  update public.payment_prompts set state = 'unknown'
    where state in ('asking', 'sent') and asked_at <= now() - interval '120 seconds' and (bill is null or bill_id = bill);
$function$;

-- Returns whether money for a bill may be on its way, so that nothing else should be paid: a prompt is open, the provider says that
-- the last prompt was paid and the payment itself has not arrived, or money is being checked. The caller has locked the bill.
CREATE OR REPLACE FUNCTION public.awaits_money(bill uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select exists (
    select from (select * from public.payment_prompts where bill_id = bill order by asked_at desc, id limit 1) as prompt
    where prompt.state in ('asking', 'sent')
      or (prompt.state = 'paid' and prompt.asked_at > now() - interval '1 day'
        and not exists (select from public.payments where prompt_id = prompt.id)))
    or exists (select from public.payments where bill_id = bill and state = 'held' and received_at > now() - interval '1 day');
$function$;

-- Whether an unpaid bill has waited long enough for what its customer only said or paid in part: 30 days after it would have ended, and
-- after its last payment.
CREATE OR REPLACE FUNCTION public.is_bill_overdue(bill bills)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select bill.ends_at <= now() - interval '30 days' and not exists (select from public.payments
    where bill_id = bill.id and state in ('counted', 'surplus') and received_at > now() - interval '30 days');
$function$;

-- Opens a prompt for what is missing of a bill, after failed orders are taken off. Returns {"prompt", "is_new"}. If a prompt is
-- open, or money for the bill is being checked, opens none and returns the last one with "is_new" false. `only_first`: so it does
-- if the bill ever had a prompt, so that an order form that is sent twice sends one. Returns null if nothing is to be paid.
CREATE OR REPLACE FUNCTION public.open_prompt(bill uuid, phone text, only_first boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  its_bill public.bills;
  prompt public.payment_prompts;
begin
  perform from public.bills where id = bill for update;
  perform public.expire_prompts(bill);
  perform public.shrink_bill(bill);
  select * into its_bill from public.bills where id = bill;
  if not found or its_bill.missing_ksh = 0 or public.payable_ksh(bill) = 0 then return null; end if;
  select * into prompt from public.payment_prompts where bill_id = bill order by asked_at desc, id limit 1;
  if public.awaits_money(bill) or (only_first and prompt.id is not null) then
    return jsonb_build_object('prompt', case when prompt.id is not null then to_jsonb(prompt) end, 'is_new', false);
  end if;
  insert into public.payment_prompts (bill_id, user_id, phone_e164, amount_ksh)
    values (bill, its_bill.user_id, phone, its_bill.missing_ksh) returning * into prompt;
  return jsonb_build_object('prompt', to_jsonb(prompt), 'is_new', true);
end $function$;

-- Stores that the provider accepted a prompt, and the provider's two ids unless a callback brought them. Returns the stored
-- checkout id.
CREATE OR REPLACE FUNCTION public.mark_prompt_sent(prompt uuid, merchant text, checkout text)
 RETURNS text
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  update public.payment_prompts set merchant_request_id = coalesce(merchant_request_id, merchant),
    checkout_request_id = coalesce(checkout_request_id, checkout),
    state = case state when 'asking' then 'sent' else state end,
    next_query_at = case when state in ('asking', 'unknown') then public.next_query(asked_at) else next_query_at end
  where id = prompt returning checkout_request_id;
$function$;

-- Ends a prompt as paid, refused or unknown. A prompt whose payment has arrived stays paid.
CREATE OR REPLACE FUNCTION public.end_prompt(prompt uuid, outcome text, code text, words text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  update public.payment_prompts set state = outcome, result_code = code, result_text = words,
    next_query_at = case when outcome = 'unknown' then next_query_at end
  where id = prompt and state in ('asking', 'sent', 'unknown')
    and not exists (select from public.payments where prompt_id = prompt);
$function$;

-- Claims the prompt about which the provider is queried next.
CREATE OR REPLACE FUNCTION public.claim_prompt_query()
 RETURNS SETOF payment_prompts
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select public.expire_prompts();
  update public.payment_prompts set queries = queries + 1, next_query_at = public.next_query(asked_at)
  where id = (
    select id from public.payment_prompts
    where next_query_at <= now() and checkout_request_id is not null
    order by next_query_at limit 1 for update skip locked
  )
  returning *;
$function$;

-- Stores a callback once. If the prompt of a callback is missing, as in a restored backup, the money that the callback reports becomes a payment without a bill.
CREATE OR REPLACE FUNCTION public.store_callback(callback jsonb)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  insert into public.payment_callbacks (key, source, prompt_id, body, address_hash)
    select posted.key, posted.source, (select id from public.payment_prompts where id = posted.prompt_id), posted.body, posted.address_hash
    from jsonb_populate_record(null::public.payment_callbacks, callback) as posted
  on conflict (key) do nothing;
$function$;

-- Claims the oldest callback that is not handled yet, for `seconds`.
CREATE OR REPLACE FUNCTION public.claim_callback(seconds integer)
 RETURNS SETOF payment_callbacks
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  update public.payment_callbacks set attempts = attempts + 1, claimed_until = now() + make_interval(secs => seconds)
  where key = (
    select key from public.payment_callbacks
    where handled_at is null and attempts < 100 and (claimed_until is null or claimed_until <= now())
    order by received_at limit 1 for update skip locked
  )
  returning *;
$function$;

CREATE OR REPLACE FUNCTION public.end_callback(callback text, why text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  update public.payment_callbacks set handled_at = now(), claimed_until = null, problem = left(why, 200)
  where key = callback;
$function$;

-- Returns whether staff enter payments of this source by hand.
CREATE OR REPLACE FUNCTION public.is_by_hand(source text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select source in ('staff', 'bank', 'cash', 'cheque');
$function$;

-- Locks and returns the bill of a payment. Call it before the payment is locked: bills are locked before payments.
CREATE OR REPLACE FUNCTION public.lock_bill_of(payment text)
 RETURNS bills
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select * from public.bills where id = (select bill_id from public.payments where code = payment) for update;
$function$;

CREATE OR REPLACE FUNCTION public.lock_payment(payment text)
 RETURNS payments
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select * from public.payments where code = payment for update;
$function$;

CREATE OR REPLACE FUNCTION public.lock_bill(bill_reference text)
 RETURNS bills
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select * from public.bills where reference = bill_reference for update;
$function$;

-- Returns whether a payment has been held for ten minutes. The site should have settled it by then, so it needs a person.
CREATE OR REPLACE FUNCTION public.is_payment_overdue(payment payments, at timestamp with time zone DEFAULT now())
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select payment.state = 'held' and payment.received_at <= at - interval '10 minutes' $function$;

-- Counts a confirmed payment for its bill, once. Returns the payment's state. Only this function and shrink_bill change what is
-- paid. If the payment was matched with another bill meanwhile, match_payment counts it there.
CREATE OR REPLACE FUNCTION public.settle_payment(payment text)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  its_bill public.bills := public.lock_bill_of(payment);
  money public.payments := public.lock_payment(payment);
  missing integer;
begin
  if money.state <> 'held' or money.confirmed_by is null or money.is_disputed
    or its_bill.id is null or money.bill_id <> its_bill.id then
    return money.state;
  end if;
  missing := its_bill.missing_ksh;
  update public.payments set state = case when missing > 0 then 'counted' else 'surplus' end where code = payment;
  update public.bills set paid_ksh = paid_ksh + least(missing, money.amount_ksh),
      surplus_ksh = surplus_ksh + greatest(0, money.amount_ksh - missing)
    where id = its_bill.id;
  update public.payment_prompts set next_query_at = null where id = money.prompt_id;
  if missing > 0 and money.amount_ksh >= missing then
    perform public.pay_bill(its_bill.id);
  else
    -- An order may have failed while the phone was asked.
    perform public.shrink_bill(its_bill.id);
  end if;
  return case when missing > 0 then 'counted' else 'surplus' end;
end $function$;

-- Stores a payment, or what another source reports of it, and counts it if it is confirmed. A report replaces the amount that
-- staff typed, unless the payment counts already. Reports with different amounts or bills make it disputed; the provider's list
-- settles the dispute if it has the stored amount. `report` has the columns of the table, and may have "reference", the reference of the bill.
-- Returns the row.
CREATE OR REPLACE FUNCTION public.record_payment(report jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  reported public.payments := jsonb_populate_record(null::public.payments, report);
  is_typed boolean := public.is_by_hand(reported.source);
  its_bill public.bills;
  stored public.payments;
begin
  perform pg_advisory_xact_lock(hashtextextended('payment ' || public.read_code(reported.code), 0));
  select * into its_bill from public.bills where id = coalesce(reported.bill_id,
      (select bill_id from public.payment_prompts where id = reported.prompt_id),
      (select id from public.bills where reference = report ->> 'reference'),
      (select bill_id from public.payments where code = public.meant_code(reported.code))) for update;
  -- Replaces a mistyped code by the reported one. Only now: bills are locked before payments everywhere, to prevent deadlocks.
  if not is_typed then
    update public.payments set code = reported.code
      where code = public.meant_code(reported.code) and code <> reported.code and source = 'staff' and reported_ksh is null;
  end if;
  insert into public.payments as known (code, user_id, bill_id, prompt_id, amount_ksh, typed_ksh, reported_ksh, paid_at, source,
      own_number, bank, taken_by, typed_reference, confirmed_by, confirmed_at, is_disputed, entered_by, state)
    values (reported.code, its_bill.user_id, its_bill.id, reported.prompt_id, reported.amount_ksh,
      case when is_typed then reported.amount_ksh end, case when not is_typed then reported.amount_ksh end,
      reported.paid_at, reported.source, reported.own_number, reported.bank, reported.taken_by, reported.typed_reference, reported.confirmed_by,
      case when reported.confirmed_by is not null then now() end,
      coalesce(reported.is_disputed, false), reported.entered_by,
      case when its_bill.id is null then 'unmatched' else 'held' end)
    on conflict (code) do update set
      bill_id = coalesce(known.bill_id, excluded.bill_id), user_id = coalesce(known.user_id, excluded.user_id),
      prompt_id = coalesce(known.prompt_id, excluded.prompt_id),
      typed_reference = coalesce(known.typed_reference, excluded.typed_reference),
      typed_ksh = coalesce(known.typed_ksh, excluded.typed_ksh),
      reported_ksh = coalesce(known.reported_ksh, excluded.reported_ksh),
      amount_ksh = case when known.state in ('held', 'unmatched') and known.reported_ksh is null
        then coalesce(excluded.reported_ksh, known.amount_ksh) else known.amount_ksh end,
      is_disputed = (known.amount_ksh <> excluded.amount_ksh
          and not (known.state in ('held', 'unmatched') and known.reported_ksh is null))
        or coalesce(known.bill_id <> excluded.bill_id, false)
        or ((known.is_disputed or excluded.is_disputed) and excluded.confirmed_by is distinct from 'pull'),
      confirmed_by = coalesce(known.confirmed_by, excluded.confirmed_by),
      confirmed_at = coalesce(known.confirmed_at, excluded.confirmed_at),
      state = case when known.state = 'unmatched' and excluded.bill_id is not null then 'held' else known.state end
    returning * into stored;
  update public.payment_prompts set state = 'paid', has_payment = true, result_code = '0', result_text = null,
      next_query_at = case when stored.confirmed_by is null then now() end
    where id = reported.prompt_id;
  perform public.settle_payment(stored.code);
  return (select to_jsonb(written) from public.payments as written where code = stored.code);
end $function$;

-- Confirms a payment that is held and counts it. Staff may also settle a dispute in this way. Returns the payment's state.
CREATE OR REPLACE FUNCTION public.confirm_payment(payment text, by text)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform public.lock_bill_of(payment);
  update public.payments set confirmed_by = by, confirmed_at = now(), is_disputed = is_disputed and by <> 'staff'
    where code = payment and state = 'held' and (by = 'staff' or (confirmed_by is null and not is_disputed));
  return public.settle_payment(payment);
end $function$;

-- Marks a payment as disputed, because the provider contradicts itself. Staff or the provider's list then decide.
CREATE OR REPLACE FUNCTION public.dispute_payment(payment text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  update public.payments set is_disputed = true where code = payment and state = 'held' and confirmed_by is null;
$function$;

-- Stores to which bill a payment belongs, as staff decided. Returns the payment's state.
CREATE OR REPLACE FUNCTION public.match_payment(payment text, bill uuid, staff uuid)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform from public.bills where id = bill for update;
  update public.payments set bill_id = bill, user_id = (select user_id from public.bills where id = bill), state = 'held',
      entered_by = staff
    where code = payment and state in ('unmatched', 'held');
  return public.confirm_payment(payment, 'staff');
end $function$;

-- Stores that a payment that counts for no bill, or a whole surplus, was sent back. False if it counts.
CREATE OR REPLACE FUNCTION public.return_payment(payment text, staff uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare money public.payments;
begin
  perform public.lock_bill_of(payment);
  select * into money from public.payments where code = payment and state in ('unmatched', 'held', 'surplus') for update;
  if not found then return false; end if;
  update public.payments set state = 'returned', entered_by = staff where code = payment;
  perform public.drop_typed_code(money.bill_id, payment);
  if money.state = 'surplus' then
    update public.bills set surplus_ksh = surplus_ksh - money.amount_ksh,
        wanted_back_ksh = greatest(0, wanted_back_ksh - money.amount_ksh)
      where id = money.bill_id;
  end if;
  return true;
end $function$;

-- Rejects every deletion of a payment that was reported.
CREATE OR REPLACE FUNCTION public.refuse_payment_loss()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  raise exception 'M-PESA has reported this payment';
end $function$;

-- Payments of which the customer is notified, oldest first, with the bill as it is now, and what it owes.
CREATE OR REPLACE FUNCTION public.payments_to_notify(max_rows integer)
 RETURNS TABLE(payment jsonb, bill jsonb, state text, due_back integer, email text, full_name text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select to_jsonb(money), to_jsonb(bill), public.bill_state(bill), public.due_back(bill), customer.email::text,
    customer.raw_user_meta_data ->> 'full_name'
  from public.payments as money join public.bills as bill on bill.id = money.bill_id
    join auth.users as customer on customer.id = bill.user_id
  where money.notified_at is null and money.state in ('counted', 'surplus')
  order by money.received_at limit max_rows;
$function$;

-- Marks a payment as notified and queues the mails. False if another process did.
CREATE OR REPLACE FUNCTION public.notify_payment(payment text, mails jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update public.payments set notified_at = now() where code = payment and notified_at is null;
  if not found then return false; end if;
  perform public.queue_mails(mails);
  return true;
end $function$;

-- Payments that need a person and of which the agency was not notified: without a bill, disputed (also if they count), or overdue.
CREATE OR REPLACE FUNCTION public.payments_to_check(max_rows integer)
 RETURNS SETOF payments
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select * from public.payments
  where flagged_at is null and (state = 'unmatched' or (is_disputed and state not in ('returned', 'kept'))
    or (state = 'held' and public.is_payment_overdue(payments)))
  order by received_at limit max_rows;
$function$;

-- Notifies the agency of a payment, once. False if another process did.
CREATE OR REPLACE FUNCTION public.flag_payment(payment text, messages jsonb, mails jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update public.payments set flagged_at = now() where code = payment and flagged_at is null;
  if not found then return false; end if;
  perform public.notify_agency(messages, mails);
  return true;
end $function$;

-- Leaves only the last three digits of phones: after 30 days, and at once for a closed account.
CREATE OR REPLACE FUNCTION public.forget_phones()
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  update public.payment_prompts set phone_e164 = right(phone_e164, 3)
  where asked_at < now() - interval '30 days' and length(phone_e164) > 3;
$function$;

-- Returns how many shillings are still to be paid back of payments that were larger than their bill. Payments that are surplus
-- as a whole are not included: each is returned by itself.
CREATE OR REPLACE FUNCTION public.surplus_left(bill bills)
 RETURNS integer
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select bill.surplus_ksh - bill.returned_ksh - coalesce(sum(amount_ksh), 0)::integer
  from public.payments where bill_id = bill.id and state = 'surplus';
$function$;

-- Returns the code of the last payment that counts for a bill. The page of that payment has the bill's forms.
CREATE OR REPLACE FUNCTION public.last_counted(bill uuid)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select code from public.payments where bill_id = bill and state = 'counted' order by received_at desc, code desc limit 1;
$function$;

-- Returns a code with 0 for O, and 1 for I and L, because people confuse these.
CREATE OR REPLACE FUNCTION public.read_code(code text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select translate(code, 'OIL', '011');
$function$;

-- Returns the stored code that a typed code means: the same code, or the only M-PESA code for which read_code returns the same.
-- Null if there is none.
CREATE OR REPLACE FUNCTION public.meant_code(typed text)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce((select code from public.payments where code = typed),
    (select min(code) from public.payments where public.read_code(code) = public.read_code(typed)
      and typed ~ '^[A-Z0-9]{10}$' having count(*) = 1));
$function$;

-- Returns the codes that the customer of a bill typed, without those of payments of this bill and of payments without a bill. A code that paid another bill stays listed, because the bill's page tells the customer that a person looks for it.
CREATE OR REPLACE FUNCTION public.open_codes(bill bills)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select typed.code from unnest(array_append(bill.typed_before, bill.typed_code)) as typed (code)
  where typed.code is not null and not exists (
    select from public.payments where code = public.meant_code(typed.code) and (bill_id = bill.id or state = 'unmatched'));
$function$;

-- Stores an M-PESA code that the customer of a bill typed, beside the last 20 that were typed before.
CREATE OR REPLACE FUNCTION public.add_typed_code(bill uuid, typed text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  update public.bills set typed_code = typed,
    typed_before = (array_remove(array_remove(array_append(typed_before, typed_code), null), typed))[
      greatest(1, cardinality(typed_before) - 18):]
  where id = bill and typed_code is distinct from typed;
$function$;

-- Deletes a typed code that staff have dealt with, in any spelling. The caller has locked the bill.
CREATE OR REPLACE FUNCTION public.drop_typed_code(bill uuid, answered text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare others text[];
begin
  select coalesce(array_agg(typed.code order by typed.at), '{}') into others
    from public.bills, unnest(array_append(typed_before, typed_code)) with ordinality as typed (code, at)
    where id = bill and typed.code <> answered and public.meant_code(typed.code) is distinct from answered;
  update public.bills set typed_code = others[cardinality(others)], typed_before = others[:cardinality(others) - 1] where id = bill;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_credit_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  raise exception 'credits do not change';
end $function$;

-- Takes the lock of a customer's credit until the transaction ends. To prevent deadlocks, take it before the lock of a bill.
CREATE OR REPLACE FUNCTION public.lock_credit(customer uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select pg_advisory_xact_lock(hashtextextended('credit ' || customer, 0));
$function$;

-- Returns a customer's balance, in shillings. It is never below 0, because every change holds lock_credit.
CREATE OR REPLACE FUNCTION public.credit_left(customer uuid)
 RETURNS integer
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(sum(ksh), 0)::integer from public.credits where user_id = customer;
$function$;

-- Returns how much of what a bill owed was kept as credit, and not taken back.
CREATE OR REPLACE FUNCTION public.kept_ksh(bill uuid)
 RETURNS integer
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(sum(ksh), 0)::integer from public.credits where bill_id = bill and why in ('surplus', 'refund');
$function$;

-- Returns how much credit is taken back if a payment turns out void, in shillings: a payment that was kept as a whole, or what was kept of
-- a bill for which the payment counts. Null if money of such a bill was sent to the customer, which cannot be taken back.
CREATE OR REPLACE FUNCTION public.kept_of_payment(money payments, bill bills)
 RETURNS integer
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case money.state when 'kept' then money.amount_ksh
    when 'counted' then case when bill.refunded_ksh + bill.returned_ksh = kept.ksh then kept.ksh end
    else 0 end
  from (select public.kept_ksh(bill.id) - coalesce(sum(amount_ksh), 0)::integer as ksh
    from public.payments where bill_id = bill.id and state = 'kept') as kept;
$function$;

-- Returns a bill with its customer's address and name; nothing if no bill has this reference.
CREATE OR REPLACE FUNCTION public.billed_customer(bill_reference text)
 RETURNS TABLE(bill jsonb, email text, full_name text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select to_jsonb(bill), customer.email::text, customer.raw_user_meta_data ->> 'full_name'
  from public.bills as bill join auth.users as customer on customer.id = bill.user_id where bill.reference = bill_reference;
$function$;

-- Rejects changes of issued documents, except that a deleted member of staff is removed and an eTIMS number is added later.
CREATE OR REPLACE FUNCTION public.refuse_issued_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - array['staff_id', 'etims_number'] = to_jsonb(old) - array['staff_id', 'etims_number'] then
    return new;
  end if;
  raise exception 'receipts and credit notes do not change';
end $function$;

-- Returns the next number of a series of documents in this year of Nairobi: "2026-00042". No number is left out.
CREATE OR REPLACE FUNCTION public.next_document_number(series text)
 RETURNS text
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  insert into public.receipt_numbers as known values (series || to_char(now() at time zone 'Africa/Nairobi', 'YYYY'), 1)
    on conflict (year) do update set last = known.last + 1
    returning right(year, 4) || '-' || lpad(last::text, greatest(5, length(last::text)), '0');
$function$;

-- The refunds of a bill: what was sent back, and what was kept as credit and not taken back.
CREATE OR REPLACE FUNCTION public.bill_refunds(bill bills)
 RETURNS TABLE(at timestamp with time zone, ksh integer, way text, code text, staff uuid)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select at, (detail ->> 'ksh')::integer, detail ->> 'way', detail ->> 'code', staff from public.desk_log
  where did = 'bill-refunded' and about_kind = 'bill' and about_id = bill.reference
  union all
  select max(created_at), sum(ksh)::integer, 'credit', bill.reference, (array_agg(staff order by created_at desc))[1]
  from public.credits where bill_id = bill.id and why = 'refund' having sum(ksh) > 0;
$function$;

-- Marks a bill as paid and gives it the next receipt number. The caller has locked it.
-- now() is when the transaction began. If it waited for a refund since then, paid_at must be after that refund.
CREATE OR REPLACE FUNCTION public.pay_bill(bill uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  update public.bills set number = public.next_document_number(''),
      paid_at = greatest(now(), (select max(at) + interval '1 microsecond' from public.bill_refunds(bills))),
      refund_due_ksh = greatest(0, amount_ksh - public.payable_ksh(id))
    where id = bill;
$function$;

-- The VAT in a gross amount of shillings, in cents, rounded half up. Source: VAT Act 2013, section 13.
CREATE OR REPLACE FUNCTION public.vat_cents(gross_ksh integer, percent integer)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when percent is null then 0 else round(gross_ksh::numeric * 100 * percent / (100 + percent))::integer end;
$function$;

-- Writes a credit note of a receipt and gives it the next number of the year.
CREATE OR REPLACE FUNCTION public.add_credit_note(receipt receipts, ksh integer, note_way text, note_code text, staff uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.credit_notes (number, receipt_number, user_id, issued_at, gross_ksh, vat_percent, vat_cents, way, code, staff_id)
    values ('CN-' || public.next_document_number('credit '), receipt.number, receipt.user_id, now(), ksh, receipt.vat_percent,
      public.vat_cents(ksh, receipt.vat_percent), note_way, note_code, staff);
$function$;

-- Issues the receipt of a paid bill, once. `issuer` is {"seller", "vat_percent", "what": {order id: words}}. A bill that was opened again
-- gets a new receipt; each refund before the full payment becomes a credit note of the new receipt. Returns the receipt; null if the bill is
-- not paid.
-- The days from which and to which an order pays for a name or a service: {"starts", "ends"}. Null for other orders, if it failed, and once
-- a renewal of a name is being carried out, because then the day of the name may be the new one. The last day of a service moves
-- with the state of its order; while it is suspended, nobody knows how many days are added.
CREATE OR REPLACE FUNCTION public.renewal_term(ordered orders)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('starts', last_day, 'ends', (last_day + make_interval(years => (ordered.payload ->> 'years')::integer))::date)
  from (select (expiry_date at time zone 'Africa/Nairobi')::date as last_day from public.domains
    where user_id = ordered.user_id and name = ordered.domain) as its
  where ordered.kind = 'renew' and ordered.status = 'requested' and ordered.payload ->> 'years' is not null
  union all
  select case when ordered.kind = 'upgrade' then jsonb_build_object('starts', paid_on, 'ends', ends_on)
      when ordered.status = 'done' then jsonb_build_object('starts', (ends_on - interval '1 year')::date + 1, 'ends', ends_on)
      else jsonb_build_object('starts', ends_on + owed + 1, 'ends', (ends_on + interval '1 year')::date + owed) end
  from public.services, lateral (select (paid_at at time zone 'Africa/Nairobi')::date as paid_on, public.days_owed(services.id) as owed from public.bills
    where bills.id = ordered.bill_id) as its
  where services.id = ordered.service_id and ordered.kind in ('extend', 'upgrade') and ordered.status <> 'failed' and ends_on is not null
    and services.state <> 'suspended'
$function$;

CREATE OR REPLACE FUNCTION public.issue_receipt(bill uuid, issuer jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  its_bill public.bills;
  its_lines jsonb;
  issued public.receipts;
  back record;
begin
  select * into its_bill from public.bills where id = bill and paid_at is not null for update;
  if not found then return null; end if;
  if not exists (select from public.receipts where number = its_bill.number) then
    select jsonb_agg(jsonb_build_object('what', coalesce(issuer -> 'what' ->> ordered.id::text, ordered.domain), 'ksh', price_ksh,
          'kind', kind) || coalesce(public.renewal_term(ordered), '{}') order by ordered.domain, ordered.id)
      into its_lines from public.orders as ordered where bill_id = bill;
    insert into public.receipts (number, bill_id, user_id, issued_at, gross_ksh, vat_percent, vat_cents, seller, buyer, lines, paid_with)
      values (its_bill.number, bill, its_bill.user_id, its_bill.paid_at, its_bill.amount_ksh, (issuer ->> 'vat_percent')::integer,
        public.vat_cents(its_bill.amount_ksh, (issuer ->> 'vat_percent')::integer), issuer -> 'seller',
        (select jsonb_build_object('name', coalesce(its_bill.buyer_name, raw_user_meta_data ->> 'full_name'), 'email', email) from auth.users where id = its_bill.user_id),
        coalesce(its_lines, '[]'),
        coalesce((select jsonb_agg(jsonb_strip_nulls(jsonb_build_object('code', code, 'source', source, 'ksh', amount_ksh,
            'number', own_number, 'bank', bank)) order by received_at, code)
          from public.payments where bill_id = bill and state = 'counted'), '[]'))
      returning * into issued;
    for back in
      select * from public.bill_refunds(its_bill) where at < its_bill.paid_at order by at
    loop
      perform public.add_credit_note(issued, back.ksh, back.way, back.code, back.staff);
    end loop;
  end if;
  update public.bills set issued_number = number where id = bill and issued_number is distinct from number;
  return (select to_jsonb(receipt) from public.receipts as receipt where receipt.number = its_bill.number);
end $function$;

-- Paid bills that have no receipt yet, oldest first: {"id", "orders": [{"id", "kind", "domain"}]}.
CREATE OR REPLACE FUNCTION public.bills_without_receipt(max_rows integer)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('id', due.id, 'orders', (
      select coalesce(jsonb_agg(jsonb_build_object('id', id, 'kind', kind, 'domain', domain)), '[]') from public.orders
      where bill_id = due.id))
    order by due.paid_at, due.number), '[]')
  from (select id, paid_at, number from public.bills
    where paid_at is not null and number is distinct from issued_number
    order by paid_at, number limit max_rows) as due;
$function$;

-- Returns what is known of the M-PESA code that the customer of a bill typed last: 'unknown' (no such payment), 'unmatched' (a payment
-- without a bill) or 'elsewhere' (another payment). Null if no code was typed, or if the code is a payment of this bill.
CREATE OR REPLACE FUNCTION public.typed_state(bill bills)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case when money.code is null then 'unknown' when money.bill_id = bill.id then null
      when money.state = 'unmatched' then 'unmatched' else 'elsewhere' end
  from (select bill.typed_code where bill.typed_code is not null) as typed (code)
    left join public.payments as money on money.code = public.meant_code(typed.code);
$function$;

-- Whether the money for an unpaid bill is being confirmed or looked for, so that no page asks for it: a payment is held, M-PESA called the
-- last prompt paid within a day and its payment has not arrived, or the customer typed a code that is no payment of this bill.
CREATE OR REPLACE FUNCTION public.is_on_its_way(bill bills)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select bill.paid_at is null and (public.typed_state(bill) is not null
    or exists (select from public.payments where bill_id = bill.id and state = 'held')
    or exists (select from (select * from public.payment_prompts where bill_id = bill.id order by asked_at desc, id limit 1) as prompt
      where prompt.state = 'paid' and not prompt.has_payment and prompt.asked_at > now() - interval '1 day'));
$function$;

-- Bills that nobody has paid after 3, 10 and 27 days, with the customer, to be reminded once each time. `is_missed`: the next reminder
-- is due already. `ends_at`: when the bill ends, with its last reminder; null if its orders were begun (`is_begun`). `is_on_its_way`: of a
-- code that the customer typed. Other money on its way is waited for.
CREATE OR REPLACE FUNCTION public.bills_to_remind(max_rows integer)
 RETURNS TABLE(bill jsonb, is_missed boolean, is_begun boolean, is_on_its_way boolean, ends_at timestamp with time zone, email text, full_name text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select to_jsonb(bill), coalesce(bill.opened_at <= now() - make_interval(days => days[bill.reminders + 2]), false),
    bill.has_begun_orders, public.typed_state(bill) is not null,
    -- What was typed or paid in part keeps a bill for 30 days more (`is_bill_overdue`).
    case when bill.reminders = 2 and not bill.has_begun_orders then least(
      public.bill_end(bill) + case when bill.typed_code is not null or exists (
        select from public.payments where bill_id = bill.id and state not in ('returned', 'kept', 'void')) then interval '30 days'
      else interval '0' end,
      -- Nothing keeps the next year of a service after day 38.
      (select min((counts_from + 39)::timestamp at time zone 'Africa/Nairobi') from public.orders join public.services on services.id = service_id
        where bill_id = bill.id and orders.kind = 'extend' and status in ('requested', 'processing'))) end,
    customer.email::text, customer.raw_user_meta_data ->> 'full_name'
  from (select array[3, 10, 27]) as reminder (days), public.bills as bill join auth.users as customer on customer.id = bill.user_id
  where bill.paid_at is null and bill.reminders < 3 and bill.opened_by <> 'site' and public.payable_ksh(bill.id) > 0
    and bill.opened_at <= now() - make_interval(days => days[bill.reminders + 1])
    and (not public.is_on_its_way(bill) or (public.typed_state(bill) is not null
      and not exists (select from public.payments where bill_id = bill.id and state = 'held')))
  order by bill.opened_at limit max_rows;
$function$;

-- Returns the ids of those of a customer's bills whose money is on its way.
CREATE OR REPLACE FUNCTION public.bills_on_their_way(customer uuid, bill_ids uuid[])
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(id), '[]') from public.bills where id = any (bill_ids) and user_id = customer and public.is_on_its_way(bills);
$function$;

-- Returns what those of a customer's bills owe that still wait for the customer's choice: {"<id>": shillings}.
CREATE OR REPLACE FUNCTION public.bills_owing(customer uuid, bill_ids uuid[])
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_object_agg(id, public.due_back(bills)), '{}') from public.bills
  where id = any (bill_ids) and user_id = customer and public.due_back(bills) > wanted_back_ksh;
$function$;

-- Returns a bill with its last prompt and its payments at one moment, so that a page never shows an unpaid bill beside the
-- payment that pays it.
CREATE OR REPLACE FUNCTION public.bill_snapshot(for_bill uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('bill', to_jsonb(bill), 'state', public.bill_state(bill), 'due_back', public.due_back(bill),
    'wanted_back', bill.wanted_back_ksh, 'kept', public.kept_ksh(bill.id),
    'credit', public.credit_left(bill.user_id),
    'prompt', (select to_jsonb(prompt) from public.payment_prompts as prompt where prompt.bill_id = bill.id
      order by prompt.asked_at desc, prompt.id limit 1),
    'typed', public.typed_state(bill), 'is_on_its_way', public.is_on_its_way(bill),
    'has_receipt', exists (select from public.receipts where bill_id = bill.id), 'pay_backs', bill.pay_backs,
    'notes', (select coalesce(jsonb_agg(jsonb_build_object('number', note.number, 'receipt', receipt.number) order by note.number), '[]')
      from public.receipts as receipt join public.credit_notes as note on note.receipt_number = receipt.number
      where receipt.bill_id = bill.id),
    'payments', (select coalesce(jsonb_agg(jsonb_build_object('code', money.code, 'amount_ksh', money.amount_ksh, 'state', money.state,
        'prompt_id', money.prompt_id, 'source', money.source, 'number', money.own_number, 'bank', money.bank)
        order by money.received_at), '[]')
      from public.payments as money where money.bill_id = bill.id))
  from public.bills as bill where bill.id = for_bill;
$function$;

-- Whether a renewal was ordered or paid within `open_days` (null: at any time) and is open, or was done within `done_days`.
-- Functions that other functions call for each row are in PL/pgSQL, which keeps their plans: planning this one took a millisecond a name.
CREATE OR REPLACE FUNCTION public.is_renewal_ordered(customer uuid, name text, today date, open_days integer, done_days integer)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return exists (
    select from public.orders left join public.bills as bill on bill.id = orders.bill_id
    where orders.user_id = customer and orders.kind = 'renew' and lower(orders.domain) = lower(name)
      and ((orders.status in ('requested', 'processing') and (open_days is null
          or (coalesce(bill.paid_at, orders.created_at) at time zone 'Africa/Nairobi')::date > today - open_days))
        or (orders.status = 'done' and (orders.updated_at at time zone 'Africa/Nairobi')::date > today - done_days)));
end $function$;

-- The same for the next year of a service. An order that the site opened counts only when it is paid: the reminders ask for its money.
CREATE OR REPLACE FUNCTION public.is_service_renewed(service uuid, today date, open_days integer, done_days integer)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return exists (
    select from public.orders left join public.bills as bill on bill.id = orders.bill_id
    where orders.service_id = service and orders.kind = 'extend'
      and ((orders.status in ('requested', 'processing') and (orders.opened_by <> 'site' or bill.paid_at is not null)
          and (coalesce(bill.paid_at, orders.created_at) at time zone 'Africa/Nairobi')::date > today - open_days)
        or (orders.status = 'done' and (orders.updated_at at time zone 'Africa/Nairobi')::date > today - done_days)));
end $function$;

-- The domains of a customer whose last day lies between two days. Each comes with the steps sent, whether a renewal is ordered and since
-- when, and the unpaid bill of that order.
CREATE OR REPLACE FUNCTION public.names_to_remind(customer uuid, today date, earliest date, latest date, open_days integer, done_days integer)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('id', domain.id, 'name', domain.name, 'expiryDate', domain.expiry_date,
      'renewKsh', domain.renew_ksh, 'held', domain.held,
      'isOrdered', public.is_renewal_ordered(customer, domain.name, today, open_days, done_days),
      'orderedOn', (
        select max((orders.created_at at time zone 'Africa/Nairobi')::date) from public.orders
        where orders.user_id = customer and orders.kind = 'renew' and lower(orders.domain) = lower(domain.name)
          and orders.status in ('requested', 'processing')),
      'unpaidBill', (
        select jsonb_build_object('id', bill.id, 'isOnItsWay', public.is_on_its_way(bill))
        from public.orders join public.bills as bill on bill.id = orders.bill_id
        where orders.user_id = customer and orders.kind = 'renew' and lower(orders.domain) = lower(domain.name)
          and orders.status = 'requested' and bill.paid_at is null
        order by bill.opened_at desc limit 1),
      'sentSteps', (
        select coalesce(jsonb_agg(reminder.step), '[]') from public.renewal_reminders as reminder
        where reminder.user_id = customer and reminder.domain_id = domain.id
          and reminder.expires_on = (domain.expiry_date at time zone 'Africa/Nairobi')::date)
    ) order by domain.expiry_date, domain.name), '[]')
  from public.domains as domain
  where domain.user_id = customer and domain.status <> 'left'
    and domain.expiry_date >= earliest::timestamp at time zone 'Africa/Nairobi'
    and domain.expiry_date < (latest + 1)::timestamp at time zone 'Africa/Nairobi';
$function$;

-- The services of a customer whose last day (`counts_from`) lies between two days, without those that the customer ends.
CREATE OR REPLACE FUNCTION public.services_to_remind(customer uuid, today date, earliest date, latest date, open_days integer, done_days integer)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('id', service.id, 'kind', service.kind, 'domain', service.domain, 'plan', service.plan,
      'seats', service.seats, 'state', service.state, 'endsOn', service.ends_on, 'priceKsh', service.price_ksh,
      'renewKsh', service.renew_ksh, 'nextPlan', service.next_plan, 'nextSeats', service.next_seats,
      'holdUntil', service.hold_until, 'pricedOn', service.priced_on, 'suspendedOn', service.suspended_on, 'isOrdered', public.is_service_renewed(service.id, today, open_days, done_days),
      'orderedOn', (
        select max((orders.created_at at time zone 'Africa/Nairobi')::date) from public.orders
        where orders.service_id = service.id and orders.kind = 'extend' and orders.status in ('requested', 'processing')
          and not public.is_price_asked(orders)),
      'unpaidBill', (
        select jsonb_build_object('id', bill.id, 'reference', bill.reference, 'ksh', orders.price_ksh,
          'isKept', bill.paid_ksh > 0 or bill.typed_code is not null, 'isOnItsWay', public.is_on_its_way(bill))
        from public.orders join public.bills as bill on bill.id = orders.bill_id
        where orders.service_id = service.id and orders.kind = 'extend' and orders.status = 'requested' and bill.paid_at is null
        order by bill.opened_at desc limit 1),
      'sentSteps', (
        select coalesce(jsonb_agg(notice.step), '[]') from public.service_notices as notice
        where notice.service_id = service.id and notice.ends_on = service.counts_from and notice.step <> 'backup')
    ) order by service.ends_on, service.domain), '[]')
  from public.services as service
  where service.user_id = customer and service.state in ('active', 'suspended') and not service.will_end
    and service.counts_from between earliest and latest;
$function$;

-- Whether a customer was reminded on a day.
CREATE OR REPLACE FUNCTION public.is_reminded(customer uuid, today date)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return exists (select from public.renewal_reminders as reminder where reminder.user_id = customer and reminder.notified_on = today)
    or exists (select from public.service_notices as notice
      where notice.user_id = customer and notice.notified_on = today and notice.step <> 'backup');
end $function$;

-- A page of customers with domains or services whose last day lies between two days, without those reminded today and those without a
-- confirmed address.
CREATE OR REPLACE FUNCTION public.customers_to_remind(today date, earliest date, latest date, after_customer uuid, max_rows integer, open_days integer, done_days integer)
 RETURNS TABLE(user_id uuid, email text, wants_reminders boolean, names jsonb, services jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select customer.id, customer.email::text,
    coalesce((select choice.wants_reminders from public.reminder_choices as choice where choice.user_id = customer.id), true),
    public.names_to_remind(customer.id, today, earliest, latest, open_days, done_days),
    public.services_to_remind(customer.id, today, earliest, latest, open_days, done_days)
  from auth.users as customer
  where (after_customer is null or customer.id > after_customer)
    and customer.email_confirmed_at is not null and customer.email not like '%@invalid'
    and (exists (select from public.domains as domain
        where domain.user_id = customer.id and domain.status <> 'left'
          and domain.expiry_date >= earliest::timestamp at time zone 'Africa/Nairobi'
          and domain.expiry_date < (latest + 1)::timestamp at time zone 'Africa/Nairobi')
      or exists (select from public.services as service
        where service.user_id = customer.id and service.state in ('active', 'suspended') and not service.will_end
          and service.counts_from between earliest and latest))
    and not public.is_reminded(customer.id, today)
  order by customer.id limit max_rows;
$function$;

-- Stores of what a customer is reminded today and queues the mail. False if another process did; an error if a domain or a service has
-- changed since it was read.
CREATE OR REPLACE FUNCTION public.remind(customer uuid, today date, names jsonb, services jsonb, mails jsonb, open_days integer, done_days integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  written integer;
  also integer;
begin
  perform pg_advisory_xact_lock(hashtextextended(customer::text, 0));
  if public.is_reminded(customer, today) then return false; end if;
  insert into public.renewal_reminders (user_id, domain_id, expires_on, step, notified_on)
    select customer, domain.id, reminded."expiresOn", reminded.step, today
    from jsonb_to_recordset(names) as reminded (id uuid, "expiresOn" date, step text)
    join public.domains as domain on domain.id = reminded.id and domain.user_id = customer
      and (domain.expiry_date at time zone 'Africa/Nairobi')::date = reminded."expiresOn"
    where reminded.step in ('1', 'stopped', 'last') or not public.is_renewal_ordered(customer, domain.name, today, open_days, done_days)
    on conflict do nothing;
  get diagnostics written = row_count;
  insert into public.service_notices (user_id, service_id, ends_on, step, notified_on)
    select customer, service.id, reminded."expiresOn", reminded.step, today
    from jsonb_to_recordset(services) as reminded (id uuid, "expiresOn" date, step text)
    join public.services as service on service.id = reminded.id and service.user_id = customer
      and service.counts_from = reminded."expiresOn" and service.state in ('active', 'suspended') and not service.will_end
    where reminded.step in ('1', 'stopped', 'last') or not public.is_service_renewed(service.id, today, open_days, done_days)
    on conflict do nothing;
  get diagnostics also = row_count;
  if written + also <> jsonb_array_length(names) + jsonb_array_length(services) then
    raise exception 'a domain or a service has changed meanwhile' using errcode = 'serialization_failure';
  end if;
  perform public.queue_mails(mails);
  return true;
end $function$;

-- Payments that need a person at a moment. `code` is null if M-PESA calls a prompt paid and the payment has not come. Every
-- payment that staff entered waits for a second member of staff.
CREATE OR REPLACE FUNCTION public.payments_waiting(at timestamp with time zone)
 RETURNS TABLE(kind text, code text, reference text, ksh integer, since timestamp with time zone)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select 'payment-' || money.state, money.code, bill.reference, money.amount_ksh, money.received_at
  from public.payments as money left join public.bills as bill on bill.id = money.bill_id
  where money.state in ('unmatched', 'surplus')
    or (money.state = 'held'
      and (money.is_disputed or public.is_by_hand(money.source) or public.is_payment_overdue(money, at)))
  union all
  select 'payment-surplus', public.last_counted(bill.id), bill.reference, public.surplus_left(bill), bill.paid_at
  from public.bills as bill where bill.surplus_ksh > bill.returned_ksh and public.surplus_left(bill) > 0
  union all
  select 'payment-refund', public.last_counted(bill.id), bill.reference, public.refund_left(bill), coalesce(
    (select max(updated_at) from public.orders where bill_id = bill.id and status = 'failed'), bill.opened_at)
  from public.bills as bill
  where ((bill.paid_at is null and bill.paid_ksh > 0) or bill.refund_due_ksh > bill.refunded_ksh)
    and bill.paid_ksh > 0 and public.refund_left(bill) > 0
  union all
  select 'payment-claimed', typed.code, bill.reference, bill.missing_ksh, bill.opened_at
  from public.bills as bill cross join lateral public.open_codes(bill) as typed (code)
  where bill.paid_at is null and bill.typed_code is not null
  union all
  select 'payment-claimed', null, bill.reference, prompt.amount_ksh, prompt.asked_at
  from public.payment_prompts as prompt join public.bills as bill on bill.id = prompt.bill_id
  where prompt.state = 'paid' and not prompt.has_payment and bill.paid_at is null and not exists (select from public.open_codes(bill))
    and prompt.asked_at between at - interval '30 days' and at - interval '10 minutes'
  union all
  -- Bills of which a part was paid three days ago and nothing since, and bills whose orders were begun without a payment, or
  -- before the payment turned out void. Neither changes by itself. A bill with a held payment is left out, because that payment
  -- is listed.
  select 'payment-part', last.code, bill.reference, bill.missing_ksh, coalesce(last.since, bill.opened_at)
  from public.bills as bill left join lateral (
    select code, state, case state when 'counted' then received_at else bill.opened_at end as since
    from public.payments where bill_id = bill.id and state in ('counted', 'void')
    order by state = 'counted' desc, received_at desc, code desc limit 1) as last on true
  where bill.paid_at is null and (bill.paid_ksh > 0 or bill.has_begun_orders) and public.payable_ksh(bill.id) > 0
    and case last.state when 'counted' then last.since <= at - interval '3 days' else bill.has_begun_orders end
    and not exists (select from public.open_codes(bill))
    and not exists (select from public.payments where bill_id = bill.id and state = 'held');
$function$;

-- A page of payments as list_page returns it: 'todo' (those that need a person), a state, 'etims' (paid bills without an eTIMS number, each
-- with its last payment) or 'all'; by a part of the code or reference. Without data of customers.
CREATE OR REPLACE FUNCTION public.desk_payments(view text, words text, at timestamp with time zone, place jsonb, max_rows integer)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with listed (query) as (select case
    when view = 'todo' then format('
      select kind, code, reference, ksh, since, since as at, coalesce(code, reference) || ''.'' || kind as key
      from public.payments_waiting(%L)', at)
    when view = 'etims' then '
      select ''payment-counted'' as kind, public.last_counted(id) as code, reference,
        (select amount_ksh from public.payments where code = public.last_counted(bills.id)) as ksh,
        paid_at as since, paid_at as at, reference as key
      from public.bills where paid_at is not null and etims_number is null'
    else '
      select case money.source when ''credit'' then ''payment-credit'' else ''payment-'' || money.state end as kind, money.code,
        bill.reference, money.amount_ksh as ksh, money.received_at as since,
        money.received_at as at, money.code as key
      from public.payments as money left join public.bills as bill on bill.id = money.bill_id' || case when view = 'all' then '' else format(' where money.state = %L', view) end
    end),
  -- A code is compared as read_code reads it: a call of the function for each row would take ten times as long.
  searched (code, reference) as (select public.has_part('translate(code, ''OIL'', ''011'')', public.read_code(words)),
    public.has_part('reference', public.read_code(words)))
  select public.list_page(case
      when words = '' then query
      -- These come from what waits. Payments are found by the indexes of both columns, which "or" would not use.
      when view in ('todo', 'etims') then format('select * from (%s) as one where %s or %s', query, code, reference)
      else format('select * from (%s) as one where code in (select code from public.payments where %s union
        select money.code from public.bills as bill join public.payments as money on money.bill_id = bill.id where bill.id in (
          select id from public.bills where %s))', query, code, reference) end,
    view <> 'all', place, max_rows)
  from listed cross join searched;
$function$;

-- A bill for the desk: its row, what is left to do, its customer and its orders; null if there is none with this reference.
CREATE OR REPLACE FUNCTION public.desk_bill(bill_reference text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select to_jsonb(bill) || jsonb_build_object(
    'due_back', public.due_back(bill), 'kept', public.kept_ksh(bill.id), 'payable_ksh', public.payable_ksh(bill.id),
    'refund_left', public.refund_left(bill), 'surplus_left', public.surplus_left(bill),
    'email', (select email from auth.users where id = bill.user_id),
    'codes', coalesce((select jsonb_agg(code order by received_at) from public.payments
      where bill_id = bill.id and state in ('counted', 'surplus')), '[]'),
    'orders', coalesce((select jsonb_agg(jsonb_build_object('id', id, 'kind', kind, 'domain', domain, 'price_ksh', price_ksh,
      'is_failed', status = 'failed') order by created_at, id) from public.orders where bill_id = bill.id), '[]'))
  from public.bills as bill where bill.reference = bill_reference;
$function$;

-- A payment with its bill and trail, also found by another spelling; null if there is none. `typed_at`: the bills at which customers typed its code, oldest first.
CREATE OR REPLACE FUNCTION public.desk_payment(payment_code text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select to_jsonb(money) || jsonb_build_object(
    'entered_name', public.staff_name(money.entered_by),
    'bill', public.desk_bill(bill.reference),
    'is_last', money.code = public.last_counted(bill.id),
    'kept_ksh', public.kept_of_payment(money, bill),
    'typed_at', (select coalesce(jsonb_agg(jsonb_build_object('reference', other.reference, 'missing', other.missing_ksh)
        order by other.opened_at), '[]')
      from public.bills as other where other.typed_code is not null and exists (
        select from unnest(array_append(other.typed_before, other.typed_code)) as typed (code)
        where public.read_code(typed.code) = public.read_code(money.code) and public.meant_code(typed.code) = money.code)),
    'trail', public.desk_trail('bill', coalesce(bill.reference, '')) || (
      select coalesce(jsonb_agg(line), '[]') from (
        select distinct about_id as code from public.desk_log
        where about_kind = 'payment' and public.read_code(about_id) = public.read_code(money.code)) as spelled
      cross join lateral jsonb_array_elements(public.desk_trail('payment', spelled.code)) as trail (line)
      where spelled.code = money.code or public.meant_code(spelled.code) = money.code))
  from public.payments as money left join public.bills as bill on bill.id = money.bill_id
  where money.code = public.meant_code(payment_code);
$function$;

-- Receipts and credit notes since one moment and before `until`, in order, after a row. One value, because a set is cut at 1,000 rows. A
-- cancelled receipt keeps its eTIMS number.
CREATE OR REPLACE FUNCTION public.desk_receipts(since timestamp with time zone, until timestamp with time zone, after jsonb, max_rows integer)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(to_jsonb(page) order by page.issued_at, page.number), '[]') from (
    select issued_at, number, kind, receipt_number, gross_ksh, vat_cents, paid_with, buyer_pin, etims_number from (
      select receipt.issued_at, receipt.number, 'receipt' as kind, null as receipt_number, receipt.gross_ksh, receipt.vat_cents,
        receipt.paid_with, bill.buyer_pin,
        case when bill.number = receipt.number then bill.etims_number else receipt.etims_number end as etims_number
      from public.receipts as receipt join public.bills as bill on bill.id = receipt.bill_id
      where receipt.issued_at >= since and receipt.issued_at < until
      union all
      select note.issued_at, note.number, 'credit note', note.receipt_number, -note.gross_ksh, -note.vat_cents,
        jsonb_build_array(jsonb_build_object('source', note.way, 'code', note.code, 'number', note.code)), bill.buyer_pin, null
      from public.credit_notes as note join public.receipts as receipt on receipt.number = note.receipt_number
        join public.bills as bill on bill.id = receipt.bill_id
      where note.issued_at >= since and note.issued_at < until) as issued
    where after is null or (issued_at, number) > ((after ->> 'issued_at')::timestamptz, after ->> 'number')
    order by issued_at, number limit max_rows) as page;
$function$;

-- Each function below changes one payment or bill, with its log line. It returns the outcome: 'done', also for the same form sent again
-- within a minute; 'late' with who did what last; null if there is no such row; and others, as described. This one tells 'done' from
-- 'late'.
CREATE OR REPLACE FUNCTION public.late_payment(staff jsonb, kind text, about text, did text, log_detail jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  last jsonb := public.desk_last(staff, case kind when 'bill' then '{bill-refunded,bill-surplus-returned,bill-kept,bill-credit-used,bill-etims}'::text[] else
    '{payment-entered,payment-confirmed,payment-matched,payment-corrected,payment-returned,payment-deleted,payment-void}' end, kind, about);
begin
  if (last ->> 'is_again')::boolean and last ->> 'did' = did and last -> 'detail' @> log_detail then return '{"outcome": "done"}'; end if;
  return jsonb_build_object('outcome', 'late', 'last', last);
end $function$;

-- Enters a payment: {"source", "code", "amount_ksh", "paid_at", "reference"}; one that is not M-PESA's also has {"own_number",
-- "bank", "taken_by"}. It counts once somebody else confirms it. More outcomes: 'no-bill' (no bill has this reference) and
-- 'known' (the code is stored already).
CREATE OR REPLACE FUNCTION public.desk_enter_payment(staff jsonb, entry jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  code text := entry ->> 'code';
  known text;
  late jsonb;
begin
  perform pg_advisory_xact_lock(hashtextextended('payment ' || public.read_code(code), 0));
  known := public.meant_code(code);
  if known <> code then return jsonb_build_object('outcome', 'known', 'code', known, 'last', null); end if;
  if known is not null then
    late := public.late_payment(staff, 'payment', code, 'payment-entered', entry - 'code');
    return case when late ->> 'outcome' = 'late' then late || '{"outcome": "known"}' else late end;
  end if;
  if entry ->> 'reference' is not null and not exists (select from public.bills where reference = entry ->> 'reference') then
    return '{"outcome": "no-bill"}';
  end if;
  perform public.record_payment('{"source": "staff"}' || entry || jsonb_build_object('entered_by', staff ->> 'id'));
  return public.log_done(staff, 'payment-entered', 'payment', code,
    (select user_id from public.payments where payments.code = entry ->> 'code'), entry - 'code');
end $function$;

-- Counts a payment that staff have seen, for its bill or, if `to_reference` is given, for the bill with that reference. If
-- `differs`, stores another amount, which somebody else must confirm ('corrected'). More outcomes: 'no-bill' (no bill has
-- `to_reference`); 'moved' (the bill no longer lacks `expected_missing`); 'wrong-amount'; 'own' (the same person entered the
-- payment). If `alone` (an agency of one), that person may count it, and `mails` notify the agency.
CREATE OR REPLACE FUNCTION public.desk_count_payment(staff jsonb, payment text, ksh integer, differs boolean, to_reference text, expected_missing integer, alone boolean, mails jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  me uuid := staff ->> 'id';
  did text := case when to_reference is null then 'payment-confirmed' else 'payment-matched' end;
  log_detail jsonb := jsonb_strip_nulls(jsonb_build_object('ksh', ksh, 'reference', to_reference));
  its_bill public.bills;
  money public.payments;
  last jsonb;
begin
  select * into its_bill from public.bills where case when to_reference is null
    then id = (select bill_id from public.payments where code = payment) else reference = to_reference end for update;
  if its_bill.id is null and to_reference is not null then return '{"outcome": "no-bill"}'; end if;
  money := public.lock_payment(payment);
  if money.code is null then return null; end if;
  if money.state not in ('held', 'unmatched') or its_bill.id is null
    or (to_reference is null and money.bill_id is distinct from its_bill.id) then
    return public.late_payment(staff, 'payment', payment, did, log_detail);
  end if;
  if ksh <> money.amount_ksh then
    if not differs or (money.confirmed_by is not null and not money.is_disputed) then return '{"outcome": "wrong-amount"}'; end if;
    update public.payments set amount_ksh = ksh, entered_by = me where code = payment;
    perform public.log_staff(staff, 'payment-corrected', 'payment', payment, money.user_id,
      jsonb_build_object('from', money.amount_ksh, 'ksh', ksh));
    return '{"outcome": "corrected"}';
  end if;
  if money.entered_by = me and (money.confirmed_by is null or money.is_disputed) then
    last := public.desk_last(staff, '{payment-corrected}', 'payment', payment);
    if differs and (last ->> 'is_again')::boolean then return '{"outcome": "corrected"}'; end if;
    if not alone then return '{"outcome": "own"}'; end if;
    log_detail := log_detail || '{"alone": true}';
  end if;
  if its_bill.missing_ksh <> expected_missing then return '{"outcome": "moved"}'; end if;
  if to_reference is null then
    perform public.confirm_payment(payment, 'staff');
  else
    perform public.match_payment(payment, its_bill.id, me);
  end if;
  perform public.log_staff(staff, did, 'payment', payment, its_bill.user_id, log_detail);
  if log_detail ? 'alone' then perform public.notify_agency('[]', mails); end if;
  return '{"outcome": "done"}';
end $function$;

-- Stores that a payment which counts for no bill was sent back. `refund` is {"ksh", "way", "code"}. Also 'wrong-amount'.
CREATE OR REPLACE FUNCTION public.desk_return_payment(staff jsonb, payment text, refund jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare money public.payments;
begin
  perform public.lock_bill_of(payment);
  money := public.lock_payment(payment);
  if money.code is null then return null; end if;
  if money.state not in ('held', 'unmatched', 'surplus') then
    return public.late_payment(staff, 'payment', payment, 'payment-returned', refund);
  end if;
  if (refund ->> 'ksh')::integer <> money.amount_ksh then return '{"outcome": "wrong-amount"}'; end if;
  perform public.return_payment(payment, (staff ->> 'id')::uuid);
  return public.log_done(staff, 'payment-returned', 'payment', payment, money.user_id, refund);
end $function$;

-- Deletes an entry by hand that was a mistake, or a cheque that bounced, while nothing has confirmed it and M-PESA has not reported it.
CREATE OR REPLACE FUNCTION public.desk_withdraw_payment(staff jsonb, payment text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare gone public.payments;
begin
  delete from public.payments where code = payment and public.is_by_hand(source) and reported_ksh is null
    and state in ('held', 'unmatched') and (confirmed_by is null or is_disputed) returning * into gone;
  if not found then return public.late_payment(staff, 'payment', payment, 'payment-deleted', '{}'); end if;
  return public.log_done(staff, 'payment-deleted', 'payment', payment, gone.user_id, jsonb_build_object('ksh', gone.amount_ksh));
end $function$;

-- Stores that a 'refund' or the 'surplus' of a larger payment was paid back, whole or in part. `refund` is {"ksh", "way", "code"}. A refund
-- of a receipt is a credit note. Also 'wrong-amount' above what is due, 'known' for a code used before, 'no-receipt' before there is one.
CREATE OR REPLACE FUNCTION public.desk_pay_back(staff jsonb, bill text, what text, refund jsonb, expected_due integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  back_line text := case what when 'refund' then 'bill-refunded' else 'bill-surplus-returned' end;
  back_code text := concat_ws(' ', what, refund ->> 'way', public.read_code(refund ->> 'code'));
  paid integer := refund ->> 'ksh';
  its_bill public.bills := public.lock_bill(bill);
  receipt public.receipts;
  due integer;
begin
  if its_bill.id is null then return null; end if;
  due := case what when 'refund' then public.refund_left(its_bill) else public.surplus_left(its_bill) end;
  if due <= 0 or due <> expected_due then return public.late_payment(staff, 'bill', bill, back_line, refund); end if;
  if paid < 1 or paid > due then return '{"outcome": "wrong-amount"}'; end if;
  if back_code = any (its_bill.back_codes) then return '{"outcome": "known"}'; end if;
  if what = 'refund' then
    if its_bill.number is not null then
      select * into receipt from public.receipts where number = its_bill.number;
      if not found then return '{"outcome": "no-receipt"}'; end if;
      perform public.add_credit_note(receipt, paid, refund ->> 'way', refund ->> 'code', (staff ->> 'id')::uuid);
    end if;
    update public.bills set refunded_ksh = refunded_ksh + paid, refunded_at = case when paid = due then now() else refunded_at end
      where id = its_bill.id;
    if paid = due then
      update public.orders set refunded_at = now() where bill_id = its_bill.id and refund_due_ksh > 0 and refunded_at is null;
    end if;
  else
    update public.bills set returned_ksh = returned_ksh + paid where id = its_bill.id;
  end if;
  update public.bills set back_codes = array_append(back_codes, back_code), wanted_back_ksh = greatest(0, wanted_back_ksh - paid),
      pay_backs = pay_backs || jsonb_build_object('at', now(), 'ksh', paid, 'way', refund ->> 'way', 'code', refund ->> 'code')
    where id = its_bill.id;
  return public.log_done(staff, back_line, 'bill', bill, its_bill.user_id, refund);
end $function$;

-- Stores the eTIMS number of a receipt. `expected_number`: what the form showed, '' for none. Also 'taken' if another receipt has it.
CREATE OR REPLACE FUNCTION public.desk_enter_etims(staff jsonb, bill text, new_number text, expected_number text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare its_bill public.bills;
begin
  perform pg_advisory_xact_lock(hashtextextended('etims', 0));
  select * into its_bill from public.bills where reference = bill and paid_at is not null for update;
  if its_bill.id is null then return null; end if;
  if coalesce(its_bill.etims_number, '') <> expected_number or its_bill.etims_number = new_number then
    return public.late_payment(staff, 'bill', bill, 'bill-etims', jsonb_build_object('number', new_number));
  end if;
  if exists (select from public.bills where etims_number = new_number) then return '{"outcome": "taken"}'; end if;
  update public.bills set etims_number = new_number where id = its_bill.id;
  return public.log_done(staff, 'bill-etims', 'bill', bill, its_bill.user_id, jsonb_build_object('number', new_number));
end $function$;

-- Stores who pays an unpaid bill, {"name", "pin"}, for its papers. `expected`: the name and the PIN that the page had, with a line between.
-- Outcomes: 'done'; 'late' if they are others by now; null if no such bill is unpaid.
CREATE OR REPLACE FUNCTION public.desk_name_buyer(staff jsonb, bill text, buyer jsonb, expected text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  its_bill public.bills;
  known text;
begin
  select * into its_bill from public.bills where reference = bill and paid_at is null for update;
  if not found then return null; end if;
  known := coalesce(its_bill.buyer_name, '') || '|' || coalesce(its_bill.buyer_pin, '');
  if known = (buyer ->> 'name') || '|' || coalesce(buyer ->> 'pin', '') then return '{"outcome": "done"}'; end if;
  if known <> expected then
    return jsonb_build_object('outcome', 'late', 'last', public.desk_last(staff, '{bill-buyer}', 'bill', bill));
  end if;
  update public.bills set buyer_name = buyer ->> 'name', buyer_pin = buyer ->> 'pin' where id = its_bill.id;
  return public.log_done(staff, 'bill-buyer', 'bill', bill, its_bill.user_id);
end $function$;

-- Stores that a code which a customer typed is not in M-PESA's portal. Nobody needs to look for it any more.
CREATE OR REPLACE FUNCTION public.desk_code_not_found(staff jsonb, bill text, typed text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  its_bill uuid;
  customer uuid;
begin
  select id, user_id into its_bill, customer from public.bills
    where reference = bill and typed = any (array_append(typed_before, typed_code)) for update;
  if found then
    perform public.drop_typed_code(its_bill, typed);
    perform public.log_staff(staff, 'bill-code-not-found', 'bill', bill, customer, jsonb_build_object('code', typed));
  end if;
  return '{"outcome": "done"}';
end $function$;

-- Stores that the portal has no payment for a prompt that M-PESA calls paid. The customer may then send another prompt.
CREATE OR REPLACE FUNCTION public.desk_prompt_not_paid(staff jsonb, bill text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare its_bill public.bills := public.lock_bill(bill);
begin
  update public.payment_prompts set state = 'unknown'
    where bill_id = its_bill.id and state = 'paid' and not exists (select from public.payments where prompt_id = payment_prompts.id);
  if found then perform public.log_staff(staff, 'bill-prompt-not-paid', 'bill', bill, its_bill.user_id, '{}'); end if;
  return '{"outcome": "done"}';
end $function$;

-- Stores that a bank transfer, cash or cheque that counted, or that was kept as credit, was not paid after all. What of it was kept as
-- credit is taken back. If the other payments do not cover the bill, the bill is open again. In that case, or if the receipt names the
-- payment, a credit note cancels the receipt. More outcomes: 'wrong-amount', 'went-back' (money was sent back already), 'spent' (`ksh` of the
-- credit is used) and 'no-receipt' (the bill is paid and has no receipt yet).
CREATE OR REPLACE FUNCTION public.desk_void_payment(staff jsonb, payment text, ksh integer, mails jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  log_detail jsonb := jsonb_build_object('ksh', ksh);
  me uuid := staff ->> 'id';
  customer uuid := (select bills.user_id from public.payments join public.bills on bills.id = bill_id where code = payment);
  its_bill public.bills;
  money public.payments;
  receipt public.receipts;
  others integer;
  taken integer;
  refund integer;
  spent integer;
begin
  perform public.lock_credit(customer);
  its_bill := public.lock_bill_of(payment);
  money := public.lock_payment(payment);
  if money.code is null then return null; end if;
  if money.source not in ('bank', 'cash', 'cheque') or money.state not in ('counted', 'surplus', 'kept')
    or money.bill_id is distinct from its_bill.id or its_bill.user_id is distinct from customer then
    return public.late_payment(staff, 'payment', payment, 'payment-void', log_detail);
  end if;
  if ksh <> money.amount_ksh then return '{"outcome": "wrong-amount"}'; end if;
  taken := public.kept_of_payment(money, its_bill);
  if taken is null then return '{"outcome": "went-back"}'; end if;
  spent := taken - public.credit_left(customer);
  if taken > 0 and spent > 0 then return jsonb_build_object('outcome', 'spent', 'ksh', spent); end if;
  if money.state <> 'kept' and its_bill.paid_at is not null then
    select * into receipt from public.receipts where number = its_bill.number;
    if not found then return '{"outcome": "no-receipt"}'; end if;
  end if;
  update public.payments set state = 'void', entered_by = me where code = payment;
  if taken > 0 then
    refund := case money.state when 'kept' then 0 else its_bill.refunded_ksh end;
    insert into public.credits (user_id, ksh, why, bill_id, payment_code, staff)
      select customer, -part.ksh, part.why, its_bill.id, payment, me
      from (values (refund, 'refund'), (taken - refund, 'surplus')) as part (ksh, why) where part.ksh > 0;
    log_detail := log_detail || jsonb_build_object('credit', taken);
  end if;
  perform public.log_staff(staff, 'payment-void', 'payment', payment, money.user_id, log_detail);
  perform public.notify_agency('[]', mails);
  -- It had left its bill when it was kept.
  if money.state = 'kept' then return '{"outcome": "done"}'; end if;

  if money.state = 'counted' then
    update public.bills set refunded_ksh = 0, returned_ksh = 0, refunded_at = null where id = its_bill.id;
    update public.orders set refunded_at = null where bill_id = its_bill.id and refunded_at is not null;
    -- A later payment that was surplus takes the place of the void one.
    update public.payments set state = 'counted' where bill_id = its_bill.id and state = 'surplus';
  end if;
  select coalesce(sum(amount_ksh), 0) into others from public.payments where bill_id = its_bill.id and state in ('counted', 'surplus');
  if its_bill.paid_at is not null then
    if others < its_bill.amount_ksh or receipt.paid_with @> jsonb_build_array(jsonb_build_object('code', payment)) then
      -- Credit notes for refunds have cancelled a part of it, or all.
      if receipt.gross_ksh > its_bill.refunded_ksh then
        perform public.add_credit_note(receipt, receipt.gross_ksh - its_bill.refunded_ksh, 'void', left(payment, 40), me);
      end if;
      update public.receipts set etims_number = its_bill.etims_number where number = receipt.number;
      update public.bills set etims_number = null where id = its_bill.id;
      if others < its_bill.amount_ksh then
        update public.bills set paid_at = null, shrunk_at = null, number = null, fulfilled_at = null, claimed_until = null,
          refund_due_ksh = 0, opened_at = now(), reminders = 0, ends_at = null where id = its_bill.id;
        update public.orders set refund_due_ksh = 0 where bill_id = its_bill.id and refund_due_ksh > 0;
      else
        perform public.pay_bill(its_bill.id);
      end if;
    end if;
  end if;
  update public.bills set paid_ksh = least(others, amount_ksh), surplus_ksh = greatest(0, others - amount_ksh),
      wanted_back_ksh = 0
    where id = its_bill.id;
  perform public.shrink_bill(its_bill.id);
  return '{"outcome": "done"}';
end $function$;

-- Adds all that a bill owes its customer to the customer's credit, and queues the mails. `staff`: null for the customer. A refund of a
-- receipt is a credit note. Returns the outcome: 'done'; 'late' if something else than `expected_due` is due, or if the customer
-- presses and asked before to have it sent back; 'no-receipt' before the bill has its receipt; null if there is no such bill.
CREATE OR REPLACE FUNCTION public.keep_credit(staff jsonb, bill_reference text, expected_due integer, mails jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  its_bill public.bills;
  receipt public.receipts;
  whom uuid := staff ->> 'id';
  due integer;
  refund integer;
  part integer;
begin
  perform public.lock_credit((select user_id from public.bills where reference = bill_reference));
  its_bill := public.lock_bill(bill_reference);
  if its_bill.id is null then return null; end if;
  due := public.due_back(its_bill);
  refund := public.refund_left(its_bill);
  part := public.surplus_left(its_bill);
  if due <= 0 or due <> expected_due or (staff is null and its_bill.wanted_back_ksh >= due) then
    if staff is null then return '{"outcome": "late"}'; end if;
    return public.late_payment(staff, 'bill', bill_reference, 'bill-kept', jsonb_build_object('ksh', expected_due));
  end if;
  if refund > 0 then
    if its_bill.number is not null then
      select * into receipt from public.receipts where number = its_bill.number;
      if not found then return '{"outcome": "no-receipt"}'; end if;
      perform public.add_credit_note(receipt, refund, 'credit', bill_reference, whom);
    end if;
    update public.bills set refunded_ksh = refunded_ksh + refund, refunded_at = now() where id = its_bill.id;
    update public.orders set refunded_at = now() where bill_id = its_bill.id and refund_due_ksh > 0 and refunded_at is null;
    insert into public.credits (user_id, ksh, why, bill_id, staff) values (its_bill.user_id, refund, 'refund', its_bill.id, whom);
  end if;
  if due > refund then
    -- Payments that are surplus as a whole leave the bill, as if they were returned; of the others a part is returned.
    update public.payments set state = 'kept' where bill_id = its_bill.id and state = 'surplus';
    update public.bills set returned_ksh = returned_ksh + part, surplus_ksh = surplus_ksh - (due - refund - part)
      where id = its_bill.id;
    insert into public.credits (user_id, ksh, why, bill_id, staff)
      values (its_bill.user_id, due - refund, 'surplus', its_bill.id, whom);
  end if;
  update public.bills set wanted_back_ksh = 0 where id = its_bill.id;
  if staff is not null then
    perform public.log_staff(staff, 'bill-kept', 'bill', bill_reference, its_bill.user_id, jsonb_build_object('ksh', due));
  end if;
  perform public.queue_mails(mails);
  return '{"outcome": "done"}';
end $function$;

-- Stores that the customer wants what a bill owes to be sent back. Staff see it at the desk. Returns 'done', or 'late' if something
-- else than `expected_due` is due, or if it is stored already; null if there is no such bill.
CREATE OR REPLACE FUNCTION public.want_back(bill_reference text, expected_due integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  its_bill public.bills := public.lock_bill(bill_reference);
  due integer := public.due_back(its_bill);
begin
  if its_bill.id is null then return null; end if;
  if due <= 0 or due <> expected_due or its_bill.wanted_back_ksh >= due then return '{"outcome": "late"}'; end if;
  update public.bills set wanted_back_ksh = due where id = its_bill.id;
  return '{"outcome": "done"}';
end $function$;

-- Pays a bill with its customer's credit, as far as that goes: a payment with the source 'credit' and a code of its own. Returns 'done',
-- or 'late' if another sum than `expected_ksh` could be used, or if money for the bill may be on its way; null if there is no such bill.
-- `staff`: null for the customer. The run that mails about payments mails the customer about this one, too.
CREATE OR REPLACE FUNCTION public.use_credit(bill_reference text, expected_ksh integer, staff jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  its_bill public.bills;
  code text := 'CR' || upper(left(gen_random_uuid()::text, 8));
  usable integer;
begin
  perform public.lock_credit((select user_id from public.bills where reference = bill_reference));
  its_bill := public.lock_bill(bill_reference);
  if its_bill.id is null then return null; end if;
  perform public.expire_prompts(its_bill.id);
  perform public.shrink_bill(its_bill.id);
  select * into its_bill from public.bills where id = its_bill.id;
  usable := least(public.credit_left(its_bill.user_id), its_bill.missing_ksh);
  if usable <= 0 or usable <> expected_ksh or public.payable_ksh(its_bill.id) = 0 or public.awaits_money(its_bill.id) then
    if staff is null then return '{"outcome": "late"}'; end if;
    return public.late_payment(staff, 'bill', bill_reference, 'bill-credit-used', jsonb_build_object('ksh', expected_ksh));
  end if;
  -- Before the payment: the unique code then refuses a second payment with the same one.
  insert into public.credits (user_id, ksh, why, bill_id, payment_code, staff)
    values (its_bill.user_id, -usable, 'used', its_bill.id, code, (staff ->> 'id')::uuid);
  perform public.record_payment(jsonb_build_object('code', code, 'amount_ksh', usable, 'paid_at', now(), 'source', 'credit',
    'bill_id', its_bill.id, 'confirmed_by', 'credit'));
  if staff is not null then
    perform public.log_staff(staff, 'bill-credit-used', 'bill', bill_reference, its_bill.user_id, jsonb_build_object('ksh', usable));
  end if;
  return '{"outcome": "done"}';
end $function$;

-- How much one member of staff may give one customer within a day. Above it somebody else must confirm. In shillings.
CREATE OR REPLACE FUNCTION public.goodwill_limit()
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select 5000; $function$;

-- Returns the open request to give a person credit: the newest of the last 24 hours, unless credit was given on it.
CREATE OR REPLACE FUNCTION public.goodwill_request(person uuid)
 RETURNS desk_log
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select request from public.desk_log as request
  where request.about_kind = 'person' and request.about_id = person::text and request.did = 'credit-asked'
    and request.at > now() - interval '24 hours'
    and not exists (select from public.desk_log as given where given.about_kind = 'person' and given.about_id = person::text
      and given.did = 'credit-given' and given.detail ->> 'asked' = request.id::text)
  order by request.id desc limit 1;
$function$;

-- Gives a person credit as goodwill, with the mails: {"ksh", "reason"}, or the open request `asked` of another member of staff. Outcomes:
-- 'done', also for the same form within a minute; 'asked' (it is above the limit, and somebody else must confirm it); 'known' (a
-- request is open); 'same' (the one who asked tries to confirm); 'late' (the request is not open any more); 'unseen' (the member of
-- staff has not said why they look).
CREATE OR REPLACE FUNCTION public.desk_give_credit(staff jsonb, person uuid, gift jsonb, asked bigint, mails jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me uuid := staff ->> 'id';
  request public.desk_log;
  last jsonb;
  gift_ksh integer := gift ->> 'ksh';
  given bigint;
begin
  if not public.desk_may_view(staff, person) then return '{"outcome": "unseen"}'; end if;
  perform public.lock_credit(person);
  last := public.desk_last(staff, '{credit-given,credit-asked}', 'person', person::text);
  request := public.goodwill_request(person);
  if asked is not null then
    if request.id is distinct from asked then return jsonb_build_object('outcome', 'late', 'last', last); end if;
    if request.staff = me then return '{"outcome": "same"}'; end if;
    gift := request.detail || jsonb_build_object('asked', asked);
    gift_ksh := gift ->> 'ksh';
  else
    if (last ->> 'is_again')::boolean and last -> 'detail' @> gift then
      return jsonb_build_object('outcome', case last ->> 'did' when 'credit-given' then 'done' else 'asked' end);
    end if;
    select coalesce(sum((detail ->> 'ksh')::integer), 0) into given from public.desk_log
      where about_kind = 'person' and about_id = person::text and did = 'credit-given' and desk_log.staff = me
        and at > now() - interval '24 hours';
    if given + gift_ksh > public.goodwill_limit() then
      if request.id is not null then return jsonb_build_object('outcome', 'known', 'last', last); end if;
      perform public.log_staff(staff, 'credit-asked', 'person', person::text, person, gift);
      return '{"outcome": "asked"}';
    end if;
  end if;
  insert into public.credits (user_id, ksh, why, note, staff) values (person, gift_ksh, 'goodwill', gift ->> 'reason', me);
  return public.log_done(staff, 'credit-given', 'person', person::text, person, gift, mails);
end $function$;

-- Stores that a person's credit was sent to them, whole or in part, with the mails. `sent`: {"ksh", "code"}, the code of M-PESA. Outcomes:
-- 'done', also for the same form within a minute; 'wrong-amount' (above what the person has); 'known' (the code is stored already);
-- 'unseen' (the member of staff has not said why they look).
CREATE OR REPLACE FUNCTION public.desk_pay_out_credit(staff jsonb, person uuid, sent jsonb, mails jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  sent_ksh integer := sent ->> 'ksh';
  last jsonb;
begin
  if not public.desk_may_view(staff, person) then return '{"outcome": "unseen"}'; end if;
  perform public.lock_credit(person);
  -- Of two who type one code for two persons, one waits here.
  perform pg_advisory_xact_lock(hashtextextended('payment ' || public.read_code(sent ->> 'code'), 0));
  last := public.desk_last(staff, '{credit-paid-out}', 'person', person::text);
  if (last ->> 'is_again')::boolean and last -> 'detail' @> sent then return '{"outcome": "done"}'; end if;
  if exists (select from public.credits where public.read_code(payment_code) = public.read_code(sent ->> 'code')) then
    return jsonb_build_object('outcome', 'known', 'last', last);
  end if;
  if sent_ksh < 1 or sent_ksh > public.credit_left(person) then return '{"outcome": "wrong-amount"}'; end if;
  insert into public.credits (user_id, ksh, why, payment_code, staff) values (person, -sent_ksh, 'paid-out', sent ->> 'code', (staff ->> 'id')::uuid);
  return public.log_done(staff, 'credit-paid-out', 'person', person::text, person, sent, mails);
end $function$;

-- Sets when a payment ended: it was sent back, or turned out void.
CREATE OR REPLACE FUNCTION public.payment_ends()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.ended_at := case when new.state in ('returned', 'void') then now() end;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.nairobi_date(at timestamp with time zone)
 RETURNS date
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select (at at time zone 'Africa/Nairobi')::date;
$function$;

CREATE OR REPLACE FUNCTION public.note_service(its_service services, did text, detail jsonb DEFAULT '{}'::jsonb)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  insert into public.service_changes (service_id, user_id, did, detail) values (its_service.id, its_service.user_id, did, detail);
$function$;

-- Whether a service allows an order for its next year, or for a larger plan: one at a time, because the price of the next year is that of the
-- plan, and for the plan whose price was read. A smaller plan that is paid for the next year begins before a larger one is ordered, and
-- nothing larger is ordered while something that the service got is not paid.
CREATE OR REPLACE FUNCTION public.service_allows_order(its_service services, order_kind text, payload jsonb)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select its_service.state in ('active', 'suspended') and not its_service.will_end
    and not exists (select from public.orders where service_id = its_service.id and kind in ('extend', 'upgrade') and kind <> order_kind
      and status in ('requested', 'processing'))
    and case order_kind
      when 'extend' then its_service.next_on is null
        and coalesce(payload ->> 'plan' = coalesce(its_service.next_plan, its_service.plan), true)
        and coalesce((payload ->> 'seats')::integer = coalesce(its_service.next_seats, its_service.seats), true)
      else its_service.state = 'active' and (its_service.next_on is null or coalesce(its_service.next_plan, its_service.next_seats::text) is null)
        and coalesce(payload ->> 'from' = its_service.plan, true) and coalesce((payload ->> 'fromSeats')::integer = its_service.seats, true)
        and not exists (select from public.orders join public.bills on bills.id = bill_id
          where service_id = its_service.id and status = 'done' and paid_at is null) end;
$function$;

-- A new order for hosting, mailboxes or a certificate creates its service. A customer has one of each kind for a name: a second order is an
-- error. An order that extends or upgrades a service must be of its customer, and the service not ended.
CREATE OR REPLACE FUNCTION public.order_has_service()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare its_service public.services;
begin
  if new.service_id is null then
    insert into public.services (user_id, kind, domain, plan, seats)
      values (new.user_id, new.kind, new.domain, coalesce(new.payload ->> 'plan', case new.kind when 'certificate' then 'dv' else 'unknown' end),
        case new.kind when 'mail' then coalesce((new.payload ->> 'seats')::integer, 1) end)
      returning * into its_service;
    new.service_id := its_service.id;
    perform public.note_service(its_service, 'ordered');
    return new;
  end if;
  select * into its_service from public.services where id = new.service_id for update;
  if its_service.user_id is distinct from new.user_id or not public.service_allows_order(its_service, new.kind, new.payload) then
    raise exception 'the service does not allow this order';
  end if;
  return new;
end $function$;

-- Of what the server or a person still has to do after a suspension is not wanted any more: 'active' if the server may have been asked for
-- it, so that it is restored there, else nothing.
CREATE OR REPLACE FUNCTION public.wanted_after_stay(its_service services)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when its_service.wanted is distinct from 'suspended' then its_service.wanted
    when its_service.provider = 'whm' and its_service.attempts > 0 then 'active' end;
$function$;

-- What is newly wanted has no failed attempts, and may be asked of the server at once.
CREATE OR REPLACE FUNCTION public.service_wants()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.attempts := 0;
  new.problem := null;
  new.call_started_at := null;
  if new.next_call_at is not distinct from old.next_call_at then new.next_call_at := now(); end if;
  return new;
end $function$;

-- Begins the next year that was paid before: with its price, its plan and its seats. The server or a person then changes the plan; what
-- restores a service also gives it its plan. What staff agreed was for this year; it holds until here, because the year may be taken back.
CREATE OR REPLACE FUNCTION public.begin_next_year(service uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  update public.services set plan = coalesce(next_plan, plan), seats = coalesce(next_seats, seats), price_ksh = next_ksh,
      renew_ksh = null, next_on = null, next_ksh = null, next_plan = null, next_seats = null,
      wanted = case when state = 'active' and coalesce(next_plan, next_seats::text) is not null then coalesce(wanted, 'plan') else wanted end
    where id = service and next_on is not null;
$function$;

-- Returns the order of the last year that a service got; null if it only had its first one.
CREATE OR REPLACE FUNCTION public.last_year_order(service uuid)
 RETURNS orders
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select * from public.orders where service_id = service and kind = 'extend' and status = 'done' order by updated_at desc limit 1;
$function$;

-- Takes back the last year, which is the next one or has begun: its order fails, so that an unpaid bill closes, and what was paid is due back. So
-- is what a larger plan cost for a year that has not begun; an upgrade that is not paid yet fails, because its price was for both years. The
-- plan of a year that has begun stays. The caller has locked the service, and names the last day.
CREATE OR REPLACE FUNCTION public.take_back_next_year(service uuid, its_reason text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  its_service public.services;
  upgrade public.orders;
  its_bill public.bills;
begin
  select * into its_service from public.services where id = service;
  update public.orders set status = 'failed', reason = its_reason where id = (public.last_year_order(service)).id;
  for upgrade in
    select * from public.orders where service_id = service and kind = 'upgrade' and status <> 'failed'
      and payload ->> 'nextOn' = its_service.next_on::text order by id for update
  loop
    select * into its_bill from public.bills where id = upgrade.bill_id for update;
    if upgrade.status <> 'done' and its_bill.paid_at is null then
      update public.orders set status = 'failed', reason = its_reason where id = upgrade.id;
      continue;
    end if;
    update public.orders set payload = payload - '{nextOn,thisYearKsh}'::text[],
        price_ksh = case when bill_id is null then price_ksh else least(price_ksh, (payload ->> 'thisYearKsh')::integer) end,
        refund_due_ksh = case when bill_id is null then greatest(refund_due_ksh, price_ksh - (payload ->> 'thisYearKsh')::integer) else refund_due_ksh end
      where id = upgrade.id;
    perform public.shrink_bill(its_bill.id);
    update public.bills set refund_due_ksh = greatest(0, amount_ksh - public.payable_ksh(id)), refunded_at = null
      where id = its_bill.id and paid_at is not null and refund_due_ksh < amount_ksh - public.payable_ksh(id);
  end loop;
  update public.services set next_on = null, next_ksh = null where id = service;
end $function$;

-- Returns how many days without a suspended service are added to its last day when it is restored now: those of the year that was paid for it
-- since or, if it was suspended because its first order failed, those until its last day. A last day that staff named since then stays.
-- `owed`: the days that the next year gets if it is paid after the service is restored.
CREATE OR REPLACE FUNCTION public.days_without(its_service services, owed boolean DEFAULT false)
 RETURNS integer
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case when its_service.state <> 'suspended' then 0 else greatest(0, case
      when owed and suspended >= greatest(renewed, dated) then today - greatest(its_service.suspended_on, its_service.ends_on + 1)
      when owed then 0
      when reopened > suspended and dated <= suspended then least(today, its_service.ends_on + 1) - its_service.suspended_on
      when renewed > greatest(suspended, dated)
        then today - greatest(its_service.suspended_on, (its_service.ends_on - interval '1 year')::date + 1) end) end
  from (select public.nairobi_date(now()) as today,
      coalesce(max(id) filter (where did = 'suspended'), 0) as suspended, coalesce(max(id) filter (where did = 'renewed'), 0) as renewed,
      coalesce(max(id) filter (where did = 'date'), 0) as dated, coalesce(max(id) filter (where did = 'order-reopened'), 0) as reopened
    from public.service_changes where service_id = its_service.id) as last;
$function$;

-- Notes that a service works again. Takes it as it was before.
CREATE OR REPLACE FUNCTION public.note_restored(its_service services)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select public.note_service(its_service, 'restored', jsonb_build_object('owed', public.days_without(its_service, true)));
$function$;

-- Ends a service whose first order fails after it was set up: from tomorrow the days suspend it. All that was ordered for it since falls with
-- that order, and its money is due back: what is open and, while the paid days are not over, what is done. What a year or an upgrade changed
-- is undone; a smaller plan is a wish again. Takes the service as it was before, and its failed order.
CREATE OR REPLACE FUNCTION public.end_with_first_order(its_service services, first_order orders)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  today date := public.nairobi_date(now());
  had_days boolean := its_service.ends_on >= today;
  first_plan text := coalesce(first_order.payload ->> 'plan', its_service.plan);
  first_seats integer := coalesce((first_order.payload ->> 'seats')::integer, its_service.seats);
  years integer;
  upgrades integer;
begin
  select count(*) filter (where kind = 'extend'), count(*) filter (where kind = 'upgrade') into years, upgrades
    from public.orders where service_id = its_service.id and status = 'done' and had_days;
  -- What is given back if the order is reopened, and the plan that the account has until then.
  perform public.note_service(its_service, 'order-failed', jsonb_build_object(
    'from', (its_service.ends_on - make_interval(years => years))::date, 'ends_on', least(its_service.ends_on, today - 1),
    'will_end', its_service.will_end, 'plan', its_service.plan, 'seats', its_service.seats));
  -- The site opens no order in place of one that was paid: staff may reopen it.
  update public.orders set status = 'failed', reason = 'The service has ended',
      taken_by = case when exists (select from public.bills where id = bill_id and paid_at is not null) then coalesce(first_order.taken_by, taken_by)
        else taken_by end
    where service_id = its_service.id and kind in ('extend', 'upgrade')
      and (status in ('requested', 'processing') or (status = 'done' and had_days));
  update public.services set will_end = true, ends_on = least(ends_on, today - 1), next_on = null, next_ksh = null where id = its_service.id;
  if years + upgrades > 0 then
    update public.services set plan = first_plan, seats = first_seats, price_ksh = first_order.price_ksh,
        next_plan = case when upgrades = 0 then nullif(coalesce(next_plan, plan), first_plan) end,
        next_seats = case when upgrades = 0 then nullif(coalesce(next_seats, seats), first_seats) end
      where id = its_service.id;
  end if;
end $function$;

-- Begins a service again whose first order is reopened: with its plan, its days and what its customer chose, without the years and the upgrades that
-- fell with that order. A last day that staff named since then stays.
CREATE OR REPLACE FUNCTION public.begin_again(its_service services)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  failed public.service_changes;
  today date := public.nairobi_date(now());
  given_days integer;
begin
  select * into failed from public.service_changes where service_id = its_service.id and did = 'order-failed' order by id desc limit 1;
  given_days := case when exists (select from public.service_changes where service_id = its_service.id and did = 'date' and id > failed.id) then 0
    else coalesce((failed.detail ->> 'from')::date - (failed.detail ->> 'ends_on')::date, 0) end;
  update public.services set ends_on = ends_on + given_days,
      will_end = coalesce((select did = 'will-end' from public.service_changes
          where service_id = its_service.id and did in ('will-end', 'stays') and id > failed.id order by id desc limit 1),
        (failed.detail ->> 'will_end')::boolean, false)
    where id = its_service.id;
  perform public.note_service(its_service, 'order-reopened', jsonb_build_object('from', its_service.ends_on, 'ends_on', its_service.ends_on + given_days));
  update public.services set wanted = case when ends_on + public.days_without(services) < today then wanted
      when state = 'suspended' then 'active'
      when plan is distinct from failed.detail ->> 'plan' or seats is distinct from (failed.detail ->> 'seats')::integer
        then coalesce(public.wanted_after_stay(services), 'plan')
      else public.wanted_after_stay(services) end
    where id = its_service.id;
end $function$;

-- A service follows the end of its orders. Its first order makes it active for a year; one that extends it adds a year, which has the plan
-- that was asked for and begins after the running one; an upgrade changes the plan, and the last day stays. A service whose first order fails
-- has never been there, or ends with all that was ordered for it since.
CREATE OR REPLACE FUNCTION public.service_follows_order()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  today date := public.nairobi_date(now());
  is_first boolean := new.kind in ('hosting', 'mail', 'certificate');
  its_service public.services;
begin
  -- The orders of a service are locked before it.
  if is_first and new.status = 'failed' then perform public.lock_service_orders(new.service_id); end if;
  select * into its_service from public.services where id = new.service_id for update;
  if new.status = 'failed' and is_first and its_service.state = 'ordered' then
    update public.services set state = 'ended', ended_at = now(), wanted = null, problem = null where id = its_service.id;
    -- Only a person can tell whether the account is there.
    update public.services set problem = format('Its order failed after the server was asked for the account %s. If it is there, delete it.',
        access ->> 'username')
      where id = its_service.id and provider = 'whm' and its_service.call_started_at is not null;
  elsif old.status = 'failed' and its_service.state = 'ended' and its_service.starts_on is null then
    update public.services set state = 'ordered', ended_at = null, problem = null,
        will_end = exists (select from auth.users where id = its_service.user_id and email like '%@invalid') where id = its_service.id;
  elsif new.status = 'failed' and is_first and its_service.state in ('active', 'suspended') then
    perform public.end_with_first_order(its_service, new);
  elsif old.status = 'failed' and is_first and its_service.state in ('active', 'suspended') then
    perform public.begin_again(its_service);
  elsif new.status = 'failed' and new.kind = 'upgrade' and its_service.wanted = 'plan' and its_service.provider = 'whm'
    -- Otherwise the server was asked for the plan of a year that begins.
    and exists (select from public.bills where id = new.bill_id and paid_at is not null) then
    update public.services set wanted = null, problem = null where id = its_service.id;
  elsif new.status <> 'done' then
    return null;
  elsif is_first and its_service.state = 'ordered' then
    update public.services set state = 'active', starts_on = today, ends_on = (today + interval '1 year')::date - 1,
        price_ksh = new.price_ksh, wanted = null, problem = null
      where id = its_service.id;
    perform public.note_service(its_service, 'set-up');
  elsif new.kind = 'extend' and its_service.state in ('active', 'suspended') then
    update public.services set ends_on = (ends_on + interval '1 year')::date + public.days_owed(id), next_on = ends_on + 1, next_ksh = new.price_ksh,
        -- What was paid for, which staff may have reopened after the customer chose again.
        next_plan = nullif(coalesce(new.payload ->> 'plan', next_plan), plan),
        next_seats = nullif(coalesce((new.payload ->> 'seats')::integer, next_seats), seats),
        -- Who has paid is restored, or not suspended after all.
        wanted = case state when 'suspended' then 'active' else public.wanted_after_stay(services) end
      where id = its_service.id returning * into its_service;
    -- The days begin it otherwise: until then the customer has what this year was paid for.
    if its_service.next_on <= today then perform public.begin_next_year(its_service.id); end if;
    perform public.note_service(its_service, 'renewed', jsonb_build_object('until', its_service.ends_on, 'ksh', new.price_ksh));
  elsif new.kind = 'upgrade' and its_service.state in ('active', 'suspended') then
    update public.services set plan = coalesce(new.payload ->> 'plan', plan), seats = coalesce((new.payload ->> 'seats')::integer, seats),
        price_ksh = (new.payload ->> 'yearKsh')::integer, next_plan = null, next_seats = null,
        -- Its price was for the days of both years.
        next_ksh = case when next_on is not null then (new.payload ->> 'yearKsh')::integer end,
        -- What staff agreed was for the plan and the seats before.
        renew_ksh = null
      where id = its_service.id returning * into its_service;
    perform public.note_service(its_service, 'upgraded', jsonb_build_object('plan', its_service.plan, 'seats', its_service.seats));
  end if;
  return null;
end $function$;

-- Staff named the price of a next year that had none.
CREATE OR REPLACE FUNCTION public.service_is_priced()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.services set priced_on = public.nairobi_date(now()) where id = new.service_id;
  return null;
end $function$;

-- Ends the open orders of these kinds of a service for which no money was paid or reported. If their time `is_over`, a typed code or a part
-- of the money does not keep them: what was paid must be refunded; and one without a price is kept, as its service is. False if there is one
-- with money, or one that somebody has begun; then none is ended.
CREATE OR REPLACE FUNCTION public.end_service_orders(service uuid, kinds text[], its_reason text, is_over boolean DEFAULT false)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare open_order public.orders;
begin
  for open_order in
    select * from public.orders where service_id = service and kind = any (kinds) and status in ('requested', 'processing')
    order by id for update
  loop
    continue when public.is_price_asked(open_order) and not is_over;
    perform from public.bills where id = open_order.bill_id for update;
    if open_order.status = 'processing' or (not public.is_bill_untouched(open_order.bill_id) and not (is_over
      and not public.is_money_known(open_order.bill_id)
      and exists (select from public.bills where id = open_order.bill_id and paid_at is null))) then return false; end if;
  end loop;
  update public.orders set status = 'failed', reason = its_reason
    where service_id = service and kind = any (kinds) and (status = 'requested' or public.is_price_asked(orders));
  return true;
end $function$;

-- Locks the open orders of a service and their bills, before the service, so that a payment of this moment comes before or after.
CREATE OR REPLACE FUNCTION public.lock_service_orders(service uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform from public.orders where service_id = service and status in ('requested', 'processing') order by id for update;
  perform from public.bills where id in (select bill_id from public.orders where service_id = service and status in ('requested', 'processing'))
    order by id for update;
end $function$;

-- Whether money for a service is on its way: paid or reported, or an order without a bill that waits for the agency. The caller has locked
-- its orders.
CREATE OR REPLACE FUNCTION public.has_service_money(service uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  return exists (select from public.orders left join public.bills on bills.id = orders.bill_id
    where service_id = service and kind in ('extend', 'upgrade') and orders.status in ('requested', 'processing')
      and (orders.status = 'processing' or orders.bill_id is null or not public.is_bill_untouched(orders.bill_id)));
end $function$;

-- The customer ends a service with its last paid day, or keeps it after all. Outcomes: 'done'; 'same'; 'paying' (money for an order of it
-- was paid or reported); 'late' (that day is over, or it has ended). Null if the customer has no such service.
CREATE OR REPLACE FUNCTION public.end_own_service(customer uuid, service uuid, ends boolean, mails jsonb)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare its_service public.services;
begin
  perform pg_advisory_xact_lock(hashtextextended('order ' || customer, 0));
  select * into its_service from public.services where id = service and user_id = customer;
  if its_service.id is null then return null; end if;
  if its_service.will_end = ends and (ends or its_service.state = 'active') and its_service.state in ('active', 'suspended') then return 'same'; end if;
  if its_service.state <> 'active' or its_service.ends_on < public.nairobi_date(now()) then return 'late'; end if;
  if ends and not public.end_service_orders(service, '{extend,upgrade}', 'You end it') then return 'paying'; end if;
  update public.services set will_end = ends where id = service returning * into its_service;
  perform public.note_service(its_service, case when ends then 'will-end' else 'stays' end);
  perform public.queue_mails(mails);
  return 'done';
end $function$;

-- The customer wants a smaller plan or fewer mailboxes from the next renewal on, or no longer (both null). An unpaid order for the next year
-- ends, because its price changes; who had only asked for the price asks for that of the new choice. Not while a next year that is paid has not begun. Outcomes as above.
CREATE OR REPLACE FUNCTION public.plan_own_service(customer uuid, service uuid, plan text, seats integer)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  its_service public.services;
  question public.orders;
begin
  perform pg_advisory_xact_lock(hashtextextended('order ' || customer, 0));
  select * into its_service from public.services where id = service and user_id = customer;
  if its_service.id is null then return null; end if;
  if its_service.next_plan is not distinct from plan_own_service.plan and its_service.next_seats is not distinct from plan_own_service.seats then
    return 'same';
  end if;
  if its_service.state <> 'active' or its_service.will_end or its_service.next_on is not null then return 'late'; end if;
  select * into question from public.orders where service_id = service and kind = 'extend' and public.is_price_asked(orders);
  if not public.end_service_orders(service, '{extend,upgrade}', 'You chose another plan for the next year') then return 'paying'; end if;
  -- What staff agreed for the next year was for the plan and the seats before.
  update public.services set next_plan = plan_own_service.plan, next_seats = plan_own_service.seats, renew_ksh = null
    where id = service and next_on is null returning * into its_service;
  -- It was paid in this moment.
  if not found then return 'late'; end if;
  perform public.note_service(its_service, case when plan is null and seats is null then 'not-smaller' else 'smaller' end,
    jsonb_build_object('plan', plan, 'seats', seats));
  insert into public.orders (user_id, kind, domain, payload, price_ksh, service_id, opened_by, idempotency_key)
    select customer, question.kind, question.domain, question.payload || jsonb_strip_nulls(jsonb_build_object(
        'plan', coalesce(its_service.next_plan, its_service.plan), 'seats', coalesce(its_service.next_seats, its_service.seats))),
      0, service, question.opened_by, 'asked after ' || question.id
    where question.id is not null;
  return 'done';
end $function$;

-- Returns the sealed first password of a customer's service, also again within ten minutes, because the response may be lost on its way;
-- null if there is none. The days delete it.
CREATE OR REPLACE FUNCTION public.show_service_secret(customer uuid, service uuid)
 RETURNS text
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  update public.services set secret_shown_at = coalesce(secret_shown_at, now())
    where id = service and user_id = customer and secret_sealed is not null
      and (secret_shown_at is null or secret_shown_at > now() - interval '10 minutes')
    returning secret_sealed;
$function$;

-- Does what the days bring, once each, for at most `max_rows` services of each kind: begins years that were paid before; asks for the suspension of what was not paid on the
-- eighth day, or on the first if its customer ends it, from Monday to Thursday between 9 and 12; ends unpaid orders for the next year on
-- day 39 and unpaid upgrades after three days, also those that are paid in part or said to be; deletes first passwords. `priced`: the plans with a price in the list; others
-- are not suspended before staff named a price. Returns how many services changed; 0 also if another process does it in this moment.
CREATE OR REPLACE FUNCTION public.run_service_days(at timestamp with time zone, max_rows integer, priced text[])
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  today date := public.nairobi_date(at);
  one uuid;
  changed integer := 0;
  before integer;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('service days', 0)) then return 0; end if;
  for one in select id from public.services where next_on <= today order by next_on, id limit max_rows loop
    perform public.begin_next_year(one);
    changed := changed + 1;
  end loop;
  before := changed;
  if extract(isodow from at at time zone 'Africa/Nairobi') <= 4
    and extract(hour from at at time zone 'Africa/Nairobi') between 9 and 11 then
    for one in
      select id from public.services
      where state = 'active' and wanted is null and counts_from < today and (will_end or counts_from + 8 <= today)
        and (hold_until is null or hold_until < today)
        and (will_end or renew_ksh is not null or coalesce(next_plan, plan) = any (priced))
      order by counts_from, id
    loop
      -- What waits for its money does not keep the others waiting.
      exit when changed - before >= max_rows;
      perform public.lock_service_orders(one);
      continue when public.has_service_money(one);
      update public.services set wanted = 'suspended'
        where id = one and state = 'active' and wanted is null and counts_from < today and (will_end or counts_from + 8 <= today)
          and (hold_until is null or hold_until < today);
      changed := changed + found::integer;
    end loop;
  end if;
  before := changed;
  for one in
    select distinct service_id from public.orders join public.services on services.id = service_id
    where orders.kind = 'extend' and orders.status = 'requested' and services.state in ('active', 'suspended')
      and services.counts_from <= today - 39
      -- Nobody has named its price yet.
      and (renew_ksh is not null or orders.price_ksh > 0 or coalesce(next_plan, plan) = any (priced)) order by service_id
  loop
    exit when changed - before >= max_rows;
    changed := changed + public.end_service_orders(one, '{extend}', 'It ended too long ago to be renewed', true)::integer;
  end loop;
  before := changed;
  for one in
    select distinct service_id from public.orders
    where kind = 'upgrade' and status = 'requested' and bill_id is not null and created_at <= at - interval '3 days' order by service_id
  loop
    exit when changed - before >= max_rows;
    changed := changed + public.end_service_orders(one, '{upgrade}', 'It was not paid within three days', true)::integer;
  end loop;
  update public.services set secret_sealed = null, secret_at = null, secret_shown_at = null
    where id in (select id from public.services
      where secret_at <= at - interval '14 days' or secret_shown_at <= at - interval '10 minutes' limit max_rows);
  return changed;
end $function$;

-- A page of services whose next year is to be ordered: from 30 days before their last day until day 38 (`counts_from`), without those that their
-- customer ends and those with an open order for it. An order that the customer or staff ended is not opened again by the site.
CREATE OR REPLACE FUNCTION public.services_to_extend(today date, after_service uuid, max_rows integer)
 RETURNS TABLE(id uuid, user_id uuid, kind text, domain text, plan text, seats integer, renew_ksh integer, next_plan text, next_seats integer)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select id, user_id, kind, domain, plan, seats, renew_ksh, next_plan, next_seats from public.services
  where state in ('active', 'suspended') and not will_end and next_on is null and counts_from between today - 38 and today + 30
    and (after_service is null or id > after_service)
    and not exists (select from public.orders where service_id = services.id and orders.kind = 'upgrade'
      and status in ('requested', 'processing'))
    and not exists (select from public.orders where service_id = services.id and orders.kind = 'extend'
      and (status in ('requested', 'processing') or (status = 'failed' and (cancelled_at is not null or taken_by is not null)
        and public.nairobi_date(created_at) >= services.ends_on - 45)))
  order by id limit max_rows;
$function$;

-- Services with data that end within 7 days because their customer ends them, and whose customer was not told to take a backup.
CREATE OR REPLACE FUNCTION public.services_to_back_up(today date, max_rows integer)
 RETURNS TABLE(service jsonb, email text, full_name text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select to_jsonb(ending) - '{secret_sealed,problem}'::text[], customer.email::text, customer.raw_user_meta_data ->> 'full_name'
  from public.services as ending join auth.users as customer on customer.id = ending.user_id
  where state = 'active' and will_end and kind <> 'certificate' and ends_on between today and today + 7
    and customer.email not like '%@invalid'
    and not exists (select from public.service_notices as notice
      where notice.service_id = ending.id and notice.ends_on = ending.ends_on and step = 'backup')
  order by ends_on, ending.id limit max_rows;
$function$;

-- Stores that the customer of a service was told to take a backup and queues the mail. False if that was done before, or if the service
-- does not end on this day any more.
CREATE OR REPLACE FUNCTION public.note_backup(service uuid, its_end date, today date, mails jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare its_service public.services;
begin
  select * into its_service from public.services where id = service and state = 'active' and will_end and ends_on = its_end for update;
  if its_service.id is null then return false; end if;
  insert into public.service_notices (user_id, service_id, ends_on, step, notified_on)
    values (its_service.user_id, service, its_end, 'backup', today) on conflict do nothing;
  if not found then return false; end if;
  perform public.queue_mails(mails);
  return true;
end $function$;

-- Claims for `seconds` a service for which the server is to be called, or whose first call's answer was lost; null if there is none. Also
-- returns whom to mail, the days that are added if it is restored, the plan that the account should have, whether that is a paid upgrade, and the open bill for the next year.
CREATE OR REPLACE FUNCTION public.claim_service(at timestamp with time zone, seconds integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  its_service public.services;
  upgrade public.orders;
begin
  update public.services set claimed_until = at + make_interval(secs => seconds), attempts = attempts + 1
    where id = (select id from public.services
      where provider = 'whm' and wanted is not null and problem is null and next_call_at <= at
        and (claimed_until is null or claimed_until <= at)
      order by next_call_at limit 1 for update skip locked)
    returning * into its_service;
  if its_service.id is null then return null; end if;
  select * into upgrade from public.orders
    where service_id = its_service.id and kind = 'upgrade' and status in ('requested', 'processing') and its_service.wanted = 'plan'
      and exists (select from public.bills where bills.id = bill_id and paid_at is not null)
    order by created_at desc limit 1;
  return (
    select jsonb_build_object('service', to_jsonb(its_service) - 'secret_sealed', 'wanted', its_service.wanted,
      'attempts', its_service.attempts, 'is_begun', its_service.call_started_at is not null,
      'email', email, 'full_name', raw_user_meta_data ->> 'full_name',
      'days_without', public.days_without(its_service), 'target_plan', coalesce(upgrade.payload ->> 'plan', its_service.plan), 'is_upgrade', upgrade.id is not null,
      'open_bill', (select bill_id from public.orders where service_id = its_service.id and kind = 'extend' and status = 'requested'
        order by created_at desc limit 1))
    from auth.users where id = its_service.user_id);
end $function$;

-- Ends a wish to suspend a service if money for it is on its way. Returns whether it did. The server is asked only if it did not.
CREATE OR REPLACE FUNCTION public.drop_suspension(service uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform public.lock_service_orders(service);
  if not public.has_service_money(service) then return false; end if;
  update public.services set wanted = public.wanted_after_stay(services), claimed_until = null where id = service and wanted = 'suspended';
  return found;
end $function$;

-- Whose else the name of a service is: another customer's domain, or a service of the same kind that another customer has there or that is
-- being set up.
CREATE OR REPLACE FUNCTION public.others_with_name(its_service services)
 RETURNS TABLE(user_id uuid, service_id uuid)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select user_id, null::uuid from public.domains
    where lower(name) = lower(its_service.domain) and status <> 'left' and user_id <> its_service.user_id
  union all
  select user_id, id from public.services
    where kind = its_service.kind and lower(domain) = lower(its_service.domain) and user_id <> its_service.user_id
      and (state in ('active', 'suspended') or (state = 'ordered' and wanted is not null));
$function$;

-- The same as a question before a service is set up: until the end of the transaction no other service of its name is.
CREATE OR REPLACE FUNCTION public.is_name_shared(its_service services)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform pg_advisory_xact_lock(hashtextextended('services of ' || lower(its_service.domain), 0));
  return exists (select from public.others_with_name(its_service));
end $function$;

-- Whether the name of an order for a service is another customer's, too.
CREATE OR REPLACE FUNCTION public.is_order_shared(order_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select exists (select from public.orders join public.services on services.id = service_id, public.others_with_name(services)
    where orders.id = order_id);
$function$;

-- Claims a requested order for the process that asks the domain provider: {"outcome": "claimed", "order"}. One call at a time goes out for a
-- name: 'busy' while another order for the same is at the provider, and 'shared' for hosting and certificates of a name that is another
-- customer's, too. Null: it is not requested any more.
CREATE OR REPLACE FUNCTION public.claim_order(order_id uuid, at timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  its_order public.orders;
  kinds text[];
begin
  select * into its_order from public.orders where id = order_id;
  kinds := case when its_order.kind in ('register', 'transfer') then '{register,transfer}' else array[its_order.kind] end;
  perform pg_advisory_xact_lock(hashtextextended('asks the provider for ' || lower(its_order.domain), 0));
  if exists (select from public.orders where lower(domain) = lower(its_order.domain) and kind = any (kinds) and id <> order_id
      and status = 'processing' and taken_by is null) then return '{"outcome": "busy"}'; end if;
  if its_order.kind in ('hosting', 'certificate') and public.is_order_shared(order_id) then return '{"outcome": "shared"}'; end if;
  update public.orders set status = 'processing', asked_at = at where id = order_id and status = 'requested' returning * into its_order;
  if not found then return null; end if;
  return jsonb_build_object('outcome', 'claimed', 'order', to_jsonb(its_order));
end $function$;

-- Another hosting service that has not ended and has this username at this server, at a server that is not known, or for the same name:
-- one server may have several names. Locks the username until the end of the transaction.
CREATE OR REPLACE FUNCTION public.other_with_username(service uuid, username text, host text)
 RETURNS services
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare other public.services;
begin
  perform pg_advisory_xact_lock(hashtextextended('hosting account ' || username, 0));
  select * into other from public.services
    where kind = 'hosting' and state <> 'ended' and access ->> 'username' = username and id <> service
      and (coalesce(access ->> 'host' = host, true)
        or lower(domain) = (select lower(its.domain) from public.services its where its.id = service)) limit 1;
  return other;
end $function$;

-- Stores before a call to create an account under which username it is asked for: 'begun'. 'taken': another service has this username.
-- Null if a call was begun before: then only read.
CREATE OR REPLACE FUNCTION public.begin_service_call(service uuid, at timestamp with time zone, username text)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform from public.services where id = service and wanted = 'create' and call_started_at is null for update;
  if not found then return null; end if;
  if (public.other_with_username(service, username, null)).id is not null then return 'taken'; end if;
  update public.services set call_started_at = at, access = access || jsonb_build_object('username', username) where id = service;
  return 'begun';
end $function$;

-- Stores what the server said, and releases the claim. `outcome`: {"did"} (it has done what is `wanted`), {"problem"} (for a person),
-- {"again_at"} (look or try again then). With `access` if it is known. After {"begins_again": true} nothing was created, so that a new call
-- to create may begin. False if the service is not wanted like that any more; then nothing is stored.
CREATE OR REPLACE FUNCTION public.settle_service(service uuid, expected text, outcome jsonb, mails jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  today date := public.nairobi_date(now());
  its_service public.services;
  is_done boolean := outcome ? 'did';
begin
  -- The orders of a service are locked before it.
  perform from public.orders where service_id = service and status in ('requested', 'processing') order by id for update;
  select * into its_service from public.services where id = service and wanted = expected for update;
  if its_service.id is null then return false; end if;
  if is_done and expected = 'active' and its_service.state = 'suspended' then perform public.note_restored(its_service); end if;
  update public.services set claimed_until = null, access = access || coalesce(outcome -> 'access', '{}'),
    provider_ref = coalesce(outcome ->> 'ref', provider_ref), problem = outcome ->> 'problem',
    next_call_at = coalesce((outcome ->> 'again_at')::timestamptz, next_call_at),
    call_started_at = case when (outcome ->> 'begins_again')::boolean then null else call_started_at end,
    wanted = case when is_done then null else wanted end,
    state = case when is_done and expected = 'suspended' then 'suspended' when is_done and expected = 'active' then 'active' else state end,
    suspended_on = case when is_done and expected = 'suspended' then today when is_done and expected = 'active' then null else suspended_on end,
    ends_on = case when is_done and expected = 'active' then ends_on + public.days_without(services) else ends_on end
    where id = service;
  if is_done then
    -- What was ordered is there: the order is done, which makes the service active or changes its plan.
    update public.orders set status = 'done' where service_id = service and status in ('requested', 'processing')
      and ((expected = 'create' and kind = 'hosting')
        -- Not one that waits for its money, while a smaller plan begins.
        or (expected = 'plan' and kind = 'upgrade' and exists (select from public.bills where bills.id = bill_id and paid_at is not null)));
    -- What was paid while the server was asked to suspend it has never been suspended here.
    if expected = 'active' and its_service.state <> 'suspended' then return true; end if;
    if expected = 'suspended' then perform public.note_service(its_service, 'suspended'); end if;
    perform public.queue_mails(mails);
  end if;
  return true;
end $function$;

-- Carries out a requested order of a service as far as the site can. 'done': a paid year of hosting or of a certificate, which nobody has to
-- buy anywhere. 'server': the hosting server is asked next, for a larger plan that is paid or, if `uses_server`, for a new account. 'staff': the rest, and
-- a new account for a name that is also another customer's.
CREATE OR REPLACE FUNCTION public.carry_out_service_order(order_id uuid, uses_server boolean)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  its_order public.orders;
  its_service public.services;
  its_wanted text;
begin
  select * into its_order from public.orders where id = order_id for update;
  if its_order.status = 'done' then return 'done'; end if;
  if its_order.status <> 'requested' then return 'staff'; end if;
  if its_order.kind in ('extend', 'upgrade') and not exists (select from public.bills where id = its_order.bill_id and paid_at is not null) then
    return 'staff';
  end if;
  select * into its_service from public.services where id = its_order.service_id for update;
  if its_order.kind = 'extend' and its_service.kind in ('hosting', 'certificate') and its_service.provider <> 'registrar' then
    update public.orders set status = 'done' where id = order_id;
    return 'done';
  end if;
  its_wanted := case when its_order.kind = 'upgrade' and its_service.provider = 'whm' and its_service.state = 'active' then 'plan'
    when its_order.kind = 'hosting' and uses_server and its_service.state = 'ordered' then 'create' end;
  if its_wanted is null or coalesce(its_service.wanted, its_wanted) <> its_wanted then return 'staff'; end if;
  if its_wanted = 'create' and public.is_name_shared(its_service) then return 'staff'; end if;
  update public.services set provider = 'whm', wanted = its_wanted, attempts = 0, next_call_at = coalesce(next_call_at, now())
    where id = its_service.id;
  -- Counts for the day's limit.
  update public.orders set asked_at = now() where id = order_id and kind = 'hosting';
  return 'server';
end $function$;

-- Whether the money of a next year that has not begun counts: its payment did not turn out void, and staff did not name a refund. Without a
-- bill it was settled elsewhere, if it had a price.
CREATE OR REPLACE FUNCTION public.is_next_year_paid(service uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce((select its_order.refund_due_ksh = 0 and case when bills.id is null then its_order.price_ksh > 0 else bills.paid_at is not null end
    from public.last_year_order(service) as its_order left join public.bills on bills.id = its_order.bill_id where its_order.id is not null), true);
$function$;

-- The version of a service: the last line of staff's log, and a hash of what staff see of it. Each form shows it, so that of two members of
-- staff the second reads who was first, and nobody decides about what the customer or the server has changed meanwhile.
CREATE OR REPLACE FUNCTION public.service_version(its_service services)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select concat((select max(id) from public.desk_log where about_kind = 'service' and about_id = its_service.id::text and did <> 'note-added'), '.',
    md5((to_jsonb(its_service) - '{secret_sealed,secret_at,secret_shown_at,has_secret,priced_on,counts_from,call_started_at,next_call_at,claimed_until,attempts}'::text[])::text));
$function$;

-- Changes one service for staff, if it still is as the form showed it (`version`), with its line of the log, of its history and its mails. `act`
-- is the form, `change` what it sets. Outcomes:
-- 'done'; 'same' (the same form within a minute); 'paying' (money for it was paid or reported); 'unpaid' (its order has no paid bill); 'nameless'
-- (the customer has no such name); 'paid-year' (the last day would be before a paid next year); 'others' (the name is also another
-- customer's, and the form is not `shared`: nobody has read whose); 'taken' (the username is that of another service, of `domain`);
-- 'lost', with `state` and `last` (who did what before, and when); null without a service.
--   setup     access, secret (sealed, with `mark` of its text), cert_ends_on, and `provider` ('hand': it is
--             not at our hosting server, which then must not be asked about it). Its first order is done with it, an unpaid one if `early`.
--   server    the server sets it up by WHM: an ordered hosting plan.        suspend, restore   a person did it.
--   hold      hold_until, at most 30 days from now, or null.                price   renew_ksh, or null for the list; `first_price`: it had none.
--   date      ends_on, not before today.       plan      the change of plan is done at the provider.
--   reissued  cert_ends_on.                    removed   the data is deleted: after 45 days, or of an order that failed, by a person.
--   again, there     a person looked at the server: what failed is tried again, or it is there already.
CREATE OR REPLACE FUNCTION public.desk_change_service(staff jsonb, service uuid, act text, change jsonb, mails jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  me uuid := staff ->> 'id';
  today date := public.nairobi_date(now());
  its_service public.services;
  other public.services;
  way_in jsonb;
  first_order public.orders;
  last jsonb;
  ended text;
  version text;
  is_called boolean;
  is_allowed boolean;
  is_first_price boolean := act = 'price' and coalesce((change ->> 'first_price')::boolean, false);
begin
  change := change - 'first_price';
  perform public.lock_service_orders(service);
  select * into its_service from public.services where id = service for update;
  if its_service.id is null then return null; end if;
  last := public.desk_last(staff, array(select distinct did from public.desk_log
    where about_kind = 'service' and about_id = service::text and did <> 'note-added'), 'service', service::text);
  version := public.service_version(its_service);
  -- What the server failed to do once more since the form was sent is not the same.
  if not (act in ('again', 'there') and change ->> 'version' = version) and last ->> 'did' = 'service-' || act and (last ->> 'is_again')::boolean and (last -> 'detail') - '{version,from}'::text[] = change - '{secret,version}'::text[] then
    return '{"outcome": "same"}';
  end if;
  select * into first_order from public.orders where service_id = service and kind in ('hosting', 'mail', 'certificate')
    and status in ('requested', 'processing');
  -- The server is at work on it, so that nobody else is.
  is_called := its_service.provider = 'whm' and its_service.wanted is not null and its_service.problem is null;
  is_allowed := case act
    when 'setup' then its_service.state <> 'ended' and not (is_called and its_service.wanted = 'create')
    when 'server' then its_service.state = 'ordered' and its_service.kind = 'hosting' and its_service.wanted is null and its_service.problem is null
      and (first_order.status = 'requested' or first_order.taken_by = me)
    when 'suspend' then its_service.state = 'active' and its_service.wanted = 'suspended' and not is_called
    when 'restore' then its_service.state = 'suspended' and not is_called
    when 'hold' then its_service.state in ('active', 'suspended')
      and coalesce((change ->> 'hold_until')::date between today and today + 30, its_service.hold_until is not null)
    -- Not before today, so that the customer has the notices and the days until the deletion.
    when 'date' then its_service.state in ('active', 'suspended') and (change ->> 'ends_on')::date >= least(its_service.ends_on, today) and not is_called
    when 'plan' then its_service.wanted = 'plan' and its_service.provider <> 'whm'
    when 'reissued' then its_service.kind = 'certificate' and its_service.state = 'active'
    when 'removed' then (its_service.state = 'ended' and its_service.problem is not null)
      or (its_service.state = 'suspended' and its_service.wanted is null and public.deletion_day(its_service) <= today
      and coalesce(its_service.hold_until < today, true)
      and not exists (select from public.orders where service_id = service and status in ('requested', 'processing')))
    when 'again' then its_service.problem is not null and its_service.provider = 'whm' and its_service.wanted is not null
    when 'there' then its_service.problem is not null and its_service.wanted is not null
    else its_service.state in ('active', 'suspended') end;
  if is_allowed is not true or change ->> 'version' is distinct from version then
    -- Who of staff was before, if it was not the customer, the days or the server.
    return jsonb_build_object('outcome', 'lost', 'state', its_service.state,
      'last', case when split_part(change ->> 'version', '.', 1) is distinct from split_part(version, '.', 1) then last end);
  end if;
  if act = 'date' and (change ->> 'ends_on')::date < its_service.next_on then
    if public.is_next_year_paid(service) then return '{"outcome": "paid-year"}'; end if;
    -- What the customer chose for it stays chosen.
    perform public.take_back_next_year(service, 'Its payment does not count');
  elsif act = 'date' and (change ->> 'ends_on')::date < its_service.ends_on
    and exists (select from public.bills where id = (public.last_year_order(service)).bill_id and paid_at is null) then
    -- An open bill would ask for days that the service does not have any more.
    perform public.take_back_next_year(service, 'Its payment does not count');
  end if;
  if act = 'suspend' and public.has_service_money(service) then return '{"outcome": "paying"}'; end if;
  if act in ('server', 'setup') and not coalesce((change ->> 'early')::boolean, false)
    and first_order.id is not null and not exists (select from public.bills where id = first_order.bill_id and paid_at is not null) then
    return '{"outcome": "unpaid"}';
  end if;
  if act in ('server', 'setup') or (act = 'there' and its_service.wanted = 'create') then
    if public.is_name_shared(its_service) and not coalesce((change ->> 'shared')::boolean, false) then return '{"outcome": "others"}'; end if;
    way_in := its_service.access || coalesce(change -> 'access', '{}');
    if act <> 'server' and its_service.kind = 'hosting' then
      other := public.other_with_username(service, way_in ->> 'username', way_in ->> 'host');
      if other.id is not null then return jsonb_build_object('outcome', 'taken', 'domain', other.domain); end if;
    end if;
  end if;
  if act = 'setup' and first_order.id is not null then
    ended := public.desk_end_order(staff, first_order.id, jsonb_build_object('status', 'done', 'at_service', true, 'detail',
      case its_service.kind when 'certificate' then '{"ssl": "active"}' else '{}' end::jsonb), '[]');
    if ended not in ('done', 'same') then
      return jsonb_build_object('outcome', case ended when 'nameless' then ended else 'lost' end, 'state', its_service.state, 'last', last);
    end if;
  end if;

  if act = 'date' then change := change || jsonb_build_object('from', its_service.ends_on); end if;
  if act = 'restore' then perform public.note_restored(its_service); end if;
  update public.services set
    access = case when act in ('setup', 'there') then access || coalesce(change -> 'access', '{}') else access end,
    secret_sealed = case when act = 'setup' and change ? 'secret' then change ->> 'secret' else secret_sealed end,
    secret_at = case when act = 'setup' and change ? 'secret' then now() else secret_at end,
    secret_shown_at = case when act = 'setup' and change ? 'secret' then null else secret_shown_at end,
    cert_ends_on = case when act in ('setup', 'reissued') and change ? 'cert_ends_on' then (change ->> 'cert_ends_on')::date else cert_ends_on end,
    provider = case when act = 'server' then 'whm' when act = 'setup' and change ? 'provider' then change ->> 'provider' else provider end,
    wanted = case act when 'server' then 'create' when 'suspend' then null when 'restore' then null when 'plan' then null
      when 'hold' then case when change ->> 'hold_until' is not null then public.wanted_after_stay(services) else wanted end
      -- With another last day it may work on, or has to work again.
      when 'date' then case when state = 'active' and (change ->> 'ends_on')::date >= today then public.wanted_after_stay(services)
        when state = 'suspended' and (change ->> 'ends_on')::date >= today then 'active'
        when state = 'suspended' and wanted = 'active' then null else wanted end
      else wanted end,
    state = case act when 'suspend' then 'suspended' when 'restore' then 'active' when 'removed' then 'ended' else state end,
    suspended_on = case act when 'suspend' then today when 'restore' then null else suspended_on end,
    ends_on = case when act = 'restore' then ends_on + public.days_without(services)
      when act = 'date' then (change ->> 'ends_on')::date else ends_on end,
    -- A hold that ends today was one until yesterday: the days after it count.
    hold_until = case when act = 'hold' then coalesce((change ->> 'hold_until')::date, least(hold_until, today - 1)) else hold_until end,
    priced_on = case when is_first_price then today else priced_on end,
    renew_ksh = case when act = 'price' then (change ->> 'renew_ksh')::integer else renew_ksh end,
    removed_at = case when act = 'removed' then now() else removed_at end,
    ended_at = case when act = 'removed' then coalesce(ended_at, now()) else ended_at end,
    problem = case when act in ('again', 'setup', 'removed') then null else problem end,
    attempts = case when act = 'again' then 0 else attempts end,
    call_started_at = case when act = 'again' then null else call_started_at end,
    next_call_at = case when act = 'again' then now() else next_call_at end
  where id = service returning * into its_service;
  if act = 'there' then
    -- As if the server had said so: an order is done with it.
    perform public.settle_service(service, its_service.wanted, '{"did": true}', '[]');
  elsif act = any ('{suspend,hold,price,date,plan,reissued,removed}'::text[]) and its_service.starts_on is not null then
    perform public.note_service(its_service, case act when 'suspend' then 'suspended' when 'hold' then 'held'
      else act end, change - '{reason,version}'::text[]);
  end if;
  return public.log_done(staff, 'service-' || act, 'service', service::text, its_service.user_id, change - 'secret', mails);
end $function$;

-- A page of services of these states and kinds, by a part of the name or the number, as list_page returns it. First come
-- those that wait for staff, the oldest first (`waits_since`), then those that end next. `at`, `priced`: as in services_waiting. Without data
-- of customers.
CREATE OR REPLACE FUNCTION public.desk_services(at timestamp with time zone, priced text[], states text[], kinds text[], words text, place jsonb, max_rows integer)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  -- The services that wait, and then all others. Conditions stand outside of the two lists, so that the index of the second gives its order.
  select public.list_page(format('
    select %1$s, problem is not null as has_problem, waits_since, at, id as key from (
      select services.*, waits_since, waits_since - interval ''100 years'' as at, true as is_waiting
      from public.services join (select id as waiting_id, min(since) as waits_since from (%2$s) as waiting group by id) as work on waiting_id = id
      union all
      select services.*, null, listed_at, false from public.services) as one
    where (is_waiting or id not in (select id from (%2$s) as waiting)) and %3$s and %4$s %5$s',
      'id, kind, domain, plan, seats, state, starts_on, ends_on, price_ksh, renew_ksh, provider, wanted, created_at',
      format('select id, since from public.services_waiting(%L, %L) union all
        -- Its order waits for staff, to set it up.
        select service_id, since from public.orders_waiting() where service_id is not null and kind not in (''extend'', ''upgrade'')', at, priced),
      public.is_one_of('state', states), public.is_one_of('kind', kinds),
      case when words <> '' then format('and (%s %s)', public.has_part('lower(domain)', words),
        case when number ~ '^[0-9a-f]{8}$' then format('or id between %L and %L', number || '-0000-0000-0000-000000000000',
          number || '-ffff-ffff-ffff-ffffffffffff') end) end),
    true, place, max_rows)
  from replace(words, '-', '') as typed (number);
$function$;

-- Whether something was paid or reported of an unpaid bill, so that its service waits for the rest.
CREATE OR REPLACE FUNCTION public.has_unsettled_money(bill bills)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select bill.paid_ksh > 0 or bill.typed_code is not null or exists (select from public.payments where bill_id = bill.id and state = 'held');
$function$;

-- The orders of a service that decide how it is: those that are open and those of its years. Besides, the newest ones.
CREATE OR REPLACE FUNCTION public.service_orders(service uuid)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE ROWS 20
 SET search_path TO ''
AS $function$
  (select id from public.orders where service_id = service
    and (status in ('requested', 'processing') or kind in ('hosting', 'mail', 'certificate') or (kind = 'extend' and status = 'done'))
    order by created_at desc limit 50)
  union (select id from public.orders where service_id = service order by created_at desc limit 20);
$function$;

-- A service for its page, without its first password: with its customer, its last orders, the log and the notes; null if there is none.
CREATE OR REPLACE FUNCTION public.desk_service(service uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select to_jsonb(its_service) - 'secret_sealed' || jsonb_build_object(
    'days_without', public.days_without(its_service), 'is_next_year_paid', next_on is not null and public.is_next_year_paid(service),
    'has_share', exists (select from public.orders where service_id = service and kind = 'upgrade' and status <> 'failed'
      and payload ->> 'nextOn' = next_on::text),
    'customer', (select jsonb_build_object('email', email, 'name', raw_user_meta_data ->> 'full_name') from auth.users
      where id = its_service.user_id),
    'orders', coalesce((select jsonb_agg(its_order) from (
      select orders.id, kind, domain, status, orders.price_ksh, updated_at, bill_id, choices, taken_by, public.staff_name(taken_by) as taken_name,
        bills.paid_at is null as is_unpaid,
        case when bills.paid_at is null and status in ('requested', 'processing') and public.has_unsettled_money(bills)
          then jsonb_build_object('reference', reference, 'paid_ksh', paid_ksh, 'amount_ksh', amount_ksh, 'typed_code', typed_code) end as money
      from public.orders left join public.bills on bills.id = orders.bill_id
      where orders.id in (select public.service_orders(service)) order by created_at desc, orders.id) as its_order), '[]'),
    'changes', coalesce((select jsonb_agg(to_jsonb(one) order by at desc, id desc) from (
      select id, at, did, detail from public.service_changes where service_id = service order by at desc, id desc limit 20) as one), '[]'),
    'others', coalesce((select jsonb_agg(jsonb_build_object('user_id', other.user_id, 'service_id', other.service_id,
        'email', email, 'name', raw_user_meta_data ->> 'full_name'))
      from public.others_with_name(its_service) as other join auth.users on id = other.user_id where its_service.state <> 'ended'), '[]'),
    'version', public.service_version(its_service), 'trail', public.desk_trail('service', service::text))
  from public.services as its_service where its_service.id = service;
$function$;

-- What a service waits for, for staff: a problem at the server, what they do by hand, money that was reported or paid in part, the way in of one that is active, the deletion of its
-- data, a certificate that ends before the service, and the price of the next year of a plan that is not `priced` in the list. `since`: when
-- it began to wait. Source: docs/product/services.md, "Services at the desk".
CREATE OR REPLACE FUNCTION public.services_waiting(at timestamp with time zone, priced text[])
 RETURNS TABLE(kind text, id uuid, domain text, since timestamp with time zone)
 LANGUAGE sql
 STABLE ROWS 50
 SET search_path TO ''
AS $function$
  with now_in (today) as (select public.nairobi_date(at)), waiting (kind, id, domain, since, day) as (
    select 'service-problem', id, domain, coalesce(next_call_at, created_at), null::date from public.services where problem is not null
    union all
    select case wanted when 'suspended' then 'service-suspend' when 'active' then 'service-restore' else 'service-plan' end, id, domain,
      coalesce(next_call_at, created_at), null
    from public.services where wanted is not null and provider <> 'whm' and problem is null
    union all
    select 'service-setup', id, domain, null, starts_on from public.services
    where state = 'active' and wanted is null and problem is null
      and case kind when 'certificate' then cert_ends_on is null else access ->> 'panel' is null end
    union all
    -- It would be suspended, but for money that does not pay its next year.
    select 'service-money', services.id, services.domain, null, services.counts_from + 8
    from now_in, public.services join public.orders on service_id = services.id and orders.kind = 'extend'
      and orders.status in ('requested', 'processing') join public.bills on bills.id = bill_id and paid_at is null
    where services.state = 'active' and wanted is null and counts_from <= today - 8 and (hold_until is null or hold_until < today)
      and public.has_unsettled_money(bills)
    union all
    select 'service-remove', id, domain, null, public.deletion_day(services) from public.services, now_in
    where state = 'suspended' and counts_from <= today - 45 and public.deletion_day(services) <= today and wanted is null and problem is null
      and not exists (select from public.orders where service_id = services.id and status in ('requested', 'processing'))
    union all
    select 'service-reissue', id, domain, null, cert_ends_on - 21 from public.services, now_in
    where state = 'active' and cert_ends_on <= today + 21 and cert_ends_on < ends_on
    union all
    select 'service-price', id, domain, null, ends_on - 45 from public.services, now_in
    where state = 'active' and counts_from <= today + 45 and not will_end and renew_ksh is null and not coalesce(next_plan, plan) = any (priced)
      and not exists (select from public.orders where service_id = services.id and orders.kind = 'extend'
        and status in ('requested', 'processing'))
  )
  select kind, id, domain, coalesce(since, day::timestamp at time zone 'Africa/Nairobi') from waiting;
$function$;

CREATE OR REPLACE FUNCTION public.note_visitor_wrote()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update public.messages set wrote_again_at = greatest(wrote_again_at, new.created_at) where id = new.message_id;
  return null;
end $function$;

-- Stores messages to the agency and queues mails. Mails to the agency may be delayed by `delay_seconds`; a customer's receipt is not.
CREATE OR REPLACE FUNCTION public.notify_agency(messages jsonb, mails jsonb, delay_seconds integer DEFAULT 0)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  insert into public.messages (key, name, email, phone, subject, message, domain, kind, user_id, handed_on_at)
    select new_message.key, new_message.name, new_message.email, new_message.phone, new_message.subject, new_message.message,
      new_message.domain, coalesce(new_message.kind, 'visitor'), new_message.user_id, now()
    from jsonb_populate_recordset(null::public.messages, messages) as new_message;
  perform public.queue_mails(mails);
  update public.mails as queued set next_try_at = now() + make_interval(secs => delay_seconds)
    from jsonb_array_elements(mails) as one (mail)
    where queued.key = one.mail ->> 'key' and queued.kind = 'contact' and delay_seconds > 0;
end $function$;

-- Gives a delayed mail its final text and sends it. False if it has gone out, or is on its way.
CREATE OR REPLACE FUNCTION public.update_agency_mail(messages jsonb, mails jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update public.mails as queued
    set subject = one.mail ->> 'subject', body_text = one.mail ->> 'body_text', next_try_at = now()
    from jsonb_array_elements(mails) as one (mail) where queued.key = one.mail ->> 'key' and queued.attempts = 0;
  if not found then return false; end if;
  update public.messages as stored set subject = new_message.subject, message = new_message.message
    from jsonb_populate_recordset(null::public.messages, messages) as new_message where stored.key = new_message.key;
  return true;
end $function$;

-- Stores a message for the contact service, once for its key, and claims it for so many seconds: 'claimed'; 'sent' if it was sent within a
-- day; 'busy' while another process has it. A closed thread that is sent once more is new again.
CREATE OR REPLACE FUNCTION public.store_message(new_message jsonb, seconds integer)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  insert into public.messages as known
    (key, name, email, phone, subject, message, domain, kind, user_id, attempts, claimed_until)
    select new_row.key, new_row.name, new_row.email, new_row.phone, new_row.subject, new_row.message, new_row.domain,
      coalesce(new_row.kind, 'visitor'), new_row.user_id, 1, now() + make_interval(secs => seconds)
    from jsonb_populate_record(null::public.messages, new_message) as new_row
    on conflict (key) do update
      set attempts = 1, claimed_until = excluded.claimed_until, handed_on_at = null, failed_at = null, failure = null,
        state = case when known.state in ('answered', 'closed') then 'new' else known.state end, touched_at = now()
      where (known.claimed_until is null or known.claimed_until <= now())
        and (known.handed_on_at is null or known.handed_on_at < now() - interval '23 hours');
  if found then return 'claimed'; end if;
  return (select case when known.handed_on_at is null then 'busy' else 'sent' end
    from public.messages as known where known.key = new_message ->> 'key');
end $function$;

-- Claims the message that has been due longest, for `seconds`. Skips a message that another process has claimed, without
-- waiting.
CREATE OR REPLACE FUNCTION public.claim_message(seconds integer)
 RETURNS SETOF messages
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  update public.messages set attempts = attempts + 1, claimed_until = now() + make_interval(secs => seconds)
  where id = (
    select id from public.messages
    where handed_on_at is null and failed_at is null and next_try_at <= now()
      and (claimed_until is null or claimed_until <= now())
    order by next_try_at limit 1 for update skip locked
  )
  returning *;
$function$;

-- Marks a message sent, whichever process sent it.
CREATE OR REPLACE FUNCTION public.mark_message_sent(message_key text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  update public.messages set claimed_until = null, handed_on_at = now(), failed_at = null where key = message_key;
$function$;

-- Marks an attempt failed, unless another process has claimed the message since. If `again_in` (seconds) is null, the message
-- is not tried again.
CREATE OR REPLACE FUNCTION public.mark_message_failed(message_key text, attempt integer, why jsonb, again_in integer DEFAULT NULL::integer)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  update public.messages set
    claimed_until = null, failure = why,
    next_try_at = now() + make_interval(secs => coalesce(again_in, 0)),
    failed_at = case when again_in is null then now() end
  where key = message_key and attempts = attempt and handed_on_at is null;
$function$;

-- Queues the mail of a stored message again. A closed thread whose mail goes out is new again.
CREATE OR REPLACE FUNCTION public.requeue_message(message_key text, mails jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform public.queue_mails(mails);
  update public.messages as known set state = 'new', touched_at = now()
    from jsonb_array_elements(mails) as one (mail)
    where known.key = message_key and known.state in ('answered', 'closed') and exists (
      select from public.mails as queued where queued.key = one.mail ->> 'key' and queued.sent_at is null);
end $function$;

-- A message for its page at the desk, with its last 200 parts, five other messages of its address, and what the account with the address has.
CREATE OR REPLACE FUNCTION public.desk_thread(thread_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select to_jsonb(thread) || jsonb_build_object(
    'taken_name', public.staff_name(thread.taken_by),
    'part_count', (select count(*) from public.message_parts where message_id = thread.id),
    'parts', coalesce((
      select jsonb_agg(to_jsonb(part) || jsonb_build_object('author', public.staff_name(part.author)) order by part.id)
      from (select id, side, author, body, created_at from public.message_parts
        where message_id = thread.id order by id desc limit 200) as part), '[]'),
    'others', coalesce((
      select jsonb_agg(other) from (
        select id, subject, state, touched_at from public.messages
        where address = thread.address and kind = 'visitor' and id <> thread.id order by created_at desc, id limit 5) as other), '[]'),
    'account', (
      select jsonb_build_object('id', known.id, 'name', known.raw_user_meta_data ->> 'full_name',
        'domains', coalesce((select jsonb_agg(name order by name) from (
          select name from public.domains where user_id = known.id and status <> 'left' order by name limit 50) as own), '[]'),
        'orders', coalesce((select jsonb_agg(own) from (
          select id, kind, domain, status, price_ksh, updated_at, public.is_order_paid(orders) as is_paid from public.orders
          where user_id = known.id order by created_at desc limit 20) as own), '[]'))
      from auth.users as known where known.id = public.confirmed_account(thread.email)))
  from public.messages as thread where thread.id = thread_id;
$function$;

-- A page of threads in these states, or of notices, that have these words (in lower case), as list_page returns it. Without addresses.
-- `since`: when the visitor last wrote.
CREATE OR REPLACE FUNCTION public.desk_messages(states text[], is_from_site boolean, words text, is_oldest_first boolean, place jsonb, max_rows integer)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select public.list_page(format('
    select id, kind, name, subject, state, taken_by, public.staff_name(taken_by) as taken_name, coalesce(wrote_again_at, created_at) as since,
      touched_at, coalesce(wrote_again_at, created_at) as at, id as key
    from public.messages where %s %s',
    case when is_from_site then 'kind <> ''visitor''' else 'kind = ''visitor'' and ' || public.is_one_of('state', states) end,
    case when words <> '' then 'and ' || public.has_part('searched', words) end),
    is_oldest_first, place, max_rows);
$function$;

-- Each function below changes one thread, with its log line and mails. It returns null if there is no such thread, else an `outcome`:
-- 'done'; 'same' if it was done before; 'taken' or 'closed' by somebody (`by`, `at`); 'moved' if parts were added that the form did not
-- show.
CREATE OR REPLACE FUNCTION public.lock_thread(thread_id uuid)
 RETURNS messages
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select * from public.messages where id = thread_id and kind = 'visitor' for update;
$function$;

-- Returns why a member of staff may not close or answer a thread: an `outcome`, and who did what (`by`, `at`). Null if they
-- may.
CREATE OR REPLACE FUNCTION public.thread_conflict(thread messages, me uuid, expected_parts integer)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case
    when thread.state = 'closed' then jsonb_build_object('outcome', 'closed', 'by', public.staff_name(thread.taken_by),
      'at', thread.touched_at)
    when thread.taken_by <> me then jsonb_build_object('outcome', 'taken', 'by', public.staff_name(thread.taken_by),
      'at', thread.taken_at)
    when expected_parts <> (select count(*) from public.message_parts where message_id = thread.id)
      then jsonb_build_object('outcome', 'moved')
  end;
$function$;

-- Takes a thread, gives it back (also for a colleague), closes or reopens it. `expected` has what the form showed: `part_count`, `holder`.
CREATE OR REPLACE FUNCTION public.desk_move_message(staff jsonb, thread_id uuid, step text, expected jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  me uuid := staff ->> 'id';
  thread public.messages := public.lock_thread(thread_id);
  expected_parts integer := coalesce((expected ->> 'part_count')::integer,
    (select count(*) from public.message_parts where message_id = thread_id));
  conflict jsonb := public.thread_conflict(thread, me, expected_parts);
  line text;
begin
  if thread.id is null then return null; end if;
  if step = 'take' then
    if conflict ->> 'outcome' in ('closed', 'taken') then return conflict; end if;
    if thread.state <> 'new' and thread.taken_by is not null then return '{"outcome":"same"}'; end if;
    line := 'message-taken';
    update public.messages set state = 'taken', taken_by = me, taken_at = now(), touched_at = now() where id = thread_id;
  elsif step = 'give-back' then
    if thread.state = 'closed' then return conflict; end if;
    if thread.taken_by is null then return '{"outcome":"same"}'; end if;
    if thread.taken_by::text is distinct from expected ->> 'holder' then
      return jsonb_build_object('outcome', 'taken', 'by', public.staff_name(thread.taken_by), 'at', thread.taken_at);
    end if;
    line := 'message-given-back';
    update public.messages set state = case when state = 'taken' then 'new' else state end, taken_by = null,
      taken_at = null, touched_at = now() where id = thread_id;
  elsif step = 'close' then
    if thread.state = 'closed' and thread.taken_by = me then return '{"outcome":"same"}'; end if;
    if conflict is not null then return conflict; end if;
    line := 'message-closed';
    update public.messages set state = 'closed', taken_by = me, taken_at = coalesce(taken_at, now()), touched_at = now()
      where id = thread_id;
  elsif step = 'reopen' then
    if thread.state <> 'closed' then return '{"outcome":"same"}'; end if;
    line := 'message-reopened';
    update public.messages set state = 'new', taken_by = null, taken_at = null, touched_at = now() where id = thread_id;
  else
    raise exception 'There is no step %', step;
  end if;
  return public.log_done(staff, line, 'message', thread_id::text, public.confirmed_account(thread.email),
    case when thread.taken_by <> me then jsonb_build_object('holder', thread.taken_by) else '{}' end);
end $function$;

-- Deletes a thread with its parts and mails. The log keeps its id and why. `expected_version`: when the thread was last touched, as the form
-- showed it.
CREATE OR REPLACE FUNCTION public.desk_delete_message(staff jsonb, thread_id uuid, expected_version timestamp with time zone, reason text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  thread public.messages := public.lock_thread(thread_id);
  keys text[] := array(select key from public.message_parts where message_id = thread_id) || thread.key;
begin
  if thread.id is null then
    return case when (public.desk_last(staff, '{message-deleted}', 'message', thread_id::text) ->> 'is_again')::boolean
      then '{"outcome":"same"}'::jsonb end;
  end if;
  if thread.state <> 'closed' and thread.taken_by <> (staff ->> 'id')::uuid then
    return jsonb_build_object('outcome', 'taken', 'by', public.staff_name(thread.taken_by), 'at', thread.taken_at);
  end if;
  if thread.touched_at is distinct from expected_version then return '{"outcome":"moved"}'; end if;
  delete from public.mails where key = any (array(select kind || key from unnest(keys) as key, unnest('{contact-,answer-}'::text[]) as kind));
  -- The agency's copy of a visitor's reply has the key of the part.
  delete from public.messages where key = any (keys) and kind in ('visitor', 'reply');
  return public.log_done(staff, 'message-deleted', 'message', thread_id::text, detail => jsonb_build_object('reason', reason));
end $function$;

-- Deletes these threads ("id", "version"), except those that desk_delete_message refuses. Returns how many are `deleted` and `kept`.
CREATE OR REPLACE FUNCTION public.desk_delete_messages(staff jsonb, threads jsonb, reason text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  one record;
  outcome text;
  deleted integer := 0;
  kept integer := 0;
begin
  -- In one order, to prevent deadlocks.
  for one in select * from jsonb_to_recordset(threads) as ticked (id uuid, version timestamptz) order by id loop
    outcome := public.desk_delete_message(staff, one.id, one.version, reason) ->> 'outcome';
    if outcome in ('done', 'same') then deleted := deleted + 1; end if;
    if outcome in ('taken', 'moved') then kept := kept + 1; end if;
  end loop;
  return jsonb_build_object('deleted', deleted, 'kept', kept);
end $function$;

-- Adds an answer ('us'), what came by mail ('them') or a note. `part` has side, body, key and `part_count`, how many the form showed. Only
-- an answer needs the thread in one's own hand or nobody's. The same words within a minute are one part.
CREATE OR REPLACE FUNCTION public.desk_add_part(staff jsonb, thread_id uuid, part jsonb, mails jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  me uuid := staff ->> 'id';
  new_side text := part ->> 'side';
  thread public.messages := public.lock_thread(thread_id);
  conflict jsonb;
begin
  if thread.id is null then return null; end if;
  if exists (select from public.message_parts as known where known.key = part ->> 'key' or (
      known.message_id = thread_id and known.side = new_side and known.author = me and known.body = part ->> 'body'
      and known.created_at > now() - interval '1 minute')) then return '{"outcome":"same"}'; end if;
  if new_side = 'us' then conflict := public.thread_conflict(thread, me, (part ->> 'part_count')::integer); end if;
  if conflict is not null then return conflict; end if;
  insert into public.message_parts (message_id, side, author, body, key)
    values (thread_id, new_side, me, part ->> 'body', part ->> 'key');
  update public.messages set touched_at = now(),
    state = case new_side when 'us' then 'answered' when 'them' then 'new' else state end,
    taken_by = case when new_side = 'us' then me else taken_by end,
    taken_at = case when new_side = 'us' then coalesce(taken_at, now()) else taken_at end
    where id = thread_id;
  return public.log_done(staff, case new_side when 'us' then 'message-answered' when 'them' then 'message-came'
    else 'message-noted' end, 'message', thread_id::text, public.confirmed_account(thread.email),
    mails => mails);
end $function$;

-- Adds what a visitor wrote on the page of a thread. It is new again, also if it was closed; whoever has it keeps it.
CREATE OR REPLACE FUNCTION public.reply_to_message(thread_id uuid, words text, part_key text, mails jsonb)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare thread public.messages := public.lock_thread(thread_id);
begin
  if thread.id is null then return null; end if;
  if exists (select from public.message_parts where key = part_key) then return 'same'; end if;
  insert into public.message_parts (message_id, side, body, key) values (thread_id, 'them', words, part_key);
  update public.messages set state = 'new', touched_at = now() where id = thread_id;
  perform public.queue_mails(mails);
  return 'done';
end $function$;

-- Adds a saved answer, or changes the one with this id. Null if it was deleted; 'titled' if another has this title; 'moved' if it has
-- changed.
CREATE OR REPLACE FUNCTION public.desk_save_answer(staff jsonb, answer jsonb, expected_version timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  me uuid := staff ->> 'id';
  answer_id uuid := answer ->> 'id';
  known public.saved_answers;
begin
  perform pg_advisory_xact_lock(hashtextextended('saved answers', 0));
  if answer_id is not null then
    select * into known from public.saved_answers where id = answer_id;
    if known.id is null then return null; end if;
  end if;
  if exists (select from public.saved_answers where title = answer ->> 'title' and body = answer ->> 'body'
    and (answer_id is null or id = answer_id)) then return '{"outcome":"same"}'; end if;
  if known.changed_at <> expected_version then
    return jsonb_build_object('outcome', 'moved', 'by', public.staff_name(known.changed_by), 'at', known.changed_at);
  end if;
  if exists (select from public.saved_answers
    where lower(title) = lower(answer ->> 'title') and id is distinct from answer_id) then return '{"outcome":"titled"}'; end if;
  if answer_id is null then
    insert into public.saved_answers (title, body, changed_by) values (answer ->> 'title', answer ->> 'body', me)
      returning * into known;
  else
    update public.saved_answers set title = answer ->> 'title', body = answer ->> 'body', changed_by = me,
      changed_at = now() where id = answer_id;
  end if;
  return public.log_done(staff, 'saved-answer-changed', 'saved-answer', known.id::text);
end $function$;

-- Deletes a saved answer if nobody has changed it since the form was made.
CREATE OR REPLACE FUNCTION public.desk_delete_answer(staff jsonb, answer_id uuid, expected_version timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare known public.saved_answers;
begin
  select * into known from public.saved_answers where id = answer_id for update;
  if known.id is null then return '{"outcome":"same"}'; end if;
  if known.changed_at <> expected_version then
    return jsonb_build_object('outcome', 'moved', 'by', public.staff_name(known.changed_by), 'at', known.changed_at);
  end if;
  delete from public.saved_answers where id = answer_id;
  return public.log_done(staff, 'saved-answer-deleted', 'saved-answer', answer_id::text);
end $function$;

-- Stores a job with its changes. `job` has the columns, `changes` in their order, and `change_state` and `sent_at` of all of them. Returns
-- the ids of the job and of its first change; null if the domain is not the customer's.
CREATE OR REPLACE FUNCTION public.store_dns_job(job jsonb)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  with stored as (
    insert into public.dns_jobs (user_id, domain_id, zone_id, kind, title, state, asides)
    select user_id, id, job ->> 'zone_id', job ->> 'kind', job ->> 'title', job ->> 'state', job -> 'asides'
    from public.domains
    where id = (job ->> 'domain_id')::uuid and user_id = (job ->> 'user_id')::uuid
    -- Of a domain that moves to another customer at the same time, the move waits and finds the job, or the job is not stored.
    for share
    returning id, user_id, domain_id, zone_id
  ), written as (
    insert into public.dns_changes (job_id, user_id, domain_id, zone_id, state, sent_at, before, after)
    select id, user_id, domain_id, zone_id, job ->> 'change_state', (job ->> 'sent_at')::timestamptz,
      nullif(change -> 'before', 'null'), nullif(change -> 'after', 'null')
    from stored, jsonb_array_elements(job -> 'changes') with ordinality as listed (change, ordinal)
    order by ordinal
    returning id
  )
  select jsonb_build_object('job', id, 'change', (select min(id) from written)) from stored
$function$;

-- Starts no job of somebody who does not have the domain any more.
CREATE OR REPLACE FUNCTION public.keep_job_of_owner()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform from public.domains where id = new.domain_id and user_id = new.user_id for share;
  return case when found then new end;
end $function$;

-- Deletes plans that are older than a day and jobs that ended 730 days ago, the oldest first and each with its changes: so many that they
-- have about `max_rows` rows. Returns how many jobs.
CREATE OR REPLACE FUNCTION public.purge_dns_jobs(max_rows integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare gone integer;
begin
  with old as (
    (select id, created_at, state from public.dns_jobs where state = 'planned' and created_at < now() - interval '1 day'
      order by created_at limit max_rows)
    union all
    (select id, created_at, state from public.dns_jobs where state = 'finished' and created_at < now() - interval '730 days'
      order by created_at limit max_rows)),
  sized as (
    select id, state, sum(1 + (select count(*) from public.dns_changes where job_id = old.id))
      over (order by created_at, id rows between unbounded preceding and 1 preceding) as before
    from (select * from old order by created_at, id limit 500) as old)
  delete from public.dns_jobs as job using sized
    where job.id = sized.id and job.state = sized.state and coalesce(sized.before, 0) < max_rows;
  get diagnostics gone = row_count;
  return gone;
end $function$;

-- Returns domains with changes of which the customer was not notified, ten minutes after the first: the ids of all their
-- changes, and at most `max_changes` of them in full. Changes that may still be under way wait.
CREATE OR REPLACE FUNCTION public.dns_changes_to_notify(moment timestamp with time zone, max_domains integer, max_changes integer)
 RETURNS TABLE(domain_id uuid, name text, email text, ids jsonb, changes jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with unnotified as (
    select change.*, row_number() over (partition by change.domain_id order by change.id) as ordinal
    from public.dns_changes as change
    where change.notified_at is null and (change.state in ('done', 'unconfirmed')
      or (change.state = 'sent' and coalesce(change.sent_at, change.created_at) <= moment - interval '10 minutes'))
  )
  select domain.id, domain.name, customer.email::text, jsonb_agg(unnotified.id order by unnotified.id),
    jsonb_agg(jsonb_build_object('before', unnotified.before, 'after', unnotified.after, 'state', unnotified.state,
      'at', coalesce(unnotified.sent_at, unnotified.created_at)) order by unnotified.id) filter (where unnotified.ordinal <= max_changes)
  from unnotified
  join public.domains as domain on domain.id = unnotified.domain_id
  join auth.users as customer on customer.id = unnotified.user_id
  where customer.email is not null
  group by domain.id, domain.name, customer.email
  having min(coalesce(unnotified.sent_at, unnotified.created_at)) <= moment - interval '10 minutes'
  order by min(coalesce(unnotified.sent_at, unnotified.created_at)) limit max_domains;
$function$;

-- Marks changes as notified and queues the mails. An error if another process did so for a part of them.
CREATE OR REPLACE FUNCTION public.notify_dns_changes(ids jsonb, mails jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare updated integer;
begin
  update public.dns_changes set notified_at = now()
    where id in (select one.id::bigint from jsonb_array_elements_text(ids) as one (id)) and notified_at is null;
  get diagnostics updated = row_count;
  if updated = 0 then return false; end if;
  if updated <> jsonb_array_length(ids) then
    raise exception 'a change was notified meanwhile' using errcode = 'serialization_failure';
  end if;
  perform public.queue_mails(mails);
  return true;
end $function$;

-- Stores the zone of a customer's domain that had none, and queues the mail with the zone's name servers, in one transaction.
CREATE OR REPLACE FUNCTION public.set_zone(domain uuid, customer uuid, zone text, mails jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update public.domains set zone_id = zone where id = domain and user_id = customer and zone_id is null;
  if not found then return false; end if;
  perform public.queue_mails(mails);
  return true;
end $function$;

-- Returns a page of the public posts that contain each of the words, newest first, and how many there are. The server calls it, because
-- under row-level security the database does not search by the index.
CREATE OR REPLACE FUNCTION public.find_posts(words text[], only_category text, skipped integer, max_rows integer)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with found as materialized (
    select id, created_at, slug from public.posts
    where public.text_parts(search_text) @> array(select unnest(public.text_parts(lower(word))) from unnest(words) as word)
      and not exists (select from unnest(words) as word where strpos(search_text, lower(word)) = 0)
      and published_at <= now() and (only_category is null or category = only_category)),
  page as (select * from found order by created_at desc, slug limit max_rows offset skipped)
  select jsonb_build_object('total', (select count(*) from found), 'posts', (
    select coalesce(jsonb_agg(to_jsonb(post) - 'search_text' order by page.created_at desc, page.slug), '[]')
    from page join public.posts as post on post.id = page.id));
$function$;

-- Stores a picture, with a line in the log, and returns its id. `picture` has sha256, width, height and the body in base64.
CREATE OR REPLACE FUNCTION public.store_picture(staff jsonb, picture jsonb)
 RETURNS uuid
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare stored uuid;
begin
  insert into public.pictures (sha256, width, height, body)
    values (picture ->> 'sha256', (picture ->> 'width')::integer, (picture ->> 'height')::integer, decode(picture ->> 'body', 'base64'))
    on conflict (sha256) do nothing returning id into stored;
  if stored is null then
    update public.pictures set unused_since = now() where sha256 = picture ->> 'sha256' and unused_since is not null;
    return (select id from public.pictures where sha256 = picture ->> 'sha256');
  end if;
  perform public.log_staff(staff, 'picture-added', 'picture', stored::text);
  return stored;
end $function$;

-- Deletes pictures that no post, project or issue has shown for 30 days: caches and other sites may show one for a while. Before that
-- it notes which ones are shown now. Returns how many were deleted, at most `max_rows`.
CREATE OR REPLACE FUNCTION public.purge_pictures(max_rows integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  shown uuid[];
  gone integer;
begin
  if not exists (select from public.pictures) then return 0; end if;
  shown := array(
    select (found.part)[1]::uuid from (
      select image_url from public.posts union all select content from public.posts
      union all select image from public.projects union all select content from public.newsletter_issues) as texts (words)
    cross join lateral regexp_matches(words, '/pictures/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.webp', 'g') as found (part));
  update public.pictures set unused_since = case when id = any (shown) then null else now() end
    where (unused_since is null) <> (id = any (shown));
  delete from public.pictures where id in (
    select id from public.pictures where unused_since < now() - interval '30 days'
    order by unused_since limit max_rows for update skip locked);
  get diagnostics gone = row_count;
  return gone;
end $function$;

CREATE OR REPLACE FUNCTION public.picture_body(picture_id uuid)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select replace(encode(body, 'base64'), E'\n', '') from public.pictures where id = picture_id;
$function$;

CREATE OR REPLACE FUNCTION public.picture_facts(picture_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('width', width, 'height', height, 'bytes', length(body)) from public.pictures where id = picture_id;
$function$;

-- `updated_at` is the version by which a form notices another change. It grows with each change, also within one tick of the
-- clock. Until a row was public, `created_at` follows the time of publication.
CREATE OR REPLACE FUNCTION public.touch_article()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.updated_at := greatest(now(), old.updated_at + interval '1 microsecond');
  new.was_public := old.was_public or coalesce(old.published_at <= now(), false);
  if new.published_at is distinct from old.published_at and new.published_at is not null and not new.was_public then
    new.created_at := new.published_at;
  end if;
  return new;
end $function$;

-- Returns the word that the log uses for a row of a table that staff write.
CREATE OR REPLACE FUNCTION public.article_kind(table_name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case table_name when 'posts' then 'post' when 'projects' then 'project' when 'newsletter_issues' then 'issue' end;
$function$;

-- Returns the state of a row that staff write, and who of them changed it last and when, for somebody who wanted to change it too.
CREATE OR REPLACE FUNCTION public.article_conflict(state text, kind text, known jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('state', state, 'id', known ->> 'id', 'at', known -> 'updated_at', 'by', (
    select staff_email from public.desk_log
    where about_kind = kind and about_id = known ->> 'id' and at >= (known ->> 'updated_at')::timestamptz - interval '10 minutes 1 second'
    order by id desc limit 1));
$function$;

-- Writes a post, project or issue by its columns, with a log line: the row `article_id` in its `expected_version`, or a new one. A
-- published_at of 'now' publishes it. Returns {state, id, by, at, is_public}; state: saved, also if nothing differs; changed: somebody else
-- was faster; gone; taken: another row has the address; fixed: the address of what was public stays; public: it is no draft any more.
CREATE OR REPLACE FUNCTION public.save_article(staff jsonb, table_name text, article_id text, expected_version timestamp with time zone, content jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  kind text := public.article_kind(table_name);
  address text := case table_name when 'posts' then 'slug' else 'id' end;
  columns text;
  known jsonb;
  new_values jsonb;
  did text;
  is_public boolean;
begin
  if kind is null then raise exception 'Nobody writes the table %.', table_name; end if;
  -- Two forms that add the same row come one after the other.
  if article_id is null then perform pg_advisory_xact_lock(hashtextextended(table_name || ' ' || (content ->> address), 0)); end if;
  execute format('select to_jsonb(stored) from public.%I as stored where stored.%I::text = $1 for update', table_name,
    case when article_id is null then address else 'id' end) into known using coalesce(article_id, content ->> address);
  if article_id is not null and known is null then return public.article_conflict('gone', kind, known); end if;
  if content ->> 'published_at' = 'now' and (known ->> 'published_at')::timestamptz <= now() then
    content := content || jsonb_build_object('published_at', known -> 'published_at');
  end if;
  execute format('select jsonb_object_agg(name, to_jsonb(new_values) -> name)
    from jsonb_populate_record(null::public.%I, $1) as new_values, jsonb_object_keys($1) as keys (name)', table_name)
    into new_values using content;
  is_public := coalesce(least((known ->> 'published_at')::timestamptz, (new_values ->> 'published_at')::timestamptz) <= now(), false);
  if (select jsonb_object_agg(name, known -> name) from jsonb_object_keys(new_values) as keys (name)) = new_values then
    return jsonb_build_object('state', 'saved', 'id', known ->> 'id', 'is_public', is_public);
  end if;
  if article_id is null and known is not null then return public.article_conflict('taken', kind, known); end if;
  if article_id is not null and (known ->> 'updated_at')::timestamptz is distinct from expected_version then
    return public.article_conflict('changed', kind, known);
  end if;
  -- An issue of the newsletter that goes out stays as it is.
  if coalesce(known ->> 'state', 'draft') <> 'draft' then return public.article_conflict('public', kind, known); end if;
  if new_values ->> address <> known ->> address
    and ((known ->> 'was_public')::boolean or (known ->> 'published_at')::timestamptz <= now()) then
    return public.article_conflict('fixed', kind, known);
  end if;

  columns := (select string_agg(quote_ident(name), ', ') from jsonb_object_keys(content) as keys (name));
  begin
    if article_id is null then
      execute format('insert into public.%1$I as stored (%2$s)
        select %2$s from jsonb_populate_record(null::public.%1$I, $1) returning stored.id::text', table_name, columns)
        into article_id using content;
    else
      execute format('update public.%1$I set (%2$s) =
        (select %2$s from jsonb_populate_record(null::public.%1$I, $1)) where id::text = $2', table_name, columns)
        using content, article_id;
    end if;
  exception when unique_violation then
    return public.article_conflict('taken', kind, known);
  end;
  did := case
    when known is null then 'written'
    when not new_values ? 'published_at' or new_values -> 'published_at' = known -> 'published_at' then 'changed'
    when new_values ->> 'published_at' is null then 'unpublished'
    when (new_values ->> 'published_at')::timestamptz > now() then 'scheduled'
    else 'published' end;
  -- A browser saves a draft by itself every 20 seconds: the changes of one person within ten minutes are one line.
  if not (did = 'changed' and not is_public and exists (
    select from (select * from public.desk_log where about_kind = kind and about_id = article_id order by id desc limit 1) as last
    where last.did = kind || '-changed' and last.staff = (save_article.staff ->> 'id')::uuid and last.at > now() - interval '10 minutes')) then
    perform public.log_staff(staff, kind || '-' || did, kind, article_id, null, jsonb_strip_nulls(jsonb_build_object(
      'title', coalesce(content ->> 'title', known ->> 'title'), 'published_at', new_values -> 'published_at')));
  end if;
  return jsonb_build_object('state', 'saved', 'id', article_id, 'is_public', is_public);
end $function$;

-- Deletes a draft in its `expected_version`. Returns {state, id, by, at}; state: gone, changed or public (it is no draft).
CREATE OR REPLACE FUNCTION public.delete_article(staff jsonb, table_name text, article_id text, expected_version timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  kind text := public.article_kind(table_name);
  known jsonb;
begin
  if kind is null then raise exception 'Nobody writes the table %.', table_name; end if;
  execute format('select to_jsonb(stored) from public.%I as stored where id::text = $1 for update', table_name) into known using article_id;
  if known is null then return jsonb_build_object('state', 'gone', 'id', article_id); end if;
  if known ->> 'published_at' is not null or coalesce(known ->> 'state', 'draft') <> 'draft' then
    return public.article_conflict('public', kind, known);
  end if;
  if (known ->> 'updated_at')::timestamptz is distinct from expected_version then
    return public.article_conflict('changed', kind, known);
  end if;
  execute format('delete from public.%I where id::text = $1', table_name) using article_id;
  perform public.log_staff(staff, kind || '-deleted', kind, article_id, null, jsonb_build_object('title', known -> 'title'));
  return jsonb_build_object('state', 'gone', 'id', article_id);
end $function$;

-- Whether the counts of an issue will not change any more: a failed mail can be sent again for 30 days.
CREATE OR REPLACE FUNCTION public.is_counted_out(issue newsletter_issues)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(issue.state = 'sent' and issue.counted_at > issue.finished_at + interval '40 days', false);
$function$;

-- Marks a subscriber as left, deletes the names and notifies the agency. False if they had left before.
CREATE OR REPLACE FUNCTION public.unsubscribe(subscriber jsonb, messages jsonb, mails jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  insert into public.newsletter_pending as known (id, email, confirm_token_hash, status, left_at)
    select gone.id, gone.email, gone.confirm_token_hash, 'left', now()
    from jsonb_populate_record(null::public.newsletter_pending, subscriber) as gone
    on conflict (address) do update set status = 'left', left_at = now(), first_name = null, last_name = null
      where known.status <> 'left';
  if not found then return false; end if;
  perform public.notify_agency(messages, mails);
  return true;
end $function$;

CREATE OR REPLACE FUNCTION public.touch_issue()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.updated_at := greatest(now(), old.updated_at + interval '1 microsecond');
  return new;
end $function$;

-- Stores with the delivery whether its mail was sent or failed, because mails are deleted after 30 days.
CREATE OR REPLACE FUNCTION public.record_issue_mail()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'DELETE' then
    update public.newsletter_deliveries set withdrawn_at = now()
      where mail_key = old.key and sent_at is null and failed_at is null;
  else
    update public.newsletter_deliveries set sent_at = new.sent_at, failed_at = new.failed_at where mail_key = new.key;
  end if;
  return null;
end $function$;

-- When a subscriber leaves or is erased, takes the unsent mails of issues to this subscriber out of the queue. A mail that a
-- process is sending is still sent.
CREATE OR REPLACE FUNCTION public.withdraw_issues()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'DELETE' or (new.status = 'left' and old.status <> 'left') then
    delete from public.mails as waiting using public.newsletter_deliveries as theirs
      where theirs.subscriber_id = old.id and waiting.key = theirs.mail_key
        and waiting.sent_at is null and waiting.failed_at is null
        and (waiting.claimed_until is null or waiting.claimed_until <= now());
  end if;
  if tg_op = 'DELETE' then return old; end if;
  return new;
end $function$;

-- Sends an issue in its `expected_version`, or continues one that was stopped. Returns {state, id, by, at} like save_article.
CREATE OR REPLACE FUNCTION public.start_issue(staff jsonb, issue uuid, expected_version timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
end $function$;

-- Stops an issue that is being sent. Its mails that no process has tried yet leave the queue, and wait to be continued.
CREATE OR REPLACE FUNCTION public.stop_issue(staff jsonb, issue uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
end $function$;

-- Returns how many mails of issues may be queued now: at most `rate` in a minute, together with invitations of imported customers, and never
-- more than `rate` waiting in the queue.
CREATE OR REPLACE FUNCTION public.issue_room(rate integer)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return greatest(0, rate - greatest(
    (select count(*) from public.newsletter_deliveries where queued_at > now() - interval '1 minute')
      + (select count(*) from public.import_lines where invited_at > now() - interval '1 minute'),
    (select count(*) from public.mails where kind = 'issue' and sent_at is null and failed_at is null)));
end $function$;

-- The next subscribers of the issue that began first, with its words. Marks an issue without further subscribers as sent.
CREATE OR REPLACE FUNCTION public.next_issue_subscribers(rate integer, max_rows integer)
 RETURNS TABLE(issue uuid, title text, content text, subscriber uuid, email text, first_name text)
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
end $function$;

-- Queues mails of an issue with their deliveries, once for each subscriber, while the issue is being sent. Returns how many.
CREATE OR REPLACE FUNCTION public.queue_issue(issue uuid, rate integer, deliveries jsonb)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
end $function$;

-- Counts the mails of an issue: `waiting` are in the queue, `left_to_go` are not queued yet, `unsubscribed` is how many left after they got
-- the issue.
CREATE OR REPLACE FUNCTION public.issue_counts(issue newsletter_issues)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
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
$function$;

-- Returns issues, newest first, with their counts. The list has those of an issue that went out as they were counted last, because it would
-- read every delivery; the page of one issue counts them itself, as long as they change.
CREATE OR REPLACE FUNCTION public.list_issues(only_one uuid DEFAULT NULL::uuid)
 RETURNS TABLE(id uuid, title text, content text, state text, updated_at timestamp with time zone, started_at timestamp with time zone, finished_at timestamp with time zone, sent integer, failed integer, waiting integer, withdrawn integer, unsubscribed integer, left_to_go integer)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
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
$function$;

-- Counts an issue of which no mail waits, if its counts may have changed since the last time. Returns whether there was one. Only the
-- housekeeping calls it: a sender that counted would wait for the other senders.
CREATE OR REPLACE FUNCTION public.count_issue()
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
end $function$;

-- Deletes at most `max_rows` deliveries of issues whose counts do not change any more. Returns how many.
CREATE OR REPLACE FUNCTION public.purge_deliveries(max_rows integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare gone integer;
begin
  delete from public.newsletter_deliveries where ctid = any (array(
    select ctid from public.newsletter_deliveries where issue_id in (
      select id from public.newsletter_issues as one where public.is_counted_out(one)) limit max_rows));
  get diagnostics gone = row_count;
  return gone;
end $function$;

-- The schools of these stages whose address is confirmed: first those with a next date, then the newest.
CREATE OR REPLACE FUNCTION public.desk_schools(stages text[], max_rows integer)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(to_jsonb(listed) order by listed.next_on, listed.created_at desc), '[]')
  from (
    select id, name, email, phone, phone_e164, school, role_label, role, student_count, interest, wants_news, created_at,
      stage, next_on
    from public.school_interest where status <> 'unconfirmed' and stage = any (stages)
    order by next_on, created_at desc limit max_rows
  ) as listed;
$function$;

-- Returns a school with its notes and log lines.
CREATE OR REPLACE FUNCTION public.desk_school(school_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('school', to_jsonb(one) - '{turnstile_token,confirm_token_hash,submission_key}'::text[],
    'trail', public.desk_trail('school', one.id::text))
  from public.school_interest as one where one.id = school_id and one.status <> 'unconfirmed';
$function$;

-- Changes the stage (null: as it is) and, with `moves`, the next date of a school, and adds a note unless it is empty. Logs only what
-- differs. False if there is no such school.
CREATE OR REPLACE FUNCTION public.desk_save_school(staff jsonb, school_id uuid, new_stage text, moves boolean, new_date date, note text)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  was public.school_interest;
  changes jsonb := '{}';
begin
  select * into was from public.school_interest where id = school_id and status <> 'unconfirmed' for update;
  if not found then return false; end if;
  if new_stage <> was.stage then
    changes := jsonb_build_object('stage', jsonb_build_array(was.stage, new_stage));
  end if;
  if moves and new_date is distinct from was.next_on then
    changes := changes || jsonb_build_object('next_on', jsonb_build_array(was.next_on, new_date));
  end if;
  if changes <> '{}' then
    update public.school_interest set stage = coalesce(new_stage, stage),
      next_on = case when moves then new_date else next_on end where id = school_id;
    perform public.log_staff(staff, 'school-changed', 'school', school_id::text, null, changes);
  end if;
  if note <> '' then perform public.add_desk_note(staff, 'school', school_id::text, note); end if;
  return true;
end $function$;

-- Deletes a school with its notes and mails, if its name was typed. 'erased', 'wrong-name', or 'gone' with who erased it.
CREATE OR REPLACE FUNCTION public.desk_erase_school(staff jsonb, school_id uuid, typed text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare gone public.school_interest;
begin
  select * into gone from public.school_interest where id = school_id and status <> 'unconfirmed' for update;
  if not found then
    return jsonb_build_object('outcome', 'gone', 'last', public.desk_last(staff, '{school-erased}', 'school', school_id::text));
  end if;
  if public.folded_text(gone.school) <> public.folded_text(typed) then return '{"outcome": "wrong-name"}'; end if;
  -- The key of the confirmation mail is that of the submission; the key of the mail of thanks has the row's id.
  delete from public.mails where address = gone.address
    and key in ('confirm-' || gone.submission_key, 'school-school-' || gone.id);
  delete from public.school_interest where id = school_id;
  perform public.log_staff(staff, 'school-erased', 'school', school_id::text);
  return '{"outcome": "erased"}';
end $function$;

-- Normalizes a text, to compare it with what somebody types: ignores case, spaces and how letters are composed.
CREATE OR REPLACE FUNCTION public.folded_text(words text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select lower(btrim(regexp_replace(normalize(words, nfkc), '\s+', ' ', 'g')));
$function$;

-- Finds the account of exactly this address, or with this id, and logs that somebody looks at it, and why; null if there is none.
CREATE OR REPLACE FUNCTION public.desk_view_person(staff jsonb, address text, known uuid, reason text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person uuid;
  last jsonb;
begin
  select id into person from auth.users where id = known or (email = lower(btrim(address)) and not is_sso_user) order by created_at limit 1;
  last := public.desk_last(staff, '{person-viewed,person-not-found}', 'person', coalesce(person::text, 'nobody'));
  if not coalesce((last ->> 'is_again')::boolean and last -> 'detail' ->> 'reason' = reason, false) then
    perform public.log_staff(staff, case when person is null then 'person-not-found' else 'person-viewed' end, 'person',
      coalesce(person::text, 'nobody'), person, jsonb_build_object('reason', reason));
  end if;
  return person;
end $function$;

-- Logs that a member of staff invited a person, once a minute.
CREATE OR REPLACE FUNCTION public.desk_note_invited(staff jsonb, person uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform pg_advisory_xact_lock(hashtextextended('invited ' || person, 0));
  if coalesce((public.desk_last(staff, '{person-invited}', 'person', person::text) ->> 'is_again')::boolean, false) then return true; end if;
  perform public.log_staff(staff, 'person-invited', 'person', person::text, person);
  return true;
end $function$;

-- Whether a member of staff has said within half an hour why they look at a person, or has invited them.
CREATE OR REPLACE FUNCTION public.desk_may_view(doer jsonb, person uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select exists (select from public.desk_log where about_kind = 'person' and about_id = person::text
    and did in ('person-viewed', 'person-invited') and staff = (doer ->> 'id')::uuid and at > now() - interval '30 minutes');
$function$;

-- Returns the open request to disable a person's second step: the newest of the last 24 hours that was made after the step was
-- set up. Confirming the request deletes the step.
CREATE OR REPLACE FUNCTION public.desk_step_off_request(person uuid)
 RETURNS desk_log
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select request from public.desk_log as request
  where request.about_kind = 'person' and request.about_id = person::text and request.did = 'step-off-asked'
    and request.at > now() - interval '24 hours'
    and request.at > (select confirmed_at from public.second_steps where user_id = person)
  order by request.id desc limit 1;
$function$;

-- Returns the open request to change a person's address: the newest of the last 24 hours, unless an address was changed since.
CREATE OR REPLACE FUNCTION public.address_request(person uuid)
 RETURNS desk_log
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select request from public.desk_log as request
  where request.about_kind = 'person' and request.about_id = person::text and request.did = 'address-asked'
    and request.at > now() - interval '24 hours'
    and not exists (select from public.desk_log as later where later.about_kind = 'person' and later.about_id = person::text
      and later.did = 'address-changed' and later.id > request.id)
  order by request.id desc limit 1;
$function$;

-- Two members of staff change a person's address: one asks, another confirms within a day by typing the same one. `address_hash`: a keyed
-- hash of the new address, because the log keeps no addresses. `step`: 'ask'; 'check', before the auth service is called; 'note', after
-- that. Outcomes: 'asked'; 'go' (the auth service may be called); 'changed', also for the same form within a minute; 'own' (it is their
-- own account); 'unconfirmed' (nobody has confirmed the account); 'known' (somebody else has asked already); 'same' (the one who asked
-- tries to confirm); 'differs' (another address was asked for); 'late' (nobody has asked within a day); 'unseen' (the member of staff has
-- not said why).
CREATE OR REPLACE FUNCTION public.desk_change_address(staff jsonb, person uuid, address_hash text, step text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me uuid := staff ->> 'id';
  request public.desk_log;
  last jsonb;
begin
  if not public.desk_may_view(staff, person) then return '{"outcome": "unseen"}'; end if;
  if me = person then return '{"outcome": "own"}'; end if;
  if not exists (select from auth.users where id = person and email_confirmed_at is not null and email not like '%@invalid') then
    return '{"outcome": "unconfirmed"}';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('address ' || person, 0));
  request := public.address_request(person);
  last := public.desk_last(staff, '{address-asked,address-changed}', 'person', person::text);
  if step = 'ask' then
    if request.id is not null and request.staff <> me then return jsonb_build_object('outcome', 'known', 'last', last); end if;
    if request.id is null or request.detail ->> 'hash' <> address_hash then
      perform public.log_staff(staff, 'address-asked', 'person', person::text, person, jsonb_build_object('hash', address_hash));
    end if;
    return '{"outcome": "asked"}';
  end if;
  if request.id is null then
    return jsonb_build_object('outcome', case when (last ->> 'is_again')::boolean and last -> 'detail' ->> 'hash' = address_hash
      then 'changed' else 'late' end, 'last', last);
  end if;
  if request.staff = me then return '{"outcome": "same"}'; end if;
  if request.detail ->> 'hash' <> address_hash then return '{"outcome": "differs"}'; end if;
  if step = 'check' then return '{"outcome": "go"}'; end if;
  perform public.log_staff(staff, 'address-changed', 'person', person::text, person, jsonb_build_object('hash', address_hash));
  return '{"outcome": "changed"}';
end $function$;

-- The page of a person; null unless the member of staff has said why.
CREATE OR REPLACE FUNCTION public.desk_person(staff jsonb, person uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'account', jsonb_build_object('id', known.id, 'email', known.email, 'user_metadata', known.raw_user_meta_data,
      'created_at', known.created_at, 'email_confirmed_at', known.email_confirmed_at,
      'last_sign_in_at', known.last_sign_in_at),
    'credit', public.credit_left(known.id),
    'credit_asked', (select jsonb_build_object('id', asked.id, 'who', public.desk_name(asked.staff_email), 'at', asked.at,
        'is_own', asked.staff = (desk_person.staff ->> 'id')::uuid, 'ksh', asked.detail -> 'ksh', 'reason', asked.detail ->> 'reason')
      from public.goodwill_request(known.id) as asked where asked.id is not null),
    -- Those for which desk_close_person refuses to close it, and those that end with it.
    'open_orders', (select count(*) from public.orders left join public.bills on bills.id = bill_id where orders.user_id = known.id
      and (status = 'processing' or (status = 'requested' and (bills.paid_at is not null or public.has_unsettled_money(bills))))),
    'unpaid_orders', (select count(*) from public.orders left join public.bills on bills.id = bill_id where orders.user_id = known.id
      and status = 'requested' and bills.paid_at is null and public.has_unsettled_money(bills) is not true),
    'owed_ksh', (select coalesce(sum(missing_ksh), 0) from public.bills where user_id = known.id and paid_at is null
      and exists (select from public.orders where bill_id = bills.id and status <> 'failed')),
    'names', (select count(*) from public.domains where user_id = known.id and status <> 'left'),
    'services', (select count(*) from public.services where user_id = known.id and state <> 'ended'),
    'step_since', (select confirmed_at from public.second_steps where user_id = known.id),
    'step_asked', (select jsonb_build_object('who', public.desk_name(asked.staff_email), 'at', asked.at,
        'is_own', asked.staff = (desk_person.staff ->> 'id')::uuid)
      from public.desk_step_off_request(known.id) as asked where asked.id is not null),
    'address_asked', (select jsonb_build_object('who', public.desk_name(asked.staff_email), 'at', asked.at,
        'is_own', asked.staff = (desk_person.staff ->> 'id')::uuid)
      from public.address_request(known.id) as asked where asked.id is not null),
    'copies_to', (select jsonb_build_object('email', email, 'confirmed_at', confirmed_at) from public.billing_contacts
      where user_id = known.id),
    'closing', (select jsonb_build_object('created_at', created_at, 'reason', reason) from public.closing_requests
      where user_id = known.id and state = 'open'))
  from auth.users as known where known.id = person and public.desk_may_view(staff, person);
$function$;

-- Logs that a person's data was given out. Returns false unless the member of staff has said why and the address is confirmed;
-- then nothing may be given out. Rows found by an unconfirmed address may belong to somebody else.
CREATE OR REPLACE FUNCTION public.desk_export(staff jsonb, person uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not public.desk_may_view(staff, person)
    or not exists (select from auth.users where id = person and email_confirmed_at is not null) then return false; end if;
  perform public.log_staff(staff, 'person-exported', 'person', person::text, person);
  return true;
end $function$;

-- Closes an account on request, if its address was typed. Outcomes: 'closed' with `left`, what close_account had to keep;
-- 'wrong-address'; 'unseen' (the member of staff has not said why); 'open' with `orders`, how many open orders somebody works on, or have
-- money that was paid or reported; 'none' (there is no open request) with who closed the account `last`.
CREATE OR REPLACE FUNCTION public.desk_close_person(staff jsonb, person uuid, typed text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  request uuid;
  remains text;
  open_orders integer;
begin
  if not public.desk_may_view(staff, person) then return '{"outcome": "unseen"}'; end if;
  -- So that a payment of this moment comes before or after.
  perform from public.orders where user_id = person and status in ('requested', 'processing') order by id for update;
  perform from public.bills where id in (select bill_id from public.orders where user_id = person and status in ('requested', 'processing'))
    order by id for update;
  select id into request from public.closing_requests where user_id = person and state = 'open' for update;
  if not found then
    return jsonb_build_object('outcome', 'none',
      'last', public.desk_last(staff, '{account-closed}', 'person', person::text));
  end if;
  if not exists (select from auth.users where id = person and public.folded_text(email) = public.folded_text(typed)) then
    return '{"outcome": "wrong-address"}';
  end if;
  select count(*) into open_orders from public.orders where user_id = person
    and (status = 'processing' or (status = 'requested' and bill_id is not null and not public.is_bill_untouched(bill_id)));
  if open_orders > 0 then return jsonb_build_object('outcome', 'open', 'orders', open_orders); end if;
  remains := public.close_account(request);
  perform public.log_staff(staff, 'account-closed', 'person', person::text, person, jsonb_build_object('left', remains));
  return jsonb_build_object('outcome', 'closed', 'left', remains);
end $function$;

-- Two members of staff disable a person's second step: one asks, another confirms within a day. Outcomes: 'asked'; 'off'; 'own'
-- (it is their own step); 'same' (the one who asked tries to confirm); 'known' (somebody else has asked already); 'late'
-- (nobody has asked within a day); 'none' (the person has no second step); 'unseen' (the member of staff has not said why).
CREATE OR REPLACE FUNCTION public.desk_step_off(staff jsonb, person uuid, confirms boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  asked public.desk_log;
  last jsonb;
begin
  if not public.desk_may_view(staff, person) then return '{"outcome": "unseen"}'; end if;
  if (staff ->> 'id')::uuid = person then return '{"outcome": "own"}'; end if;
  perform pg_advisory_xact_lock(hashtextextended('step-off ' || person, 0));
  asked := public.desk_step_off_request(person);
  last := jsonb_build_object('last', public.desk_last(staff, '{step-off-asked,step-off-done}', 'person', person::text));
  if not exists (select from public.second_steps where user_id = person and confirmed_at is not null) then
    return '{"outcome": "none"}' || last;
  end if;
  if asked.staff = (staff ->> 'id')::uuid then
    return jsonb_build_object('outcome', case when confirms then 'same' else 'asked' end);
  end if;
  if asked.id is not null and not confirms then return '{"outcome": "known"}' || last; end if;
  if asked.id is null and confirms then return '{"outcome": "late"}'; end if;
  if not confirms then
    perform public.log_staff(staff, 'step-off-asked', 'person', person::text, person);
    return '{"outcome": "asked"}';
  end if;
  perform public.end_second_step(person);
  perform public.log_staff(staff, 'step-off-done', 'person', person::text, person);
  return '{"outcome": "off"}';
end $function$;

-- Disables a second step from the server's command line, when no second member of staff can confirm. Outcomes: 'off', 'none'
-- (the account has no second step) or 'unknown' (no account has the address).
CREATE OR REPLACE FUNCTION public.desk_server_step_off(address text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare person uuid := (select id from auth.users where email = lower(btrim(address)) and not is_sso_user limit 1);
begin
  if person is null then return 'unknown'; end if;
  if not public.end_second_step(person) then return 'none'; end if;
  perform public.log_staff('{"id": "00000000-0000-0000-0000-000000000000", "email": "the server"}', 'step-off-done', 'person',
    person::text, person);
  return 'off';
end $function$;

-- Retries a failed mail, or with `discards` deletes it. 'done', or 'gone' with who did it.
CREATE OR REPLACE FUNCTION public.desk_failed_mail(staff jsonb, mail uuid, discards boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if discards then
    delete from public.mails where id = mail and failed_at is not null;
  else
    update public.mails set failed_at = null, claimed_until = null, next_try_at = now(), attempts = 0
      where id = mail and failed_at is not null;
  end if;
  if not found then
    return jsonb_build_object('outcome', 'gone',
      'last', public.desk_last(staff, '{mail-retried,mail-discarded}', 'mail', mail::text));
  end if;
  return public.log_done(staff, case when discards then 'mail-discarded' else 'mail-retried' end, 'mail', mail::text);
end $function$;

-- Retries all failed mails. Returns how many.
CREATE OR REPLACE FUNCTION public.desk_retry_mails(staff jsonb)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare again integer;
begin
  update public.mails set failed_at = null, claimed_until = null, next_try_at = now(), attempts = 0
    where failed_at is not null;
  get diagnostics again = row_count;
  if again > 0 then
    perform public.log_staff(staff, 'mails-retried', 'mail', 'all', null, jsonb_build_object('count', again));
  end if;
  return again;
end $function$;

-- Queues the digests of a day. False, and nothing is queued, if they were queued before.
CREATE OR REPLACE FUNCTION public.send_digests(day text, mails jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  insert into public.desk_digests (day) values (send_digests.day) on conflict do nothing;
  if not found then return false; end if;
  perform public.queue_mails(mails);
  return true;
end $function$;

-- For the doctor: how many of the addresses of staff have a confirmed account, and how many of these accounts have a second
-- step.
CREATE OR REPLACE FUNCTION public.staff_state(addresses text[])
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('confirmed', count(*), 'stepped', count(step.user_id))
  from auth.users as account
  left join public.second_steps as step on step.user_id = account.id and step.confirmed_at is not null
  where account.email = any (addresses) and not account.is_sso_user and account.email_confirmed_at is not null;
$function$;

-- Returns what waits for staff at a moment, and who has taken it. `since`: when it began to wait. Orders that wait for their
-- payment are not listed, nor those that the hosting server carries out. `priced`: as in services_waiting.
CREATE OR REPLACE FUNCTION public.desk_work(at timestamp with time zone, lapsing_days integer, done_days integer, priced text[] DEFAULT NULL::text[])
 RETURNS TABLE(kind text, id text, title text, since timestamp with time zone, taker_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select 'order-stuck', orders.id::text, orders.domain,
    coalesce((select paid_at from public.bills where bills.id = orders.bill_id), orders.created_at), orders.taken_by
  from public.orders where status = 'processing' and public.is_order_abandoned(orders, at)
  union all
  select 'order', orders.id::text, orders.domain, waiting.since, orders.taken_by
  from public.orders_waiting() as waiting join public.orders on orders.id = waiting.id
  where (status = 'requested' or taken_by is not null)
    and not exists (select from public.services where services.id = orders.service_id and provider = 'whm'
      and wanted = case orders.kind when 'hosting' then 'create' when 'upgrade' then 'plan' end)
  union all
  select service.kind, service.id::text, service.domain, service.since, null from public.services_waiting(at, priced) as service
  union all
  select 'refund', orders.id::text, orders.domain, orders.updated_at, orders.taken_by
  from public.orders where refund_due_ksh > 0 and refunded_at is null and bill_id is null
  union all
  select 'message', messages.id::text, messages.subject, messages.touched_at, messages.taken_by
  from public.messages where messages.kind = 'visitor' and messages.state in ('new', 'taken')
  union all
  select 'closing', closing_requests.user_id::text, 'Requested by a customer', closing_requests.created_at, null
  from public.closing_requests where closing_requests.state = 'open'
  union all
  -- Reads the log of the last day first, because there are requests for few of all second steps.
  select 'step-off', person.id, 'Asked by ' || asked.staff_email, asked.at, null
  from (select distinct about_id from public.desk_log
    where did = 'step-off-asked' and about_kind = 'person' and at > now() - interval '24 hours') as person (id)
  cross join lateral public.desk_step_off_request(person.id::uuid) as asked where asked.id is not null
  union all
  select 'address', person.id, 'Asked by ' || asked.staff_email, asked.at, null
  from (select distinct about_id from public.desk_log
    where did = 'address-asked' and about_kind = 'person' and at > now() - interval '24 hours') as person (id)
  cross join lateral public.address_request(person.id::uuid) as asked where asked.id is not null
  union all
  select 'credit', person.id, 'KSh ' || to_char((asked.detail ->> 'ksh')::integer, 'FM999,999,999') || ', asked by ' || asked.staff_email,
    asked.at, null
  from (select distinct about_id from public.desk_log
    where did = 'credit-asked' and about_kind = 'person' and at > now() - interval '24 hours') as person (id)
  cross join lateral public.goodwill_request(person.id::uuid) as asked where asked.id is not null
  union all
  select 'school', school_interest.id::text, school_interest.school,
    coalesce(school_interest.next_on::timestamp at time zone 'Africa/Nairobi', school_interest.confirmed_at,
      school_interest.created_at), null
  from public.school_interest
  where status in ('confirmed', 'sent')
    and ((stage = 'new' and next_on is null) or next_on <= (at at time zone 'Africa/Nairobi')::date)
    and stage not in ('won', 'lost')
  union all
  select 'mail', mails.id::text, mails.subject, mails.failed_at, null from public.mails where failed_at is not null
  union all
  -- The customer was reminded and has not ordered. Of these only the first 100, because they grow with the agency and nobody waits for them.
  (select 'lapsing', domains.user_id::text, domains.name, domains.expiry_date - make_interval(days => lapsing_days), null
  from public.domains
  where domains.status <> 'left' and domains.held = 'us' and domains.expiry_date between at - interval '1 day' and at + make_interval(days => lapsing_days)
    -- As is_renewal_ordered, at any time: a call of the function for each name would take most of the time of the list.
    and not exists (
      select from public.orders
      where orders.user_id = domains.user_id and orders.kind = 'renew' and lower(orders.domain) = lower(domains.name)
        and (orders.status in ('requested', 'processing') or (orders.status = 'done'
          and (orders.updated_at at time zone 'Africa/Nairobi')::date > (at at time zone 'Africa/Nairobi')::date - done_days)))
  order by domains.expiry_date, domains.user_id, domains.name limit 100)
  union all
  select case when differs is not null then 'name-differs' when missing_days >= 3 then 'name-missing' else 'name-moving' end, name, name,
    coalesce((differs ->> 'at')::timestamptz, coalesce(missing_on, moving_since + 7)::timestamp at time zone 'Africa/Nairobi'), null
  from public.domains
  where (differs is not null or missing_days >= 3 or status = 'moving') and status <> 'left' and held = 'us'
    and (differs is not null or missing_days >= 3 or moving_since < (at at time zone 'Africa/Nairobi')::date - 7)
  union all
  -- Its customer had time to stop it.
  select 'request', asked.id::text, its_domain.name, asked.not_before, asked.taken_by
  from public.name_requests as asked join public.domains as its_domain on its_domain.id = asked.domain_id
  where asked.state in ('open', 'taken') and asked.not_before <= at
  union all
  select payment.kind, case payment.kind when 'payment-claimed' then payment.reference else coalesce(payment.code, payment.reference) end,
    'KSh ' || to_char(payment.ksh, 'FM999,999,999') || coalesce(', ' || coalesce(payment.code, payment.reference), ''), payment.since, null
  from public.payments_waiting(at) as payment;
$function$;

-- An order for its page: the row without a transfer's code, the customer with five other orders and messages, the name, and the last 200
-- log lines and notes.
CREATE OR REPLACE FUNCTION public.desk_order(order_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select to_jsonb(its_order) - 'idempotency_key' - 'submission_id' || jsonb_build_object(
    'payload', its_order.payload - 'authCode',
    'has_code', its_order.payload ? 'authCode',
    'is_abandoned', public.is_order_abandoned(its_order),
    'abandoned_at', public.order_abandoned_at(its_order),
    'reopens_until', public.order_reopens_until(its_order),
    'taken_name', public.staff_name(its_order.taken_by),
    'customer', (select jsonb_build_object('email', email, 'name', raw_user_meta_data ->> 'full_name',
      'phone', raw_user_meta_data ->> 'contact_phone') from auth.users where id = its_order.user_id),
    'payment_code', public.last_counted(its_order.bill_id),
    'payer_phone', (select phone_e164 from public.payment_prompts where bill_id = its_order.bill_id and state = 'paid'
      and length(phone_e164) > 3 order by asked_at desc limit 1),
    'paid_at', (select paid_at from public.bills where id = its_order.bill_id),
    'other_orders', coalesce((select jsonb_agg(other) from (
      select id, kind, domain, status, price_ksh, updated_at, public.is_order_paid(orders) as is_paid from public.orders
      where user_id = its_order.user_id and id <> order_id order by created_at desc, id limit 5) as other), '[]'),
    'messages', coalesce((select jsonb_agg(message) from (
      select message.id, message.subject, message.state, message.touched_at
      from auth.users as customer join public.messages as message on message.address = lower(customer.email)
      where customer.id = its_order.user_id and customer.email_confirmed_at is not null and message.kind = 'visitor'
      order by message.created_at desc, message.id limit 5) as message), '[]'),
    'name', (select jsonb_build_object('is_own', user_id = its_order.user_id, 'expiry_date', expiry_date,
      'ssl_status', ssl_status) from public.domains where lower(name) = lower(its_order.domain) and status <> 'left'),
    -- `later_ksh`: what was paid for the years and the upgrades that fall with its first order.
    'service', (select jsonb_build_object('id', id, 'state', state, 'later_ksh', case when its_order.kind not in ('extend', 'upgrade')
        then coalesce((select sum(case when bills.paid_at is not null then later.price_ksh
            when public.payable_ksh(bills.id) = later.price_ksh then bills.paid_ksh else 0 end)
          from public.orders as later join public.bills on bills.id = later.bill_id
          where later.service_id = services.id and later.kind in ('extend', 'upgrade')
            and (later.status in ('requested', 'processing')
              or (later.status = 'done' and ends_on >= public.nairobi_date(now())))), 0) else 0 end)
      from public.services where id = its_order.service_id),
    'trail', coalesce((select jsonb_agg(line) from (
      select staff, coalesce(public.staff_name(staff), staff_email) as name, at, did, detail from public.desk_log
      where about_kind = 'order' and about_id = order_id::text order by id desc limit 200) as line), '[]'),
    'notes', coalesce((select jsonb_agg(note) from (
      select author, body, created_at from public.desk_notes
      where about_kind = 'order' and about_id = order_id::text order by created_at desc, id limit 200) as note), '[]'))
  from public.orders as its_order where its_order.id = order_id;
$function$;

-- Returns how many things need staff in each part of the desk, each counted to 100 at most. Orders: open and not waiting for their payment.
CREATE OR REPLACE FUNCTION public.desk_counts(at timestamp with time zone, priced text[] DEFAULT NULL::text[])
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'orders', (select count(*) from (
      select from public.orders_waiting() as waiting join public.orders on orders.id = waiting.id
      where orders.status = 'requested' or orders.taken_by is not null or public.is_order_abandoned(orders, at) limit 100) as found),
    'messages', (select count(*) from (
      select from public.messages where kind = 'visitor' and state in ('new', 'taken') limit 100) as found),
    'payments', (select count(*) from (select from public.payments_waiting(at) limit 100) as found),
    'services', (select count(*) from (select from public.services_waiting(at, priced) limit 100) as found),
    'mails', (select count(*) from (select from public.mails where failed_at is not null limit 100) as found));
$function$;

-- Returns the oldest entries of desk_work with the names of those who have taken them, and the number of entries of each kind. Paid orders
-- come first, and domains that end soon last: nobody waits for these.
-- An order of a service that is still to be set up has the service's id. `customer`: the name of the customer or of the visitor; `ksh`: the
-- price of an order, or what is due.
CREATE OR REPLACE FUNCTION public.desk_work_list(at timestamp with time zone, lapsing_days integer, done_days integer, max_rows integer, priced text[] DEFAULT NULL::text[])
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with work as materialized (select * from public.desk_work(at, lapsing_days, done_days, priced)),
  -- A scalar subquery: PostgreSQL answers EXISTS by reading all orders once for the list and once for its order.
  ranked as materialized (select work.*, case
      when work.kind = 'lapsing' then 'domains'
      when (select orders.bill_id from public.orders
        where orders.id = case when work.kind in ('order', 'order-stuck') then work.id::uuid end) is not null then 'paid'
      else 'others' end as part from work),
  page as (select *, array_position(array['paid', 'others', 'domains'], part) as rank,
      case when kind in ('order', 'order-stuck', 'refund') then id::uuid end as order_id from ranked
    order by rank, since, id, title limit max_rows),
  described as (select page.*, its_order.kind as order_kind,
      case when page.kind = 'order' and service.state = 'ordered' then service.id end as service_id,
      nullif(case page.kind when 'refund' then its_order.refund_due_ksh else its_order.price_ksh end, 0) as ksh,
      case page.kind when 'message' then (select name from public.messages where messages.id = page.id::uuid)
        else public.full_name(coalesce(its_order.user_id, service.user_id, case
          when page.kind in ('closing', 'step-off', 'address', 'credit', 'lapsing') then page.id::uuid
          when page.kind = 'request' then (select user_id from public.name_requests where name_requests.id = page.id::uuid)
          when page.kind like 'name-%' then (select user_id from public.domains where name = page.id and status <> 'left') end)) end as customer
    from page left join public.orders as its_order on its_order.id = page.order_id
    left join public.services as service
      on service.id = coalesce(its_order.service_id, case when page.kind like 'service-%' then page.id::uuid end))
  select jsonb_build_object(
    'counts', (select coalesce(jsonb_object_agg(kind, total), '{}') from (
      select kind, count(*) as total from work group by kind) as kinds),
    'items', (select coalesce(jsonb_agg(to_jsonb(described) || jsonb_build_object('taker', public.staff_name(taker_id))
      order by rank, since, id, title), '[]') from described));
$function$;

-- For the metrics: how many orders and payments of each kind wait, and the age of the oldest in seconds; 0 without one. Source:
-- docs/operations.md, "Payments".
CREATE OR REPLACE FUNCTION public.payment_backlog(at timestamp with time zone)
 RETURNS TABLE(kind text, total bigint, oldest_seconds bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with kinds (kind) as (values ('order'), ('order-paid'), ('bill-paid'), ('refund'), ('payment-held'), ('payment-unmatched'),
    ('payment-surplus'), ('payment-refund'), ('payment-part'), ('payment-claimed'), ('report-missing'), ('query-missing')),
  waiting (kind, since) as (
    select kind, since from public.payments_waiting(at)
    union all
    select 'order', since from public.orders_waiting()
    union all
    select 'order-paid', since from public.orders_waiting() as open join public.orders on orders.id = open.id
    where orders.status = 'requested' and orders.taken_by is null and orders.bill_id is not null
    union all
    -- Paid bills whose orders the site has neither carried out nor handed to the agency.
    select 'bill-paid', paid_at from public.bills where paid_at is not null and fulfilled_at is null
    union all
    select 'refund', updated_at from public.orders where refund_due_ksh > 0 and refunded_at is null and bill_id is null
    union all
    -- Prompts that M-PESA accepted in the last day, after the newest callback. A prompt ends within two minutes, paid or not,
    -- so its callback is overdue.
    select 'report-missing', asked_at from public.payment_prompts
    where checkout_request_id is not null and asked_at between at - interval '1 day' and at - interval '5 minutes'
      and asked_at > coalesce((select max(received_at) from public.payment_callbacks where source = 'stk' and received_at <= at),
        '-infinity')
    union all
    -- Payments by prompt of the last day that no query has confirmed, and that arrived after the newest one that a query
    -- confirmed.
    select 'query-missing', received_at from public.payments
    where source = 'stk' and confirmed_by is distinct from 'query'
      and received_at between at - interval '1 day' and at - interval '10 minutes'
      and received_at > coalesce((select max(received_at) from public.payments
        where source = 'stk' and confirmed_by = 'query' and received_at > at - interval '2 days'), '-infinity')
  )
  select kinds.kind, count(waiting.kind), greatest(0, coalesce(extract(epoch from at - min(waiting.since)), 0))::bigint
  from kinds left join waiting on waiting.kind = kinds.kind group by kinds.kind order by kinds.kind;
$function$;

-- Returns a page of one list (`part`) of a person's data, newest first, after the row `after`. Null unless the member of staff
-- has said why.
CREATE OR REPLACE FUNCTION public.desk_person_part(staff jsonb, person uuid, part text, after jsonb, max_rows integer)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when public.desk_may_view(staff, person) then (
    with known as (select id, email from auth.users where id = person), found as (
      select created_at as at, name as key, jsonb_build_object('name', name, 'status', status, 'expiry_date', expiry_date) as row
        from public.domains where part = 'names' and user_id = person
      union all
      select created_at, id::text, jsonb_build_object('kind', kind, 'domain', domain, 'plan', plan, 'seats', seats, 'state', state,
          'ends_on', ends_on)
        from public.services where part = 'services' and user_id = person
      union all
      select created_at, id::text, jsonb_build_object('kind', kind, 'domain', domain, 'status', status, 'price_ksh', price_ksh,
          'is_paid', public.is_order_paid(orders))
        from public.orders where part = 'orders' and user_id = person
      union all
      select opened_at, id::text, jsonb_build_object('reference', reference, 'amount_ksh', amount_ksh, 'paid_ksh', paid_ksh,
          'paid_at', paid_at, 'number', number)
        from public.bills where part = 'bills' and user_id = person
      union all
      select received_at, code, jsonb_build_object('code', code, 'amount_ksh', amount_ksh, 'state', state, 'source', source)
        from public.payments where part = 'payments' and code in (
          -- Two indexes: with "or" the database would read all payments.
          select code from public.payments where user_id = person
          union select money.code from public.bills as bill join public.payments as money on money.bill_id = bill.id
            where bill.user_id = person)
      union all
      select messages.created_at, messages.id::text, jsonb_build_object('subject', subject, 'state', state)
        from public.messages join known on messages.address = lower(known.email) where part = 'messages' and kind = 'visitor'
      union all
      select mails.created_at, mails.id::text, jsonb_build_object('subject', subject, 'sent_at', sent_at, 'failed_at', failed_at)
        from public.mails join known on mails.address = lower(known.email) where part = 'mails'
      union all
      select line.at, lpad(line.id::text, 19, '0'), jsonb_build_object('id', line.id, 'who', public.desk_name(line.staff_email),
          'did', line.did, 'about_kind', line.about_kind, 'about_id', line.about_id, 'detail', line.detail)
        from public.desk_log as line
        where part = 'log' and (line.customer = person or (line.about_kind = 'person' and line.about_id = person::text))
    ), page as (
      select * from found
      where after is null or (at, key collate "C") < ((after ->> 'at')::timestamptz, (after ->> 'key') collate "C")
      order by at desc, key collate "C" desc limit max_rows
    )
    select coalesce(jsonb_agg(row || jsonb_build_object('at', at, 'key', key) order by at desc, key collate "C" desc), '[]') from page) end;
$function$;

-- The agency's income in the last months of Nairobi, that of `at` last: [{"month": "2026-11", "sums": {…}}]. Sums are whole shillings, `vat`
-- is in cents, and `new`, `renewed` and `lost` count names; a sum that is 0 is left out. `mpesa` and `other`: money that arrived, on the
-- day it was paid, also if it went back or became credit; without credit that was used, and without what is not confirmed or void. `credit`:
-- credit that paid bills. `back`: what staff sent back, by the log, which is as old as these months. `receipts` and `notes`: the gross
-- amounts issued; the sums by the kind of the order are parts of `receipts`. A name is lost in the month of its last day or, if staff
-- noted that it left, then.
CREATE OR REPLACE FUNCTION public.desk_income(at timestamp with time zone, months integer)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with month as (
    select date_trunc('month', at at time zone 'Africa/Nairobi') - make_interval(months => one) as first from generate_series(0, months - 1) as one
  ), since (first) as (
    select min(first) at time zone 'Africa/Nairobi' from month
  ), entry (at, what, n) as (
    select paid_at, case when source in ('bank', 'cash', 'cheque') then 'other' else 'mpesa' end, amount_ksh from public.payments, since
      where paid_at >= since.first and source <> 'credit'
        and (state in ('counted', 'surplus', 'returned', 'kept') or (state = 'unmatched' and confirmed_by is not null))
    union all
    select created_at, case why when 'used' then 'credit' else 'back' end, -ksh from public.credits, since
      where created_at >= since.first and why in ('used', 'paid-out')
    union all
    select line.at, 'back', (detail ->> 'ksh')::integer from public.desk_log as line, since
      where line.at >= since.first and did in ('bill-refunded', 'bill-surplus-returned', 'payment-returned')
    union all
    select issued_at, part.what, part.n from public.receipts, since, lateral (
      select 'receipts' as what, gross_ksh as n union all select 'vat', vat_cents
      union all select kind, ksh from jsonb_to_recordset(lines) as line (kind text, ksh integer) where kind is not null) as part
      where issued_at >= since.first
    union all
    select issued_at, part.what, part.n from public.credit_notes, since, lateral (
      select 'notes' as what, gross_ksh as n union all select 'vat', -vat_cents) as part
      where issued_at >= since.first
    union all
    select updated_at, case kind when 'renew' then 'renewed' else 'new' end, 1 from public.orders, since
      where updated_at >= since.first and status = 'done' and kind in ('renew', 'register', 'transfer')
    union all
    select expiry_date, 'lost', 1 from public.domains, since
      where expiry_date >= since.first and expiry_date < desk_income.at - interval '1 day' and status <> 'left' and held = 'us'
    union all
    select max(line.at), 'lost', 1 from public.desk_log as line, since
      where line.at >= since.first and did = 'domain-status' and detail ->> 'now' = 'left'
        and exists (select from public.domains where lower(name) = line.about_id and status = 'left')
      group by line.about_id
  ), summed as materialized (
    select date_trunc('month', entry.at at time zone 'Africa/Nairobi') as first, what, sum(n) as n from entry group by 1, 2
  )
  select jsonb_agg(jsonb_build_object('month', to_char(month.first, 'YYYY-MM'), 'sums', coalesce(
    (select jsonb_object_agg(what, n) from summed where summed.first = month.first), '{}')) order by month.first) from month;
$function$;

CREATE OR REPLACE FUNCTION public.note_searched_person()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.people_search as known (user_id, words, phone)
    values (new.id, left(lower(public.plain_quotes(coalesce(new.raw_user_meta_data ->> 'full_name', ''))), 200),
      nullif(left(new.raw_user_meta_data ->> 'contact_phone', 100), ''))
    on conflict (user_id) do update set words = excluded.words, phone = excluded.phone;
  return null;
end $function$;

-- What the desk's search finds beside names and orders, the newest first, at most `max_rows` of each: people whose name has all of these
-- `words` (in lower case), who have this `phone` or one that ends with `last_digits`, or whose number in the log is `code`; bills of which
-- `ksh` shillings are asked or missing, and payments of `ksh`; bills and payments with `code` (in upper case) as a part of their reference,
-- their code or the account number that was typed on a phone, and bills whose receipt or credit note has the number `code`. What is null
-- finds nothing.
CREATE OR REPLACE FUNCTION public.desk_search(words text, phone text, last_digits text, ksh integer, code text, max_rows integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  by_name text := (select string_agg(public.has_part('words', word), ' and ') from string_to_table(words, ' ') as word where word <> '');
  read text := public.read_code(regexp_replace(code, '[^A-Z0-9]', '', 'g'));
  people text := 'select null::uuid where false';
  bills text := 'select null::uuid where false';
  payments text := 'select null where false';
  found jsonb;
begin
  if by_name is not null then people := format('%s union (select user_id from public.people_search where %s limit $2)', people, by_name); end if;
  if phone is not null then
    people := people || ' union (select user_id from public.people_search where reverse(phone) = reverse($3) limit $2)';
  end if;
  if last_digits is not null then
    people := people || ' union (select user_id from public.people_search where reverse(phone) like reverse($4) || ''%'' limit $2)';
  end if;
  if code ~ '^W?[0-9A-F]{4}-?[0-9A-F]{4}$' then
    people := format('%s union select user_id from public.people_search where user_id between %L and %L', people,
      right(translate(code, '-', ''), 8) || '-0000-0000-0000-000000000000', right(translate(code, '-', ''), 8) || '-ffff-ffff-ffff-ffffffffffff');
  end if;
  if ksh is not null then
    bills := bills || ' union (select id from public.bills where amount_ksh = $1 order by opened_at desc limit $2)
      union (select id from public.bills where missing_ksh = $1 and paid_at is null order by opened_at desc limit $2)';
    payments := payments || ' union (select code from public.payments where amount_ksh = $1 order by received_at desc limit $2)';
  end if;
  if code is not null then
    payments := format('%s union select code from public.payments where %s', payments, public.has_part('upper(typed_reference)', code));
    bills := format('%s union select bill_id from public.receipts where number = %2$L union select receipt.bill_id
      from public.credit_notes as note join public.receipts as receipt on receipt.number = note.receipt_number where note.number = %2$L',
      bills, code);
  end if;
  if length(read) >= 3 then
    bills := format('%s union select id from public.bills where %s', bills, public.has_part('reference', read));
    payments := format('%s union select code from public.payments where %s', payments,
      public.has_part('translate(code, ''OIL'', ''011'')', read));
  end if;
  execute format($query$
    select jsonb_build_object(
      'people', (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', raw_user_meta_data ->> 'full_name', 'since', created_at,
          'is_confirmed', email_confirmed_at is not null, 'domain', (select name from public.domains
            where user_id = person.id and status <> 'left' order by created_at, name limit 1)) order by created_at desc, id), '[]')
        from (select * from auth.users where id in (%1$s) order by created_at desc, id limit $2) as person),
      'bills', (select coalesce(jsonb_agg(jsonb_build_object('reference', reference, 'ksh', amount_ksh, 'missing', missing_ksh, 'at', opened_at,
          'state', public.bill_state(bill), 'order', (select id from public.orders where bill_id = bill.id order by created_at, id limit 1))
          order by opened_at desc, id), '[]')
        from (select * from public.bills where id in (%2$s) order by opened_at desc, id limit $2) as bill),
      'payments', (select coalesce(jsonb_agg(jsonb_build_object('code', code, 'ksh', amount_ksh, 'at', received_at, 'state', state,
          'typed', typed_reference) order by received_at desc, code), '[]')
        from (select * from public.payments where code in (%3$s) order by received_at desc, code limit $2) as money))
    $query$, people, bills, payments) using ksh, max_rows, phone, last_digits into found;
  return found;
end $function$;

-- Bills that are to be paid, by their age in days of Nairobi: 'week' (up to 7), 'month' (8 to 30), 'older', or 'all'. Returns list_page, the
-- oldest first, and `sums`: for each age how many there are, and what is missing.
CREATE OR REPLACE FUNCTION public.desk_unpaid(band text, at timestamp with time zone, place jsonb, max_rows integer)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with edge as (
    select (today - 7)::timestamp at time zone 'Africa/Nairobi' as week, (today - 30)::timestamp at time zone 'Africa/Nairobi' as month
    from (select (at at time zone 'Africa/Nairobi')::date as today) as one
  ), summed as materialized (
    select case when opened_at >= edge.week then 'week' when opened_at >= edge.month then 'month' else 'older' end as age,
      count(*) as count, sum(missing_ksh) as ksh
    from public.bills, edge where paid_at is null and exists (select from public.orders where bill_id = bills.id and status <> 'failed')
    group by 1
  )
  select public.list_page(format($query$
    select bill.id as key, bill.opened_at as at, bill.reference, bill.amount_ksh, bill.missing_ksh, bill.user_id, bill.opened_by,
      (select coalesce(nullif(raw_user_meta_data ->> 'full_name', ''), email) from auth.users where id = bill.user_id) as customer,
      (select jsonb_agg(jsonb_build_object('id', id, 'domain', domain) order by created_at, id) from public.orders
        where bill_id = bill.id and status <> 'failed') as orders
    from public.bills as bill where paid_at is null and opened_at >= %L and opened_at < %L
      and exists (select from public.orders where bill_id = bill.id and status <> 'failed')
    $query$, case band when 'week' then edge.week when 'month' then edge.month else '-infinity' end,
    case band when 'month' then edge.week when 'older' then edge.month else 'infinity' end), true, place, max_rows)
    || jsonb_build_object('sums', coalesce((select jsonb_object_agg(age, jsonb_build_object('count', count, 'ksh', ksh)) from summed), '{}'))
  from edge;
$function$;

-- Stores a file that was read, with its lines, and logs it. The same file that nobody has started is the same import. Returns its id.
CREATE OR REPLACE FUNCTION public.store_import(staff jsonb, new_id uuid, file_digest text, lines jsonb)
 RETURNS uuid
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare known uuid;
begin
  insert into public.imports (id, digest, staff) values (new_id, file_digest, staff) on conflict (digest) where state = 'draft' do nothing;
  if not found then
    select id into known from public.imports where digest = file_digest and state = 'draft';
    return known;
  end if;
  insert into public.import_lines (import_id, line, state, email, full_name, phone, domain, last_day, held, renew_ksh, problems)
    select new_id, one.line, case when one.problems = '[]' then 'waiting' else 'bad' end, one.email, one.full_name, one.phone, one.domain,
      one.last_day, one.held, one.renew_ksh, one.problems
    from jsonb_populate_recordset(null::public.import_lines, lines) as one;
  perform public.log_staff(staff, 'import-uploaded', 'import', new_id::text, null, jsonb_build_object('lines', jsonb_array_length(lines)));
  return new_id;
end $function$;

-- The account of an address, or null.
CREATE OR REPLACE FUNCTION public.account_of_address(address text)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select id from auth.users where email = lower(address) and not is_sso_user limit 1;
$function$;

-- Of each line that waits: the account of its address and the customer who has its domain; null if there is none.
CREATE OR REPLACE FUNCTION public.import_findings(its_import uuid)
 RETURNS TABLE(line integer, email text, domain text, customer uuid, owner uuid)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select one.line, one.email, one.domain, public.account_of_address(one.email), owned.user_id
  from public.import_lines as one
  left join public.domains as owned on lower(owned.name) = one.domain and owned.status <> 'left'
  where one.import_id = its_import and one.state = 'waiting';
$function$;

-- Whether a person was invited in the last two years, at the desk or by an import.
CREATE OR REPLACE FUNCTION public.was_invited(person uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select exists (select from public.desk_log
    where about_kind = 'person' and about_id = person::text and did in ('person-invited', 'invitation-sent'));
$function$;

-- The accounts of an import that nobody has confirmed, each with its first line.
CREATE OR REPLACE FUNCTION public.import_people(its_import uuid)
 RETURNS SETOF import_lines
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select first.* from (
    select distinct on (user_id) * from public.import_lines
    where import_id = its_import and user_id is not null and state in ('done', 'unchanged') order by user_id, line) as first
  join auth.users as account on account.id = first.user_id
  where account.email_confirmed_at is null;
$function$;

-- An import for its page, with its counts. Before the start they are what would happen: what is `taken` belongs to another customer.
CREATE OR REPLACE FUNCTION public.desk_import(its_import uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('id', id, 'state', state, 'created_at', created_at, 'who', public.desk_name(staff ->> 'email'),
    'lines', (select count(*) from public.import_lines where import_id = its_import),
    'counts', case when state = 'draft' then (
        select jsonb_build_object(
          'new_people', count(distinct email) filter (where customer is null and owner is null),
          'known_people', count(distinct email) filter (where customer is not null and (owner is null or owner = customer)),
          'new_names', count(*) filter (where domain is not null and owner is null),
          'unchanged', count(*) filter (where customer is not null and (domain is null or owner = customer)),
          'wrong', count(*) filter (where owner is distinct from customer and owner is not null)
            + (select count(*) from public.import_lines as one where one.import_id = its_import and one.state = 'bad'),
          'waiting', count(*))
        from public.import_findings(its_import))
      else (
        select jsonb_build_object(
          'new_people', count(distinct user_id) filter (where is_new),
          'known_people', count(distinct user_id) - count(distinct user_id) filter (where is_new),
          'new_names', count(*) filter (where one.state = 'done' and domain is not null),
          'unchanged', count(*) filter (where one.state = 'unchanged'),
          'wrong', count(*) filter (where one.state in ('bad', 'failed')),
          'waiting', count(*) filter (where one.state = 'waiting'))
        from public.import_lines as one where one.import_id = its_import) end,
    'invitations', case when state = 'finished' then (
      select jsonb_build_object(
        'open', count(*) filter (where asked_at is null and not public.was_invited(user_id)),
        'asked', count(*) filter (where asked_at is not null and invited_at is null and not public.was_invited(user_id)),
        'sent', (select count(*) from public.import_lines as one where one.import_id = its_import and one.invited_at is not null))
      from public.import_people(its_import)) end)
  from public.imports where id = its_import;
$function$;

-- The newest imports.
CREATE OR REPLACE FUNCTION public.desk_imports(max_rows integer)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(to_jsonb(page) order by created_at desc, id), '[]') from (
    select id, state, created_at, public.desk_name(staff ->> 'email') as who,
      (select count(*) from public.import_lines where import_id = imports.id) as lines
    from public.imports order by created_at desc, id limit max_rows) as page;
$function$;

-- Lines of an import after a line: those with errors ('wrong'), or of the people who have no invitation ('people').
CREATE OR REPLACE FUNCTION public.desk_import_lines(its_import uuid, part text, after_line integer, max_rows integer)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with listed as (
    select line, problems, email, full_name from public.import_lines
      where part = 'wrong' and import_id = its_import and state in ('bad', 'failed')
    union all
    select line, '[{"column": "domain", "message": "Another customer has this name."}]', email, null
      from public.import_findings(its_import)
      where part = 'wrong' and owner is distinct from customer and owner is not null
        and exists (select from public.imports where id = its_import and state = 'draft')
    union all
    select line, '[]', email, full_name from public.import_people(its_import)
      where part = 'people' and asked_at is null and not public.was_invited(user_id))
  select coalesce(jsonb_agg(to_jsonb(page) order by line), '[]') from (
    select * from listed where line > after_line order by line limit max_rows) as page;
$function$;

-- Deletes a file that nobody has started, with its lines. Outcomes: 'done', also for the same form within a minute; 'moved' (it was started),
-- with who did it when. Null: there is no such import.
CREATE OR REPLACE FUNCTION public.delete_import(staff jsonb, its_import uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare known public.imports;
begin
  delete from public.imports where id = its_import and state = 'draft';
  if found then return public.log_done(staff, 'import-deleted', 'import', its_import::text); end if;
  select * into known from public.imports where id = its_import;
  if known.id is not null then
    return jsonb_build_object('outcome', 'moved', 'by', public.desk_name(known.staff ->> 'email'), 'at', known.started_at);
  end if;
  if (public.desk_last(staff, '{import-deleted}', 'import', its_import::text) ->> 'is_again')::boolean then return '{"outcome": "same"}'; end if;
  return null;
end $function$;

-- Starts an import. Outcomes: 'done'; 'same' (it was started before). Null: there is no such import.
CREATE OR REPLACE FUNCTION public.start_import(staff jsonb, its_import uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update public.imports set state = 'running', started_at = now(), staff = start_import.staff where id = its_import and state = 'draft';
  if found then return public.log_done(staff, 'import-started', 'import', its_import::text); end if;
  return (select '{"outcome": "same"}'::jsonb from public.imports where id = its_import);
end $function$;

-- Claims the next line of an import for a minute. No row if there is none; imports without a further line are noted as finished. `person`: the
-- account of its address. `is_taken`: another customer has its domain.
CREATE OR REPLACE FUNCTION public.claim_import_line()
 RETURNS TABLE(import_id uuid, line integer, email text, full_name text, phone text, attempts integer, person uuid, is_taken boolean)
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  one public.import_lines;
  its_import public.imports;
  its_person uuid;
  taken boolean;
begin
  select waiting.* into one from public.imports join public.import_lines as waiting on waiting.import_id = imports.id
    where imports.state = 'running' and waiting.state = 'waiting' and coalesce(waiting.claimed_until, '-infinity') <= now()
    order by imports.started_at, waiting.line limit 1 for update of waiting skip locked;
  if not found then
    for its_import in update public.imports set state = 'finished', finished_at = now()
      where state = 'running' and not exists (select from public.import_lines where import_id = imports.id and import_lines.state = 'waiting')
      returning * loop
      perform public.log_staff(its_import.staff, 'import-finished', 'import', its_import.id::text);
    end loop;
    return;
  end if;
  its_person := public.account_of_address(one.email);
  taken := exists (select from public.domains
    where lower(name) = one.domain and status <> 'left' and user_id is distinct from its_person);
  update public.import_lines set claimed_until = now() + interval '1 minute', attempts = one.attempts + 1,
    is_new = is_new or (its_person is null and not taken) where import_id = one.import_id and line = one.line;
  return query select one.import_id, one.line, one.email, one.full_name, one.phone, one.attempts + 1, its_person, taken;
end $function$;

-- Ends a claimed line: adds its domain to the account and logs it or, with a problem, notes that it failed. A line that has ended stays.
CREATE OR REPLACE FUNCTION public.finish_import_line(its_import uuid, its_line integer, person uuid, problem jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  one public.import_lines;
  doer jsonb := (select staff from public.imports where id = its_import);
  outcome text;
begin
  select * into one from public.import_lines where import_id = its_import and line = its_line and state = 'waiting' for update;
  if not found then return false; end if;
  if problem is null and one.is_new and not exists (select from public.desk_log
    where about_kind = 'person' and about_id = person::text and did = 'person-imported') then
    perform public.log_staff(doer, 'person-imported', 'person', person::text, person, jsonb_build_object('import', its_import));
    outcome := 'done';
  end if;
  if problem is null and one.domain is not null then
    outcome := public.add_domain(doer, person, one.domain, one.last_day, one.held, one.renew_ksh, jsonb_build_object('import', its_import));
    if outcome = 'named' then problem := '{"column": "domain", "message": "Another customer has this name."}'; end if;
  end if;
  update public.import_lines set claimed_until = null, user_id = person,
    problems = case when problem is null then '[]' else jsonb_build_array(problem) end,
    state = case when problem is not null then 'failed' when outcome = 'done' then 'done' else 'unchanged' end
    where import_id = its_import and line = its_line;
  return true;
end $function$;

-- Asks for the invitations of an import: of the given lines, or of all without lines. Returns how many people will get one.
CREATE OR REPLACE FUNCTION public.ask_invitations(staff jsonb, its_import uuid, lines integer[])
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare asked integer;
begin
  perform from public.imports where id = its_import and state = 'finished' for update;
  if not found then return 0; end if;
  update public.import_lines set asked_at = now()
    where import_id = its_import and asked_at is null and line in (
      select line from public.import_people(its_import) where (lines is null or line = any (lines)) and not public.was_invited(user_id));
  get diagnostics asked = row_count;
  if asked > 0 then
    update public.imports set inviter = ask_invitations.staff where id = its_import;
    perform public.log_staff(staff, 'import-invited', 'import', its_import::text, null, jsonb_build_object('count', asked));
  end if;
  return asked;
end $function$;

-- The next people to invite, at most as many as may be mailed at `rate` mails a minute, with up to 10 of their names. Issues of the
-- newsletter go first.
CREATE OR REPLACE FUNCTION public.next_invitations(rate integer, max_rows integer)
 RETURNS TABLE(import_id uuid, line integer, person uuid, email text, full_name text, domains text[])
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select asked.import_id, asked.line, account.id, account.email::text, asked.full_name, array(
    select name from public.domains where user_id = account.id and status <> 'left' order by name limit 10)
  from public.import_lines as asked join auth.users as account on account.id = asked.user_id
  where asked.asked_at is not null and asked.invited_at is null and account.email_confirmed_at is null
    and not public.was_invited(account.id)
  order by asked.asked_at, asked.line
  limit least(max_rows, public.issue_room(rate));
$function$;

-- Queues invitations, each with the note of it and a line of the log, once for each person. Returns how many.
CREATE OR REPLACE FUNCTION public.queue_invitations(deliveries jsonb)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  one jsonb;
  its_person uuid;
  queued integer := 0;
begin
  for one in select value from jsonb_array_elements(deliveries) loop
    its_person := (one ->> 'person')::uuid;
    perform pg_advisory_xact_lock(hashtextextended('invited ' || its_person, 0));
    continue when public.was_invited(its_person);
    update public.import_lines set invited_at = now()
      where import_id = (one ->> 'import_id')::uuid and line = (one ->> 'line')::integer and invited_at is null;
    continue when not found;
    perform public.queue_mail(one -> 'mail');
    perform public.log_staff((select inviter from public.imports where id = (one ->> 'import_id')::uuid), 'invitation-sent', 'person',
      its_person::text, its_person);
    queued := queued + 1;
  end loop;
  return queued;
end $function$;

-- The address of an account that nobody has confirmed; null for any other.
CREATE OR REPLACE FUNCTION public.invited_address(person uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select email::text from auth.users where id = person and email_confirmed_at is null;
$function$;
