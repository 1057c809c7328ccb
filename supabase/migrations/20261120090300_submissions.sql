-- What was sent through a form in the last day, so that the same thing sent twice is carried out once.
create table public.submissions (
  -- HMAC-SHA256 of form, owner and what was typed. What was typed is not kept.
  key text primary key check (key ~ '^[0-9a-f]{64}$'),
  form text not null check (length(form) between 1 and 50),
  -- The customer's id, or a word for all anonymous visitors.
  owner text not null check (length(owner) between 1 and 100),
  -- unknown: it may have been carried out, the answer was lost.
  state text not null default 'running' check (state in ('running', 'done', 'unknown')),
  -- Counts takeovers; whoever raises it owns the row.
  attempt integer not null default 1,
  result jsonb,
  started_at timestamptz not null default now()
);
create index submissions_age on public.submissions (started_at);

alter table public.submissions enable row level security;
revoke all on public.submissions from anon, authenticated;
grant select, insert, update, delete on public.submissions to service_role;
