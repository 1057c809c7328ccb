-- Rights. A hosted project grants everybody all rights on new tables and functions; this migration revokes them.

do $$
declare
  name text;
begin
  -- Only the server's secret key reads and writes every table.
  for name in select tablename from pg_tables where schemaname = 'public' loop
    execute format('alter table public.%I enable row level security', name);
    execute format('revoke all on public.%I from anon, authenticated', name);
  end loop;
  -- The policy by which customers read their own rows stands in the migration that creates the table. A second one is added here: if the
  -- account has a second step, a session reads nothing before it has passed the step.
  foreach name in array array['domains', 'orders', 'bills', 'payment_prompts', 'payments', 'receipts', 'credit_notes', 'credits', 'dns_changes',
    'dns_jobs', 'school_interest', 'newsletter_pending', 'submissions', 'mails', 'closing_requests', 'renewal_reminders',
    'reminder_choices', 'account_changes', 'name_requests', 'name_moves', 'billing_contacts', 'services', 'service_changes',
    'service_notices'] loop
    execute format('create policy "The second step is passed" on public.%I as restrictive for select to authenticated
      using ((select public.has_stepped()))', name);
  end loop;
end $$;

grant select on public.posts, public.projects to anon, authenticated;
grant select on public.domains, public.payment_prompts, public.receipts, public.dns_changes, public.dns_jobs, public.closing_requests,
  public.renewal_reminders, public.reminder_choices, public.account_changes, public.service_changes, public.service_notices to authenticated;
grant select on public.dns_job_states, public.statement_lines to authenticated;

-- Customers read no column that names a member of staff or that only our server needs. A new column of these tables has no grant.
do $$
declare
  readable record;
begin
  for readable in
    select table_name, string_agg(quote_ident(column_name), ', ' order by ordinal_position) as columns
    from information_schema.columns
    where table_schema = 'public' and table_name in ('orders', 'bills', 'payments', 'credit_notes', 'credits', 'name_requests',
      'name_moves', 'services')
      and (table_name, column_name) not in (('orders', 'taken_by'), ('orders', 'idempotency_key'), ('orders', 'payload'),
        ('orders', 'submission_id'), ('bills', 'fulfilled_at'), ('bills', 'reminders'), ('bills', 'claimed_until'), ('bills', 'shrunk_at'),
        ('bills', 'back_codes'), ('bills', 'issued_number'), ('bills', 'has_open_orders'), ('bills', 'has_begun_orders'), ('bills', 'is_in_work'),
        ('credit_notes', 'staff_id'), ('credits', 'staff'), ('credits', 'note'), ('name_requests', 'taken_by'),
        ('name_requests', 'secret_sealed'), ('name_moves', 'to_user'), ('name_moves', 'started_by'), ('payments', 'entered_by'), ('payments', 'taken_by'), ('payments', 'flagged_at'), ('services', 'secret_sealed'), ('services', 'problem'),
        ('services', 'call_started_at'), ('services', 'next_call_at'), ('services', 'claimed_until'), ('services', 'attempts'),
        ('services', 'listed_at'))
    group by table_name
  loop
    execute format('grant select (%s) on public.%I to authenticated', readable.columns, readable.table_name);
  end loop;
end $$;
grant select (id, kind, recipient, address, subject, created_at, sent_at) on public.mails to authenticated;
grant select (user_id, email, created_at, confirmed_at, status) on public.billing_contacts to authenticated;
grant select (form, owner, state, started_at) on public.submissions to authenticated;
grant select (id, email, address, first_name, last_name, status, created_at, confirmed_at, sent_at, left_at) on public.newsletter_pending
  to authenticated;
grant select (id, name, email, address, phone, phone_e164, school, role, role_label, student_count, interest, wants_news, status, created_at,
  confirmed_at, sent_at) on public.school_interest to authenticated;

-- Lines of the log and issued documents stay as they are; notes are added and deleted.
grant select, insert, update, delete on all tables in schema public to service_role;
revoke update, delete, truncate on public.desk_log, public.receipts, public.credit_notes, public.credits, public.service_changes
  from service_role;
revoke references, trigger, truncate, update on public.desk_log, public.desk_notes from service_role;
revoke all on public.schema_versions from anon, authenticated;
revoke all on public.dns_job_states, public.statement_lines from anon;
revoke insert, update, delete, truncate, references, trigger on public.dns_job_states, public.statement_lines from authenticated;
revoke all on all sequences in schema public from anon, authenticated;

revoke execute on all functions in schema public from public, anon, authenticated;
grant execute on all functions in schema public to service_role;
grant execute on function public.has_stepped() to authenticated;
