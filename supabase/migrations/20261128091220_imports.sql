-- Customers and domains that staff import from a file: docs/product/desk.md, "Import".

-- A file that staff uploaded. Deleted after 30 days with its lines.
create table public.imports (
  id uuid primary key,
  -- SHA-256 of the text, so that the same file is shown once.
  digest text not null check (digest ~ '^[0-9a-f]{64}$'),
  state text not null default 'draft' check (state in ('draft', 'running', 'finished')),
  -- The id and email of the member of staff who uploaded it, later of the one who started it, and of the one who sends the invitations.
  staff jsonb not null,
  inviter jsonb,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz
);
create unique index imports_draft on public.imports (digest) where state = 'draft';
create index imports_newest on public.imports (created_at desc, id);
create index imports_running on public.imports (started_at) where state = 'running';

-- A line of the file. Of a line with errors nothing but the errors is stored.
create table public.import_lines (
  import_id uuid not null references public.imports (id) on delete cascade,
  -- The header is line 1.
  line integer not null check (line between 2 and 100000),
  state text not null check (state in ('bad', 'waiting', 'done', 'unchanged', 'failed')),
  email text check (email = lower(email) and length(email) between 3 and 254),
  full_name text check (length(full_name) between 1 and 100),
  phone text check (length(phone) <= 16),
  domain text check (domain = lower(domain) and length(domain) between 1 and 253),
  last_day date,
  held text check (held in ('us', 'elsewhere')),
  renew_ksh integer check (renew_ksh between 1 and 1000000),
  -- What is wrong, as a list of "column" and "message".
  problems jsonb not null default '[]',
  -- The account of the address, and whether it was made for this line.
  user_id uuid references auth.users (id) on delete set null,
  is_new boolean not null default false,
  attempts integer not null default 0,
  -- When the claim of the process that carries it out expires.
  claimed_until timestamptz,
  -- The invitation of the account, in the first line that has it.
  asked_at timestamptz,
  invited_at timestamptz,
  primary key (import_id, line),
  check (state = 'bad' or (email is not null and full_name is not null)),
  check (domain is null or (last_day is not null and held is not null))
);
create index import_lines_waiting on public.import_lines (import_id, line) where state = 'waiting';
create index import_lines_asked on public.import_lines (asked_at, line) where asked_at is not null and invited_at is null;
create index import_lines_invited on public.import_lines (invited_at) where invited_at is not null;
create index import_lines_of_email on public.import_lines (email) where email is not null;
create index import_lines_of_user on public.import_lines (user_id) where user_id is not null;

-- Stores a file that was read, with its lines, and logs it. The same file that nobody has started is the same import. Returns its id.
create function public.store_import(staff jsonb, new_id uuid, file_digest text, lines jsonb) returns uuid
language plpgsql set search_path = '' as $$
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
end $$;

-- The account of an address, or null.
create function public.account_of_address(address text) returns uuid language sql stable security definer set search_path = '' as $$
  select id from auth.users where email = lower(address) and not is_sso_user limit 1;
$$;

-- Of each line that waits: the account of its address and the customer who has its domain; null if there is none.
create function public.import_findings(its_import uuid) returns table (line integer, email text, domain text, customer uuid, owner uuid)
language sql stable set search_path = '' as $$
  select one.line, one.email, one.domain, public.account_of_address(one.email), owned.user_id
  from public.import_lines as one
  left join public.domains as owned on lower(owned.name) = one.domain and owned.status <> 'left'
  where one.import_id = its_import and one.state = 'waiting';
$$;

-- Whether a person was invited in the last two years, at the desk or by an import.
create function public.was_invited(person uuid) returns boolean language sql stable set search_path = '' as $$
  select exists (select from public.desk_log
    where about_kind = 'person' and about_id = person::text and did in ('person-invited', 'invitation-sent'));
$$;

-- The accounts of an import that nobody has confirmed, each with its first line.
create function public.import_people(its_import uuid) returns setof public.import_lines
language sql stable security definer set search_path = '' as $$
  select first.* from (
    select distinct on (user_id) * from public.import_lines
    where import_id = its_import and user_id is not null and state in ('done', 'unchanged') order by user_id, line) as first
  join auth.users as account on account.id = first.user_id
  where account.email_confirmed_at is null;
$$;

-- An import for its page, with its counts. Before the start they are what would happen: what is `taken` belongs to another customer.
create function public.desk_import(its_import uuid) returns jsonb language sql stable set search_path = '' as $$
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
$$;

-- The newest imports.
create function public.desk_imports(max_rows integer) returns jsonb language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(to_jsonb(page) order by created_at desc, id), '[]') from (
    select id, state, created_at, public.desk_name(staff ->> 'email') as who,
      (select count(*) from public.import_lines where import_id = imports.id) as lines
    from public.imports order by created_at desc, id limit max_rows) as page;
$$;

-- Lines of an import after a line: those with errors ('wrong'), or of the people who have no invitation ('people').
create function public.desk_import_lines(its_import uuid, part text, after_line integer, max_rows integer) returns jsonb
language sql stable set search_path = '' as $$
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
$$;

-- Deletes a file that nobody has started, with its lines. Outcomes: 'done', also for the same form within a minute; 'moved' (it was started),
-- with who did it when. Null: there is no such import.
create function public.delete_import(staff jsonb, its_import uuid) returns jsonb language plpgsql set search_path = '' as $$
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
end $$;

-- Starts an import. Outcomes: 'done'; 'same' (it was started before). Null: there is no such import.
create function public.start_import(staff jsonb, its_import uuid) returns jsonb language plpgsql set search_path = '' as $$
begin
  update public.imports set state = 'running', started_at = now(), staff = start_import.staff where id = its_import and state = 'draft';
  if found then return public.log_done(staff, 'import-started', 'import', its_import::text); end if;
  return (select '{"outcome": "same"}'::jsonb from public.imports where id = its_import);
end $$;

-- Claims the next line of an import for a minute. No row if there is none; imports without a further line are noted as finished. `person`: the
-- account of its address. `is_taken`: another customer has its domain.
create function public.claim_import_line()
returns table (import_id uuid, line integer, email text, full_name text, phone text, attempts integer, person uuid, is_taken boolean)
language plpgsql set search_path = '' as $$
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
end $$;

-- Ends a claimed line: adds its domain to the account and logs it or, with a problem, notes that it failed. A line that has ended stays.
create function public.finish_import_line(its_import uuid, its_line integer, person uuid, problem jsonb) returns boolean
language plpgsql set search_path = '' as $$
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
end $$;

-- Asks for the invitations of an import: of the given lines, or of all without lines. Returns how many people will get one.
create function public.ask_invitations(staff jsonb, its_import uuid, lines integer[]) returns integer
language plpgsql set search_path = '' as $$
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
end $$;

-- The next people to invite, at most as many as may be mailed at `rate` mails a minute, with up to 10 of their names. Issues of the
-- newsletter go first.
create function public.next_invitations(rate integer, max_rows integer)
returns table (import_id uuid, line integer, person uuid, email text, full_name text, domains text[])
language sql stable security definer set search_path = '' as $$
  select asked.import_id, asked.line, account.id, account.email::text, asked.full_name, array(
    select name from public.domains where user_id = account.id and status <> 'left' order by name limit 10)
  from public.import_lines as asked join auth.users as account on account.id = asked.user_id
  where asked.asked_at is not null and asked.invited_at is null and account.email_confirmed_at is null
    and not public.was_invited(account.id)
  order by asked.asked_at, asked.line
  limit least(max_rows, public.issue_room(rate));
$$;

-- Queues invitations, each with the note of it and a line of the log, once for each person. Returns how many.
create function public.queue_invitations(deliveries jsonb) returns integer language plpgsql set search_path = '' as $$
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
end $$;

-- The address of an account that nobody has confirmed; null for any other.
create function public.invited_address(person uuid) returns text language sql stable security definer set search_path = '' as $$
  select email::text from auth.users where id = person and email_confirmed_at is null;
$$;
