-- Schools and newsletter readers. Written and read by the server alone: with the public key somebody could otherwise
-- go round the bot check.
create table public.school_interest (
  id uuid primary key default gen_random_uuid(),
  -- The fingerprint of what was typed: one row however often it is sent.
  submission_key text unique,
  name text not null check (length(name) between 1 and 200),
  email text not null check (length(email) between 3 and 254),
  -- As it was typed, and in the international form.
  phone text not null check (length(phone) between 1 and 50),
  phone_e164 text check (phone_e164 ~ '^\+[0-9]{6,15}$'),
  school text not null check (length(school) between 1 and 200),
  role text not null default 'headteacher' check (role in ('headteacher', 'teacher', 'administrator', 'other')),
  -- Student, parent and other all have the role `other`; this is which one was chosen.
  role_label text check (length(role_label) <= 50),
  student_count text not null default '' check (student_count in ('', '1-100', '101-300', '301-500', '500+')),
  interest text not null default '' check (interest in ('', 'cbc', 'exams', 'fees', 'reports')),
  -- Spent and harmless; none when the form was sent without JavaScript.
  turnstile_token text check (length(turnstile_token) <= 2048),
  wants_news boolean not null default false,
  -- unconfirmed: no proof of the address yet. confirmed: the mail worker has still to be told. sent: it has taken it.
  status text not null default 'unconfirmed' check (status in ('unconfirmed', 'confirmed', 'sent')),
  -- Hash of the token in the confirmation link; the token itself is only in the mail.
  confirm_token_hash text unique,
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  sent_at timestamptz
);
create index school_interest_status on public.school_interest (status, created_at);
create index school_interest_email on public.school_interest (lower(email), created_at);

create table public.newsletter_pending (
  id uuid primary key default gen_random_uuid(),
  email text not null check (length(email) between 3 and 254),
  first_name text check (length(first_name) <= 100),
  last_name text check (length(last_name) <= 100),
  status text not null default 'unconfirmed' check (status in ('unconfirmed', 'confirmed', 'sent')),
  confirm_token_hash text unique,
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  sent_at timestamptz
);
create unique index newsletter_pending_email on public.newsletter_pending (lower(email));
create index newsletter_pending_status on public.newsletter_pending (status, created_at);

alter table public.school_interest enable row level security;
alter table public.newsletter_pending enable row level security;
revoke all on public.school_interest, public.newsletter_pending from anon, authenticated;
grant select, insert, update, delete on public.school_interest, public.newsletter_pending to service_role;
