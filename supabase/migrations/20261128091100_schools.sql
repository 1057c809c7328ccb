-- Schools that registered their interest.

-- Schools that registered. Only the server writes rows: with the public key somebody could bypass the bot check.
create table public.school_interest (
  id uuid primary key default gen_random_uuid(),
  -- A fingerprint of what was typed. The same form again makes no second row.
  submission_key text unique,
  name text not null check (length(name) between 1 and 200),
  email text not null check (length(email) between 3 and 254),
  -- In lower case, for the same reason as mails.address.
  address text not null generated always as (lower(email)) stored,
  -- As it was typed, and in the international form.
  phone text not null check (length(phone) between 1 and 50),
  phone_e164 text check (phone_e164 ~ '^\+[0-9]{6,15}$'),
  school text not null check (length(school) between 1 and 200),
  role text not null default 'headteacher' check (role in ('headteacher', 'teacher', 'administrator', 'other')),
  -- Student, parent and other all have the role `other`; this is which one was chosen.
  role_label text check (length(role_label) <= 50),
  student_count text not null default '' check (student_count in ('', '1-100', '101-300', '301-500', '500+')),
  interest text not null default '' check (interest in ('', 'cbc', 'exams', 'fees', 'reports')),
  -- The token of the bot check, already used and so harmless. Null if the form was sent without JavaScript.
  turnstile_token text check (length(turnstile_token) <= 2048),
  wants_news boolean not null default false,
  -- unconfirmed: the school has not confirmed its address. confirmed: it has, and the mail worker does not have the address
  -- yet. sent: the mail worker has it.
  status text not null default 'unconfirmed' check (status in ('unconfirmed', 'confirmed', 'sent')),
  -- Hash of the token in the confirmation link; the token itself is only in the mail.
  confirm_token_hash text unique,
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  sent_at timestamptz,
  stage text not null default 'new' check (stage in ('new', 'called', 'visited', 'won', 'lost')),
  next_on date
);
create index school_interest_status on public.school_interest (status, created_at);
create index school_interest_address on public.school_interest (address, created_at);
create policy "Customers read the schools of their address" on public.school_interest for select to authenticated
  using (address = (select lower(auth.jwt() ->> 'email')) and status <> 'unconfirmed');

-- The schools of these stages whose address is confirmed: first those with a next date, then the newest.
create function public.desk_schools(stages text[], max_rows integer) returns jsonb language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(to_jsonb(listed) order by listed.next_on, listed.created_at desc), '[]')
  from (
    select id, name, email, phone, phone_e164, school, role_label, role, student_count, interest, wants_news, created_at,
      stage, next_on
    from public.school_interest where status <> 'unconfirmed' and stage = any (stages)
    order by next_on, created_at desc limit max_rows
  ) as listed;
$$;

-- Returns a school with its notes and log lines.
create function public.desk_school(school_id uuid) returns jsonb language sql stable set search_path = '' as $$
  select jsonb_build_object('school', to_jsonb(one) - '{turnstile_token,confirm_token_hash,submission_key}'::text[],
    'trail', public.desk_trail('school', one.id::text))
  from public.school_interest as one where one.id = school_id and one.status <> 'unconfirmed';
$$;

-- Changes the stage (null: as it is) and, with `moves`, the next date of a school, and adds a note unless it is empty. Logs only what
-- differs. False if there is no such school.
create function public.desk_save_school(
  staff jsonb, school_id uuid, new_stage text, moves boolean, new_date date, note text
) returns boolean language plpgsql set search_path = '' as $$
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
end $$;

-- Deletes a school with its notes and mails, if its name was typed. 'erased', 'wrong-name', or 'gone' with who erased it.
create function public.desk_erase_school(staff jsonb, school_id uuid, typed text) returns jsonb language plpgsql set search_path = '' as $$
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
end $$;

create trigger forget_desk_notes after delete on public.school_interest for each row execute function public.forget_desk_notes('school');
