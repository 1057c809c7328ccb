-- What waits for staff, oldest first, and the morning mail about it.

-- The days on which the digest was sent, so that any number of processes send it once.
create table public.desk_digests (
  -- ISO 8601, in Nairobi.
  day text primary key check (day ~ '^\d{4}-\d\d-\d\d$'),
  created_at timestamptz not null default now()
);
alter table public.desk_digests enable row level security;
revoke all on public.desk_digests from anon, authenticated;
grant select, insert, delete on public.desk_digests to service_role;

-- Queues the digests of a day. False, and nothing is queued, if they were queued before.
create function public.send_digests(day text, mails jsonb) returns boolean
language plpgsql set search_path = '' as $$
begin
  insert into public.desk_digests (day) values (send_digests.day) on conflict do nothing;
  if not found then return false; end if;
  perform public.queue_mail(one.mail) from jsonb_array_elements(mails) as one (mail);
  return true;
end $$;

-- How many of the addresses of staff have a confirmed account, and how many of those a second step. For the doctor.
create function public.staff_state(addresses text[]) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('confirmed', count(*), 'stepped', count(step.user_id))
  from auth.users as account
  left join public.second_steps as step on step.user_id = account.id and step.confirmed_at is not null
  where lower(account.email) = any (addresses) and account.email_confirmed_at is not null;
$$;

-- What waits at a moment. `since` is when it began to wait; `taker_id` and `taker` say who has it in hand.
create function public.desk_work(at timestamptz)
returns table (kind text, id text, title text, since timestamptz, taker_id uuid, taker text)
language sql stable security definer set search_path = '' as $$
  select work.kind, work.id, work.title, work.since, work.taker_id, public.staff_name(work.taker_id)
  from (
    select case when status = 'processing' and taken_by is null then 'order-stuck' else 'order' end,
      orders.id::text, orders.domain, orders.created_at, orders.taken_by
    from public.orders
    where status = 'requested' or (status = 'processing' and (taken_by is not null or updated_at <= at - interval '10 minutes'))
    union all
    select 'refund', orders.id::text, orders.domain, orders.updated_at, orders.taken_by
    from public.orders where refund_due_ksh > 0 and refunded_at is null
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
  ) as work (kind, id, title, since, taker_id)
  order by work.since, work.id, work.title limit 500;
$$;

revoke execute on function public.send_digests(text, jsonb), public.staff_state(text[]),
  public.desk_work(timestamptz) from public, anon, authenticated;
grant execute on function public.send_digests(text, jsonb), public.staff_state(text[]),
  public.desk_work(timestamptz) to service_role;
