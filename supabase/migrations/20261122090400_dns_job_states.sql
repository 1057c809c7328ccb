-- How far each job is: how many of its changes are in each state, and why one of them is. As whoever asks: row-level
-- security of the changes counts.
create view public.dns_job_states with (security_invoker = true) as
  select job_id, user_id, state, count(*)::integer as changes, min(reason) as reason
  from public.dns_changes group by job_id, user_id, state;
revoke all on public.dns_job_states from anon, authenticated;
grant select on public.dns_job_states to authenticated, service_role;

-- A title says what was asked for; what became of it stands beside.
update public.dns_jobs set title =
  regexp_replace(regexp_replace(regexp_replace(title,
    '^((Undo: |Redo: |The zone as it was (before|after): )?)Added: ', '\1Add '),
    '^((Undo: |Redo: |The zone as it was (before|after): )?)Changed: ', '\1Change '),
    '^((Undo: |Redo: |The zone as it was (before|after): )?)Deleted: ', '\1Delete ');
