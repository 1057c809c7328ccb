-- Writes down a job of a zone with its changes: all of it, or, when any part fails, nothing. Takes the columns of the job, and
-- in "changes" the record before and after each, in their order; "change_state" and "sent_at" are those of every change.
-- Gives back the ids of the job and of its first change; null when the domain is not the customer's.
create function public.keep_dns_job(job jsonb) returns jsonb
language sql set search_path = '' as $$
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
$$;

revoke execute on function public.keep_dns_job(jsonb) from public, anon, authenticated;
grant execute on function public.keep_dns_job(jsonb) to service_role;
