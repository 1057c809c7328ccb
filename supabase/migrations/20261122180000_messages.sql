-- What was written to the agency: by the contact form, and of orders, zones and readers who left. Kept before anybody is told of it,
-- and deleted after a year. Read by the agency alone.
create table public.messages (
  id uuid primary key default gen_random_uuid(),
  -- The fingerprint of what was typed, or of what it is about: one row however often it is sent.
  key text not null unique check (key ~ '^[\w-]{8,128}$'),
  name text not null check (length(name) between 1 and 200),
  email text not null check (length(email) between 3 and 254),
  subject text not null check (length(subject) between 1 and 300),
  message text not null check (length(message) between 1 and 10000),
  domain text check (length(domain) <= 253),
  created_at timestamptz not null default now(),
  -- When the contact service has taken it, or its mail was put into the queue; null: nobody may have been told.
  handed_on_at timestamptz
);
create index messages_age on public.messages (created_at);

alter table public.messages enable row level security;
revoke all on public.messages from anon, authenticated;
grant select, insert, update, delete on public.messages to service_role;
