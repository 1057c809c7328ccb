-- The schema after all migrations, to be read. `npm run schema` writes this file; migrations change the database.

-- What has changed of an account, of which its customer is to be told: the password, the address, or that all were signed out.
create table public.account_changes (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  kind text not null,
  email text not null,
  new_email text,
  created_at timestamp with time zone not null default now(),
  told_at timestamp with time zone,
  old_phone text,
  constraint account_changes_pkey PRIMARY KEY (id),
  constraint account_changes_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint account_changes_email_check CHECK (((length(email) >= 1) AND (length(email) <= 320))),
  constraint account_changes_kind_check CHECK ((kind = ANY (ARRAY['password'::text, 'address'::text, 'sign-out'::text, 'step-on'::text, 'step-off'::text, 'phone'::text, 'step-codes'::text, 'step-code-used'::text, 'wrong-codes'::text]))),
  constraint account_changes_new_email_check CHECK (((length(new_email) >= 1) AND (length(new_email) <= 320))),
  constraint account_changes_old_phone_check CHECK ((length(old_phone) <= 100))
);
CREATE INDEX account_changes_of_user ON public.account_changes USING btree (user_id, created_at DESC);
CREATE INDEX account_changes_untold ON public.account_changes USING btree (created_at) WHERE (told_at IS NULL);
-- Policy "Customers read what has changed of their account" (permissive) for {authenticated}: (( SELECT auth.uid() AS uid) = user_id)
-- Policy "The second step is passed" (restrictive) for {authenticated}: ( SELECT has_stepped() AS has_stepped)

-- Customers who have asked to have their account closed. A person of the agency does it, and until then it can be taken back.
create table public.closing_requests (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  reason text,
  state text not null default 'open'::text,
  created_at timestamp with time zone not null default now(),
  told_at timestamp with time zone,
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
CREATE TRIGGER forget_message_account AFTER UPDATE OF state ON public.closing_requests FOR EACH ROW WHEN ((new.state = 'done'::text)) EXECUTE FUNCTION forget_message_account();
CREATE TRIGGER forget_phones_of_closed AFTER UPDATE OF state ON public.closing_requests FOR EACH ROW WHEN ((new.state = 'done'::text)) EXECUTE FUNCTION forget_phones_of_closed();
CREATE TRIGGER forget_second_step AFTER UPDATE OF state ON public.closing_requests FOR EACH ROW WHEN ((new.state = 'done'::text)) EXECUTE FUNCTION forget_second_step();

-- The second step of signing in: a code of an authenticator app (RFC 6238) or one of ten printed codes. Customers may have one,
-- staff must. The database asks for it too, so that a stolen password reads no row past the pages either.
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

-- What was sent through a form in the last day, so that the same thing sent twice is carried out once.
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
-- Policy "Customers read which forms they have sent" (permissive) for {authenticated}: (owner = (( SELECT auth.uid() AS uid))::text)
-- Policy "The second step is passed" (restrictive) for {authenticated}: ( SELECT has_stepped() AS has_stepped)

-- Mails that the site sends by itself, by SMTP. Each is written together with the row that it tells of, and sent afterwards by
-- any process. Kept by the server alone.
create table public.mails (
  id uuid not null default gen_random_uuid(),
  key text not null,
  message_id text not null,
  kind text not null,
  recipient text not null,
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
-- Policy "Customers read which mails went to their address" (permissive) for {authenticated}: ((lower(recipient) = lower(( SELECT (auth.jwt() ->> 'email'::text)))) AND (sent_at IS NOT NULL))
-- Policy "The second step is passed" (restrictive) for {authenticated}: ( SELECT has_stepped() AS has_stepped)
CREATE TRIGGER note_issue_mail AFTER UPDATE OF sent_at, failed_at ON public.mails FOR EACH ROW WHEN ((new.kind = 'issue'::text)) EXECUTE FUNCTION note_issue_mail();
CREATE TRIGGER note_issue_mail_gone AFTER DELETE ON public.mails FOR EACH ROW WHEN ((old.kind = 'issue'::text)) EXECUTE FUNCTION note_issue_mail();

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
  constraint desk_log_about_id_check CHECK (((length(about_id) >= 1) AND (length(about_id) <= 200))),
  constraint desk_log_about_kind_check CHECK ((about_kind ~ '^[a-z-]{1,30}$'::text)),
  constraint desk_log_did_check CHECK ((did ~ '^[a-z-]{1,40}$'::text)),
  constraint desk_log_staff_email_check CHECK (((length(staff_email) >= 3) AND (length(staff_email) <= 254)))
);
CREATE INDEX desk_log_about ON public.desk_log USING btree (about_kind, about_id, id);
CREATE INDEX desk_log_customer ON public.desk_log USING btree (customer, at DESC) WHERE (customer IS NOT NULL);
CREATE INDEX desk_log_newest ON public.desk_log USING btree (at DESC, id DESC);
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

-- The domains that customers have with us. A row is written by the server alone, when an order is done.
create table public.domains (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  name text not null,
  status text not null default 'active'::text,
  expiry_date timestamp with time zone not null,
  zone_id text,
  ssl_status text,
  dns_records jsonb,
  created_at timestamp with time zone not null default now(),
  constraint domains_pkey PRIMARY KEY (id),
  constraint domains_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE RESTRICT,
  constraint domains_name_check CHECK (((length(name) >= 1) AND (length(name) <= 253))),
  constraint domains_ssl_status_check CHECK ((ssl_status <> ''::text)),
  constraint domains_status_check CHECK (((length(status) >= 1) AND (length(status) <= 50))),
  constraint domains_zone_id_check CHECK ((zone_id <> ''::text))
);
CREATE UNIQUE INDEX domains_name ON public.domains USING btree (lower(name));
CREATE INDEX domains_of_user ON public.domains USING btree (user_id, expiry_date);
CREATE UNIQUE INDEX domains_zone ON public.domains USING btree (zone_id);
-- Policy "Customers read their own domains" (permissive) for {authenticated}: (( SELECT auth.uid() AS uid) = user_id)
-- Policy "The second step is passed" (restrictive) for {authenticated}: ( SELECT has_stepped() AS has_stepped)

-- Of which ends of domains a customer was told: a row for each domain, its last day and the step before or after it, written
-- together with the mail. A renewed domain has another last day, and so its steps anew.
create table public.renewal_notices (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  domain_id uuid not null,
  expires_on date not null,
  step text not null,
  told_on date not null,
  created_at timestamp with time zone not null default now(),
  constraint renewal_notices_user_id_domain_id_expires_on_step_key UNIQUE (user_id, domain_id, expires_on, step),
  constraint renewal_notices_pkey PRIMARY KEY (id),
  constraint renewal_notices_domain_id_fkey FOREIGN KEY (domain_id) REFERENCES domains(id) ON DELETE CASCADE,
  constraint renewal_notices_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint renewal_notices_step_check CHECK ((step = ANY (ARRAY['60'::text, '30'::text, '15'::text, '1'::text, 'stopped'::text, 'last'::text])))
);
CREATE INDEX renewal_notices_of_day ON public.renewal_notices USING btree (user_id, told_on);
CREATE INDEX renewal_notices_of_domain ON public.renewal_notices USING btree (domain_id);
-- Policy "Customers read of what they were told" (permissive) for {authenticated}: (( SELECT auth.uid() AS uid) = user_id)
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

-- Payments by M-PESA. A bill is what one press costs. A payment prompt asks a phone to pay it. Money exists only as a row of
-- payments, named by its M-PESA code. All amounts are whole shillings. Source: docs/decisions, "M-PESA".
create table public.bills (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  reference text not null,
  amount_ksh integer not null,
  paid_ksh integer not null default 0,
  surplus_ksh integer not null default 0,
  refund_due_ksh integer not null default 0,
  opened_at timestamp with time zone not null default now(),
  paid_at timestamp with time zone,
  refunded_at timestamp with time zone,
  number text,
  buyer_pin text,
  etims_number text,
  typed_code text,
  typed_before text[] not null default '{}'::text[],
  fulfilled_at timestamp with time zone,
  claimed_until timestamp with time zone,
  reminders integer not null default 0,
  refunded_ksh integer not null default 0,
  returned_ksh integer not null default 0,
  back_codes text[] not null default '{}'::text[],
  shrunk_at timestamp with time zone,
  ends_at timestamp with time zone,
  constraint bills_number_key UNIQUE (number),
  constraint bills_reference_key UNIQUE (reference),
  constraint bills_pkey PRIMARY KEY (id),
  constraint bills_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE RESTRICT,
  constraint bills_amount_ksh_check CHECK ((amount_ksh > 0)),
  constraint bills_buyer_pin_check CHECK ((buyer_pin ~ '^[AP][0-9]{9}[A-Z]$'::text)),
  constraint bills_check CHECK (((paid_ksh >= 0) AND (paid_ksh <= amount_ksh))),
  constraint bills_check1 CHECK (((typed_code IS NOT NULL) OR (typed_before = '{}'::text[]))),
  constraint bills_etims_number_check CHECK (((length(etims_number) >= 1) AND (length(etims_number) <= 60))),
  constraint bills_reference_check CHECK ((reference ~ '^M[0-9A-HJKMNP-TV-Z]{7}$'::text)),
  constraint bills_refund_due_ksh_check CHECK ((refund_due_ksh >= 0)),
  constraint bills_refunded_ksh_check CHECK ((refunded_ksh >= 0)),
  constraint bills_returned_ksh_check CHECK ((returned_ksh >= 0)),
  constraint bills_surplus_ksh_check CHECK ((surplus_ksh >= 0)),
  constraint bills_typed_code_check CHECK ((typed_code ~ '^[A-Z0-9]{10}$'::text))
);
CREATE INDEX bills_of_user ON public.bills USING btree (user_id, opened_at DESC);
CREATE INDEX bills_paid ON public.bills USING btree (paid_at, number) WHERE (paid_at IS NOT NULL);
CREATE INDEX bills_to_end ON public.bills USING btree (ends_at) WHERE ((ends_at IS NOT NULL) AND (paid_at IS NULL));
CREATE INDEX bills_to_fulfil ON public.bills USING btree (paid_at) WHERE ((paid_at IS NOT NULL) AND (fulfilled_at IS NULL));
CREATE INDEX bills_to_remind ON public.bills USING btree (opened_at) WHERE ((paid_at IS NULL) AND (reminders < 3));
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
  press uuid not null default gen_random_uuid(),
  taken_by uuid,
  taken_at timestamp with time zone,
  price_named_at timestamp with time zone,
  refund_due_ksh integer not null default 0,
  refunded_at timestamp with time zone,
  bill_id uuid,
  asked_at timestamp with time zone,
  cancelled_at timestamp with time zone,
  constraint orders_idempotency_key_key UNIQUE (idempotency_key),
  constraint orders_pkey PRIMARY KEY (id),
  constraint orders_bill_id_fkey FOREIGN KEY (bill_id) REFERENCES bills(id),
  constraint orders_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE RESTRICT,
  constraint orders_domain_check CHECK (((length(domain) >= 1) AND (length(domain) <= 253))),
  constraint orders_idempotency_key_check CHECK (((length(idempotency_key) >= 1) AND (length(idempotency_key) <= 200))),
  constraint orders_kind_check CHECK ((kind = ANY (ARRAY['renew'::text, 'certificate'::text, 'register'::text, 'transfer'::text, 'hosting'::text]))),
  constraint orders_price_ksh_check CHECK ((price_ksh >= 0)),
  constraint orders_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 500))),
  constraint orders_refund_due_ksh_check CHECK ((refund_due_ksh >= 0)),
  constraint orders_status_check CHECK ((status = ANY (ARRAY['requested'::text, 'processing'::text, 'done'::text, 'failed'::text])))
);
CREATE INDEX orders_asked ON public.orders USING btree (asked_at) WHERE (asked_at IS NOT NULL);
CREATE INDEX orders_of_bill ON public.orders USING btree (bill_id);
CREATE INDEX orders_of_day ON public.orders USING btree (created_at);
CREATE INDEX orders_of_user ON public.orders USING btree (user_id, created_at DESC);
CREATE INDEX orders_open ON public.orders USING btree (created_at) WHERE (status = ANY (ARRAY['requested'::text, 'processing'::text]));
-- Policy "Customers read their own orders" (permissive) for {authenticated}: (( SELECT auth.uid() AS uid) = user_id)
-- Policy "The second step is passed" (restrictive) for {authenticated}: ( SELECT has_stepped() AS has_stepped)
CREATE TRIGGER bill_follows_order AFTER UPDATE OF status ON public.orders FOR EACH ROW WHEN (((new.bill_id IS NOT NULL) AND (old.status <> new.status))) EXECUTE FUNCTION bill_follows_order();
CREATE TRIGGER forget_desk_notes AFTER DELETE ON public.orders FOR EACH ROW EXECUTE FUNCTION forget_desk_notes('order');
CREATE TRIGGER order_changes BEFORE UPDATE ON public.orders FOR EACH ROW EXECUTE FUNCTION order_changes();

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
  entered_by uuid,
  received_at timestamp with time zone not null default now(),
  told_at timestamp with time zone,
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
  constraint payments_confirmed_by_check CHECK ((confirmed_by = ANY (ARRAY['query'::text, 'pull'::text, 'status'::text, 'token'::text, 'staff'::text]))),
  constraint payments_own_number_check CHECK (((length(own_number) >= 1) AND (length(own_number) <= 40))),
  constraint payments_reported_ksh_check CHECK ((reported_ksh > 0)),
  constraint payments_source_check CHECK ((source = ANY (ARRAY['stk'::text, 'paybill'::text, 'pull'::text, 'staff'::text, 'bank'::text, 'cash'::text, 'cheque'::text]))),
  constraint payments_state_check CHECK ((state = ANY (ARRAY['held'::text, 'counted'::text, 'surplus'::text, 'unmatched'::text, 'returned'::text, 'void'::text]))),
  constraint payments_taken_by_check CHECK (((length(taken_by) >= 1) AND (length(taken_by) <= 80))),
  constraint payments_typed_ksh_check CHECK ((typed_ksh > 0)),
  constraint payments_typed_reference_check CHECK ((length(typed_reference) <= 40))
);
CREATE INDEX payments_as_read ON public.payments USING btree (read_code(code));
CREATE INDEX payments_by_prompt ON public.payments USING btree (received_at) WHERE (source = 'stk'::text);
CREATE INDEX payments_of_bill ON public.payments USING btree (bill_id);
CREATE INDEX payments_of_prompt ON public.payments USING btree (prompt_id);
CREATE INDEX payments_open ON public.payments USING btree (state) WHERE (state = ANY (ARRAY['held'::text, 'unmatched'::text, 'surplus'::text]));
CREATE INDEX payments_to_tell ON public.payments USING btree (received_at) WHERE (told_at IS NULL);
-- Policy "Customers read their own" (permissive) for {authenticated}: (( SELECT auth.uid() AS uid) = user_id)
-- Policy "The second step is passed" (restrictive) for {authenticated}: ( SELECT has_stepped() AS has_stepped)
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
CREATE INDEX callbacks_to_handle ON public.payment_callbacks USING btree (received_at) WHERE (handled_at IS NULL);

-- The last receipt number of each year in Nairobi: no number is left out.
create table public.receipt_numbers (
  year text not null,
  last integer not null,
  constraint receipt_numbers_pkey PRIMARY KEY (year)
);

-- Receipts and credit notes as they were issued. Neither changes afterwards: a later setting, another name of the customer or a refund
-- adds a document. Source: docs/product.md, "Payments".
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
  constraint credit_notes_way_check CHECK ((way = ANY (ARRAY['mpesa'::text, 'bank'::text, 'cash'::text, 'cheque'::text, 'void'::text])))
);
CREATE INDEX credit_notes_by_day ON public.credit_notes USING btree (issued_at, number);
CREATE INDEX credit_notes_of_receipt ON public.credit_notes USING btree (receipt_number);
CREATE INDEX credit_notes_of_user ON public.credit_notes USING btree (user_id, issued_at DESC);
-- Policy "Customers read their own" (permissive) for {authenticated}: (( SELECT auth.uid() AS uid) = user_id)
-- Policy "The second step is passed" (restrictive) for {authenticated}: ( SELECT has_stepped() AS has_stepped)
CREATE TRIGGER credit_notes_do_not_change BEFORE DELETE OR UPDATE ON public.credit_notes FOR EACH ROW EXECUTE FUNCTION refuse_issued_change();

-- What was written to the agency: by the contact form, and of orders, zones and readers who left. Kept before anybody is told of it,
-- and deleted after a year. Read by the agency alone.
create table public.messages (
  id uuid not null default gen_random_uuid(),
  key text not null,
  name text not null,
  email text not null,
  phone text,
  subject text not null,
  message text not null,
  domain text,
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
  touched_at timestamp with time zone not null default now(),
  constraint messages_key_key UNIQUE (key),
  constraint messages_pkey PRIMARY KEY (id),
  constraint messages_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint messages_domain_check CHECK ((length(domain) <= 253)),
  constraint messages_email_check CHECK (((length(email) >= 3) AND (length(email) <= 254))),
  constraint messages_key_check CHECK ((key ~ '^[\w-]{8,128}$'::text)),
  constraint messages_kind_check CHECK ((kind = ANY (ARRAY['visitor'::text, 'reply'::text, 'order'::text, 'zone'::text, 'reader'::text, 'closing'::text, 'payment'::text]))),
  constraint messages_message_check CHECK (((length(message) >= 1) AND (length(message) <= 10000))),
  constraint messages_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  constraint messages_phone_check CHECK ((phone ~ '^\+\d{6,15}$'::text)),
  constraint messages_state_check CHECK ((state = ANY (ARRAY['new'::text, 'taken'::text, 'answered'::text, 'closed'::text]))),
  constraint messages_subject_check CHECK (((length(subject) >= 1) AND (length(subject) <= 300)))
);
CREATE INDEX messages_age ON public.messages USING btree (touched_at);
CREATE INDEX messages_due ON public.messages USING btree (next_try_at) WHERE ((handed_on_at IS NULL) AND (failed_at IS NULL));
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

-- Changes of a zone that belong together: one form, one import. Each is shown, carried out and taken back as a whole.
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
CREATE INDEX dns_jobs_of_domain ON public.dns_jobs USING btree (domain_id, created_at DESC);
CREATE INDEX dns_jobs_of_user ON public.dns_jobs USING btree (user_id);
-- Policy "Customers read their own jobs" (permissive) for {authenticated}: (( SELECT auth.uid() AS uid) = user_id)
-- Policy "The second step is passed" (restrictive) for {authenticated}: ( SELECT has_stepped() AS has_stepped)

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
  told_at timestamp with time zone,
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
CREATE INDEX dns_changes_untold ON public.dns_changes USING btree (domain_id) WHERE ((told_at IS NULL) AND (state = ANY (ARRAY['sent'::text, 'done'::text, 'unconfirmed'::text])));
-- Policy "Customers read their own changes" (permissive) for {authenticated}: (( SELECT auth.uid() AS uid) = user_id)
-- Policy "The second step is passed" (restrictive) for {authenticated}: ( SELECT has_stepped() AS has_stepped)

create table public.posts (
  id uuid not null default gen_random_uuid(),
  slug text not null,
  title text not null,
  excerpt text,
  content text not null,
  image_url text,
  category text not null,
  created_at timestamp with time zone not null default now(),
  search_text text generated always as (plain_quotes(((((title || ' '::text) || COALESCE(excerpt, ''::text)) || ' '::text) || content))) stored,
  published_at timestamp with time zone default now(),
  was_public boolean not null default false,
  updated_at timestamp with time zone not null default now(),
  constraint posts_slug_key UNIQUE (slug),
  constraint posts_pkey PRIMARY KEY (id),
  constraint posts_category_check CHECK ((category = ANY (ARRAY['Technology'::text, 'Business'::text, '#ThatsTheSPIRIT'::text]))),
  constraint posts_excerpt_check CHECK (((length(excerpt) >= 1) AND (length(excerpt) <= 500))),
  constraint posts_image_url_check CHECK ((image_url ~ '^(https?:/)?/'::text)),
  constraint posts_slug_check CHECK (((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text) AND (length(slug) <= 120))),
  constraint posts_title_check CHECK (((length(title) >= 1) AND (length(title) <= 200)))
);
CREATE INDEX posts_newest ON public.posts USING btree (created_at DESC);
CREATE INDEX posts_newest_in_category ON public.posts USING btree (category, created_at DESC);
-- Policy "Everybody reads published posts" (permissive) for {anon,authenticated}: (published_at <= now())
CREATE TRIGGER note_writing BEFORE UPDATE ON public.posts FOR EACH ROW EXECUTE FUNCTION note_writing();

-- Work that the agency shows, where no worker lists it (PROJECTS_URL): the columns are the fields of the worker's list. Everybody
-- reads it; only the server's secret key, or a person in the console, writes it.
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
CREATE TRIGGER note_writing BEFORE UPDATE ON public.projects FOR EACH ROW EXECUTE FUNCTION note_writing();

create table public.newsletter_pending (
  id uuid not null default gen_random_uuid(),
  email text not null,
  first_name text,
  last_name text,
  status text not null default 'unconfirmed'::text,
  confirm_token_hash text,
  created_at timestamp with time zone not null default now(),
  confirmed_at timestamp with time zone,
  sent_at timestamp with time zone,
  left_at timestamp with time zone,
  constraint newsletter_pending_confirm_token_hash_key UNIQUE (confirm_token_hash),
  constraint newsletter_pending_pkey PRIMARY KEY (id),
  constraint newsletter_pending_email_check CHECK (((length(email) >= 3) AND (length(email) <= 254))),
  constraint newsletter_pending_first_name_check CHECK ((length(first_name) <= 100)),
  constraint newsletter_pending_last_name_check CHECK ((length(last_name) <= 100)),
  constraint newsletter_pending_status_check CHECK ((status = ANY (ARRAY['unconfirmed'::text, 'confirmed'::text, 'sent'::text, 'left'::text])))
);
CREATE UNIQUE INDEX newsletter_pending_email ON public.newsletter_pending USING btree (lower(email));
CREATE INDEX newsletter_pending_status ON public.newsletter_pending USING btree (status, created_at);
-- Policy "Customers read the newsletter of their address" (permissive) for {authenticated}: ((lower(email) = lower(( SELECT (auth.jwt() ->> 'email'::text)))) AND (status <> 'unconfirmed'::text))
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
  constraint newsletter_issues_pkey PRIMARY KEY (id),
  constraint newsletter_issues_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'sending'::text, 'stopped'::text, 'sent'::text]))),
  constraint newsletter_issues_title_check CHECK ((((length(title) >= 1) AND (length(title) <= 200)) AND (title !~ '[[:cntrl:]]'::text)))
);
CREATE TRIGGER note_issue_words BEFORE UPDATE OF title, content ON public.newsletter_issues FOR EACH ROW EXECUTE FUNCTION note_issue_words();

-- One row for each mail that was put into the queue: nobody can get a second copy, whatever happens to a process.
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

-- Schools and newsletter readers. Written and read by the server alone: with the public key somebody could otherwise
-- go round the bot check.
create table public.school_interest (
  id uuid not null default gen_random_uuid(),
  submission_key text,
  name text not null,
  email text not null,
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
CREATE INDEX school_interest_email ON public.school_interest USING btree (lower(email), created_at);
CREATE INDEX school_interest_status ON public.school_interest USING btree (status, created_at);
-- Policy "Customers read the schools of their address" (permissive) for {authenticated}: ((lower(email) = lower(( SELECT (auth.jwt() ->> 'email'::text)))) AND (status <> 'unconfirmed'::text))
-- Policy "The second step is passed" (restrictive) for {authenticated}: ( SELECT has_stepped() AS has_stepped)
CREATE TRIGGER forget_desk_notes AFTER DELETE ON public.school_interest FOR EACH ROW EXECUTE FUNCTION forget_desk_notes('school');

-- What waits for staff, oldest first, and the morning mail about it.
-- The days on which the digest was sent, so that any number of processes send it once.
create table public.desk_digests (
  day text not null,
  created_at timestamp with time zone not null default now(),
  constraint desk_digests_pkey PRIMARY KEY (day),
  constraint desk_digests_day_check CHECK ((day ~ '^\d{4}-\d\d-\d\d$'::text))
);

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

-- A text with plain quotation marks, as `foldQuotes` makes them of the words that are searched in it.
CREATE OR REPLACE FUNCTION public.plain_quotes(words text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select translate(words, E'\u2018\u2019\u201A\u201B\u2032\uFF07\u201C\u201D\u201E\u201F\u2033\u00AB\u00BB\uFF02',
    repeat('''', 6) || repeat('"', 8));
$function$;

-- Whose the link of a mail is, asked before it is spent. Auth services keep the first password and the first name when an
-- unconfirmed address signs up again, so whoever was first could prepare an account for somebody else's mailbox. An account
-- whose address nobody has confirmed therefore loses all that was put into it, unless it was made by the browser that asks:
-- that one's mark is in the account, and in a signed cookie. Nothing happens to an account that is confirmed.
-- Gives back 'maker', 'mailbox' (it was not this browser's), 'customer' (it is confirmed), or null for a link that leads nowhere.
CREATE OR REPLACE FUNCTION public.claim_mailed_link(link text, mark text)
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
  -- Hosted projects look links up in a table of their own; the embedded auth service has the columns alone.
  if to_regclass('auth.one_time_tokens') is null then
    select id into account from auth.users where link in (confirmation_token, recovery_token);
  else
    select user_id into account from auth.one_time_tokens where token_hash = link limit 1;
  end if;

  select email_confirmed_at is not null, raw_user_meta_data ->> 'sign_up_mark' into is_confirmed, made_by
    from auth.users where id = account for update;
  if not found then return null; end if;
  if is_confirmed then return 'customer'; end if;
  if made_by = mark then return 'maker'; end if;

  update auth.users set encrypted_password = '', raw_user_meta_data = '{}' where id = account;
  update auth.identities set identity_data = (
    select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(identity_data) where key in ('sub', 'email')
  ) where user_id = account;
  delete from auth.sessions where user_id = account;
  return 'mailbox';
end $function$;

-- What the auth service keeps beside an account: its log of what was done has names and addresses, and so has a link under way.
-- What staff noted about the person and about orders goes too; the orders stay. The log has only the account's id.
CREATE OR REPLACE FUNCTION public.close_account(request uuid)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  account uuid;
  address text;
begin
  update public.closing_requests set state = 'done', ended_at = now(), reason = null
    where id = request and state = 'open' returning user_id into account;
  if not found then raise exception 'There is no open request %', request; end if;
  select email into address from auth.users where id = account for update;

  delete from public.dns_jobs where user_id = account;
  delete from public.school_interest where lower(email) = lower(address);
  update public.newsletter_pending set status = 'left', left_at = now(), first_name = null, last_name = null
    where lower(email) = lower(address);
  delete from public.mails where lower(recipient) = lower(address);
  delete from public.submissions where owner = account::text;
  delete from public.renewal_notices where user_id = account;
  delete from public.reminder_choices where user_id = account;
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
    or exists (select from public.domains where user_id = account) then
    update auth.users set email = 'closed-' || account || '@invalid', encrypted_password = '', raw_user_meta_data = '{}',
      phone = null, email_change = '', phone_change = '' where id = account;
  else
    delete from auth.users where id = account;
  end if;
  -- Last of all: nothing above must have been written down again. By who acted, and by who it was done to.
  delete from auth.audit_log_entries where account::text in (payload ->> 'actor_id', payload -> 'traits' ->> 'user_id')
    or lower(address) in (lower(payload ->> 'actor_username'), lower(payload -> 'traits' ->> 'user_email'));
  return case when exists (select from auth.users where id = account) then 'an account without a name' else 'nothing' end;
end $function$;

-- An account that the auth service deletes softly gets an address that is none: that is no change to tell anybody of.
CREATE OR REPLACE FUNCTION public.note_account_change()
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

-- Queues the mails that tell of a change and notes it: both, or neither, and once, however many try. False when it was told.
-- The changes that were collected with it are marked as well.
CREATE OR REPLACE FUNCTION public.tell_account_change(change uuid, mails jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  told public.account_changes;
begin
  update public.account_changes set told_at = now() where id = change and told_at is null returning * into told;
  if not found then return false; end if;
  update public.account_changes as earlier set told_at = now()
    where earlier.user_id = told.user_id and earlier.kind = told.kind and earlier.email = told.email and told.kind <> 'address'
      and earlier.told_at is null and earlier.created_at <= told.created_at;
  perform public.queue_mail(one.mail) from jsonb_array_elements(mails) as one (mail);
  return true;
end $function$;

-- Writes down a customer's wish to have their account closed, and tells of it. An error when one is open.
CREATE OR REPLACE FUNCTION public.ask_to_close(request jsonb, messages jsonb, mails jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  written public.closing_requests;
begin
  insert into public.closing_requests (id, user_id, reason, created_at, told_at)
    select asked.id, asked.user_id, asked.reason, asked.created_at, asked.told_at
    from jsonb_populate_record(null::public.closing_requests, request) as asked
    returning * into written;
  perform public.tell_agency(messages, mails);
  return to_jsonb(written);
end $function$;

-- Takes an open request back, and tells of it. False, and nobody is told, when it is not open any more.
CREATE OR REPLACE FUNCTION public.withdraw_closing(request uuid, messages jsonb, mails jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update public.closing_requests set state = 'withdrawn', ended_at = now() where id = request and state = 'open';
  if not found then return false; end if;
  perform public.tell_agency(messages, mails);
  return true;
end $function$;

-- What customers are told of changes of their accounts: the first of a kind at once, those of the ten minutes after a mail together in
-- the next one. Whoever changes a password a thousand times, as a thief or for fun, sends six mails an hour and keeps nobody else's
-- waiting. Each change of an address is told by itself: each has another address.
CREATE OR REPLACE FUNCTION public.account_changes_to_tell(most integer)
 RETURNS TABLE(id uuid, kind text, email text, new_email text, created_at timestamp with time zone, times integer)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select (array_agg(change.id order by change.created_at desc))[1], change.kind, change.email, max(change.new_email),
    max(change.created_at), count(*)::integer
  from public.account_changes as change
  where change.told_at is null and (change.kind = 'address' or not exists (
    select from public.account_changes as told
    where told.user_id = change.user_id and told.kind = change.kind and told.email = change.email
      and told.told_at > now() - interval '10 minutes'))
  group by change.user_id, change.kind, change.email, case change.kind when 'address' then change.id end
  order by min(change.created_at) limit most;
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

-- Whether the session that asks needs no second step or has passed it.
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

-- A closed account whose row stays, because it has orders, keeps no second step.
CREATE OR REPLACE FUNCTION public.forget_second_step()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.second_steps where user_id = new.user_id;
  delete from public.stepped_sessions where user_id = new.user_id;
  return null;
end $function$;

-- Of second steps: when a session passed its second step, if the step is in force.
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

-- The name of a member of staff, else the address.
CREATE OR REPLACE FUNCTION public.staff_name(who uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(nullif(raw_user_meta_data ->> 'full_name', ''), email::text) from auth.users where id = who;
$function$;

-- The account whose confirmed address this is, or null.
CREATE OR REPLACE FUNCTION public.confirmed_account(address text)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select id from auth.users where lower(email) = lower(address) and email_confirmed_at is not null limit 1;
$function$;

-- Which number to call to make sure who writes: the one that stood in the account 30 days ago, and since when there is another. Null for
-- no account.
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
  select public.phone_to_call(id) from auth.users where email = lower(address) limit 1;
$function$;

-- Notes that many codes after a right password were wrong. False if there is no such account.
CREATE OR REPLACE FUNCTION public.note_wrong_codes(owner uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.account_changes (user_id, kind, email) select id, 'wrong-codes', email from auth.users where id = owner;
  return found;
end $function$;

-- The auth service puts what customers wrote there about themselves into each access token, and a token that is too long for a cookie
-- signs nobody in: whoever knows the password could lock the owner out. So of a long text only what the site reads is stored.
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
    'sign_up_mark', left(new.raw_user_meta_data ->> 'sign_up_mark', 100)));
  return new;
end $function$;

-- Puts a mail into the queue. The same key again is the same mail, unless that one failed or went out a day ago.
CREATE OR REPLACE FUNCTION public.queue_mail(mail jsonb)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  delete from public.mails
  where key = mail ->> 'key'
    and (failed_at is not null or (sent_at is not null and created_at < now() - interval '23 hours'));
  insert into public.mails
    (key, message_id, kind, recipient, reply_to, subject, body_text, body_html, tags, unsubscribe_url)
  values (mail ->> 'key', mail ->> 'message_id', mail ->> 'kind', mail ->> 'recipient', mail ->> 'reply_to',
    mail ->> 'subject', mail ->> 'body_text', mail ->> 'body_html', mail -> 'tags', mail ->> 'unsubscribe_url')
  on conflict (key) do nothing;
$function$;

-- Writes a row and the mail that tells of it: both, or neither. Gives back the row.
CREATE OR REPLACE FUNCTION public.keep_with_mail(place text, kept jsonb, mail jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  columns text := (select string_agg(quote_ident(name), ', ') from jsonb_object_keys(kept) as given (name));
  written jsonb;
begin
  execute format(
    'insert into public.%1$I as written (%2$s) select %2$s from jsonb_populate_record(null::public.%1$I, $1)
     returning to_jsonb(written)', place, columns) into written using kept;
  perform public.queue_mail(mail);
  return written;
end $function$;

-- The same for a change of the row with this id. Gives back the row; null, and no mail, when there is none.
CREATE OR REPLACE FUNCTION public.change_with_mail(place text, row_id uuid, change jsonb, mail jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  columns text := (select string_agg(quote_ident(name), ', ') from jsonb_object_keys(change) as given (name));
  written jsonb;
begin
  execute format(
    'update public.%1$I as written set (%2$s) = (select %2$s from jsonb_populate_record(null::public.%1$I, $1))
     where id = $2 returning to_jsonb(written)', place, columns) into written using change, row_id;
  if written is not null then perform public.queue_mail(mail); end if;
  return written;
end $function$;

-- Takes the mail that is due longest, for so many seconds. One that somebody else has in hand is passed over, not waited for.
CREATE OR REPLACE FUNCTION public.claim_mail(seconds integer)
 RETURNS SETOF mails
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  update public.mails set attempts = attempts + 1, claimed_until = now() + make_interval(secs => seconds)
  where id = (
    select id from public.mails
    where sent_at is null and failed_at is null and next_try_at <= now()
      and (claimed_until is null or claimed_until <= now())
    order by next_try_at limit 1 for update skip locked
  )
  returning *;
$function$;

-- Notes that a mail went out, whoever says it.
CREATE OR REPLACE FUNCTION public.note_mail_sent(mail uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  update public.mails set claimed_until = null, sent_at = now(), failed_at = null, body_text = '', body_html = '',
    unsubscribe_url = null
  where id = mail;
$function$;

-- Notes that an attempt failed, unless somebody has taken the mail since: it is tried again in so many seconds, or, without
-- them, never.
CREATE OR REPLACE FUNCTION public.note_mail_failed(mail uuid, attempt integer, why jsonb, again_in integer DEFAULT NULL::integer)
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

CREATE OR REPLACE FUNCTION public.refuse_log_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  -- The purge below is the one that may.
  if tg_op = 'DELETE' and current_setting('desk.purge', true) = 'on' then return null; end if;
  raise exception 'The log of the desk cannot be changed.';
end $function$;

-- Adds a line to the log. `staff` has the keys id and email of the member of staff. Called in the transaction of what was done.
CREATE OR REPLACE FUNCTION public.log_staff(staff jsonb, did text, about_kind text, about_id text, customer uuid DEFAULT NULL::uuid, detail jsonb DEFAULT '{}'::jsonb)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  insert into public.desk_log (staff, staff_email, did, about_kind, about_id, customer, detail)
  values ((staff ->> 'id')::uuid, staff ->> 'email', did, about_kind, about_id, customer, detail);
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

-- Deletes lines that are older than 730 days. Returns how many.
-- Notes of the same age go too, although what they are about still exists.
CREATE OR REPLACE FUNCTION public.purge_desk_log()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  gone integer;
begin
  perform set_config('desk.purge', 'on', true);
  delete from public.desk_log where at < now() - interval '730 days';
  get diagnostics gone = row_count;
  perform set_config('desk.purge', '', true);
  delete from public.desk_notes where created_at < now() - interval '730 days';
  return gone;
end $function$;

-- Notes go with what they are about.
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
    where email = lower(address) limit 1), address);
$function$;

-- Who did one of these last about something: by whom, when, with what, and whether it is the same form sent twice, that is, by the same
-- person within a minute. Null if nobody did.
CREATE OR REPLACE FUNCTION public.desk_last(doer jsonb, kinds text[], kind text, about text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('did', line.did, 'who', public.desk_name(line.staff_email), 'at', line.at,
    'detail', line.detail,
    'is_again', line.staff = (doer ->> 'id')::uuid and line.at > now() - interval '1 minute')
  from public.desk_log as line
  where line.about_kind = kind and line.about_id = about and line.did = any (kinds) order by line.id desc limit 1;
$function$;

-- What was done to something and noted about it, the newest first. A note stands in place of its line.
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

-- A page of the log, the newest first, by an address and by what was done if they are not empty. With all who are in it.
CREATE OR REPLACE FUNCTION public.desk_log_lines(by_address text, done text, skipped integer, most integer)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'staff', (select coalesce(jsonb_agg(jsonb_build_object('email', one.staff_email,
        'name', public.desk_name(one.staff_email)) order by one.staff_email), '[]')
      from (select distinct staff_email from public.desk_log) as one),
    'lines', (select coalesce(jsonb_agg(to_jsonb(line) || jsonb_build_object('who', public.desk_name(line.staff_email))
        order by line.at desc, line.id desc), '[]')
      from (
        select id, at, staff_email, did, about_kind, about_id, detail from public.desk_log
        where (by_address = '' or staff_email = by_address) and (done = '' or did = done)
        order by at desc, id desc offset skipped limit most
      ) as line));
$function$;

-- `updated_at` is the time of the last state. Since the desk, a row also changes without its state.
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

-- A renewal order holds back the early reminders for 7 days after it was ordered or paid, or 30 days after it was done. One that
-- nobody pays stops holding them back.
CREATE OR REPLACE FUNCTION public.is_renewal_ordered(customer uuid, name text, today date)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select exists (
    select from public.orders left join public.bills as bill on bill.id = orders.bill_id
    where orders.user_id = customer and orders.kind = 'renew' and lower(orders.domain) = lower(name)
      and ((orders.status in ('requested', 'processing')
          and (coalesce(bill.paid_at, orders.created_at) at time zone 'Africa/Nairobi')::date > today - 7)
        or (orders.status = 'done' and (orders.updated_at at time zone 'Africa/Nairobi')::date > today - 30)));
$function$;

-- The customers who have domains whose last day lies between two days, and who had no reminder today; so many from after one of
-- them. With each domain: the steps that were told of that last day, whether an order holds back the early ones, and the day on
-- which a renewal was ordered that is still open. An account without a confirmed address, or that was closed, has nobody to write to.
-- Each domain comes with the unpaid bill of its ordered renewal.
CREATE OR REPLACE FUNCTION public.customers_to_remind(today date, earliest date, latest date, beyond uuid, most integer)
 RETURNS TABLE(user_id uuid, email text, wants_reminders boolean, names jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select customer.id, customer.email::text,
    coalesce((select choice.wants_reminders from public.reminder_choices as choice where choice.user_id = customer.id), true),
    jsonb_agg(jsonb_build_object('id', domain.id, 'name', domain.name, 'expiryDate', domain.expiry_date,
      'isHeld', public.is_renewal_ordered(customer.id, domain.name, today),
      'orderedOn', (
        select max((orders.created_at at time zone 'Africa/Nairobi')::date) from public.orders
        where orders.user_id = customer.id and orders.kind = 'renew' and lower(orders.domain) = lower(domain.name)
          and orders.status in ('requested', 'processing')),
      'unpaidBill', (
        select bill.id from public.orders join public.bills as bill on bill.id = orders.bill_id
        where orders.user_id = customer.id and orders.kind = 'renew' and lower(orders.domain) = lower(domain.name)
          and orders.status = 'requested' and bill.paid_at is null
        order by bill.opened_at desc limit 1),
      'told', (
        select coalesce(jsonb_agg(notice.step), '[]') from public.renewal_notices as notice
        where notice.user_id = customer.id and notice.domain_id = domain.id
          and notice.expires_on = (domain.expiry_date at time zone 'Africa/Nairobi')::date)
    ) order by domain.expiry_date, domain.name)
  from auth.users as customer
  join public.domains as domain on domain.user_id = customer.id
    and domain.expiry_date >= earliest::timestamp at time zone 'Africa/Nairobi'
    and domain.expiry_date < (latest + 1)::timestamp at time zone 'Africa/Nairobi'
  where (beyond is null or customer.id > beyond)
    and customer.email_confirmed_at is not null and customer.email not like '%@invalid'
    and not exists (
      select from public.renewal_notices as notice where notice.user_id = customer.id and notice.told_on = today)
  group by customer.id order by customer.id limit most;
$function$;

-- Notes what a customer is told today and queues the mail: both, or neither. Of any number of processes that try, one does it. False
-- when the customer had a mail today; an error, and nothing written, when a domain has changed since it was read.
CREATE OR REPLACE FUNCTION public.remind(customer uuid, today date, names jsonb, mails jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  written integer;
begin
  perform pg_advisory_xact_lock(hashtextextended(customer::text, 0));
  if exists (select from public.renewal_notices where user_id = customer and told_on = today) then return false; end if;
  insert into public.renewal_notices (user_id, domain_id, expires_on, step, told_on)
    select customer, domain.id, told."expiresOn", told.step, today
    from jsonb_to_recordset(names) as told (id uuid, "expiresOn" date, step text)
    join public.domains as domain on domain.id = told.id and domain.user_id = customer
      and (domain.expiry_date at time zone 'Africa/Nairobi')::date = told."expiresOn"
    where told.step in ('1', 'stopped', 'last') or not public.is_renewal_ordered(customer, domain.name, today)
    on conflict do nothing;
  get diagnostics written = row_count;
  if written <> jsonb_array_length(names) then
    raise exception 'a domain has changed meanwhile' using errcode = 'serialization_failure';
  end if;
  perform public.queue_mail(one.mail) from jsonb_array_elements(mails) as one (mail);
  return true;
end $function$;

-- Writes the orders of one press down and tells of them, one press of a customer after the other, whichever process takes them. Should
-- any be for the same thing and name as one that is open, or done after a moment, those are given back and nothing is written; null
-- when there were so many presses since the day began.
-- `bill` makes a bill for the payable ones among the orders: {"id", "reference", "orders": [ids]}; null makes none.
CREATE OR REPLACE FUNCTION public.place_orders(made jsonb, same_from timestamp with time zone, day_began timestamp with time zone, most integer, messages jsonb, mails jsonb, hold integer, bill jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  customer uuid := made -> 0 ->> 'user_id';
  this_press uuid := gen_random_uuid();
  placed jsonb;
  its_bill uuid;
begin
  perform pg_advisory_xact_lock(hashtextextended('order ' || customer, 0));
  select jsonb_agg(to_jsonb(last) - 'payload' - 'idempotency_key' - 'user_id' - 'press') into placed
    from jsonb_populate_recordset(null::public.orders, made) as wanted
    cross join lateral (
      select * from public.orders as known
      where known.user_id = customer and known.kind = wanted.kind and known.domain = wanted.domain
      order by known.created_at desc limit 1) as last
    where last.status <> 'failed' and (last.status <> 'done' or last.created_at > same_from);
  if placed is not null then return jsonb_build_object('orders', placed, 'is_new', false); end if;
  if (select count(distinct known.press) from public.orders as known
      where known.user_id = customer and known.created_at >= day_began) >= most then
    return null;
  end if;
  insert into public.bills (id, user_id, reference, amount_ksh)
    select (bill ->> 'id')::uuid, customer, bill ->> 'reference', sum(wanted.price_ksh)
    from jsonb_populate_recordset(null::public.orders, made) as wanted
    where bill -> 'orders' ? wanted.id::text having sum(wanted.price_ksh) > 0
    returning id into its_bill;
  -- Orders of the same after the same earlier order have one key, so that concurrent presses cannot both be stored.
  with written as (
    insert into public.orders (id, user_id, kind, domain, payload, price_ksh, press, bill_id, idempotency_key)
      select wanted.id, customer, wanted.kind, wanted.domain, wanted.payload, wanted.price_ksh, this_press,
        case when bill -> 'orders' ? wanted.id::text then its_bill end,
        encode(sha256(convert_to(format('["%s","%s","%s","%s"]', customer, wanted.kind, wanted.domain, coalesce((
          select known.id::text from public.orders as known
          where known.user_id = customer and known.kind = wanted.kind and known.domain = wanted.domain
          order by known.created_at desc limit 1), 'none')), 'UTF8')), 'hex')
      from jsonb_populate_recordset(null::public.orders, made) as wanted
      returning *)
  select jsonb_agg(to_jsonb(written) - 'payload' - 'idempotency_key' - 'user_id' - 'press') into placed from written;
  perform public.tell_agency(messages, mails, hold);
  return jsonb_build_object('orders', placed, 'is_new', true);
end $function$;

-- Whether the site began to carry an order out by itself and has not ended it: its process stopped, or the provider's reply was
-- lost. Ten minutes are longer than any call takes.
CREATE OR REPLACE FUNCTION public.is_order_left(held orders)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select held.status = 'processing' and held.taken_by is null and held.updated_at <= now() - interval '10 minutes';
$function$;

-- Whether a member of staff has added this line last, notes and shown codes apart. A form that is sent twice finds its own line.
CREATE OR REPLACE FUNCTION public.is_own_order_line(staff jsonb, wanted uuid, done text, said jsonb DEFAULT '{}'::jsonb)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce((
    select line.staff = (is_own_order_line.staff ->> 'id')::uuid and line.detail @> said from public.desk_log as line
    where line.about_kind = 'order' and line.about_id = wanted::text and line.did = done
    order by line.id desc limit 1), false);
$function$;

-- Each function below changes one order, adds its line to the log and queues its mails, all in one transaction. It returns 'done';
-- 'same' if the same person did exactly this before, and nothing happens; null if there is no such order; else why not: 'lost' if
-- somebody else has the order or it is not in that state any more.
-- Gives an order to a member of staff.
CREATE OR REPLACE FUNCTION public.desk_take_order(staff jsonb, wanted uuid)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  me uuid := staff ->> 'id';
  held public.orders;
begin
  select * into held from public.orders where id = wanted for update;
  if held.id is null then return null; end if;
  if held.status = 'processing' and held.taken_by = me then return 'same'; end if;
  if held.status <> 'requested' and not public.is_order_left(held) then return 'lost'; end if;
  update public.orders set status = 'processing', taken_by = me, taken_at = now() where id = wanted;
  perform public.log_staff(staff, 'order-taken', 'order', wanted::text, held.user_id,
    jsonb_build_object('from', held.status));
  return 'done';
end $function$;

-- Gives an order back to everybody, in the state in which it was taken.
CREATE OR REPLACE FUNCTION public.desk_give_back_order(staff jsonb, wanted uuid)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  held public.orders;
begin
  select * into held from public.orders where id = wanted for update;
  if held.id is null then return null; end if;
  if held.taken_by is null and public.is_own_order_line(staff, wanted, 'order-given-back') then return 'same'; end if;
  if held.status <> 'processing' or held.taken_by is distinct from (staff ->> 'id')::uuid then return 'lost'; end if;
  update public.orders set taken_by = null, taken_at = null,
    status = case when public.is_own_order_line(staff, wanted, 'order-taken', '{"from":"processing"}')
      then 'processing' else 'requested' end
    where id = wanted;
  perform public.log_staff(staff, 'order-given-back', 'order', wanted::text, held.user_id);
  return 'done';
end $function$;

-- Names the price of an open order that has none.
CREATE OR REPLACE FUNCTION public.desk_price_order(staff jsonb, wanted uuid, ksh integer, mails jsonb)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  held public.orders;
begin
  select * into held from public.orders where id = wanted for update;
  if held.id is null then return null; end if;
  if public.is_own_order_line(staff, wanted, 'order-priced', jsonb_build_object('ksh', ksh)) then return 'same'; end if;
  if held.price_ksh <> 0 or held.status in ('done', 'failed') or held.taken_by <> (staff ->> 'id')::uuid then
    return 'lost';
  end if;
  update public.orders set price_ksh = ksh, price_named_at = now() where id = wanted;
  perform public.log_staff(staff, 'order-priced', 'order', wanted::text, held.user_id, jsonb_build_object('ksh', ksh));
  perform public.queue_mail(one.mail) from jsonb_array_elements(mails) as one (mail);
  return 'done';
end $function$;

-- Ends an order, for good. `ending` has `status`, and `said`: what the log keeps of it. Failed: `reason`, for the customer, and
-- said.refundKsh. Done: said.until, the name's last day; said.ssl, the state of its certificate; `seen`, the date that the form
-- showed, null if it showed none. Also returns 'name' if the name is another customer's, 'moved' if its date has changed since it
-- was shown, and 'nameless' if the customer has no such name.
CREATE OR REPLACE FUNCTION public.desk_end_order(staff jsonb, wanted uuid, ending jsonb, mails jsonb)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  me uuid := staff ->> 'id';
  is_done boolean := ending ->> 'status' = 'done';
  line text := 'order-' || (ending ->> 'status');
  until timestamptz := ((ending -> 'said' ->> 'until')::date + time '12:00') at time zone 'Africa/Nairobi';
  held public.orders;
  known public.domains;
begin
  select * into held from public.orders where id = wanted for update;
  if held.id is null then return null; end if;
  if held.status = ending ->> 'status' and held.reason is not distinct from ending ->> 'reason'
    and public.is_own_order_line(staff, wanted, line, ending -> 'said') then return 'same'; end if;
  if not public.is_order_left(held) and (held.status <> 'processing' or held.taken_by is distinct from me) then
    return 'lost';
  end if;

  if is_done and held.kind in ('register', 'transfer', 'renew') then
    select * into known from public.domains where lower(name) = lower(held.domain) for update;
    if known.user_id <> held.user_id then return 'name'; end if;
    if known.expiry_date is distinct from (ending ->> 'seen')::timestamptz then return 'moved'; end if;
    if known.id is not null then
      update public.domains set expiry_date = until where id = known.id;
    elsif held.kind = 'renew' then
      return 'nameless';
    else
      insert into public.domains (user_id, name, expiry_date) values (held.user_id, held.domain, until)
        on conflict (lower(name)) do nothing;
      if not found then return 'moved'; end if;
    end if;
  elsif is_done and held.kind = 'certificate' then
    update public.domains set ssl_status = ending -> 'said' ->> 'ssl'
      where user_id = held.user_id and lower(name) = lower(held.domain);
    if not found then return 'nameless'; end if;
  end if;

  update public.orders set status = ending ->> 'status', reason = ending ->> 'reason', taken_by = me,
    taken_at = coalesce(taken_at, now()), refund_due_ksh = coalesce((ending -> 'said' ->> 'refundKsh')::integer, 0)
    where id = wanted;
  perform public.log_staff(staff, line, 'order', wanted::text, held.user_id, ending -> 'said');
  perform public.queue_mail(one.mail) from jsonb_array_elements(mails) as one (mail);
  return 'done';
end $function$;

-- Says that the customer gets money back for an ended order, once, at most its price.
CREATE OR REPLACE FUNCTION public.desk_refund_order(staff jsonb, wanted uuid, ksh integer, mails jsonb)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  said jsonb := jsonb_build_object('ksh', ksh);
  held public.orders;
begin
  select * into held from public.orders where id = wanted for update;
  if held.id is null then return null; end if;
  if public.is_own_order_line(staff, wanted, 'order-refund-due', said) then return 'same'; end if;
  if held.status not in ('done', 'failed') or held.refund_due_ksh > 0 or ksh > held.price_ksh then return 'lost'; end if;
  update public.orders set refund_due_ksh = ksh where id = wanted;
  perform public.log_staff(staff, 'order-refund-due', 'order', wanted::text, held.user_id, said);
  perform public.queue_mail(one.mail) from jsonb_array_elements(mails) as one (mail);
  return 'done';
end $function$;

-- Notes that the money was paid back.
-- Only for orders without a bill: the bill says what is paid back for the others.
CREATE OR REPLACE FUNCTION public.desk_order_refunded(staff jsonb, wanted uuid)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  held public.orders;
begin
  select * into held from public.orders where id = wanted for update;
  if held.id is null then return null; end if;
  if public.is_own_order_line(staff, wanted, 'order-refunded') then return 'same'; end if;
  if held.refund_due_ksh = 0 or held.refunded_at is not null or held.bill_id is not null then return 'lost'; end if;
  update public.orders set refunded_at = now() where id = wanted;
  perform public.log_staff(staff, 'order-refunded', 'order', wanted::text, held.user_id,
    jsonb_build_object('ksh', held.refund_due_ksh));
  return 'done';
end $function$;

-- Returns the code of a transfer to the member of staff who has the order, and logs that it was shown; else null.
CREATE OR REPLACE FUNCTION public.desk_transfer_code(staff jsonb, wanted uuid)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  held public.orders;
begin
  select * into held from public.orders
    where id = wanted and status = 'processing' and taken_by = (staff ->> 'id')::uuid and payload ? 'authCode' for update;
  if held.id is null then return null; end if;
  perform public.log_staff(staff, 'order-code-shown', 'order', wanted::text, held.user_id);
  return held.payload ->> 'authCode';
end $function$;

-- An order for its page at the desk: its row without a transfer's code, its customer, its name, and the last 200 lines of its log
-- and notes.
CREATE OR REPLACE FUNCTION public.desk_order(wanted uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select to_jsonb(held) - 'idempotency_key' - 'press' || jsonb_build_object(
    'payload', held.payload - 'authCode',
    'has_code', held.payload ? 'authCode',
    'is_left', public.is_order_left(held),
    'taken_name', public.staff_name(held.taken_by),
    'customer', (select jsonb_build_object('email', email, 'name', raw_user_meta_data ->> 'full_name',
      'phone', raw_user_meta_data ->> 'contact_phone') from auth.users where id = held.user_id),
    'name', (select jsonb_build_object('is_own', user_id = held.user_id, 'expiry_date', expiry_date,
      'ssl_status', ssl_status) from public.domains where lower(name) = lower(held.domain)),
    'trail', coalesce((select jsonb_agg(line) from (
      select staff, coalesce(public.staff_name(staff), staff_email) as name, at, did, detail from public.desk_log
      where about_kind = 'order' and about_id = wanted::text order by id desc limit 200) as line), '[]'),
    'notes', coalesce((select jsonb_agg(note) from (
      select author, body, created_at from public.desk_notes
      where about_kind = 'order' and about_id = wanted::text order by created_at desc, id limit 200) as note), '[]'))
  from public.orders as held where held.id = wanted;
$function$;

-- Orders for the list at the desk and how many there are: of these states, kinds, a part of the name or the whole number. Nothing of
-- the customer is in it.
CREATE OR REPLACE FUNCTION public.desk_orders(states text[], kinds text[], words text, is_refund_due boolean, is_oldest_first boolean, most integer, skipped integer)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with found as (
    select id, kind, domain, status, price_ksh, created_at, updated_at, taken_at, price_named_at, refund_due_ksh,
      refunded_at, taken_by, public.is_order_left(held) as is_left
    from public.orders as held
    where status = any (states) and kind = any (kinds) and (not is_refund_due or (refund_due_ksh > 0 and refunded_at is null))
      and (words = '' or strpos(lower(domain), words) > 0 or left(id::text, 8) = replace(words, '-', ''))
  ), page as (
    select found.* from found order by
      case when is_oldest_first then created_at end, case when not is_oldest_first then created_at end desc, id
      limit most offset skipped
  )
  select jsonb_build_object('count', (select count(*) from found), 'orders', coalesce((
    select jsonb_agg(to_jsonb(page) - 'taken_by' || jsonb_build_object('taken_name', public.staff_name(page.taken_by)))
    from page), '[]'));
$function$;

-- The sum of a bill's orders that have not failed.
CREATE OR REPLACE FUNCTION public.payable_ksh(bill uuid)
 RETURNS integer
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(sum(price_ksh), 0)::integer from public.orders where bill_id = bill and status <> 'failed';
$function$;

-- Takes the failed orders off a bill that is not paid: it becomes the sum of what is still ordered. What was paid already covers it, and
-- what is above is surplus. While a phone shows the old amount, and when all orders have failed, the bill stays as it is. The caller has
-- locked the bill.
-- A bill also leaves its failed orders behind if the others came to the same sum.
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
    -- The customer was told that something is missing, and is now told of the receipt.
    update public.payments set told_at = null where code = public.last_counted(bill);
  end if;
end $function$;

-- An order that failed is not to be paid any more: the bill becomes smaller, or, once anything is paid, its price is due back.
-- An order that fails after its bill was paid is listed at the desk as to be paid back.
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
  else
    update public.bills set refund_due_ksh = greatest(0, amount_ksh - payable),
        refunded_at = case when amount_ksh - payable > refund_due_ksh then null else refunded_at end
      where id = new.bill_id;
    update public.orders set refund_due_ksh = price_ksh where id = new.id and status = 'failed' and refund_due_ksh = 0;
  end if;
  return null;
end $function$;

-- Takes a paid bill whose orders are not carried out yet, for so many seconds, with the customer's address and name.
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

-- Stores that a bill's orders were carried out or handed over, and tells the agency. False if that was stored before.
-- A bill that was opened again meanwhile is not carried out.
CREATE OR REPLACE FUNCTION public.finish_bill(bill uuid, messages jsonb, mails jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update public.bills set fulfilled_at = now(), claimed_until = null where id = bill and fulfilled_at is null and paid_at is not null;
  if not found then return false; end if;
  perform public.tell_agency(messages, mails);
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

-- Whether an order of a bill was carried out, or the site began it. Of an unpaid bill that is so after a payment turned out void.
CREATE OR REPLACE FUNCTION public.has_begun_orders(bill uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select exists (select from public.orders
    where bill_id = bill and (status = 'done' or (status = 'processing' and taken_by is null)));
$function$;

-- Stores that a customer was reminded of a bill, and queues the mails. False if that was stored before.
-- After the last reminder the bill has a day on which it ends, unless its orders were begun.
CREATE OR REPLACE FUNCTION public.remind_bill(bill uuid, seen integer, mails jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update public.bills set reminders = seen + 1,
      ends_at = case when seen = 2 and not public.has_begun_orders(id)
        then greatest(opened_at + interval '30 days', now() + interval '3 days') end
    where id = bill and reminders = seen and paid_at is null;
  if not found then return false; end if;
  perform public.queue_mail(one.mail) from jsonb_array_elements(mails) as one (mail);
  return true;
end $function$;

-- An order that a person must look at first gets its bill when staff agree to it. Source: docs/product.md, "Orders at the desk".
-- Opens the bill of an open order: with `ksh` it first names that price (desk_price_order), without it accepts the price that the
-- order has. `bill` has the keys id and reference. Returns what desk_price_order returns; 'lost' also if the order has a bill.
CREATE OR REPLACE FUNCTION public.desk_bill_order(staff jsonb, wanted uuid, ksh integer, bill jsonb, mails jsonb)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  held public.orders;
  priced text;
begin
  select * into held from public.orders where id = wanted for update;
  if held.id is null then return null; end if;
  if ksh is not null then
    priced := public.desk_price_order(staff, wanted, ksh, mails);
    if priced <> 'done' then return priced; end if;
  else
    if public.is_own_order_line(staff, wanted, 'order-accepted') then return 'same'; end if;
    -- An order without a member of staff that is processing is carried out by the site.
    if held.bill_id is not null or held.price_ksh = 0 or (held.status <> 'requested'
      and (held.status <> 'processing' or held.taken_by is distinct from (staff ->> 'id')::uuid)) then
      return 'lost';
    end if;
    perform public.log_staff(staff, 'order-accepted', 'order', wanted::text, held.user_id,
      jsonb_build_object('ksh', held.price_ksh));
    perform public.queue_mail(one.mail) from jsonb_array_elements(mails) as one (mail);
  end if;
  insert into public.bills (id, user_id, reference, amount_ksh)
    values ((bill ->> 'id')::uuid, held.user_id, bill ->> 'reference', coalesce(ksh, held.price_ksh));
  update public.orders set bill_id = (bill ->> 'id')::uuid where id = wanted;
  return 'done';
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
CREATE OR REPLACE FUNCTION public.shrink_bills(most integer)
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
    order by bill.opened_at limit most
  loop
    perform from public.bills where id = one for update;
    perform public.shrink_bill(one);
    count := count + 1;
  end loop;
  return count;
end $function$;

-- Whether nothing was paid or reported for a bill, and no phone is asked for it: then its orders may be cancelled or changed. The caller
-- has locked it.
-- A void payment was no money.
CREATE OR REPLACE FUNCTION public.is_bill_untouched(bill uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update public.payment_prompts set state = 'unknown'
    where bill_id = bill and state in ('asking', 'sent') and asked_at <= now() - interval '120 seconds';
  return exists (select from public.bills where id = bill and paid_at is null and paid_ksh = 0 and typed_code is null)
    and not exists (select from public.payments where bill_id = bill and state not in ('returned', 'void'))
    and not exists (select from public.payment_prompts as prompt where bill_id = bill and (state in ('asking', 'sent')
      -- Paid, says the provider, but the payment itself has not arrived.
      or (state = 'paid' and not exists (select from public.payments where prompt_id = prompt.id))));
end $function$;

-- Locks an order of a customer and then its bill. A payment that arrives in the same moment comes before it or after it.
CREATE OR REPLACE FUNCTION public.lock_own_order(customer uuid, wanted uuid)
 RETURNS orders
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  held public.orders;
begin
  select * into held from public.orders where id = wanted and user_id = customer and status <> 'failed' for update;
  if not found then
    select * into held from public.orders where id = wanted and user_id = customer;
    return held;
  end if;
  perform from public.bills where id = held.bill_id for update;
  return held;
end $function$;

-- Cancels an unpaid order of a customer; the bill becomes the sum of the others. Returns 'done', also for one that is cancelled; 'late'
-- if something was paid or reported or somebody has begun it; null if it is not the customer's.
CREATE OR REPLACE FUNCTION public.cancel_order(customer uuid, wanted uuid)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  held public.orders := public.lock_own_order(customer, wanted);
begin
  if held.id is null then return null; end if;
  if held.cancelled_at is not null then return 'done'; end if;
  if held.bill_id is null or not (held.status = 'requested' or (held.status = 'processing' and held.taken_by is not null))
    or not public.is_bill_untouched(held.bill_id) then return 'late'; end if;
  update public.orders set status = 'failed', reason = 'You cancelled it', cancelled_at = now() where id = wanted;
  return 'done';
end $function$;

-- Changes the years of an unpaid renewal or registration, and its price, which the site has read from the price list or the provider.
-- Returns what cancel_order returns.
CREATE OR REPLACE FUNCTION public.change_order_years(customer uuid, wanted uuid, years integer, ksh integer)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  held public.orders := public.lock_own_order(customer, wanted);
begin
  if held.id is null then return null; end if;
  if held.payload -> 'years' = to_jsonb(years) and held.price_ksh = ksh and held.status = 'requested' then return 'done'; end if;
  if held.bill_id is null or held.status <> 'requested' or held.kind not in ('renew', 'register') or held.price_named_at is not null
    or ksh < 1 or not public.is_bill_untouched(held.bill_id) then return 'late'; end if;
  update public.orders set payload = payload || jsonb_build_object('years', years), price_ksh = ksh where id = wanted;
  perform public.shrink_bill(held.bill_id);
  return 'done';
end $function$;

-- Ends the orders of bills whose time is over, and of which nothing was paid or reported. Returns how many bills ended.
CREATE OR REPLACE FUNCTION public.end_unpaid_bills(most integer)
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
    where bill.ends_at <= now() and bill.paid_at is null and bill.paid_ksh = 0 and bill.typed_code is null
      and not exists (select from public.payments where bill_id = bill.id and state not in ('returned', 'void'))
    order by bill.ends_at limit most
  loop
    perform from public.orders where bill_id = one and status <> 'failed' order by id for update;
    perform from public.bills where id = one for update;
    continue when not public.is_bill_untouched(one);
    update public.bills set ends_at = null where id = one;
    update public.orders set status = 'failed', reason = 'It was not paid within 30 days'
      where bill_id = one and (status = 'requested' or (status = 'processing' and taken_by is not null));
    count := count + 1;
  end loop;
  return count;
end $function$;

-- Opens a prompt for what is missing of a bill. While one is open, or money of the bill is being checked, there is no second one:
-- gives back the last prompt. Null if there is nothing to pay.
-- An order that failed while a prompt was open is left out of the next prompt.
CREATE OR REPLACE FUNCTION public.open_prompt(bill uuid, phone text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  its_bill public.bills;
  prompt public.payment_prompts;
begin
  perform from public.bills where id = bill for update;
  update public.payment_prompts set state = 'unknown'
    where bill_id = bill and state in ('asking', 'sent') and asked_at <= now() - interval '120 seconds';
  perform public.shrink_bill(bill);
  select * into its_bill from public.bills where id = bill;
  if not found or its_bill.paid_ksh >= its_bill.amount_ksh or public.payable_ksh(bill) = 0 then return null; end if;
  select * into prompt from public.payment_prompts where bill_id = bill order by asked_at desc, id limit 1;
  if prompt.state in ('asking', 'sent')
    -- Paid, says the provider, but the payment itself has not arrived.
    or (prompt.state = 'paid' and prompt.asked_at > now() - interval '1 day'
      and not exists (select from public.payments where prompt_id = prompt.id))
    or exists (select from public.payments where bill_id = bill and state = 'held' and received_at > now() - interval '1 day')
  then
    return jsonb_build_object('prompt', case when prompt.id is not null then to_jsonb(prompt) end, 'is_new', false);
  end if;
  insert into public.payment_prompts (bill_id, user_id, phone_e164, amount_ksh)
    values (bill, its_bill.user_id, phone, its_bill.amount_ksh - its_bill.paid_ksh) returning * into prompt;
  return jsonb_build_object('prompt', to_jsonb(prompt), 'is_new', true);
end $function$;

-- When the provider is asked next about a prompt: after 20, 45, 75 and 120 seconds, then every 5 minutes for an hour, then every
-- hour for a day.
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

-- Stores that the provider accepted a prompt, and its numbers, which a callback may have brought before. Gives back the number that
-- is stored.
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

-- Ends a prompt as paid, refused or unknown. One that money has come from stays paid.
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

-- Takes the prompt about which the provider is to be asked, and sets the time of the next query. Prompts of which nothing was heard
-- for two minutes become unknown.
CREATE OR REPLACE FUNCTION public.claim_prompt_query()
 RETURNS SETOF payment_prompts
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  update public.payment_prompts set state = 'unknown'
    where state in ('asking', 'sent') and asked_at <= now() - interval '120 seconds';
  update public.payment_prompts set queries = queries + 1, next_query_at = public.next_query(asked_at)
  where id = (
    select id from public.payment_prompts
    where next_query_at <= now() and checkout_request_id is not null
    order by next_query_at limit 1 for update skip locked
  )
  returning *;
$function$;

-- Money that M-PESA announces and that does not come, and money of a prompt that we do not know.
-- Stores a callback once. A prompt that a restored backup does not have is left out: its money is then a payment without a bill.
CREATE OR REPLACE FUNCTION public.keep_callback(kept jsonb)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  insert into public.payment_callbacks (key, source, prompt_id, body, address_hash)
    select said.key, said.source, (select id from public.payment_prompts where id = said.prompt_id), said.body, said.address_hash
    from jsonb_populate_record(null::public.payment_callbacks, kept) as said
  on conflict (key) do nothing;
$function$;

-- Takes the oldest callback that is not handled, for so many seconds.
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

-- Marks a bill as paid and gives it the next receipt number of the year. The caller has locked it.
-- now() is the beginning of a transaction, which may have waited for a refund: what went back before has its day before.
CREATE OR REPLACE FUNCTION public.pay_bill(bill uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  this_year text := to_char(now() at time zone 'Africa/Nairobi', 'YYYY');
  count integer;
begin
  insert into public.receipt_numbers as known values (this_year, 1)
    on conflict (year) do update set last = known.last + 1 returning last into count;
  update public.bills set number = this_year || '-' || lpad(count::text, greatest(5, length(count::text)), '0'),
      paid_at = greatest(now(), (select max(at) + interval '1 microsecond' from public.desk_log
        where did = 'bill-refunded' and about_kind = 'bill' and about_id = bills.reference)),
      refund_due_ksh = greatest(0, amount_ksh - public.payable_ksh(id))
    where id = bill;
end $function$;

-- Counts a confirmed payment for its bill, once. Nothing else but shrink_bill changes what is paid. The caller has locked the bill.
-- The payment may have moved to another bill before it was locked: who moved it counts it there.
CREATE OR REPLACE FUNCTION public.settle_payment(payment text)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  money public.payments;
  its_bill public.bills;
  missing integer;
begin
  select * into its_bill from public.bills where id = (select bill_id from public.payments where code = payment) for update;
  select * into money from public.payments where code = payment for update;
  if money.state <> 'held' or money.confirmed_by is null or money.is_disputed
    or its_bill.id is null or money.bill_id <> its_bill.id then
    return money.state;
  end if;
  missing := its_bill.amount_ksh - its_bill.paid_ksh;
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

-- Whether a person entered a payment from this source.
CREATE OR REPLACE FUNCTION public.is_by_hand(source text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select source in ('staff', 'bank', 'cash', 'cheque');
$function$;

-- Writes a payment that we heard of, or adds what another source says of it, and counts it if it is confirmed. The amount is what M-PESA
-- reports; an entry by hand that does not count yet takes it over. Two different reports or bills make it disputed; the provider's list
-- settles a dispute if it has the amount that we know. Gives back the row. `given` has the columns, and "reference", the bill's.
-- Payments that are not by M-PESA have a number, a bank and who took the money. An M-PESA code that staff misread is corrected by the
-- report of the code that reads the same, so that money counts once.
CREATE OR REPLACE FUNCTION public.record_payment(given jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  said public.payments := jsonb_populate_record(null::public.payments, given);
  is_typed boolean := public.is_by_hand(said.source);
  its_bill public.bills;
  kept public.payments;
begin
  perform pg_advisory_xact_lock(hashtextextended('payment ' || public.read_code(said.code), 0));
  select * into its_bill from public.bills where id = coalesce(said.bill_id,
      (select bill_id from public.payment_prompts where id = said.prompt_id),
      (select id from public.bills where reference = given ->> 'reference'),
      (select bill_id from public.payments where code = public.meant_code(said.code))) for update;
  -- After the bill, as everywhere, so that no two acts wait for each other.
  if not is_typed then
    update public.payments set code = said.code
      where code = public.meant_code(said.code) and code <> said.code and source = 'staff' and reported_ksh is null;
  end if;
  insert into public.payments as known (code, user_id, bill_id, prompt_id, amount_ksh, typed_ksh, reported_ksh, paid_at, source,
      own_number, bank, taken_by, typed_reference, confirmed_by, confirmed_at, is_disputed, entered_by, state)
    values (said.code, its_bill.user_id, its_bill.id, said.prompt_id, said.amount_ksh, case when is_typed then said.amount_ksh end,
      case when not is_typed then said.amount_ksh end, said.paid_at, said.source, said.own_number, said.bank, said.taken_by,
      said.typed_reference, said.confirmed_by, case when said.confirmed_by is not null then now() end,
      coalesce(said.is_disputed, false), said.entered_by,
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
    returning * into kept;
  update public.payment_prompts set state = 'paid', result_code = '0', result_text = null,
      next_query_at = case when kept.confirmed_by is null then now() end
    where id = said.prompt_id;
  perform public.settle_payment(kept.code);
  return (select to_jsonb(written) from public.payments as written where code = kept.code);
end $function$;

-- Confirms a payment that is held and counts it. A person may also settle a dispute. Gives back its state.
CREATE OR REPLACE FUNCTION public.confirm_payment(payment text, by text)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform from public.bills where id = (select bill_id from public.payments where code = payment) for update;
  update public.payments set confirmed_by = by, confirmed_at = now(), is_disputed = is_disputed and by <> 'staff'
    where code = payment and state = 'held' and (by = 'staff' or (confirmed_by is null and not is_disputed));
  return public.settle_payment(payment);
end $function$;

-- The provider contradicts itself about a payment: a person or its list decides.
CREATE OR REPLACE FUNCTION public.dispute_payment(payment text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  update public.payments set is_disputed = true where code = payment and state = 'held' and confirmed_by is null;
$function$;

-- A person says to which bill a payment belongs. Gives back its state.
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

-- A person has sent a payment back: one that counts for no bill, or a whole surplus. False if it counts.
-- The code of money that was sent back is answered.
CREATE OR REPLACE FUNCTION public.return_payment(payment text, staff uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  money public.payments;
begin
  perform from public.bills where id = (select bill_id from public.payments where code = payment) for update;
  select * into money from public.payments where code = payment and state in ('unmatched', 'held', 'surplus') for update;
  if not found then return false; end if;
  update public.payments set state = 'returned', entered_by = staff where code = payment;
  perform public.drop_typed_code(money.bill_id, payment);
  if money.state = 'surplus' then
    update public.bills set surplus_ksh = surplus_ksh - money.amount_ksh where id = money.bill_id;
  end if;
  return true;
end $function$;

-- Payments of which the customer is to be told, oldest first, with the bill as it is now.
CREATE OR REPLACE FUNCTION public.payments_to_tell(most integer)
 RETURNS TABLE(payment jsonb, bill jsonb, email text, full_name text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select to_jsonb(money), to_jsonb(bill), customer.email::text, customer.raw_user_meta_data ->> 'full_name'
  from public.payments as money join public.bills as bill on bill.id = money.bill_id
    join auth.users as customer on customer.id = bill.user_id
  where money.told_at is null and money.state in ('counted', 'surplus')
  order by money.received_at limit most;
$function$;

-- Stores that a customer was told of a payment, and queues the mails. False if that was stored before.
CREATE OR REPLACE FUNCTION public.tell_payment(payment text, mails jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update public.payments set told_at = now() where code = payment and told_at is null;
  if not found then return false; end if;
  perform public.queue_mail(one.mail) from jsonb_array_elements(mails) as one (mail);
  return true;
end $function$;

-- Payments that a person has to look at, and the agency was not told of: without a bill, disputed, or not confirmed in ten minutes.
-- Also payments that count, and of which a later report gives another amount or bill.
CREATE OR REPLACE FUNCTION public.payments_to_check(most integer)
 RETURNS SETOF payments
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select * from public.payments
  where flagged_at is null and (state = 'unmatched' or (is_disputed and state <> 'returned')
    or (state = 'held' and received_at <= now() - interval '10 minutes'))
  order by received_at limit most;
$function$;

-- Stores that the agency was told of a payment, and tells it. False if that was stored before.
CREATE OR REPLACE FUNCTION public.flag_payment(payment text, messages jsonb, mails jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update public.payments set flagged_at = now() where code = payment and flagged_at is null;
  if not found then return false; end if;
  perform public.tell_agency(messages, mails);
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

CREATE OR REPLACE FUNCTION public.forget_phones_of_closed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.payment_prompts set phone_e164 = right(phone_e164, 3) where user_id = new.user_id;
  return null;
end $function$;

-- What is to be paid back of a payment that was larger than its bill, in shillings. Payments that are surplus as a whole stand alone.
CREATE OR REPLACE FUNCTION public.surplus_left(bill bills)
 RETURNS integer
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select bill.surplus_ksh - bill.returned_ksh - coalesce(sum(amount_ksh), 0)::integer
  from public.payments where bill_id = bill.id and state = 'surplus';
$function$;

-- The last payment that counts for a bill. Its page has the bill's forms.
CREATE OR REPLACE FUNCTION public.last_counted(bill uuid)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select code from public.payments where bill_id = bill and state = 'counted' order by received_at desc, code desc limit 1;
$function$;

-- A code as people read it: 0 for O, and 1 for I and L.
CREATE OR REPLACE FUNCTION public.read_code(code text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select translate(code, 'OIL', '011');
$function$;

-- The code of the payment that somebody means who typed this code: the same, or the only code of M-PESA that reads the same. What was
-- typed stays as it is. Null if there is none.
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

-- A code that the customer typed, and that paid another bill, hides nothing from the desk: the customer reads that a person looks for it.
-- The codes that the customer of a bill typed and that are neither a payment of this bill nor one without a bill, which is listed itself.
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

-- Deletes a typed code that is answered, in whichever spelling. The caller has locked the bill.
CREATE OR REPLACE FUNCTION public.drop_typed_code(bill uuid, answered text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  others text[];
begin
  select coalesce(array_agg(typed.code order by typed.at), '{}') into others
    from public.bills, unnest(array_append(typed_before, typed_code)) with ordinality as typed (code, at)
    where id = bill and typed.code <> answered and public.meant_code(typed.code) is distinct from answered;
  update public.bills set typed_code = others[cardinality(others)], typed_before = others[:cardinality(others) - 1] where id = bill;
end $function$;

-- Payments that need a person at a moment. `code` is null if M-PESA says that a prompt was paid and the payment has not come. A held
-- payment is left to the run for ten minutes.
-- Every entry by hand waits for a second member of staff.
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
      and (money.is_disputed or public.is_by_hand(money.source) or money.received_at <= at - interval '10 minutes'))
  union all
  select 'payment-surplus', public.last_counted(bill.id), bill.reference, public.surplus_left(bill), bill.paid_at
  from public.bills as bill where bill.surplus_ksh > bill.returned_ksh and public.surplus_left(bill) > 0
  union all
  select 'payment-refund', public.last_counted(bill.id), bill.reference, public.refund_left(bill), coalesce(
    (select max(updated_at) from public.orders where bill_id = bill.id and status = 'failed'), bill.opened_at)
  from public.bills as bill
  where bill.paid_ksh > 0 and (bill.paid_at is null or bill.refund_due_ksh > bill.refunded_ksh) and public.refund_left(bill) > 0
  union all
  select 'payment-said', typed.code, bill.reference, bill.amount_ksh - bill.paid_ksh, bill.opened_at
  from public.bills as bill cross join lateral public.open_codes(bill) as typed (code)
  where bill.paid_at is null and bill.typed_code is not null
  union all
  select 'payment-said', null, bill.reference, prompt.amount_ksh, prompt.asked_at
  from public.payment_prompts as prompt join public.bills as bill on bill.id = prompt.bill_id
  where prompt.state = 'paid' and bill.paid_at is null and not exists (select from public.open_codes(bill))
    and prompt.asked_at between at - interval '30 days' and at - interval '10 minutes'
    and not exists (select from public.payments where prompt_id = prompt.id)
  union all
  -- Part of a bill was paid three days ago, and nothing has come since, or its orders were begun, without a payment or before it turned
  -- out void. None of these ends by itself. While money of the bill waits, that is listed.
  select 'payment-part', last.code, bill.reference, bill.amount_ksh - bill.paid_ksh, coalesce(last.since, bill.opened_at)
  from public.bills as bill left join lateral (
    select code, state, case state when 'counted' then received_at else bill.opened_at end as since
    from public.payments where bill_id = bill.id and state in ('counted', 'void')
    order by state = 'counted' desc, received_at desc, code desc limit 1) as last on true
  where bill.paid_at is null and public.payable_ksh(bill.id) > 0
    and case last.state when 'counted' then last.since <= at - interval '3 days' else public.has_begun_orders(bill.id) end
    and not exists (select from public.open_codes(bill))
    and not exists (select from public.payments where bill_id = bill.id and state = 'held');
$function$;

-- Payments for the list: 'todo' (those that need a person), a state, 'etims' (paid, without a number of eTIMS) or 'all'; by a part of
-- the code or of a reference. Nothing of the customer is in it.
CREATE OR REPLACE FUNCTION public.desk_payments(view text, words text, at timestamp with time zone, most integer, skipped integer)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with found as (
    select * from public.payments_waiting(at) where view = 'todo'
    union all
    select 'payment-' || money.state, money.code, bill.reference, money.amount_ksh, money.received_at
    from public.payments as money left join public.bills as bill on bill.id = money.bill_id
    where view in ('all', money.state)
      or (view = 'etims' and bill.paid_at is not null and bill.etims_number is null and money.code = public.last_counted(bill.id))
  ), fitting as (
    select * from found where words = '' or strpos(public.read_code(coalesce(code, '')), public.read_code(words)) > 0
      or strpos(coalesce(reference, ''), public.read_code(words)) > 0
  ), page as (
    select * from fitting order by case when view <> 'all' then since end, case when view = 'all' then since end desc, code, kind
      limit most offset skipped
  )
  select jsonb_build_object('count', (select count(*) from fitting), 'rows', coalesce((select jsonb_agg(to_jsonb(page)) from page), '[]'));
$function$;

-- A bill for the desk: its row, what is left to do, its customer and its orders; null if there is none with this reference.
CREATE OR REPLACE FUNCTION public.desk_bill(wanted text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select to_jsonb(bill) || jsonb_build_object(
    'payable_ksh', public.payable_ksh(bill.id), 'refund_left', public.refund_left(bill), 'surplus_left', public.surplus_left(bill),
    'email', (select email from auth.users where id = bill.user_id),
    'codes', coalesce((select jsonb_agg(code order by received_at) from public.payments
      where bill_id = bill.id and state in ('counted', 'surplus')), '[]'),
    'orders', coalesce((select jsonb_agg(jsonb_build_object('id', id, 'kind', kind, 'domain', domain, 'price_ksh', price_ksh,
      'is_failed', status = 'failed') order by created_at, id) from public.orders where bill_id = bill.id), '[]'))
  from public.bills as bill where bill.reference = wanted;
$function$;

-- A payment with its bill, the bill for which a customer typed its code, and its trail; null if there is none. Also found by another
-- spelling that staff typed.
-- `typed_at` are the bills at which customers typed the code, oldest first, each with what is missing of it.
CREATE OR REPLACE FUNCTION public.desk_payment(wanted text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select to_jsonb(money) || jsonb_build_object(
    'entered_name', public.staff_name(money.entered_by),
    'bill', public.desk_bill(bill.reference),
    'is_last', money.code = public.last_counted(bill.id),
    'typed_at', (select coalesce(jsonb_agg(jsonb_build_object('reference', other.reference, 'missing', other.amount_ksh - other.paid_ksh)
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
  from public.payments as money left join public.bills as bill on bill.id = money.bill_id where money.code = public.meant_code(wanted);
$function$;

-- Receipts and credit notes of a span of time in the order of their days, after the one with this day and number; at most so many.
-- One value, because a set would be cut at the database's 1,000 rows.
-- `paid_with` says how each was paid or paid back. A receipt that was cancelled keeps its eTIMS number.
CREATE OR REPLACE FUNCTION public.desk_receipts(first timestamp with time zone, beyond timestamp with time zone, after jsonb, most integer)
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
      where receipt.issued_at >= first and receipt.issued_at < beyond
      union all
      select note.issued_at, note.number, 'credit note', note.receipt_number, -note.gross_ksh, -note.vat_cents,
        jsonb_build_array(jsonb_build_object('source', note.way, 'code', note.code, 'number', note.code)), bill.buyer_pin, null
      from public.credit_notes as note join public.receipts as receipt on receipt.number = note.receipt_number
        join public.bills as bill on bill.id = receipt.bill_id
      where note.issued_at >= first and note.issued_at < beyond) as issued
    where after is null or (issued_at, number) > ((after ->> 'issued_at')::timestamptz, after ->> 'number')
    order by issued_at, number limit most) as page;
$function$;

-- Each function below changes one payment or bill and adds its line to the log, in one transaction. It returns the outcome: 'done',
-- also for the same form sent again by the same person within a minute; 'late' with who did what last; null if there is no such row;
-- and others, as described.
-- Why a form came too late: the same one sent again is done.
-- That includes payments that turned out void.
CREATE OR REPLACE FUNCTION public.late_payment(staff jsonb, kind text, about text, did text, said jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  last jsonb := public.desk_last(staff, case kind when 'bill' then '{bill-refunded,bill-surplus-returned,bill-etims}'::text[] else
    '{payment-entered,payment-confirmed,payment-matched,payment-corrected,payment-returned,payment-deleted,payment-void}' end, kind, about);
begin
  if (last ->> 'is_again')::boolean and last ->> 'did' = did and last -> 'detail' @> said then return '{"outcome": "done"}'; end if;
  return jsonb_build_object('outcome', 'late', 'last', last);
end $function$;

-- Enters a payment as staff read it: {"source", "code", "amount_ksh", "paid_at", "reference"}, and without M-PESA {"own_number", "bank",
-- "taken_by"}. It counts when somebody else confirms it. Also 'no-bill' for an unknown reference and 'known' for a code that we have.
CREATE OR REPLACE FUNCTION public.desk_enter_payment(staff jsonb, given jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  code text := given ->> 'code';
  known text;
  late jsonb;
begin
  perform pg_advisory_xact_lock(hashtextextended('payment ' || public.read_code(code), 0));
  known := public.meant_code(code);
  if known <> code then return jsonb_build_object('outcome', 'known', 'code', known, 'last', null); end if;
  if known is not null then
    late := public.late_payment(staff, 'payment', code, 'payment-entered', given - 'code');
    return case when late ->> 'outcome' = 'late' then late || '{"outcome": "known"}' else late end;
  end if;
  if given ->> 'reference' is not null and not exists (select from public.bills where reference = given ->> 'reference') then
    return '{"outcome": "no-bill"}';
  end if;
  perform public.record_payment('{"source": "staff"}' || given || jsonb_build_object('entered_by', staff ->> 'id'));
  perform public.log_staff(staff, 'payment-entered', 'payment', code,
    (select user_id from public.payments where payments.code = given ->> 'code'), given - 'code');
  return '{"outcome": "done"}';
end $function$;

-- Counts a payment that somebody has seen with this amount: for its bill, or for the bill with this reference, of which `seen` was
-- missing. With `differs` another amount is stored, which somebody else must confirm ('corrected'). Also 'no-bill'; 'moved' if something
-- else is missing; 'wrong-amount'; 'own' if the same person entered it, unless it may count `alone`, for an agency of one: then that is
-- in the log, and `mails` tell the agency.
CREATE OR REPLACE FUNCTION public.desk_count_payment(staff jsonb, payment text, ksh integer, differs boolean, to_reference text, seen integer, alone boolean, mails jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  me uuid := staff ->> 'id';
  did text := case when to_reference is null then 'payment-confirmed' else 'payment-matched' end;
  said jsonb := jsonb_strip_nulls(jsonb_build_object('ksh', ksh, 'reference', to_reference));
  its_bill public.bills;
  money public.payments;
  last jsonb;
begin
  select * into its_bill from public.bills where case when to_reference is null
    then id = (select bill_id from public.payments where code = payment) else reference = to_reference end for update;
  if its_bill.id is null and to_reference is not null then return '{"outcome": "no-bill"}'; end if;
  select * into money from public.payments where code = payment for update;
  if money.code is null then return null; end if;
  if money.state not in ('held', 'unmatched') or its_bill.id is null
    or (to_reference is null and money.bill_id is distinct from its_bill.id) then
    return public.late_payment(staff, 'payment', payment, did, said);
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
    said := said || '{"alone": true}';
  end if;
  if its_bill.amount_ksh - its_bill.paid_ksh <> seen then return '{"outcome": "moved"}'; end if;
  if to_reference is null then
    perform public.confirm_payment(payment, 'staff');
  else
    perform public.match_payment(payment, its_bill.id, me);
  end if;
  perform public.log_staff(staff, did, 'payment', payment, its_bill.user_id, said);
  if said ? 'alone' then perform public.tell_agency('[]', mails); end if;
  return '{"outcome": "done"}';
end $function$;

-- A payment that counts for nothing was sent back. `given` is {"ksh", "way", "code"}. Also 'wrong-amount'.
CREATE OR REPLACE FUNCTION public.desk_return_payment(staff jsonb, payment text, given jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  money public.payments;
begin
  perform from public.bills where id = (select bill_id from public.payments where code = payment) for update;
  select * into money from public.payments where code = payment for update;
  if money.code is null then return null; end if;
  if money.state not in ('held', 'unmatched', 'surplus') then
    return public.late_payment(staff, 'payment', payment, 'payment-returned', given);
  end if;
  if (given ->> 'ksh')::integer <> money.amount_ksh then return '{"outcome": "wrong-amount"}'; end if;
  perform public.return_payment(payment, (staff ->> 'id')::uuid);
  perform public.log_staff(staff, 'payment-returned', 'payment', payment, money.user_id, given);
  return '{"outcome": "done"}';
end $function$;

-- Deletes an entry by hand that was a mistake, or a cheque that bounced, while nothing has confirmed it and M-PESA has not reported it.
CREATE OR REPLACE FUNCTION public.desk_withdraw_payment(staff jsonb, payment text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  gone public.payments;
begin
  delete from public.payments where code = payment and public.is_by_hand(source) and reported_ksh is null
    and state in ('held', 'unmatched') and (confirmed_by is null or is_disputed) returning * into gone;
  if not found then return public.late_payment(staff, 'payment', payment, 'payment-deleted', '{}'); end if;
  perform public.log_staff(staff, 'payment-deleted', 'payment', payment, gone.user_id, jsonb_build_object('ksh', gone.amount_ksh));
  return '{"outcome": "done"}';
end $function$;

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
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  this_year text := to_char(now() at time zone 'Africa/Nairobi', 'YYYY');
  count integer;
begin
  insert into public.receipt_numbers as known values ('credit ' || this_year, 1)
    on conflict (year) do update set last = known.last + 1 returning last into count;
  insert into public.credit_notes (number, receipt_number, user_id, issued_at, gross_ksh, vat_percent, vat_cents, way, code, staff_id)
    values ('CN-' || this_year || '-' || lpad(count::text, greatest(5, length(count::text)), '0'), receipt.number, receipt.user_id, now(),
      ksh, receipt.vat_percent, public.vat_cents(ksh, receipt.vat_percent), note_way, note_code, staff);
end $function$;

-- What was due back on a bill was paid back, whole or in part: of its 'refund', or of the 'surplus' of a larger payment. `given` is
-- {"ksh", "way", "code"}; `seen` is what was due on the page. A refund of a bill with a receipt is a credit note, numbered consecutively
-- within the year. Also 'wrong-amount' for more than is due, 'known' for the same code once more, and 'no-receipt' before there is one.
CREATE OR REPLACE FUNCTION public.desk_pay_back(staff jsonb, bill text, what text, given jsonb, seen integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  back_line text := case what when 'refund' then 'bill-refunded' else 'bill-surplus-returned' end;
  back_code text := concat_ws(' ', what, given ->> 'way', public.read_code(given ->> 'code'));
  paid integer := given ->> 'ksh';
  held public.bills;
  receipt public.receipts;
  due integer;
begin
  select * into held from public.bills where reference = bill for update;
  if held.id is null then return null; end if;
  due := case what when 'refund' then public.refund_left(held) else public.surplus_left(held) end;
  if due <= 0 or due <> seen then return public.late_payment(staff, 'bill', bill, back_line, given); end if;
  if paid < 1 or paid > due then return '{"outcome": "wrong-amount"}'; end if;
  if back_code = any (held.back_codes) then return '{"outcome": "known"}'; end if;
  if what = 'refund' then
    if held.number is not null then
      select * into receipt from public.receipts where number = held.number;
      if not found then return '{"outcome": "no-receipt"}'; end if;
      perform public.add_credit_note(receipt, paid, given ->> 'way', given ->> 'code', (staff ->> 'id')::uuid);
    end if;
    update public.bills set refunded_ksh = refunded_ksh + paid, refunded_at = case when paid = due then now() else refunded_at end
      where id = held.id;
    if paid = due then
      update public.orders set refunded_at = now() where bill_id = held.id and refund_due_ksh > 0 and refunded_at is null;
    end if;
  else
    update public.bills set returned_ksh = returned_ksh + paid where id = held.id;
  end if;
  update public.bills set back_codes = array_append(back_codes, back_code) where id = held.id;
  perform public.log_staff(staff, back_line, 'bill', bill, held.user_id, given);
  return '{"outcome": "done"}';
end $function$;

-- Stores the number that eTIMS gave to a receipt. `seen` is the number that the form showed, and '' for none. Also 'taken' if another
-- receipt has the number.
CREATE OR REPLACE FUNCTION public.desk_enter_etims(staff jsonb, bill text, typed text, seen text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  held public.bills;
begin
  perform pg_advisory_xact_lock(hashtextextended('etims', 0));
  select * into held from public.bills where reference = bill and paid_at is not null for update;
  if held.id is null then return null; end if;
  if coalesce(held.etims_number, '') <> seen or held.etims_number = typed then
    return public.late_payment(staff, 'bill', bill, 'bill-etims', jsonb_build_object('number', typed));
  end if;
  if exists (select from public.bills where etims_number = typed) then return '{"outcome": "taken"}'; end if;
  update public.bills set etims_number = typed where id = held.id;
  perform public.log_staff(staff, 'bill-etims', 'bill', bill, held.user_id, jsonb_build_object('number', typed));
  return '{"outcome": "done"}';
end $function$;

-- The code that a customer typed is not in the portal: it needs nobody any more.
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

-- Bills that nobody has paid after 3, 10 and 27 days, with the customer, to be reminded once each time.
CREATE OR REPLACE FUNCTION public.bills_to_remind(most integer)
 RETURNS TABLE(bill jsonb, email text, full_name text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select to_jsonb(bill), customer.email::text, customer.raw_user_meta_data ->> 'full_name'
  from public.bills as bill join auth.users as customer on customer.id = bill.user_id
  where bill.paid_at is null and bill.reminders < 3 and public.payable_ksh(bill.id) > 0
    and bill.opened_at <= now() - make_interval(days => case bill.reminders when 0 then 3 when 1 then 10 else 27 end)
    and not exists (select from public.payments where bill_id = bill.id and state = 'held')
  order by bill.opened_at limit most;
$function$;

-- M-PESA says that a prompt of this bill was paid, and its portal has no such payment: the customer may ask the phone again. A payment
-- that comes later counts all the same.
CREATE OR REPLACE FUNCTION public.desk_prompt_not_paid(staff jsonb, bill text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  held public.bills;
begin
  select * into held from public.bills where reference = bill for update;
  update public.payment_prompts set state = 'unknown'
    where bill_id = held.id and state = 'paid' and not exists (select from public.payments where prompt_id = payment_prompts.id);
  if found then perform public.log_staff(staff, 'bill-prompt-not-paid', 'bill', bill, held.user_id, '{}'); end if;
  return '{"outcome": "done"}';
end $function$;

-- A document that was issued is never changed, not even by its owner. Only the reference to a member of staff who is gone is cleared.
-- The eTIMS number may be added later.
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

-- Issues the receipt of a paid bill, once. `issuer` is {"seller": {...}, "vat_percent", "what": {order id: words}} as the settings are now.
-- Gives back the stored receipt; null if the bill is not paid or its lines are not its sum.
-- `paid_with` has the number and the bank of a payment that is not by M-PESA. A bill that was opened again gets a new receipt,
-- and what was paid back of a bill before it was paid in full, for example because all its orders had failed, is a credit
-- note of the receipt that it then gets.
CREATE OR REPLACE FUNCTION public.issue_receipt(bill uuid, issuer jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  its_bill public.bills;
  its_lines jsonb;
  made public.receipts;
  back public.desk_log;
begin
  select * into its_bill from public.bills where id = bill and paid_at is not null for update;
  if not found then return null; end if;
  if not exists (select from public.receipts where number = its_bill.number) then
    select jsonb_agg(jsonb_build_object('what', coalesce(issuer -> 'what' ->> id::text, domain), 'ksh', price_ksh) order by domain, id)
      into its_lines from public.orders where bill_id = bill;
    insert into public.receipts (number, bill_id, user_id, issued_at, gross_ksh, vat_percent, vat_cents, seller, buyer, lines, paid_with)
      values (its_bill.number, bill, its_bill.user_id, its_bill.paid_at, its_bill.amount_ksh, (issuer ->> 'vat_percent')::integer,
        public.vat_cents(its_bill.amount_ksh, (issuer ->> 'vat_percent')::integer), issuer -> 'seller',
        (select jsonb_build_object('name', raw_user_meta_data ->> 'full_name', 'email', email) from auth.users where id = its_bill.user_id),
        coalesce(its_lines, '[]'),
        coalesce((select jsonb_agg(jsonb_strip_nulls(jsonb_build_object('code', code, 'source', source, 'ksh', amount_ksh,
            'number', own_number, 'bank', bank)) order by received_at, code)
          from public.payments where bill_id = bill and state = 'counted'), '[]'))
      returning * into made;
    for back in
      select * from public.desk_log where did = 'bill-refunded' and about_kind = 'bill' and about_id = its_bill.reference
        and at < its_bill.paid_at order by id
    loop
      perform public.add_credit_note(made, (back.detail ->> 'ksh')::integer, back.detail ->> 'way', back.detail ->> 'code', back.staff);
    end loop;
  end if;
  return (select to_jsonb(receipt) from public.receipts as receipt where receipt.number = its_bill.number);
end $function$;

-- Paid bills that have no receipt yet, oldest first: {"id", "orders": [{"id", "kind", "domain"}]}.
CREATE OR REPLACE FUNCTION public.bills_without_receipt(most integer)
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
    where paid_at is not null and not exists (select from public.receipts where receipts.number = bills.number)
    order by paid_at, number limit most) as due;
$function$;

-- Nothing deletes a reported payment, whichever way.
CREATE OR REPLACE FUNCTION public.refuse_payment_loss()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  raise exception 'M-PESA has reported this payment';
end $function$;

-- A bill with its last prompt and its payments as they are at one moment, so that a page never shows an unpaid bill beside the payment
-- that pays it; null if there is no such bill.
-- It has how each payment was made, and what we know of the typed code: it is 'unknown', 'unmatched' (a payment without a bill) or
-- 'elsewhere' (a payment of another bill, of which nothing is told); null without a code, and once it is a payment of this bill.
CREATE OR REPLACE FUNCTION public.bill_snapshot(wanted uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('bill', to_jsonb(bill),
    'prompt', (select to_jsonb(prompt) from public.payment_prompts as prompt where prompt.bill_id = bill.id
      order by prompt.asked_at desc, prompt.id limit 1),
    'typed', (select case when money.code is null then 'unknown' when money.bill_id = bill.id then null
        when money.state = 'unmatched' then 'unmatched' else 'elsewhere' end
      from (select bill.typed_code where bill.typed_code is not null) as said (code)
        left join public.payments as money on money.code = public.meant_code(said.code)),
    'has_receipt', exists (select from public.receipts where bill_id = bill.id),
    'payments', (select coalesce(jsonb_agg(jsonb_build_object('code', money.code, 'amount_ksh', money.amount_ksh, 'state', money.state,
        'prompt_id', money.prompt_id, 'source', money.source, 'number', money.own_number, 'bank', money.bank)
        order by money.received_at), '[]')
      from public.payments as money where money.bill_id = bill.id))
  from public.bills as bill where bill.id = wanted;
$function$;

-- A payment by bank transfer, cash or cheque that counted was not paid after all. What else was paid of the bill counts on. If that is
-- less than the bill, the bill is open again, a credit note cancels its receipt as a whole, and the next payment that completes it makes
-- a new one. `mails` tell the customer. Also 'wrong-amount', and 'went-back' if money of the bill was paid back already.
-- A receipt that names a void payment is cancelled, also if another payment pays its bill.
CREATE OR REPLACE FUNCTION public.desk_void_payment(staff jsonb, payment text, ksh integer, mails jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  said jsonb := jsonb_build_object('ksh', ksh);
  its_bill public.bills;
  money public.payments;
  receipt public.receipts;
  others integer;
begin
  select * into its_bill from public.bills where id = (select bill_id from public.payments where code = payment) for update;
  select * into money from public.payments where code = payment for update;
  if money.code is null then return null; end if;
  if money.source not in ('bank', 'cash', 'cheque') or money.state not in ('counted', 'surplus')
    or money.bill_id is distinct from its_bill.id then
    return public.late_payment(staff, 'payment', payment, 'payment-void', said);
  end if;
  if ksh <> money.amount_ksh then return '{"outcome": "wrong-amount"}'; end if;
  if its_bill.refunded_ksh + its_bill.returned_ksh > 0 then return '{"outcome": "went-back"}'; end if;
  if its_bill.paid_at is not null then
    select * into receipt from public.receipts where number = its_bill.number;
    if not found then return '{"outcome": "no-receipt"}'; end if;
  end if;
  update public.payments set state = 'void', entered_by = (staff ->> 'id')::uuid where code = payment;
  -- A later payment that was too much takes its place.
  if money.state = 'counted' then
    update public.payments set state = 'counted' where bill_id = its_bill.id and state = 'surplus';
  end if;
  select coalesce(sum(amount_ksh), 0) into others from public.payments where bill_id = its_bill.id and state in ('counted', 'surplus');
  if its_bill.paid_at is not null then
    if others < its_bill.amount_ksh or receipt.paid_with @> jsonb_build_array(jsonb_build_object('code', payment)) then
      perform public.add_credit_note(receipt, receipt.gross_ksh, 'void', left(payment, 40), (staff ->> 'id')::uuid);
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
  update public.bills set paid_ksh = least(others, amount_ksh), surplus_ksh = greatest(0, others - amount_ksh) where id = its_bill.id;
  perform public.shrink_bill(its_bill.id);
  perform public.log_staff(staff, 'payment-void', 'payment', payment, money.user_id, said);
  perform public.tell_agency('[]', mails);
  return '{"outcome": "done"}';
end $function$;

-- What a message is by its key, for rows of releases that did not say.
CREATE OR REPLACE FUNCTION public.message_kind(key text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case
    when key like 'order-%' then 'order'
    when key like 'zone-%' then 'zone'
    when key like 'unsubscribe-%' then 'reader'
    when key like 'closing-%' then 'closing'
    when key like 'payment-%' or key like 'paid-%' then 'payment'
    else 'visitor' end;
$function$;

-- A customer gets a receipt for an order, queued with the orders and the mail to the agency. Only mails to the agency wait for the
-- outcome of an order; a receipt goes out at once.
CREATE OR REPLACE FUNCTION public.tell_agency(messages jsonb, mails jsonb, hold integer DEFAULT 0)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  insert into public.messages (key, name, email, phone, subject, message, domain, kind, user_id, handed_on_at)
    select said.key, said.name, said.email, said.phone, said.subject, said.message, said.domain,
      coalesce(said.kind, public.message_kind(said.key)), said.user_id, now()
    from jsonb_populate_recordset(null::public.messages, messages) as said;
  perform public.queue_mail(one.mail) from jsonb_array_elements(mails) as one (mail);
  update public.mails as held set next_try_at = now() + make_interval(secs => hold)
    from jsonb_array_elements(mails) as one (mail)
    where held.key = one.mail ->> 'key' and held.kind = 'contact' and hold > 0;
end $function$;

-- Gives a mail that is held back its last words and sends it. False when it has gone out, or is on its way, as it was.
CREATE OR REPLACE FUNCTION public.retell_agency(messages jsonb, mails jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update public.mails as held
    set subject = one.mail ->> 'subject', body_text = one.mail ->> 'body_text', next_try_at = now()
    from jsonb_array_elements(mails) as one (mail) where held.key = one.mail ->> 'key' and held.attempts = 0;
  if not found then return false; end if;
  update public.messages as kept set subject = said.subject, message = said.message
    from jsonb_populate_recordset(null::public.messages, messages) as said where kept.key = said.key;
  return true;
end $function$;

-- Keeps a message that a service is to be told of, once for its key, and takes it for so many seconds: 'ours'. 'told' when it was
-- told within a day, 'busy' while somebody else has it in hand. A person who sends it again begins its attempts anew.
-- An ended thread whose first message is sent once more is new again.
CREATE OR REPLACE FUNCTION public.keep_message(kept jsonb, seconds integer)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  insert into public.messages as known
    (key, name, email, phone, subject, message, domain, kind, user_id, attempts, claimed_until)
    select said.key, said.name, said.email, said.phone, said.subject, said.message, said.domain,
      coalesce(said.kind, public.message_kind(said.key)), said.user_id, 1, now() + make_interval(secs => seconds)
    from jsonb_populate_record(null::public.messages, kept) as said
    on conflict (key) do update
      set attempts = 1, claimed_until = excluded.claimed_until, handed_on_at = null, failed_at = null, failure = null,
        state = case when known.state in ('answered', 'closed') then 'new' else known.state end, touched_at = now()
      where (known.claimed_until is null or known.claimed_until <= now())
        and (known.handed_on_at is null or known.handed_on_at < now() - interval '23 hours');
  if found then return 'ours'; end if;
  return (select case when known.handed_on_at is null then 'busy' else 'told' end
    from public.messages as known where known.key = kept ->> 'key');
end $function$;

-- Takes the message that is due longest, for so many seconds. One that somebody else has in hand is passed over, not waited for.
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

-- Notes that the service has taken a message, whoever says it.
CREATE OR REPLACE FUNCTION public.note_message_told(told text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  update public.messages set claimed_until = null, handed_on_at = now(), failed_at = null where key = told;
$function$;

-- Notes that an attempt failed, unless somebody has taken the message since: it is told again in so many seconds, or, without
-- them, never.
CREATE OR REPLACE FUNCTION public.note_message_failed(told text, attempt integer, why jsonb, again_in integer DEFAULT NULL::integer)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  update public.messages set
    claimed_until = null, failure = why,
    next_try_at = now() + make_interval(secs => coalesce(again_in, 0)),
    failed_at = case when again_in is null then now() end
  where key = told and attempts = attempt and handed_on_at is null;
$function$;

-- Queues the mail of a stored message again. An ended thread is new again if its mail really goes out: its visitor wrote the same
-- a day later.
CREATE OR REPLACE FUNCTION public.message_again(told text, mails jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform public.queue_mail(one.mail) from jsonb_array_elements(mails) as one (mail);
  update public.messages as known set state = 'new', touched_at = now()
    from jsonb_array_elements(mails) as one (mail)
    where known.key = told and known.state in ('answered', 'closed') and exists (
      select from public.mails as queued where queued.key = one.mail ->> 'key' and queued.sent_at is null);
end $function$;

-- A closed account's messages stay until they are a year old, but no longer name the account.
CREATE OR REPLACE FUNCTION public.forget_message_account()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update public.messages set user_id = null where user_id = new.user_id;
  return null;
end $function$;

-- A message for its page at the desk, with its last 200 parts, and what the account with its address has.
CREATE OR REPLACE FUNCTION public.desk_thread(wanted uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select to_jsonb(held) || jsonb_build_object(
    'taken_name', public.staff_name(held.taken_by),
    'seen', (select count(*) from public.message_parts where message_id = held.id),
    'parts', coalesce((
      select jsonb_agg(to_jsonb(part) || jsonb_build_object('author', public.staff_name(part.author)) order by part.id)
      from (select id, side, author, body, created_at from public.message_parts
        where message_id = held.id order by id desc limit 200) as part), '[]'),
    'account', (
      select jsonb_build_object('id', known.id, 'name', known.raw_user_meta_data ->> 'full_name',
        'domains', coalesce((select jsonb_agg(name order by name) from (
          select name from public.domains where user_id = known.id order by name limit 50) as own), '[]'),
        'orders', coalesce((select jsonb_agg(own) from (
          select id, kind, domain, status, created_at from public.orders
          where user_id = known.id order by created_at desc limit 20) as own), '[]'))
      from auth.users as known where known.id = public.confirmed_account(held.email)))
  from public.messages as held where held.id = wanted;
$function$;

-- Messages for the list at the desk and how many there are: threads in these states, or notices, that have these words (in lower
-- case). No address is in it. `since` is when the visitor last wrote.
CREATE OR REPLACE FUNCTION public.desk_messages(states text[], is_notice boolean, words text, is_oldest_first boolean, most integer, skipped integer)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with found as (
    select id, kind, name, subject, state, taken_by, coalesce((
      select max(part.created_at) from public.message_parts as part
      where part.message_id = held.id and part.side = 'them'), held.created_at) as since
    from public.messages as held
    where (kind <> 'visitor') = is_notice and (is_notice or state = any (states))
      and (words = '' or strpos(lower(public.plain_quotes(concat_ws(' ', name, email, subject, domain))), words) > 0)
  ), page as (
    select found.* from found order by
      case when is_oldest_first then since end, case when not is_oldest_first then since end desc, id
      limit most offset skipped
  )
  select jsonb_build_object('count', (select count(*) from found), 'messages', coalesce((
    select jsonb_agg(to_jsonb(page) - 'taken_by' || jsonb_build_object('taken_name', public.staff_name(page.taken_by)))
    from page), '[]'));
$function$;

-- Each function below changes one thread, adds its line to the log and queues its mails, all in one transaction. It returns null if
-- there is no such thread, else an object whose `outcome` is 'done'; 'same' if it was done before; or why not: 'held' or 'closed' by
-- somebody (`by`, `at`), or 'moved' if parts were added that the form did not show.
-- Locks a thread.
CREATE OR REPLACE FUNCTION public.lock_thread(wanted uuid)
 RETURNS messages
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select * from public.messages where id = wanted and kind = 'visitor' for update;
$function$;

-- Why a member of staff may not end or answer a thread, or null.
CREATE OR REPLACE FUNCTION public.thread_conflict(held messages, me uuid, seen integer)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case
    when held.state = 'closed' then jsonb_build_object('outcome', 'closed', 'by', public.staff_name(held.taken_by),
      'at', held.touched_at)
    when held.taken_by <> me then jsonb_build_object('outcome', 'held', 'by', public.staff_name(held.taken_by),
      'at', held.taken_at)
    when seen <> (select count(*) from public.message_parts where message_id = held.id)
      then jsonb_build_object('outcome', 'moved')
  end;
$function$;

-- Takes a thread, gives it back, closes or reopens it. `shown` has what the form showed: `seen`, how many parts; `holder`, who had it.
-- Anybody may give back for a colleague: the log has both.
CREATE OR REPLACE FUNCTION public.desk_move_message(staff jsonb, wanted uuid, step text, shown jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  me uuid := staff ->> 'id';
  held public.messages := public.lock_thread(wanted);
  seen integer := coalesce((shown ->> 'seen')::integer, (select count(*) from public.message_parts where message_id = wanted));
  conflict jsonb := public.thread_conflict(held, me, seen);
  line text;
begin
  if held.id is null then return null; end if;
  if step = 'take' then
    if conflict ->> 'outcome' in ('closed', 'held') then return conflict; end if;
    if held.state <> 'new' and held.taken_by is not null then return '{"outcome":"same"}'; end if;
    line := 'message-taken';
    update public.messages set state = 'taken', taken_by = me, taken_at = now(), touched_at = now() where id = wanted;
  elsif step = 'give-back' then
    if held.state = 'closed' then return conflict; end if;
    if held.taken_by is null then return '{"outcome":"same"}'; end if;
    if held.taken_by::text is distinct from shown ->> 'holder' then
      return jsonb_build_object('outcome', 'held', 'by', public.staff_name(held.taken_by), 'at', held.taken_at);
    end if;
    line := 'message-given-back';
    update public.messages set state = case when state = 'taken' then 'new' else state end, taken_by = null,
      taken_at = null, touched_at = now() where id = wanted;
  elsif step = 'close' then
    if held.state = 'closed' and held.taken_by = me then return '{"outcome":"same"}'; end if;
    if conflict is not null then return conflict; end if;
    line := 'message-closed';
    update public.messages set state = 'closed', taken_by = me, taken_at = coalesce(taken_at, now()), touched_at = now()
      where id = wanted;
  elsif step = 'reopen' then
    if held.state <> 'closed' then return '{"outcome":"same"}'; end if;
    line := 'message-reopened';
    update public.messages set state = 'new', taken_by = null, taken_at = null, touched_at = now() where id = wanted;
  else
    raise exception 'There is no step %', step;
  end if;
  perform public.log_staff(staff, line, 'message', wanted::text, public.confirmed_account(held.email),
    case when held.taken_by <> me then jsonb_build_object('holder', held.taken_by) else '{}' end);
  return '{"outcome":"done"}';
end $function$;

-- Adds a part with its mails: an answer ('us'), what came by mail ('them'), or a note. `part` has side, body, key, and `seen`, how many
-- parts the form showed. Only an answer needs the thread in one's own hand or nobody's. The same words within a minute are one part.
CREATE OR REPLACE FUNCTION public.desk_add_part(staff jsonb, wanted uuid, part jsonb, mails jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  me uuid := staff ->> 'id';
  new_side text := part ->> 'side';
  held public.messages := public.lock_thread(wanted);
  conflict jsonb;
begin
  if held.id is null then return null; end if;
  if exists (select from public.message_parts as known where known.key = part ->> 'key' or (
      known.message_id = wanted and known.side = new_side and known.author = me and known.body = part ->> 'body'
      and known.created_at > now() - interval '1 minute')) then return '{"outcome":"same"}'; end if;
  if new_side = 'us' then conflict := public.thread_conflict(held, me, (part ->> 'seen')::integer); end if;
  if conflict is not null then return conflict; end if;
  insert into public.message_parts (message_id, side, author, body, key)
    values (wanted, new_side, me, part ->> 'body', part ->> 'key');
  update public.messages set touched_at = now(),
    state = case new_side when 'us' then 'answered' when 'them' then 'new' else state end,
    taken_by = case when new_side = 'us' then me else taken_by end,
    taken_at = case when new_side = 'us' then coalesce(taken_at, now()) else taken_at end
    where id = wanted;
  perform public.log_staff(staff, case new_side when 'us' then 'message-answered' when 'them' then 'message-came'
    else 'message-noted' end, 'message', wanted::text, public.confirmed_account(held.email));
  perform public.queue_mail(one.mail) from jsonb_array_elements(mails) as one (mail);
  return '{"outcome":"done"}';
end $function$;

-- Adds what a visitor wrote on the page of a thread. It is new again, also if it was closed; whoever has it keeps it.
CREATE OR REPLACE FUNCTION public.reply_to_message(wanted uuid, words text, part_key text, mails jsonb)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  held public.messages := public.lock_thread(wanted);
begin
  if held.id is null then return null; end if;
  if exists (select from public.message_parts where key = part_key) then return 'same'; end if;
  insert into public.message_parts (message_id, side, body, key) values (wanted, 'them', words, part_key);
  update public.messages set state = 'new', touched_at = now() where id = wanted;
  perform public.queue_mail(one.mail) from jsonb_array_elements(mails) as one (mail);
  return 'done';
end $function$;

-- Adds a saved answer, or changes the one with this id if nobody has since the form was made (`seen`, its time of change). Returns null
-- if it was deleted; 'titled' if another has this title; 'moved' with who changed it and when.
CREATE OR REPLACE FUNCTION public.desk_save_answer(staff jsonb, answer jsonb, seen timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  me uuid := staff ->> 'id';
  wanted uuid := answer ->> 'id';
  known public.saved_answers;
begin
  perform pg_advisory_xact_lock(hashtextextended('saved answers', 0));
  if wanted is not null then
    select * into known from public.saved_answers where id = wanted;
    if known.id is null then return null; end if;
  end if;
  if exists (select from public.saved_answers where title = answer ->> 'title' and body = answer ->> 'body'
    and (wanted is null or id = wanted)) then return '{"outcome":"same"}'; end if;
  if known.changed_at <> seen then
    return jsonb_build_object('outcome', 'moved', 'by', public.staff_name(known.changed_by), 'at', known.changed_at);
  end if;
  if exists (select from public.saved_answers
    where lower(title) = lower(answer ->> 'title') and id is distinct from wanted) then return '{"outcome":"titled"}'; end if;
  if wanted is null then
    insert into public.saved_answers (title, body, changed_by) values (answer ->> 'title', answer ->> 'body', me)
      returning * into known;
  else
    update public.saved_answers set title = answer ->> 'title', body = answer ->> 'body', changed_by = me,
      changed_at = now() where id = wanted;
  end if;
  perform public.log_staff(staff, 'saved-answer-changed', 'saved-answer', known.id::text);
  return '{"outcome":"done"}';
end $function$;

-- Deletes a saved answer if nobody has changed it since the form was made.
CREATE OR REPLACE FUNCTION public.desk_delete_answer(staff jsonb, wanted uuid, seen timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  known public.saved_answers;
begin
  select * into known from public.saved_answers where id = wanted for update;
  if known.id is null then return '{"outcome":"same"}'; end if;
  if known.changed_at <> seen then
    return jsonb_build_object('outcome', 'moved', 'by', public.staff_name(known.changed_by), 'at', known.changed_at);
  end if;
  delete from public.saved_answers where id = wanted;
  perform public.log_staff(staff, 'saved-answer-deleted', 'saved-answer', wanted::text);
  return '{"outcome":"done"}';
end $function$;

-- Writes down a job of a zone with its changes: all of it, or, when any part fails, nothing. Takes the columns of the job, and
-- in "changes" the record before and after each, in their order; "change_state" and "sent_at" are those of every change.
-- Gives back the ids of the job and of its first change; null when the domain is not the customer's.
CREATE OR REPLACE FUNCTION public.keep_dns_job(job jsonb)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  with kept as (
    insert into public.dns_jobs (user_id, domain_id, zone_id, kind, title, state, asides)
    select user_id, id, job ->> 'zone_id', job ->> 'kind', job ->> 'title', job ->> 'state', job -> 'asides'
    from public.domains
    where id = (job ->> 'domain_id')::uuid and user_id = (job ->> 'user_id')::uuid
    returning id, user_id, domain_id, zone_id
  ), written as (
    insert into public.dns_changes (job_id, user_id, domain_id, zone_id, state, sent_at, before, after)
    select id, user_id, domain_id, zone_id, job ->> 'change_state', (job ->> 'sent_at')::timestamptz,
      nullif(change -> 'before', 'null'), nullif(change -> 'after', 'null')
    from kept, jsonb_array_elements(job -> 'changes') with ordinality as listed (change, place)
    order by place
    returning id
  )
  select jsonb_build_object('job', id, 'change', (select min(id) from written)) from kept
$function$;

-- The domains with changes of which nobody was told and the first of which was made ten minutes before a moment, the oldest first:
-- whom to tell, the ids of all of them, and so many with the record before and after. What is still on its way is looked at later.
CREATE OR REPLACE FUNCTION public.dns_changes_to_tell(moment timestamp with time zone, most_domains integer, most_shown integer)
 RETURNS TABLE(domain_id uuid, name text, email text, ids jsonb, changes jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with untold as (
    select change.*, row_number() over (partition by change.domain_id order by change.id) as place
    from public.dns_changes as change
    where change.told_at is null and (change.state in ('done', 'unconfirmed')
      or (change.state = 'sent' and coalesce(change.sent_at, change.created_at) <= moment - interval '10 minutes'))
  )
  select domain.id, domain.name, customer.email::text, jsonb_agg(untold.id order by untold.id),
    jsonb_agg(jsonb_build_object('before', untold.before, 'after', untold.after, 'state', untold.state,
      'at', coalesce(untold.sent_at, untold.created_at)) order by untold.id) filter (where untold.place <= most_shown)
  from untold
  join public.domains as domain on domain.id = untold.domain_id
  join auth.users as customer on customer.id = untold.user_id
  where customer.email is not null
  group by domain.id, domain.name, customer.email
  having min(coalesce(untold.sent_at, untold.created_at)) <= moment - interval '10 minutes'
  order by min(coalesce(untold.sent_at, untold.created_at)) limit most_domains;
$function$;

-- As above, for changes of records. An error, and nothing written, when somebody else has told of a part of them.
CREATE OR REPLACE FUNCTION public.tell_dns_changes(ids jsonb, mails jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  told integer;
begin
  update public.dns_changes set told_at = now()
    where id in (select one.id::bigint from jsonb_array_elements_text(ids) as one (id)) and told_at is null;
  get diagnostics told = row_count;
  if told = 0 then return false; end if;
  if told <> jsonb_array_length(ids) then
    raise exception 'a change was told of meanwhile' using errcode = 'serialization_failure';
  end if;
  perform public.queue_mail(one.mail) from jsonb_array_elements(mails) as one (mail);
  return true;
end $function$;

-- Notes the zone of a customer's domain that had none and queues the mail with its name servers: both, or neither.
CREATE OR REPLACE FUNCTION public.set_zone(domain uuid, customer uuid, zone text, mails jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update public.domains set zone_id = zone where id = domain and user_id = customer and zone_id is null;
  if not found then return false; end if;
  perform public.queue_mail(one.mail) from jsonb_array_elements(mails) as one (mail);
  return true;
end $function$;

-- The mark by which a form notices another change grows with each, also within one tick of the clock. Until a row was public, its
-- date and place in the lists are those of its publication.
CREATE OR REPLACE FUNCTION public.note_writing()
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

-- Returns what a log calls a row of a table that staff write.
CREATE OR REPLACE FUNCTION public.writing_kind(place text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case place when 'posts' then 'post' when 'projects' then 'project' when 'newsletter_issues' then 'issue' end;
$function$;

-- Returns the state of a row that staff write, and who of them changed it last and when, for somebody who wanted to change it too.
CREATE OR REPLACE FUNCTION public.writing_conflict(state text, kind text, known jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('state', state, 'id', known ->> 'id', 'at', known -> 'updated_at', 'by', (
    select staff_email from public.desk_log
    where about_kind = kind and about_id = known ->> 'id' and at >= (known ->> 'updated_at')::timestamptz - interval '1 second'
    order by id desc limit 1));
$function$;

-- Writes a post or project by its columns, with a line in the log. Without `page` it adds a row. With one it changes the row, unless
-- that has changed since `seen`. A published_at of 'now' publishes a row that is not public yet. Returns {state, id, by, at,
-- is_public}; state: saved; changed: somebody else was faster; gone; taken: another row has the address; fixed: the address of a
-- public post stays; public: it is no draft any more, and stays as it is. What is so already is written by nobody: a form that was
-- sent twice.
CREATE OR REPLACE FUNCTION public.save_writing(staff jsonb, place text, page text, seen timestamp with time zone, content jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  kind text := public.writing_kind(place);
  address text := case place when 'posts' then 'slug' else 'id' end;
  columns text;
  known jsonb;
  wanted jsonb;
  did text;
  is_public boolean;
begin
  if kind is null then raise exception 'Nobody writes the table %.', place; end if;
  -- Two forms that add the same row come one after the other.
  if page is null then perform pg_advisory_xact_lock(hashtextextended(place || ' ' || (content ->> address), 0)); end if;
  execute format('select to_jsonb(kept) from public.%I as kept where kept.%I::text = $1 for update', place,
    case when page is null then address else 'id' end) into known using coalesce(page, content ->> address);
  if page is not null and known is null then return public.writing_conflict('gone', kind, known); end if;
  if content ->> 'published_at' = 'now' and (known ->> 'published_at')::timestamptz <= now() then
    content := content || jsonb_build_object('published_at', known -> 'published_at');
  end if;
  execute format('select jsonb_object_agg(name, to_jsonb(wanted) -> name)
    from jsonb_populate_record(null::public.%I, $1) as wanted, jsonb_object_keys($1) as given (name)', place)
    into wanted using content;
  is_public := coalesce(least((known ->> 'published_at')::timestamptz, (wanted ->> 'published_at')::timestamptz) <= now(), false);
  if (select jsonb_object_agg(name, known -> name) from jsonb_object_keys(wanted) as given (name)) = wanted then
    return jsonb_build_object('state', 'saved', 'id', known ->> 'id', 'is_public', is_public);
  end if;
  if page is null and known is not null then return public.writing_conflict('taken', kind, known); end if;
  if page is not null and (known ->> 'updated_at')::timestamptz is distinct from seen then
    return public.writing_conflict('changed', kind, known);
  end if;
  -- An issue of the newsletter that goes out stays as it is.
  if coalesce(known ->> 'state', 'draft') <> 'draft' then return public.writing_conflict('public', kind, known); end if;
  if wanted ->> address <> known ->> address
    and ((known ->> 'was_public')::boolean or (known ->> 'published_at')::timestamptz <= now()) then
    return public.writing_conflict('fixed', kind, known);
  end if;

  columns := (select string_agg(quote_ident(name), ', ') from jsonb_object_keys(content) as given (name));
  begin
    if page is null then
      execute format('insert into public.%1$I as kept (%2$s)
        select %2$s from jsonb_populate_record(null::public.%1$I, $1) returning kept.id::text', place, columns)
        into page using content;
    else
      execute format('update public.%1$I set (%2$s) =
        (select %2$s from jsonb_populate_record(null::public.%1$I, $1)) where id::text = $2', place, columns)
        using content, page;
    end if;
  exception when unique_violation then
    return public.writing_conflict('taken', kind, known);
  end;
  did := case
    when known is null then 'written'
    when not wanted ? 'published_at' or wanted -> 'published_at' = known -> 'published_at' then 'changed'
    when wanted ->> 'published_at' is null then 'unpublished'
    when (wanted ->> 'published_at')::timestamptz > now() then 'scheduled'
    else 'published' end;
  perform public.log_staff(staff, kind || '-' || did, kind, page, null, jsonb_strip_nulls(jsonb_build_object(
    'title', coalesce(content ->> 'title', known ->> 'title'), 'published_at', wanted -> 'published_at')));
  return jsonb_build_object('state', 'saved', 'id', page, 'is_public', is_public);
end $function$;

-- Deletes a draft that has not changed since `seen`, with a line in the log. Returns {state, id, by, at}; state: gone, also when it was
-- before; changed; public: it is no draft.
CREATE OR REPLACE FUNCTION public.delete_writing(staff jsonb, place text, page text, seen timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  kind text := public.writing_kind(place);
  known jsonb;
begin
  if kind is null then raise exception 'Nobody writes the table %.', place; end if;
  execute format('select to_jsonb(kept) from public.%I as kept where id::text = $1 for update', place) into known using page;
  if known is null then return jsonb_build_object('state', 'gone', 'id', page); end if;
  if known ->> 'published_at' is not null or coalesce(known ->> 'state', 'draft') <> 'draft' then
    return public.writing_conflict('public', kind, known);
  end if;
  if (known ->> 'updated_at')::timestamptz is distinct from seen then
    return public.writing_conflict('changed', kind, known);
  end if;
  execute format('delete from public.%I where id::text = $1', place) using page;
  perform public.log_staff(staff, kind || '-deleted', kind, page, null, jsonb_build_object('title', known -> 'title'));
  return jsonb_build_object('state', 'gone', 'id', page);
end $function$;

-- Notes that a reader has left, forgets their names, and tells of it. False, and nobody is told, when they had left before.
CREATE OR REPLACE FUNCTION public.leave_newsletter(reader jsonb, messages jsonb, mails jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  insert into public.newsletter_pending as known (id, email, confirm_token_hash, status, left_at)
    select gone.id, gone.email, gone.confirm_token_hash, 'left', now()
    from jsonb_populate_record(null::public.newsletter_pending, reader) as gone
    on conflict (lower(email)) do update set status = 'left', left_at = now(), first_name = null, last_name = null
      where known.status <> 'left';
  if not found then return false; end if;
  perform public.tell_agency(messages, mails);
  return true;
end $function$;

CREATE OR REPLACE FUNCTION public.note_issue_words()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.updated_at := greatest(now(), old.updated_at + interval '1 microsecond');
  return new;
end $function$;

-- What became of a mail is noted with its delivery, because mails are deleted after 30 days.
CREATE OR REPLACE FUNCTION public.note_issue_mail()
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

-- Takes the issues out of the queue that a subscriber who leaves, or is erased, has not been sent. One that a process has in hand goes.
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

-- Returns the subscribers who get an issue that begins at a moment.
CREATE OR REPLACE FUNCTION public.issue_readers(begins timestamp with time zone)
 RETURNS SETOF newsletter_pending
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select * from public.newsletter_pending
  where status in ('confirmed', 'sent') and coalesce(confirmed_at, created_at) <= begins;
$function$;

-- Begins to send an issue that has not changed since `seen`, or continues one that was stopped. Returns {state, id, by, at} like
-- save_writing; one that is being sent, or was, stays as it is.
CREATE OR REPLACE FUNCTION public.start_issue(staff jsonb, issue uuid, seen timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  known public.newsletter_issues;
begin
  select * into known from public.newsletter_issues where id = issue for update;
  if not found then return public.writing_conflict('gone', 'issue', null); end if;
  if known.state = 'draft' and known.updated_at is distinct from seen then
    return public.writing_conflict('changed', 'issue', to_jsonb(known));
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
declare
  known public.newsletter_issues;
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

-- Returns how many mails of issues the queue takes now: `rate` in a minute, and no more while as many wait for the mail server.
CREATE OR REPLACE FUNCTION public.issue_room(rate integer)
 RETURNS integer
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select greatest(0, rate - greatest(
    (select count(*) from public.newsletter_deliveries where queued_at > now() - interval '1 minute'),
    (select count(*) from public.mails where kind = 'issue' and sent_at is null and failed_at is null)))::integer;
$function$;

-- Returns the next subscribers of the issue that began first, with its words: at most `most`, and as many as the queue takes now. One
-- that has no more subscribers is noted as sent.
CREATE OR REPLACE FUNCTION public.next_issue_readers(rate integer, most integer)
 RETURNS TABLE(issue uuid, title text, content text, subscriber uuid, email text, first_name text)
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  first public.newsletter_issues;
begin
  select * into first from public.newsletter_issues as one where one.state = 'sending' order by one.started_at, one.id limit 1;
  if not found then return; end if;
  if not exists (
    select from public.issue_readers(first.started_at) as reader
    where not exists (select from public.newsletter_deliveries as theirs
      where theirs.issue_id = first.id and theirs.subscriber_id = reader.id)) then
    update public.newsletter_issues as one set state = 'sent', finished_at = now()
      where one.id = first.id and one.state = 'sending';
    return;
  end if;
  return query
    select first.id, first.title, first.content, reader.id, reader.email, reader.first_name
    from public.issue_readers(first.started_at) as reader
    where not exists (select from public.newsletter_deliveries as theirs
      where theirs.issue_id = first.id and theirs.subscriber_id = reader.id)
    order by reader.id
    limit least(most, public.issue_room(rate));
end $function$;

-- Puts mails of an issue into the queue, each with its delivery: both or neither, once for each subscriber, and only as long as the
-- issue is being sent and the subscriber is one. Returns how many.
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
    -- A subscriber who leaves at this moment waits until the mail is in the queue, and takes it out again.
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

-- Returns issues, the newest first, with what became of their mails. `waiting` are in the queue, `left_to_go` not yet, `unsubscribed`
-- left after they got it.
CREATE OR REPLACE FUNCTION public.list_issues(only_one uuid DEFAULT NULL::uuid)
 RETURNS TABLE(id uuid, title text, content text, state text, updated_at timestamp with time zone, started_at timestamp with time zone, finished_at timestamp with time zone, sent integer, failed integer, waiting integer, withdrawn integer, unsubscribed integer, left_to_go integer)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select issue.id, issue.title, issue.content, issue.state, issue.updated_at, issue.started_at, issue.finished_at,
    count(*) filter (where delivery.sent_at is not null)::integer,
    count(*) filter (where delivery.failed_at is not null)::integer,
    count(*) filter (where delivery.issue_id is not null and coalesce(delivery.sent_at, delivery.failed_at,
      delivery.withdrawn_at) is null)::integer,
    count(*) filter (where delivery.withdrawn_at is not null)::integer,
    count(*) filter (where reader.status = 'left' and reader.left_at >= delivery.sent_at)::integer,
    (select count(*) from public.issue_readers(coalesce(issue.started_at, now())) as next
      where issue.state <> 'sent' and not exists (select from public.newsletter_deliveries as theirs
        where theirs.issue_id = issue.id and theirs.subscriber_id = next.id))::integer
  from public.newsletter_issues as issue
  left join public.newsletter_deliveries as delivery on delivery.issue_id = issue.id
  left join public.newsletter_pending as reader on reader.id = delivery.subscriber_id
  where only_one is null or issue.id = only_one
  group by issue.id order by coalesce(issue.started_at, now()) desc, issue.created_at desc limit 100;
$function$;

-- The schools of these stages whose address is confirmed: first those with a next date, then the newest.
CREATE OR REPLACE FUNCTION public.desk_schools(stages text[], most integer)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(to_jsonb(lead) order by lead.next_on, lead.created_at desc), '[]')
  from (
    select id, name, email, phone, phone_e164, school, role_label, role, student_count, interest, wants_news, created_at,
      stage, next_on
    from public.school_interest where status <> 'unconfirmed' and stage = any (stages)
    order by next_on, created_at desc limit most
  ) as lead;
$function$;

-- One of them, with its notes and what was done.
CREATE OR REPLACE FUNCTION public.desk_school(lead uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('lead', to_jsonb(one) - '{turnstile_token,confirm_token_hash,submission_key}'::text[],
    'trail', public.desk_trail('school', one.id::text))
  from public.school_interest as one where one.id = lead and one.status <> 'unconfirmed';
$function$;

-- Changes the stage of a school (null: as it is) and, with `moves`, its next date, and adds a note unless it is empty. Only what
-- differs is logged, so that the same form again changes nothing. False if there is no such school.
CREATE OR REPLACE FUNCTION public.desk_save_school(staff jsonb, lead uuid, new_stage text, moves boolean, new_date date, note text)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  was public.school_interest;
  changes jsonb := '{}';
begin
  select * into was from public.school_interest where id = lead and status <> 'unconfirmed' for update;
  if not found then return false; end if;
  if new_stage <> was.stage then
    changes := jsonb_build_object('stage', jsonb_build_array(was.stage, new_stage));
  end if;
  if moves and new_date is distinct from was.next_on then
    changes := changes || jsonb_build_object('next_on', jsonb_build_array(was.next_on, new_date));
  end if;
  if changes <> '{}' then
    update public.school_interest set stage = coalesce(new_stage, stage),
      next_on = case when moves then new_date else next_on end where id = lead;
    perform public.log_staff(staff, 'school-changed', 'school', lead::text, null, changes);
  end if;
  if note <> '' then perform public.add_desk_note(staff, 'school', lead::text, note); end if;
  return true;
end $function$;

-- Deletes a school with its notes and its mails, if its name was typed. The outcome is 'erased', 'wrong-name', or 'gone' with who
-- erased it.
CREATE OR REPLACE FUNCTION public.desk_erase_school(staff jsonb, lead uuid, typed text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  gone public.school_interest;
begin
  select * into gone from public.school_interest where id = lead and status <> 'unconfirmed' for update;
  if not found then
    return jsonb_build_object('outcome', 'gone', 'last', public.desk_last(staff, '{school-erased}', 'school', lead::text));
  end if;
  if public.desk_typed(gone.school) <> public.desk_typed(typed) then return '{"outcome": "wrong-name"}'; end if;
  -- The confirmation has the key of the submission, the thanks have the row's id.
  delete from public.mails where lower(recipient) = lower(gone.email)
    and key in ('confirm-' || gone.submission_key, 'school-school-' || gone.id);
  delete from public.school_interest where id = lead;
  perform public.log_staff(staff, 'school-erased', 'school', lead::text);
  return '{"outcome": "erased"}';
end $function$;

-- A text as somebody may type it again: without regard to case, spaces and how letters are composed.
CREATE OR REPLACE FUNCTION public.desk_typed(words text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select lower(btrim(regexp_replace(normalize(words, nfkc), '\s+', ' ', 'g')));
$function$;

-- Finds the account of exactly this address, or with this id, and logs that somebody looks at it, and why; null if there is none.
CREATE OR REPLACE FUNCTION public.desk_look(staff jsonb, address text, known uuid, reason text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person uuid;
  last jsonb;
begin
  select id into person from auth.users where id = known or lower(email) = lower(btrim(address)) order by created_at limit 1;
  last := public.desk_last(staff, '{person-looked-at,person-not-found}', 'person', coalesce(person::text, 'nobody'));
  if not coalesce((last ->> 'is_again')::boolean and last -> 'detail' ->> 'reason' = reason, false) then
    perform public.log_staff(staff, case when person is null then 'person-not-found' else 'person-looked-at' end, 'person',
      coalesce(person::text, 'nobody'), person, jsonb_build_object('reason', reason));
  end if;
  return person;
end $function$;

-- Whether a member of staff has said within half an hour why they look at a person.
CREATE OR REPLACE FUNCTION public.desk_may_see(doer jsonb, person uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select exists (select from public.desk_log where about_kind = 'person' and about_id = person::text
    and did = 'person-looked-at' and staff = (doer ->> 'id')::uuid and at > now() - interval '30 minutes');
$function$;

-- The open question whether a person's second step may be switched off: asked within a day, since the step is on, and not answered.
CREATE OR REPLACE FUNCTION public.desk_step_asked(person uuid)
 RETURNS desk_log
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select asked from public.desk_log as asked
  where asked.about_kind = 'person' and asked.about_id = person::text and asked.did = 'step-off-asked'
    and asked.at > now() - interval '24 hours'
    and asked.at > (select confirmed_at from public.second_steps where user_id = person)
  order by asked.id desc limit 1;
$function$;

-- What the page of a person shows; null unless the member of staff has said why.
-- Its lists are in desk_person_part.
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
    'open_orders', (select count(*) from public.orders where user_id = known.id and status in ('requested', 'processing')),
    'step_since', (select confirmed_at from public.second_steps where user_id = known.id),
    'step_asked', (select jsonb_build_object('who', public.desk_name(asked.staff_email), 'at', asked.at,
        'is_own', asked.staff = (desk_person.staff ->> 'id')::uuid)
      from public.desk_step_asked(known.id) as asked where asked.id is not null),
    'closing', (select jsonb_build_object('created_at', created_at, 'reason', reason) from public.closing_requests
      where user_id = known.id and state = 'open'))
  from auth.users as known where known.id = person and public.desk_may_see(staff, person);
$function$;

-- Logs that a person's data was given out as a file. False, and nothing may be given out, unless the member of staff has said why and
-- the person has confirmed the address: rows of an address are somebody else's otherwise.
CREATE OR REPLACE FUNCTION public.desk_export(staff jsonb, person uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not public.desk_may_see(staff, person)
    or not exists (select from auth.users where id = person and email_confirmed_at is not null) then return false; end if;
  perform public.log_staff(staff, 'person-exported', 'person', person::text, person);
  return true;
end $function$;

-- Closes the account of a person who has asked for it, if the address was typed. The outcome is 'closed' with what is left,
-- 'wrong-address', 'unseen', or 'none' with who closed it last.
CREATE OR REPLACE FUNCTION public.desk_close_person(staff jsonb, person uuid, typed text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  request uuid;
  remains text;
begin
  if not public.desk_may_see(staff, person) then return '{"outcome": "unseen"}'; end if;
  select id into request from public.closing_requests where user_id = person and state = 'open' for update;
  if not found then
    return jsonb_build_object('outcome', 'none',
      'last', public.desk_last(staff, '{account-closed}', 'person', person::text));
  end if;
  if not exists (select from auth.users where id = person and public.desk_typed(email) = public.desk_typed(typed)) then
    return '{"outcome": "wrong-address"}';
  end if;
  remains := public.close_account(request);
  perform public.log_staff(staff, 'account-closed', 'person', person::text, person, jsonb_build_object('left', remains));
  return jsonb_build_object('outcome', 'closed', 'left', remains);
end $function$;

-- Two members of staff switch a person's second step off: one asks, another confirms within a day. The customer is mailed, as by
-- end_second_step. The outcome is 'asked', 'off', 'own' (their own step), 'same' (who asked confirms), 'known' (somebody else
-- has asked), 'late' (nobody has asked within a day), 'none' (no step is on) or 'unseen'.
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
  if not public.desk_may_see(staff, person) then return '{"outcome": "unseen"}'; end if;
  if (staff ->> 'id')::uuid = person then return '{"outcome": "own"}'; end if;
  perform pg_advisory_xact_lock(hashtextextended('step-off ' || person, 0));
  asked := public.desk_step_asked(person);
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

-- The same by somebody on the server, for the last member of staff: 'off', 'none' or 'unknown'.
CREATE OR REPLACE FUNCTION public.desk_server_step_off(address text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person uuid := (select id from auth.users where lower(email) = lower(btrim(address)) limit 1);
begin
  if person is null then return 'unknown'; end if;
  if not public.end_second_step(person) then return 'none'; end if;
  perform public.log_staff('{"id": "00000000-0000-0000-0000-000000000000", "email": "the server"}', 'step-off-done', 'person',
    person::text, person);
  return 'off';
end $function$;

-- Sends a mail that was given up once more, from its first attempt on, or with `let_go` deletes it. The outcome is 'done', or 'gone'
-- with who did it.
CREATE OR REPLACE FUNCTION public.desk_given_up_mail(staff jsonb, mail uuid, let_go boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if let_go then
    delete from public.mails where id = mail and failed_at is not null;
  else
    update public.mails set failed_at = null, claimed_until = null, next_try_at = now(), attempts = 0
      where id = mail and failed_at is not null;
  end if;
  if not found then
    return jsonb_build_object('outcome', 'gone',
      'last', public.desk_last(staff, '{mail-again,mail-let-go}', 'mail', mail::text));
  end if;
  perform public.log_staff(staff, case when let_go then 'mail-let-go' else 'mail-again' end, 'mail', mail::text);
  return '{"outcome": "done"}';
end $function$;

-- Sends all of them once more. Returns how many.
CREATE OR REPLACE FUNCTION public.desk_all_mails_again(staff jsonb)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  again integer;
begin
  update public.mails set failed_at = null, claimed_until = null, next_try_at = now(), attempts = 0
    where failed_at is not null;
  get diagnostics again = row_count;
  if again > 0 then
    perform public.log_staff(staff, 'mails-again', 'mail', 'all', null, jsonb_build_object('count', again));
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
  perform public.queue_mail(one.mail) from jsonb_array_elements(mails) as one (mail);
  return true;
end $function$;

-- How many of the addresses of staff have a confirmed account, and how many of those a second step. For the doctor.
CREATE OR REPLACE FUNCTION public.staff_state(addresses text[])
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('confirmed', count(*), 'stepped', count(step.user_id))
  from auth.users as account
  left join public.second_steps as step on step.user_id = account.id and step.confirmed_at is not null
  where lower(account.email) = any (addresses) and account.email_confirmed_at is not null;
$function$;

-- What waits at a moment. `since` is when it began to wait; `taker_id` and `taker` say who has it in hand.
-- Orders that wait for their payment are not listed.
CREATE OR REPLACE FUNCTION public.desk_work(at timestamp with time zone)
 RETURNS TABLE(kind text, id text, title text, since timestamp with time zone, taker_id uuid, taker text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select work.kind, work.id, work.title, work.since, work.taker_id, public.staff_name(work.taker_id)
  from (
    select case when status = 'processing' and taken_by is null then 'order-stuck' else 'order' end,
      orders.id::text, orders.domain, orders.created_at, orders.taken_by
    from public.orders
    where (status = 'processing' and taken_by is null and updated_at <= at - interval '10 minutes')
      or ((status = 'requested' or (status = 'processing' and taken_by is not null))
        and not exists (select from public.bills where bills.id = orders.bill_id and bills.paid_at is null))
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
    select 'step-off', person.id::text, 'Asked by ' || asked.staff_email, asked.at, null
    from public.second_steps cross join lateral (select second_steps.user_id) as person (id)
    cross join lateral public.desk_step_asked(person.id) as asked where asked.id is not null
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
    -- The customer was reminded and has not ordered. Fifteen days before the last day, as the last early reminder.
    select 'lapsing', domains.user_id::text, domains.name, domains.expiry_date - interval '15 days', null
    from public.domains
    where domains.expiry_date between at - interval '1 day' and at + interval '15 days'
      and not exists (
        select from public.orders where orders.user_id = domains.user_id and orders.kind = 'renew'
          and lower(orders.domain) = lower(domains.name)
          and (orders.status in ('requested', 'processing')
            or (orders.status = 'done' and orders.updated_at > at - interval '30 days')))
    union all
    select payment.kind, case payment.kind when 'payment-said' then payment.reference else coalesce(payment.code, payment.reference) end,
      'KSh ' || to_char(payment.ksh, 'FM999,999,999') || coalesce(', ' || coalesce(payment.code, payment.reference), ''), payment.since, null
    from public.payments_waiting(at) as payment
  ) as work (kind, id, title, since, taker_id)
  order by work.since, work.id, work.title limit 500;
$function$;

CREATE OR REPLACE FUNCTION public.payment_backlog(at timestamp with time zone)
 RETURNS TABLE(kind text, total bigint, oldest_seconds bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with kinds (kind) as (values ('order'), ('order-paid'), ('bill-paid'), ('refund'), ('payment-held'), ('payment-unmatched'),
    ('payment-surplus'), ('payment-refund'), ('payment-part'), ('payment-said'), ('report-missing'), ('query-missing')),
  waiting (kind, since) as (
    select kind, since from public.payments_waiting(at)
    union all
    -- Open orders, except those that still have to be paid.
    select 'order', coalesce(bill.paid_at, orders.created_at)
    from public.orders left join public.bills as bill on bill.id = orders.bill_id
    where orders.status in ('requested', 'processing') and (bill.id is null or bill.paid_at is not null)
    union all
    select 'order-paid', bill.paid_at
    from public.orders join public.bills as bill on bill.id = orders.bill_id
    where orders.status = 'requested' and orders.taken_by is null and bill.paid_at is not null
    union all
    -- The site has neither carried out its orders nor told the agency.
    select 'bill-paid', paid_at from public.bills where paid_at is not null and fulfilled_at is null
    union all
    select 'refund', updated_at from public.orders where refund_due_ksh > 0 and refunded_at is null and bill_id is null
    union all
    -- Prompts that M-PESA accepted in the last day, without any report since. One ends within two minutes, whatever its end.
    select 'report-missing', asked_at from public.payment_prompts
    where checkout_request_id is not null and asked_at between at - interval '1 day' and at - interval '5 minutes'
      and asked_at > coalesce((select max(received_at) from public.payment_callbacks where source = 'stk' and received_at <= at),
        '-infinity')
    union all
    -- Reported payments of the last day that no query has confirmed, since the last one that a query did.
    select 'query-missing', received_at from public.payments
    where source = 'stk' and confirmed_by is distinct from 'query'
      and received_at between at - interval '1 day' and at - interval '10 minutes'
      and received_at > coalesce((select max(received_at) from public.payments
        where source = 'stk' and confirmed_by = 'query' and received_at > at - interval '2 days'), '-infinity')
  )
  select kinds.kind, count(waiting.kind), greatest(0, coalesce(extract(epoch from at - min(waiting.since)), 0))::bigint
  from kinds left join waiting on waiting.kind = kinds.kind group by kinds.kind order by kinds.kind;
$function$;

-- All of a person for the desk, a page at a time, the newest first: after the row with this time and key; at most so many. Null unless
-- the member of staff has said why they look. Each row has "at" and "key".
CREATE OR REPLACE FUNCTION public.desk_person_part(staff jsonb, person uuid, part text, after jsonb, most integer)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when public.desk_may_see(staff, person) then (
    with known as (select id, email from auth.users where id = person), found as (
      select created_at as at, name as key, jsonb_build_object('name', name, 'status', status, 'expiry_date', expiry_date) as row
        from public.domains where part = 'names' and user_id = person
      union all
      select created_at, id::text, jsonb_build_object('kind', kind, 'domain', domain, 'status', status, 'price_ksh', price_ksh)
        from public.orders where part = 'orders' and user_id = person
      union all
      select opened_at, id::text, jsonb_build_object('reference', reference, 'amount_ksh', amount_ksh, 'paid_ksh', paid_ksh,
          'paid_at', paid_at, 'number', number)
        from public.bills where part = 'bills' and user_id = person
      union all
      select received_at, code, jsonb_build_object('code', code, 'amount_ksh', amount_ksh, 'state', state, 'source', source)
        from public.payments where part = 'payments'
          and (user_id = person or bill_id in (select id from public.bills where user_id = person))
      union all
      select messages.created_at, messages.id::text, jsonb_build_object('subject', subject, 'state', state)
        from public.messages join known on lower(messages.email) = lower(known.email) where part = 'messages' and kind = 'visitor'
      union all
      select mails.created_at, mails.id::text, jsonb_build_object('subject', subject, 'sent_at', sent_at, 'failed_at', failed_at)
        from public.mails join known on lower(mails.recipient) = lower(known.email) where part = 'mails'
      union all
      select line.at, lpad(line.id::text, 19, '0'), jsonb_build_object('id', line.id, 'who', public.desk_name(line.staff_email),
          'did', line.did, 'about_kind', line.about_kind, 'about_id', line.about_id, 'detail', line.detail)
        from public.desk_log as line
        where part = 'log' and (line.customer = person or (line.about_kind = 'person' and line.about_id = person::text))
    ), page as (
      select * from found
      where after is null or (at, key collate "C") < ((after ->> 'at')::timestamptz, (after ->> 'key') collate "C")
      order by at desc, key collate "C" desc limit most
    )
    select coalesce(jsonb_agg(row || jsonb_build_object('at', at, 'key', key) order by at desc, key collate "C" desc), '[]') from page) end;
$function$;
